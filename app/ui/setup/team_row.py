"""One place at the table in a form: a model; of a member a name and a role too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from app.domain.seats import ROLE_WORDS, ROLES, Seat, role_said
from app.ui.kit.controls import ComboBox, icon_button, line_edit
from app.ui.kit.dispose import dispose
from app.ui.kit.model_names import add_models, search_anywhere
from app.ui.kit.texts import label, tr

LONGEST = 60
"""Characters of a name."""
KEPT = ("temperature", "system_prompt", "drafts", "enabled")
"""What a seat keeps when another model is put into it; server, key and rates were the old one's."""


class TeamRow:
    """Chair or judge: a title, and a model."""

    def __init__(self, title: str, seat: Seat, front: QWidget | None = None) -> None:
        """`front` stands in the place of the title."""
        self._before = seat
        self.title = title
        self.model = _box(f"{tr('Model')} – {title}", seat.model)
        self.model.setMinimumWidth(280)
        self.controls: tuple[QWidget, ...] = (label(title) if front is None else front, self.model)
        """What stands in the row, from left to right."""

    @property
    def called(self) -> str:
        """The member's name, or the place's where that is fixed."""
        return self.title

    def put_into(self, grid: QGridLayout, row: int) -> None:
        for column, control in enumerate(self.controls):
            grid.addWidget(control, row, column)
            control.show()

    def leave(self, grid: QGridLayout) -> None:
        for control in self.controls:
            grid.removeWidget(control)
            control.hide()

    def delete(self) -> None:
        for control in self.controls:
            dispose(control)

    def offer(self, models: Sequence[tuple[str, str]]) -> None:
        now = self.model.currentText()
        with QSignalBlocker(self.model):
            self.model.clear()
            add_models(self.model, models)
            self.model.setEditText(now)
            edit = self.model.lineEdit()
            if edit is not None:
                # Of a long name the beginning says whose model it is.
                edit.setCursorPosition(0)
        search_anywhere(self.model)

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed; what has no control stays as it was where the model did."""
        model = self.model.currentText().strip()
        kept = self._before.model_dump(exclude_none=True)
        if model != self._before.model:
            kept = {n: v for n, v in kept.items() if n in KEPT}
        return {**kept, "name": self._before.name, "role": self._before.role, "model": model}


class MemberRow(TeamRow):
    """A member with a name and a role, who can be taken out."""

    def __init__(self, title: str, seat: Seat) -> None:
        self.name = line_edit(tr("Name – {place}", place=title), text=seat.name, most=LONGEST)
        super().__init__(title, seat, self.name)
        self.role = _box(f"{tr('Role')} – {title}", tr(role_said(seat.role)), _called(ROLES))
        out = tr("Take out – {place}", place=title)
        self.remove = icon_button("x", out, tr("Take this member out"))
        self.controls += (self.role, self.remove)

    @property
    def called(self) -> str:
        """The member's name."""
        return self.name.text().strip()

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed."""
        role = self.role.currentText().strip() or "generalist"
        known = dict(zip(_called(ROLE_WORDS), ROLE_WORDS, strict=True))
        return {**super().seat(), "name": self.called, "role": known.get(role, role)}


def _called(roles: Iterable[str]) -> list[str]:
    """Return what roles are called in the person's language."""
    return [tr(role_said(role)) for role in roles]


def _box(name: str, now: str, items: Sequence[str] = ()) -> QComboBox:
    """Return a box that offers items and takes any other words."""
    box = ComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setAccessibleName(name)
    box.addItems(list(items))
    box.setEditText(now)
    edit = box.lineEdit()
    if edit is not None:
        # Of words that are too long the beginning is read.
        edit.setCursorPosition(0)
        edit.editingFinished.connect(lambda: edit.setCursorPosition(0))
    return box
