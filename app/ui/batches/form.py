"""What a batch is made of: the table, its folder, what each row begins, and how much all may use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFileDialog, QGridLayout, QLabel, QLineEdit, QWidget

from app.engine.plugin import WorkflowPlugin
from app.services.batches.budget import Budget
from app.services.batches.wish import MOST_SEEDS, BatchWish
from app.services.core import Core
from app.settings.folders import expanded
from app.ui.batches.choices import ColumnChoices, KindChoice, TeamChoice, next_folder
from app.ui.kit.controls import NumberBox, check_box, combo_box, line_edit
from app.ui.kit.dialog import show_once
from app.ui.kit.files import ask_folder, near_folder
from app.ui.kit.layouts import hairline, in_column, in_row, nest_in_cell
from app.ui.kit.texts import button, count, label, money, team_titles, tr
from app.ui.kit.theme import CAPTION

_MOST_AT_ONCE = 50
MOST_TOKENS = 10**9
EDGE, GAP = 16, 14
"""Pixels around the form, and between its parts."""
HIGH = 32
"""Pixels of a field."""


class BatchForm(QWidget):
    """The choices of one batch."""

    changed = Signal()
    """What the batch is of may be another; not how many run at once, nor what they may use."""

    def __init__(self, core: Core) -> None:
        super().__init__()
        self.setObjectName("form")
        self._core = core
        self.taken = ("", "")
        """The folder whose batch's choices were taken over, and its table."""
        self._values: tuple[str, ...] = ()
        """What that batch sets for all rows."""
        self._proposed = ("", "")
        """The table that a folder was named for, and that folder."""
        self._build()
        self._lay_out()
        for line in (self.table_file, self.folder):
            line.textEdited.connect(self.changed)
        self.table_file.textEdited.connect(lambda _text: self.columns.put(()))
        for choice in (self.columns, self.kinds, self.teams):
            choice.changed.connect(self.changed)
        self.seeds.valueChanged.connect(self.changed)
        for tick in self.compared.values():
            tick.toggled.connect(self.changed)
        self.choose_table.clicked.connect(self._on_choose_table)
        self.choose_folder.clicked.connect(self._on_choose_folder)

    def _build(self) -> None:
        self.table_file = line_edit(tr("Questions"), tr("A table with a row for each question"))
        self.folder = line_edit(tr("Folder"), tr("A new folder for the batch, or one to go on with"))
        self.choose_table = button(tr("Choose…"), beside=True, name=tr("Choose the table of questions"))
        self.choose_folder = button(tr("Choose…"), beside=True, name=tr("Choose the folder of the batch"))
        self.columns = ColumnChoices()
        plugins = self._core.plugins
        self.kinds = KindChoice({name: tr(one.title) for name, one in plugins.items()})
        self.teams = TeamChoice(team_titles(self._core.teams.titles()))
        self.decisions = combo_box(
            tr("Decisions"), [(tr("Wait for me"), "ask"), (tr("Approve by themselves"), "all")]
        )
        self.jobs = NumberBox(tr("Sessions at once"), _MOST_AT_ONCE, decimals=0)
        self.jobs.setMinimum(1)
        self.jobs.setValue(BatchWish.jobs)
        self.seeds = NumberBox(tr("Runs of each question"), MOST_SEEDS, decimals=0)
        self.seeds.setMinimum(1)
        self.limit = NumberBox(tr("All together at most, in dollars"), 100_000, prefix="$")
        self.tokens = NumberBox(
            tr("All together at most, in tokens"), MOST_TOKENS, suffix=tr(" tokens"), decimals=0
        )
        self.tokens.setSingleStep(100_000)
        self.tokens.setGroupSeparatorShown(True)
        self.limit.setSpecialValueText(tr("no cost limit"))
        self.tokens.setSpecialValueText(tr("no token limit"))
        self.compared = {name: check_box("") for plugin in plugins.values() for name in plugin.baselines}

    def _lay_out(self) -> None:
        self._what, self._limits, self._line = QGridLayout(), QGridLayout(), hairline()
        self._labels: list[QLabel] = []
        self._fields: list[QWidget] = []
        self._put_in(
            self._what,
            tr("What"),
            (tr("Questions"), (self.table_file, self.choose_table)),
            (tr("Columns"), (self.columns,)),
            (tr("Folder"), (self.folder, self.choose_folder)),
            (tr("For each row"), (self.kinds, self.teams)),
            (tr("Runs of each question"), (self.seeds,)),
            (tr("Compare with"), tuple(self.compared.values())),
        )
        self._put_in(
            self._limits,
            tr("Limits"),
            (tr("Decisions"), (self.decisions,)),
            (tr("At once"), (self.jobs,)),
            (tr("In all"), (self.limit,)),
            ("", (self.tokens,)),
        )
        self._parts = in_column((self._what, 1), self._line, self._limits, spacing=GAP)
        self._parts.setContentsMargins(EDGE, 12, EDGE, 6)
        self.setLayout(self._parts)

    def _put_in(self, grid: QGridLayout, title: str, *rows: tuple[str, Sequence[QWidget]]) -> None:
        """Put a part of the form into its grid: a heading, and below it each field behind what it is for."""
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(title, bold=True), 0, 0, 1, 2)
        for at, (words_beside, parts) in enumerate(rows, 1):
            beside = label(words_beside, muted=True, scale=CAPTION)
            self._labels.append(beside)
            self._fields += parts
            grid.addWidget(beside, at, 0)
            if self.columns in parts:
                self.columns.shown.connect(beside.setVisible)
                beside.hide()
            elif isinstance(parts[0], QCheckBox):
                grid.setRowMinimumHeight(at, HIGH)
            line = in_row(*((part, int(isinstance(part, QLineEdit))) for part in parts), spacing=8)
            if not isinstance(parts[0], QLineEdit):
                line.addStretch(1)
            nest_in_cell(grid, line, at, 1)
        grid.setRowStretch(len(rows) + 1, 1)

    def fit(self, room: int) -> None:
        """Put the limits beside the rest where `room` pixels are enough for both, else below it."""
        parts = (self._what, self._limits)
        for grid in parts:
            grid.setColumnMinimumWidth(0, 0)
            grid.invalidate()
        beside = sum(grid.minimumSize().width() for grid in parts) + 2 * EDGE + GAP <= room
        if not beside:
            # Fields stand below each other as in one form.
            for grid in parts:
                grid.setColumnMinimumWidth(0, max(words.sizeHint().width() for words in self._labels))
        self._line.setHidden(beside)
        way = QBoxLayout.Direction
        self._parts.setDirection(way.LeftToRight if beside else way.TopToBottom)

    # --- choosing -----------------------------------------------------------------------------

    def _on_choose_table(self) -> None:
        dialog = QFileDialog(self, tr("Table of questions"), str(near_folder(self.table_file.text())))
        dialog.setNameFilters([tr("Tables (*.csv *.tsv *.json *.jsonl *.xlsx *.ods)"), tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(partial(self.choose, self.table_file))
        show_once(dialog)

    def _on_choose_folder(self) -> None:
        near = near_folder(self.folder.text(), self.table_file.text())
        ask_folder(self, tr("Folder of the batch"), near, partial(self.choose, self.folder))

    def choose(self, line: QLineEdit, path: str) -> None:
        line.setText(path)
        if line is self.table_file:
            self.columns.put(())
        self.changed.emit()

    def chosen(self) -> list[WorkflowPlugin]:
        return [self._core.plugins[name] for name in self.kinds.chosen()]

    def wish(self, allowed: Sequence[Path] = ()) -> BatchWish | None:
        """Return what is chosen, None where the table or the folder is missing."""
        table, folder = (line.text().strip() for line in (self.table_file, self.folder))
        if not (table and folder):
            return None
        there = [name for plugin in self.chosen() for name in plugin.baselines]
        compared = (name for name in dict.fromkeys(there) if self.compared[name].isChecked())
        return BatchWish(
            Path(table),
            Path(folder),
            workflows=self.kinds.chosen(),
            teams=self.teams.chosen(),
            seeds=round(self.seeds.value()),
            # Of another folder's batch they say nothing.
            values=self._values if folder == self.taken[0] else (),
            baselines=tuple(compared),
            allowed=tuple(allowed),
            columns=self.columns.chosen(),
        )

    def put(self, wish: BatchWish) -> None:
        self.table_file.setText(str(wish.manifest))
        if not self.folder.text().strip():
            self.folder.setText(str(wish.folder))
        self.taken, self._values = (self.folder.text().strip(), str(wish.manifest)), tuple(wish.values)
        self.columns.put(wish.columns)
        self.kinds.tick(wish.workflows)
        self.teams.choose(wish.teams)
        self.seeds.setValue(wish.seeds)
        for name, tick in self.compared.items():
            tick.setChecked(name in wish.baselines)

    def propose_folder(self) -> None:
        """Name a new folder beside a table that is there, once for each, where the person named none."""
        table, own = self.table_file.text().strip(), self.folder.text().strip() in ("", self._proposed[1])
        if own and table != self._proposed[0] and (path := expanded(table)).is_file():
            self._proposed = (table, str(next_folder(path.with_name(f"{path.stem}-0"))))
            self.folder.setText(self._proposed[1])

    def take(self, folder: str) -> None:
        """Note the folder that is chosen from here on: what is set for it is this form's own."""
        if folder != self.taken[0]:
            self.taken, self._values = (folder, self.taken[1]), ()

    @property
    def budget(self) -> Budget:
        """What all sessions may use together."""
        return Budget(self.limit.value() or None, round(self.tokens.value()) or None)

    # --- showing ------------------------------------------------------------------------------

    def show_use(self, *, running: bool) -> None:
        """Offer what the chosen kinds can be compared with; while it runs nothing can be changed."""
        chosen = self.chosen()
        for name, tick in self.compared.items():
            there = next((one for plugin in chosen if (one := plugin.baselines.get(name))), None)
            tick.setVisible(there is not None)
            if there is not None:
                tick.setText(tr(there.title))
                tick.setAccessibleName(tr("Compare with: {what}", what=tr(there.title)))
        for field in self._fields:
            field.setEnabled(not running)

    def told(self, rows: int) -> Mapping[str, str]:
        """Return the form in one line: the table's name, and what else was chosen."""
        asks = self.decisions.currentData() == "ask"
        parts = [
            count(rows, "{n} row", "{n} rows") if rows else "",
            self.kinds.text(),
            self.teams.text(),
            tr("{n} at once", n=round(self.jobs.value())),
            tr("waits for me") if asks else tr("approves by itself"),
            tr("limit {money}", money=money(self.limit.value())) if self.limit.value() else "",
        ]
        return {"table": Path(self.table_file.text()).name, "more": " • ".join(filter(None, parts))}
