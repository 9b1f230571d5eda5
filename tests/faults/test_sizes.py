"""How much servers of one's own take in, how long they are waited for, how many calls they get at once."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.domain.ids import SeatName
from app.domain.messages import ChatMessage, ModelRequest, Options
from app.domain.seats import Seat
from app.engine.ports import Completed, Delayed, Failed
from app.engine.retry import RetryPolicy
from app.gateway.host.table import find_row
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.protocol import Limits
from app.gateway.provider_gateway import HostedProviders
from app.gateway.providers import own_network, reasons
from app.gateway.routes import Route
from app.gateway.sizes import SizeMemory
from app.gateway.throttle import Place, Throttle
from app.settings.providers import Endpoint, Pace, ProviderTable
from tests.faults.asking import end, request
from tests.faults.conftest import SHORT, ample, short
from tests.faults.fault import good
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said
from tests.support.clocks import ManualClock

pytestmark = pytest.mark.loopback
LONG = (ChatMessage(role="user", text="The queue holds jobs that must not be lost. " * 700),)
"""Of about seven thousand tokens."""


def of_own(server: FaultServer, model: str, *messages: ChatMessage) -> ModelRequest:
    """Return a request by the name of the person's own server."""
    asked = request(server, model)
    said = messages or asked.messages
    own = {"model": f"own/{model}", "base_url": None, "api_key_env": None, "messages": said}
    return asked.model_copy(update=own)


def with_server(gateway: HostedGateway, server: FaultServer, path: str = "/v1", **more: Any) -> HostedGateway:
    """Return a gateway that knows the server by the name `own`."""
    table = ProviderTable(endpoints={"own": Endpoint(base_url=server.url + path, **more)})
    return replace(gateway, table=lambda: table)


async def test_ollama_is_told_how_much_prompt_and_answer_need_and_no_less_later(
    gateway: HostedGateway, server: FaultServer
) -> None:
    for messages in ({}, {"messages": LONG}, {}):
        assert isinstance(await end(gateway, request(server, "reader", "ollama", **messages)), Completed)
    assert [one.json["options"]["num_ctx"] for one in server.asked] == [4096, 16384, 16384]


async def test_a_window_that_the_person_set_is_kept_to(gateway: HostedGateway, server: FaultServer) -> None:
    own = with_server(
        gateway, server, "", dialect="ollama", context_length={"small": 4096, "full": 8192, "large": 9000}
    )
    for model, window in (("small", "4,096"), ("full", "8,192")):
        failed = await end(own, of_own(server, model, *LONG))
        assert isinstance(failed, Failed)
        assert (failed.kind, failed.sent, server.asked) == ("context_overflow", False, [])
        assert window in str(failed.message)
    asked = of_own(server, "large", *LONG)
    (estimate,) = await own.estimate([asked])
    assert estimate.context_limit == 9000
    assert isinstance(await end(own, asked), Completed)
    options = server.asked[0].json["options"]
    assert options["num_ctx"] == 9000
    assert options["num_predict"] == estimate.tokens_out_max == 9000 - estimate.tokens_in


async def test_lm_studio_tells_of_the_window_in_a_list_of_its_own(
    gateway: HostedGateway, server: FaultServer
) -> None:
    head = {"content-type": "application/json"}
    mine = {"id": "any", "state": "loaded", "max_context_length": 131072, "loaded_context_length": 8192}
    listed = json.dumps({"data": [{"id": "other", "max_context_length": 4096}, mine]}).encode()
    server.sizes = {"/props": Act([b"{}"], headers=head), "/api/v0/models": Act([listed], headers=head)}
    asked = request(server, "any")
    await gateway.learn_window(asked)
    (estimate,) = await gateway.estimate([asked])
    assert (estimate.context_limit, server.asked) == (8192, [])


async def test_what_a_person_asks_again_is_sent_where_the_window_may_be_another_by_now(
    gateway: HostedGateway, server: FaultServer
) -> None:
    head = {"content-type": "application/json"}
    for window in (4096, 32768):
        told = json.dumps({"default_generation_settings": {"n_ctx": window}}).encode()
        server.sizes = {"/props": Act([told], headers=head)}
        asked = request(server, "any", messages=LONG)
        await gateway.learn_window(asked, anew=window > 4096)
        last = await end(gateway, asked)
        assert isinstance(last, Completed if window > 4096 else Failed)
    assert len(server.asked) == 1


