"""A provider's own search: asked for where a seat wants it, its pages named behind the answer as not kept."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from app.domain.ids import SeatName
from app.domain.messages import ModelRequest, Options, ToolSpec
from app.domain.seats import Seat, Team
from app.engine.ports import Completed, Failed
from app.gateway.host.dialects.searching import NOT_KEPT, pages_in, pages_told
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.provider_gateway import HostedProviders
from app.services.readiness import NotReady
from app.settings.providers import ProviderTable
from tests.faults.asking import end, request
from tests.faults.debating import SETUP
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import Dialect, Said, events
from tests.support.one_host import build_over

pytestmark = pytest.mark.loopback
PAGE = {"title": "River\n  levels", "url": "https://example.org/levels"}
SEARCH = Options(web_search=True)
NAMES = (SeatName("Ada"), SeatName("Ben"))
PRICED = {"price_in": 1.0, "price_out": 1.0}
NOTE = {"annotations": [{"type": "url_citation", "url_citation": PAGE}]}
CITED = {"type": "citations_delta", "citation": {"type": "web_search_result_location", **PAGE}}
CHUNK = {"web": {"uri": PAGE["url"], "title": "River levels"}}
NAMED: dict[Dialect, tuple[dict[str, Any], dict[str, Any]]] = {
    "openai": ({"web_search_options": {}}, {"choices": [{"index": 0, "delta": NOTE}]}),
    "anthropic": (
        {"tools": [{"type": "web_search_20250305", "name": "web_search", "max_uses": 5}]},
        {"type": "content_block_delta", "index": 0, "delta": CITED},
    ),
    "gemini": (
        {"tools": [{"google_search": {}}]},
        {"candidates": [{"index": 0, "groundingMetadata": {"groundingChunks": [CHUNK]}}]},
    ),
}
"""By dialect: what a request has besides, and the event that names a page."""


def _spoken(dialect: Dialect) -> list[bytes]:
    """Return an answer whose second event names a page."""
    first, *rest = events(dialect, Said("Move."))
    named = NAMED[dialect][1]
    name = f"event: {named['type']}\n" if "type" in named else ""
    return [first, f"{name}data: {json.dumps(named)}\n\n".encode(), *rest]


@pytest.mark.parametrize("dialect", [*NAMED])
async def test_a_search_is_asked_for_and_its_pages_are_named_as_not_kept(
    server: FaultServer, gateway: HostedGateway, dialect: Dialect
) -> None:
    server.script = lambda asked: Act(_spoken(dialect))
    last = await end(gateway, request(server, "good", dialect, options=SEARCH, **PRICED))
    assert isinstance(last, Completed), last
    assert last.text == f"Move.\n\n{NOT_KEPT}\n\n- River levels: https://example.org/levels"
    assert last.usage.cost is None, "what the search cost nobody told"
    (asked,) = server.asked
    for name, value in NAMED[dialect][0].items():
        assert asked.json[name] == value


async def test_nobody_searches_unasked_nor_for_a_form_or_beside_tools(
    server: FaultServer, gateway: HostedGateway
) -> None:
    server.script = lambda asked: Act(_spoken("openai"))
    tools = (ToolSpec(name="look", description="Looks.", parameters={"type": "object"}),)
    form = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    for more in ({}, {"options": SEARCH, "tools": tools}, {"options": SEARCH, "reply_schema": form}):
        given: dict[str, Any] = {**PRICED, **more}
        last = await end(gateway, request(server, "good", **given))
        assert isinstance(last, Completed), last
        assert (last.text, last.usage.cost is None) == ("Move.", False)
    assert not any("web_search_options" in asked.json for asked in server.asked)


def test_only_addresses_of_the_web_are_named_and_no_more_than_twenty() -> None:
    own = ["javascript:alert(1)", "file:///etc/passwd"]
    told = pages_told(dict(pages_in({"citations": [*own, *(f"https://example.org/{n}" for n in range(30))]})))
    assert told.count("\n- ") == told.count("\n- https://example.org/") == 20
    assert pages_told(dict(pages_in({"citations": own}))) == ""


async def test_a_provider_without_a_search_of_its_own_is_not_asked_and_that_is_told(
    server: FaultServer, gateway: HostedGateway
) -> None:
    last = await end(gateway, request(server, "good", "ollama", options=SEARCH))
    assert isinstance(last, Failed)
    assert (last.sent, "cannot be asked to search" in str(last.message)) == (False, True)
    assert "web_search" in str(last.hint)
    assert server.asked == []


@pytest.mark.parametrize(
    ("model", "its", "searches"),
    [
        ("gemini/gemini-2.5-flash", "", True),
        ("openai/gpt-4o-search-preview", "", True),
        ("openai/gpt-4o", "", False),
        ("openai/own", "http://127.0.0.1:4000/v1", True),
        ("xai/grok-4", "", False),
        ("ollama/llama3", "", False),
    ],
)
async def test_whose_model_cannot_be_asked_to_search_is_told_before_anything_is_asked(
    gateway: HostedGateway, model: str, its: str, searches: bool
) -> None:
    keys = Keys({"GEMINI_API_KEY": "k", "OPENAI_API_KEY": "k", "XAI_API_KEY": "k", "TEST_KEY": "k"})
    table = ProviderTable(approved=("http://127.0.0.1:4000",))
    there = replace(gateway, keys=keys, table=lambda: table)
    seats = {name: Seat(name=name, model=model, base_url=its or None, web_search=True) for name in NAMES}
    found = await HostedProviders(there, keys).obstacles(seats, contact=False)
    if searches:
        assert found == []
        return
    (one,) = found
    assert (one.seats, str(one.message).startswith(f"{model} cannot be asked to search")) == (NAMES, True)
    assert "web search off" in str(one.hint)
    unasked = {name: seat.model_copy(update={"web_search": False}) for name, seat in seats.items()}
    assert await HostedProviders(there, keys).obstacles(unasked, contact=False) == []


@pytest.mark.parametrize("model", ["offline/analyst", "command/own"])
async def test_neither_the_rules_nor_a_program_begin_where_they_are_to_search(
    host_client: HostClient, model: str
) -> None:
    core = build_over(host_client)
    core.providers.commands.put("own", {"command": sys.executable})
    plugin = core.parts.plugin("debate")
    setup = plugin.setup.model_validate(SETUP)
    ann, chair = (
        {"name": "Ann", "model": model, "web_search": True},
        {"name": "Chair", "model": "offline/judge"},
    )
    seats = plugin.seats(setup, Team.model_validate({"member": [ann], "chair": chair}))
    with pytest.raises(NotReady, match=f"{model} cannot be asked to search"):
        await core.readiness.check(plugin, setup, seats, contact=False)
    await core.close()


def test_a_seat_without_it_is_written_as_before_and_another_model_searches_only_if_told() -> None:
    seat = Seat(name="Ada", model="anthropic/x")
    assert "web_search" not in seat.model_dump(mode="json")
    searching = Seat(name="Ada", model="anthropic/x", web_search=True)
    assert searching.model_dump(mode="json")["web_search"] is True
    assert not searching.with_model("openai/y", ()).web_search
    plain: Any = {"purpose": "say", "seat": "Ada", "model": "m", "messages": ()}
    assert ModelRequest(**plain).identity() != ModelRequest(**plain, options=SEARCH).identity()
