"""What tokens cost, the time they take, and how few an answer is left.

Without pydantic, which is a third of the model host's start: the host prices what a server counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Rates:
    """Dollars per token: of a prompt that is read anew, of an answer, and of what a cache gives and takes."""

    into: float
    out: float
    cached: float
    stored: float

    def price(self, tokens_in: int, tokens_out: int, cached: int = 0, stored: int = 0) -> float:
        """Return the dollars of a call; `cached` and `stored` are parts of `tokens_in`."""
        anew = max(0, tokens_in - cached - stored)
        return anew * self.into + cached * self.cached + stored * self.stored + tokens_out * self.out

    def most(self, tokens_in: int, tokens_out: int) -> float:
        """Return the dollars of a call whatever a cache does with its prompt."""
        return tokens_in * max(self.into, self.cached, self.stored) + tokens_out * self.out


class Timings(NamedTuple):
    """Seconds of one call, as its server tells them: loading the model, reading the prompt, writing."""

    load: float
    read: float
    write: float


FREE = Rates(0, 0, 0, 0)

LEAST_ANSWER = 800
"""Tokens below which the longest answer is not lowered to fit a model's window."""
