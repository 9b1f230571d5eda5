"""What the sessions of a batch have spent and hold back, as a port: in this process alone, or in a folder.

Words: what is *held* is held back for a session that is being moved, by its *owner*, a process that lives.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeVar

from app.domain.canonical import JsonValue

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Held:
    """What is held back for a session, which is the most it may use from here on; None: nothing limits it."""

    cost: float | None
    tokens: int | None


Line = dict[str, JsonValue]


class Ledger:
    """What sessions have come to and what is held for them, of this process alone.

    `scope`: the sessions that count; None: all.
    """

    def __init__(self, scope: Collection[str] | None = None) -> None:
        self.owner = ""
        self.held: dict[tuple[str, str], Held] = {}
        """By the session and who holds it."""
        self.cost, self.tokens = 0.0, 0
        self._spent: dict[tuple[str, int], tuple[float, int]] = {}
        self._scope = scope

    def in_scope(self) -> dict[tuple[str, str], Held]:
        """Return what is held for the sessions that count, by session and owner."""
        return {key: held for key, held in self.held.items() if self._counts(key[0])}

    def _counts(self, session: str) -> bool:
        return self._scope is None or session in self._scope

    def spend(self, session: str, born: int, cost: float, tokens: int) -> bool:
        """Take in what a session has come to; return whether it is more than was known."""
        before = self._spent.get((session, born), (0.0, 0))
        now = max(before[0], cost), max(before[1], tokens)
        if now == before:
            return False
        self._spent[session, born] = now
        if self._counts(session):
            self.cost += now[0] - before[0]
            self.tokens += now[1] - before[1]
        return True

    def open(self) -> None:
        """Say that this process lives, and read what there is; raises StorageError."""

    def beat(self) -> None:
        """Say that this process still lives. Never raises."""

    def close(self) -> None:
        """Say that this process is at an end; what it still holds is settled by others."""

    def change(self, does: Callable[[], T]) -> T:
        """Look and write as one step; raises StorageError."""
        return does()

    def write(self, *lines: Line) -> None:
        """Take in lines, as one step; called within `change` alone."""
        for line in lines:
            self._take(line)

    def dead(self) -> list[tuple[str, str, bool]]:
        """Return what dead processes held: session, owner, and whether it was moved in this data folder."""
        return []

    def _take(self, line: Mapping[str, Any]) -> None:
        if "hold" in line:
            cost, tokens = line["cost"], line["tokens"]
            self.held[str(line["hold"]), str(line["by"])] = Held(
                None if cost is None else _amount(cost), None if tokens is None else int(_amount(tokens))
            )
        elif "free" in line:
            self.held.pop((str(line["free"]), str(line["by"])), None)
        elif "spent" in line:
            cost, tokens = _amount(line["cost"]), int(_amount(line["tokens"]))
            self.spend(str(line["spent"]), int(line["born"]), cost, tokens)


def _amount(value: Any) -> float:
    number = float(value)
    if not isfinite(number) or number < 0:
        raise ValueError("no amount")
    return number
