"""A batch as a page: what it is made of above, its sessions in a table, and what can be done below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QLineEdit, QWidget

from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.seats import Seat
from app.engine.plugin import WorkflowPlugin
from app.engine.session_rows import SessionRow
from app.services.batches.budget import Budget
from app.services.batches.builder import BatchWish
from app.services.batches.folder import MOST_SEEDS
from app.services.batches.plan import Entry
from app.services.batches.reach import FilesOutside
from app.services.batches.running import FINISHED
from app.services.core import Core
from app.ui.batches.batch_run import WindowBatch
from app.ui.batches.chips import StateChips, kinds_of
from app.ui.batches.choices import KindChoice, TeamChoice
from app.ui.batches.columns import ColumnChoices
from app.ui.kit.controls import NumberBox, check_box, combo_box, icon_button, line_edit
from app.ui.kit.dialog import Confirm, show_once
from app.ui.kit.files import ask_folder, near_folder
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.menu_button import MenuButton, passing_menu
from app.ui.kit.tables import TitledModel, row_table
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import button, count, error_text, label, money, percent, single_line, team_title, tr
from app.ui.kit.theme import CAPTION, TITLE
from app.ui.view.session_rows import standing

TYPED_MS = 300
MOST_LISTED = 12
"""Files outside the table's folder that a person is shown."""
MOST_TOLD = 2
"""Rows that cannot be used which are told one by one; the folder's file has them all."""
MOST_AT_ONCE = 50
MOST_TOKENS = 10**9
FORMS = {
    "html": words("As a page (HTML)"),
    "xlsx": words("The table with answers (XLSX)"),
    "csv": words("The table with answers (CSV)"),
    "json": words("For programs (JSON)"),
    "jsonl": words("The table with answers (JSONL)"),
}
"""The report's forms, and what they are called."""
GRADES: tuple[tuple[Message, bool | None], ...] = (
    (words("The result is right"), True),
    (words("The result is wrong"), False),
    (words("As rules and judge say"), None),
)
"""What a person may say of a result, and what it counts as."""
WIDTHS = (234, 220, 140, 160, 88, 84, 64)
TITLES = (
    words("Question"),
    words("Answer"),
    words("Team"),
    words("State"),
    words("Result"),
    words("Agreement"),
    words("Cost"),
)
_TEAM = 2
"""The column of what a session is compared as."""
ROW_HEIGHT = 36
"""Pixels of a session's row."""


