"""Where a model's name leads, and to whom a key may go (rows 17 and 18)."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.gateway.providers import SPOKEN, origin
from app.gateway.routes import Route, no_key, route_of, stranger
from app.settings.providers import Endpoint, ProviderSettings, ProviderTable

TABLE = ProviderTable(
    approved=("http://127.0.0.1:4010",),
    providers={"openai": ProviderSettings(at_once=3, api_key_env="OTHER")},
    endpoints={
        "work": Endpoint(base_url="https://llm.example/v1", price_in=0.5, price_out=1.5, api_key_env="WORK"),
        "house": Endpoint(base_url="http://10.0.0.5:9000", dialect="ollama", per_minute=10),
    },
)


def way(model: str, **more: Any) -> Route | Failed:
    """Return where a request for this model goes."""
    return route_of(ModelRequest(purpose="p", seat="Ann", model=model, messages=(), **more), TABLE)


def test_a_known_provider_is_reached_at_its_own_address_with_its_key_and_pace() -> None:
    route = way("openai/gpt-4o-mini")
    assert isinstance(route, Route)
    assert (route.origin, route.owner, route.key_needed) == ("https://api.openai.com:443", "openai", True)
    assert (route.request.api_key_env, route.pace.at_once) == ("OTHER", 3)


def test_an_endpoint_is_asked_in_its_dialect_at_its_rates() -> None:
    route = way("work/llama-3/70b")
    assert isinstance(route, Route)
    assert (route.request.model, route.origin) == ("openai/llama-3/70b", "https://llm.example:443")
    assert (route.request.price_in, route.request.price_out) == (0.5, 1.5)
    assert (route.owner, route.request.api_key_env, route.key_needed) == ("work", "WORK", False)
    other = way("house/qwen", price_in=1.0)
    assert isinstance(other, Route)
    assert other.request.model == "ollama/qwen"
    assert (other.request.price_in, other.request.price_out) == (1.0, None)
    assert other.pace.per_minute == 10


def test_a_seats_own_address_is_contacted_only_where_it_was_approved() -> None:
    fine = way("openai/x", base_url="http://127.0.0.1:4010/v1")
    assert isinstance(fine, Route)
    refused = way("openai/x", base_url="http://evil.example/v1")
    assert isinstance(refused, Failed)
    assert (refused.kind, refused.sent) == ("not_found", False)
    assert "http://evil.example:80" in str(refused.message)
    assert "approve" in str(refused.hint)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://127.0.0.1:4010",
        "127.0.0.1:4010",
        "http://127.0.0.1:4010@evil.example",
        "http://[::1",
        "",
    ],
)
def test_no_other_spelling_of_an_address_gets_through(url: str) -> None:
    assert isinstance(way("anthropic/x", base_url=url), Failed)


def test_a_providers_key_goes_to_no_address_but_its_own() -> None:
    elsewhere = way("openai/x", base_url="http://127.0.0.1:4010/v1")
    assert isinstance(elsewhere, Route)
    assert elsewhere.owner == "openai@http://127.0.0.1:4010"
    home = way("openai/x", base_url="https://API.OPENAI.COM/v1")
    assert isinstance(home, Route)
    assert home.owner == "openai"


@pytest.mark.parametrize("model", ["nobody/x", "gpt-4o", "", "/", "openai/", "openai"])
def test_a_name_that_leads_nowhere_says_which_there_are(model: str) -> None:
    refused = way(model)
    assert isinstance(refused, Failed)
    assert (refused.kind, refused.sent) == ("not_found", False)
    assert "work" in str(refused.hint)
    assert "anthropic" in str(refused.hint)


def test_a_missing_key_names_the_provider_and_the_variable() -> None:
    route = way("gemini/gemini-2.5-flash")
    assert isinstance(route, Route)
    failed = no_key(route)
    assert (failed.kind, failed.sent) == ("auth", False)
    assert "Google Gemini" in str(failed.message)
    assert "GEMINI_API_KEY or GOOGLE_API_KEY" in str(failed.hint)


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("https://API.Example.com/v1", "https://api.example.com:443"),
        ("http://[::1]:80/x", "http://[::1]:80"),
        ("http://user:secret@h.example", "http://h.example:80"),
        ("http://h.example:notaport", "http://h.example:80"),
    ],
)
def test_an_origin_names_scheme_host_and_port(url: str, same: str) -> None:
    assert origin(url) == same


def test_every_provider_that_needs_a_key_says_where_one_is_found() -> None:
    for provider in SPOKEN.values():
        assert provider.local or (provider.env and provider.page.startswith("https://"))
        assert provider.base.startswith("http://127.0.0.1" if provider.local else "https://")


HOST = "http://127.0.0.1:4010"


@pytest.mark.parametrize(
    ("model", "more"),
    [
        # An approved server, and a variable that nobody bound to it.
        ("openai/x", {"base_url": f"{HOST}/v1", "api_key_env": "OPENAI_API_KEY"}),
        ("openai/x", {"base_url": f"{HOST}/v1", "api_key_env": "AWS_SECRET_ACCESS_KEY"}),
        # A provider's own address, and what is another's.
        ("openrouter/x", {"api_key_env": "OPENAI_API_KEY"}),
        ("openai/x", {"api_key_env": "AWS_SECRET_ACCESS_KEY"}),
        ("openai/x", {"base_url": "https://api.openai.com/v1", "api_key_env": "ANTHROPIC_API_KEY"}),
        # A server of this machine, and of the person's own.
        ("ollama/x", {"api_key_env": "OPENAI_API_KEY"}),
        ("work/x", {"api_key_env": "OPENAI_API_KEY"}),
        # The name of another provider in another spelling.
        ("openai/x", {"api_key_env": "openai_api_key"}),
    ],
)
def test_a_variable_goes_to_no_server_that_it_was_not_bound_to(model: str, more: dict[str, Any]) -> None:
    refused = way(model, **more)
    assert isinstance(refused, Failed)
    assert f"the variable {more['api_key_env']}" in str(refused.message)
    assert "--allow-server" in str(refused.hint)
    unknown = stranger(ModelRequest(purpose="p", seat="Ann", model=model, messages=(), **more), TABLE)
    assert unknown is not None
    assert unknown.variable == more["api_key_env"]


@pytest.mark.parametrize(
    ("model", "more", "variable"),
    [
        ("anthropic/x", {"api_key_env": "ANTHROPIC_API_KEY"}, "ANTHROPIC_API_KEY"),
        ("gemini/x", {"api_key_env": "GOOGLE_API_KEY"}, "GOOGLE_API_KEY"),
        ("openai/x", {"api_key_env": "OTHER"}, "OTHER"),
        ("work/x", {"api_key_env": "WORK"}, "WORK"),
        ("openai/x", {"base_url": "https://LLM.example/v1", "api_key_env": "WORK"}, "WORK"),
        ("openai/x", {"base_url": "https://openrouter.ai/api/v1", "api_key_env": "OPENROUTER_API_KEY"}, None),
    ],
)
def test_a_variable_goes_where_its_owner_takes_it_or_the_person_bound_it(
    model: str, more: dict[str, Any], variable: str | None
) -> None:
    found = way(model, **more)
    if variable is None:
        assert isinstance(found, Failed), "another provider's server is one that must be approved"
        assert "variable" not in str(found.message)
    else:
        assert isinstance(found, Route)
        assert found.request.api_key_env == variable


def test_a_variable_that_was_approved_goes_to_that_server_alone() -> None:
    table = ProviderTable(approved=(HOST, "http://127.0.0.1:4011"), variables={HOST: ("MY_KEY",)})
    asked = ModelRequest(
        purpose="p", seat="Ann", model="openai/x", messages=(), base_url=f"{HOST}/v1", api_key_env="MY_KEY"
    )
    assert isinstance(route_of(asked, table), Route)
    other = asked.model_copy(update={"base_url": "http://127.0.0.1:4011/v1"})
    assert isinstance(route_of(other, table), Failed)
    assert isinstance(route_of(asked.model_copy(update={"api_key_env": "OTHER"}), table), Failed)


def test_a_provider_that_the_person_led_elsewhere_takes_its_key_along() -> None:
    table = ProviderTable(providers={"openai": ProviderSettings(base_url="https://proxy.example/v1")})
    asked = ModelRequest(purpose="p", seat="Ann", model="openai/x", messages=(), api_key_env="OPENAI_API_KEY")
    found = route_of(asked, table)
    assert isinstance(found, Route)
    assert (found.origin, found.owner) == ("https://proxy.example:443", "openai")
    assert stranger(asked, table) is None
