"""Interrupts, and two processes that want the same session."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.commands import ROOT, call, environment
from tests.support.waiting import AMPLE, wait_until

SLOW = """
import sys
from app.bootstrap import build
from app.cli.main import main
sys.exit(main(sys.argv[2:], lambda: build(council_step=float(sys.argv[1]))))
"""


EARLY = """
import os, runpy, signal, sys

class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

# A test that runs in the background is given none.
signal.signal(signal.SIGINT, signal.default_int_handler)
module, *arguments = sys.argv[1:]
sys.meta_path.insert(0, Pressing())
sys.argv = ["roundtable", *arguments]
runpy.run_module("app", run_name="__main__")
"""
"""A command at whose import of a module Ctrl-C is pressed."""


@pytest.mark.parametrize(
    "module",
    [
        "app.gateway.early",
        "app.bootstrap",
        *(pytest.param(name, marks=pytest.mark.nightly) for name in ("app.cli.main", "typer")),
    ],
)
def test_an_interrupt_while_the_program_is_read_ends_it_without_a_traceback(module: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", EARLY, module, "list", "--json"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=AMPLE,
        check=False,
    )
    assert ran.returncode == 4
    assert ran.stderr == ""
    if module == "app.bootstrap":
        # By then there is somebody to say it to a program.
        assert json.loads(ran.stdout.splitlines()[-1])["error"]["kind"] == "stopped"


AT_ITS_BIRTH = """
import os, signal, sys
from app.services.sessions import Sessions

signal.signal(signal.SIGINT, signal.default_int_handler)
create = Sessions.create

async def pressed_meanwhile(self, *given, **more):
    os.kill(os.getpid(), signal.SIGINT)
    return await create(self, *given, **more)

Sessions.create = pressed_meanwhile
from app.bootstrap import build
from app.cli.main import main
sys.exit(main(sys.argv[1:], lambda: build(council_step=0.0)))
"""


def test_an_interrupt_while_a_session_is_made_leaves_it_paused_and_tells_its_name() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AT_ITS_BIRTH, "run", "debate", "--question", "Must we move?", "--json"],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=AMPLE,
        check=False,
    )
    assert ran.returncode == 3, ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    (there,) = call("list", "--json").value
    assert told["session"] == there["session"]
    assert not [
        one for one in call("log", told["session"], "--jsonl").out.splitlines() if "call_asked" in one
    ]
    assert call("resume", told["session"], "--approve", "all").code == 0


def asked_in_round_1(session: str) -> bool:
    """Tell whether members have been asked in the first round."""
    records = map(json.loads, call("log", session, "--jsonl").out.splitlines())
    return any(record["type"] == "call_asked" and record["round"] == 1 for record in records)


@contextmanager
def slow_run(step: float = 0.05) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a slow debate in another process and wait until its first round is under way.

    `step`: seconds from word to word.
    """
    arguments = ["run", "debate", "--question", "Must we move?", "--approve", "all", "--json"]
    # As many as there may be: it must not be over before what is tried with it, on a busy machine either.
    arguments += ["--set", "max_rounds=5", "--set", "termination=fixed"]
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(step), *arguments],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stderr is not None
    session = ""
    try:
        for line in child.stderr:
            if line.startswith("Session "):
                session = line.split()[1].rstrip(":")
            if line.startswith("Round 1"):
                break
        wait_until(lambda: asked_in_round_1(session))
        yield child, session
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate(timeout=AMPLE)


@pytest.mark.parametrize(("times", "code", "state"), [(1, 3, "paused"), (2, 4, "stopped")])
def test_one_interrupt_pauses_and_a_second_one_stops(times: int, code: int, state: str) -> None:
    with slow_run() as (child, session):
        child.send_signal(signal.SIGINT)
        assert child.stderr is not None
        # Two that come at once are one.
        said = next(line for line in child.stderr if "press again to stop" in line)
        assert said.startswith("Pausing: ")
        if times == 2:
            child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=AMPLE)
    assert child.returncode == code, err
    assert json.loads(out.splitlines()[-1])["state"] == state
    assert "Traceback" not in err
    done = call("resume", session, "--approve", "all", "--on-uncertain", "ask-again", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")


def test_a_session_open_elsewhere_is_busy_can_be_read_and_stopped_from_here() -> None:
    # Over in a minute if nobody stops it: three commands take less on the busiest machine.
    with slow_run(step=0.8) as (child, session):
        busy = call("resume", session, "--json")
        assert (busy.code, busy.error["kind"]) == (6, "busy")
        assert session in busy.error["message"]
        assert busy.error["next"]
        assert call("show", session, "--json").value["state"] == "running"
        assert call("stop", session, "--json").code == 0
        out, err = child.communicate(timeout=AMPLE)
    assert child.returncode == 4, err
    assert json.loads(out.splitlines()[-1])["state"] == "stopped"
