"""Tools of a real server over HTTP on loopback: called with its secret header, which goes nowhere else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from app.gateway.keys import Keys
from app.services.unattended import AnswerPlan
from app.settings.tool_servers import ToolServerSettings
from tests.support.lab import Turns
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
