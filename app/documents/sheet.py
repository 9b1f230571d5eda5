"""The tables of a workbook (XLSX, ODS) as text: a line for each row, found again by its sheet and cells.

A formula stands as the value that was last worked out; how many have none is told, and that a sheet is
or what of it is hidden, and that comments are left out. Links to other files are never followed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from fnmatch import fnmatchcase
from string import ascii_uppercase, digits
from typing import NamedTuple
from urllib.parse import urljoin
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
_LITERAL = re.compile(r'"[^"]*"|\\.')
"""What a format writes as it stands."""
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
    parts = _Parts(packed)
    with lines.as_far_as_read():
        for told in told_of:
            name = told.name
            sheet = book.get_sheet_by_name(name)
            if sheet.start is None:
                continue
            row, column = sheet.start
            percents = parts.percents_of(name)
            lines.gap()
            lines.place("heading", name)
            lines.add(f"# {name}" if told.visible == SheetVisibleEnum.Visible else f"# {name} (hidden sheet)")
            for offset, cells in enumerate(sheet.to_python(skip_empty_area=True)):
                left -= len(cells)
                if left < 0:
                    lines.note("cells", limit=_MOST_CELLS)
                    return
                at = row + offset + 1
                _write_row(lines, name, at, column, _texts(cells, at, column, percents))
        _note_parts(packed, parts, lines)
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


class _Formats:
    """Which styles of cells an Excel workbook shows as percentages, and which part is which sheet."""

    def __init__(self, packed: ZipFile) -> None:
        self.percent = set[str]()
        self._sheets, self._parts = dict[str, str](), dict[str, str]()
        # Of percentages: two are in every workbook.
        self._formats, self._style = {"9", "10"}, 0
        parts = sorted({_EXCEL, "xl/_rels/workbook.xml.rels", "xl/styles.xml"} & {*packed.namelist()})
        with suppress(ExpatError):
            walk(packed, parts, self._begin, whole=True)

    def part_of(self, sheet: str) -> str:
        """Return the part that holds a sheet."""
        return urljoin(f"/{_EXCEL}", self._parts.get(self._sheets.get(sheet, ""), ""))

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        match tag:
            case "sheet":
                self._sheets[given.get("name", "")] = given.get("id", "")
            case "Relationship":
                self._parts[given.get("Id", "")] = given.get("Target", "")
            case "numFmt" if "%" in _LITERAL.sub("", given.get("formatCode", "")):
                self._formats.add(given.get("numFmtId", ""))
            case "cellXfs":
                # Those before are of named styles, which these follow.
                self._style, self.percent = 0, set()
            case "xf":
                if given.get("numFmtId") in self._formats:
                    self.percent.add(str(self._style))
                self._style += 1


class _Parts:
    """What of sheets is noted: formulas not worked out, hidden rows and columns, cells with percentages."""

    def __init__(self, packed: ZipFile) -> None:
        self.unknown = self.hidden = 0
        self._formula = self._value = self._row = self._error = False
        self._columns: set[str] = set()
        """Of the sheet, those that are hidden and not yet counted."""
        self._column = ""
        self._formats, self._percents = _Formats(packed), dict[str, set[str]]()
        self._left = [name for name in packed.namelist() if fnmatchcase(name, "xl/*sheet*.xml")]
        self._packed = packed

    def look(self) -> None:
        """Go through all sheets, once."""
        sheets, self._left = self._left, []
        with suppress(ExpatError):
            for part in sheets:
                self._cells = self._percents[f"/{part}"] = set()
                walk(self._packed, part, self.begin, self.end, self.heard, letters=("v", "t"), whole=True)

    def percents_of(self, sheet: str) -> Collection[str]:
        """Return the cells of a sheet whose values are shown as percentages."""
        if self._formats.percent:
            # Else at the end: what there is time for is the text.
            self.look()
        return self._percents.get(self._formats.part_of(sheet), ())

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
                if given.get("s") in self._formats.percent:
                    self._cells.add(given.get("r", ""))
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


def _note_parts(packed: ZipFile, parts: _Parts, lines: Lines) -> None:
    """Note what of a workbook is not in its text, or is hidden in it."""
    parts.look()
    names = packed.namelist()
    content = packed.read(_OFFICE) if _EXCEL not in names else "\n".join(names).encode()
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
    parts, (row, column) = _Parts(packed), sheet.start or (0, 0)
    percents, rows = parts.percents_of(sheet.name), enumerate(sheet.to_python(skip_empty_area=True), row + 1)
    shown = (_texts(cells, at, column, percents) for at, cells in rows)
    lines = Lines()
    _note_parts(packed, parts, lines)
    if others:
        # Which sheet they are of is not known.
        lines.notes.pop("hidden_cells", None)
    lines.count("other_sheets", len(others))
    return SheetRows(shown, lines.notes)


def _texts(cells: Sequence[_Cell], row: int, column: int, percents: Collection[str]) -> list[str]:
    """Return cells as they are shown."""
    texts = [_shown(cell) for cell in cells]
    for at, cell in enumerate(cells) if percents else ():
        if isinstance(cell, float) and f"{_letters(column + at)}{row}" in percents:
            texts[at] = f"{cell * 100:.12g}%"
    return texts


def _write_row(lines: Lines, sheet: str, row: int, column: int, texts: Sequence[str]) -> None:
    texts = [" ".join(text.split()) for text in texts]
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
            return str(cell)


def _letters(column: int) -> str:
    before, at = divmod(column, 26)
    return (_letters(before - 1) if before else "") + ascii_uppercase[at]
