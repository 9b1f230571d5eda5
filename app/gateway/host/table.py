"""The table of what models cost and take in, made from litellm when dependencies are locked.

`resources/models/table.tsv` has a line for each model, sorted. `packaging/models.py` writes it. A model is
looked up in the text as it is read: a command asks for a few of a thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from app.resources import text

FILE = "models/table.tsv"


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars per million tokens; None is unknown, or no price of its own."""

    into: float | None
    out: float | None
    cached: float | None = None
    """Of a prompt's tokens that are read from a cache."""
    stored: float | None = None
    """Of those that are written to one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model; None is unknown."""

    name: str
    """With its provider."""
    listed: bool
    """It is a model for chats that a person may choose."""
    window: int | None
    """Tokens the model takes in."""
    prices: Prices
    thinks: bool = False
    """It thinks before its first word, unasked."""
    sees: bool = False
    """It takes pictures."""
    above: int | None = None
    """Tokens of a prompt above which its call has the prices of `beyond`."""
    beyond: Prices | None = None


@lru_cache(maxsize=256)
def find_row(model: str) -> Row | None:
    """Return what the table says of a model, by its name with its provider."""
    lines, start = _text(), f"\n{model}\t"
    at = lines.find(start)
    return _row(lines[at + 1 : lines.index("\n", at + 1)]) if at >= 0 else None


@cache
def find_named(name: str) -> Row | None:
    """Return the first model that bears a name without its provider, where it costs anything."""
    end = f"/{name}\t"
    lines = (line for line in _text().splitlines() if end in line)
    return next((row for row in map(_row, lines) if row.prices.into), None)


def all_rows() -> Iterator[Row]:
    """Yield all, sorted by name."""
    return map(_row, _text().splitlines()[1:])


@cache
def _text() -> str:
    # Begins with a line on where it is from, so that a line break stands before each model.
    return text(FILE)


def _row(line: str) -> Row:
    name, marks, window, *columns = line.split("\t")
    listed, thinks, sees = (mark in marks for mark in ("listed", "thinks", "sees"))
    told = [float(column) if column else None for column in columns]
    known = int(window) if window else None
    if len(told) == 4:
        return Row(name, listed, known, Prices(*told), thinks, sees)
    return Row(name, listed, known, Prices(*told[:4]), thinks, sees, int(columns[4]), Prices(*told[5:]))
