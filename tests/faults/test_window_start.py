"""The window's start: it waits for no model host and contacts nobody (row 18)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from app.settings.providers import Endpoint, ProviderFile, ProviderSettings, ProviderTable
from tests.faults.server import FaultServer
from tests.support.commands import ROOT, spawn
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.loopback

STEP = """
import asyncio, json, sys, time
from app.ui.startup.start import run_lazily
from app.bootstrap import build
from app.gateway.host_client import HostClient
from tests.support.waiting import AMPLE
core = build(council_step=0.0)
core.providers.desk.hosted.host_client = host_client = HostClient(json.loads(sys.argv[1]))
report = {}
began = time.monotonic()
def watch(thing, stage):
    report[stage] = time.monotonic() - began
    if stage == "usable":
        thing.run(use(thing))
"""
WHILE_IMPORTING = (
    STEP
    + """
async def use(window):
    session = await core.sessions.create("debate", {"question": "Where to?", "gate_policy": "never_ask",
        "interactive_clarifications": False}, core.teams.load("offline"))
    await core.sessions.start(session)
    while (core.sessions.running(session) or host_client.pid is None) and time.monotonic() - began < AMPLE:
        await asyncio.sleep(0.01)
    report["host"] = host_client.pid
    records = await core.sessions.records(session)
    report["end"] = records[-1].type
    window.close()
run_lazily(lambda: core, watch)
report["ready"] = host_client.import_seconds
print(json.dumps(report))
"""
)
WITH_REAL_HOST = (
    """
import sys
connected = []
def hook(event, arguments):
    if event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
        connected.append(str(arguments[1]))
sys.addaudithook(hook)
"""
    + STEP
    + """
async def use(window):
    while host_client.import_seconds is None and time.monotonic() - began < AMPLE:
        await asyncio.sleep(0.05)
    report["ready"] = host_client.import_seconds
    report["connected"] = connected
    window.close()
run_lazily(lambda: core, watch)
print(json.dumps(report))
"""
)
HOOKED_HOST = """
import sys
def hook(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        with open({file!r}, "a") as file:
            file.write(f"{{event}} {{arguments[1:]}}\\n")
sys.addaudithook(hook)
from app.gateway.host.main import main
main()
"""


def run(program: str, host: list[str], server: FaultServer) -> dict[str, Any]:
    """Open the window with this model host, with providers of every kind set up; return what it reported."""
    settings = ProviderFile(Path(os.environ["ROUNDTABLE_CONFIG_DIR"]), frozenset({"openai", "ollama"}))
    settings.write(
        ProviderTable(
            approved=(server.url,),
            providers={
                "openai": ProviderSettings(base_url=f"{server.url}/v1"),
                "ollama": ProviderSettings(base_url=server.url),
            },
            endpoints={"work": Endpoint(base_url=f"{server.url}/v1")},
        )
    )
    # The program has an end of its own.
    line, key = ("-c", program), "sk-canary-0123456789"
    ran = spawn(json.dumps(host), program=line, seconds=2 * AMPLE, OPENAI_API_KEY=key)
    assert ran.code == 0, ran.err
    report: dict[str, Any] = ran.value
    return report


@pytest.mark.nightly
def test_a_window_whose_host_is_still_importing_stays_usable(server: FaultServer) -> None:
    slow = [sys.executable, str(ROOT / "tests" / "faults" / "stand_in_host.py"), "slow", "3600"]
    report = run(WHILE_IMPORTING, slow, server)
    # A whole debate of the offline council ran, and the window was closed, while the host was busy importing.
    assert (report["end"], report["ready"]) == ("session_finished", None)
    assert report["host"] is not None
    assert server.connections == 0


def test_no_connection_is_made_at_start_neither_by_the_window_nor_by_its_host(
    server: FaultServer, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    report = run(WITH_REAL_HOST, [sys.executable, "-c", HOOKED_HOST.format(file=str(seen))], server)
    assert report["ready"] is not None, "the host was not started, or not ready in time"
    assert report["connected"] == []
    assert not seen.exists(), seen.read_text(encoding="utf-8")
    assert server.connections == 0
