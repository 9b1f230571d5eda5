"""Three counts of a prompt, and a told cost, are read from what each kind of server calls them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.messages import ChatMessage, ModelRequest
from app.gateway.host.dialects.registry import DIALECTS
from app.gateway.host.dialects.stream import StreamReader
from app.gateway.host.dialects.stream_state import StreamState
from app.gateway.host.prices import estimate, rates_of, usage

SAID = [{"index": 0, "delta": {"content": "Yes."}, "finish_reason": "stop"}]


def heard(dialect: str, *events: dict[str, Any]) -> StreamState:
    """Return what is known after a stream of events."""
    reader = StreamReader(DIALECTS[dialect])
    end = "\n" if dialect == "ollama" else "\n\n"
    begin = "" if dialect == "ollama" else "data: "
    reader.feed("".join(f"{begin}{json.dumps(event)}{end}" for event in events).encode())
    return reader.state


def of_openai(**told: Any) -> StreamState:
    """Return what is known of an answer with this usage."""
    counts = {"prompt_tokens": 1000, "completion_tokens": 50, **told}
    return heard("openai", {"choices": SAID}, {"choices": [], "usage": counts})


def request(model: str, **more: Any) -> ModelRequest:
    """Return a request to a model."""
    return ModelRequest(
        purpose="say", seat="Ann", model=model, messages=(ChatMessage(role="user", text="Hi"),), **more
    )


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        ({}, (1000, 0, 0)),
        ({"prompt_tokens_details": {"cached_tokens": 640}}, (1000, 640, 0)),
        ({"prompt_tokens_details": {"cached_tokens": 640, "cache_write_tokens": 128}}, (1000, 640, 128)),
        ({"prompt_cache_hit_tokens": 640, "prompt_cache_miss_tokens": 360}, (1000, 640, 0)),
        ({"cached_tokens": 640}, (1000, 640, 0)),
        ({"cache_read_input_tokens": 640, "cache_creation_input_tokens": 100}, (1000, 640, 100)),
        ({"prompt_tokens_details": None, "cached_tokens": "many"}, (1000, 0, 0)),
        ({"prompt_tokens_details": {"cached_tokens": -5}}, (1000, 0, 0)),
    ],
    ids=("none", "OpenAI", "OpenRouter", "DeepSeek", "Moonshot", "a proxy", "nonsense", "less than none"),
)
def test_servers_of_openais_dialect_name_their_caches_as_they_like(
    told: dict[str, Any], counts: tuple[int, int, int]
) -> None:
    state = of_openai(**told)
    assert (state.tokens_in, state.tokens_cached, state.tokens_stored) == counts


@pytest.mark.parametrize(
    ("told", "cost"),
    [
        ({"cost": 0.00123}, 0.00123),
        ({"cost": 0}, 0.0),
        ({"cost": {"input_tokens_cost": 0.001, "total_cost": 0.006}}, 0.006),
        ({"cost_in_usd_ticks": 37_756_000}, 0.0037756),
        ({"estimated_cost": 0.002}, 0.002),
        ({"cost": 0.0001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.002}}, 0.0021),
        ({"cost": -1}, None),
        ({"cost": "0.0123"}, 0.0123),
        ({"cost": "free"}, None),
        ({"cost": True}, None),
        ({"cost": 1e300}, None),
    ],
)
def test_a_told_cost_is_read_in_dollars_and_holds(told: dict[str, Any], cost: float | None) -> None:
    state = of_openai(**told)
    assert state.cost == (cost if cost is None else pytest.approx(cost))
    known = usage(request("openai/gpt-4o-mini"), state, state.tokens_out, "Yes.")
    ours = 1000 * 0.15e-6 + 50 * 0.6e-6
    assert known["cost"] == pytest.approx(ours if cost is None else cost)


def test_thoughts_that_are_counted_beside_the_answer_are_counted_once() -> None:
    beside = {"completion_tokens_details": {"reasoning_tokens": 94}}
    assert of_openai(**beside, total_tokens=1144).tokens_out == 144
    assert of_openai(**beside, total_tokens=1050).tokens_out == 50
    assert of_openai(**beside).tokens_out == 50


def test_counts_are_read_wherever_they_stand_and_nothing_that_was_told_is_unsaid() -> None:
    counts = {"prompt_tokens": 1000, "completion_tokens": 50}
    within = [{"index": 0, "delta": {}, "finish_reason": "stop", "usage": counts}]
    said = {"choices": SAID}

    def usage_of(one: dict[str, Any]) -> dict[str, Any]:
        return {"choices": [], "usage": one}

    for events in (
        (said, usage_of({name: str(count) for name, count in counts.items()})),
        (said, usage_of(counts), usage_of(dict.fromkeys(counts, 0))),
        (usage_of({"prompt_tokens": 1000}), said, usage_of({"completion_tokens": 50})),
        (said, usage_of(counts), usage_of(counts)),
        (said, {"choices": within}),
    ):
        state = heard("openai", *events)
        assert (state.tokens_in, state.tokens_out) == (1000, 50)


def test_llama_cpp_tells_what_it_still_had_of_a_prompt() -> None:
    end = {"choices": [], "usage": {"prompt_tokens": 900}, "timings": {"cache_n": 800, "prompt_n": 100}}
    state = heard("openai", {"choices": SAID}, end)
    assert (state.tokens_in, state.tokens_cached) == (900, 800)


def test_anthropic_counts_beside_each_other_and_once_more_at_the_end() -> None:
    counts = {"input_tokens": 10, "cache_read_input_tokens": 600, "cache_creation_input_tokens": 300}
    start = {"type": "message_start", "message": {"usage": {**counts, "output_tokens": 1}}}
    state = heard("anthropic", start)
    assert (state.tokens_in, state.tokens_cached, state.tokens_stored) == (910, 600, 300)
    delta = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 7}}
    state = heard("anthropic", start, delta)
    assert (state.tokens_in, state.tokens_out, state.tokens_cached) == (910, 7, 600)
    more = {**delta, "usage": {**counts, "input_tokens": 40, "output_tokens": 7}}
    state = heard("anthropic", start, more)
    assert (state.tokens_in, state.tokens_cached, state.tokens_stored) == (940, 600, 300)
    paid = usage(request("anthropic/claude-sonnet-4-5"), state, state.tokens_out, "Yes.")
    assert paid["cost"] == pytest.approx((40 * 3 + 600 * 0.3 + 300 * 3.75 + 7 * 15) / 1e6)


def test_gemini_counts_what_is_cached_within_the_prompt() -> None:
    counts = {"promptTokenCount": 1000, "candidatesTokenCount": 5, "cachedContentTokenCount": 700}
    answer = {"content": {"parts": [{"text": "Yes."}]}, "finishReason": "STOP"}
    state = heard("gemini", {"candidates": [answer], "usageMetadata": counts})
    assert (state.tokens_in, state.tokens_cached) == (1000, 700)


def test_what_is_more_than_the_prompt_is_not_taken_off_it() -> None:
    state = of_openai(prompt_tokens_details={"cached_tokens": 5000, "cache_write_tokens": 5000})
    known = usage(request("openai/gpt-4o-mini"), state, 50, "Yes.")
    assert (known["tokens_cached"], known["tokens_stored"]) == (1000, 0)


def test_a_long_prompt_has_the_prices_of_long_ones_for_all_of_it() -> None:
    asked = request("gemini/gemini-2.5-pro")
    short, long = rates_of(asked, 200_000), rates_of(asked, 200_001)
    assert short is not None
    assert long is not None
    assert (short.into, short.out, short.cached) == pytest.approx((1.25e-6, 10e-6, 0.125e-6))
    assert (long.into, long.out, long.cached) == pytest.approx((2.5e-6, 15e-6, 0.25e-6))


def test_what_is_held_back_covers_writing_all_of_the_prompt_to_a_cache() -> None:
    asked = request("anthropic/claude-sonnet-4-5")
    most = estimate(asked)
    rates = rates_of(asked)
    assert rates is not None
    into, out = most["tokens_in"], most["tokens_out_max"]
    assert isinstance(into, int)
    assert isinstance(out, int)
    assert most["cost_max"] == pytest.approx(rates.price(into, out, stored=into))


def test_a_server_of_ones_own_has_ones_own_prices_with_the_discounts_of_its_model() -> None:
    own = {"base_url": "https://llm.example/v1", "price_in": 1.0, "price_out": 2.0}
    named = rates_of(request("openai/gpt-4o-mini", **own))
    assert named is not None
    assert (named.into, named.cached, named.stored) == pytest.approx((1e-6, 0.5e-6, 1e-6))
    elsewhere = rates_of(request("openai/deepseek-chat", **own))
    assert elsewhere is not None
    assert elsewhere.cached == pytest.approx(0.1e-6)
    marked = rates_of(request("anthropic/nobody-knows-it", **own))
    assert marked is not None
    assert (marked.cached, marked.stored) == pytest.approx((0.1e-6, 1.25e-6))
    unknown = rates_of(request("openai/nobody-knows-it", **own))
    assert unknown is not None
    assert (unknown.cached, unknown.stored) == (1e-6, 1e-6)
    told = rates_of(request("openai/nobody-knows-it", **own, price_cached=0.2, price_stored=1.5))
    assert told is not None
    assert (told.cached, told.stored) == pytest.approx((0.2e-6, 1.5e-6))


def test_free_is_what_runs_here_unknown_what_nobody_told() -> None:
    here, there = "http://127.0.0.1:9/v1", "http://192.168.1.9/v1"
    for model in ("ollama/some-model", "lm_studio/some-model", "llamacpp/some-model"):
        free = rates_of(request(model, base_url=here))
        assert free is not None
        assert free.most(1000, 1000) == 0
    # It may stand in front of one that charges.
    assert rates_of(request("openai/some-model", base_url=here)) is None
    assert rates_of(request("openai/some-model", base_url=there)) is None
    assert rates_of(request("openai/gpt-4o-mini", base_url=there)) is None
    # It stands in front of its provider, who charges.
    proxied = rates_of(request("openai/gpt-4o-mini", base_url=here))
    assert proxied == rates_of(request("openai/gpt-4o-mini"))
    # Half a price is none.
    assert rates_of(request("openai/some-model", base_url=here, price_in=1.0)) is None
