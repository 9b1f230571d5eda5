"""What a call used and cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from app.domain.frozen import Frozen
from app.domain.tokens import Rates


class Usage(Frozen):
    """Tokens of one call, who counted them, and their price in dollars (None: unknown).

    `tokens_in` counts the whole prompt; what a cache gave or took of it are parts of that.
    """

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


class Typical(Frozen):
    """What calls of one purpose were like so far, on average: tokens shown, seconds until the first word.

    `ends`: tokens of an answer that ended by itself; `cut`: the share of those that took all they were given.
    """

    shown: float
    waits: float
    ends: float
    cut: float

    def writes(self, longest: int) -> float:
        """Return the tokens of an answer that may have so many."""
        return min((1 - self.cut) * self.ends + self.cut * longest, longest)


class Speed(Frozen):
    """How fast a model answered so far: tokens a second that it reads and writes.

    `fills`: the share of the longest answer allowed that it writes; `turns`: calls of a task with tools, None
    before it had one.
    """

    read: float
    write: float
    fills: float
    starts: float = 0.0
    """Seconds of each call in which it does neither, however long its prompt is."""
    turns: float | None = None
    purposes: Mapping[str, Typical] = Field(default_factory=dict)
    """What calls were like, by their purpose; one that is not here was not asked for yet."""


class Estimate(Frozen):
    """What a set of requests may use: tokens, worst-case dollars (None: unknown), context limit."""

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
