"""A start that a form asks for; it is called off where the form is changed or closed before it begins."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Start:
    """Looked into before a session is made; whoever calls it off ends the looking, too."""

    def __init__(self, filled_in: object) -> None:
        """`filled_in`: what the form holds as it is asked for."""
        self.filled_in = filled_in
        self._called_off = False
        self._looking: asyncio.Task[None] | None = None

    def goes_on(self) -> bool:
        """Tell whether nobody has called it off."""
        return not self._called_off

    def call_off(self) -> None:
        """Begin nothing for it, and ask no further."""
        self._called_off = True
        if self._looking is not None:
            self._looking.cancel()

    async def look(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for a look at the models, as long as it goes on; raises what the look raises."""
        if self._called_off:
            work.close()
            return
        self._looking = asyncio.ensure_future(work)
        try:
            await self._looking
        except asyncio.CancelledError:
            if not self._called_off:
                raise
