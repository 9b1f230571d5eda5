"""Choosing another session, to take words from it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.engine.session_rows import SessionRow
from app.ui.kit.controls import search_line
from app.ui.kit.dialog import Dialog
from app.ui.kit.texts import single_line, tr
from app.ui.view.session_rows import asks

_ROW = Qt.ItemDataRole.UserRole


class SessionChoice(Dialog):
    """The sessions there are, newest first, found by words of their titles."""

    chosen = Signal(object)
    """A SessionRow."""
    size_at_100 = (520, 460)

    def __init__(self, parent: QWidget | None, rows: Sequence[SessionRow], main: str) -> None:
        """`main`: what is done with the chosen one, in words."""
        super().__init__(parent, tr("Take from another session"), main)
        self.search = search_line(tr("Search titles"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Sessions"))
        for row in rows:
            item = QListWidgetItem(f"{single_line(row.title, 90)}  ·  {asks(row, dated=True)}")
            item.setData(_ROW, row)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.body.addWidget(self.search)
        self.body.addWidget(self.list, 1)
        self.search.textChanged.connect(self._find)
        self.list.itemActivated.connect(lambda _item: self._choose())
        self.main.clicked.connect(self._choose)
        self._find("")

    def _find(self, words: str) -> None:
        wanted = words.casefold().split()
        first = None
        for at in range(self.list.count()):
            item = self.list.item(at)
            hidden = not all(word in item.text().casefold() for word in wanted)
            item.setHidden(hidden)
            if first is None and not hidden:
                first = at
        current = self.list.currentItem()
        if first is not None and current.isHidden():
            self.list.setCurrentRow(first)
        self.main.setEnabled(first is not None)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if not item.isHidden():
            self.accept()
            self.chosen.emit(item.data(_ROW))
