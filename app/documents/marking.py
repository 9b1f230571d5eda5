"""Markdown for what an editor set with the buttons of a word processor: marks, headings, items, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from app.documents.numbering import NO_ITEM, Item, Lists

_MARKS = "*_~"
_MARKED_HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s|$)")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")

Piece = tuple[str, bool, str, str, bool, str, str]
"""Letters; whether they were brought, by whom, when; whether they were taken, by whom, when."""


class Look(NamedTuple):
    """How letters are set."""

    bold: bool = False
    italic: bool = False
    struck: bool = False


PLAIN = Look()


def marked_line(
    line: Sequence[Piece], looks: Sequence[Look], level: int, item: Item, lists: Lists
) -> tuple[list[Piece], list[Piece], list[tuple[int, str]]]:
    """Return what stands before a line as Markdown, the line with marks for how it is set, and what was put
    where in it, in letters before.

    `looks`: of each piece; `level`: of a heading, 0: it is none.
    """
    words = "".join(piece[0] for piece in line)
    ahead: list[Piece] = []
    listed, deep = item
    if listed == NO_ITEM[0] or not words.strip():
        lists.end()
    elif not _ITEM.match(words):
        # A list made in the editor's program holds its mark beside the text.
        ahead.append(ahead_of(lists.mark(listed, deep), line))
    # What came and what goes stand in one paragraph: of each side it is told by itself.
    stays = "".join(piece[0] for piece in line if not piece[4])
    was = "".join(piece[0] for piece in line if not piece[1])
    marked = any(map(_MARKED_HEADING.match, (words, stays, was)))
    if level and words.strip() and not marked:
        ahead.append(ahead_of(f"{'#' * level} ", line))
    return ahead, *_marked(line, looks, heading=bool(level or marked))


def ahead_of(mark: str, line: Sequence[Piece]) -> Piece:
    """Return a mark that came or goes with the line, where all of it does."""
    first = line[0] if line else ("", False, "", "", False, "", "")
    brought, taken = (bool(line) and all(piece[at] for piece in line) for at in (1, 4))
    nobody = ("", "")
    by, of = first[2:4] if brought else nobody, first[5:7] if taken else nobody
    return (mark, brought, *by, taken, *of)


def _marked(
    line: Sequence[Piece], looks: Sequence[Look], *, heading: bool
) -> tuple[list[Piece], list[tuple[int, str]]]:
    if all(look == PLAIN for look in looks):
        return list(line), []
    letters = [(letter, piece, look) for piece, look in zip(line, looks, strict=True) for letter in piece[0]]
    # Words that go get no marks, but in a line that goes whole.
    stays = [at for at, (_, piece, _) in enumerate(letters) if not piece[4]] or range(len(letters))
    wanted = _marks_for(
        "".join(letters[at][0] for at in stays), [letters[at][2] for at in stays], bold=not heading
    )
    if not wanted:
        return list(line), []
    before: dict[int, str] = {}
    behind: dict[int, str] = {}
    for begin, end, mark in wanted:
        before[stays[begin]] = before.get(stays[begin], "") + mark
        behind[stays[end - 1]] = mark + behind.get(stays[end - 1], "")
    found: list[Piece] = []
    put: list[tuple[int, str]] = []
    for at, (letter, piece, _) in enumerate(letters):
        opening, closing = before.get(at, ""), behind.get(at, "")
        found.append((f"{opening}{letter}{closing}", *piece[1:]))
        put += [(at, opening)] if opening else []
        put += [(at, closing)] if closing else []
    return found, put


def _marks_for(letters: str, looks: Sequence[Look], *, bold: bool = True) -> list[tuple[int, int, str]]:
    """Return where a line needs marks: the letters that they stand around, and the mark.

    `looks`: of each letter. What stands between marks already needs none. `bold`: False in a heading, which
    is bold by itself.
    """
    found = list(_marks_of(letters, [look.bold for look in looks], "**")) if bold else []
    found += _marks_of(letters, [look.italic for look in looks], "*")
    return [*found, *_marks_of(letters, [look.struck for look in looks], "~~")]


def _marks_of(letters: str, is_set: Sequence[bool], mark: str) -> Iterator[tuple[int, int, str]]:
    for wanted, run in groupby(range(len(letters)), lambda at: is_set[at]):
        places = [*run] if wanted else [0]
        begin, end = places[0], places[-1] + wanted
        while begin < end and (letters[begin].isspace() or letters[begin] in _MARKS):
            begin += 1
        while begin < end and (letters[end - 1].isspace() or letters[end - 1] in _MARKS):
            end -= 1
        marked = letters[begin - 1 : begin] in _MARKS and letters[end : end + 1] in _MARKS
        if begin < end and not (marked and begin and end < len(letters)):
            yield begin, end, mark


# --- tables: a line for each row, and one below the head -----------------------------------------------

RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
"""The line below a table's head."""
RULE_NAME = "roundtable_rule_"
_NAMED_RULE = re.compile(RULE_NAME + r"([st])([nlcr]+)")
_BAR = re.compile(r"(?<!\\)\|")
OPENS, PARTS, CLOSES = "| ", " | ", " |"
_SIDES = {"---": "n", ":---": "l", ":---:": "c", "---:": "r"}
_DASHES = {letter: dashes for dashes, letter in _SIDES.items()}
_MOST_COLUMNS = 20
"""A bookmark's name has forty signs."""


def name_of_rule(rule: str) -> str:
    """Return the name of a bookmark that tells the line below a head; empty: none can."""
    spaced = rule.startswith(OPENS)
    sides = [_SIDES.get(one.strip(), "") for one in rule[1:-1].split("|")]
    name = f"{RULE_NAME}{'s' if spaced else 't'}{''.join(sides)}"
    return name if all(sides) and len(sides) <= _MOST_COLUMNS and rule_of(len(sides), name) == rule else ""


def rule_of(columns: int, name: str = "") -> str:
    """Return the line below a head of so many columns; `name`: of a bookmark in it, if there is one."""
    found = _NAMED_RULE.fullmatch(name)
    if found is None or len(found[2]) != columns:
        return "|" + "---|" * columns
    sides = [_DASHES[letter] for letter in found[2]]
    return f"{OPENS}{PARTS.join(sides)}{CLOSES}" if found[1] == "s" else f"|{'|'.join(sides)}|"


def row_in_markdown(cells: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, Piece]]:
    """Yield a row's pieces, each with the cell that it begins, -1: it is of none."""
    whole = [piece for cell in cells for piece in cell]
    for number, cell in enumerate(cells):
        yield number, ahead_of(PARTS if number else OPENS, whole)
        before = ""
        for piece in cell:
            told = _BAR.sub(r"\\|", before + piece[0])[len(before) :].replace("\n", "<br>")
            before = "\\" if piece[0].endswith("\\") else ""
            yield -1, (told, *piece[1:])
    yield -1, ahead_of(CLOSES, whole)


def cells_of(line: str) -> Sequence[tuple[int, int]]:
    """Return where the cells of a line stand that is written as rows are here; none where it is not."""
    if len(line) < 5 or not line.startswith(OPENS) or not line.endswith(CLOSES):
        return ()
    found, begin = [], len(OPENS)
    end = len(line) - len(CLOSES)
    for bar in _BAR.finditer(line, begin, end):
        if bar.start() - 1 < begin or line[bar.start() - 1 : bar.end() + 1] != PARTS:
            return ()
        found.append((begin, bar.start() - 1))
        begin = bar.end() + 1
    return [*found, (begin, end)] if begin <= end else ()
