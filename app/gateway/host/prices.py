"""Prices, context limits and token counts, from the table that litellm brings along; no connection."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.gateway.providers import PROVIDERS, Provider, provider_of

EXACT_UP_TO = 200_000
"""Characters counted exactly; beyond, length decides: counting would hold up the streams."""
MARGIN = 1.1
"""Estimates of other providers' tokens with OpenAI's tokens may be this much too low."""


class Prices:
    """Looks things up in the library's table."""

    def __init__(self, litellm: ModuleType) -> None:
        self._litellm = litellm
        self._table: Mapping[str, Mapping[str, Any]] = litellm.model_cost

    def entry(self, model: str) -> Mapping[str, Any]:
        """Return what the table says of a model; nothing for an unknown one."""
        provider = provider_of(model)
        name = model.partition("/")[2]
        if provider is None or provider.local:
            return {}
        for candidate in (f"{provider.name}/{name}", name):
            found = self._table.get(candidate)
            if found and str(found.get("litellm_provider", "")).startswith(provider.name):
                return found
        return {}

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
        into, out = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
        if request.embeds:
            out = 0.0
        if not isinstance(into, int | float) or not isinstance(out, int | float):
            return None
        return float(into), float(out)

    def count(self, request: ModelRequest) -> int:
        """Return the prompt's tokens, rather too many than too few."""
        text = "\n".join(message.text for message in request.messages)
        extra = sum(len(tool.description) + len(str(tool.parameters)) for tool in request.tools)
        overhead = 8 * len(request.messages) + extra // 3 + 8
        if len(text) > EXACT_UP_TO:
            return len(text) // 3 + overhead
        try:
            count = int(self._litellm.token_counter(model="gpt-4o", text=text))
        except Exception:  # noqa: BLE001  an estimate must not fail; the length will do
            return len(text) // 3 + overhead
        exact = request.model.startswith("openai/")
        return int(count * (1.0 if exact else MARGIN)) + overhead

    def estimate(self, request: ModelRequest) -> dict[str, JsonValue]:
        """Return the worst case of a request as the body of an Estimate."""
        tokens_in = self.count(request)
        out = request.options.max_output_tokens
        rates = self.rates(request)
        limit = self.entry(request.model).get("max_input_tokens") if request.base_url is None else None
        return {
            "tokens_in": tokens_in,
            "tokens_out_max": out,
            "cost_max": None if rates is None else tokens_in * rates[0] + out * rates[1],
            "context_limit": int(limit) if isinstance(limit, int | float) else None,
        }

    def usage(
        self, request: ModelRequest, tokens_in: int | None, tokens_out: int | None, said: str
    ) -> dict[str, JsonValue]:
        """Return the body of a Usage: the provider's word, else an estimate that says so."""
        counted = tokens_in is not None and tokens_out is not None and (tokens_in + tokens_out) > 0
        into = tokens_in or (0 if counted else self.count(request))
        out = tokens_out if counted and tokens_out is not None else (len(said) + 2) // 3
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
        for key, entry in self._table.items():
            provider = _listed(str(entry.get("litellm_provider", "")))
            if provider is None or entry.get("mode") not in ("chat", None):
                continue
            name = key.removeprefix(f"{provider.name}/")
            if name == "sample_spec" or "ft:" in name or (provider.name == "openai" and "/" in name):
                continue
            into, out = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
            limit = entry.get("max_input_tokens")
            found[f"{provider.name}/{name}"] = {
                "name": f"{provider.name}/{name}",
                "provider": provider.name,
                "label": provider.title,
                "context_limit": int(limit) if isinstance(limit, int | float) else None,
                "price_in": round(into * 1e6, 6) if isinstance(into, int | float) else None,
                "price_out": round(out * 1e6, 6) if isinstance(out, int | float) else None,
            }
        return [found[name] for name in sorted(found)]


def _listed(name: str) -> Provider | None:
    provider = PROVIDERS.get(name)
    return None if provider is None or provider.local else provider
