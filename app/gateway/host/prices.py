"""Prices, context limits and token counts, from the table of models; no connection."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from app.domain.counting import estimate_tokens, picture_tokens
from app.domain.tokens import FREE, Rates
from app.gateway.host.dialects.searching import asks_search
from app.gateway.host.table import Prices, find_named, find_row
from app.gateway.providers import provider_of, this_machine
from app.gateway.sizes import longest

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import ModelRequest
    from app.gateway.host.dialects.stream_state import StreamState

MARGIN = 1.1
"""Estimates of other providers' tokens with OpenAI's tokens may be this much too low."""
MARKED = Prices(into=1, out=None, cached=0.1, stored=1.25)
"""What servers of Anthropic's dialect ask for a prompt's tokens, as parts of their usual price.

Source: docs.anthropic.com, prompt caching.
"""


def rates_of(request: ModelRequest, tokens_in: int = 0) -> Rates | None:
    """Return what a prompt of so many tokens and its answer cost; None where nobody knows.

    The seat's own rates go before the table's. What answers on this machine to the name of a model that has a
    price stands in front of its provider. All other servers of somebody's own have prices of their own.
    """
    provider, entry = provider_of(request.model), find_row(request.model)
    told = None
    if entry is not None and entry.prices.into is not None:
        above = entry.above is not None and tokens_in > entry.above
        told = entry.beyond if above else entry.prices
    if request.price_in is not None or request.price_out is not None:
        if request.price_in is None or (request.price_out is None and not request.embeds):
            # Half a price is none: what is not told of it would be charged all the same.
            return None
        marked = MARKED if provider is not None and provider.marked else None
        return _rates(_own(request, told or marked or _elsewhere(request.model)))
    if provider is not None and provider.local:
        return FREE
    elsewhere = _elsewhere_asked(request) and not this_machine(request.base_url or "")
    if elsewhere or told is None:
        return None
    return _rates(Prices(told.into, 0.0) if request.embeds else told)


def _elsewhere_asked(request: ModelRequest) -> bool:
    """Tell whether a server of somebody's own answers: carried ones have an address of each customer's."""
    provider = provider_of(request.model)
    return request.base_url is not None and not (provider is not None and provider.carried)


def _elsewhere(model: str) -> Prices | None:
    """Return what a model costs with another provider that serves it by the same name, where one does."""
    entry = find_named(model.rpartition("/")[2])
    return None if entry is None else entry.prices


def _own(request: ModelRequest, known: Prices | None) -> Prices:
    """Return prices of one's own; a cache without one is as much cheaper or dearer as with the known ones."""
    into, out = request.price_in or 0.0, request.price_out or 0.0
    cached, stored = request.price_cached, request.price_stored
    if known is not None and known.into:
        share = into / known.into
        cached = known.cached * share if cached is None and known.cached is not None else cached
        stored = known.stored * share if stored is None and known.stored is not None else stored
    return Prices(into, out, cached, stored)


def _rates(prices: Prices) -> Rates | None:
    """Return prices per token, where there are any; a cache without one costs what all tokens cost."""
    if prices.into is None or prices.out is None:
        return None
    cached = prices.into if prices.cached is None else prices.cached
    # The table has 0 where writing costs nothing besides, and the tokens are read all the same.
    stored = prices.stored or prices.into
    return Rates(into=prices.into / 1e6, out=prices.out / 1e6, cached=cached / 1e6, stored=stored / 1e6)


def count_prompt(request: ModelRequest) -> int:
    """Return the prompt's tokens, rather too many than too few."""
    return count_texts(request) + (0 if request.sees is False else count_pictures(request))


def count_pictures(request: ModelRequest) -> int:
    """Return the tokens of a prompt's pictures."""
    pictures = (one for message in request.messages for one in message.pictures)
    return sum(picture_tokens(one.width, one.height, request.model) for one in pictures)


def count_texts(request: ModelRequest) -> int:
    """Return the tokens of a prompt's texts and tools alone."""
    text = "\n".join(message.text for message in request.messages)
    extra = sum(len(tool.description) + len(str(tool.parameters)) for tool in request.tools)
    overhead = 8 * len(request.messages) + extra // 3 + 8
    return _count(request, text) + overhead


def _count(request: ModelRequest, text: str) -> int:
    provider = provider_of(request.model)
    return int(estimate_tokens(text) * (1.0 if provider is not None and provider.counted else MARGIN))


def is_known_to_see(request: ModelRequest) -> bool:
    """Tell whether the table has a model of a provider's own as one that takes pictures."""
    entry = None if _elsewhere_asked(request) else find_row(request.model)
    return entry is not None and entry.sees


def window_in_table(request: ModelRequest) -> int | None:
    """Return how much a provider's model takes in; a server of somebody's own is its own judge."""
    entry = None if _elsewhere_asked(request) else find_row(request.model)
    return None if entry is None else entry.window


def estimate(request: ModelRequest, window: int | None = None) -> dict[str, JsonValue]:
    """Return the worst case of a request as the body of an Estimate; `window`: what its server told."""
    tokens_in = count_prompt(request)
    window = window or window_in_table(request)
    out = longest(request.options.max_output_tokens, tokens_in, window)
    # What a search costs besides, and how often one is made, nobody tells before.
    rates = None if asks_search(request) else rates_of(request, tokens_in)
    return {
        "tokens_in": tokens_in,
        "tokens_out_max": out,
        "cost_max": None if rates is None else rates.most(tokens_in, out),
        "rates": None if rates is None else asdict(rates),
        "context_limit": window,
    }


def usage(
    request: ModelRequest, told: StreamState, tokens_out: int | None, text: str
) -> dict[str, JsonValue]:
    """Return the body of a Usage: the provider's word, else an estimate that says so."""
    # A prompt of no tokens, and words of none, are no counts.
    counted = bool(told.tokens_in) and tokens_out is not None and (tokens_out > 0 or not text)
    into = told.tokens_in or count_prompt(request)
    out = tokens_out if tokens_out and counted else _count(request, text) if text else 0
    cached = min(told.tokens_cached, into)
    stored = min(told.tokens_stored, into - cached)
    rates = None if asks_search(request) else rates_of(request, into)
    priced = None if rates is None else rates.price(into, out, cached, stored)
    return {
        "tokens_in": into,
        "tokens_out": out,
        "tokens_cached": cached,
        "tokens_stored": stored,
        "source": "provider" if counted else "estimate",
        "cost": priced if told.cost is None else told.cost,
    }
