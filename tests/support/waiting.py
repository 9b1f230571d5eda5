"""Waiting for what a person would see: nothing tells of it, so it is looked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

AMPLE = 45.0
"""Seconds for what takes a moment, however busy the machine is: a guard against hanging, no bound."""


async def until(ready: Callable[..., object], seconds: float = AMPLE) -> None:
    """Wait until something is so; raises TimeoutError where it never is."""
    async with asyncio.timeout(seconds):
        while not ready():  # noqa: ASYNC110  there is no event to wait for
            await asyncio.sleep(0.01)
