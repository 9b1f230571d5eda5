"""What a batch will cost and take: all of it before it begins, later the rest, by what finished rows did."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, median

from PySide6.QtCore import QObject, Signal

from app.domain.errors import RoundtableError
from app.services.batches.builder import estimate_batch
from app.services.batches.plan import Entry
from app.services.core import Core
from app.services.estimates import RunEstimate
from app.ui.batches.batch_run import WindowBatch
from app.ui.batches.form import BatchForm
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import count, money, tr

_PAUSE_MS = 200


class Forecast(QObject):
    """Tells what a batch that has not begun will use as its form has it, a moment after each change."""

    changed = Signal()

    def __init__(self, owner: QObject, core: Core, batch: WindowBatch, form: BatchForm) -> None:
        super().__init__(owner)
        self._core, self._batch, self._form = core, batch, form
        self._tasks = Tasks(self)
        self._soon = pause(self, _PAUSE_MS, self._on_pause)
        self.estimate: RunEstimate | None = None
        """None: it is not known, or not yet."""
        for figure in (form.jobs, form.limit):
            figure.valueChanged.connect(self.ask_soon)
        form.decisions.currentIndexChanged.connect(self.ask_soon)

    def ask_soon(self) -> None:
        """Ask once nothing has changed for a moment."""
        self._tasks.cancel()
        self._soon.start()

    def clear(self) -> None:
        """Take back what was told: it was of another batch."""
        self._tasks.cancel()
        self._soon.stop()
        self.estimate = None

    def price(self) -> str:
        """Return the money and the time of all, as “about $0.31 ($0.18–$0.46), 4–9 min”."""
        found = self.estimate
        return f"{tr(found.price())}, {tr(found.time)}" if found is not None else ""

    def more(self) -> str:
        """Return how often models are asked, and how that stands to the limit of money."""
        found = self.estimate
        if found is None:
            return ""
        limit = money(found.limit) if found.limit else ""
        passes = tr("this may pass your limit of {limit}", limit=limit)
        held = passes if found.above_limit else tr("your limit is {limit}", limit=limit)
        return " · ".join(filter(None, (tr(found.call_count()), held if limit else "")))

    def assumptions(self) -> str:
        """Return what it rests on, a line each."""
        return "\n".join(tr(one) for one in self.estimate.assumptions()) if self.estimate is not None else ""

    def _on_pause(self) -> None:
        planned = self._batch.planned
        if planned is not None and not self._batch.rows and not self._batch.running:
            self._tasks.start(self._asked())

    async def _asked(self) -> None:
        planned, form = self._batch.planned, self._form
        assert planned is not None
        try:
            self.estimate = await estimate_batch(
                self._core.estimates,
                self._core.plugins,
                planned.plan.sessions,
                at_once=round(form.jobs.value()),
                who="person" if form.decisions.currentData() == "ask" else "batch",
                limit=form.budget.cost,
            )
        except RoundtableError:
            # What is wrong is said where it is to begin.
            self.estimate = None
        self.changed.emit()


def cost_left(batch: WindowBatch, entries: Sequence[Entry]) -> float | None:
    """Return the dollars that some rows will still cost; None: nothing tells, or nothing costs anything."""
    known: dict[str, list[float]] = {}
    for one in batch.entries:
        row = batch.rows.get(one.session)
        if row is not None and row.state == "finished" and row.cost is not None:
            known.setdefault(one.variant, []).append(row.cost)
    if not entries or any(one.variant not in known for one in entries):
        return None
    spent = {one.session: row.known_cost for one in entries if (row := batch.rows.get(one.session))}
    return sum(max(0.0, fmean(known[one.variant]) - spent.get(one.session, 0.0)) for one in entries) or None


def minutes_left(batch: WindowBatch, number: int, jobs: int) -> int | None:
    """Return how long so many rows will take, `jobs` at once; None: nothing tells."""
    took = [one.seconds for one in batch.came_to.values() if one is not None and one.seconds]
    return max(1, round(median(took) * math.ceil(number / max(1, jobs)) / 60)) if took else None


def with_price(text: str, dollars: float | None) -> str:
    """Return what is offered, with what it will cost where that is known."""
    return text if dollars is None else tr("{text}, about {money}", text=text, money=money(dollars))


def deciding(batch: WindowBatch, waiting: Sequence[Entry], jobs: int) -> str:
    """Return what deciding all rows that wait will cost and take; empty where nothing tells."""
    dollars, minutes = cost_left(batch, waiting), minutes_left(batch, len(waiting), jobs)
    parts = [tr("about {cost}", cost=money(dollars)) if dollars is not None else ""]
    parts.append(count(minutes, "{n} min", "{n} min") if minutes is not None and dollars is not None else "")
    told = " · ".join(filter(None, parts))
    return tr("Deciding all {n}: {told}", n=len(waiting), told=told) if told else ""
