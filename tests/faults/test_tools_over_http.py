"""Tools of a real server over HTTP on loopback: called with its secret header, which goes nowhere else."""

from __future__ import annotations

import contextlib
import gzip
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from app.gateway.keys import Keys
from app.services.unattended import AnswerPlan
from app.settings.programs import ToolServerSettings
from tests.support.lab import Turns
from tests.support.pace import PACE
from tests.support.tool_desk import HERE, configured, tool_lab
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.loopback, pytest.mark.nightly]


def listens(port: int) -> bool:
    """Tell whether somebody takes connections at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """Serve the decent server over HTTP; yield its address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, str(HERE / "plain.py"), "http", str(port)]
    process = subprocess.Popen(
        command,
        env={**os.environ, "LEDGER": str(tmp_path / "ledger")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: listens(port))
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


async def test_a_tool_of_a_server_at_an_address_is_called(tmp_path: Path, served: str) -> None:
    script = Turns({1: [[("web__add", {"a": 2, "b": 3}), ("web__fail", {})]]})
    async with tool_lab(tmp_path, script, web=ToolServerSettings(url=served)) as it:
        session = await it.create(cycle_count=1, gate_policy="never_ask", tool_servers=["web"])
        assert await it.desk.drive(session, AnswerPlan(allow_tools=["web/*"])) == "finished"
        added, failed = await it.results()
        assert added.endswith("\n5")
        assert failed.startswith("[error from the tool server “web”")
        assert (tmp_path / "ledger").read_text() == "add 2 3\n"


class Elsewhere(BaseHTTPRequestHandler):
    """Sends everybody on to another address, and notes what it was sent."""

    heard: ClassVar[list[str]] = []
    to: ClassVar[str] = ""

    def do_POST(self) -> None:
        """Answer with a redirect."""
        self.heard.append(str(self.headers.get("Authorization")))
        self.send_response(307)
        self.send_header("Location", self.to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        """Answer as to any."""
        self.do_POST()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class First(Elsewhere):
    """The server that was configured."""

    heard: ClassVar[list[str]] = []


class Second(Elsewhere):
    """The one it names."""

    heard: ClassVar[list[str]] = []


async def test_a_secret_header_follows_no_redirect_to_another_address(tmp_path: Path) -> None:
    other = ThreadingHTTPServer(("127.0.0.1", 0), Second)
    First.to = f"http://127.0.0.1:{other.server_port}/mcp"
    server = ThreadingHTTPServer(("127.0.0.1", 0), First)
    for one in (other, server):
        Thread(target=one.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/mcp"
        settings = ToolServerSettings(url=url, secrets={"Authorization": "MY_TOKEN"})
        tools = configured(tmp_path, Keys({"MY_TOKEN": "Bearer canary"}), web=settings)
        way = tools.connect("web")
        listing = await way.tools()
        await way.close()
        assert listing.problem
        assert "canary" not in listing.problem
        assert "Bearer canary" in First.heard
        assert Second.heard == []
    finally:
        for one in (other, server):
            one.shutdown()
            one.server_close()


def _endless(to: BaseHTTPRequestHandler, kind: str, piece: bytes) -> None:
    to.send_response(200)
    to.send_header("Content-Type", kind)
    to.end_headers()
    with contextlib.suppress(OSError):
        while True:
            to.wfile.write(piece)


def _packed(to: BaseHTTPRequestHandler) -> None:
    body = gzip.compress(b'{"x": "' + b" " * 200_000_000 + b'"}', 1)
    assert len(body) < 4_000_000
    to.send_response(200)
    to.send_header("Content-Type", "application/json")
    to.send_header("Content-Encoding", "gzip")
    to.send_header("Content-Length", str(len(body)))
    to.end_headers()
    with contextlib.suppress(OSError):
        to.wfile.write(body)


def _wrong(to: BaseHTTPRequestHandler, body: bytes) -> None:
    to.send_response(200)
    to.send_header("Content-Type", "application/json")
    to.send_header("Content-Length", str(len(body)))
    to.end_headers()
    to.wfile.write(body)


def _until_gone(to: BaseHTTPRequestHandler) -> None:
    """Say nothing until the other side has given up."""
    with contextlib.suppress(OSError):
        while to.connection.recv(2**16):
            pass


HARM: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {
    "endless": lambda to: _endless(to, "application/json", b" " * 2**16),
    "events": lambda to: _endless(to, "text/event-stream", b": still here\n\n" * 1000),
    "line": lambda to: _endless(to, "text/event-stream", b"data: " + b"x" * 2**16),
    "packed": _packed,
    "garbage": lambda to: _wrong(to, b"\x00\xff{{{"),
    "deep": lambda to: _wrong(to, b"[" * 200_000),
    "foreign": lambda to: _wrong(to, b'{"jsonrpc": "2.0", "id": 99, "result": {"tools": []}}'),
    "silent": _until_gone,
}


SAID = {
    "endless": "more than is taken in at once",
    "events": "message after message",
    "packed": "packed bytes, which are not taken",
}


@pytest.mark.parametrize("mode", HARM)
async def test_a_hostile_server_at_an_address_offers_nothing_and_is_told_of(
    tmp_path: Path, mode: str
) -> None:
    class Hostile(Elsewhere):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            HARM[mode](self)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/mcp"
        way = configured(tmp_path, web=ToolServerSettings(url=address, seconds=3 * PACE)).connect("web")
        listing = await way.tools()
        assert listing.problem.startswith("The tool server “web”: ")
        assert SAID.get(mode, "") in listing.problem
        assert "pydantic" not in listing.problem
        assert not listing.tools
        assert len(listing.problem) < 1000
        await way.close()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
