"""The tables of a workbook (XLSX, ODS) as text: a line for each row, found again by its sheet and cells.

A formula stands as the value that was last worked out; links to other files are never followed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from string import ascii_uppercase

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from app.documents.lines import Lines, Refusal
from app.documents.packed import opened

_MOST_CELLS = 1_000_000
"""Cells of a workbook, empty ones among them."""
_Cell = int | float | str | bool | time | date | datetime | timedelta


def read_sheet(content: bytes, lines: Lines) -> None:
    """Write a workbook's tables; raises Refusal."""
    is_excel = b"xl/workbook.xml" in content
    with opened(content, "xl/workbook.xml" if is_excel else "content.xml"):
        pass  # what it unpacks to is known before it is
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError as error:
        raise Refusal("locked") from error
    left = _MOST_CELLS
    with lines.as_far_as_read():
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.start is None:
                continue
            row, column = sheet.start
            lines.gap()
            lines.place("heading", name)
            lines.add(f"# {name}")
            for offset, cells in enumerate(sheet.to_python(skip_empty_area=True)):
                left -= len(cells)
                if left < 0:
                    lines.cut = ("cells", {"limit": _MOST_CELLS})
                    return
                _write_row(lines, name, row + offset + 1, column, cells)


class TooManyRows(ValueError):
    """A sheet of more rows than whoever reads it takes."""


def sheet_rows(content: bytes, most: int) -> Iterator[list[str]]:
    """Return the rows of a workbook's first sheet that holds any, each cell as text.

    Raises Refusal, TooManyRows for more than `most`, ValueError for what is no workbook.
    """
    is_excel = b"xl/workbook.xml" in content
    with opened(content, "xl/workbook.xml" if is_excel else "content.xml"):
        pass  # what it unpacks to is known before it is
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = (book.get_sheet_by_name(name) for name in book.sheet_names)
        sheet = next((one for one in sheets if one.start is not None), None)
    except CalamineError as error:
        raise ValueError(str(error)) from error
    if sheet is None:
        return iter(())
    if sheet.height > most:
        raise TooManyRows
    if sheet.height * sheet.width > _MOST_CELLS:
        raise Refusal("cells", limit=_MOST_CELLS)
    rows = sheet.to_python(skip_empty_area=True)
    return ([cell if isinstance(cell, str) else _shown(cell) for cell in cells] for cells in rows)


def _write_row(lines: Lines, sheet: str, row: int, column: int, cells: Sequence[_Cell]) -> None:
    texts = [_shown(cell) for cell in cells]
    filled = [at for at, text in enumerate(texts) if text]
    if not filled:
        return
    first, last = _letters(column + filled[0]), _letters(column + filled[-1])
    span = f"{first}{row}" if first == last else f"{first}{row}:{last}{row}"
    lines.place("row", f"{sheet}!{span}")
    lines.add(" | ".join(texts[filled[0] : filled[-1] + 1]))


def _shown(cell: _Cell) -> str:
    """Return a value as it is written in a text."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
        case datetime():
            return cell.isoformat(" ") if cell.time() != time() else cell.date().isoformat()
        case date() | time():
            return cell.isoformat()
        case _:
            return " ".join(str(cell).split())


def _letters(column: int) -> str:
    """Return the letters of a column, counted from 0."""
    found = ""
    column += 1
    while column:
        column, at = divmod(column - 1, 26)
        found = ascii_uppercase[at] + found
    return found
