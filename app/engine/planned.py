"""What a workflow is going to ask before it begins: the estimate is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.ids import SeatName

ANSWER = 1000
"""Tokens of an answer, as most are."""


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """Calls of one purpose that a seat is expected to get, and what one of them holds, in tokens."""

    purpose: str
    seat: SeatName
    calls: int
    tokens_in: int
    tokens_out: int
    answers: int = 0
    """How many answers of models stand in a prompt."""
    turns: int = 1
    """How many of its calls follow each other in one task, all but the last for a tool."""
    found: int = 0
    """Tokens of a prompt that tools brought, or that come of what they brought."""
    guessed: bool = False
    """Nobody looked at the material that a prompt holds: what such calls read so far tells more."""
    embeds: str = ""
    """The embedding model that gets them in place of the seat's own (`Ask.embeds`)."""
    but_last: bool = False
    """They are made in every round but the last."""
    at_end: bool = False
    """They are made once the last round is accepted."""
    shared: int = 0
    """Of what goes in: what other calls of the same model begin with too, so that a cache may know it."""
    for_questions: bool = False
    """They let members ask questions, which is done only where a person answers them."""
    attempts: int = 1
    """How often they are made at most where nobody looks at what is sent back to be done again."""

    @property
    def seat_label(self) -> str:
        """The seat, and the embedding model that works for it."""
        return f"{self.seat} ({self.embeds})" if self.embeds else self.seat
