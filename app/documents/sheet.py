"""The tables of a workbook (XLSX, ODS) as text: a line for each row, found again by its sheet and cells.

A formula stands as the value that was last worked out; how many have none is told, and that a sheet is
or what of it is hidden, and that comments are left out. Links to other files are never followed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from fnmatch import fnmatchcase
from string import ascii_uppercase, digits
from typing import NamedTuple
from xml.parsers.expat import ExpatError
from zipfile import ZipFile

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

from app.documents.lines import Lines, Refusal, check_beginning
from app.documents.packed import opened, walk
from app.domain.whole_numbers import whole_number

_MOST_CELLS = 1_000_000
"""Cells of a workbook, empty ones among them."""
_MOST_COLUMNS = 16_384
_LARGEST_WHOLE = 2**53
"""Whole numbers up to which each can be told from the next."""
_YES = ("1", "true")
_EXCEL, _OFFICE = "xl/workbook.xml", "content.xml"
"""The part that makes an archive a workbook of Excel, and one of Open Document."""
_COMMENTED = re.compile(rb"^xl/(?:c|threadedC)omments|<office:annotation", re.MULTILINE)
_DRAWN = re.compile(rb"^xl/(?:drawings/drawing|charts/|media/)|<draw:frame", re.MULTILINE)
_HIDDEN_OFFICE = re.compile(
    rb'<table:table-(?:row|column)\b[^>]*table:visibility="(?:collapse|filter)"[^>]*>'
)
_Cell = int | float | str | bool | time | date | datetime | timedelta


def read_sheet(content: bytes, lines: Lines) -> None:
    """Write a workbook's tables; raises Refusal."""
    book, packed = _opened(content)
    left, told_of = _MOST_CELLS, book.sheets_metadata
    with lines.as_far_as_read():
        for told in told_of:
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
                    lines.note("cells", limit=_MOST_CELLS)
                    return
                _write_row(lines, name, row + offset + 1, column, cells)
        _note_parts(packed, lines)
        lines.count("hidden_sheets", sum(told.visible != SheetVisibleEnum.Visible for told in told_of))


def _opened(content: bytes) -> tuple[CalamineWorkbook, ZipFile]:
    """Return a workbook and its parts; raises Refusal, CalamineError."""
    check_beginning("sheet", content)
    # What it unpacks to is known before it is.
    packed = opened(content, _EXCEL if _EXCEL.encode() in content else _OFFICE)
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content)), packed
    except PasswordError as error:
        raise Refusal("locked") from error


class _Parts:
    """What of sheets is noted: formulas that nobody has worked out, rows and columns that are hidden."""

    def __init__(self) -> None:
        self.unknown = self.hidden = 0
        self._formula = self._value = self._row = self._error = False
        self._columns: set[str] = set()
        """Of the sheet, those that are hidden and not yet counted."""
        self._column = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        match tag:
            case "worksheet":
                self._columns = set()
            case "col" if given.get("hidden") in _YES:
                first, last = (whole_number(given.get(name, "")) or 0 for name in ("min", "max"))
                if len(self._columns) < _MOST_COLUMNS:
                    self._columns.update(map(_letters, range(max(0, first - 1), min(last, _MOST_COLUMNS))))
            case "row":
                self._row = given.get("hidden") in _YES
            case "c":
                self._formula = self._value = False
                self._error = given.get("t") == "e"
                self._column = given.get("r", "").rstrip(digits)
            case "f":
                self._formula = True

    def heard(self, _text: str) -> None:
        self._value = True
        self.hidden += self._row + (self._column in self._columns)
        self._row = False
        self._columns.discard(self._column)

    def end(self, tag: str) -> None:
        # An error is no value either.
        self.unknown += tag == "c" and (self._error or (self._formula and not self._value))


def _note_parts(packed: ZipFile, lines: Lines) -> None:
    """Note what of a workbook is not in its text, or is hidden in it."""
    names, parts = packed.namelist(), _Parts()
    content = packed.read(_OFFICE) if _EXCEL not in names else "\n".join(names).encode()
    sheets = [name for name in names if fnmatchcase(name, "xl/*sheet*.xml")]
    with suppress(ExpatError):
        walk(packed, sheets, parts.begin, parts.end, parts.heard, letters=("v", "t"), whole=True)
    lines.count("formulas", parts.unknown)
    if _COMMENTED.search(content):
        lines.note("cell_comments")
    if _DRAWN.search(content):
        lines.note("drawings")
    # Those behind the last cell are told as repeated ones.
    repeated = [b"-repeated=" in one for one in _HIDDEN_OFFICE.findall(content)]
    lines.count("hidden_cells", parts.hidden + repeated.count(False))


class TooManyRows(ValueError):
    """A sheet of more rows than whoever reads it takes."""


class SheetRows(NamedTuple):
    """The rows of a sheet, each cell as text. `notes`: what of the workbook is not in them, as of `Lines`."""

    rows: Iterable[list[str]] = ()
    notes: Mapping[str, Mapping[str, int]] = {}


def sheet_rows(content: bytes, most: int) -> SheetRows:
    """Return the rows of a workbook's first sheet that holds any, of a hidden one where no other does.

    Raises Refusal, TooManyRows for more than `most`, ValueError for what is no workbook.
    """
    try:
        book, packed = _opened(content)
        told = sorted(book.sheets_metadata, key=lambda one: one.visible != SheetVisibleEnum.Visible)
        sheets = [book.get_sheet_by_name(one.name) for one in told]
    except CalamineError as error:
        raise ValueError(str(error)) from error
    filled = [one for one in sheets if one.start is not None]
    if not filled:
        return SheetRows()
    sheet, *others = filled
    if sheet.height > most:
        raise TooManyRows
    if sheet.height * sheet.width > _MOST_CELLS:
        raise Refusal("cells", limit=_MOST_CELLS)
    rows = sheet.to_python(skip_empty_area=True)
    shown = ([cell if isinstance(cell, str) else _shown(cell) for cell in cells] for cells in rows)
    lines = Lines()
    _note_parts(packed, lines)
    if others:
        # Which sheet they are of is not known.
        lines.notes.pop("hidden_cells", None)
    lines.count("other_sheets", len(others))
    return SheetRows(shown, lines.notes)


def _write_row(lines: Lines, sheet: str, row: int, column: int, cells: Sequence[_Cell]) -> None:
    texts = [_shown(cell) for cell in cells]
    filled = [at for at, text in enumerate(texts) if text]
    if not filled:
        return
    first, last = _letters(column + filled[0]), _letters(column + filled[-1])
    span = f"{first}{row}" if first == last else f"{first}{row}:{last}{row}"
    lines.place("row", f"{sheet}!{span}")
    # From the first column of the sheet on, so that each value stays in its own.
    lines.add(" | ".join(texts[: filled[-1] + 1]))


def _shown(cell: _Cell) -> str:
    """Return a value as it is written in a text: a number with the digits that spreadsheets show."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < _LARGEST_WHOLE else f"{cell:.15g}"
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
    before, at = divmod(column, 26)
    return (_letters(before - 1) if before else "") + ascii_uppercase[at]
