"""A batch handed to workers and back: here all of them live in one process, each with a folder of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Literal

import pytest

from app.bootstrap import build
from app.cli.batch_looking import status
from app.domain.errors import InputError
from app.domain.facts import NoteAdded
from app.services.batches.budget import Budget
from app.services.batches.builder import plan_batch
from app.services.batches.cluster import CellWorker, ClusterRun
from app.services.batches.engines import Ended
from app.services.batches.folder import take_back
from app.services.batches.plan import BatchPlan, Job
from app.services.batches.running import BatchRun, Standing
from app.services.batches.wish import BatchWish
from app.services.batches.worker_pipe import Share
from app.services.core import Core
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.store.work_folder import ALIVE, FileHanding
from tests.support.examples import sampled
from tests.support.waiting import AMPLE, until

ROWS = 3
Uncertain = Literal["ask", "ask-again"]


class Place:
    """The user's data folder and the workers'; they share the handing folder alone."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder, self._stack = folder, stack
        self.handed = folder / "survey" / "handed"
        table = folder / "questions.csv"
        rows = "".join(f"q{n},Is plan {n} better than none?\n" for n in range(ROWS))
        table.write_text(f"id,question\n{rows}")
        self.core = self.core_in("user")
        self.plan = self.plan_of(self.core)
        self.lost: list[str] = []
        self.told: list[Standing] = []

    def core_in(self, name: str, step: float = 0.0) -> Core:
        """Return services over a folder of their own; an answer's words come `step` seconds apart."""
        core = build(Folders(self.folder / name, self.folder / "config"), council_step=step)
        self._stack.push_async_callback(core.close)
        return core

    def plan_of(self, core: Core) -> BatchPlan:
        """Return the plan as this place finds it in the table."""
        wish = BatchWish(self.folder / "questions.csv", self.folder / "survey", ["debate"])
        return plan_batch(core.plugins, core.teams, wish).plan

    def worker(
        self, name: str, step: float = 0.0, uncertain: Uncertain = "ask"
    ) -> tuple[CellWorker, FileHanding]:
        """Begin a worker."""
        core = self.core_in(name, step)
        (self.folder / name).mkdir()
        (self.folder / name / ALIVE).touch()
        handing = core.handing(self.handed)
        assert isinstance(handing, FileHanding)
        handing.begin_worker()
        answers = AnswerPlan(approve="all", on_uncertain=uncertain)
        return CellWorker(core.batches, handing, self.plan_of(core), answers, 1), handing

    async def run(self, engine: Engine, budget: Budget | None = None) -> BatchRun:
        """Do what the command does."""
        handing = self.core.handing(self.handed)
        before = await self.core.batches.standings(cell.entry for cell in self.plan.sessions)
        run = BatchRun(self.plan, budget or Budget(), before)
        with handing.alone() as token:
            await ClusterRun(
                *(self.core.batches, self.core.parts.store, handing, engine, run),
                lambda _, one: self.told.append(one),
                lambda cell: self.lost.append(cell.entry.id),
                (),
                "",
                token,
            ).move()
        return run

    async def types(self, cell: Job) -> list[str]:
        """Return the types of a session's records in the user's folder."""
        return [one.type for one in await self.core.sessions.records(cell.session)]


