"""One place at the table in a form: a name, a model, a role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from app.domain.seats import ROLES, Seat
from app.ui.offering import search_anywhere
from app.ui.texts import button, label, tr

LONGEST = 60
"""Characters of a name."""
KEPT = ("temperature", "system_prompt", "drafts", "enabled")
"""What a seat keeps when another model is put into it; server, key and rates were the old one's."""


class TeamRow:
    """The controls of one place."""

    def __init__(self, title: str, seat: Seat, *, fixed: bool = False) -> None:
        self._before = seat
        self.title = title
        self._fixed = fixed
        self.name = QLineEdit(seat.name)
        self.name.setAccessibleName(tr("Name – {place}", place=title))
        self.name.setMaxLength(LONGEST)
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

    def called(self) -> str:
        """Return the member's name, or the place's where that is fixed."""
        return self.title if self._fixed else self.name.text().strip()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The controls that Tab stops at, in the order of the eye."""
        return (self.model,) if self._fixed else (self.name, self.model, self.role, self.remove)

    def put_into(self, grid: QGridLayout, place: int) -> None:
        """Lay the controls out."""
        shown = (self._title, self.model) if self._fixed else self.stops
        for column, made in enumerate(shown):
            grid.addWidget(made, place, column)
            made.show()

    def leave(self, grid: QGridLayout) -> None:
        """Take the controls out of sight."""
        for made in (*self.stops, self._title):
            grid.removeWidget(made)
            made.hide()

    def delete(self) -> None:
        """Let go of the controls."""
        for made in (self.name, self.model, self.role, self.remove, self._title):
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
        search_anywhere(self.model)

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed; what has no control stays as it was where the model did."""
        model = self.model.currentText().strip()
        kept = self._before.model_dump(exclude_none=True)
        if model != self._before.model:
            kept = {n: v for n, v in kept.items() if n in KEPT}
        role = self.role.currentText().strip() or "generalist"
        return {**kept, "name": self.name.text().strip(), "model": model, "role": role}
