"""The batch that a window runs: what it is of, where its sessions stand, and which came to what is right."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.strange_files import is_there
from app.engine.session_rows import SessionRow
from app.projections.worth import Outcome
from app.services.batches.folder import ABOUT, HANDED, PLAN, BatchFolder
from app.services.batches.handed_back import take_back
from app.services.batches.making import BatchWish, PlannedBatch, plan_batch
from app.services.batches.manifest import RUBRIC
from app.services.batches.plan import Entry
from app.services.batches.purse import Purse
from app.services.batches.reporting import batch_report, read_outcome
from app.services.batches.running import FINISHED, Standing
from app.services.batches.running import BatchRun as Going
from app.services.core import Core
from app.services.drive import Approve
from app.services.unattended import AnswerPlan
from app.services.writing import write_whole
from app.settings.folders import expanded
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import error_text, in_words_shown

LOOK_MS = 400
"""Pause between two looks at how the sessions stand, while they are moved."""


class WindowBatch(QObject):
    """One batch; it goes on while other pages are shown."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, owner: QObject, core: Core) -> None:
        super().__init__(owner)
        self._core = core
        self._tasks = Tasks(self, lambda error: self._fail(error_text(error)))
        self._look_soon = pause(self, LOOK_MS, lambda: self._tasks.start(self.look()))
        self.wish: BatchWish | None = None
        self.planned: PlannedBatch | None = None
        self.entries: list[Entry] = []
        self.titles: dict[SessionId, str] = {}
        self.rows: dict[SessionId, SessionRow] = {}
        self.came_to: dict[SessionId, Outcome | None] = {}
        """Of finished sessions that can be held against something; None: it cannot be read."""
        self.why: dict[SessionId, str] = {}
        """What keeps a session from going on."""
        self.running = False
        self.pausing = False
        self._began = 0.0
        self._done_before = 0
        self._plans = 0
        self._looking = asyncio.Lock()

    # --- looking ------------------------------------------------------------------------------

    async def plan(self, workflow: str, wish: BatchWish) -> bool:
        """Read the table, and take what it comes to as the batch of this window; return whether it can begin.

        False, too, where another one was wanted meanwhile. Raises InputError, also where the folder's batch
        has sessions that would not be made so: they would be forgotten, and others begun and paid for.
        """
        self._plans += 1
        mine, plugin = self._plans, self._core.plugins[workflow]
        with in_words_shown():
            # Why a row is set aside is read here.
            planned = await asyncio.to_thread(plan_batch, plugin, self._core.teams, wish)
        begun = await asyncio.to_thread(_begun, planned.folder)
        if mine != self._plans or self.running:
            return False
        cells = list(planned.plan.sessions)
        if not begun <= {cell.session for cell in cells}:
            raise InputError(
                words("{folder} holds a batch with other sessions.", folder=planned.folder.path),
                words("Choose what it was made with, or go on with it in a terminal."),
            )
        self.wish, self.planned = wish, planned
        self.entries = [cell.entry for cell in cells]
        self.titles = {cell.session: plugin.title_of(cell.setup) for cell in cells}
        self.came_to, self.why = {}, {}
        await self.look()
        return bool(cells)

    async def made_of(self, folder: str) -> tuple[str, BatchWish] | None:
        """Return the workflow and what else a folder's batch was made of, None where it holds none.

        Raises InputError.
        """

        def read() -> tuple[str, BatchWish] | None:
            there = BatchFolder(expanded(folder))
            if not is_there(there.path / ABOUT):
                return None
            about, entries = there.about(), there.entries()
            teams = dict.fromkeys(entry.team for entry in entries)
            compared = dict.fromkeys(entry.baseline for entry in entries if entry.baseline)
            wish = BatchWish(Path(about.manifest), there.path, teams=tuple(teams), baselines=tuple(compared))
            return about.workflow, wish

        return await asyncio.to_thread(read)

    async def look(self) -> None:
        """See where each session stands, and what the finished ones came to."""
        async with self._looking:
            wanted = {entry.session for entry in self.entries}
            self.rows = {row.session: row for row in await self._core.library.rows() if row.session in wanted}
            self.changed.emit()
            for entry in self.entries:
                known = entry.session in self.came_to
                if self.can_be_told(entry) and self.state(entry) == FINISHED and not known:
                    try:
                        self.came_to[entry.session] = (await read_outcome(self._core.parts, entry))[0]
                    except RoundtableError:
                        self.came_to[entry.session] = None
                    self.changed.emit()

    def can_be_told(self, entry: Entry) -> bool:
        """Tell whether a result can be held against an answer, or against a rubric that is graded by."""
        if self.planned is None:
            return False
        fields = self._core.plugins[self.planned.plan.workflow].setup.model_fields
        return bool(entry.expected or (entry.rubric and RUBRIC in fields))

    def state(self, entry: Entry) -> str:
        """Return the state of a session; empty: it has not begun."""
        row = self.rows.get(entry.session)
        return row.state if row is not None else ""

    def states(self) -> Counter[str]:
        """Return how many sessions stand how."""
        return Counter(self.state(entry) for entry in self.entries)

    def cost(self) -> float:
        """Return what all sessions have cost, in dollars."""
        return sum(row.cost or 0.0 for row in self.rows.values())

    def seconds_left(self) -> float | None:
        """Return how long the rest will take at the rate so far; None: nothing tells."""
        done = self.states()[FINISHED] - self._done_before
        if not self.running or done <= 0:
            return None
        return (time.monotonic() - self._began) / done * (len(self.entries) - self.states()[FINISHED])

    # --- moving -------------------------------------------------------------------------------

    def start(self, approve: Approve, *, jobs: int, cost_limit: float | None, ask: bool) -> None:
        """Begin or go on with the sessions, `jobs` at once; `ask`: gates wait for the person."""
        if self.planned is None or self.running:
            return
        self.running, self.pausing = True, False
        self._began, self._done_before = time.monotonic(), self.states()[FINISHED]
        self.changed.emit()
        self._tasks.start(self._move(self.planned, approve, jobs, cost_limit, ask))

    async def _move(
        self, planned: PlannedBatch, approve: Approve, jobs: int, cost_limit: float | None, ask: bool
    ) -> None:
        try:
            await self._core.batches.check(planned.plan, approve)
            await asyncio.to_thread(planned.keep)
            handed = planned.folder.path / HANDED
            if await asyncio.to_thread(handed.is_dir):
                await take_back(self._core.handing(handed), planned.plan)
            answers = AnswerPlan(approve="ask" if ask else "all")
            purse = Purse(cost_limit, None)
            run = self._core.batches.run
            await run(planned.plan, answers, purse, jobs=jobs, tell=self._on_told)
        except RoundtableError as error:
            self._fail(error_text(error))
        finally:
            self.running = False
            self.changed.emit()
        await self.look()

    def _on_told(self, going: Going, standing: Standing) -> None:
        del going
        if standing.why and standing.state != "waiting":
            self.why[standing.entry.session] = standing.why
        else:
            self.why.pop(standing.entry.session, None)
        if not self._look_soon.isActive():
            # Begun anew at each session that ends, it would never come.
            self._look_soon.start()

    def pause(self) -> None:
        """Begin nothing more; what runs ends its calls and pauses."""
        if self.running:
            self.pausing = True
            self.changed.emit()
            self._tasks.start(self._core.batches.pause())

    async def report(self) -> Path:
        """Write what deliberating was worth as a page into the batch's folder.

        Raises InputError, StorageError.
        """
        assert self.planned is not None
        folder, parts = self.planned.folder, self._core.parts
        told = await batch_report(parts, self._core.batches, folder)
        with in_words_shown():
            content = await asyncio.to_thread(self._core.write_batch, told, "html")
        path = folder.path / "report.html"
        await asyncio.to_thread(write_whole, path, content)
        return path

    def _fail(self, problem: str) -> None:
        self.failed.emit(problem)


def _begun(folder: BatchFolder) -> set[SessionId]:
    return {entry.session for entry in folder.entries()} if is_there(folder.path / PLAN) else set()
