"""The offline judge: how two statements stand to each other, and whether lines support a claim."""

from __future__ import annotations

import re
from typing import Literal

from app.workflows.research.offline.features import Features, features, opposite

Relation = Literal["same", "enhances", "contradicts", "qualifies", "qualified", "unrelated"]
Support = Literal["full", "partly", "no", "against"]
_OF_ONE_MATTER = 0.45
"""Share of the telling words of the shorter statement that both must have to speak of one thing."""
_NEARLY_ALL = 0.8
_QUOTED = re.compile(r"“(.*)”\s*$", re.DOTALL)


def relation(a: str, b: str) -> tuple[Relation, str]:
    """Return how `b` stands to `a`, and why in a few words; qualified: it is `a` that is narrower."""
    left, right = features(_statement(a)), features(_statement(b))
    if other_things(left, right):
        return "unrelated", "they name different things"
    shared = _shared(left, right)
    if shared < _OF_ONE_MATTER:
        return "unrelated", "they speak of different matters"
    narrower = _narrower(left, right)
    if narrower:
        return narrower, "one holds under a condition that the other does not name"
    if opposite(left, right) or (left.negations % 2 != right.negations % 2 and shared >= 0.6):
        return "contradicts", "one says the opposite of the other"
    differing = _differing_figures(left, right)
    if differing:
        return "contradicts", f"the figures differ: {differing}"
    if left.words == right.words or (shared >= _NEARLY_ALL and left.numbers == right.numbers):
        longer = len(right.words) > len(left.words) + 2
        return ("enhances", "it says more of the same") if longer else ("same", "they say the same")
    if shared >= 0.6:
        return "enhances", "it adds to the same matter"
    return "unrelated", "they have words in common and no more"


def support(claim: str, quotes: list[str]) -> tuple[Support, str]:
    """Return whether quoted lines support a claim, and why in a few words."""
    text = " ".join(_words_of_quote(quote) for quote in quotes)
    stated, shown = features(_statement(claim)), features(text)
    if not stated.words:
        return "partly", "the claim has no words of its own"
    held = len(stated.words & shown.words) / len(stated.words)
    if held >= 0.5 and _differing_figures(stated, shown):
        return "against", "the lines give other figures"
    if (
        held >= 0.6
        and stated.negations % 2 != shown.negations % 2
        and not stated.conditions ^ shown.conditions
    ):
        return "against", "the lines say the opposite"
    if held >= 0.6 and stated.numbers <= shown.numbers:
        return "full", "the lines say so"
    if held >= 0.3:
        return "partly", "the lines say a part of it"
    return "no", "the lines speak of something else"


def other_things(a: Features, b: Features) -> bool:
    """Tell whether each names something that the other does not, and they name nothing in common."""
    mine, theirs = a.names - b.plain - {b.first}, b.names - a.plain - {a.first}
    return bool(mine and theirs) or (
        bool(a.names and b.names) and not a.names & b.names and bool(mine or theirs)
    )


def _words_of_quote(quote: str) -> str:
    """Return a quotation without the place before it."""
    found = _QUOTED.search(quote)
    return found[1] if found else quote


def _statement(text: str) -> str:
    return " ".join(text.split())


def _shared(a: Features, b: Features) -> float:
    fewer = min(len(a.words), len(b.words))
    return len(a.words & b.words) / fewer if fewer else 0.0


def _narrower(a: Features, b: Features) -> Relation | None:
    mine, theirs = a.conditions - b.conditions, b.conditions - a.conditions
    if theirs and not mine:
        return "qualifies"
    if mine and not theirs:
        return "qualified"
    # Each under a condition of its own: neither speaks against the other.
    return "unrelated" if mine and theirs else None


def _differing_figures(a: Features, b: Features) -> str:
    units = [unit for unit in a.figures if unit in b.figures and a.figures[unit].isdisjoint(b.figures[unit])]
    if not units and a.figures and b.figures and not a.figures.keys() & b.figures.keys():
        return ""
    return ", ".join(
        f"{'/'.join(sorted(a.figures[unit]))} and {'/'.join(sorted(b.figures[unit]))} {unit}".strip()
        for unit in sorted(units)
    )
