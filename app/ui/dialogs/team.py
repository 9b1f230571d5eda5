"""Make a team: who sits at the table, with which model and role; kept under a name, without any secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from app.domain.errors import RoundtableError
from app.domain.seats import ROLES, Seat, Team
from app.services.api import ProvidersApi, TeamsApi
from app.ui.dialogs.base import Dialog
from app.ui.errors import error_text
from app.ui.tasks import Tasks
from app.ui.texts import button, label, tr

MOST = 8
KEPT = ("temperature", "system_prompt", "drafts", "enabled")
"""What a seat keeps when another model is put into it; server, key and rates were the old one's."""
NAMES = ("Ada", "Blaise", "Cleo", "Dora", "Emil", "Fritz", "Grace", "Hedy")


class TeamDialog(Dialog):
    """A row per place; models are chosen from those that can be asked now, or typed."""

    saved = Signal(str)
    """The team's name."""

    def __init__(self, parent: QWidget | None, team: Team, teams: TeamsApi, providers: ProvidersApi) -> None:
        super().__init__(parent, tr("Team"), tr("Save"))
        self._teams, self._providers = teams, providers
        self._tasks = Tasks(self, self.failed)
        self._models: list[tuple[str, str]] = []
        self.name = QLineEdit(team.name)
        self.name.setAccessibleName(tr("Name of the team"))
        self.default = QCheckBox(tr("Use it for new sessions"))
        self.default.setAccessibleName(tr("Use it for new sessions"))
        self.add = button(tr("Add a member"))
        inner = QWidget()
        self._grid = QGridLayout(inner)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(MOST + 4, 1)
        for column, words in enumerate((tr("Name"), tr("Model"), tr("Role"))):
            self._grid.addWidget(label(words, muted=True), 0, column)
        self.rows: list[Row] = []
        self._made = 0
        self.chair = Row(tr("Chair"), team.chair, fixed=True)
        self.judge = Row(tr("Judge"), team.judge or team.chair, fixed=True)
        for member in team.members:
            self._append(member)
        for place, row in enumerate((self.chair, self.judge), MOST + 2):
            row.put_into(self._grid, place)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(tr("Members"))
        scroll.setWidget(inner)
        top = QHBoxLayout()
        top.addWidget(label(tr("Name")))
        top.addWidget(self.name, 1)
        top.addWidget(self.default)
        self.body.addLayout(top)
        self.body.addWidget(scroll)
        self.hint = label(tr("Looking which models can be asked…"), wrap=True, muted=True)
        self.body.addWidget(self.hint)
        self.add_button(self.add)
        self.resize(780, 520)
        self.add.clicked.connect(self._on_add_clicked)
        self.main.clicked.connect(self._on_main_clicked)
        self._tasks.start(self._load_models())

    def failed(self, error: BaseException) -> None:
        """Say what went wrong; what was typed stays."""
        self.hint.setText(error_text(error))

    async def _load_models(self) -> None:
        choices = await self._providers.models(local=False)
        self._models = [(choice.info.name, choice.price) for choice in choices]
        for row in (*self.rows, self.chair, self.judge):
            row.offer(self._models)
        asked = {name.partition("/")[0] for name, _ in self._models}
        lines = [
            tr("Only the offline council can be asked yet. Connect models under File, Models and keys.")
            if asked <= {"offline"}
            else tr(
                "Type to search among {n} models. Any other is written as provider/model.",
                n=len(self._models),
            )
        ]
        seats = (row.seat() for row in (*self.rows, self.chair, self.judge))
        # A seat with an address of its own needs no provider.
        used = (str(seat["model"]).partition("/")[0] for seat in seats if not seat.get("base_url"))
        missing = [name for name in dict.fromkeys(used) if name and name not in asked]
        if missing:
            lines.append(tr("Not connected yet: {names}.", names=", ".join(missing)))
        self.hint.setText(" ".join(lines))

    def _append(self, seat: Seat) -> None:
        self._made += 1
        row = Row(tr("Member {n}", n=self._made), seat)
        row.offer(self._models)
        row.remove.clicked.connect(lambda: self._on_remove(row))
        self.rows.append(row)
        self._lay_out()

    def _lay_out(self) -> None:
        for place, row in enumerate(self.rows, 1):
            row.put_into(self._grid, place)
        self._show_counts()

    def _show_counts(self) -> None:
        self.add.setEnabled(len(self.rows) < MOST)
        for row in self.rows:
            row.remove.setEnabled(len(self.rows) > 1)

    def _on_add_clicked(self) -> None:
        taken = {row.name.text().strip().casefold() for row in self.rows}
        free = next(name for name in NAMES if name.casefold() not in taken)
        last = self.rows[-1].seat()
        self._append(Seat(name=free, model=str(last["model"]) or "offline/analyst"))
        self.rows[-1].name.setFocus()

    def _on_remove(self, row: Row) -> None:
        self.rows.remove(row)
        row.leave(self._grid)
        self._lay_out()

    def value(self) -> Team:
        """Return what was typed as a team; raises ValidationError."""
        chair, judge = self.chair.seat(), self.judge.seat()
        return Team.model_validate(
            {
                "name": self.name.text(),
                "member": [row.seat() for row in self.rows],
                "chair": chair,
                # One that is the same is the chair, as in a team's file.
                "judge": None if judge["model"] == chair["model"] else judge,
            }
        )

    def _on_main_clicked(self) -> None:
        try:
            team = self.value()
            name = self._teams.save(team)
            if self.default.isChecked():
                self._teams.make_default(name)
        except ValidationError as error:
            first = error.errors()[0]
            words = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
            self.show_problem(f"{words[:1].upper()}{words[1:]}.")
            return
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return
        self.accept()
        self.saved.emit(name)


