"""Interrupts, and two processes that want the same session."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import pytest

from tests.support.commands import call, environment, spawn
from tests.support.nursery import Command
from tests.support.waiting import wait_until

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
    ran = spawn(module, "list", "--json", program=("-c", EARLY))
    assert (ran.code, ran.err) == (4, "")
    if module == "app.bootstrap":
        # By then there is somebody to say it to a program.
        assert ran.error["kind"] == "stopped"


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
    line = ("run", "debate", "--question", "Must we move?", "--json")
    ran = spawn(*line, program=("-c", AT_ITS_BIRTH))
    assert ran.code == 3, ran.err
    told = ran.value
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


@dataclass
class Slow:
    """A slow debate in another process."""

    child: Command
    session: str
    out: IO[str]
    err: IO[str]

    def ends(self) -> tuple[int, dict[str, object], str]:
        """Wait for its end; return the exit status, the JSON value and what is left of what it says."""
        said, told = self.err.read(), self.out.read()
        return self.child.wait(), json.loads(told.splitlines()[-1]), said


@contextmanager
def slow_run(step: float = 0.05) -> Iterator[Slow]:
    """Start a slow debate in another process and wait until its first round is under way.

    `step`: seconds from word to word.
    """
    arguments = ["run", "debate", "--question", "Must we move?", "--approve", "all", "--json"]
    # As many as there may be: it must not be over before what is tried with it, on a busy machine either.
    arguments += ["--set", "max_rounds=5", "--set", "termination=fixed"]
    (reading_out, out), (reading_err, err) = os.pipe(), os.pipe()
    line = [str(step), *arguments]
    child = Command(line, environment(), "tests.support.unhurried_life", stdout=out, stderr=err)
    os.close(out)
    os.close(err)
    session = ""
    # A descriptor has no path.
    with open(reading_out, encoding="utf-8") as told, open(reading_err, encoding="utf-8") as said:  # noqa: PTH123
        try:
            for text in said:
                if text.startswith("Session "):
                    session = text.split()[1].rstrip(":")
                if text.startswith("Round 1"):
                    break
            wait_until(lambda: asked_in_round_1(session))
            yield Slow(child, session, told, said)
        finally:
            child.kill()
            child.wait()


@pytest.mark.parametrize(("times", "code", "state"), [(1, 3, "paused"), (2, 4, "stopped")])
def test_one_interrupt_pauses_and_a_second_one_stops(times: int, code: int, state: str) -> None:
    with slow_run() as slow:
        slow.child.send_signal(signal.SIGINT)
        # Two that come at once are one.
        said = next(line for line in slow.err if "press again to stop" in line)
        assert said.startswith("Pausing: ")
        if times == 2:
            slow.child.send_signal(signal.SIGINT)
        ended, value, err = slow.ends()
    assert ended == code, err
    assert value["state"] == state
    assert "Traceback" not in err
    done = call("resume", slow.session, "--approve", "all", "--on-uncertain", "ask-again", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")


def test_a_session_open_elsewhere_is_busy_can_be_read_and_stopped_from_here() -> None:
    # Over in a minute if nobody stops it: three commands take less on the busiest machine.
    with slow_run(step=0.8) as slow:
        session = slow.session
        busy = call("resume", session, "--json")
        assert (busy.code, busy.error["kind"]) == (6, "busy")
        assert session in busy.error["message"]
        assert busy.error["next"]
        assert call("show", session, "--json").value["state"] == "running"
        assert call("stop", session, "--json").code == 0
        code, value, err = slow.ends()
    assert code == 4, err
    assert value["state"] == "stopped"
