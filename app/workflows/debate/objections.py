"""The strongest objection that was raised and not taken up: what speaks against an answer that all agree to.

Rule: unanimity misleads; so where nobody dissents, the gravest point that its author did not follow stands in
its place, with who made it. Where a member's text is the result, what was said against that one comes first.
One that a person dismissed, or that shows nothing, comes after those that stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from app.domain.facts import Severity
from app.domain.i18n import ngettext, translate
from app.domain.reporting import Place, Remark, sentence
from app.workflows.debate.facts import POINT, Insertion, Objection
from app.workflows.debate.insertions import as_insertion
from app.workflows.debate.ledger import Point
from app.workflows.debate.state import DebateState

_RANK: tuple[Severity, ...] = ("high", "medium", "low")


def left_open(state: DebateState, seat: str = "") -> list[Point]:
    """Return the points that were not taken up, the strongest first; none of a rejected attempt.

    `seat`: whose text is the result, empty where it is nobody's.
    """
    found = [one for one in _raised(state) if one.answer != "fixed" and not accepted_against(one, seat)]
    return sorted(found, key=partial(_order, seat))


def accepted_against(point: Point, seat: str) -> bool:
    """Tell whether a person accepted it and this member's text leaves it open: then it is added to that."""
    accepted = point.verdict == "accept" and point.answer != "fixed"
    return bool(seat) and accepted and point.concerns(seat)


def _raised(state: DebateState) -> Iterator[Point]:
    for attempt in state.attempts:
        for one in attempt.points if attempt.accepted is not False else ():
            if one.fact.mark is None and not one.fact.unstructured and not one.apart:
                yield one


def _order(seat: str, point: Point) -> tuple[bool, bool, int, bool, int]:
    return (
        point.verdict == "dismiss",
        bool(seat) and not point.concerns(seat),
        _RANK.index(point.fact.severity),
        point.fact.passage == "none",
        -point.round,
    )


def with_points(state: DebateState, seat: str, found: Iterable[Insertion]) -> Iterator[Insertion]:
    """Yield what others say, then the points that the person accepted and this answer leaves open."""
    said = set[str]()
    for one in found:
        said.add(one.text.casefold())
        yield one
    for point in left_open(state):
        fact = point.fact
        text = as_insertion(fact.missing or fact.suggestion or fact.claim)
        if accepted_against(point, seat) and text and text.casefold() not in said:
            said.add(text.casefold())
            yield Insertion(
                id=f"{POINT}{fact.critique}", seat=fact.critic, text=text, after=fact.quote, taken=True
            )


def objection_of(state: DebateState, seat: str = "") -> Objection | None:
    """Return the strongest of them, with how many there are; None: all that was raised was taken up."""
    found = left_open(state, seat)
    if not found:
        return None
    point = found[0]
    return Objection(
        critique=point.fact.critique,
        seat=point.fact.critic,
        target=point.fact.target,
        claim=point.fact.claim.strip(),
        answer=point.reason if point.verdict == "dismiss" else point.justification,
        of=len(found),
    )


def objection_remarks(state: DebateState, raised: Objection | None) -> Iterator[Remark]:
    """Yield the strongest objection that was not taken up: it stands where nobody is said to dissent."""
    if raised is None:
        return
    point = state.points.get(raised.critique)
    sentences, why = [sentence(raised.claim)], raised.answer.removesuffix(".")
    if point is not None and point.verdict == "dismiss":
        sentences.append(translate("The person dismissed it: “{why}”.", why=why))
    elif raised.target and raised.answer:
        sentences.append(translate("{author} did not follow it: “{why}”.", author=raised.target, why=why))
    elif raised.target:
        said = translate("{author} did not follow it.", author=raised.target)
        unheard = point is not None and point.answer not in ("held", "fixed")
        sentences.append(
            translate("{author} did not reply to it.", author=raised.target) if unheard else said
        )
    else:
        sentences.append(translate("It was not taken up."))
    if raised.of > 1:
        # Without their number: it counts all rounds, and every page tells how many the last one left open.
        sentences.append(translate("It is the strongest of the points left open."))
    place = Place(round=point.round, attempt=point.attempt) if point is not None else None
    yield Remark(text=" ".join(sentences), who=(raised.seat,), place=place, critique=raised.critique)


def nothing_left(state: DebateState) -> str:
    """Return what became of what was raised, where no objection is left; empty where nothing can be said."""
    followed = len(list(_raised(state)))
    if followed and not left_open(state):
        return ngettext(
            followed,
            "The one point that was raised was taken up.",
            "All {n} points that were raised were taken up.",
        )
    criticised = any(attempt.assessed and not attempt.uncriticised for attempt in state.attempts)
    return "" if followed or not criticised else translate("Nobody raised a point.")
