"""What a batch says of itself: each cell, what was graded, how it stands, what it costs and will cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

from PySide6.QtCore import QObject, Signal

from app.domain.errors import RoundtableError
from app.engine.session_rows import SessionRow
from app.services.batches.forecast import estimate_batch
from app.services.batches.plan import Entry
from app.services.batches.running import FINISHED
from app.services.core import Core
from app.services.estimates import RunEstimate
from app.ui.batches.batch_run import WindowBatch, is_unspent
from app.ui.batches.form import BatchForm
from app.ui.batches.rows import Column
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import count, money, percent, single_line, tr
from app.ui.view.session_rows import rounds_text, standing, state_word
from app.ui.view.status_line import StatusFacts, facts_of_rows

_ORDER = ("finished", "running", "waiting", "failed", "paused", "stopped", "interrupted", "")
"""States in the order in which rows are sorted by them."""
_RIGHT, _NOT_TOLD, _WRONG = 0, 1, 2
_MOST_SAID, _LONGEST_SAID = 4, 40
"""Different answers of the members of one session, and characters of each."""


class Cells:
    """Reads one batch."""

    def __init__(self, core: Core, batch: WindowBatch) -> None:
        self._core, self._batch = core, batch

    def text(self, entry: Entry, column: int) -> str:
        row = self._batch.rows.get(entry.session)
        match column:
            case Column.STATE:
                return standing(row) if row is not None else tr("not begun")
            case Column.NUMBER:
                return str(entry.row)
            case Column.QUESTION:
                title = row.title if row is not None else self._batch.titles.get(entry.session, entry.id)
                return single_line(title, 200)
            case Column.KEY:
                return single_line(entry.expected, 100)
            case Column.ANSWER:
                return self._answer(entry, row)
            case Column.TEAM:
                return self._arm(entry)
            case Column.RIGHT:
                return self._result(entry, row)
            case Column.AGREEMENT:
                return percent(row.figure) if row is not None and row.figure is not None else "–"
            case Column.LENGTH:
                return self._length(entry, row)
            case Column.COST:
                if row is None or is_unspent(row):
                    return "–"
                return money(row.cost, row.known_cost, row.uncertain_cost)
            case _:
                return ""

    def value(self, entry: Entry, column: int) -> object:
        """Return what a cell is sorted by; of STATE its place and its name, of RIGHT the verdict's place."""
        row = self._batch.rows.get(entry.session)
        match column:
            case Column.STATE:
                state = self._batch.state(entry)
                return (_ORDER.index(state) if state in _ORDER else len(_ORDER)), state or "future"
            case Column.NUMBER:
                return entry.row
            case Column.RIGHT:
                right = self._batch.right(entry)
                told = bool(self._result(entry, row))
                return (_RIGHT if right else _NOT_TOLD if right is None else _WRONG) if told else None
            case Column.AGREEMENT:
                return row.figure if row is not None else None
            case Column.LENGTH:
                return row.rounds if row is not None else None
            case Column.COST:
                return row.known_cost + row.uncertain_cost if row is not None else None
            case _:
                return self.text(entry, column).casefold()

    def holds(self, entry: Entry, sought: str) -> bool:
        """Tell whether a row has some small letters in it."""
        seen = (Column.QUESTION, Column.KEY, Column.ANSWER, Column.TEAM)
        return any(sought in self.text(entry, column).casefold() for column in seen)

    def _answer(self, entry: Entry, row: SessionRow | None) -> str:
        why = self._batch.why_of(entry)
        if row is not None and row.state == FINISHED:
            outcome = self._batch.came_to.get(entry.session)
            return single_line(outcome.short, 200) if outcome is not None else ""
        if row is not None and row.state == "waiting" and (said := self._said(entry)):
            return said
        told = standing(row) if row is not None and row.state not in ("failed", "running") else ""
        return single_line(" · ".join(filter(None, (told, why))), 300)

    def _said(self, entry: Entry) -> str:
        """Return in what the members of a session that waits differ; empty where they have not answered."""
        _, last = self._batch.answered.get(entry.session, (0, ()))
        answers = ", ".join(f"{single_line(key, _LONGEST_SAID)} ({n})" for key, n in last[:_MOST_SAID])
        if len(last) == 1:
            return tr("the same: {answers}", answers=answers)
        return tr("differs: {answers}", answers=answers) if last else ""

    def _arm(self, entry: Entry) -> str:
        plugin = self._core.plugins.get(self._batch.workflow_of(entry))
        found = plugin.baselines.get(entry.baseline) if plugin is not None else None
        # One kind for all is told above the rows.
        kind = tr(plugin.title) if plugin is not None and entry.several else entry.kind
        compared = tr(found.title) if found is not None else entry.baseline
        return " · ".join(filter(None, (single_line(entry.team, 60), kind, compared)))

    def _result(self, entry: Entry, row: SessionRow | None) -> str:
        if row is None or row.state != FINISHED or entry.session not in self._batch.came_to:
            return ""
        outcome = self._batch.came_to[entry.session]
        if outcome is None or outcome.result is None:
            return tr("cannot be told") if self._batch.can_be_told(entry) else tr("no key")
        if outcome.partly:
            return tr("partly right")
        return tr("right") if outcome.result else tr("wrong")

    def _length(self, entry: Entry, row: SessionRow | None) -> str:
        plugin = self._core.plugins.get(self._batch.workflow_of(entry))
        if row is None or plugin is None or not (row.rounds or row.round):
            return ""
        return rounds_text(max(row.rounds, row.round), plugin.vocabulary.round)

    # --- the whole ----------------------------------------------------------------------------

    def graded(self) -> str:
        """Return how many results are right, how many wrong, and how many nobody can tell."""
        batch = self._batch
        done = [entry for entry in batch.entries if batch.came_to.get(entry.session) is not None]
        told = Counter(batch.right(entry) for entry in done)
        without = sum(not batch.can_be_told(entry) for entry in done)
        parts = [
            tr("{n} right", n=told[True]) if told[True] else "",
            tr("{n} wrong", n=told[False]) if told[False] else "",
            tr("{n} without a key", n=without) if without else "",
            tr("{n} not known", n=told[None] - without) if told[None] > without else "",
        ]
        return ", ".join(filter(None, parts))

    def facts(self, limit: float) -> StatusFacts | None:
        """Return what the line at the bottom says of a batch; None: it has not begun."""
        return facts_of_rows(self._batch.rows.values(), self._spent(limit))

    def _spent(self, limit: float) -> str:
        cost = self._batch.cost()
        return tr("{cost} of {limit}", cost=cost, limit=money(limit)) if limit and cost else cost

    def cost(self, limit: float) -> str:
        """Return what all cost by now, of its limit where it has one, and how long the rest takes."""
        cost = self._spent(limit)
        left = self._batch.seconds_left()
        if self._batch.pausing and self._batch.running:
            return " · ".join(filter(None, (cost, tr("pausing: running calls end"))))
        if left is None:
            return cost
        minutes = max(1, round(left / 60))
        return f"{cost} · {count(minutes, 'about {n} min left', 'about {n} min left')}"

    def standing(self, chosen: int, forecast: str) -> tuple[str, str, str]:
        """Return the state of the whole, a sentence that says it, and one in fewer words where there is one.

        `chosen`: rows that are ticked; `forecast`: what one that has not begun costs and takes.
        """
        batch, states = self._batch, self._batch.states()
        waiting, failed = states["waiting"], states["failed"]
        left = len(batch.entries) - states[FINISHED]
        if chosen:
            return "paused", count(chosen, "{n} row chosen", "{n} rows chosen"), ""
        if waiting:
            tail = tr("the others go on") if batch.running else tr("nothing else runs")
            told = count(waiting, "{n} row waits for you", "{n} rows wait for you")
            return "waiting", f"{told}; {tail}.", f"{told}."
        if batch.running:
            told = count(left, "{n} row is under way or to come.", "{n} rows are under way or to come.")
            return "running", told, ""
        if not batch.rows:
            if batch.planned is None:
                return "", tr("Choose a table and a folder."), ""
            sessions = count(len(batch.entries), "{n} session", "{n} sessions")
            rows = count(batch.planned.rows, "from {n} row", "from {n} rows")
            return "", f"{', '.join(filter(None, (f'{sessions} {rows}', forecast)))}.", f"{sessions} {rows}."
        if not left:
            graded = self.graded()
            done = tr("{n} of {all} finished", n=states[FINISHED], all=len(batch.entries))
            return "finished", f"{done}: {graded}." if graded else f"{done}.", f"{done}."
        if failed:
            return "failed", count(failed, "{n} row failed.", "{n} rows failed."), ""
        return "paused", count(left, "{n} row is left.", "{n} rows are left."), ""

    def pill(self, state: str) -> str:
        """Return the state of the whole in a word or two."""
        return state_word(state) if state in ("waiting", "running", "finished", "failed") else tr("Halted")


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
