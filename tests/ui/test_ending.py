"""Ending the window from outside: Ctrl-C in its terminal, and the system's request to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.ui.startup.single import OnlyWindow
from tests.support.commands import ROOT, call
from tests.support.examples import sampled
from tests.support.signals import as_in_a_terminal
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")
ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
OPEN = """
import os, signal, sys, time
from app.__main__ import _make_core
from app.ui.startup import end_signals
from app.ui.startup.start import run_lazily
def say(stage):
    print(stage, flush=True)
"""
BEFORE_THERE_IS_A_WINDOW = (
    OPEN
    + """
def make():
    os.kill(os.getpid(), signal.SIGINT)
    return _make_core()
sys.exit(run_lazily(make))
"""
)
RUNNING = (
    OPEN
    + """
import asyncio
from app.bootstrap import build
core = build(council_step=0.5)
async def use(window):
    setup = {"question": "Where to?", "gate_policy": "never_ask", "interactive_clarifications": False}
    session = await core.sessions.create("debate", setup, core.teams.load("offline"))
    await core.sessions.start(session)
    window.open_session(session)
    while window.page.session != session or not core.sessions.running(session):
        await asyncio.sleep(0.01)
    say(session)
sys.exit(run_lazily(lambda: core, lambda thing, stage: thing.run(use(thing)) if stage == "usable" else None))
"""
)
HANGING = (
    OPEN
    + """
end_signals.PATIENCE = 0.0
def watch(thing, stage):
    if stage == "usable":
        thing.run(hang())
async def hang():
    say("hangs")
    while True:
        time.sleep(1)
sys.exit(run_lazily(_make_core, watch))
"""
)
Launch = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def launch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launch]:
    """Start the program over the data folder of the test, in a terminal's group of its own."""
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        with as_in_a_terminal(*ENDING):
            started.append(
                subprocess.Popen(
                    [sys.executable, *arguments],
                    cwd=ROOT,
                    text=True,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def press(process: subprocess.Popen[str], number: int = signal.SIGINT) -> None:
    """Send a signal as a terminal does: to the program and to everything that it started."""
    os.killpg(process.pid, number)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Return the exit status, and what was said on standard error but for what Qt says of its platform."""
    err = process.communicate(timeout=AMPLE)[1]
    messages = [text for text in err.splitlines() if "This plugin does not support" not in text]
    return process.returncode, "\n".join(messages)


@pytest.mark.parametrize("number", sampled(ENDING, ENDING[:1]), ids=lambda number: number.name)
def test_a_signal_closes_the_window_without_a_traceback(launch: Launch, tmp_path: Path, number: int) -> None:
    process = launch("-m", "app")
    until = time.monotonic() + AMPLE
    # The lock first: who asks before would have the place, and the program would find it taken.
    while not (tmp_path / "data" / "window.lock").exists() or not OnlyWindow(tmp_path / "data").call():
        assert time.monotonic() < until, "the window did not open"
        time.sleep(0.05)
    press(process, number)
    assert end(process) == (0, "")
    only = OnlyWindow(tmp_path / "data")
    assert only.acquire()
    only.close()
    assert list((tmp_path / "data" / "crashes").iterdir()) == []


def test_a_signal_that_comes_before_the_window_closes_it_once_it_is_there(launch: Launch) -> None:
    assert end(launch("-c", BEFORE_THERE_IS_A_WINDOW)) == (0, "")


def test_nothing_is_said_in_the_terminal_where_the_locale_knows_ascii_alone(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert end(launch("-c", BEFORE_THERE_IS_A_WINDOW)) == (0, "")


@pytest.mark.nightly
def test_an_interrupt_while_a_session_runs_asks_and_the_second_one_stops_it(launch: Launch) -> None:
    process = launch("-c", RUNNING)
    session = line(process)
    press(process)
    assert process.stderr is not None
    while (printed := process.stderr.readline()) and "Press Ctrl-C again" not in printed:
        pass
    assert process.poll() is None
    press(process)
    assert end(process) == (0, "")
    resumed(session)


@pytest.mark.parametrize("number", sampled(ENDING[1:], ENDING[1:2]), ids=lambda number: number.name)
def test_the_systems_request_to_end_stops_what_runs_and_it_can_be_resumed(
    launch: Launch, number: int
) -> None:
    process = launch("-c", RUNNING)
    session = line(process)
    press(process, number)
    assert end(process) == (0, "")
    resumed(session)


def resumed(session: str) -> None:
    """Go on with a session up to its end; nothing that it knew is gone."""
    (row,) = call("list", "--json").value
    assert (row["session"], row["state"]) == (session, "stopped")
    done = call("resume", session, "--approve", "all", "--on-uncertain", "ask-again", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")


def test_a_window_that_hangs_is_ended_by_a_later_interrupt(launch: Launch) -> None:
    process = launch("-c", HANGING)
    assert line(process) == "hangs"
    until = time.monotonic() + AMPLE
    while process.poll() is None and time.monotonic() < until:
        press(process)
        time.sleep(0.1)
    assert end(process) == (-signal.SIGINT, "")