class Row:
    """The controls of one place."""

    def __init__(self, title: str, seat: Seat, *, fixed: bool = False) -> None:
        self._before = seat
        self._fixed = fixed
        self.name = QLineEdit(seat.name)
        self.name.setAccessibleName(tr("Name – {place}", place=title))
        self.model, self.role = QComboBox(), QComboBox()
        for box, what, now in ((self.model, tr("Model"), seat.model), (self.role, tr("Role"), seat.role)):
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            box.setAccessibleName(f"{what} – {title}")
            box.setEditText(now)
        self.model.setMinimumWidth(280)
        self.role.addItems(list(ROLES))
        self.role.setEditText(seat.role)
        self.remove = button("✕", tip=tr("Take this member out"))
        self.remove.setAccessibleName(tr("Take out – {place}", place=title))
        self.remove.setFixedWidth(36)
        self._title = label(title)
        if fixed:
            self.name.setReadOnly(True)

    def put_into(self, grid: QGridLayout, place: int) -> None:
        """Lay the controls out."""
        first: QWidget = self._title if self._fixed else self.name
        grid.addWidget(first, place, 0)
        grid.addWidget(self.model, place, 1)
        if not self._fixed:
            grid.addWidget(self.role, place, 2)
            grid.addWidget(self.remove, place, 3)

    def leave(self, grid: QGridLayout) -> None:
        """Take the controls away."""
        for made in (self.name, self.model, self.role, self.remove, self._title):
            grid.removeWidget(made)
            made.deleteLater()

    def offer(self, models: Sequence[tuple[str, str]]) -> None:
        """Put the models into the list; what is chosen stays."""
        now = self.model.currentText()
        self.model.blockSignals(True)
        self.model.clear()
        for name, price in models:
            self.model.addItem(name)
            self.model.setItemData(self.model.count() - 1, f"{name}: {price}", Qt.ItemDataRole.ToolTipRole)
        self.model.setEditText(now)
        edit = self.model.lineEdit()
        if edit is not None:
            # Of a long name the beginning says whose model it is.
            edit.setCursorPosition(0)
        self.model.blockSignals(False)
        completer = self.model.completer()
        if completer is not None:
            # In a list below: completed in the line, a match within a name would be added to what was typed.
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed; what has no control stays as it was where the model did."""
        model = self.model.currentText().strip()
        kept = self._before.model_dump(exclude_none=True)
        if model != self._before.model:
            kept = {name: value for name, value in kept.items() if name in KEPT}
        role = self.role.currentText().strip() or "generalist"
        return {**kept, "name": self.name.text().strip(), "model": model, "role": role}
