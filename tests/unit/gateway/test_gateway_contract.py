"""One suite over every gateway that needs no network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, cast

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Options
from app.engine.ports import Completed, Failed, ModelEvent, ModelGateway, Sent, TextDelta
from app.gateway.offline import OfflineCouncil
from app.gateway.router import Router
from tests.support.clocks import ManualClock
from tests.support.scripted import ScriptedGateway

TEXT = "One two three four five six seven eight nine ten.\n\nÜnïcode 漢字 — and  spaces  stay.\n"


def request(model: str, text: str = "What now?", **options: Any) -> ModelRequest:
    """Return a small request."""
    message = ChatMessage(role="user", text=text)
    return ModelRequest(purpose="say", seat="Ann", model=model, messages=(message,), **options)


def offline() -> ModelGateway:
    return OfflineCouncil({("ann", "say"): lambda _: TEXT}, ManualClock(), 0.01)


def scripted() -> ModelGateway:
    return ScriptedGateway(lambda _: TEXT, ManualClock(), delay=0.01, pieces=5)


def routed() -> ModelGateway:
    return Router({"offline": offline, "scripted": scripted})


GATEWAYS: list[tuple[Callable[[], ModelGateway], str]] = [
    (offline, "offline/ann"),
    (scripted, "scripted/any"),
    (routed, "offline/ann"),
    (routed, "scripted/any"),
]
every = pytest.mark.parametrize(("make", "model"), GATEWAYS)


def stream(gateway: ModelGateway, asked: ModelRequest, call: str = "c1") -> aclosing[Any]:
    """Return the stream of a call, closed in any case."""
    return aclosing(cast(Any, gateway.start(call, asked)))


async def events(gateway: ModelGateway, asked: ModelRequest) -> list[ModelEvent]:
    """Return all events of a call."""
    async with stream(gateway, asked) as found:
        return [event async for event in cast(AsyncIterator[ModelEvent], found)]


@every
async def test_a_call_ends_with_exactly_one_terminal_event(
    make: Callable[[], ModelGateway], model: str
) -> None:
    found = await events(make(), request(model))
    assert [isinstance(event, Completed | Failed) for event in found].count(True) == 1
    assert isinstance(found[-1], Completed)


@every
async def test_the_request_is_sent_before_the_first_text_and_the_pieces_make_the_whole(
    make: Callable[[], ModelGateway], model: str
) -> None:
    found = await events(make(), request(model))
    assert isinstance(found[0], Sent)
    pieces = [event.text for event in found if isinstance(event, TextDelta)]
    assert len(pieces) > 1
    last = found[-1]
    assert isinstance(last, Completed)
    assert "".join(pieces) == last.text == TEXT
    assert last.usage.tokens_out > 0


@every
async def test_closing_the_stream_ends_the_call_and_the_gateway_serves_the_next(
    make: Callable[[], ModelGateway], model: str
) -> None:
    gateway = make()
    async with stream(gateway, request(model)) as found:
        async for event in found:
            if isinstance(event, TextDelta):
                break
    await gateway.cancel("c1")
    await gateway.cancel("never heard of")
    assert isinstance((await events(gateway, request(model)))[-1], Completed)
    await gateway.close()


async def test_a_closed_stream_of_the_scripted_gateway_counts_as_ended() -> None:
    gateway = ScriptedGateway(lambda _: TEXT, ManualClock(), pieces=5)
    async with stream(gateway, request("scripted/any")) as found:
        assert isinstance(await anext(found), Sent)
        assert gateway.running == 1
    assert gateway.running == 0


async def test_a_cancelled_call_of_the_council_says_no_more() -> None:
    gateway = offline()
    found = []
    async with stream(gateway, request("offline/ann"), "gone") as events_:
        async for event in events_:
            found.append(event)
            await gateway.cancel("gone")
    assert not any(isinstance(event, Completed) for event in found)


async def test_cancelling_a_call_that_is_over_harms_no_later_call_of_its_name() -> None:
    gateway = offline()
    await events(gateway, request("offline/ann"))
    await gateway.cancel("c1")
    assert isinstance((await events(gateway, request("offline/ann")))[-1], Completed)


@every
async def test_every_request_gets_an_estimate_in_order(make: Callable[[], ModelGateway], model: str) -> None:
    asked = [request(model, "x" * size, options=Options(max_output_tokens=9)) for size in (4, 400)]
    found = await make().estimate(asked)
    assert len(found) == len(asked)
    assert all(one.cost_max == 0.0 and one.tokens_out_max > 0 for one in found)
    assert await make().estimate([]) == []


@every
async def test_calls_at_once_do_not_mix(make: Callable[[], ModelGateway], model: str) -> None:
    gateway = make()

    async def one(number: int) -> ModelEvent:
        async with stream(gateway, request(model), f"c{number}") as found:
            return cast(ModelEvent, [event async for event in found][-1])

    ends = await asyncio.gather(*(one(number) for number in range(8)))
    assert [end.text for end in ends if isinstance(end, Completed)] == [TEXT] * 8


@pytest.mark.parametrize("model", ["offline/nobody", "offline/", "offline/*"])
async def test_an_unknown_voice_fails_unsent_with_the_way_out(model: str) -> None:
    found = await events(offline(), request(model))
    assert len(found) == 1
    failed = found[0]
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent, failed.received) == ("not_found", False, False)
    assert model in str(failed.message)
    assert "offline/ann" in str(failed.hint)
    assert not (await offline().test(model)).ok


async def test_an_unknown_provider_fails_unsent_with_the_way_out() -> None:
    found = await events(routed(), request("nowhere/x"))
    assert [type(event) for event in found] == [Failed]
    failed = found[0]
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("not_found", False)
    assert "nowhere/x" in str(failed.message)
    assert "offline" in str(failed.hint)
    assert (await routed().estimate([request("nowhere/x")]))[0].cost_max is None


EMBEDDERS: list[tuple[Callable[[], ModelGateway], str]] = [
    (offline, "offline/terms"),
    (scripted, "scripted/any"),
    (routed, "offline/terms"),
    (routed, "scripted/any"),
]


def texts(model: str, *embedded_texts: str) -> ModelRequest:
    """Return a request for vectors."""
    messages = tuple(ChatMessage(role="user", text=text) for text in embedded_texts)
    options = Options(max_output_tokens=0)
    return ModelRequest(
        purpose="embedding", seat="Ann", model=model, messages=messages, options=options, embeds=True
    )


@pytest.mark.parametrize(("make", "model"), EMBEDDERS)
async def test_an_embedding_model_answers_with_a_vector_per_text(
    make: Callable[[], ModelGateway], model: str
) -> None:
    asked = texts(model, "limpets graze", "barnacles settle", "limpets graze", "")
    found = await events(make(), asked)
    assert isinstance(found[0], Sent)
    done = found[-1]
    assert isinstance(done, Completed)
    first, second, third, empty = done.vectors
    assert first == third != second
    assert len(first) == len(second) == len(empty)
    assert not any(empty)
    assert done.usage.tokens_out == 0
    (estimate,) = await make().estimate([asked])
    assert estimate.cost_max == 0.0


@pytest.mark.parametrize("model", ["offline/ann", "offline/", "nowhere/embedder"])
async def test_what_is_no_embedding_model_fails_unsent_with_the_way_out(model: str) -> None:
    (failed,) = await events(routed(), texts(model, "limpets"))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("not_found", False)
    assert model in str(failed.message)
    assert str(failed.hint)


@every
async def test_a_listed_model_can_be_reached(make: Callable[[], ModelGateway], model: str) -> None:
    gateway = make()
    assert model in [info.name for info in await gateway.models()]
    assert (await gateway.test(model)).ok
