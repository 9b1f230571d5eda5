"""What a node works out that takes long: beside the loop, on which the window and other sessions live."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def beside_the_loop(work: Callable[[], T]) -> T:
    """Return what a pure function makes of what nobody changes meanwhile, computed in a thread.

    Whoever is interrupted leaves it to end by itself: it has no effect.
    """
    return await asyncio.to_thread(work)