async def test_a_server_of_ones_own_stays_free_while_it_is_asked_anew_how_much_it_takes_in(
    gateway: HostedGateway, server: FaultServer
) -> None:
    asked = request(server, "any")
    await gateway.learn_window(asked)
    server.sizes["/props"] = replace(server.sizes["/props"], before=0.3)
    again = asyncio.ensure_future(gateway.learn_window(asked, anew=True))
    costs = []
    while not again.done():
        costs += [one.cost_max for one in await gateway.estimate([asked])]
        await asyncio.sleep(0.02)
    assert set(costs) == {0.0}


async def test_a_longest_answer_that_is_refused_as_too_long_is_asked_for_again_shorter(
    gateway: HostedGateway, server: FaultServer
) -> None:
    def script(asked: Asked) -> Act:
        if asked.json["max_tokens"] < 3000:
            return Act(good("openai"))
        said = "This model's maximum context length is 3000 tokens. However, you requested 4020 tokens "
        said += "(20 in the messages, 4000 in the completion)."
        body = json.dumps({"error": {"message": said}}).encode()
        return Act([body], 400, {"content-type": "application/json"}, "length")

    server.script, server.sizes = script, {"/props": Act([b"{}"])}
    assert isinstance(await end(gateway, request(server, "any")), Completed)
    assert [one.json["max_tokens"] < 3000 for one in server.asked] == [False, True]


def test_a_team_says_how_much_a_model_takes_in_and_is_else_written_as_before() -> None:
    seat = Seat(name="Ann", model="own/small", context_length=8192)
    assert Seat.model_validate(seat.model_dump()) == seat
    assert "context_length" not in Seat(name="Ann", model="own/small").model_dump()
    assert seat.with_model("own/other", [seat]).context_length is None


async def test_a_window_that_a_refusal_names_is_learned(gateway: HostedGateway, server: FaultServer) -> None:
    refused = json.dumps({"error": {"message": "It exceeds the available context size (4096 tokens)"}})
    server.script = lambda _: Act([refused.encode()], 400, {"content-type": "application/json"}, "length")
    asked = request(server, "any", messages=LONG)
    failed = await end(gateway, asked)
    assert isinstance(failed, Failed)
    assert failed.kind == "context_overflow"
    (estimate,) = await gateway.estimate([asked])
    assert estimate.context_limit == 4096


