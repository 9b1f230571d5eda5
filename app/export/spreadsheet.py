"""A table as CSV for a spreadsheet, in the language in use."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

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
