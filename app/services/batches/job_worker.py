"""A worker's own process: it moves the cells that it is told of, each taken from where all hand on.

Rules: an order is a JSON object a line on standard input; how a cell ended is one on standard output. The end
of the input means pause, so that none outlives whoever began it; a word in the handing folder means the same
to all. A worker that nobody tells anything for a while ends.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.errors import RoundtableError
from app.domain.i18n import words
from app.engine.work_queue import Claim, Handing
from app.services.batches.budget import Budget
from app.services.batches.plan import BatchPlan, Job
from app.services.batches.running import Batches
from app.services.batches.workers import listen, tell, told_of
from app.services.unattended import AnswerPlan

LOOK_SECONDS, BEAT_SECONDS, _IDLE_SECONDS = 1.0, 5.0, 60.0
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
            rest -= LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)

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
        ids = [one.session for one in (cell, *cell.baselines)]
        claim = await self._handing.claim(cell.session, ids, str(order.get("command")))
        if claim is None:
            return {"elsewhere": True}
        self._claims.add(claim)
        told: list[JsonValue] = []
        try:
            if not self._off:
                purse = Budget(order.get("cost"), order.get("tokens"))
                plan = BatchPlan(self._name, [cell])
                run = await self._batches.run(plan, self._answers, purse, jobs=1, tell=lambda *_: None)
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