class Engine:
    """Hands each share to one worker after the other; `first` does the first."""

    width, ahead, cells = 1, 0, 1

    def __init__(self, worker: CellWorker, first: Callable[[Share], Awaitable[None]] | None = None) -> None:
        self._worker, self._first = worker, first

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is held."""

    async def run(self, share: Share) -> Ended:
        """Have a share done here."""
        if self._first is not None:
            first, self._first = self._first, None
            await first(share)
            return []
        return [dict(await self._worker.obey(order)) for order in share["orders"]]

    async def call_off(self) -> None:
        """Nothing waits."""


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        yield Place(tmp_path, stack)


async def test_sessions_come_back_whole_and_nothing_of_them_is_left_elsewhere(place: Place) -> None:
    worker, _ = place.worker("one")
    run = await place.run(Engine(worker))
    assert run.states() == {"finished": ROWS}
    assert [one.state for one in place.told] == ["finished"] * ROWS
    for cell in place.plan.cells:
        assert (await place.types(cell))[-1] == "session_finished"
    assert list(place.folder.glob("survey/**/*.roundtable")) == []
    assert list(place.folder.glob("one/sessions/*.roundtable")) == []
    again = await place.run(Engine(worker))
    assert again.states() == {"finished": ROWS}
    assert len(place.told) == ROWS, "nothing is done once more"


@pytest.mark.parametrize("uncertain", sampled(["ask", "ask-again"], {"ask"}))
async def test_what_a_lost_worker_was_asking_is_asked_again_where_it_is_told_to_or_costs_nothing(
    place: Place, uncertain: Uncertain
) -> None:
    lost, gone = place.worker("lost", step=60.0)
    other, _ = place.worker("other", uncertain=uncertain)
    hanging: list[asyncio.Task[object]] = []

    async def loses(share: Share) -> None:
        """Begin the first, and die while its members write."""
        hanging.append(asyncio.create_task(lost.obey(share["orders"][0])))
        cell = place.plan.cells[0].session
        await until(
            lambda: any(b"call_asked" in one.read_bytes() for one in place.handed.glob(f"{cell}/1.*"))
        )
        assert gone._alive is not None
        gone._alive.release()

    run = await place.run(Engine(other, loses))
    first = place.plan.cells[0]
    types = await place.types(first)
    assert place.lost == [first.entry.id]
    assert "call_interrupted" in types
    assert run.states() == {"finished": ROWS}
    assert types.count("call_resolved") == types.count("call_interrupted")
    # What the one that was taken for lost does in the end is mixed into nothing.
    for task in hanging:
        task.cancel()
    await asyncio.gather(*hanging, return_exceptions=True)
    assert await place.types(first) == types


async def test_a_session_that_somebody_has_open_here_is_not_handed_out(place: Place) -> None:
    worker, _ = place.worker("one")
    cell = place.plan.cells[0]
    await place.core.sessions.create(
        "debate", cell.setup.model_dump(), cell.team, known=(cell.session, cell.entry.seed)
    )
    async with place.core.sessions.opened(cell.session):
        run = await place.run(Engine(worker))
        assert run.states() == {"finished": ROWS - 1, "elsewhere": 1}
    assert (await place.run(Engine(worker))).states() == {"finished": ROWS}


async def test_nobody_here_changes_what_is_handed_out(place: Place) -> None:
    worker, _ = place.worker("one")
    cell = place.plan.cells[0]
    await place.core.sessions.create(
        "debate", cell.setup.model_dump(), cell.team, known=(cell.session, cell.entry.seed)
    )
    refused: list[Exception] = []
    window = place.core_in("user")

    async def tries(share: Share) -> None:
        del share
        try:
            await window.review.tell(cell.session, NoteAdded(text="mine"))
        except Exception as error:  # noqa: BLE001  it is looked at below
            refused.append(error)

    run = await place.run(Engine(worker, tries))
    assert run.states() == {"finished": ROWS}
    assert [type(error).__name__ for error in refused] == ["SessionBusy"]


class Unfit(Engine):
    """Can do the first `times` shares nowhere."""

    times = ROWS

    async def run(self, share: Share) -> Ended:
        """Fail as where the program is not installed."""
        self.times -= 1
        if self.times < 0:
            return await super().run(share)
        raise InputError("A worker failed: No module named app", "Install it.")


async def test_a_share_that_the_engine_could_not_do_is_told_with_the_reason_and_the_rest_goes_on(
    place: Place,
) -> None:
    worker, _ = place.worker("one")
    engine = Unfit(worker)
    engine.times = 1
    run = await place.run(engine)
    assert run.states() == {"finished": ROWS - 1, "not begun": 1}
    assert "No module named app" in run.standing[place.plan.cells[0].session].why
    assert (await place.run(engine)).states() == {"finished": ROWS}


async def test_an_engine_that_can_do_no_share_is_told_once_and_tried_no_further(place: Place) -> None:
    worker, _ = place.worker("one")
    with pytest.raises(InputError, match="No module named app"):
        await place.run(Unfit(worker))
    assert (await place.run(Engine(worker))).states() == {"finished": ROWS}


async def test_what_is_compared_with_a_session_is_told_to_be_at_work_elsewhere_with_it(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = BatchWish(place.folder / "questions.csv", place.folder / "survey", ["debate"], baselines=("vote",))
    planned = plan_batch(place.core.plugins, place.core.teams, wish)
    planned.keep()
    cell = planned.plan.cells[0]
    sessions = [one.session for one in (cell, *cell.baselines)]
    _, worker = place.worker("one")
    here = place.core.handing(place.handed)
    with here.alone() as token:
        await here.give(cell.session, sessions)
        claim = await worker.claim(cell.session, sessions, token)
        assert claim is not None
        assert await status(place.core, place.folder / "survey", as_json=True) == 0
        found = json.loads(capsys.readouterr().out)
        await claim.end([])
    assert [one["session"] for one in found["sessions"] if one["state"] == "elsewhere"] == sessions
    assert found["states"] == {"elsewhere": 2, "not begun": 2 * ROWS - 2}


async def test_another_table_on_a_worker_s_machine_is_told_and_tried_no_further(place: Place) -> None:
    worker, _ = place.worker("one")
    (place.folder / "questions.csv").write_text("id,question\nz,Another one?\n")
    other, _ = place.worker("two")
    run = await place.run(Engine(other))
    assert run.states() == {"not begun": ROWS}
    assert all("another batch in the same table" in one.why for one in run.standing.values())
    assert (await place.run(Engine(worker))).states() == {"finished": ROWS}


async def test_no_worker_uses_more_tokens_than_are_left(place: Place) -> None:
    worker, _ = place.worker("one")
    run = await place.run(Engine(worker), Budget(tokens=1))
    assert run.states()["finished"] == 0
    assert run.budget.used <= 1
    assert sum(one.tokens for one in run.standing.values()) <= 1


async def test_who_goes_on_without_the_engine_goes_on_from_what_was_handed_back(place: Place) -> None:
    worker, _ = place.worker("one")

    async def lost(share: Share) -> None:
        # It does its work and hands it back; the command is gone before it takes anything in.
        for order in share["orders"]:
            await worker.obey(order)
        raise asyncio.CancelledError

    with suppress(asyncio.CancelledError):
        await place.run(Engine(worker, lost))
    first = place.plan.cells[0]
    assert first.session not in await place.core.parts.store.ids()
    assert await take_back(place.core.handing(place.handed), place.plan)
    assert (await place.types(first))[-1] == "session_finished"


async def test_a_share_under_a_limit_waits_for_nothing_of_its_own(place: Place) -> None:
    worker, _ = place.worker("one")
    engine = Engine(worker)
    # As Slurm's: one share takes all that is left.
    engine.cells = ROWS
    async with asyncio.timeout(AMPLE):
        run = await place.run(engine, Budget(0.01, None))
    assert run.states() == {"finished": ROWS}
