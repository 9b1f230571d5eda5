"""The confidence table as a person may change it: a row and its value on a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.domain.i18n import Message, words
from app.workflows.research.model import ConfidenceTable

ROWS: Mapping[str, Message] = {
    "conflicting": words("in an open conflict"),
    "two_origins": words("two agents, each with a checked citation, from two sources"),
    "one_origin": words("two agents, each with a checked citation, one source"),
    "confirmed": words("one checked citation, confirmed by another agent or later"),
    "verified": words("one checked citation"),
    "file_only": words("a file that exists; nothing quoted, or the quote not found"),
    "repeated": words("several agents, nothing checked"),
    "inference": words("inference only"),
}
"""What each row means, by its name, in the order in which they are tried."""


def table_of(lines: Iterable[str]) -> ConfidenceTable:
    """Return the table with these rows changed; raises ValueError in words for a line that is none."""
    changed: dict[str, float] = {}
    for line in lines:
        name, _, value = line.partition("=")
        row = name.strip().lower().replace(" ", "_")
        if row not in ROWS:
            known = ", ".join(ROWS)
            raise ValueError(
                words("“{row}” is no row of the table; the rows are: {rows}", row=row, rows=known)
            )
        try:
            changed[row] = float(value.strip().replace(",", "."))
        except ValueError:
            raise ValueError(words("write “{row} = 0.75”, a figure from 0 to 1", row=row)) from None
        if not 0 <= changed[row] <= 1:
            raise ValueError(words("“{row}” must be from 0 to 1", row=row))
    return ConfidenceTable(**changed)
