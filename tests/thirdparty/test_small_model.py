"""A small model on this machine, asked by the program as a person would: every workflow comes to its end.

It rambles, repeats itself and writes prose where JSON was asked, slowly. What it says is worth nothing; that
nothing it says stops a session is what these tests show. Each prints its figures (`-rP` shows them), and is
run as often as `ROUNDTABLE_NIGHTS` says: once where it says nothing. The model throws other dice each time.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from app.domain.ids import SessionId
from tests.support.commands import Ran, spawn
from tests.support.small_team import came_to_its_end, prepare
from tests.thirdparty.figures import Figures, figures, together
from tests.thirdparty.served import Served

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(36_000)]
NIGHTS = int(os.environ.get("ROUNDTABLE_NIGHTS", "1"))
"""How often each workflow is run."""
Places = dict[str, str]
HOURS = 7000.0
"""Seconds for one command."""
QUESTION = "Should a small bakery open on Sundays?"
BRIEF_ANSWERS = ("--set", "max_output_tokens=256")


@pytest.fixture
def prepared(tmp_path: Path, small_model: Served, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Places]:
    """Return what prepares a run: where a team at the server lies, and what it is to work on."""
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    return lambda n: prepare(tmp_path / f"given-{n}", small_model.base("openai"))


@pytest.fixture
def places(prepared: Callable[[int], Places]) -> Places:
    """Return what one run needs."""
    return prepared(0)


def run(places: Places, *arguments: object) -> dict[str, Any]:
    """Run a session to its end and return what it came to; its figures are printed."""
    ran = spawn(
        *("run", *arguments, "--team", places["team"], *BRIEF_ANSWERS, "--approve", "all", "--json"),
        seconds=HOURS,
    )
    assert ran.code == 0, ran.err[-3000:] + ran.out[-3000:]
    value: dict[str, Any] = ran.value
    assert came_to_its_end(value), ran.err[-3000:]
    print(ran.err, counted(value["session"]), sep="\n")
    return value


def counted(session: str) -> Figures:
    """Return the figures of a session, as its log is exported."""
    ran: Ran = spawn("log", session, "--json")
    return figures(json.loads(ran.out.splitlines()[-1]))


def nights(prepared: Callable[[int], Places], workflow: str, *arguments: str, on: str = "") -> None:
    """Run a workflow as often as it is to be, and print what all its runs came to.

    `on`: what of the prepared places it works on. {n} in an argument: the number of the run.
    """
    sessions: list[str] = []
    for n in range(NIGHTS):
        places = prepared(n)
        worked_on = (places[on],) if on else ()
        done = run(places, workflow, *worked_on, *(one.format(n=n) for one in arguments))
        sessions.append(done["session"])
    print(f"{workflow}, {NIGHTS} of {NIGHTS}: {together(map(counted, sessions))}")


def test_a_debate_of_three(prepared: Callable[[int], Places]) -> None:
    nights(prepared, "debate", "--question", QUESTION, "--set", "max_rounds=1")


RUNS_AFTER = 3
"""Runs whose mean is looked at: what a small model writes differs far more than its speed."""
TIMED: dict[str, tuple[str, ...]] = {
    "debate": ("--question", QUESTION, "--set", "max_rounds=1", "--set", "termination=fixed"),
    "draft": ("--template", "document", "--feedback", "Say it more shortly."),
    "research": ("--brief", "How is a failed charge retried?", "--set", "max_iterations=1"),
    "experiment": ("--run-id", "ideas-{n}", "--prompt", "Write one idea for the bakery.", "--cycles", "4"),
}
WORKS_ON = {"draft": "leaflet", "research": "files"}


@pytest.mark.parametrize("workflow", TIMED)
async def test_once_a_model_was_measured_a_run_takes_what_is_estimated(
    workflow: str, prepared: Callable[[int], Places]
) -> None:
    async def once(n: int) -> str:
        places = prepared(n)
        worked_on = (places[WORKS_ON[workflow]],) if workflow in WORKS_ON else ()
        options = [one.format(n=n) for one in TIMED[workflow]]
        session: str = run(places, workflow, *worked_on, *options)["session"]
        return session

    core = build()
    fold = await core.sessions.fold(SessionId(await once(0)))
    estimate = await core.estimates.before_start(
        fold.plugin, fold.session.setup, fold.session.seats, "policy"
    )
    await core.close()
    assert estimate is not None
    assert estimate.measured
    began = time.monotonic()
    for n in range(RUNS_AFTER):
        await once(n + 1)
    took = (time.monotonic() - began) / RUNS_AFTER
    expected = (estimate.seconds.low + estimate.seconds.high) / 2
    print(f"{workflow}: {estimate.seconds.low:.0f}–{estimate.seconds.high:.0f} s, took {took:.0f} s")
    assert expected / 2 <= took <= 2 * expected


def test_a_draft_of_one_level(prepared: Callable[[int], Places]) -> None:
    asked = ("--template", "document", "--feedback", "Say it more shortly.")
    nights(prepared, "draft", *asked, on="leaflet")


def test_a_research_of_three_files(prepared: Callable[[int], Places]) -> None:
    brief = ("--brief", "How is a failed charge retried?", "--set", "max_iterations=1")
    nights(prepared, "research", *brief, on="files")


def test_an_experiment_of_two_cycles(prepared: Callable[[int], Places]) -> None:
    asked = ("--run-id", "ideas-{n}", "--prompt", "Write one idea for the bakery.", "--cycles", "2")
    nights(prepared, "experiment", *asked)


def test_a_batch_of_five_with_a_baseline(places: Places, tmp_path: Path) -> None:
    table, out = tmp_path / "questions.csv", tmp_path / "batch"
    rows = [f"q{n},Should bakery {n} open on Sundays?,yes" for n in range(5)]
    table.write_text("\n".join(["id,question,expected", *rows]) + "\n", encoding="utf-8")
    for n in range(NIGHTS):
        ran = spawn(
            *("batch", "run", table, "--out", f"{out}-{n}", "--team", places["team"], "--baseline", "vote"),
            *("--set", "max_rounds=1", *BRIEF_ANSWERS, "--approve", "all", "--json"),
            seconds=HOURS,
        )
        assert ran.code == 0, ran.err[-3000:] + ran.out[-3000:]
        sessions = ran.value["sessions"]
        assert {one["state"] for one in sessions} == {"finished"}
        print(ran.err[-3000:], together(counted(one["session"]) for one in sessions), sep="\n")
