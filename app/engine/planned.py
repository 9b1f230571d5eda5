"""What a workflow is going to ask before it begins: the estimate is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.ids import SeatName


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
    but_last: bool = False
    """They are made in every round but the last."""
    for_questions: bool = False
    """They let members ask questions, which is done only where a person answers them."""

    @property
    def seat_label(self) -> str:
        """The seat, and the embedding model that works for it."""
        return f"{self.seat} ({self.embeds})" if self.embeds else self.seat
