"""The first of the calls that begin alike goes ahead, so that the others find their beginning in a cache.

A provider knows a beginning once it has read it, which the first event of an answer tells, and forgets it
after five minutes without use. Who asks for the same beginning meanwhile waits for that event where it pays;
later calls wait for nothing, however much stands behind a beginning that is known.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from app.domain.canonical import digest, dumps
from app.domain.counting import estimate_tokens
from app.domain.messages import ModelRequest
from app.domain.shared_parts import beginning
from app.domain.tokens import Rates

LEAST = 8_000
"""Characters, some 2 000 tokens, of a beginning that is worth waiting for."""
_WORTH = 0.0005
"""Dollars that a call must save: it waits about a second."""
LONGEST = 10.0
"""Seconds that are waited for a first event: a model that thinks for minutes holds up nobody."""
KEPT = 240.0
"""Seconds after its last use for which a beginning is taken to be known."""


@dataclass
class Beginnings:
    """What the calls of a session begin with."""

    _leading: dict[str, asyncio.Event] = field(default_factory=dict)
    _used: dict[str, float] = field(default_factory=dict)
    """When each was known last, by the monotonic clock."""

    async def turn(self, request: ModelRequest, rates: Rates | None = None) -> str:
        """Wait until a request may go, and return the name of its beginning; empty where it has none.

        `rates`: what the tokens of its model cost, None where nobody knows.
        """
        name = _name(request)
        if not name or self._known(name):
            return name
        leader = self._leading.get(name)
        if leader is None:
            self._leading[name] = asyncio.Event()
            return name
        if not _pays(request, rates):
            return name
        try:
            async with asyncio.timeout(LONGEST):
                await leader.wait()
        except TimeoutError:
            pass
        return name

    def heard(self, name: str) -> None:
        """Take note of the first event of an answer."""
        if name:
            self._used[name] = time.monotonic()
            self.over(name)

    def over(self, name: str) -> None:
        """Let those go that wait: the call that was ahead has ended, with or without an answer."""
        leader = self._leading.pop(name, None)
        if leader is not None:
            leader.set()

    def _known(self, name: str) -> bool:
        return time.monotonic() - self._used.get(name, -KEPT) < KEPT


def _pays(request: ModelRequest, rates: Rates | None) -> bool:
    """Tell whether a call saves enough by finding its beginning in a cache.

    Where no price is known, or nothing is charged, its length alone says so: it is read once and not twice.
    """
    if rates is None or not rates.into:
        return True
    saved = max(rates.into, rates.stored) - rates.cached
    return estimate_tokens(beginning(request)) * saved >= _WORTH


def _name(request: ModelRequest) -> str:
    """Return what tells a long beginning from others; empty where it is short or nobody else's."""
    if not request.shared or request.shared[0] < LEAST:
        return ""
    return digest(dumps([request.model, request.base_url, beginning(request)]))
