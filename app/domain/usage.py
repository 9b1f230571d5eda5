"""What a call used and cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Usage(BaseModel):
    """Tokens of one call, who counted them, and their price in dollars (None: unknown).

    `tokens_in` counts the whole prompt; what a cache gave or took of it are parts of that.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    tokens_in: int = Field(default=0, ge=0)
    tokens_out: int = Field(default=0, ge=0)
    tokens_cached: int = Field(default=0, ge=0)
    """Of the prompt: read from a cache."""
    tokens_stored: int = Field(default=0, ge=0)
    """Of the prompt: read anew and written to a cache."""
    source: Literal["provider", "estimate", "offline"] = "estimate"
    cost: float | None = None

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out


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


FREE = Rates(0, 0, 0, 0)


class Speed(BaseModel):
    """How fast a model answered so far: tokens a second that it reads and writes.

    `fills`: the share of the longest answer allowed that it writes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    read: float
    write: float
    fills: float


LEAST_ANSWER = 800
"""Tokens below which the longest answer is not lowered to fit a model's window."""


class Estimate(BaseModel):
    """What a set of requests may use: tokens, worst-case dollars (None: unknown), context limit."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    tokens_in: int = 0
    tokens_out_max: int = 0
    cost_max: float | None = None
    rates: Rates | None = None
    """What its tokens cost; None: unknown."""
    context_limit: int | None = None
    server: str = ""
    """Whose calls share `at_once`."""
    at_once: int | None = None
    """Calls that the server is given at once; None: all of them."""
    speed: Speed | None = None
    """As measured; None before the model's first call."""

    @property
    def fits(self) -> bool:
        """Whether prompt and answer fit the model's window, as far as that is known."""
        return self.context_limit is None or self.tokens_in + self.tokens_out_max <= self.context_limit
