"""Tests of the window as stories: async, and run as the program runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from inspect import Parameter, signature
from typing import Any


def played(story: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an async test on the program's own loop: what the fixture `play` does with a story."""
    asked = signature(story)

    @wraps(story)
    def test(play: Callable[[Callable[[], Awaitable[None]]], Any], **given: Any) -> None:
        play(partial(story, **given))

    first = Parameter("play", Parameter.POSITIONAL_OR_KEYWORD)
    test.__signature__ = asked.replace(parameters=[first, *asked.parameters.values()])  # type: ignore[attr-defined]  # pytest asks it which fixtures are wanted
    return test
