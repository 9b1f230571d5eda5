"""The lines that a batch writes as its sessions come: what is done, what waits, how fast, how long still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.cli.batch_looking import Progress
from app.cli.output import tokens_text
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.services.batches.budget import Budget
from app.services.batches.plan import BatchPlan, Entry, Job
from app.services.batches.running import BatchRun, Standing
from app.services.batches.workers import told_by, told_of
from app.workflows.registry import Registry

DEBATE = Registry().plugins["debate"]
TEAM = Team(
    members=(Seat(name="Ada", model="offline/analyst"),), chair=Seat(name="chair", model="offline/judge")
)


def cell(row: int, baseline: str = "", compared: Sequence[Job] = ()) -> Job:
    entry = Entry(
        session=SessionId(f"{row}{baseline}"), row=row, id=f"q{row}", team="t", seed=1, baseline=baseline
    )
    return Job(entry, "debate", DEBATE.setup.model_validate({"question": "Why?"}), TEAM, compared)


def going(rows: int, *, compared: bool = False) -> BatchRun:
    cells = [cell(n, compared=[cell(n, "vote")] if compared else ()) for n in range(rows)]
    plan = BatchPlan("b", cells)
    return BatchRun(plan, Budget(), {one.session: Standing(one.entry, "not begun") for one in plan.sessions})


def come(run: BatchRun, session: str, state: str) -> Standing:
    one = run.standing[SessionId(session)]
    run.standing[one.entry.session] = Standing(one.entry, state)
    return run.standing[one.entry.session]


def test_what_waits_or_failed_is_not_counted_as_finished() -> None:
    run, seconds = going(4), [0.0]
    progress = Progress(now=lambda: seconds[0])
    seconds[0] = 30
    line = progress.line(run, come(run, "0", "waiting"))
    assert "0 of 4 finished · 1 waiting" in line
    progress.line(run, come(run, "1", "failed"))
    line = progress.line(run, come(run, "2", "finished"))
    assert line.startswith("✓ q2 · t: finished · 1 of 4 finished · 1 waiting · 1 failed · free")
    assert "6.0 a minute · about 10 s left" in line


def test_no_time_is_told_for_baselines_of_sessions_that_do_not_end() -> None:
    run, seconds = going(2, compared=True), [0.0]
    progress = Progress(now=lambda: seconds[0])
    seconds[0] = 60
    progress.line(run, come(run, "0", "waiting"))
    line = progress.line(run, come(run, "1", "finished"))
    # The vote of the second alone: 30 seconds each so far.
    assert "about 30 s left" in line
    assert "left" not in progress.line(run, come(run, "1vote", "finished"))


def test_tokens_are_told_with_how_many_of_them_a_cache_gave() -> None:
    run = going(1)
    one = replace(come(run, "0", "finished"), tokens=1200, cached=800)
    assert tokens_text(1200, 800) == "1,200 tokens (of which 800 cached)"
    assert tokens_text(1200, 0) == "1,200 tokens"
    # Between processes, too; one of an earlier version tells nothing of it.
    told = told_of(one)
    assert told_by(told, run.standing) == one
    assert told_by(
        {name: value for name, value in told.items() if name != "cached"}, run.standing
    ) == replace(one, cached=0)
