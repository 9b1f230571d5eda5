"""What comes of a finished session: a text that its result competes with, and the beginning of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from app.domain.canonical import JsonValue


@runtime_checkable
class Rivalling(Protocol):
    """A workflow whose result competes with a text from before the refining."""

    def rival(self, state: Any) -> int | None:
        """Return the seq of that text, None where there is none yet."""
        ...


@runtime_checkable
class FollowingUp(Protocol):
    """A workflow whose finished session can be the beginning of another."""

    def follow_up(self, state: Any) -> Mapping[str, JsonValue]:
        """Return setup values for the next session; its question is the person's to write."""
        ...


def rival_of(plugin: object, state: object) -> int | None:
    """Return the seq of the text that the result competes with, None where there is none."""
    return plugin.rival(state) if isinstance(plugin, Rivalling) else None


def follow_up_of(plugin: object, state: object) -> Mapping[str, JsonValue] | None:
    """Return the setup values a follow-up begins with, None where the workflow has none."""
    return plugin.follow_up(state) if isinstance(plugin, FollowingUp) else None
