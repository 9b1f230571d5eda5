"""What a call may have been charged whose end nobody knows: killed, stopped, broken off, or ended in a loop.

What was counted of it is told: its prompt, and what came of its answer. A provider may have written on
unheard; so the rest of its reserve stays uncertain, and counts against limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.counting import estimate_tokens
from app.domain.usage import Estimate, Usage


@dataclass(frozen=True, slots=True)
class Charged:
    """What was counted of a call, None where nothing could be, and the dollars that may come on top."""

    usage: Usage | None = None
    uncertain: float = 0.0


def charged(worst: Estimate, reserved: float | None, heard: str, told: Usage | None = None) -> Charged:
    """Return what a call may have been charged.

    `worst`: what it uses at most; `reserved`: the dollars held back for it; `heard`: all that came of its
    answer, thoughts too; `told`: its usage, where somebody counted already.
    """
    if told is None and worst.rates is None and reserved is not None:
        # Its price was known when it was asked, and is no more.
        return Charged()
    usage = told or _counted(worst, heard)
    # What is left of a difference that is nothing on paper is no sum.
    more = 0.0 if usage.cost is None else round((reserved or 0.0) - usage.cost, 12)
    return Charged(usage, max(0.0, more))


def _counted(worst: Estimate, heard: str) -> Usage:
    # A count may be too high; no provider charges for more than was allowed.
    out = min(estimate_tokens(heard), worst.tokens_out_max) if heard else 0
    cost = None if worst.rates is None else worst.rates.price(worst.tokens_in, out)
    return Usage(tokens_in=worst.tokens_in, tokens_out=out, cost=cost)
