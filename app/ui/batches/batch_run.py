"""The batch that a window runs: what it is of, where its sessions stand, and which came to what is right."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.message_lookup import read_sentence
from app.domain.untrusted_files import is_there
from app.domain.verdict_facts import ResultGraded
from app.engine.plugin import WorkflowPlugin
from app.engine.session_rows import SessionRow
from app.projections.evaluation import Outcome
from app.services.batches.budget import Budget
from app.services.batches.builder import PlannedBatch, plan_batch
from app.services.batches.columns import RUBRIC
from app.services.batches.folder import ABOUT, HANDED, PLAN, About, BatchFolder, take_back
from app.services.batches.plan import Entry
from app.services.batches.reporting import batch_report, read_outcome
from app.services.batches.running import FINISHED, Standing
from app.services.batches.running import BatchRun as Going
from app.services.batches.table import FilesOutside
from app.services.batches.wish import BatchWish
from app.services.core import Core
from app.services.providers import Approve
from app.services.unattended import AnswerPlan
from app.settings.folders import expanded
from app.settings.teams import TeamFiles
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import error_text, in_words_shown, money, tr


@dataclass(frozen=True, slots=True)
class _KeptBatch:
    """A batch that was begun, as its folder tells it."""

    folder: BatchFolder
    about: About
    entries: Sequence[Entry]

    @property
    def sessions(self) -> set[SessionId]:
        return {entry.session for entry in self.entries}

    def wish(self) -> BatchWish | None:
        """Return the choices it was made with; None: an earlier version did not write them down."""
        about, made = self.about, self.about.made
        if made is None:
            return None
        chosen = made.model_dump(exclude={"others"})
        return BatchWish(Path(about.manifest), self.folder.path, (about.workflow, *made.others), **chosen)

    def command(self) -> str:
        """Return the command that goes on with it; of one of an earlier version, what is known of it."""
        about, folder, wish = self.about, self.folder.path, self.wish()
        known = wish or BatchWish(Path(about.manifest), folder, (about.workflow,))
        named = replace(known, name="" if about.name == folder.name else about.name)
        told = shlex.join(["roundtable", "batch", "run", *named.arguments()])
        return told if wish is not None else f"{told} …"


def read_kept(folder: Path | str) -> _KeptBatch | None:
    """Return the batch of a folder, None where it holds none; raises InputError."""
    there = BatchFolder(expanded(folder).absolute())
    if not (is_there(there.path / ABOUT) and is_there(there.path / PLAN)):
        return None
    return _KeptBatch(there, there.about(), there.entries())


def wish_of(kept: _KeptBatch, plugins: Mapping[str, WorkflowPlugin], teams: TeamFiles) -> BatchWish:
    """Return the choices that a batch was made with.

    An earlier version did not write them down: they are then looked for among those that its sessions tell.
    """
    if (wish := kept.wish()) is not None:
        return wish
    manifest, folder, first = Path(kept.about.manifest), kept.folder.path, kept.about.workflow
    entries = kept.entries
    named = tuple(dict.fromkeys(entry.team for entry in entries))
    compared = tuple(dict.fromkeys(entry.baseline for entry in entries if entry.baseline))
    seeds = max(Counter((entry.row, entry.team, entry.baseline) for entry in entries).values(), default=1)
    # Named or by default, a team comes to the same session; several make more of a row without one.
    wishes = [
        BatchWish(manifest, folder, (first,), teams=who, seeds=seeds, baselines=compared)
        for who in ((), named)
    ]
    if first not in plugins:
        return wishes[-1]
    for wish in wishes:
        try:
            planned = plan_batch(plugins, teams, wish)
        except RoundtableError:
            continue
        if {cell.session for cell in planned.plan.sessions} == kept.sessions:
            return wish
    return wishes[-1]


_LOOK_MS = 400
"""Pause between the end of a session and the look at how all stand."""
LOOK_AGAIN_MS = 2000
"""Pause between two looks while they are moved: that one has begun, nobody tells."""


def is_unspent(row: SessionRow) -> bool:
    """Tell whether a session runs and no call of it has ended: it costs nothing yet, and is not free."""
    return row.state == "running" and row.cost == 0 and not row.tokens


class WindowBatch(QObject):
    """One batch; it goes on while other pages are shown."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, owner: QObject, core: Core) -> None:
        super().__init__(owner)
        self._core = core
        self._tasks = Tasks(self, lambda error: self._fail(error_text(error)))
        self._look_soon = pause(self, _LOOK_MS, lambda: self._tasks.start(self.look()))
        self._look_again = pause(self, LOOK_AGAIN_MS, lambda: self._tasks.start(self._keep_looking()))
        self.wish: BatchWish | None = None
        self.folder: BatchFolder | None = None
        """Where it is kept, or will be."""
        self.name = ""
        """What it is called."""
        self.workflow = ""
        """What its rows run, the first of them where there are several."""
        self.planned: PlannedBatch | None = None
        """None: it cannot go on as it is chosen, and is only shown."""
        self.entries: list[Entry] = []
        self.titles: dict[SessionId, str] = {}
        self.rows: dict[SessionId, SessionRow] = {}
        self.came_to: dict[SessionId, Outcome | None] = {}
        """Of finished sessions; None: it cannot be read."""
        self.answered: dict[SessionId, tuple[int, Sequence[tuple[str, int]]]] = {}
        """Of sessions that wait: the record up to which they were read, and what members answered last."""
        self.why: dict[SessionId, str] = {}
        """What keeps a session from going on."""
        self.running = False
        self.pausing = False
        self._began = 0.0
        self._done_before = 0
        self._wanted = 0
        """Sessions that were to be moved and had not finished when it began."""
        self._plans = 0
        self._looking = asyncio.Lock()

    # --- looking ------------------------------------------------------------------------------

    async def plan(self, wish: BatchWish) -> bool:
        """Read the table, and take what it comes to as the batch of this window; return whether it can begin.

        False, too, where another one was wanted meanwhile. Raises InputError, also where the folder's batch
        has sessions that would not be made so: they would be forgotten, and others begun and paid for. What
        the folder holds is then shown all the same.
        """
        self._plans += 1
        mine, plugins = self._plans, self._core.plugins
        kept = await asyncio.to_thread(read_kept, wish.folder)
        try:
            with in_words_shown():
                # Why a row is set aside is read here.
                planned = await asyncio.to_thread(plan_batch, plugins, self._core.teams, wish)
            cells = list(planned.plan.sessions)
            if kept is not None and not kept.sessions <= {cell.session for cell in cells}:
                raise InputError(
                    words("{folder} holds a batch with other sessions.", folder=kept.folder.path),
                    words("Choose what it was made with."),
                )
        except RoundtableError as error:
            if mine != self._plans or self.running:
                return False
            if kept is None:
                raise
            self.wish, self.planned = wish, None
            self.name, self.workflow, self.folder = kept.about.name, kept.about.workflow, kept.folder
            self.entries, self.titles = list(kept.entries), {}
            self.came_to, self.why = {}, {}
            await self.look()
            if isinstance(error, FilesOutside):
                raise
            raise InputError(
                error.message,
                words(
                    "{next} Or go on with it in a terminal: {command}",
                    next=error.next,
                    command=kept.command(),
                ),
            ) from error
        if mine != self._plans or self.running:
            return False
        self.wish, self.planned = wish, planned
        self.name, self.workflow, self.folder = planned.about.name, planned.about.workflow, planned.folder
        self.entries = [cell.entry for cell in cells]
        self.titles = {cell.session: plugins[cell.workflow].title_of(cell.setup) for cell in cells}
        self.came_to, self.why = {}, {}
        await self.look()
        return bool(cells)

    async def made_of(self, folder: str) -> BatchWish | None:
        """Return what a folder's batch was made of, None where it holds none; raises InputError."""

        def read() -> BatchWish | None:
            kept = read_kept(folder)
            return wish_of(kept, self._core.plugins, self._core.teams) if kept is not None else None

        return await asyncio.to_thread(read)

    async def look(self) -> None:
        """See where each session stands, and what the finished ones came to."""
        async with self._looking:
            wanted = {entry.session for entry in self.entries}
            self.rows = {row.session: row for row in await self._core.library.rows() if row.session in wanted}
            self.changed.emit()
            for entry in self.entries:
                if self.state(entry) == "failed" and not self.why.get(entry.session):
                    self.why[entry.session] = await self._core.batches.why_failed(entry.session)
                    self.changed.emit()
                if self.state(entry) == "waiting":
                    await self._read_waiting(entry)
                if self.state(entry) == FINISHED and entry.session not in self.came_to:
                    self.came_to[entry.session] = await self._outcome(entry)
                    self.changed.emit()

    async def _outcome(self, entry: Entry) -> Outcome | None:
        """Return what a session has come to; None: it cannot be read."""
        with suppress(RoundtableError):
            return (await read_outcome(self._core.parts, entry))[0]
        return None

    async def _keep_looking(self) -> None:
        if self.running:
            await self.look()
            self._look_again.start()

    async def _read_waiting(self, entry: Entry) -> None:
        upto = self.rows[entry.session].upto
        if self.answered.get(entry.session, (0, ()))[0] == upto:
            return
        outcome = await self._outcome(entry)
        self.answered[entry.session] = (upto, outcome.last_answers if outcome is not None else ())
        self.changed.emit()

    async def correct(self, entries: Sequence[Entry], right: bool | None) -> None:
        """Take down what a person says of results; None: what rules and judge say holds again."""
        for entry in entries:
            await self._core.review.tell(entry.session, ResultGraded(right=right))
            self.came_to[entry.session] = (await read_outcome(self._core.parts, entry))[0]
        self.changed.emit()

    def can_be_told(self, entry: Entry) -> bool:
        """Tell whether a result can be held against an answer, or against a rubric that is graded by."""
        plugin = self._core.plugins.get(self.workflow_of(entry))
        graded = plugin is not None and RUBRIC in plugin.setup.model_fields
        return bool(entry.expected or (entry.rubric and graded))

    def workflow_of(self, entry: Entry) -> str:
        return entry.workflow or self.workflow

    def state(self, entry: Entry) -> str:
        """Return the state of a session; empty: it has not begun."""
        row = self.rows.get(entry.session)
        return row.state if row is not None else ""

    def states(self) -> Counter[str]:
        return Counter(self.state(entry) for entry in self.entries)

    def right(self, entry: Entry) -> bool | None:
        """Return whether a session's result is right; None: it is not known, or not yet."""
        outcome = self.came_to.get(entry.session)
        return outcome.result if outcome is not None else None

    def why_of(self, entry: Entry) -> str:
        """Return what keeps a session from going on, in words; empty where nothing is known."""
        why = self.why.get(entry.session, "")
        return tr(read_sentence(why)) if why else ""

    def why_failed(self) -> list[str]:
        """Return why each failed session failed, where that is known."""
        return list(filter(None, (self.why_of(one) for one in self.entries if self.state(one) == "failed")))

    def cost(self) -> str:
        """Return what all sessions have cost; empty before the first call of them has ended."""
        rows = self.rows.values()
        if all(map(is_unspent, rows)):
            return ""
        known, uncertain = sum(row.known_cost for row in rows), sum(row.uncertain_cost for row in rows)
        return money(None if any(row.cost is None for row in rows) else known, known, uncertain)

    def seconds_left(self) -> float | None:
        """Return how long the rest will take at the rate so far; None: nothing tells."""
        done = self.states()[FINISHED] - self._done_before
        if not self.running or done <= 0:
            return None
        return (time.monotonic() - self._began) / done * (self._wanted - done)

    # --- moving -------------------------------------------------------------------------------

    def first_rows(self, number: int) -> Collection[SessionId]:
        """Return the sessions of the first rows of the table."""
        rows = list(dict.fromkeys(entry.row for entry in self.entries))[:number]
        return [entry.session for entry in self.entries if entry.row in rows]

    def failed_sessions(self) -> Collection[SessionId]:
        return [entry.session for entry in self.entries if self.state(entry) == "failed"]

    def start(
        self,
        approve: Approve,
        budget: Budget,
        *,
        jobs: int,
        ask: bool,
        only: Collection[SessionId] | None = None,
    ) -> None:
        """Begin or go on with the sessions, `jobs` at once; `ask`: gates wait for the person.

        `only`: these alone; None: all.
        """
        if self.planned is None or self.running:
            return
        self.running, self.pausing = True, False
        self._began, self._done_before = time.monotonic(), self.states()[FINISHED]
        wanted = [one for one in self.entries if only is None or one.session in only]
        self._wanted = sum(self.state(one) != FINISHED for one in wanted)
        self.changed.emit()
        self._look_again.start()
        self._tasks.start(self._move(self.planned, approve, budget, jobs, ask, only))

    async def _move(
        self,
        planned: PlannedBatch,
        approve: Approve,
        budget: Budget,
        jobs: int,
        ask: bool,
        only: Collection[SessionId] | None,
    ) -> None:
        try:
            await self._core.batches.check(planned.plan, approve)
            await asyncio.to_thread(planned.keep)
            handed = planned.folder.path / HANDED
            if await asyncio.to_thread(handed.is_dir):
                await take_back(self._core.handing(handed), planned.plan)
            answers = AnswerPlan(approve="ask" if ask else "all")
            # What was paused while the models were looked at does not begin.
            if not self.pausing:
                batches, plan = self._core.batches, planned.plan
                async with batches.account(
                    budget, planned.folder.held, [one.session for one in plan.sessions]
                ):
                    wanted = plan if only is None else plan.only(only)
                    await batches.run(wanted, answers, budget, jobs=jobs, tell=self._on_told)
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

    async def report(self, form: str) -> Path:
        """Write what deliberating was worth into the batch's folder: `html`, `csv` or `json`.

        Raises InputError, StorageError.
        """
        assert self.folder is not None
        folder, parts = self.folder, self._core.parts
        told = await batch_report(parts, self._core.batches, folder)
        with in_words_shown():
            content = await asyncio.to_thread(self._core.write_batch, told, form, False)
        return await asyncio.to_thread(folder.write, f"report.{form}", content)

    def _fail(self, problem: str) -> None:
        self.failed.emit(problem)
