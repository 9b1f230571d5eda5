"""Calls that are got ready while their record is committed: composed and connected, and nothing sent."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from app.domain.errors import StorageError
from app.domain.fact_base import NewRecord, Record
from app.domain.facts import CallAsked
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.engine.ports import Completed, Delayed, Failed, Sent
from app.gateway.hosted import HostedGateway
from app.gateway.providers import origin
from app.gateway.routes import Route
from app.gateway.throttle import Place, Throttle
from app.services.sessions import Sessions
from app.settings.providers import ProviderTable
from app.store.journal import SqliteJournal
from app.store.sessions import FileSessionStore
from tests.faults.asking import events, request
from tests.faults.debating import begin, panel
from tests.faults.server import FaultServer
from tests.support.desk import desk
from tests.support.waiting import AMPLE

pytestmark = [pytest.mark.loopback, pytest.mark.keeps_threads("model host")]
SECONDS = 0.3
"""What the full disk takes to say so."""


class Listener:
    """A server that accepts and says nothing."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(AMPLE)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def base(self, dialect: str) -> str:
        """Return the address that a request names."""
        del dialect
        return f"{self.url}/v1"

    async def accepted(self) -> socket.socket:
        """Wait for the next connection."""
        connection, _ = await asyncio.to_thread(self._listening.accept)
        connection.settimeout(AMPLE)
        return connection

    def close(self) -> None:
        """Accept no more."""
        self._listening.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Return a server that shows what arrives."""
    found = Listener()
    yield found
    found.close()


def arrived(connection: socket.socket) -> bytes:
    """Return what has arrived by now."""
    connection.setblocking(False)
    try:
        return connection.recv(2**16)
    except BlockingIOError:
        return b""
    finally:
        connection.setblocking(True)
        connection.settimeout(AMPLE)


def size_known(gateway: HostedGateway, asked: ModelRequest) -> None:
    """Let the gateway know what it would ask the server first."""
    gateway.sizes.learn(origin(asked.base_url or ""), asked.model, window=2**20, slots=64)


async def until_ready(gateway: HostedGateway) -> None:
    """Wait for the host."""
    (await gateway.host_client.open()).close()


async def connected(gateway: HostedGateway, listener: Listener) -> tuple[ModelRequest, socket.socket]:
    """Get a call called c1 ready; return its request and its connection."""
    table = ProviderTable(approved=(listener.url,), variables={listener.url: ("TEST_KEY",)})
    gateway.table = lambda: table
    # A host that would have to be waited for gets nothing ready.
    await until_ready(gateway)
    asked = request(listener, "any")
    size_known(gateway, asked)
    gateway.prepare("c1", asked)
    return asked, await listener.accepted()


async def test_a_call_that_is_ready_is_connected_and_has_sent_nothing_before_it_is_started(
    gateway: HostedGateway, listener: Listener
) -> None:
    asked, connection = await connected(gateway, listener)
    # Whatever the host was about to do it has done once it has answered this.
    assert await gateway.ask("ping", {}) == {}
    assert arrived(connection) == b""
    stream = cast(Any, gateway.start("c1", asked))
    assert isinstance(await anext(stream), Sent)
    assert (await asyncio.to_thread(connection.recv, 2**16)).startswith(b"POST /v1/chat/completions")
    await stream.aclose()
    connection.close()


async def test_a_call_that_is_started_in_the_same_moment_is_sent(
    gateway: HostedGateway, server: FaultServer
) -> None:
    await until_ready(gateway)
    asked = request(server, "good")
    for number in range(20):
        size_known(gateway, asked)
        gateway.prepare(f"c{number}", asked)
        assert isinstance((await events(gateway, asked, f"c{number}"))[-1], Completed)
    assert len(server.asked) == 20


async def test_a_call_that_is_taken_back_closes_its_connection_and_has_sent_nothing(
    gateway: HostedGateway, listener: Listener
) -> None:
    _, connection = await connected(gateway, listener)
    await gateway.cancel("c1")
    assert await asyncio.to_thread(connection.recv, 2**16) == b""
    connection.close()


async def test_a_call_that_has_no_room_any_more_is_connected_anew_when_it_has(
    gateway: HostedGateway, listener: Listener
) -> None:
    gateway.throttle = Throttle(gateway.clock, at_once=1, at_once_own=1)
    asked, connection = await connected(gateway, listener)
    gateway.sizes.learn(origin(asked.base_url or ""), asked.model, slots=1)
    route = gateway.route(asked)
    assert isinstance(route, Route)
    stream = cast(Any, gateway.start("c1", asked))
    async with gateway.throttle.slot(Place(route.origin, route.pace, route.own)):
        assert await anext(stream) == Delayed("place")
        waiting = asyncio.ensure_future(anext(stream))
        assert await asyncio.to_thread(connection.recv, 2**16) == b"", "it is given up"
    later = await listener.accepted()
    assert isinstance(await waiting, Sent)
    assert (await asyncio.to_thread(later.recv, 2**16)).startswith(b"POST ")
    await stream.aclose()
    connection.close()
    later.close()


async def test_a_held_call_whose_server_is_gone_says_so_when_it_is_started(
    gateway: HostedGateway, listener: Listener
) -> None:
    asked, connection = await connected(gateway, listener)
    connection.close()
    listener.close()
    found = await events(gateway, asked)
    assert isinstance(found[-1], Failed)
    assert found[-1].kind == "connection"
    assert not found[-1].received


async def test_a_host_that_dies_with_a_held_call_has_not_sent_it(
    gateway: HostedGateway, listener: Listener
) -> None:
    asked, connection = await connected(gateway, listener)
    gateway.host_client.kill()
    found = await events(gateway, asked)
    connection.close()
    assert isinstance(found[-1], Failed)
    assert (found[-1].kind, found[-1].sent) == ("host_died", False)


class FullDisk(SqliteJournal):
    """A journal with no room for what is about to be asked."""

    async def append(
        self, records: Sequence[NewRecord], *, expect: int | None = None, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit as ever, but for what is asked: late enough for a connection, and in vain."""
        if any(isinstance(new.fact, CallAsked) for new in records):
            await asyncio.sleep(SECONDS)
            raise StorageError("full", words("The disk is full."), words("Make room."))
        return await super().append(records, expect=expect, ends=ends)


class FullStore(FileSessionStore):
    """Session files on a full disk."""

    async def open(self, session: SessionId) -> SqliteJournal:
        """Open for appending."""
        journal = await super().open(session)
        journal.__class__ = FullDisk
        return journal


async def test_what_could_not_be_recorded_is_not_sent_and_not_held(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    await until_ready(gateway)
    async with desk(tmp_path, gateway=gateway) as table:
        sessions = Sessions(replace(table.parts, store=FullStore(tmp_path, table.parts.clock)))
        session = await begin(table, panel(server, Ann="good"), enabled=False)
        try:
            await sessions.start(session)
            with pytest.raises(StorageError, match="full"):
                await sessions.wait(session)
        finally:
            await sessions.shutdown()
    assert server.asked == []
    assert gateway._held == {}
