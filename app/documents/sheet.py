"""The tables of a workbook (XLSX, ODS) as text: a line for each row, found again by its sheet and cells.

A formula stands as the value that was last worked out; how many have none is told, and that a sheet is
hidden, and that comments are left out. Links to other files are never followed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from fnmatch import fnmatchcase
from string import ascii_uppercase
from xml.parsers.expat import ExpatError
from zipfile import ZipFile

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

from app.documents.lines import Lines, Refusal
from app.documents.packed import opened, walk

_MOST_CELLS = 1_000_000
"""Cells of a workbook, empty ones among them."""
_Cell = int | float | str | bool | time | date | datetime | timedelta


def read_sheet(content: bytes, lines: Lines) -> None:
    """Write a workbook's tables; raises Refusal."""
    is_excel = b"xl/workbook.xml" in content
    # What it unpacks to is known before it is.
    packed = opened(content, "xl/workbook.xml" if is_excel else "content.xml")
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError as error:
        raise Refusal("locked") from error
    left = _MOST_CELLS
    with lines.as_far_as_read():
        for told in book.sheets_metadata:
            name = told.name
            sheet = book.get_sheet_by_name(name)
            if sheet.start is None:
                continue
            row, column = sheet.start
            lines.gap()
            lines.place("heading", name)
            lines.add(f"# {name}" if told.visible == SheetVisibleEnum.Visible else f"# {name} (hidden sheet)")
            for offset, cells in enumerate(sheet.to_python(skip_empty_area=True)):
                left -= len(cells)
                if left < 0:
                    lines.cut = ("cells", {"limit": _MOST_CELLS})
                    return
                _write_row(lines, name, row + offset + 1, column, cells)
        with suppress(ExpatError):
            lines.cut = _missing(packed) if is_excel else _missing_of_office(packed)


def _missing(packed: ZipFile) -> tuple[str, dict[str, int]] | None:
    """Return what of a workbook is not in its text: formulas that nobody has worked out, and comments."""
    names = packed.namelist()
    unknown, formula, value = 0, False, False

    def begin(tag: str, _given: Mapping[str, str]) -> None:
        nonlocal formula, value
        if tag == "c":
            formula = value = False
        elif tag == "f":
            formula = True

    def heard(_text: str) -> None:
        nonlocal value
        value = True

    def end(tag: str) -> None:
        nonlocal unknown
        unknown += tag == "c" and formula and not value

    for name in names:
        if fnmatchcase(name, "xl/*sheet*.xml"):
            walk(packed, name, begin, end, heard, letters=("v",), whole=True)
    return _told(unknown, any(name.startswith(("xl/comments", "xl/threadedComments")) for name in names))


def _missing_of_office(packed: ZipFile) -> tuple[str, dict[str, int]] | None:
    return _told(0, b"<office:annotation" in packed.read("content.xml"))


def _told(unknown: int, comments: bool) -> tuple[str, dict[str, int]] | None:
    if not unknown:
        return ("cell_comments", {}) if comments else None
    return ("formulas_comments" if comments else "formulas"), {"n": unknown}


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
    """Return a value as it is written in a text: a number with the digits that spreadsheets show."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.15g}"
        case datetime():
            return cell.isoformat(" ") if cell.time() != time() else cell.date().isoformat()
        case timedelta():
            # As spreadsheets show a duration: hours that may be more than a day's.
            minutes, seconds = divmod(int(cell.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case date() | time():
            return cell.isoformat()
        case _:
            return " ".join(str(cell).split())


def _letters(column: int) -> str:
    found = ""
    column += 1
    while column:
        column, at = divmod(column - 1, 26)
        found = ascii_uppercase[at] + found
    return found
