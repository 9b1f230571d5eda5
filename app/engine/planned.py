"""What a workflow is going to ask before it begins: the estimate is made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pydantic import BaseModel

from app.domain.ids import SeatName
from app.domain.seats import Seat


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """Calls of one purpose that a seat is expected to get, and what one of them holds, in tokens."""

    purpose: str
    seat: SeatName
    calls: int
    tokens_in: int
    tokens_out: int
    embeds: str = ""
    """The embedding model that gets them in place of the seat's own (`Ask.embeds`)."""

    @property
    def seat_label(self) -> str:
        """The seat, and the embedding model that works for it."""
        return f"{self.seat} ({self.embeds})" if self.embeds else self.seat


@runtime_checkable
class Planning(Protocol):
    """A workflow that can say before a start what it is going to ask."""

    def plan(self, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
        """Return the calls of a run that takes all its planned rounds and in which nothing fails."""
        ...


def plan_of(plugin: object, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
    """Return a workflow's planned calls, none where it does not know."""
    return plugin.plan(setup, seats) if isinstance(plugin, Planning) else ()
