"""Usage as OpenAI's servers tell it, and others of its dialect, with their own names for caches and costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.gateway.host.dialects.stream_state import StreamState, count_of, dollars_of

_IN, _OUT = ("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")
_DETAILS_IN = ("prompt_tokens_details", "input_tokens_details")
_DETAILS_OUT = ("completion_tokens_details", "output_tokens_details")
_CACHED = ("prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens", "num_cached_tokens")
"""DeepSeek's, that of proxies before Anthropic, Moonshot's and Together's, Mistral's."""
_STORED = ("cache_write_tokens", "cache_creation_tokens", "cache_creation_input_tokens")
"""OpenAI's and OpenRouter's, and two of proxies."""
_TICKS = 1e10
"""xAI's, in a dollar."""


def read_usage(state: StreamState, usage: Mapping[str, Any]) -> None:
    """Take note of the counts of a call, and of what it is said to cost. Nothing that was told is unsaid."""
    inner, outer = _within(usage, _DETAILS_IN), _within(usage, _DETAILS_OUT)
    read, written = _count(usage, _IN), _count(usage, _OUT)
    cached = _count(inner, ("cached_tokens",)) or _count(usage, _CACHED)
    state.tokens_in = read or state.tokens_in or 0
    state.tokens_cached = cached or state.tokens_cached
    state.tokens_stored = _count(inner, _STORED) or _count(usage, _STORED) or state.tokens_stored
    thought = count_of(outer.get("reasoning_tokens"))
    # xAI counts thoughts beside the answer, OpenAI within it.
    apart = count_of(usage.get("total_tokens")) == read + written + thought
    state.tokens_out = (written + thought if apart else written) or state.tokens_out or 0
    cost = _cost(usage)
    state.cost = state.cost if cost is None else cost


def _cost(usage: Mapping[str, Any]) -> float | None:
    ticks = usage.get("cost_in_usd_ticks")
    if isinstance(ticks, int | float):
        return dollars_of(ticks / _TICKS)
    told = usage.get("cost", usage.get("estimated_cost"))
    # Perplexity tells the parts of it as well.
    cost = dollars_of(told.get("total_cost") if isinstance(told, Mapping) else told)
    if cost is not None and usage.get("is_byok"):
        # OpenRouter's own share alone: whose key it was is charged by the provider, too.
        cost += dollars_of(_within(usage, ("cost_details",)).get("upstream_inference_cost")) or 0.0
    return cost


def _within(usage: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    return next((usage[name] for name in names if isinstance(usage.get(name), Mapping)), {})


def _count(counts: Mapping[str, Any], names: Sequence[str]) -> int:
    return next((count for name in names if (count := count_of(counts.get(name)))), 0)
