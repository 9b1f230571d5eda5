"""The marks of Markdown for what an editor set with the buttons of a word processor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MARKS = "*_~"


class Look(NamedTuple):
    """How letters are set."""

    bold: bool = False
    italic: bool = False
    struck: bool = False


def marks_for(letters: str, looks: Sequence[Look], *, bold: bool = True) -> list[tuple[int, int, str]]:
    """Return where a line needs marks: the letters that they stand around, and the mark.

    `looks`: of each letter. What stands between marks already needs none. `bold`: False in a heading, which
    is bold by itself.
    """
    found = list(_marks_of(letters, [look.bold for look in looks], "**")) if bold else []
    found += _marks_of(letters, [look.italic for look in looks], "*")
    return [*found, *_marks_of(letters, [look.struck for look in looks], "~~")]


def _marks_of(letters: str, is_set: Sequence[bool], mark: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    while at < len(letters):
        if not is_set[at]:
            at += 1
            continue
        begin = at
        while at < len(letters) and is_set[at]:
            at += 1
        end = at
        while begin < end and (letters[begin].isspace() or letters[begin] in _MARKS):
            begin += 1
        while begin < end and (letters[end - 1].isspace() or letters[end - 1] in _MARKS):
            end -= 1
        marked = letters[begin - 1 : begin] in _MARKS and letters[end : end + 1] in _MARKS
        if begin < end and not (marked and begin and end < len(letters)):
            yield begin, end, mark
