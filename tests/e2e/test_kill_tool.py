"""kill −9 in the middle of a tool's call: it is told as uncertain, and not made again by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.faults.test_hostile_tools import gone
from tests.support.lab import Turns
from tests.support.tool_desk import raw_server, tool_lab
from tests.support.waiting import until


def begun(folder: Path) -> subprocess.Popen[bytes]:
    """Start a program that runs until it is killed."""
    return subprocess.Popen([sys.executable, "-m", "tests.e2e.kill_tool_child", str(folder)])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_a_call_of_a_program_that_was_killed_is_asked_about_and_not_made_again(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    child = begun(tmp_path)
    try:
        await until(lambda: ledger.exists() and "pid" in ledger.read_text())
        os.kill(child.pid, signal.SIGKILL)
    finally:
        child.wait()
    server = int(ledger.read_text().split("pid ")[1].split()[0])
    await until(lambda: gone(server))
    script = Turns({1: [[("raw__echo", {"text": "pay"})]]})
    async with tool_lab(tmp_path, script, raw=raw_server("silent_once", ledger)) as it:
        (it.id,) = await it.desk.parts.store.ids()
        assert await it.go() == "waiting"
        assert it.kind == "uncertain"
        assert ledger.read_text().count("call") == 1
        assert await it.answer("ask_again") == "finished"
        assert ledger.read_text().count("call") == 2
        (result,) = await it.results()
        assert result.endswith("\npay")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing ties a server to who started it")
async def test_a_server_does_not_outlive_all_that_stands_between_killed_at_once(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    with begun(tmp_path) as child:
        await until(lambda: ledger.exists() and "pid" in ledger.read_text())
        server = int(ledger.read_text().split("pid ")[1].split()[0])
        above = [one.pid for one in psutil.Process(server).parents()]
        between = above[: above.index(child.pid) + 1]
        assert len(between) == 3, "the host is two processes"
        for way in (signal.SIGSTOP, signal.SIGKILL):
            for one in between:
                os.kill(one, way)
    await until(lambda: gone(server))
