"""Prices, context limits and token counts, from litellm's table; no connection."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.gateway.host.counting import estimate_tokens
from app.gateway.host.table import ModelTable, Row
from app.gateway.providers import PROVIDERS, Provider, provider_of

MARGIN = 1.1
"""Estimates of other providers' tokens with OpenAI's tokens may be this much too low."""


class Prices:
    """Looks things up in the table."""

    def __init__(self, table: ModelTable) -> None:
        self._table = table

    def at_hand(self, requests: Sequence[ModelRequest]) -> bool:
        """Tell whether estimates of these wait for no file."""
        return self._table.read or not any(_in_table(request) for request in requests)

    def entry(self, model: str) -> Row | None:
        """Return what the table says of a model; None for an unknown one."""
        provider = provider_of(model)
        name = model.partition("/")[2]
        if provider is None or provider.local:
            return None
        for candidate in (f"{provider.name}/{name}", name):
            found = self._table.rows.get(candidate)
            if found is not None and found.provider.startswith(provider.name):
                return found
        return None

    def rates(self, request: ModelRequest) -> tuple[float, float] | None:
        """Return dollars per token in and out: the seat's own rates, else the table's, else None."""
        if request.price_in is not None or request.price_out is not None:
            return (request.price_in or 0.0) / 1e6, (request.price_out or 0.0) / 1e6
        provider = provider_of(request.model)
        if provider is not None and provider.local:
            return 0.0, 0.0
        if request.base_url is not None:
            # A server of somebody's own has prices of its own, whatever it calls its models.
            return None
        entry = self.entry(request.model)
        if entry is None or entry.price_in is None:
            return None
        out = 0.0 if request.embeds else entry.price_out
        return None if out is None else (entry.price_in, out)

    def count(self, request: ModelRequest) -> int:
        """Return the prompt's tokens, rather too many than too few."""
        text = "\n".join(message.text for message in request.messages)
        extra = sum(len(tool.description) + len(str(tool.parameters)) for tool in request.tools)
        overhead = 8 * len(request.messages) + extra // 3 + 8
        count = estimate_tokens(text)
        provider = provider_of(request.model)
        exact = provider is not None and provider.counted
        return int(count * (1.0 if exact else MARGIN)) + overhead

    def estimate(self, request: ModelRequest) -> dict[str, JsonValue]:
        """Return the worst case of a request as the body of an Estimate."""
        tokens_in = self.count(request)
        out = request.options.max_output_tokens
        rates = self.rates(request)
        entry = self.entry(request.model) if request.base_url is None else None
        return {
            "tokens_in": tokens_in,
            "tokens_out_max": out,
            "cost_max": None if rates is None else tokens_in * rates[0] + out * rates[1],
            "context_limit": None if entry is None else entry.window,
        }

    def usage(
        self, request: ModelRequest, tokens_in: int | None, tokens_out: int | None, text: str
    ) -> dict[str, JsonValue]:
        """Return the body of a Usage: the provider's word, else an estimate that says so."""
        # A prompt of no tokens, and words of none, are no counts.
        counted = bool(tokens_in) and tokens_out is not None and (tokens_out > 0 or not text)
        into = tokens_in or self.count(request)
        out = tokens_out if tokens_out and counted else (len(text) + 2) // 3
        rates = self.rates(request)
        return {
            "tokens_in": into,
            "tokens_out": out,
            "source": "provider" if counted else "estimate",
            "cost": None if rates is None else into * rates[0] + out * rates[1],
        }

    def catalogue(self) -> list[JsonValue]:
        """List the chat models of the providers that are spoken to."""
        found: dict[str, JsonValue] = {}
        for key, entry in self._table.rows.items():
            provider = _listed(entry.provider)
            if provider is None or entry.mode not in ("chat", None):
                continue
            name = key.removeprefix(f"{provider.name}/")
            if name == "sample_spec" or "ft:" in name or (provider.flat_names and "/" in name):
                continue
            found[f"{provider.name}/{name}"] = {
                "name": f"{provider.name}/{name}",
                "provider": provider.name,
                "label": provider.title,
                "context_limit": entry.window,
                "price_in": None if entry.price_in is None else round(entry.price_in * 1e6, 6),
                "price_out": None if entry.price_out is None else round(entry.price_out * 1e6, 6),
            }
        return [found[name] for name in sorted(found)]


def _in_table(request: ModelRequest) -> bool:
    provider = provider_of(request.model)
    return request.base_url is None and provider is not None and not provider.local


def _listed(name: str) -> Provider | None:
    provider = PROVIDERS.get(name)
    return None if provider is None or provider.local else provider
