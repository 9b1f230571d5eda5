"""The table of what models cost and take in, made from litellm when dependencies are locked.

`resources/models/table.tsv` has a line for each model, sorted. `packaging/models.py` writes it. A model is
looked up in the text as it is read: a command asks for a few of a thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from app.resources import text

FILE = "models/table.tsv"


@dataclass(frozen=True, slots=True)
class Row:
    """One model; None is unknown."""

    name: str
    """With its provider."""
    listed: bool
    """It is a model for chats that a person may choose."""
    price_in: float | None
    """Dollars per million tokens."""
    price_out: float | None
    window: int | None
    """Tokens the model takes in."""


def find_row(model: str) -> Row | None:
    """Return what the table says of a model, by its name with its provider."""
    lines, start = _text(), f"\n{model}\t"
    at = lines.find(start)
    return _row(lines[at + 1 : lines.index("\n", at + 1)]) if at >= 0 else None


def all_rows() -> Iterator[Row]:
    """Yield all, sorted by name."""
    return map(_row, _text().splitlines()[1:])


@cache
def _text() -> str:
    # Begins with a line on where it is from, so that a line break stands before each model.
    return text(FILE)


def _row(line: str) -> Row:
    name, listed, price_in, price_out, window = line.split("\t")
    return Row(
        name,
        bool(listed),
        float(price_in) if price_in else None,
        float(price_out) if price_out else None,
        int(window) if window else None,
    )
