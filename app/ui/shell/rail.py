"""The list of sessions: Needs you, Running, Recent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView

from app.engine.session_rows import SessionRow
from app.ui.kit.buttons import RowButton
from app.ui.kit.controls import search_line
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_column
from app.ui.kit.texts import tr
from app.ui.kit.theme import CAPTION
from app.ui.shell.rail_model import SessionListModel
from app.ui.view.session_rows import asks_for_person

if TYPE_CHECKING:
    from app.domain.ids import SessionId


_AT_ONCE = 2000
"""Rows that are laid out in one turn."""


class SessionRail(QFrame):
    """The list, and below it the search."""

    opened = Signal(str)
    """The chosen session."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("side")
        self.model = SessionListModel()
        self.search = search_line(tr("Search all sessions"))
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.hide()
        self.search_button = RowButton("search", tr("Search all sessions"), tone="text2")
        self.search_button.setAutoRaise(True)
        self.search_button.setMinimumHeight(28)
        self.search_button.setProperty("scale", CAPTION)
        small = self.search_button.font()
        small.setPointSizeF(small.pointSizeF() * CAPTION)
        self.search_button.setFont(small)
        self.search_button.clicked.connect(lambda _on: self.open_search())
        self.list = QListView()
        # Of thousands, the rows are laid out a part a turn; a usual list is whole in the first.
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setBatchSize(_AT_ONCE)
        self.list.setObjectName("rail")
        self.list.setAccessibleName(tr("Sessions"))
        self.list.setModel(self.model)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.setLayout(
            in_column((self.list, 1), self.search, self.search_button, spacing=4, margins=(8, 6, 8, 6))
        )
        self.setMinimumWidth(180)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._filling = self._painted = False

    def sizeHint(self) -> QSize:
        """As wide as a title of two or three words."""
        return QSize(216, 400)

    def open_search(self) -> None:
        """Put the line to type into in the place of the words that offer it."""
        # From here on; set twice, it counts once.
        self.search.installEventFilter(self)
        self.search_button.hide()
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def _close_search(self) -> None:
        self.search.hide()
        self.search_button.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put the line away by Esc, and when it is left empty."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.KeyPress:
            self.search.clear()
            self.list.setFocus()
            self._close_search()
            return True
        if event.type() == QEvent.Type.FocusOut and not self.search.text():
            self._close_search()
        return super().eventFilter(watched, event)

    def show_rows(self, rows: Sequence[SessionRow], current: SessionId | None) -> None:
        """Show the sessions with `current` marked; marking opens nothing."""
        if rows and not self._painted:
            self._paint_rows()
        if self.model.fill(rows) or not self.list.currentIndex().isValid():
            self.mark(current)

    def _paint_rows(self) -> None:
        # Late, for start-up cost: who has no session yet waits for nothing that is needed to paint one.
        from app.ui.shell.rail_rows import RowDelegate

        self._painted = True
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def row(self, session: SessionId) -> SessionRow | None:
        """Return what the list knows of a session."""
        rows = (row for row in self.model.items if isinstance(row, SessionRow))
        return next((row for row in rows if row.session == session), None)

    def lists(self, session: SessionId) -> bool:
        """Tell whether a session is in the list."""
        return self._row_of(session) is not None

    def mark(self, session: SessionId | None) -> None:
        """Mark a session without opening it."""
        self._filling = True
        row = self._row_of(session)
        self.list.setCurrentIndex(self.model.index(row, 0) if row is not None else QModelIndex())
        self._filling = False

    def next_waiting(self, current: SessionId | None) -> SessionId | None:
        """Return the next session that needs the person."""
        rows = (item for item in self.model.items if isinstance(item, SessionRow))
        waiting = [row.session for row in rows if asks_for_person(row)]
        if current in waiting:
            return waiting[(waiting.index(current) + 1) % len(waiting)]
        return waiting[0] if waiting else None

    def _row_of(self, session: SessionId | None) -> int | None:
        rows = self.model.items
        listed = (at for at, row in enumerate(rows) if isinstance(row, SessionRow) and row.session == session)
        return next(listed, None)

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        item = self.model.items[current.row()] if current.isValid() else ""
        if isinstance(item, SessionRow) and not self._filling:
            self.opened.emit(item.session)
