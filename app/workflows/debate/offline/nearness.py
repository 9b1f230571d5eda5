"""Which lines of the material bear on a must-have, nearest first, and whether a line can answer it at
all."""

from __future__ import annotations

import re

from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.brief import BRIEF, Option
from app.workflows.debate.offline.case import Case
from app.workflows.debate.offline.material import LEFT_OPEN, Claim
from app.workflows.debate.offline.words import Lens

NEAR_ENOUGH = 2
"""Telling words that a line and a must-have must share."""
_CONTENT = re.compile(
    r"\b(?:say|says|state|states|name|names|explain|describe|list|distinguish|tell|show|address|nennen|"
    r"nennt|sagen|sagt|angeben|"
    r"erklären|erklärt|beschreiben|benennen|benennt|aufzeigen|darlegen|zeigen|eingehen)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:date|deadline|(?:by|from|since|say|and) when|wann|datum|frist|zeitpunkt)\b", re.IGNORECASE
)
_DATE = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|"
    r"februar|märz|juni|juli|"
    r"oktober|dezember|spring|summer|autumn|winter|frühjahr|sommer|herbst|20\d\d|until|deadline|bis zum|"
    r"spätestens)\b",
    re.IGNORECASE,
)
_HOW_LONG = re.compile(r"\b(?:how long|wie lange|dauer)\b", re.IGNORECASE)
_SPANS = ("minute", "hour", "day", "week", "month", "year")
_HOW_MUCH = re.compile(
    r"\b(?:how much|what (?:it|they) costs?|are paid|was (?:es|sie) koste[nt]|wie viel|die kosten)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\b(?:how many|wie viele)\s(\w+)", re.IGNORECASE)


def asks_to_tell(demand: str) -> bool:
    """Tell whether a must-have asks the answer to say something, not the choice to have a quality."""
    return _CONTENT.search(demand) is not None


def can_answer(demand: str, claim: Claim) -> bool:
    """Tell whether a line can answer what a must-have asks for: a time, an amount, a number."""
    if _WHEN.search(demand) and not _DATE.search(claim.text):
        return False
    if _HOW_LONG.search(demand) and not any(f.unit in _SPANS for f in claim.figures):
        return False
    if (counted := _HOW_MANY.search(demand)) and not any(
        f.unit == prose.stem(counted[1]) for f in claim.figures
    ):
        return False
    return not _HOW_MUCH.search(demand) or any(f.unit in "€$£%" for f in claim.figures)


def nearest(case: Case, demand: str, option: Option | None = None, lens: Lens | None = None) -> list[Claim]:
    """Return the lines that bear on a must-have, nearest first; of several options those of the given
    one."""
    keys, phrases = words.telling(demand), words.word_pairs(demand)
    own = set(case.brief.demands)
    counted = _HOW_MANY.search(demand) or _HOW_MUCH.search(demand)
    found: list[tuple[float, Claim]] = []
    for claim in case.claims:
        about = case.bound.get(claim)
        if any(own_demand in claim.text for own_demand in own) or (
            about is not None and option is not None and about != option
        ):
            continue
        if not can_answer(demand, claim):
            continue
        shared = keys & claim.keys
        enough = bool(shared) and len(shared) >= min(NEAR_ENOUGH, len(keys))
        enough = enough or (counted is not None and bool(claim.keys & case.brief.core))
        if about is not None and about == option and claim.leans and shared:
            enough = True
        source = claim.code and claim.source in demand and (shared or LEFT_OPEN.search(claim.text))
        under = bool(keys & words.telling(claim.heading)) and bool(shared)
        if enough or under or source:
            score = case.near(keys, claim) + 1.5 * len(phrases & words.word_pairs(claim.text))
            score += (
                (0.5 if claim.figures else 0) + (1.0 if lens in claim.lenses else 0) + (0.8 if under else 0)
            )
            score += (4.0 if LEFT_OPEN.search(claim.text) else 2.0) if source else 0.0
            found.append((score - (1.5 if claim.source == BRIEF else 0), claim))
    found.sort(key=lambda item: -item[0])
    return [claim for _, claim in found]