async def test_an_answer_to_a_prompt_that_was_read_in_part_says_so(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(good("ollama", Said(tokens_in=2048 if asked.number else 6500)))
    for marks in ((), ("read_less",)):
        last = await end(gateway, request(server, "reader", "ollama", messages=LONG))
        assert isinstance(last, Completed)
        assert last.marks == marks


async def test_servers_of_ones_own_and_models_that_reason_are_waited_for_unless_the_person_says_otherwise(
    gateway: HostedGateway, server: FaultServer
) -> None:
    seconds: list[float] = []

    def limits(total: float) -> Limits:
        seconds.append(total)
        return ample(total)

    patient = replace(gateway, limits=limits)
    # A number that was typed holds, whatever it is.
    for options in (Options(), Options(timeout=90), Options(timeout=120), Options(timeout=300)):
        assert isinstance(await end(patient, request(server, "any", options=options)), Completed)
    assert set(seconds) == {1800.0, 90.0, 120.0, 300.0}
    assert (Limits.of(1800).first_byte, Limits.of(120).first_byte) == (600, 120)
    assert reasons("openai/o3-mini")
    rows = {
        name: find_row(name) for name in ("xai/grok-4.5", "openai/gpt-4o-mini", "anthropic/claude-opus-5")
    }
    assert {name: row.thinks for name, row in rows.items() if row} == {
        "xai/grok-4.5": True,
        "openai/gpt-4o-mini": False,
        # It thinks only where a request says so.
        "anthropic/claude-opus-5": False,
    }
    assert reasons("deepseek/deepseek-reasoner")
    assert not reasons("openai/gpt-4o-mini")
    assert own_network("http://192.168.1.4:8000/v1")
    assert own_network("http://gpu.local/v1")
    assert not own_network("https://api.openai.com/v1")


async def test_who_was_seen_to_think_is_known_for_it_from_then_on(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    sizes = SizeMemory(tmp_path / "sizes.json")
    server.script = lambda asked: Act(good("openai", Said(reasoning="Weigh it." * (asked.model == "deep"))))
    for model in ("deep", "plain"):
        asked = request(server, model)
        assert isinstance(await end(replace(gateway, sizes=sizes), asked), Completed)
    sizes.learn(server.url, "openai/deep", window=8192)
    sizes.forget(server.url, "openai/deep")
    again = SizeMemory(tmp_path / "sizes.json")
    assert [again.of(server.url, f"openai/{model}").thinks for model in ("deep", "plain")] == [True, False]


async def test_a_model_that_asks_to_be_left_alone_holds_up_no_other_until_a_second_one_does() -> None:
    clock = ManualClock()
    throttle = Throttle(clock)
    place = "https://api.example:443"
    throttle.pause(place, 30, "a")
    assert throttle.wait(Place(place, model="a")) == Delayed("pause", 30)
    assert throttle.wait(Place(place, model="b")) is None
    throttle.pause(place, 20, "b")
    assert throttle.wait(Place(place, model="c")) == Delayed("pause", 20)


async def test_a_server_of_ones_own_gets_one_call_at_a_time_until_it_tells_of_more() -> None:
    throttle = Throttle(ManualClock())
    place = "http://127.0.0.1:8080"
    async with throttle.slot(Place(place, own=True)):
        assert throttle.wait(Place(place, own=True)) == Delayed("place")
        assert throttle.wait(Place(place, own=True, slots=4)) is None
        assert throttle.wait(Place(place, Pace(at_once=2), own=True)) is None


async def test_a_call_that_waits_for_its_turn_at_a_server_of_ones_own_has_all_its_time_left(
    gateway: HostedGateway, server: FaultServer
) -> None:
    gateway.limits = short("total")
    # Two in a row take longer than one may.
    before = 0.7 * SHORT["total"]
    server.sizes = {"/props": Act([b'{"total_slots": 1}'], headers={"content-type": "application/json"})}
    server.script = lambda _: Act(good("openai"), before=before)
    own = with_server(gateway, server)
    both = [end(own, of_own(server, "one"), call) for call in ("1", "2")]
    assert all(isinstance(done, Completed) for done in await asyncio.gather(*both))
    first, second = server.asked
    assert second.at - first.at >= before


def test_a_time_out_is_asked_again_once_where_nothing_was_charged() -> None:
    late = Failed("timeout", verbatim("Nothing came."), sent=True, passing=True)
    assert RetryPolicy().delay(late, 0) is not None
    assert RetryPolicy().delay(late, 1) is None
    assert RetryPolicy().delay(replace(late, passing=None), 0) is None


def page(_: Asked) -> Act:
    return Act([b"<!DOCTYPE html><html></html>"], headers={"content-type": "text/html"})


def bare(asked: Asked) -> Act:
    body = {"data": [{"id": "good"}]} if asked.path.startswith("/v1/") else {"error": "Unexpected endpoint."}
    return Act([json.dumps(body).encode()], headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("path", "lists", "said", "do"),
    [
        ("", bare, "Unexpected endpoint", "/v1: write that"),
        ("/gateway", page, "web page", "most end in /v1"),
        ("/bare", bare, "Unexpected endpoint", "most end in /v1"),
        ("/v1/chat/completions", bare, "", ""),
    ],
)
async def test_an_address_that_leads_to_no_model_is_told_before_the_start_with_what_helps(
    gateway: HostedGateway, server: FaultServer, path: str, lists: Any, said: str, do: str
) -> None:
    server.lists = lists
    own = with_server(gateway, server, path)
    seat = {SeatName("Ann"): Seat(name="Ann", model="own/good")}
    found = await HostedProviders(own, Keys({})).obstacles(seat, contact=True)
    route = own.route(of_own(server, "good"))
    assert isinstance(route, Route)
    checked = await own.check(route)
    if not said:
        assert (found, checked.ok) == ([], True)
        return
    (obstacle,) = found
    for message, hint in ((obstacle.message, obstacle.hint), (checked.detail, checked.next)):
        assert said in str(message)
        assert do in str(hint)
