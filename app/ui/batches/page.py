"""A batch as a page: what it is made of, its rows with state and answer, and what can be done now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.seats import Seat
from app.services.batches.plan import Entry
from app.services.batches.running import FINISHED
from app.services.batches.table import FilesOutside
from app.services.core import Core
from app.ui.batches.bar import BatchBar, BatchProgress, StateChips, kinds_of
from app.ui.batches.batch_run import WindowBatch
from app.ui.batches.cells import Cells, Forecast, cost_left, deciding, with_price
from app.ui.batches.choices import EarlierBatches, next_folder
from app.ui.batches.form import BatchForm
from app.ui.batches.rows import BatchRows, BatchTable, Column
from app.ui.kit.chip import Pill
from app.ui.kit.controls import Picture, icon_button
from app.ui.kit.dialog import Confirm, show_once
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.menu_button import MenuButton, add_tick, passing_menu
from app.ui.kit.one_line import OneLine
from app.ui.kit.preferences import Preferences
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.states import state_look
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import (
    count,
    error_text,
    escaped,
    label,
    link_button,
    problem_label,
    rename,
    say,
    single_line,
    tr,
)
from app.ui.kit.theme import TITLE
from app.ui.view.status_line import StatusFacts

TYPED_MS = 300
MOST_LISTED = 12
"""Files outside the table's folder that a person is shown."""
MOST_TOLD = 2
"""Rows that cannot be used, and causes of failures, which are told one by one."""
_FEW = 3
"""Rows that are tried first."""
NARROW = 960
"""Pixels below which length and agreement go, and the form stands above its rows."""
ANSWERS = {
    "xlsx": words("As a workbook (XLSX)"),
    "csv": words("As text with commas (CSV)"),
    "jsonl": words("For programs (JSONL)"),
}
REPORTS = {"html": words("As a page (HTML)"), "json": words("For programs (JSON)")}
"""The forms of the table with answers and of the report, and what they are called."""
_TABLES = (".csv", ".tsv", ".jsonl", ".xlsx", ".ods")  # a JSON may be a session, too
_GRADES: tuple[tuple[Message, bool | None], ...] = (
    (words("The result is right"), True),
    (words("The result is wrong"), False),
    (words("As rules and judge say"), None),
)
"""What a person may say of a result, and what it counts as."""


