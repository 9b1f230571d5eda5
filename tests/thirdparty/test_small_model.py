"""A small model on this machine, asked by the program as a person would: every workflow comes to its end.

It rambles, repeats itself and writes prose where JSON was asked, slowly. What it says is worth nothing; that
nothing it says stops a session is what these tests show. Each prints its figures (`-rP` shows them).
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from tests.support.commands import Ran, spawn
from tests.support.small_team import came_to_its_end, prepare
from tests.thirdparty.served import Served

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(7200)]
Places = dict[str, str]
HOURS = 7000.0
"""Seconds for one command."""
QUESTION = "Should a small bakery open on Sundays?"
BRIEF_ANSWERS = ("--set", "max_output_tokens=300")


@pytest.fixture
def places(tmp_path: Path, small_model: Served, monkeypatch: pytest.MonkeyPatch) -> Places:
    """Return where a team at the server lies, and what it is to work on."""
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    return prepare(tmp_path / "given", small_model.base("openai"))


def run(places: Places, *arguments: object) -> dict[str, Any]:
    """Run a session to its end and return what it came to; its figures are printed."""
    began = time.monotonic()
    ran = spawn(
        *("run", *arguments, "--team", places["team"], *BRIEF_ANSWERS, "--approve", "all", "--json"),
        seconds=HOURS,
    )
    took = time.monotonic() - began
    assert ran.code == 0, ran.err[-3000:] + ran.out[-3000:]
    value: dict[str, Any] = ran.value
    assert came_to_its_end(value), ran.err[-3000:]
    print(ran.err, figures(str(arguments[0]), records(value["session"]), took), sep="\n")
    return value


def records(session: str) -> list[dict[str, Any]]:
    """Return a session's records, as they are exported."""
    ran: Ran = spawn("log", session, "--json")
    found: list[dict[str, Any]] = json.loads(ran.out.splitlines()[-1])
    return found


def figures(name: str, found: Sequence[dict[str, Any]], took: float) -> str:
    """Return requests sent and needed, and the time of the run beside that of its calls in a row."""
    asked = {one["seq"]: one for one in found if one["type"] == "call_asked"}
    ends = [one for one in found if one["type"] in ("call_completed", "call_failed")]
    needed = {(r["entry"], *(r["body"][n] for n in ("seat", "purpose", "part"))) for r in asked.values()}
    busy = sum(
        (_at(end) - _at(asked[end["body"]["asked"]])).total_seconds()
        for end in ends
        if end["body"]["asked"] in asked
    )
    mended = sum(one["type"] == "reply_mended" for one in found)
    whole = sum(one["type"] == "call_completed" for one in ends)
    return (
        f"{name}: {len(asked)} requests for {len(needed)} answers, {whole} whole, {mended} mended; "
        f"{took:.0f} s, calls {busy:.0f} s"
    )


def _at(record: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(record["at"])


def test_a_debate_of_three(places: Places) -> None:
    run(places, "debate", "--question", QUESTION, "--set", "max_rounds=1")


async def test_once_a_model_was_measured_a_debate_takes_what_is_estimated(places: Places) -> None:
    options = ("debate", "--question", QUESTION, "--set", "max_rounds=1", "--set", "termination=fixed")
    run(places, *options)
    core = build()
    plugin = core.parts.plugin("debate")
    team = core.teams.load(places["team"])
    setup = {
        "question": QUESTION,
        "max_rounds": 1,
        "max_output_tokens": 300,
        "interactive_clarifications": False,
    }
    checked = plugin.setup.model_validate(setup)
    estimate = await core.estimates.before_start(plugin, setup, plugin.seats(checked, team))
    await core.close()
    assert estimate is not None
    assert estimate.measured
    began = time.monotonic()
    run(places, *options)
    took = time.monotonic() - began
    expected = (estimate.seconds.low + estimate.seconds.high) / 2
    print(f"estimate {estimate.seconds.low:.0f}–{estimate.seconds.high:.0f} s, took {took:.0f} s")
    assert expected / 2 <= took <= 2 * expected


def test_a_draft_of_one_level(places: Places) -> None:
    run(places, "draft", places["leaflet"], "--template", "document", "--feedback", "Say it more shortly.")


def test_a_research_of_three_files(places: Places) -> None:
    run(
        places,
        "research",
        places["files"],
        "--brief",
        "How is a failed charge retried?",
        "--set",
        "max_rounds=1",
    )


def test_an_experiment_of_two_cycles(places: Places) -> None:
    run(
        places, "experiment", "--run-id", "ideas", "--prompt", "Write one idea for the bakery.", "--cycles", 2
    )


def test_a_batch_of_five_with_a_baseline(places: Places, tmp_path: Path) -> None:
    table, out = tmp_path / "questions.csv", tmp_path / "batch"
    rows = [f"q{n},Should bakery {n} open on Sundays?,yes" for n in range(5)]
    table.write_text("\n".join(["id,question,expected", *rows]) + "\n", encoding="utf-8")
    ran = spawn(
        *("batch", "run", table, "--out", out, "--team", places["team"], "--baseline", "vote"),
        *("--set", "max_rounds=1", *BRIEF_ANSWERS, "--approve", "all", "--json"),
        seconds=HOURS,
    )
    assert ran.code == 0, ran.err[-3000:] + ran.out[-3000:]
    assert {one["state"] for one in ran.value["sessions"]} == {"finished"}
    print(ran.err[-3000:])
