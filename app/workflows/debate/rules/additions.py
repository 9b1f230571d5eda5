"""What speaks against an answer that stands word for word, and what others say that is put into it. Pure.

Rules: unanimity misleads; so where nobody dissents, the gravest point that its author did not follow stands
in its place, with who made it. Where a member's text is the result, what was said against that one comes
first. One that a person dismissed, or that shows nothing, comes after those that stand. Of the text nothing
changes: an insertion is one line behind the sentence it follows, behind a table, a heading or a fence as a
paragraph of its own, and at the end where it names no words of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from app.diffing.quotations import Span, find_quotation, find_words
from app.domain.facts import Severity
from app.domain.i18n import ngettext, translate
from app.workflows.debate.facts import POINT, Insertion, Objection
from app.workflows.debate.ledger import Point
from app.workflows.debate.state import DebateState

_SENTENCE_END = re.compile(r"[.!?…][\"”’)\]*_`]*(?=\s|$)", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(```|~~~)", re.MULTILINE)
_BEGINS_A_LINE = re.compile(r"^(?:[-*+>]\s+|#{1,6}\s+|\d{1,4}[.)]\s+)+")


class Composed(NamedTuple):
    """A text with insertions, and where each stands in it, by its id."""

    text: str
    places: dict[str, Span]


def as_insertion(text: str) -> str:
    """Return a text as one line of prose: nothing in it can begin a list, a heading or another block."""
    return _BEGINS_A_LINE.sub("", " ".join(text.split()))


def compose(text: str, insertions: Sequence[Insertion]) -> Composed:
    """Return the text with all insertions that are taken."""
    placed = [(*_place(text, one.after), one) for one in insertions if one.taken]
    parts: list[str] = []
    places: dict[str, Span] = {}
    written = length = 0
    for (at, between), group in groupby(sorted(placed, key=lambda one: one[:2]), key=lambda one: one[:2]):
        parts.append(text[written:at])
        length += at - written
        written = at
        for _at, _between, one in group:
            places[one.id] = Span(length + len(between), length + len(between) + len(one.text))
            parts.append(between + one.text)
            length = places[one.id].end
    return Composed("".join([*parts, text[written:]]), places)


def _place(text: str, after: str) -> tuple[int, str]:
    """Return where what follows these words is put in, and what parts it from what stands before it."""
    found = (find_words(text, after) or find_quotation(text, after)) if after.strip() else None
    if found is None:
        return len(text), "\n\n"
    line_end = _line_end(text, found.end)
    fences = [one.end() for one in _FENCE.finditer(text)]
    before = sum(end <= found.end for end in fences)
    if before % 2:
        return (_line_end(text, fences[before]) if before < len(fences) else len(text)), "\n\n"
    line = text[text.rfind("\n", 0, found.end) + 1 : line_end].lstrip()
    if line.startswith("|"):
        while text[line_end + 1 :].lstrip(" ").startswith("|"):
            line_end = _line_end(text, line_end + 1)
        return line_end, "\n\n"
    if line.startswith("#"):
        return line_end, "\n\n"
    ends = _SENTENCE_END.search(text, max(0, found.end - 1), line_end)
    return (ends.end() if ends is not None else line_end), " "


def _line_end(text: str, position: int) -> int:
    found = text.find("\n", position)
    return len(text) if found < 0 else found


_RANK: tuple[Severity, ...] = ("high", "medium", "low")


def _left_open(state: DebateState, seat: str = "") -> list[Point]:
    """Return the points that were not taken up, the strongest first; none of a rejected attempt.

    `seat`: whose text is the result, empty where it is nobody's.
    """
    found = [one for one in _raised(state) if one.answer != "fixed" and not _accepted_against(one, seat)]
    return sorted(found, key=partial(_order, seat))


def _accepted_against(point: Point, seat: str) -> bool:
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
    for point in _left_open(state):
        fact = point.fact
        text = as_insertion(fact.missing or fact.suggestion or fact.claim)
        if _accepted_against(point, seat) and text and text.casefold() not in said:
            said.add(text.casefold())
            yield Insertion(
                id=f"{POINT}{fact.critique}", seat=fact.critic, text=text, after=fact.quote, taken=True
            )


def objection_of(state: DebateState, seat: str = "") -> Objection | None:
    """Return the strongest of them, with how many there are; None: all that was raised was taken up."""
    found = _left_open(state, seat)
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


def nothing_left(state: DebateState) -> str:
    """Return what became of what was raised, where no objection is left; empty where nothing can be said."""
    followed = len(list(_raised(state)))
    if followed and not _left_open(state):
        return ngettext(
            followed,
            "The one point that was raised was taken up.",
            "All {n} points that were raised were taken up.",
        )
    criticised = any(attempt.assessed and not attempt.uncriticised for attempt in state.attempts)
    return "" if followed or not criticised else translate("Nobody raised a point.")
