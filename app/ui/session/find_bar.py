"""Find words in the tab in sight, through all of its texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPlainTextEdit, QTextEdit, QWidget

from app.ui.kit.controls import icon_button, line_edit
from app.ui.kit.layouts import in_row
from app.ui.kit.texts import label, tr

TextView = QPlainTextEdit | QTextEdit


@runtime_checkable
class PaintsText(Protocol):
    """A view that paints its text itself, and finds words in it."""

    def find_places(self, words: str) -> list[Callable[[], None]]:
        """Return what brings each hit into sight."""
        ...


class FindBar(QFrame):
    """Box, previous, next, and where it is; Esc closes."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._where: QWidget | None = None
        self._at = -1
        self._hits: list[Callable[[], None]] = []
        """What brings each hit into sight."""
        self.box = line_edit(tr("Find here"), tr("Find here"))
        self.box.setObjectName("typed")
        self.position = label("", muted=True)
        self.previous = icon_button("chevron-up", tr("Previous hit"))
        self.next = icon_button("chevron-down", tr("Next hit"))
        self.shut = icon_button("x", tr("Close the search"))
        self.setLayout(in_row((self.box, 1), self.position, self.previous, self.next, self.shut))
        self.box.textChanged.connect(self._search)
        self.box.returnPressed.connect(lambda: self.go(1))
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.shut.clicked.connect(self.close_bar)
        self.hide()

    def open_on(self, where: QWidget) -> None:
        """Search in what `where` shows."""
        self._where = where
        self.show()
        self.box.setFocus()
        self.box.selectAll()
        self._search()

    def search_anew(self) -> None:
        """Search in what is shown now, where it is open: another tab has other hits."""
        if not self.isHidden():
            self._search()

    def close_bar(self) -> None:
        """Hide, and give the focus back; where it is not open the focus is somebody else's."""
        if self.isHidden():
            return
        self.hide()
        self._hits = []
        self.closed.emit()

    def _search(self) -> None:
        words = self.box.text()
        self._hits, self._at = [], -1
        found: list[TextView] = []
        if words and self._where is not None:
            found += [w for w in self._where.findChildren(QPlainTextEdit) if w.isVisible()]
            found += [w for w in self._where.findChildren(QTextEdit) if w.isVisible()]
        for view in found:
            cursor = view.document().find(words, 0)
            while not cursor.isNull() and len(self._hits) < 1000:
                self._hits.append(partial(_show, view, cursor))
                cursor = view.document().find(words, cursor)
        if words and self._where is not None:
            for area in self._where.findChildren(QAbstractScrollArea):
                if isinstance(area, PaintsText) and area.isVisible():
                    self._hits += area.find_places(words)
        self.go(1)

    def go(self, step: int) -> None:
        if not self._hits:
            self.position.setText(tr("nothing found") if self.box.text() else "")
            return
        self._at = (self._at + step) % len(self._hits)
        self._hits[self._at]()
        self.position.setText(tr("{at} of {all}", at=self._at + 1, all=len(self._hits)))

    def event(self, event: QEvent) -> bool:
        """Have Esc for its own: else the window's key for what lies over the page would take it."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)


def _show(view: TextView, cursor: QTextCursor) -> None:
    view.setTextCursor(cursor)
    view.ensureCursorVisible()
