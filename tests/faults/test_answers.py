"""Whole answers through a real child process, in every dialect."""

from __future__ import annotations

import threading
from contextlib import aclosing

import psutil
import pytest

from app.engine.ports import Completed, Failed, ReasoningDelta, Sent, TextDelta
from app.gateway.hosted import HostedGateway
from tests.faults.asking import events, request
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import DIALECTS, Dialect, Said
from tests.faults.speaking import events as spoken
from tests.support.waiting import until

pytestmark = pytest.mark.loopback


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_streamed_answer_arrives_whole(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    heard = threading.Event()
    pieces_sent = spoken(dialect, Said())
    server.script = lambda asked: Act(pieces_sent, hold=(len(pieces_sent) // 2, heard))
    found = []
    async for event in gateway.start("c1", request(server, "any", dialect)):
        found.append(event)
        # What is heard by then came while the answer was under way.
        if isinstance(event, TextDelta):
            heard.set()
    assert isinstance(found[0], Sent)
    pieces = [event.text for event in found if isinstance(event, TextDelta)]
    last = found[-1]
    assert isinstance(last, Completed)
    assert last.text == Said().text == "".join(pieces)
    assert len(pieces) > 1
    assert (last.usage.tokens_in, last.usage.tokens_out, last.usage.source) == (21, 13, "provider")
    (asked,) = server.asked
    assert asked.dialect == dialect
    assert "key-for-tests" in {**asked.headers}.__repr__() or dialect == "ollama"


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_reasoning_is_kept_apart_from_the_answer(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    server.script = lambda asked: Act(spoken(asked.dialect, Said("Yes.", reasoning="Let me think.")))
    found = await events(gateway, request(server, "any", dialect))
    last = found[-1]
    assert isinstance(last, Completed)
    assert (last.text, last.reasoning) == ("Yes.", "Let me think.")
    assert "".join(event.text for event in found if isinstance(event, ReasoningDelta)) == "Let me think."


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_an_answer_that_is_cut_is_booked_by_its_length_and_marked_as_estimated(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    answer = Said("word " * 3000, pieces=40)
    whole = spoken(dialect, answer)
    server.script = lambda asked: Act(whole, cut_at=len(whole) - 3)
    found = await events(gateway, request(server, "any", dialect, price_in=1.0, price_out=2.0))
    last = found[-1]
    assert isinstance(last, Failed)
    assert last.kind == "truncated"
    assert last.usage is not None
    assert last.usage.source == "estimate"
    # A token a word, rather too many than too few.
    assert last.usage.tokens_out > 3000
    assert last.usage.cost is not None
    assert last.usage.cost > 0.006


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_no_connection_outlives_its_answer_though_the_server_keeps_it_open(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    found = await events(gateway, request(server, "open-after-the-end", dialect))
    assert isinstance(found[-1], Completed)
    await until(lambda: open_to(server, gateway) == 0)


async def test_no_connection_outlives_a_call_that_was_given_up(
    gateway: HostedGateway, server: FaultServer
) -> None:
    pieces = spoken("openai", Said())
    server.script = lambda asked: Act(pieces, stall_at=len(pieces) // 2)
    async with aclosing(gateway.start("c1", request(server, "any"))) as answer:  # type: ignore[type-var]  # every gateway's stream is a generator
        async for event in answer:
            if isinstance(event, TextDelta):
                break
        assert open_to(server, gateway) == 1
    await until(lambda: open_to(server, gateway) == 0)


def open_to(server: FaultServer, gateway: HostedGateway) -> int:
    """Return how many connections the host has to a server."""
    connections = psutil.Process(gateway.host_client.pid).net_connections("tcp")
    return sum(bool(one.raddr) and one.raddr.port == server.port for one in connections)
