"""A start that a form asks for; it is called off where the form is changed or closed before it begins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


class Start:
    """Looked into before a session is made; whoever calls it off ends the looking, too."""

    def __init__(self, filled_in: object) -> None:
        """`filled_in`: what the form holds as it is asked for."""
        self.filled_in = filled_in
        self._called_off = False
        self._looking: asyncio.Task[Any] | None = None

    def goes_on(self) -> bool:
        """Tell whether nobody has called it off."""
        return not self._called_off

    def call_off(self) -> None:
        """Begin nothing for it, and ask no further."""
        if not self._called_off and self._looking is not None:
            self._looking.cancel()
        self._called_off = True

    async def look(self, work: Awaitable[None]) -> None:
        """Wait for a look at the models, and end it where the start is called off; raises what it raises."""
        self._looking = looking = asyncio.current_task()
        try:
            await work
        except asyncio.CancelledError:
            # As a timeout does it: what was cancelled by the call alone ends here.
            if looking is None or not self._called_off or looking.uncancel() > 0:
                raise
        finally:
            self._looking = None
