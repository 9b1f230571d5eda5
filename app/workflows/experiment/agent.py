"""The agent's own state: who it is and what it has said and thought.

Rules:
- `run_id` and `model_name` never change in a run; the histories only grow.
- The one step back is a cycle done again: the histories go back to its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, overload

from app.domain.messages import ChatMessage

T = TypeVar("T")


class _Growing(Sequence[T]):
    """A list that can only be added to, but for the one step back."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: list[T] = []

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def append(self, item: T) -> None:
        """Add one."""
        self._items.append(item)

    def back_to(self, length: int) -> None:
        """Go back to an earlier length: a cycle is done again."""
        del self._items[length:]


@dataclass(slots=True)
class AgentState:
    """What goes from cycle to cycle; the fold owns it, everybody else reads it."""

    run_id: str
    model_name: str
    cycle_number: int = 0
    """1-based; 0 before the first cycle."""
    message_history: _Growing[ChatMessage] = field(default_factory=_Growing)
    reflection_history: _Growing[str] = field(default_factory=_Growing)
