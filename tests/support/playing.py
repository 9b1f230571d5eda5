"""Tests of the window are stories on its loop."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any


def played(story: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Let the fixture `play` run an async test, which asks for its other fixtures itself."""

    @wraps(story)
    def test(play: Callable[[Callable[[], Awaitable[None]]], None], **fixtures: Any) -> None:
        play(lambda: story(**fixtures))

    known = inspect.signature(story)
    first = inspect.Parameter("play", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(test)["__signature__"] = known.replace(parameters=[first, *known.parameters.values()])
    del test.__wrapped__  # else it would be taken for a test of another loop
    return test
