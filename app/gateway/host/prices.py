"""Prices, context limits and token counts, from the table of models; no connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.gateway.host.counting import estimate_tokens
from app.gateway.host.table import find_row
from app.gateway.providers import provider_of
from app.gateway.sizes import longest

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import ModelRequest

MARGIN = 1.1
"""Estimates of other providers' tokens with OpenAI's tokens may be this much too low."""


def rates_of(request: ModelRequest) -> tuple[float, float] | None:
    """Return dollars per token in and out: the seat's own rates, else the table's, else None."""
    if request.price_in is not None or request.price_out is not None:
        return (request.price_in or 0.0) / 1e6, (request.price_out or 0.0) / 1e6
    provider = provider_of(request.model)
    if provider is not None and provider.local:
        return 0.0, 0.0
    if request.base_url is not None:
        # A server of somebody's own has prices of its own, whatever it calls its models.
        return None
    entry = find_row(request.model)
    if entry is None or entry.price_in is None:
        return None
    out = 0.0 if request.embeds else entry.price_out
    return None if out is None else (entry.price_in / 1e6, out / 1e6)


def count_prompt(request: ModelRequest) -> int:
    """Return the prompt's tokens, rather too many than too few."""
    text = "\n".join(message.text for message in request.messages)
    extra = sum(len(tool.description) + len(str(tool.parameters)) for tool in request.tools)
    overhead = 8 * len(request.messages) + extra // 3 + 8
    count = estimate_tokens(text)
    provider = provider_of(request.model)
    exact = provider is not None and provider.counted
    return int(count * (1.0 if exact else MARGIN)) + overhead


def estimate(request: ModelRequest, window: int | None = None) -> dict[str, JsonValue]:
    """Return the worst case of a request as the body of an Estimate; `window`: what its server told."""
    tokens_in = count_prompt(request)
    entry = find_row(request.model) if request.base_url is None and window is None else None
    out = longest(request.options.max_output_tokens, tokens_in, window)
    rates = rates_of(request)
    return {
        "tokens_in": tokens_in,
        "tokens_out_max": out,
        "cost_max": None if rates is None else tokens_in * rates[0] + out * rates[1],
        "context_limit": window if entry is None else entry.window,
    }


def usage(
    request: ModelRequest, tokens_in: int | None, tokens_out: int | None, text: str
) -> dict[str, JsonValue]:
    """Return the body of a Usage: the provider's word, else an estimate that says so."""
    # A prompt of no tokens, and words of none, are no counts.
    counted = bool(tokens_in) and tokens_out is not None and (tokens_out > 0 or not text)
    into = tokens_in or count_prompt(request)
    out = tokens_out if tokens_out and counted else (len(text) + 2) // 3
    rates = rates_of(request)
    return {
        "tokens_in": into,
        "tokens_out": out,
        "source": "provider" if counted else "estimate",
        "cost": None if rates is None else into * rates[0] + out * rates[1],
    }
