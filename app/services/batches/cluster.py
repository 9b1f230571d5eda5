"""One batch through an engine's workers: handed out, moved there, taken in, handed out anew where lost.

Rules:
- A cell is handed out only where nobody is at work on it, whoever began that, and the limit of the batch has
  room for it. While it is out its sessions are locked here, so that no window changes them.
- What a worker handed back is taken in whole, then removed where all of it is finished.
- The truth is in the handing folder: a command that is killed and begun again finds there what is done.
- A worker's own process is told of each cell by an order, a JSON object a line on standard input, and says
  how it ended in one on standard output. The end of the input means pause, so that none outlives whoever
  began it; a word in the handing folder means the same to all. A worker that nobody tells anything ends.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from app.domain import fault_messages
from app.domain.canonical import JsonValue
from app.domain.errors import InputError, NotFound, RoundtableError, SessionBusy
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.ledger import Held
from app.engine.ports import SessionStore
from app.engine.work_queue import Claim, Handing
from app.services.batches.budget import Budget, Used
from app.services.batches.engines import Ended, Engine, shares
from app.services.batches.plan import BatchPlan, Job
from app.services.batches.running import ELSEWHERE, FINISHED, Batches, BatchRun, Tell
from app.services.batches.worker_pipe import Share
from app.services.batches.workers import MOST_DEATHS, listen, tell, told_by, told_of
from app.services.unattended import AnswerPlan

LOOK_SECONDS = 1.0
"""Until a cell that another worker has is looked at again."""
_MOST_FAILURES = 3
"""Cells in a row that the engine may fail to do: one machine may be set up otherwise than the rest."""
_PEEK_SECONDS = 3.0
"""Between looks at what is done of a share of many."""


@dataclass
class _Out:
    """A cell that is handed out. `generation`: the last handing out before it."""

    cell: Job
    generation: int
    locks: AsyncExitStack = field(default_factory=AsyncExitStack)


@dataclass
class ClusterRun:
    """The command's side of a batch on an engine. `command`, `config`: as in `Share`."""

    batches: Batches
    store: SessionStore
    handing: Handing
    engine: Engine
    run: BatchRun
    tell: Tell
    lost: Callable[[Job], None]
    """Told where a cell's worker was lost and another one went on with it."""
    command: Sequence[str]
    config: str
    token: str
    """Names this command to the workers."""
    _deaths: Counter[SessionId] = field(default_factory=Counter)
    _failures: int = 0
    """Cells in a row that the engine could not do."""
    _broken: InputError | None = None
    """Why it can do none at all."""
    _left: deque[Job] = field(default_factory=deque)
    _waiting: list[Job] = field(default_factory=list)
    """Those that some other worker has, or that came back unfinished from one that was lost."""

    async def move(self) -> None:
        """Move every session that is left as far as the answers go.

        Raises InputError where the engine can do nothing as it is set up.
        """
        await self._moved()
        if self._broken is not None:
            raise self._broken

    async def _moved(self) -> None:
        for one in self.run.standing.values():
            self.run.budget.count(one.entry.session, one.used)
        self._left += [cell for cell in self.run.plan.cells if self._is_left(cell)]
        tasks: set[asyncio.Task[None]] = set()
        loop, limits = asyncio.get_running_loop(), self.run.budget
        free = limits.cost is None and limits.tokens is None
        most = self.engine.width + (self.engine.ahead if free else 0)
        look_at = loop.time() + LOOK_SECONDS
        try:
            while tasks or not self.run.calls_off:
                if self._waiting and loop.time() >= look_at:
                    self._left += self._waiting
                    self._waiting.clear()
                    look_at = loop.time() + LOOK_SECONDS
                while self._left and len(tasks) < most and not self.run.calls_off:
                    # What is held for one of a share is given back only once the share has run: under a
                    # limit a second one could wait for it without end.
                    wanted = min(len(self._left), shares(self._left, self.engine)) if free else 1
                    cells = [self._left.popleft() for _ in range(wanted)]
                    tasks.add(asyncio.create_task(self._handed_out(cells), name="share"))
                if tasks:
                    pause = LOOK_SECONDS if self._waiting else None
                    done, tasks = await asyncio.wait(
                        tasks, timeout=pause, return_when=asyncio.FIRST_COMPLETED
                    )
                    for task in done:
                        task.result()
                elif self._waiting:
                    await asyncio.sleep(LOOK_SECONDS)
                elif not self._left:
                    return
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def call_off(self, *, stop: bool) -> None:
        """Begin nothing more; what runs ends its calls and pauses, or stops at once."""
        self.run.calls_off = True
        await asyncio.to_thread(self.handing.say, "stop" if stop else "pause")
        await self.engine.call_off()

    async def settle(self, session: str) -> Used | None:
        """Return what a session has come to that a dead command handed out; None: a worker is at it still."""
        cell = next((one for one in self.run.plan.cells if one.session == session), None)
        with suppress(RoundtableError):
            if cell is not None and not await self.handing.at_work(cell.session):
                await self._taken_in(cell, fresh=False)
                return self.run.standing[cell.session].used
        return None

    def _is_left(self, cell: Job) -> bool:
        return any(self.run.standing[one].state != FINISHED for one in _sessions(cell))

    async def _handed_out(self, cells: Sequence[Job]) -> None:
        """Hand a share out, and take in what comes back."""
        out: dict[SessionId, _Out] = {}
        try:
            orders = []
            for cell in cells:
                given = await self._order(cell)
                if given is not None:
                    order, out[cell.session] = given
                    orders.append(order)
            if not orders:
                return
            share = Share(command=list(self.command), config=self.config, orders=orders)
            running = asyncio.ensure_future(self.engine.run(share))
            while not running.done():
                # Of a share of many, those that are done are taken in while the others go on.
                await asyncio.wait([running], timeout=_PEEK_SECONDS if len(out) > 1 else None)
                for one in list(out.values()) if not running.done() else ():
                    if await self.handing.generation(one.cell.session) > one.generation and (
                        await self.handing.told(one.cell.session)
                    ):
                        await self._back(out.pop(one.cell.session), {"sessions": True})
            for ended in self._result(running, list(out)):
                late = out.pop(SessionId(str(ended.get("cell"))), None)
                if ended.get("lost"):
                    self.lost(next(cell for cell in cells if cell.session == ended["cell"]))
                if late is not None:
                    await self._back(late, ended)
            for session in list(out):
                await self._back(out.pop(session), {})
        finally:
            for one in out.values():
                await self._let_go(one)

    def _result(self, running: asyncio.Future[Ended], cells: Sequence[SessionId]) -> Ended:
        """Return how the cells of a share ended; begin no more after too many that could not be done."""
        try:
            found = running.result()
        except InputError as error:
            self._failures += max(1, len(cells))
            if self._failures >= _MOST_FAILURES:
                # What another worker is at goes on to its end; the reason is told once, and not for each.
                self._broken, self.run.calls_off = error, True
                return []
            return [
                {"cell": session, "problem": f"{error.message} {error.next}".strip()} for session in cells
            ]
        if found:
            self._failures = 0
        return found

    async def _order(self, cell: Job) -> tuple[dict[str, Any], _Out] | None:
        """Make a cell ready to be handed out; None where it is not to be, and what becomes of it is noted."""
        if self.run.calls_off:
            return None
        budget = self.run.budget
        held: Held | None = None
        try:
            if await self.handing.at_work(cell.session):
                self._waiting.append(cell)
                return None
            await self._taken_in(cell, fresh=False)
            if not self._is_left(cell):
                return None
            called_off = partial(getattr, self.run, "calls_off")
            held = await budget.share(cell.session, self._most(cell), None, self.engine.width, called_off)
            if held is None:
                self._noted(cell, None, str(fault_messages.BATCH_LIMIT))
                return None
            one = _Out(cell, await self.handing.generation(cell.session))
            try:
                await self._lock(one)
                await self.handing.give(cell.session, _sessions(cell))
                one.generation = await self.handing.generation(cell.session)
            except BaseException:
                await self._let_go(one)
                raise
        except SessionBusy:
            self._noted(cell, ELSEWHERE, str(fault_messages.ELSEWHERE))
            return None
        except RoundtableError as error:
            self._noted(cell, None, f"{error.message} {error.next}".strip())
            return None
        # The worker counts what it finds spent; what is held comes on top of that.
        before = [self.run.standing[session].used for session in _sessions(cell)]
        cost = None if held.cost is None else held.cost + sum(one.cost for one in before)
        tokens = None if held.tokens is None else held.tokens + sum(one.tokens for one in before)
        return {"cell": cell.session, "command": self.token, "cost": cost, "tokens": tokens}, one

    def _most(self, cell: Job) -> float | None:
        """Return what a cell may still cost by its own limits, None where one of it has none."""
        limits = [getattr(one.setup, "cost_limit", None) for one in (cell, *cell.baselines)]
        spent = sum(self.run.standing[one].used.cost for one in _sessions(cell))
        return None if None in limits else max(0.0, sum(one or 0.0 for one in limits) - spent)

    async def _lock(self, one: _Out) -> None:
        """Keep the windows of this machine from changing what is handed out."""
        for session in _sessions(one.cell):
            try:
                journal = await self.store.open(session)
            except NotFound:
                continue
            one.locks.push_async_callback(journal.close)

    async def _let_go(self, one: _Out) -> None:
        await one.locks.aclose()
        await self.run.budget.release(one.cell.session, self.run.standing[one.cell.session].used)

    async def _back(self, one: _Out, ended: Mapping[str, Any]) -> None:
        """Take in what a worker handed back, and say how it stands; hand out again what it lost."""
        cell = one.cell
        # What it costs is counted before what was held for it is given back.
        await one.locks.aclose()
        try:
            await self._taken_back(cell, ended)
        finally:
            await self._let_go(one)

    async def _taken_back(self, cell: Job, ended: Mapping[str, Any]) -> None:
        problem = str(ended.get("problem", ""))
        if problem:
            with suppress(RoundtableError):
                # What it had handed back before is paid for, and counts.
                await self._taken_in(cell, fresh=False)
            self._noted(cell, None, problem)
            return
        if "sessions" not in ended:
            # Its worker is lost, or another one has it, which may be lost, too.
            self._deaths[cell.session] += "elsewhere" not in ended
            if self._deaths[cell.session] < MOST_DEATHS:
                self._waiting.append(cell)
            else:
                self._noted(cell, None, str(words("Its workers died, again and again.")))
            return
        try:
            await self._taken_in(cell, fresh=True)
        except RoundtableError as error:
            self._noted(cell, None, f"{error.message} {error.next}".strip())

    async def _taken_in(self, cell: Job, *, fresh: bool) -> None:
        """Bring a cell's sessions here as they were handed back last, and tell of those that changed.

        `fresh`: what its worker told of it was told just now; nobody changed it since.
        """
        if not await self.handing.generation(cell.session):
            return
        await self.handing.take_in(cell.session, _sessions(cell))
        words_of = await self.handing.told(cell.session) if fresh else ()
        found = (told_by(word, self.run.standing) for word in words_of)
        told = {one.entry.session: one for one in found if one is not None}
        for one in (cell, *cell.baselines):
            before = self.run.standing[one.session]
            now = told.get(one.session) or await self.batches.now(one)
            self.run.standing[one.session] = now
            self.run.budget.count(one.session, now.used)
            if now != before:
                self.tell(self.run, now)
        if not self._is_left(cell):
            await self.handing.forget(cell.session)

    def _noted(self, cell: Job, state: str | None, why: str) -> None:
        for session in _sessions(cell):
            before = self.run.standing[session]
            if before.state != FINISHED:
                now = replace(before, state=state or before.state, why=why)
                self.run.standing[session] = now
                self.tell(self.run, now)