class BatchPage(QWidget):
    """One batch of the window."""

    opened = Signal(str)
    """The session to be shown in the window."""
    closed = Signal()
    news = Signal(str)

    def __init__(
        self, core: Core, batch: WindowBatch, approve: Callable[[Mapping[SeatName, Seat]], Awaitable[bool]]
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
        self._taken = ("", "")
        """The folder whose batch's choices were taken over, and its table."""
        self._values: tuple[str, ...] = ()
        """What that batch sets for all rows."""
        self._build()
        self._lay_out()
        self._connect()
        if batch.wish is not None:
            self._put(batch.wish)
        self._show()
        if batch.planned is not None:
            self._sound = True
            self._tasks.start(batch.look())
        elif batch.wish is not None:
            # Why it cannot go on is told again.
            self._soon.start()
        self.table_file.setFocus()

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.back = icon_button("arrow-left", tr("Back"), tr("Back to the session (Esc); the batch goes on"))
        self.state = label("", muted=True)
        self.table_file = line_edit(
            tr("Questions"), tr("A table with a row for each question: CSV, JSONL or XLSX")
        )
        self.folder = line_edit(tr("Folder"), tr("A new folder for the batch, or one to go on with"))
        self.choose_table = button(tr("Choose…"), name=tr("Choose the table of questions"))
        self.choose_folder = button(tr("Choose…"), name=tr("Choose the folder of the batch"))
        self.columns = ColumnChoices()
        plugins = self._core.plugins
        self.kinds = KindChoice({name: tr(one.title) for name, one in plugins.items()})
        teams = self._core.teams
        self.teams = TeamChoice({name: team_title(name, teams.shipped_as(name)) for name in teams.names()})
        self.decisions = combo_box(
            tr("Decisions"), [(tr("Wait for me"), "ask"), (tr("Approve by themselves"), "all")]
        )
        self.jobs = NumberBox(tr("Sessions at once"), MOST_AT_ONCE, decimals=0)
        self.jobs.setMinimum(1)
        self.jobs.setValue(4)
        self.seeds = NumberBox(tr("Runs of each question"), MOST_SEEDS, decimals=0)
        self.seeds.setMinimum(1)
        self.limit = NumberBox(tr("All together at most, in dollars"), 100_000, prefix="$")
        self.tokens = NumberBox(
            tr("All together at most, in tokens"), MOST_TOKENS, suffix=tr(" tokens"), decimals=0
        )
        self.tokens.setSingleStep(100_000)
        self.tokens.setGroupSeparatorShown(True)
        self.limit.setSpecialValueText(tr("no limit of money"))
        self.tokens.setSpecialValueText(tr("no limit of tokens"))
        self.compared = {name: check_box("") for plugin in plugins.values() for name in plugin.baselines}
        self.told = label("", wrap=True, muted=True)
        self.problem = label("", wrap=True)
        self.problem.setProperty("bad", True)
        self.chips = StateChips()
        self.model = TitledModel[Entry](TITLES, self._cell)
        self.table = row_table(
            self.model,
            tr("Sessions of the batch"),
            widths=WIDTHS,
            wide=0,
            row_height=lambda _font: ROW_HEIGHT,
        )
        self.report = MenuButton(tr("Write the report"), tr("Write the report"), chevron=True)
        self.report.setToolTip(tr("What deliberating was worth, into the folder of the batch"))
        for form, title in FORMS.items():
            self.report.choices.addAction(tr(title), partial(self._on_report_wanted, form))
        self.decide = button("", tip=tr("Open the first session that waits for you"))
        self.pause = button(tr("Pause"), tip=tr("Begin no more; what runs ends its calls"))
        self.main = button(tr("Start"), primary=True)

    def _lay_out(self) -> None:
        head = QFrame()
        head.setObjectName("library-head")
        title = label(tr("Batch"), bold=True, scale=TITLE)
        head.setLayout(in_row(self.back, title, SPACE, self.state, spacing=8, margins=(10, 10, 16, 10)))
        grid = QGridLayout()
        grid.setContentsMargins(16, 12, 16, 6)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(7)
        rows: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            (tr("Questions"), (self.table_file, self.choose_table)),
            (tr("Columns"), (self.columns,)),
            (tr("Folder"), (self.folder, self.choose_folder)),
            (tr("Of each row"), (self.kinds, self.teams, self.decisions)),
            (tr("Runs of each question"), (self.seeds,)),
            (tr("All together at most"), (self.limit, self.tokens)),
            (tr("Compare with"), tuple(self.compared.values())),
        )
        for at, (words_beside, parts) in enumerate(rows):
            beside = label(words_beside, muted=True, scale=CAPTION)
            grid.addWidget(beside, at, 0)
            if self.columns in parts:
                self.columns.shown.connect(beside.setVisible)
                beside.hide()
            line = in_row(*((part, int(isinstance(part, QLineEdit))) for part in parts), spacing=8)
            if self.seeds in parts:
                line.addSpacing(16)
                line.addWidget(label(tr("At once"), muted=True, scale=CAPTION))
                line.addWidget(self.jobs)
            if not isinstance(parts[0], QLineEdit):
                line.addStretch(1)
            grid.addLayout(line, at, 1)
        told = in_column(self.told, self.problem, spacing=4, margins=(16, 4, 16, 8))
        foot = QFrame()
        foot.setObjectName("library-foot")
        foot.setLayout(
            in_row(self.report, SPACE, self.decide, self.pause, self.main, spacing=8, margins=(16, 9, 16, 9))
        )
        sessions = in_column(self.table, margins=(12, 0, 12, 10))
        self.setLayout(in_column(head, grid, told, self.chips, (sessions, 1), foot, spacing=0))

    def _connect(self) -> None:
        self._soon = pause(self, TYPED_MS, lambda: self._tasks.start(self._plan()))
        for line in (self.table_file, self.folder):
            line.textEdited.connect(self._on_changed)
        self.table_file.textEdited.connect(lambda _text: self.columns.put(()))
        self.columns.changed.connect(self._on_changed)
        self.chips.changed.connect(self._show)
        self.kinds.changed.connect(self._on_changed)
        self.teams.changed.connect(self._on_changed)
        self.seeds.valueChanged.connect(self._on_changed)
        for tick in self.compared.values():
            tick.toggled.connect(self._on_changed)
        self.choose_table.clicked.connect(self._on_choose_table)
        self.choose_folder.clicked.connect(self._on_choose_folder)
        self.back.clicked.connect(self.closed)
        self.main.clicked.connect(self._on_main_clicked)
        self.decide.clicked.connect(self._on_decide_clicked)
        self.pause.clicked.connect(self._batch.pause)
        self.table.activated.connect(lambda index: self._open(index.row()))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._show_verdicts)
        self._batch.changed.connect(self._show)
        self._batch.failed.connect(self.show_problem)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.closed.emit)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    # --- choosing -----------------------------------------------------------------------------

    def _on_choose_table(self) -> None:
        dialog = QFileDialog(self, tr("Table of questions"), str(near_folder(self.table_file.text())))
        dialog.setNameFilters([tr("Tables (*.csv *.tsv *.jsonl *.xlsx *.ods)"), tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(partial(self._choose, self.table_file))
        show_once(dialog)

    def _on_choose_folder(self) -> None:
        near = near_folder(self.folder.text(), self.table_file.text())
        ask_folder(self, tr("Folder of the batch"), near, partial(self._choose, self.folder))

    def _choose(self, line: QLineEdit, path: str) -> None:
        line.setText(path)
        if line is self.table_file:
            self.columns.put(())
        self._on_changed()

    def _on_changed(self) -> None:
        self._sound, self._outside, self._allowed = False, [], ()
        self._show()
        self._soon.start()

    def wish(self) -> BatchWish | None:
        """Return what is chosen, None where the table or the folder is missing."""
        table, folder = (line.text().strip() for line in (self.table_file, self.folder))
        if not (table and folder):
            return None
        there = [name for plugin in self._chosen() for name in plugin.baselines]
        compared = (name for name in dict.fromkeys(there) if self.compared[name].isChecked())
        return BatchWish(
            Path(table),
            Path(folder),
            workflows=self.kinds.chosen(),
            teams=self.teams.chosen(),
            seeds=round(self.seeds.value()),
            # Of another folder's batch they say nothing.
            values=self._values if folder == self._taken[0] else (),
            baselines=tuple(compared),
            allowed=self._allowed,
            columns=self.columns.chosen(),
        )

    def _chosen(self) -> list[WorkflowPlugin]:
        """Return the kinds that are ticked."""
        return [self._core.plugins[name] for name in self.kinds.chosen()]

    def _put(self, wish: BatchWish) -> None:
        self.table_file.setText(str(wish.manifest))
        if not self.folder.text().strip():
            self.folder.setText(str(wish.folder))
        self._taken, self._values = (self.folder.text().strip(), str(wish.manifest)), tuple(wish.values)
        self.columns.put(wish.columns)
        self.kinds.tick(wish.workflows)
        self.teams.choose(wish.teams)
        self.seeds.setValue(wish.seeds)
        for name, tick in self.compared.items():
            tick.setChecked(name in wish.baselines)

    async def _take_over(self, folder: str) -> None:
        """Choose what a folder's batch was made of, once, where no other table was chosen for it."""
        wish = await self._batch.made_of(folder)
        if wish is None or self.folder.text().strip() != folder:
            return
        if self.table_file.text().strip() in ("", self._taken[1], str(wish.manifest)):
            self._put(wish)
            # It is read right now.
            self._soon.stop()

    async def _plan(self) -> None:
        """Read what is chosen, and tell what it comes to."""
        self.show_problem("")
        folder = self.folder.text().strip()
        if folder and folder != self._taken[0]:
            await self._take_over(folder)
        if folder != self._taken[0]:
            # What is chosen from here on is this page's own.
            self._taken, self._values = (folder, self._taken[1]), ()
        chosen = self.wish()
        if chosen is None or self._batch.running:
            return
        try:
            can_begin = await self._batch.plan(chosen)
        except FilesOutside as why:
            if chosen != self.wish():
                return
            self._outside, can_begin = list(why.files), True
            self.show_problem(
                tr("{why} You are asked about them before anything begins.", why=tr(why.message))
            )
        self._sound = can_begin and chosen == self.wish()
        self._show()

    # --- showing ------------------------------------------------------------------------------

    def _cell(self, entry: Entry, column: int) -> str:
        row = self._batch.rows.get(entry.session)
        if column == 0:
            return single_line(
                row.title if row is not None else self._batch.titles.get(entry.session, entry.id), 100
            )
        if column == 1:
            outcome = self._batch.came_to.get(entry.session)
            return single_line(outcome.short, 100) if outcome is not None else ""
        if column == _TEAM:
            return self._arm(entry)
        if column == 3:
            why = self._batch.why.get(entry.session, "")
            told = standing(row) if row is not None else tr("not begun")
            return f"{told} · {single_line(why, 200)}" if why else told
        if column == 4:
            return self._result(entry, row)
        if column == 5:
            return percent(row.figure) if row is not None and row.figure is not None else ""
        return money(row.cost, row.known_cost, row.uncertain_cost) if row is not None else ""

    def _arm(self, entry: Entry) -> str:
        plugin = self._core.plugins.get(self._batch.workflow_of(entry))
        found = plugin.baselines.get(entry.baseline) if plugin is not None else None
        # One kind for all is told above the table.
        kind = tr(plugin.title) if plugin is not None and entry.several else entry.kind
        compared = tr(found.title) if found is not None else entry.baseline
        return " · ".join(filter(None, (single_line(entry.team, 60), kind, compared)))

    def _result(self, entry: Entry, row: SessionRow | None) -> str:
        if row is None or row.state != FINISHED or entry.session not in self._batch.came_to:
            return ""
        outcome = self._batch.came_to[entry.session]
        if outcome is None or outcome.result is None:
            return tr("cannot be told") if self._batch.can_be_told(entry) else ""
        if outcome.partly:
            return tr("partly right")
        return tr("right") if outcome.result else tr("wrong")

    def _show(self) -> None:
        """Show how the batch stands."""
        batch, running = self._batch, self._batch.running
        chosen = self._chosen()
        for name, tick in self.compared.items():
            there = next((one for plugin in chosen if (one := plugin.baselines.get(name))), None)
            tick.setVisible(there is not None)
            tick.setEnabled(not running)
            if there is not None:
                tick.setText(tr(there.title))
                tick.setAccessibleName(tr("Compare with: {what}", what=tr(there.title)))
        for part in (
            *(self.table_file, self.choose_table, self.columns, self.folder, self.choose_folder),
            *(self.kinds, self.teams, self.decisions, self.seeds, self.jobs, self.limit, self.tokens),
        ):
            part.setEnabled(not running)
        kinds = {entry.session: kinds_of(batch.state(entry), batch.right(entry)) for entry in batch.entries}
        self.chips.setVisible(bool(batch.rows))
        self.chips.show_counts(kinds.values())
        shown = [entry for entry in batch.entries if self.chips.passes(kinds[entry.session])]
        if self.model.items != shown:
            self.model.replace(shown)
            self._fit_teams()
        elif self.model.items:
            self.model.dataChanged.emit(
                self.model.index(0, 0), self.model.index(len(self.model.items) - 1, len(TITLES) - 1)
            )
        self.columns.show_columns(batch.planned.columns if batch.planned is not None else None)
        states = batch.states()
        begun = len(batch.rows) > 0
        finished = bool(batch.entries) and states[FINISHED] == len(batch.entries)
        self.main.setText(tr("Go on") if begun else tr("Start"))
        self.main.setAccessibleName(self.main.text())
        self.main.setEnabled(self._sound and not running and not finished)
        self.decide.setVisible(states["waiting"] > 0)
        self.decide.setText(tr("Decide {n}…", n=states["waiting"]))
        self.decide.setAccessibleName(self.decide.text())
        self.pause.setVisible(running)
        self.pause.setEnabled(not batch.pausing)
        self.report.setEnabled(states[FINISHED] > 0 and not running)
        self.told.setText("\n".join(self._told()))
        self.state.setText(self._standing())

    def _fit_teams(self) -> None:
        """Show whole what each session is compared as, where that leaves room for its question."""
        needed = max(WIDTHS[_TEAM], self.table.sizeHintForColumn(_TEAM))
        self.table.setColumnWidth(_TEAM, min(needed, max(WIDTHS[_TEAM], self.table.width() // 4)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the teams their room anew."""
        super().resizeEvent(event)
        self._fit_teams()

    def _told(self) -> list[str]:
        """Return what the table comes to, and which rows of it cannot be used."""
        planned = self._batch.planned
        if planned is None and self._batch.entries:
            return self._failures()
        if planned is None:
            return [tr("A table with a column of questions; all other columns come back with the answers.")]
        sessions = count(len(planned.plan.sessions), "{n} session", "{n} sessions")
        rows = count(planned.rows, "from {n} row", "from {n} rows")
        lines = [f"{sessions} {rows}.", *(tr(one) for one in planned.said)]
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
        return [*lines, *self._failures()]

    def _failures(self) -> list[str]:
        """Return why sessions failed, each cause once, with how many it ended."""
        causes = Counter(self._batch.why_failed())
        lines = [f"{n} × {single_line(why, 300)}" for why, n in causes.most_common(MOST_TOLD)]
        more = len(causes) - MOST_TOLD
        return [*lines, count(more, "… and {n} more cause", "… and {n} more causes")] if more > 0 else lines

    def _standing(self) -> str:
        batch = self._batch
        if not batch.rows:
            return ""
        states = batch.states()
        parts = [tr("{n} of {all} finished", n=states[FINISHED], all=len(batch.entries))]
        if states["waiting"]:
            parts.append(count(states["waiting"], "{n} waits for you", "{n} wait for you"))
        if states["failed"]:
            parts.append(count(states["failed"], "{n} failed", "{n} failed"))
        parts.append(batch.cost())
        left = batch.seconds_left()
        if batch.pausing and batch.running:
            parts.append(tr("pausing: running calls end"))
        elif left is not None:
            minutes = max(1, round(left / 60))
            parts.append(count(minutes, "about {n} min left", "about {n} min left"))
        return " · ".join(parts)

    def show_problem(self, text: str) -> None:
        """Say what is wrong; what was chosen stays."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    # --- doing --------------------------------------------------------------------------------

    def _on_main_clicked(self) -> None:
        self.show_problem("")
        if self._outside:
            self._ask_about_files()
        else:
            self._start()

    def _ask_about_files(self) -> None:
        lines = [single_line(str(path), 300) for path in self._outside[:MOST_LISTED]]
        more = len(self._outside) - len(lines)
        if more:
            lines.append(count(more, "… and {n} more", "… and {n} more"))
        text = "\n".join([tr("What they hold would be sent to the models."), "", *lines])
        dialog = Confirm(self, tr("Files outside the table's folder"), text, tr("Use them"))
        dialog.accepted.connect(lambda: self._tasks.start(self._allow(tuple(self._outside))))
        show_once(dialog)

    async def _allow(self, files: tuple[Path, ...]) -> None:
        """Read the table with the files that were allowed, and begin."""
        self._outside, self._allowed = [], files
        await self._plan()
        if self._sound and not self._outside:
            self._start()

    def _start(self) -> None:
        self._batch.start(
            self._approve,
            Budget(self.limit.value() or None, round(self.tokens.value()) or None),
            jobs=round(self.jobs.value()),
            ask=self.decisions.currentData() == "ask",
        )

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

    def _show_verdicts(self, where: QPoint) -> None:
        """Offer to say whether the result of a row is right."""
        index = self.table.indexAt(where)
        entry = self.model.items[index.row()] if index.isValid() else None
        if entry is None or self._batch.state(entry) != FINISHED:
            return
        menu = passing_menu(self)
        for title, right in GRADES:
            menu.addAction(tr(title), partial(self._on_verdict, entry, right))
        menu.popup(self.table.viewport().mapToGlobal(where))

    def _on_verdict(self, entry: Entry, right: bool | None) -> None:
        self._tasks.start(self._batch.correct(entry, right))

    def _on_decide_clicked(self) -> None:
        """Open the first session that waits; the next one is the first when the batch is shown again."""
        waiting = (one.session for one in self._batch.entries if self._batch.state(one) == "waiting")
        self.opened.emit(SessionId(next(waiting, "")))

    def _open(self, at: int) -> None:
        entry = self.model.items[at]
        if entry.session in self._batch.rows:
            self.opened.emit(SessionId(entry.session))