class _Scrolled(ScrollArea):
    """As high as what is inside, and lower where there is less room."""

    def __init__(self, inner: QWidget) -> None:
        super().__init__()
        # As wide as there is room, whatever its rows would like: nothing scrolls to the side.
        inner.setMinimumWidth(100)
        self._inner = inner
        self.setWidget(inner)

    def sizeHint(self) -> QSize:
        """Ask for all of it."""
        inner = self._inner
        high = inner.heightForWidth(self.width()) if inner.hasHeightForWidth() else inner.sizeHint().height()
        return QSize(inner.sizeHint().width(), high)

    def minimumSizeHint(self) -> QSize:
        """Be no narrower than what is inside."""
        return QSize(self._inner.minimumSizeHint().width(), 80)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class BatchPage(QWidget):
    """One batch of the window."""

    opened = Signal(str)
    """The session to be shown in the window."""
    decide_wanted = Signal(list)
    """These sessions wait: the person decides one after the other."""
    closed = Signal()
    news = Signal(str)

    def __init__(
        self,
        core: Core,
        batch: WindowBatch,
        approve: Callable[[Mapping[SeatName, Seat]], Awaitable[bool]],
        preferences: Preferences,
    ) -> None:
        """`approve`: asks about servers that a team names."""
        super().__init__()
        self.setAccessibleName(tr("Batch"))
        self._core, self._batch, self._ask = core, batch, approve
        self._tasks = Tasks(self, lambda error: self.show_problem(error_text(error)))
        self._sound = False
        """Whether what is chosen can begin."""
        self._outside: list[Path] = []
        """Files outside the table's folder that it names: the person is asked about them at the start."""
        self._allowed: tuple[Path, ...] = ()
        self._folded = batch.planned is not None and (bool(batch.rows) or batch.running)
        """Whether the form is one line."""
        self._cells = Cells(core, batch)
        self.form = BatchForm(core)
        self._forecast = Forecast(self, core, batch, self.form)
        self._build(preferences)
        self._lay_out()
        self._connect()
        if batch.wish is not None:
            self.form.put(batch.wish)
        self._show()
        if batch.planned is not None:
            self._sound = True
            self._forecast.ask_soon()
            self._tasks.start(batch.look())
        elif batch.wish is not None:
            # Why it cannot go on is told again.
            self._soon.start()
        self.form.table_file.setFocus()

    # --- building -----------------------------------------------------------------------------

    def _build(self, preferences: Preferences) -> None:
        self.back = icon_button("arrow-left", tr("Back"), tr("Back to the session (Esc); the batch goes on"))
        self.title = label(tr("New batch"), bold=True, scale=TITLE)
        self.state = Pill()
        self.earlier = EarlierBatches(preferences)
        self.answers = self._writes(tr("Table with answers…"), ANSWERS)
        self.report = self._writes(tr("Write the report…"), REPORTS)
        self.answers.setToolTip(tr("Your table with an answer in each row, into the folder of the batch"))
        self.report.setToolTip(tr("What deliberating was worth, into the folder of the batch"))
        self.told = label("", wrap=True, muted=True)
        self.problem = problem_label()
        self.table_name, self.made_of = label("", bold=True), label("", muted=True, widget=OneLine())
        self.unfold = link_button(tr("Show the form"), small=True)
        begun = (Picture("table-2"), self.table_name, self.made_of)
        self.line = boxed(in_row(*begun, SPACE, self.unfold, margins=(16, 0, 16, 0), spacing=8))
        self.progress = BatchProgress()
        self.chips = StateChips()
        self.model = BatchRows(self._cells.text, self._cells.value)
        self._rows = BatchTable(self.model, preferences)
        self.table = self._rows.view
        self.chips.add(self._rows.columns)
        self.bar = BatchBar()

    def _writes(self, text: str, forms: Mapping[str, Message]) -> MenuButton:
        found = MenuButton(text, text, chevron=True)
        for form, title in forms.items():
            found.choices.addAction(tr(title), partial(self._on_report_wanted, form))
        return found

    def _lay_out(self) -> None:
        head = QFrame()
        head.setObjectName("library-head")
        shown = in_row(self.back, self.title, self.state, spacing=8)
        written = (self.earlier, self.answers, self.report)
        head.setLayout(in_row(shown, SPACE, *written, spacing=8, margins=(10, 8, 12, 8)))
        self.line.setFixedHeight(40)
        # A low window with larger letters has no room for all of it: there it scrolls.
        self.made = _Scrolled(boxed(in_column(self.form, self.told, SPACE)))
        self.told.setContentsMargins(16, 4, 16, 8)
        self.below = boxed(in_column(self.problem, margins=(16, 4, 16, 6)))
        self.below.hide()
        self.body = in_column(self.made, (self._rows.whole, 1), spacing=0)
        parts_below = (self.below, self.progress, self.chips, (self.body, 1), self.bar)
        self.setLayout(in_column(head, self.line, *parts_below, spacing=0))

    def _connect(self) -> None:
        batch, bar = self._batch, self.bar
        self._soon = pause(self, TYPED_MS, lambda: self._tasks.start(self._plan()))
        self.form.changed.connect(self._on_changed)
        self.chips.changed.connect(self._show)
        self.chips.search.textChanged.connect(lambda _text: self._show())
        self.back.clicked.connect(self.closed)
        self.earlier.chosen.connect(lambda folder: self._tasks.start(self._made_like(folder)))
        self.unfold.clicked.connect(self._on_unfold_clicked)
        bar.main.clicked.connect(lambda: self._on_start_wanted(None))
        bar.few.clicked.connect(lambda: self._on_start_wanted(batch.first_rows(_FEW)))
        bar.go_on.clicked.connect(self._on_go_on_clicked)
        bar.again.clicked.connect(lambda: self._on_start_wanted(batch.failed_sessions()))
        bar.decide.clicked.connect(
            lambda: self.decide_wanted.emit([one.session for one in self._of_state("waiting")])
        )
        bar.judge.clicked.connect(self._on_judge_clicked)
        bar.table.clicked.connect(lambda: self.answers.show_choices(bar.table))
        bar.pause.clicked.connect(batch.pause)
        bar.clear.clicked.connect(lambda: self.model.tick(list(self.model.ticked), False))
        for title, right in _GRADES:
            bar.grade.choices.addAction(tr(title), partial(self._on_ticked_graded, right))
        self.model.ticks_changed.connect(self._show_bar)
        self._rows.opened.connect(self._open)
        self._rows.use_wanted.connect(self._show_mapping)
        self._rows.columns.changed.connect(self._show)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._show_verdicts)
        batch.changed.connect(self._show)
        self._forecast.changed.connect(self._show_bar)
        self.form.decisions.currentIndexChanged.connect(self._show_bar)
        batch.failed.connect(self.show_problem)
        begins = QShortcut(QKeySequence("Ctrl+Return"), self, self._on_begin_pressed)
        begins.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    # --- choosing -----------------------------------------------------------------------------

    def takes(self, files: Sequence[Path]) -> bool:
        """Tell whether what is dragged here is a table for the batch that is being made."""
        made = bool(self._batch.rows) or self._batch.running
        return not made and len(files) == 1 and files[0].suffix.lower() in _TABLES

    def _on_changed(self) -> None:
        self._sound, self._outside, self._allowed = False, [], ()
        self._forecast.clear()
        self._show()
        self._soon.start()

    def _on_unfold_clicked(self) -> None:
        self._folded = not self._folded
        self._show()

    async def _take_over(self, folder: str) -> None:
        """Choose what a folder's batch was made of, once, where no other table was chosen for it."""
        form, wish = self.form, await self._batch.made_of(folder)
        if wish is None or form.folder.text().strip() != folder:
            return
        if form.table_file.text().strip() in ("", form.taken[1], str(wish.manifest)):
            form.put(wish)
            # It is read right now.
            self._soon.stop()

    async def _made_like(self, folder: Path) -> None:
        """Choose what an earlier batch was made of, for a folder of its own."""
        wish = await self._batch.made_of(str(folder))
        if wish is None:
            raise InputError(
                words("{folder} holds no batch any more.", folder=folder), words("Choose another.")
            )
        self.form.folder.clear()
        self.form.put(replace(wish, folder=next_folder(folder)))
        self._on_changed()

    async def _plan(self) -> None:
        """Read what is chosen, and tell what it comes to."""
        self.show_problem("")
        self.form.propose_folder()
        folder = self.form.folder.text().strip()
        if folder and folder != self.form.taken[0]:
            await self._take_over(folder)
        self.form.take(folder)
        chosen = self.form.wish(self._allowed)
        if chosen is None or self._batch.running:
            return
        try:
            can_begin = await self._batch.plan(chosen)
        except FilesOutside as why:
            if chosen != self.form.wish(self._allowed):
                return
            self._outside, can_begin = list(why.files), True
            self.show_problem(
                tr("{why} You are asked about them before anything begins.", why=tr(why.message))
            )
        self._sound = can_begin and chosen == self.form.wish(self._allowed)
        if self._sound:
            self._forecast.ask_soon()
        self._show()

    # --- showing ------------------------------------------------------------------------------

    def _show(self) -> None:
        batch, running = self._batch, self._batch.running
        begun = bool(batch.rows) or running
        self.form.show_use(running=running)
        self.form.columns.show_columns(batch.planned.columns if batch.planned is not None else None)
        self._show_made(begun)
        kinds = {entry.session: kinds_of(batch.state(entry), batch.right(entry)) for entry in batch.entries}
        self.chips.setVisible(begun)
        self.chips.show_counts(kinds.values())
        sought = self.chips.search.text().casefold()
        shown = [
            entry
            for entry in batch.entries
            if self.chips.passes(kinds[entry.session]) and (not sought or self._cells.holds(entry, sought))
        ]
        self._rows.show_rows(shown, chosen=batch.planned is not None or bool(batch.entries))
        self._show_columns(begun)
        self._rows.fit_columns()
        self.progress.setVisible(begun)
        if begun:
            states = batch.states()
            cost = self._cells.cost(self.form.limit.value())
            self.progress.show_states(states, len(batch.entries), self._cells.graded(), cost)
        self.answers.setEnabled(batch.states()[FINISHED] > 0 and not running)
        self.report.setEnabled(self.answers.isEnabled())
        self.earlier.setVisible(not begun and bool(self.earlier.folders()))
        self.answers.setVisible(begun)
        self.report.setVisible(begun)
        say(self.told, "\n".join(self._told()))
        self._show_bar()

    def _show_made(self, begun: bool) -> None:
        folded = self._folded and begun
        self.line.setVisible(begun)
        self.made.setVisible(not folded)
        rows = self._batch.planned.rows if self._batch.planned is not None else 0
        told = self.form.told(rows)
        self.table_name.setText(told["table"])
        self.made_of.setText(told["more"])
        self.unfold.setText(tr("Show the form") if folded else tr("Hide the form"))
        name = self._batch.name if begun else ""
        self.title.setText(single_line(name, 60) or (tr("Batch") if begun else tr("New batch")))
        beside = not begun and self.width() >= NARROW
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self.body.setDirection(way)
        self.made.setMaximumWidth(self.width() // 2 if beside else 16_777_215)
        self.made.setMinimumWidth(self.width() // 2 if beside else 0)
        self.form.fit(0 if beside else self.width())

    def _show_columns(self, begun: bool) -> None:
        several = len({self._cells.text(one, Column.TEAM) for one in self._batch.entries}) > 1
        self._rows.show_columns(begun=begun, several=several, narrow=self.width() < NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        begun = bool(self._batch.rows) or self._batch.running
        self._show_made(begun)
        self._show_columns(begun)
        self._rows.fit_columns()

    def _told(self) -> list[str]:
        """Return what is to be known of the table, and which rows of it cannot be used."""
        planned = self._batch.planned
        if planned is None:
            return []
        lines = [tr(one) for one in planned.said]
        made = planned.about.made
        if made is not None and made.values:
            lines.append(tr("Set for all rows: {values}", values=single_line(", ".join(made.values), 200)))
        aside = planned.plan.set_aside
        for one in aside[:MOST_TOLD]:
            why = single_line(f"{one.why} {one.next}".strip())
            lines.append(tr("Row {n} is set aside: {why}", n=one.number, why=why))
        more = len(aside) - MOST_TOLD
        if more > 0:
            lines.append(count(more, "{n} more row is set aside.", "{n} more rows are set aside."))
        without = sum(not one.expected for one in self._batch.entries)
        if 0 < without < len(self._batch.entries):
            lines.append(
                count(
                    without,
                    "{n} row has no key. It is asked and not marked.",
                    "{n} rows have no key. They are asked and not marked.",
                )
            )
        return lines

    def _failures(self) -> str:
        """Return why sessions failed, each cause once, with how many it ended."""
        causes = Counter(self._batch.why_failed())
        lines = [f"{n} × {single_line(why, 300)}" for why, n in causes.most_common(MOST_TOLD)]
        more = len(causes) - MOST_TOLD
        return "\n".join(
            [*lines, count(more, "… and {n} more cause", "… and {n} more causes")] if more > 0 else lines
        )

    def _show_bar(self) -> None:
        """Say how the batch stands, and offer what moves it; one button is filled, none while it runs."""
        batch, bar, states = self._batch, self.bar, self._batch.states()
        ticked = [one for one in batch.entries if one.session in self.model.ticked]
        begun, running = bool(batch.rows), batch.running
        left = len(batch.entries) - states[FINISHED]
        waiting, done = states["waiting"], bool(batch.entries) and not left
        chosen = bool(ticked) and not running
        can_start = self._sound and not running and not done
        rename(bar.main, tr("Go on") if begun else tr("Start"))
        bar.main.setEnabled(can_start)
        bar.main.setVisible(not running and not done and not chosen and not waiting)
        rename(bar.go_on, tr("Go on with {n}", n=len(ticked)) if chosen else tr("Go on"))
        # What waits for the person does not move by itself.
        rests = (FINISHED,) if self.form.decisions.currentData() == "all" else (FINISHED, "waiting")
        moves = any(batch.state(one) not in rests for one in ticked or batch.entries)
        bar.go_on.setVisible(chosen or (bool(waiting) and moves and not running))
        bar.go_on.setEnabled(can_start and moves)
        bar.few.setVisible(not begun and not running and not chosen)
        bar.few.setEnabled(can_start and len({one.row for one in batch.entries}) > _FEW)
        bar.decide.setVisible(waiting > 0 and not chosen)
        rename(bar.decide, tr("Decide {n}…", n=waiting))
        bar.pause.setVisible(running)
        bar.pause.setEnabled(not batch.pausing)
        bar.table.setVisible(done and not running and not chosen)
        bar.grade.setVisible(chosen and any(batch.state(one) == FINISHED for one in ticked))
        bar.clear.setVisible(chosen)
        failed = states["failed"]
        bar.again.setVisible(failed > 0 and not running)
        again = count(failed, "Run again the row that failed", "Run again the {n} rows that failed")
        rename(bar.again, with_price(again, cost_left(batch, self._of_state("failed"))))
        bar.again.setEnabled(can_start)
        state, text, brief = self._cells.standing(len(ticked) if chosen else 0, self._forecast.price())
        bar.judge.setVisible(bar.decide.isVisibleTo(bar))
        bar.judge.setEnabled(can_start)
        to_decide = deciding(batch, self._of_state("waiting"), round(self.form.jobs.value()))
        before = self._forecast.more() if not state else ""
        told = (self._failures().replace("\n", " · "), to_decide, before)
        bar.say(state, text, " · ".join(filter(None, told)), brief)
        bar.title.setToolTip(escaped(self._forecast.assumptions() if not state else ""))
        self.state.setVisible(begun or running)
        self.state.show_state(state_look(state or "future"), self._cells.pill(state))

    def _of_state(self, state: str) -> list[Entry]:
        return [one for one in self._batch.entries if self._batch.state(one) == state]

    def facts(self) -> StatusFacts | None:
        """Return what the line at the bottom says of it; None: nothing of it has begun."""
        return self._cells.facts(self.form.limit.value())

    def show_problem(self, text: str) -> None:
        """Say what is wrong; what was chosen stays."""
        say(self.problem, text)
        self.below.setVisible(bool(text))

    # --- doing --------------------------------------------------------------------------------

    def _on_start_wanted(self, only: Collection[SessionId] | None) -> None:
        self.show_problem("")
        if self._outside:
            self._ask_about_files(only)
        else:
            self._start(only)

    def _on_begin_pressed(self) -> None:
        if self.bar.main.isVisible():
            self.bar.main.click()

    def _on_go_on_clicked(self) -> None:
        ticked = [SessionId(one) for one in self.model.ticked]
        self._on_start_wanted(ticked or None)

    def _ask_about_files(self, only: Collection[SessionId] | None) -> None:
        lines = [single_line(str(path), 300) for path in self._outside[:MOST_LISTED]]
        more = len(self._outside) - len(lines)
        if more:
            lines.append(count(more, "… and {n} more", "… and {n} more"))
        text = "\n".join([tr("What they hold would be sent to the models."), "", *lines])
        dialog = Confirm(self, tr("Files outside the table's folder"), text, tr("Use them"))
        dialog.accepted.connect(lambda: self._tasks.start(self._allow(tuple(self._outside), only)))
        show_once(dialog)

    async def _allow(self, files: tuple[Path, ...], only: Collection[SessionId] | None) -> None:
        """Read the table with the files that were allowed, and begin."""
        self._outside, self._allowed = [], files
        await self._plan()
        if self._sound and not self._outside:
            self._start(only)

    def _start(self, only: Collection[SessionId] | None) -> None:
        self._move(only, ask=self.form.decisions.currentData() == "ask")

    def _move(self, only: Collection[SessionId] | None, *, ask: bool) -> None:
        form, batch = self.form, self._batch
        self._folded = True
        if batch.planned is not None:
            self.earlier.note(batch.planned.folder.path)
        held = self.bar.isAncestorOf(self.window().focusWidget())
        batch.start(self._approve, form.budget, jobs=round(form.jobs.value()), ask=ask, only=only)
        if held:
            # The button that was pressed is gone.
            self.table.setFocus()

    async def _approve(self, seats: Mapping[SeatName, Seat]) -> None:
        if not await self._ask(seats):
            raise InputError(
                words("Nothing was started and nothing was sent."),
                words("Choose another team, or approve its servers."),
            )

    def _on_report_wanted(self, form: str) -> None:
        self.show_problem("")
        self._tasks.start(self._report(form))

    async def _report(self, form: str) -> None:
        path = await self._batch.report(form)
        self.news.emit(tr("Written: {path}", path=path))

    # --- rows ---------------------------------------------------------------------------------

    def _show_mapping(self, column: int, at: QPoint) -> None:
        """Offer the columns of the table that the question, or the key, may stand in."""
        headings = self.form.columns.headings_for(column == Column.KEY)
        if column not in (Column.QUESTION, Column.KEY) or not headings:
            return
        menu = passing_menu(self)
        for heading, chosen, does in headings:
            action = add_tick(menu, single_line(heading, 60), does, on=chosen)
            if chosen:
                menu.setActiveAction(action)
        menu.popup(at)

    def _show_verdicts(self, where: QPoint) -> None:
        """Offer to say whether the result of a row is right; before it begins, what the column is for."""
        index = self.table.indexAt(where)
        if not self._batch.rows:
            self._rows.offer_use(index.column())
            return
        entry = self.model.items[index.row()] if index.isValid() else None
        if entry is None or self._batch.state(entry) != FINISHED:
            return
        menu = passing_menu(self)
        for title, right in _GRADES:
            menu.addAction(tr(title), partial(self._on_verdict, [entry], right))
        menu.popup(self.table.viewport().mapToGlobal(where))

    def _on_ticked_graded(self, right: bool | None) -> None:
        batch = self._batch
        ticked = [one for one in batch.entries if one.session in self.model.ticked]
        self._on_verdict([one for one in ticked if batch.state(one) == FINISHED], right)

    def _on_verdict(self, entries: Sequence[Entry], right: bool | None) -> None:
        self._tasks.start(self._batch.correct(entries, right))

    def _on_judge_clicked(self) -> None:
        """Ask whether the rows that wait go on without the person, and let them."""
        waiting = self._of_state("waiting")
        rows = count(len(waiting), "{n} row goes on without you", "{n} rows go on without you")
        text = tr(
            "{rows}: what is asked is answered as the rules of its kind say, and an answer that waits is "
            "approved where they allow it.",
            rows=rows,
        )
        told = deciding(self._batch, waiting, round(self.form.jobs.value()))
        dialog = Confirm(
            self, tr("Let the judge decide?"), "\n\n".join(filter(None, (text, told))), tr("Let it decide")
        )
        dialog.accepted.connect(lambda: self._move([one.session for one in waiting], ask=False))
        show_once(dialog)

    def _open(self, at: int) -> None:
        entry = self.model.items[at]
        if entry.session in self._batch.rows:
            self.opened.emit(SessionId(entry.session))

    def show_row(self, session: SessionId) -> None:
        """Go to the row of a session, from which the person came."""
        self._rows.show_row(session)
