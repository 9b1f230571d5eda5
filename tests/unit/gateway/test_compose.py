"""A request is written in its provider's dialect, with what its model wants otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.messages import ChatMessage, ModelRequest, Options, ToolSpec
from app.gateway.host.composing import compose
from app.gateway.host.wire import Composed, Unsendable
from app.gateway.providers import origin, provider_of

SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {"verdict": {"type": "string"}}}
FIND = ToolSpec(name="find", description="Find.", parameters={"type": "object", "properties": {}})
ASKED = (ChatMessage(role="system", text="You are Zoë."), ChatMessage(role="user", text="Reply as JSON."))


def composed(model: str, base_url: str | None = None, without: Any = (), **more: Any) -> Composed:
    """Return a request to a model as it goes out."""
    request = ModelRequest(purpose="say", seat="Ann", model=model, messages=ASKED, base_url=base_url, **more)
    provider = provider_of(model)
    assert provider is not None
    return compose(request, provider, "a-key", frozenset(without))


def body(found: Composed) -> dict[str, Any]:
    """Return what a request says."""
    value: dict[str, Any] = json.loads(found.wire.body)
    return value


ALL = Options(temperature=0.4, top_p=0.9, seed=7, max_output_tokens=900)


def test_a_model_that_takes_everything_is_sent_everything() -> None:
    found = composed("openai/gpt-4o-mini", options=ALL, tools=(FIND,), reply_schema=SCHEMA)
    said = body(found)
    assert (said["max_tokens"], said["temperature"], said["top_p"], said["seed"]) == (900, 0.4, 0.9, 7)
    assert said["response_format"]["json_schema"]["strict"] is True
    assert [tool["function"]["name"] for tool in said["tools"]] == ["find"]
    assert (found.dropped, found.tools_as_text) == ((), False)


def test_a_reasoning_model_is_sent_what_it_takes_and_the_rest_is_named() -> None:
    model = "openai/o3-mini"
    found = composed(model, options=ALL)
    said = body(found)
    assert (said["max_completion_tokens"], "max_tokens" in said) == (900, False)
    assert [message["role"] for message in said["messages"]] == ["user", "user"]
    assert found.dropped == ("temperature", "top_p")
    assert "temperature" not in body(composed(model, options=ALL))
    # The one value that it takes is sent.
    assert body(composed(model, options=Options(temperature=1.0)))["temperature"] == 1.0


def test_a_new_model_is_asked_as_its_family_is() -> None:
    assert "max_completion_tokens" in body(composed("openai/gpt-5-of-next-year"))
    assert "max_tokens" in body(composed("openai/nobody-knows-it"))
    later = composed("anthropic/claude-opus-4-8-of-next-year", options=ALL)
    assert later.dropped == ("temperature", "top_p", "seed")


def test_claude_is_held_to_a_schema_in_its_own_way_with_the_header_that_goes_with_it() -> None:
    found = composed("anthropic/claude-sonnet-4-5", tools=(FIND,), reply_schema=SCHEMA)
    assert body(found)["output_format"]["type"] == "json_schema"
    assert "structured-outputs" in found.wire.headers["anthropic-beta"]
    assert "anthropic-beta" not in composed("anthropic/claude-sonnet-4-5").wire.headers
    # One that nobody knows is held to it by a tool, as every version of the interface can.
    assert composed("anthropic/nobody-knows-it", reply_schema=SCHEMA).reply_tool == "reply"


def test_names_addresses_and_members_are_the_providers() -> None:
    assert body(composed("mistral/mistral-large-latest", options=ALL))["random_seed"] == 7
    assert body(composed("fireworks_ai/kimi-k3"))["model"] == "accounts/fireworks/models/kimi-k3"
    whole = "accounts/fireworks/models/yi-large"
    assert body(composed(f"fireworks_ai/{whole}"))["model"] == whole
    assert "/v1alpha/" in composed("gemini/gemini-3-flash-preview").wire.url
    assert "/v1beta/" in composed("gemini/gemini-2.5-flash").wire.url


@pytest.mark.parametrize("model", ["groq/nobody-knows-it", "anthropic/nobody-knows-it"])
def test_no_model_is_made_to_reply_by_a_tool_where_it_may_call_others(model: str) -> None:
    forced = composed(model, reply_schema=SCHEMA)
    assert (forced.reply_tool, "schema" in forced.carried) == ("reply", True)
    free = composed(model, tools=(FIND,), reply_schema=SCHEMA)
    assert (free.reply_tool, "schema" in free.carried, "tools" in free.carried) == ("", False, True)
    assert b'"find"' in free.wire.body
    assert b'"reply"' not in free.wire.body


@pytest.mark.parametrize("model", ["perplexity/sonar", "openai/gpt-5.4"])
def test_a_model_that_takes_no_tools_is_told_of_them_in_words(model: str) -> None:
    found = composed(model, tools=(FIND,))
    assert found.tools_as_text
    assert "tools" not in body(found)
    assert "- find: Find." in found.wire.body.decode()


def test_what_a_provider_refused_is_left_out_and_json_of_any_form_is_asked_for() -> None:
    without = {"schema", "max_tokens", "usage", "seed"}
    said = body(composed("openai/gpt-4o-mini", without=without, options=ALL, reply_schema=SCHEMA))
    assert said["response_format"] == {"type": "json_object"}
    assert said.keys().isdisjoint({"max_tokens", "stream_options", "seed"})
    assert said["max_completion_tokens"] == 900


def test_a_model_of_an_interface_that_is_not_spoken_says_so_and_is_not_asked() -> None:
    with pytest.raises(Unsendable, match="an interface that Roundtable does not speak"):
        composed("openai/gpt-5-pro")


@pytest.mark.parametrize(
    ("model", "base"),
    [("openai/o3-mini", "http://127.0.0.1:9/v1"), ("anthropic/claude-opus-4-8", "http://127.0.0.1:9")],
)
def test_nothing_is_assumed_of_a_name_at_a_server_of_ones_own(model: str, base: str) -> None:
    found = composed(model, base, options=ALL, tools=(FIND,))
    said = body(found)
    assert origin(found.wire.url) == "http://127.0.0.1:9"
    assert (said["max_tokens"], said["temperature"], said["top_p"]) == (900, 0.4, 0.9)
    assert said["tools"]
