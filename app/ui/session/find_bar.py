"""Find words in the tab in sight, through all of its texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPlainTextEdit, QTextEdit, QWidget

from app.ui.kit.controls import icon_button, line_edit
from app.ui.kit.layouts import in_row
from app.ui.kit.text.finding import find_words
from app.ui.kit.texts import label, tr

_TextView = QPlainTextEdit | QTextEdit


@runtime_checkable
class PaintsText(Protocol):
    """A view that paints its text itself, and finds words in it."""

    def find_places(self, words: str) -> list[Callable[[], None]]:
        """Return what brings each hit into sight."""
        ...


@runtime_checkable
class MakesRoom(Protocol):
    """A place that has more in it than there is room for."""

    def out_of_sight(self) -> list[QWidget]:
        """Return what is hidden for want of room alone."""
        ...

    def reveal(self, inner: QWidget) -> None:
        """Bring what this widget lies in into sight."""
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
        hidden = [one for place in self._places() for one in place.out_of_sight()]
        areas = self._where.findChildren(QAbstractScrollArea) if words and self._where is not None else []
        searched = [w for w in areas if w.isVisible() or any(one.isAncestorOf(w) for one in hidden)]
        for view in searched:
            if not isinstance(view, QPlainTextEdit | QTextEdit):
                continue
            cursor = find_words(view.document(), words)
            while not cursor.isNull() and len(self._hits) < 1000:
                self._hits.append(partial(self._show, view, partial(_select, view, cursor)))
                cursor = find_words(view.document(), words, cursor)
        for area in searched:
            if isinstance(area, PaintsText):
                self._hits += [partial(self._show, area, show) for show in area.find_places(words)]
        self.go(1)

    def _places(self) -> list[MakesRoom]:
        """Return what is in sight and has more in it than there is room for."""
        if self._where is None:
            return []
        within = (self._where, *self._where.findChildren(QWidget))
        return [one for one in within if isinstance(one, MakesRoom) and one.isVisible()]

    def _show(self, area: QWidget, show: Callable[[], None]) -> None:
        if not area.isVisible():
            for place in self._places():
                place.reveal(area)
        show()

    def go(self, step: int) -> None:
        if not self._hits:
            self.position.setText(tr("nothing found") if self.box.text() else "")
            return
        self._at = (self._at + step) % len(self._hits)
        self._hits[self._at]()
        self.position.setText(tr("{at} of {all}", at=self._at + 1, all=len(self._hits)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)


def _select(view: _TextView, cursor: QTextCursor) -> None:
    view.setTextCursor(cursor)
    view.ensureCursorVisible()
