"""What the form of a new debate says: the three ways as cards, and the settings in a few words each."""

from __future__ import annotations

from app.domain.i18n import Message, words
from app.domain.money import sum_words
from app.engine.plugin import Card
from app.workflows.debate.setup import DebateSetup

_PAGE = "An answer of ordinary length, as it is criticised before it is there. " * 30
"""What stands for a text that is not given yet, where its price is told."""
PROFILE_CARDS = {
    "quick": Card(
        words("2 answers side by side. You see where they differ, and go on only if they do."),
        words("for a first look"),
        "eye",
    ),
    "debate": Card(
        words("All members answer, criticise each other and revise, in rounds. You decide after each."),
        words("for what you must defend"),
        "scale",
    ),
    "attack": Card(
        words("Give a text. All members look for what is wrong, missing or not shown."),
        words("for any text that is there"),
        "shield",
        {"guests": [{"name": "–", "text": _PAGE}]},
    ),
}
_ASKED = {
    "every_round": words("ask me after each"),
    "if_changed": words("ask me if something changed"),
    "on_conflict": words("ask me if they differ"),
    "never_ask": words("never ask me"),
}


def told_rounds(setup: DebateSetup) -> Message | None:
    """Return how many rounds there may be."""
    if setup.profile == "attack":
        return None
    return words("1 round") if setup.max_rounds == 1 else words("{n} rounds", n=setup.max_rounds)


def told_limit(setup: DebateSetup) -> Message:
    """Return what it may cost."""
    if setup.cost_limit is None:
        return words("no cost limit")
    return words("limit {sum}", sum=sum_words(setup.cost_limit))


def told_gates(setup: DebateSetup) -> Message:
    """Return when the person is asked."""
    return _ASKED[setup.gate_policy]


def told_end(setup: DebateSetup) -> Message | None:
    """Return what ends it early."""
    if setup.profile == "attack":
        return None
    if setup.figure_in_force is None:
        return words("all rounds")
    if setup.figure_in_force == "quality":
        return words("stop at quality {n} %", n=f"{setup.threshold:g}")
    return words("stop at {n} % agreement", n=f"{setup.threshold:g}")


def told_names(setup: DebateSetup) -> Message:
    """Return whether the person sees whose answers are whose."""
    return words("names hidden") if setup.hide_names else words("names shown")
