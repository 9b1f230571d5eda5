"""How the words and data of a description are put on the screen: data as one safe line, words translated."""

from __future__ import annotations

from dataclasses import replace

from app.domain.i18n import Message
from app.engine.tabs import Cell, Member
from app.ui.kit.texts import single_line, tr
from app.ui.view.naming import Names

_CELL, HEAD = 240, 160
"""Characters of a cell and of a heading."""


def cell_text(cell: Cell, names: Names | None, limit: int = _CELL) -> str:
    """Return a cell's words: data cut to one line, without the names that are hidden."""
    if isinstance(cell, Member):
        return names.of(cell.seat) if names is not None else ""
    text = tr(cell) if isinstance(cell, Message) else cell
    # Of a megabyte the first lines are enough: it is asked for at every painting.
    text = text[: limit * 8]
    # Before it is cut: of a name that is hidden no half must stay.
    return single_line(names.veil(text) if names is not None else text, limit)


def counted(number: int, tally: tuple[Message, Message]) -> str:
    """Return “3 rows” in a description's words."""
    return tr(replace(tally[number != 1], params={"n": f"{number:,}"}))