def _sessions(cell: Job) -> list[SessionId]:
    return [one.session for one in (cell, *cell.baselines)]


# --- a worker's own process -------------------------------------------------------------------------


_WORD_SECONDS, BEAT_SECONDS, _IDLE_SECONDS = 1.0, 5.0, 60.0
Order = Mapping[str, Any]


class _Superseded(Exception):
    """Somebody else was given a cell meanwhile."""


class CellWorker:
    """Moves cells, as many at once as asked for, until nobody is there who would tell of more."""

    def __init__(
        self, batches: Batches, handing: Handing, plan: BatchPlan, answers: AnswerPlan, jobs: int
    ) -> None:
        self._batches, self._handing, self._name, self._answers = batches, handing, plan.name, answers
        self._cells: dict[str, Job] = {cell.session: cell for cell in plan.cells}
        self._room = asyncio.Semaphore(max(1, jobs))
        self._claims: set[Claim] = set()
        self._off = False

    async def work(self) -> None:
        """Take orders until their end, and finish what was begun."""
        orders: asyncio.Queue[Order | None] = asyncio.Queue()
        listen(lambda line: orders.put_nowait(None if line is None else _order(line)))
        pulse = asyncio.create_task(self._pulse(), name="pulse")
        tasks: set[asyncio.Task[None]] = set()
        try:
            while True:
                try:
                    order = await asyncio.wait_for(orders.get(), _IDLE_SECONDS)
                except TimeoutError:
                    if not tasks:
                        return
                    continue
                if order is None:
                    await self._call_off(stop=False)
                    await asyncio.gather(*tasks)
                    return
                task = asyncio.create_task(self._told(order), name="cell")
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        finally:
            pulse.cancel()
            await asyncio.gather(pulse, return_exceptions=True)

    async def _call_off(self, *, stop: bool) -> None:
        self._off = True
        await self._batches.pause(stop=stop)

    async def _pulse(self) -> None:
        """Look for a word to all workers, and say now and then that this one lives."""
        last, rest = "", 0.0
        while True:
            word = await asyncio.to_thread(self._handing.word)
            if word and word != last:
                await self._call_off(stop=word == "stop")
            last = word
            if rest <= 0:
                rest = BEAT_SECONDS
                for claim in list(self._claims):
                    await claim.beat()
            rest -= _WORD_SECONDS
            await asyncio.sleep(_WORD_SECONDS)

    async def _told(self, order: Order) -> None:
        tell(await self.obey(order))

    async def obey(self, order: Order) -> Mapping[str, JsonValue]:
        """Move the cell of an order as far as it goes, and return how it ended."""
        async with self._room:
            name = str(order.get("cell"))
            cell = self._cells.get(name)
            if cell is None:
                why = words("This machine finds another batch in the same table.")
                next_step = words("See that its table, its teams and its version are the same everywhere.")
                return {"cell": name, "problem": f"{why} {next_step}"}
            try:
                return {"cell": name, **await self._moved(cell, order)}
            except _Superseded:
                return {"cell": name, "elsewhere": True}
            except RoundtableError as error:
                # Said, and not tried without end: a full disk, a folder that nobody may write.
                return {"cell": name, "problem": f"{error.message} {error.next}".strip()}

    async def _moved(self, cell: Job, order: Order) -> Mapping[str, JsonValue]:
        if self._off:
            return {"sessions": []}
        claim = await self._handing.claim(cell.session, _sessions(cell), str(order.get("command")))
        if claim is None:
            return {"elsewhere": True}
        self._claims.add(claim)
        told: list[JsonValue] = []
        try:
            if not self._off:
                budget = Budget(order.get("cost"), order.get("tokens"))
                plan = BatchPlan(self._name, [cell])
                run = await self._batches.run(plan, self._answers, budget, jobs=1, tell=lambda *_: None)
                told = [told_of(one) for one in run.standing.values()]
        finally:
            self._claims.discard(claim)
            try:
                await claim.end(told)
            except RoundtableError as error:
                if claim.superseded:
                    raise _Superseded from error
                raise
        return {"sessions": told, "lost": claim.lost}


def _order(line: str) -> Order | None:
    """Return what a line orders; None for what is no order: who speaks so is not obeyed any more."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
