"""What others say put into a text that stands word for word: where each stands in it. Pure.

Rule: nothing of the text changes. An insertion is one line. It stands behind the sentence it follows, behind
a table, a heading or a fence as a paragraph of its own, and at the end where it names no words of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from app.diffing.quotations import Span, find_quotation, find_words
from app.workflows.debate.facts import Insertion, InsertionDecided, ResultChosen

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


def decided(chosen: ResultChosen, decision: InsertionDecided) -> ResultChosen:
    """Return a chosen text with one of its insertions taken or left out."""
    insertions = tuple(
        one.model_copy(update={"taken": decision.taken}) if one.id == decision.insertion else one
        for one in chosen.insertions
    )
    return chosen.model_copy(update={"insertions": insertions})
