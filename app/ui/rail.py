"""The list of sessions: Needs you, Running, Recent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout

from app.domain.ids import SessionId
from app.engine.ports import SessionRow
from app.ui.bars import GLYPHS
from app.ui.texts import money, shown, tr

Index = QModelIndex | QPersistentModelIndex
Item = str | SessionRow


def arrange(rows: Sequence[SessionRow]) -> list[Item]:
    """Return headings and rows in the order of the rail."""
    groups = {
        tr("Needs you"): [row for row in rows if row.state in ("waiting", "failed", "interrupted")],
        tr("Running"): [row for row in rows if row.state == "running"],
        tr("Recent"): [row for row in rows if row.state in ("finished", "stopped", "paused")],
    }
    items: list[Item] = []
    for title, members in groups.items():
        if members:
            items += [f"{title} ({len(members)})", *members]
    return items


class SessionListModel(QAbstractListModel):
    """Headings and sessions, one per row."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[Item] = []

    def fill(self, rows: Sequence[SessionRow]) -> bool:
        """Show these sessions; return whether anything changed."""
        items = arrange(rows)
        if items == self.items:
            return False
        self.beginResetModel()
        self.items = items
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of headings and sessions."""
        return 0 if parent.isValid() else len(self.items)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if not index.isValid() or isinstance(self.items[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a row's words."""
        if not index.isValid():
            return None
        item = self.items[index.row()]
        if isinstance(item, str):
            if role == Qt.ItemDataRole.FontRole:
                font = QFont()
                font.setBold(True)
                return font
            return item if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"  {GLYPHS[item.state]} {shown(item.title, 80)}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            at = datetime.fromtimestamp(item.changed_at / 1e6).astimezone()
            return item.problem or f"{item.state}, {money(item.cost)}, {at:%Y-%m-%d %H:%M}"
        return None


class SessionRail(QFrame):
    """Search box and list."""

    opened = Signal(str)
    """The chosen session."""
    searched = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.model = SessionListModel()
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search all sessions"))
        self.search.setAccessibleName(tr("Search all sessions"))
        self.search.setClearButtonEnabled(True)
        self.list = QListView()
        self.list.setObjectName("rail")
        self.list.setAccessibleName(tr("Sessions"))
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 0, 6)
        layout.addWidget(self.search)
        layout.addWidget(self.list, 1)
        self.setMinimumWidth(170)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.search.textChanged.connect(self.searched)
        self._filling = False

    def sizeHint(self) -> QSize:
        """As wide as a title of two or three words."""
        return QSize(210, 400)

    def show_rows(self, rows: Sequence[SessionRow], current: SessionId | None) -> None:
        """Show the sessions with `current` marked; marking opens nothing."""
        self._filling = True
        if self.model.fill(rows) or not self.list.currentIndex().isValid():
            self.mark(current)
        self._filling = False

    def mark(self, session: SessionId | None) -> None:
        """Mark a session without opening it."""
        filling, self._filling = self._filling, True
        row = self._find(lambda item: item.session == session)
        self.list.setCurrentIndex(self.model.index(row) if row is not None else QModelIndex())
        self._filling = filling

    def next_waiting(self, current: SessionId | None) -> SessionId | None:
        """Return the next session that needs the person."""
        waiting = [
            item.session
            for item in self.model.items
            if isinstance(item, SessionRow) and item.state == "waiting"
        ]
        if current in waiting:
            return waiting[(waiting.index(current) + 1) % len(waiting)]
        return waiting[0] if waiting else None

    def _find(self, fits: Callable[[SessionRow], bool]) -> int | None:
        for row, item in enumerate(self.model.items):
            if isinstance(item, SessionRow) and fits(item):
                return row
        return None

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        item = self.model.items[current.row()] if current.isValid() else ""
        if isinstance(item, SessionRow) and not self._filling:
            self.opened.emit(item.session)
