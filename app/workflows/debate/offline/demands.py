"""Answering a must-have: a position with a reason from the material, or plainly that there is none.

Repeating a must-have's words meets nothing: what counts is a line of the material that bears on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.brief import BRIEF, Limit
from app.workflows.debate.offline.case import (
    ANSWER,
    Case,
    Check,
    bears_on,
    check,
    option_checks,
    own_against_others,
)
from app.workflows.debate.offline.figures import Figure, written
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.nearness import asks_to_tell, nearest
from app.workflows.debate.offline.phrases import DE, EN, say
from app.workflows.debate.offline.positions import Position
from app.workflows.debate.offline.quoting import cited, quoted

_AGAINST = re.compile(
    r"argument against|objection|counter-?argument|gegenargument|einwand|gegen die eigene|spricht dagegen",
    re.IGNORECASE,
)
_ASSUMED = re.compile(r"\b(?:assum|uncertain|angenommen|annahme|unsicher)", re.IGNORECASE)
_RECOMMEND = re.compile(
    r"\b(?:recommend (?:one|either|a|an|exactly)|choose one|make a choice|empfehlen|eine empfehlung|sich "
    r"entscheiden)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:at least|mindestens)?\s*(two|three|four|five|zwei|drei|vier|fünf)\s+(?:measures|figures|"
    r"indicators|messgrößen|kennzahlen|maße)",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5}
MOST_MEASURES = 4


@dataclass(frozen=True, slots=True)
class DemandAnswer:
    """What the council says of a must-have."""

    demand: str
    text: str
    met: bool
    claims: tuple[Claim, ...] = ()


def answer_demand(case: Case, demand: str, position: Position) -> DemandAnswer:
    """Answer one must-have from the material."""
    language = case.language
    if case.brief.kind == "options" and position.option is None and not asks_to_tell(demand):
        return _answer(demand, say(language, "d.no_option"), False)
    limit = next((x for x in case.brief.limits if x.text == demand and not _COUNT.search(demand)), None)
    if limit is not None:
        return _limited(case, demand, limit, position)
    if _AGAINST.search(demand):
        against = position.opposing or position.backing
        if position.option is not None and position.option.part == "stay":
            against = position.backing
        if position.passes and position.option is not None and position.option.part != "stay":
            against = (position.passes[0].bound,)
        if against:
            worst = max(against, key=lambda c: (case.near(case.brief.keys, c), -c.line))
            return _answer(demand, say(language, "d.against", cited(case, worst)), True, worst)
        return _answer(demand, say(language, "d.none"), False)
    if (count := _COUNT.search(demand)) is not None:
        return _measures(case, demand, _NUMBERS[count[1].casefold()])
    if _ASSUMED.search(demand):
        unsure = [
            c
            for c in case.claims
            if words.WARNS.search(c.text) and not c.row and c.text not in case.brief.demands
        ]
        if unsure:
            best = max(unsure, key=lambda c: (case.near(case.brief.core, c), -c.line))
            return _answer(demand, say(language, "d.assumed", cited(case, best)), True, best)
    if _RECOMMEND.search(demand) and not asks_to_tell(demand):
        return _answer(
            demand, say(language, "d.position" if position.option else "d.none"), position.option is not None
        )
    return _by_evidence(case, demand, position)


def _answer(demand: str, text: str, met: bool, *claims: Claim) -> DemandAnswer:
    return DemandAnswer(demand, text, met, claims)


def _limited(case: Case, demand: str, limit: Limit, position: Position) -> DemandAnswer:
    held = next((c for c in position.checks if c.limit == limit), None)
    if held is None and position.option is not None:
        held = option_checks(case, limit).get(position.option)
    if held is None:
        uses = [
            use
            for use in bears_on(case, limit)
            if case.bound.get(use[0]) == position.option or use[0] not in case.bound
        ]
        held = check(limit, uses[:1]) if uses else None
    if held is None:
        return _answer(demand, say(case.language, "limit.none"), False)
    return _answer(demand, told_check(case, held), held.kept is True, *held.claims)


def told_fact(case: Case, held: Check) -> str:
    """Return how a figure, or the sum of several, stands to a limit, with the arithmetic."""
    language = case.language
    figure = held.figures[0].text
    if held.either:
        figure = say(language, "either", *(f.text for f in held.figures))
    elif len(held.figures) > 1:
        low, high = written(held.low, language), written(held.high, language)
        total = _with_unit(low if held.low == held.high else f"{low}–{high}", held.figures[0])
        figure = say(language, "sum", " + ".join(f.text for f in held.figures), total)
    state = {True: "kept", False: "broken", None: "open"}[held.kept]
    return say(language, f"fact.{held.limit.figure.bound or 'most'}.{state}", figure, held.limit.figure.text)


def _with_unit(value: str, like: Figure) -> str:
    """Return a value with its unit, written as another figure is: “9,000 euros”, “€9,000”."""
    sign = re.match(r"[€$£]\s?", like.text)
    if sign is not None:
        return f"{sign[0]}{value}"
    unit = re.search(r"[^\W\d_]+\.?$", like.text) if like.unit in words.MONEY else None
    return f"{value} {unit[0] if unit is not None else like.unit}"


def told_check(case: Case, held: Check) -> str:
    """Return whether a limit is kept, why, and the lines that show it."""
    key = {True: "limit.kept", False: "limit.broken", None: "limit.open"}[held.kept]
    return say(case.language, key, told_fact(case, held), ", ".join(cited(case, c) for c in held.claims))


def _measures(case: Case, demand: str, wanted: int) -> DemandAnswer:
    found = own_against_others(case)[:MOST_MEASURES]
    if not found:
        return _answer(demand, say(case.language, "d.none"), False)
    measures = "; ".join(
        say(case.language, "d.measure", cited(case, own), cited(case, other)) for own, other in found
    )
    claims = tuple(c for pair in found for c in pair)
    if len(found) < wanted:
        return _answer(
            demand, say(case.language, "d.measures.few", len(found), wanted, measures), False, *claims
        )
    return _answer(demand, say(case.language, "d.measures", measures), True, *claims)


def _by_evidence(case: Case, demand: str, position: Position) -> DemandAnswer:
    language = case.language
    near = nearest(case, demand, position.option, position.lens)
    if not near:
        return _answer(demand, say(language, "d.none"), False)
    best = near[0]
    line = cited(case, best)
    if asks_to_tell(demand):
        lines = [best]
        if best.source == BRIEF:
            lines += [c for c in near[1:4] if c.source not in (BRIEF, ANSWER)][:1]
        keys = ({BRIEF: "d.brief", ANSWER: "d.person"}.get(c.source, "d.said") for c in lines)
        text = " ".join(say(language, key, cited(case, c)) for key, c in zip(keys, lines, strict=True))
        return _answer(demand, text, True, *lines)
    leaning = next((c for c in near[:3] if c.leans), None)
    if leaning is None:
        return _answer(demand, say(language, "d.open", line), False, best)
    key = "d.done" if leaning.leans > 0 else "d.doubt"
    text = say(language, key, cited(case, leaning))
    other = next((c for c in near[:3] if c.leans == -leaning.leans), None)
    if other is not None and other.lenses & leaning.lenses:
        text += " " + say(language, "d.but", cited(case, other))
    return _answer(demand, text, leaning.leans > 0, leaning)


# --- must-haves in any text -------------------------------------------------------------------


def met_in(case: Case, demand: str, text: str) -> bool:
    """Tell whether a text, whoever wrote it, takes a position on a must-have with a reason."""
    opening = say(case.language, "demand", quoted(case, demand), "")
    line = next((x for x in text.splitlines() if opening in x), None)
    if line is not None:
        answer = line.partition(opening)[2]
        return bool(answer) and not _unmet(answer)
    wanted = prose.keys(demand)
    return any(_takes_position(demand, wanted, s) for s in prose.prose_sentences(text[:30_000]))


def answered_in(case: Case, demand: str, text: str) -> bool:
    """Tell whether a text says of a must-have, with a line or figure, that it is met or that it is not."""
    opening = say(case.language, "demand", quoted(case, demand), "")
    line = next((x for x in text.splitlines() if opening in x), "")
    answer = line.partition(opening)[2]
    reasoned = _unmet(answer) and any(cited_place in answer for cited_place in (", line ", ", Zeile "))
    return reasoned or met_in(case, demand, text)


def _unmet(answer: str) -> bool:
    return answer.startswith((EN["unmet"], DE["unmet"]))


def _takes_position(demand: str, wanted: frozenset[str] | set[str], sentence: str) -> bool:
    """Tell whether a sentence says more on a must-have than the must-have itself: a figure, or a reason."""
    keys = prose.keys(sentence)
    if len(wanted & keys) < 0.5 * len(wanted) or prose.plain(demand).rstrip(".") in sentence:
        return False
    fresh = keys - wanted
    return len(fresh) >= 3 and (prose.has_number(sentence) or prose.gives_reason(sentence))


def open_demands(case: Case, texts: Iterable[str]) -> list[str]:
    """Return the must-haves that no text meets."""
    every = list(texts)
    return [d for d in case.brief.demands if not any(met_in(case, d, text) for text in every)]
