"""Another title for a session."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.controls import line_edit
from app.ui.kit.dialog import Dialog
from app.ui.kit.texts import tr

LONGEST = 200
"""Characters of a title."""


class RenameDialog(Dialog):
    """The title as it is, chosen whole, so that typing takes its place."""

    named = Signal(str)

    def __init__(self, parent: QWidget | None, title: str) -> None:
        super().__init__(parent, tr("Rename the session"), tr("Rename"))
        self._before = title
        self.title = line_edit(tr("Title"), text=title, most=max(LONGEST, len(title)))
        self.title.setMinimumWidth(420)
        self.title.selectAll()
        self.body.addWidget(self.title)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        title = " ".join(self.title.text().split())
        if not title:
            self.show_problem(tr("A session needs a title."))
            self.title.setFocus()
            return
        self.accept()
        if title != self._before:
            self.named.emit(title)
