"""Tables of Word as Markdown writes them: a line for each row, and one below the head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.documents.marking import Piece, ahead_of

RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
"""The line below a table's head."""
RULE_NAME = "roundtable_rule_"
_NAMED_RULE = re.compile(RULE_NAME + r"([st])([nlcr]+)")
_BAR = re.compile(r"(?<!\\)\|")
OPENS, PARTS, CLOSES = "| ", " | ", " |"
Row = list[list[Piece]]


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


def row_in_markdown(cells: Row) -> Iterator[tuple[int, Piece]]:
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
