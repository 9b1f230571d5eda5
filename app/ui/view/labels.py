"""Small sentences on a session that chip, bar, strip and status bar share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.domain.ids import SHARED_PURPOSES, figure_title
from app.domain.money import FREE, UNKNOWN, sum_words
from app.domain.no_model import without_model
from app.ui.kit.texts import count, money, percent, round_noun, tr, whole_percent

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.facts import AutoApproveChanged, CriterionMeasured
    from app.engine.ports import ProviderInfo
    from app.projections.live_calls import Waiting
    from app.ui.view.session_view import SessionView

FIGURES = ("Agreement", "Quality", "Similarity")
"""Usual names of figures, so that translators are given them; others are shown as they are."""


def purpose_text(view: SessionView, purpose: str) -> str:
    """Return what a call is for, in the workflow's words where it has some."""
    known = view.vocabulary.purposes.get(purpose) or SHARED_PURPOSES.get(purpose)
    return tr(known or purpose.replace("_", " "))


ROUNDS = {
    "Round": QT_TRANSLATE_NOOP("ui", "Rounds"),
    "Cycle": QT_TRANSLATE_NOOP("ui", "Cycles"),
    "Iteration": QT_TRANSLATE_NOOP("ui", "Iterations"),
}
"""Several of what a workflow calls a round."""


def rounds_word(word: str | Message) -> str:
    """Return the heading of a session's rounds, in its workflow's own word."""
    return tr(ROUNDS.get(str(word), "Rounds"))


def wait_words(waiting: Waiting | None) -> str:
    """Return what a call without a word does, as far as that is known."""
    match waiting.what if waiting is not None else "":
        case "place":
            return tr("waits for its turn")
        case "pause" if waiting is not None and waiting.seconds:
            return tr("waits {n} s, as the server asks", n=f"{waiting.seconds:.0f}")
        case "pause":
            return tr("waits, as the server asks")
        case "loading":
            return tr("waits for the model to be loaded")
        case "reading":
            return tr("reads the prompt")
    return tr("thinking")


def round_text(view: SessionView, number: int) -> str:
    """Return “Round 2” in the workflow's own word."""
    return f"{tr(view.round_word)} {number}" if number else tr("Preparing")


def round_in_line(view: SessionView, number: int) -> str:
    """Return “round 2” as it stands in the middle of a sentence."""
    return f"{round_noun(view.round_word)} {number}" if number else tr("Preparing")


def cost_text(view: SessionView) -> str:
    """Return what was spent, of the limit where there is one."""
    total, limit = view.fold.spend.total, view.fold.spend.cost_limit
    # What was on its way when its process ended may have been paid for.
    lost = view.fold.spend.reserved if view.state == "interrupted" else 0.0
    price = total.price_with(lost) if lost else total.price
    spent = tr(price if total.calls or lost else sum_words(0))
    if costs_nothing(view):
        return tr(FREE)
    if total.calls and total.price == UNKNOWN:
        # No part of a limit can be told of it.
        return spent
    return tr("{spent} of {limit}", spent=spent, limit=money(limit)) if limit else spent


def spent_so_far(view: SessionView) -> str:
    """Return “$0.26 so far”; empty where nobody was asked, or nobody knows: other lines say that."""
    total = view.fold.spend.total
    return tr("{cost} so far", cost=cost_text(view)) if total.calls and total.price != UNKNOWN else ""


def costs_nothing(view: SessionView) -> bool:
    """Tell whether it is free: whatever its limit is, nothing comes near it."""
    total = view.fold.spend.total
    rules = without_model(seat.model for seat in view.fold.session.seats.values()) is not None
    return rules or (total.calls > 0 and total.price == FREE)


def figure_name(name: str) -> str:
    """Return what a figure is called: by the window, else by its workflow."""
    return tr(figure_title(name))


def headline_figure(view: SessionView) -> CriterionMeasured | None:
    """Return the figure that is looked at, of the newest round; None where none is known there."""
    row = view.fold.timeline.rounds.get(view.round)
    facts = view.fold.timeline.measured.get((row.number, row.current.number), {}) if row else {}
    fact = facts.get(view.headline)
    return fact if fact is not None and fact.value is not None else None


def figure_text(figure: CriterionMeasured) -> str:
    """Return a criterion as “Agreement 78 % (target 80 %)”."""
    name = figure_name(figure.name)
    value, threshold = figure.value, figure.threshold
    text = (
        f"{name} {whole_percent(value, threshold)}" if value is not None else tr("{name}: unknown", name=name)
    )
    return text + (tr(" (target {t})", t=percent(threshold)) if threshold is not None else "")


def duration(microseconds: int) -> str:
    """Return “2 min”, nothing for less than a second."""
    seconds = round(microseconds / 1e6)
    if seconds < 1:
        return ""
    if seconds < 60:
        return tr("{n} s", n=seconds)
    if seconds < 120:
        return tr("{n} min {m} s", n=1, m=seconds - 60)
    minutes = round(seconds / 60)
    return tr("{n} min", n=minutes) if minutes < 90 else tr("{n} h", n=round(minutes / 60))


def auto_text(auto: AutoApproveChanged, *, agrees: bool = True) -> str:
    """Return “Approving for you until 90 % or $1.00.”; `agrees`: there is an agreement to be reached."""
    limits = []
    if auto.until_figure is not None:
        limits.append(percent(auto.until_figure))
    if auto.rounds is not None:
        more = count(auto.rounds, "{n} more round", "{n} more rounds")
        limits.append(more if agrees else count(auto.rounds, "{n} time at most", "{n} times at most"))
    if auto.until_cost is not None:
        limits.append(money(auto.until_cost) if agrees else tr("up to {sum}", sum=money(auto.until_cost)))
    if agrees:
        return tr("Approving for you until {limits}.", limits=tr(" or ").join(limits))
    up_to = ", ".join(limits)
    return tr("Going on by itself, {limits}.", limits=up_to) if limits else tr("Going on by itself.")


def key_state(one: ProviderInfo) -> str:
    """Say whether there is a key, and where."""
    if one.local:
        return tr("On this computer: no key, no price. “Find local models” looks for it.")
    if one.key_place:
        tail = f" (…{one.key_tail})" if one.key_tail else ""
        match one.key_place.partition(" "):
            case "this", _, _:
                return tr("Key saved until Roundtable closes{tail}. Not tested yet.", tail=tail)
            case "variable", _, name:
                return tr("Key in the environment: {name}{tail}. Not tested yet.", name=name, tail=tail)
        return tr("Key saved in the keyring{tail}. Not tested yet.", tail=tail)
    if one.parameters and one.connected:
        return tr("It has what it needs. Not tested yet.")
    return (
        tr("No key. Not tested yet.") if one.keyless else tr("Not connected. Paste a key to use its models.")
    )
