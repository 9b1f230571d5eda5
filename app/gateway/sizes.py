"""How much servers take in and how many calls at once, as they told or as was learned from a refusal.

In a small file that may be deleted; what was told is asked again by every process, what was learned counts
for a month.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.tokens import LEAST_ANSWER
from app.domain.whole_numbers import count_told
from app.gateway.host.memory import KEPT_SECONDS, read_json, write_json

_LEAST_WINDOW = 4096
"""Tokens that an Ollama server takes in by itself."""


@dataclass(frozen=True, slots=True)
class Size:
    """What is known of a server's model; None is unknown."""

    window: int | None = None
    """Tokens it takes in, prompt and answer together."""
    slots: int | None = None
    """Calls that its server works at together."""
    thinks: bool = False
    """It was seen to think before its first word."""
    sees: bool | None = None
    """It takes pictures, as its server told."""


class SizeMemory:
    """Remembers for this process, and in a file where one is given."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._found: dict[str, tuple[Size, int]] | None = None

    def of(self, server: str, model: str) -> Size:
        """Return what is known of a model at a server (its origin)."""
        return self._all().get(f"{server} {model}", (Size(), 0))[0]

    def learn(
        self,
        server: str,
        model: str,
        window: int | None = None,
        slots: int | None = None,
        *,
        thinks: bool = False,
        sees: bool | None = None,
    ) -> None:
        """Remember what was told or seen; what is known already is not written again."""
        known = self.of(server, model)
        seen = known.sees if sees is None else sees
        size = Size(window or known.window, slots or known.slots, thinks or known.thinks, seen)
        if size == known:
            return
        # Another process may have learned meanwhile.
        self._found = {**self._all(), **self._read(), f"{server} {model}": (size, int(time.time()))}
        if self._path is not None:
            value = {
                name: [one.window, one.slots, one.thinks, one.sees, at]
                for name, (one, at) in self._found.items()
            }
            write_json(self._path, value)

    def forget(self, server: str, model: str) -> None:
        """Take the window of a model as unknown: its server may have loaded it otherwise by now.

        That it has slots stays known until it tells of others: it is a server of one's own, and free.
        """
        known = self.of(server, model)
        size = Size(slots=known.slots, thinks=known.thinks)
        self._found = {**self._all(), f"{server} {model}": (size, 0)}

    def _all(self) -> dict[str, tuple[Size, int]]:
        if self._found is None:
            self._found = self._read()
        return self._found

    def _read(self) -> dict[str, tuple[Size, int]]:
        value: Any = read_json(self._path) if self._path is not None else None
        since = time.time() - KEPT_SECONDS
        found = value.items() if isinstance(value, Mapping) else ()
        try:
            return {
                str(name): (Size(count_told(window), count_told(slots), *_told(more)), int(at))
                for name, (window, slots, *more, at) in found
                if at > since
            }
        except (TypeError, ValueError):
            return {}


def _told(noted: list[Any]) -> tuple[bool, bool | None]:
    """Return who thinks and who sees: earlier versions noted neither, or the first alone."""
    thinks, sees = [*noted, None, None][:2]
    return thinks is True, sees if isinstance(sees, bool) else None


def longest(asked: int, tokens_in: int, window: int | None) -> int:
    """Return the longest answer that fits behind a prompt, at most what was asked for."""
    return asked if window is None else min(asked, max(LEAST_ANSWER, window - tokens_in))


def window_for(needed: int, most: int | None) -> int:
    """Return the window to ask for: what is needed, rounded up to a power of two, at most what there is."""
    size = max(_LEAST_WINDOW, 1 << (needed - 1).bit_length())
    return min(size, most) if most else size
