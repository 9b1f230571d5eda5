"""A table for a spreadsheet: as CSV in the language in use, or as a workbook (XLSX) without a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from html import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from app.domain.i18n import Message, format_number
from app.markup.visible import visible

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def decimal_comma() -> bool:
    """Tell whether the language in use has the comma within its numbers."""
    return format_number("0.5") == "0,5"


def spreadsheet(head: Iterable[Message | str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return the file's bytes."""
    file = io.StringIO()
    # A spreadsheet takes semicolons where its language has the comma within its numbers.
    writer = csv.writer(file, delimiter=";" if decimal_comma() else ",", lineterminator="\r\n")
    writer.writerow([_safe(str(name)) for name in head])
    for row in rows:
        writer.writerow([_safe(str(cell)) for cell in row])
    # The mark at its beginning tells a spreadsheet that letters are UTF-8.
    return ("\ufeff" + file.getvalue()).encode()


def _safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, with marks for signs that nobody would see.

    A negative number is no formula.
    """
    shown = visible(cell)
    try:
        float(shown.replace(",", "."))
    except ValueError:
        return f"'{shown}" if shown.startswith(_FORMULA) else shown
    return shown


_LONGEST_CELL = 32_767
"""Characters that a spreadsheet takes into one cell."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that no XML may hold."""
_WIDE, _USUAL = 60, 14
"""Widths of columns in characters: of long texts, and of all others."""
_LONG = 40
_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>'
    ),
    "xl/styles.xml": (
        f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font/><font><b/></font></fonts>'
        '<fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2">'
        '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'
        '<xf fontId="1" applyFont="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    ),
}


def workbook(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a workbook's bytes: numbers stay numbers, None is an empty cell, all else is text.

    `name`: of the sheet. A text that is longer than a cell may be ends with “…”.
    """
    kept = [list(row) for row in rows]
    lines = [_row(1, head, style=1), *(_row(at, row, style=0) for at, row in enumerate(kept, 2))]
    widths = [_WIDE if any(len(str(row[at])) > _LONG for row in kept) else _USUAL for at in range(len(head))]
    columns = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(widths, 1)
    )
    sheet = (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{columns}</cols><sheetData>{''.join(lines)}</sheetData></worksheet>"
    )
    title = _text(re.sub(r"[\[\]:*?/\\]", " ", name))[:31] or "1"
    book = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{title}" sheetId="1" r:id="r1"/></sheets></workbook>'
    )
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for path, content in {**_PARTS, "xl/workbook.xml": book, "xl/worksheets/sheet1.xml": sheet}.items():
            # Without the hour at which it was made: the same table gives the same bytes.
            info = ZipInfo(path)
            info.compress_type = ZIP_DEFLATED
            packed.writestr(info, f"{_HEAD}{content}")
    return file.getvalue()


def _row(number: int, cells: Sequence[object], *, style: int) -> str:
    return f'<row r="{number}">{"".join(_cell(cell, style) for cell in cells)}</row>'


def _cell(cell: object, style: int) -> str:
    if cell is None or cell == "":
        return "<c/>"
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f'<c s="{style}"><v>{cell}</v></c>'
    text = visible(str(cell))
    text = text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{_text(text)}</t></is></c>'


def _text(text: str) -> str:
    return escape(NO_XML.sub("\ufffd", text))
