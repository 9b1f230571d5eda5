"""What a provider charges is what we say that it cost, to the per cent, whatever it calls its counts.

Of calls that were killed nobody knows what they cost: the bill lies between what is known and what is told as
the most.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import FaultServer
from tests.faults.test_app_killed import kill, program, records, sessions, wait_for_more
from tests.support.billing import KINDS, Biller
from tests.support.commands import call
from tests.support.one_host import build_over
from tests.support.small_team import came_to_its_end, prepare
from tests.support.waiting import LONG

pytestmark = pytest.mark.loopback
RUNS: dict[str, tuple[str, ...]] = {
    "debate": ("debate", "--question", "Should a small bakery open on Sundays?", "--set", "max_rounds=2"),
    "draft": ("draft", "{leaflet}", "--template", "document", "--feedback", "Say it more shortly."),
    "research": ("research", "{files}", "--brief", "How is a charge retried?", "--set", "max_iterations=1"),
    "experiment": ("experiment", "--run-id", "bill", "--prompt", "Write one idea.", "--cycles", "2"),
}

KILLS, GAP = 3, 0.1
"""Times that the program is killed at night, and seconds between two pieces of an answer."""


@pytest.mark.parametrize(
    ("kind", "workflow"),
    [
        pytest.param(kind, workflow, marks=() if workflow == "debate" else pytest.mark.nightly)
        for kind in KINDS
        for workflow in RUNS
    ],
)
@pytest.mark.parametrize("trouble", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_the_bill_is_what_we_say(
    kind: str,
    workflow: str,
    trouble: bool,
    tmp_path: Path,
    host_client: HostClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    biller = Biller(KINDS[kind], trouble=trouble)
    with FaultServer(biller) as server:
        dialect = biller.kind.dialect
        rates = biller.kind.told_rates
        places = prepare(tmp_path, server.base(dialect), biller.kind.model, dialect=dialect, **rates)
        ran = call(
            *("run", *(word.format(**places) for word in RUNS[workflow]), "--team", places["team"]),
            *("--set", "max_output_tokens=300", "--approve", "all", "--json"),
            data=tmp_path / "data",
            make=lambda: build_over(host_client),
        )
    assert ran.code == 0, ran.err[-2500:]
    assert came_to_its_end(ran.value)
    assert biller.bill > 0
    assert ran.value["cost"] == pytest.approx(biller.bill, rel=0.01)
    assert ran.value["tokens_cached"] > 0


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("kind", "workflow", "kills"),
    [
        (next(iter(KINDS)), "debate", 1),
        *(
            pytest.param(kind, workflow, KILLS, marks=pytest.mark.nightly)
            for kind in KINDS
            for workflow in RUNS
        ),
    ],
)
def test_the_bill_lies_within_what_is_told_where_the_program_was_killed_amid_calls(
    kind: str,
    workflow: str,
    kills: int,
    tmp_path: Path,
    host_client: HostClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    rng, biller = random.Random(f"{kind} {workflow}"), Biller(KINDS[kind], gap=GAP)
    with FaultServer(biller) as server:
        dialect = biller.kind.dialect
        rates = biller.kind.told_rates
        places = prepare(tmp_path, server.base(dialect), biller.kind.model, dialect=dialect, **rates)
        asks = (word.format(**places) for word in RUNS[workflow])
        child = program("run", *asks, "--team", places["team"], "--set", "max_output_tokens=300")
        for nth in range(kills):
            wait_for_more(server, child)
            if child.poll() is not None:
                break
            # Within the time that any answer takes.
            time.sleep(rng.uniform(0.0, 2 * GAP))
            kill(child)
            if nth < kills - 1:
                child = program("resume", sessions()[0], "--on-uncertain", "ask-again")
        # Nobody cuts off what is asked from here on.
        biller.gap = 0.0
        if child.poll() is None:
            child.communicate(timeout=LONG)
        again = ("--on-uncertain", "ask-again", "--approve", "all", "--json")
        ran = call("resume", sessions()[0], *again, make=lambda: build_over(host_client))
    told = ran.value
    # A draft waits for other words, which whoever resumes it has not said.
    assert came_to_its_end(told), ran
    (session,) = sessions()
    ends = [one["body"] for one in records(session) if one["type"] in ("call_completed", "call_failed")]
    costs = [end["usage"]["cost"] for end in ends if end["usage"] is not None]
    known = sum(costs)
    # One that was killed between an answer's last byte and its record has not noted it.
    assert len(costs) <= len(biller.of_whole)
    if len(costs) == len(biller.of_whole):
        assert known == pytest.approx(sum(biller.of_whole), rel=0.01)
    assert known < biller.bill, "nobody was killed amid a call"
    assert biller.bill <= 1.01 * (told["cost"] + told["cost_uncertain"])
    assert known < told["cost"], "what was counted of the others is told"
    shown = call("show", session).out
    assert "about $" in shown
    assert ", at most $" in shown
