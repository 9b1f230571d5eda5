"""The list of sessions: Needs you, Running, Recent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.i18n import QT_TRANSLATE_NOOP, Words
from app.engine.ports import SessionRow
from app.ui.kit.controls import search_line
from app.ui.kit.layouts import in_column
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import money, shown, tr
from app.ui.kit.theme import colours
from app.ui.view.session_rows import (
    BEGINS_ALIKE_ROLE,
    Item,
    arrange,
    asks,
    begin_alike,
    glyph_of,
    namesakes,
)

if TYPE_CHECKING:
    from app.domain.ids import SessionId


class RowDelegate(QStyledItemDelegate):
    """Paints a heading as one bold line, a session as its title and a quieter line below."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = str(index.data()).count("\n") + 1
        return QSize(100, option.fontMetrics.lineSpacing() * lines + (10 if lines > 1 else 8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, view = colours(), self.parent()
        assert isinstance(view, QListView)
        rect, metrics = option.rect, option.fontMetrics
        title, _, below = str(index.data()).partition("\n")
        painter.save()
        painter.setFont(option.font)
        if not below:
            font = QFont(option.font)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(QColor(c.text))
            painter.drawText(rect.adjusted(4, 2, -4, 0), Qt.AlignmentFlag.AlignVCenter, title)
            painter.restore()
            return
        if view.currentIndex().row() == index.row():
            painter.fillRect(rect, QColor(c.selection))
            if view.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 2))
                painter.drawRect(rect.adjusted(1, 1, -2, -2))
        inner = rect.adjusted(10, 4, -6, -4)
        half = inner.height() // 2
        glyph, _, words = title.partition(" ")
        painter.setPen(QColor(c.text))
        painter.drawText(inner.left(), inner.top() + metrics.ascent(), glyph)
        wide = inner.width() - 16
        elide = Qt.TextElideMode.ElideRight
        # Titles that begin alike, as forks do, are told apart by their ends.
        cut = Qt.TextElideMode.ElideMiddle if index.data(BEGINS_ALIKE_ROLE) else elide
        painter.drawText(
            inner.left() + 16, inner.top() + metrics.ascent(), metrics.elidedText(words, cut, wide)
        )
        painter.setPen(QColor(c.text if glyph in "◆✕" else c.muted))
        baseline = inner.top() + half + metrics.ascent()
        painter.drawText(inner.left() + 16, baseline, metrics.elidedText(below, elide, wide))
        painter.restore()


class SessionListModel(TitledModel[Item]):
    """Headings and sessions, one per row."""

    def __init__(self) -> None:
        super().__init__((QT_TRANSLATE_NOOP("ui", "Sessions"),), self._words_of)
        self._words: Mapping[str, str | Words] = {}
        self._namesakes: frozenset[SessionId] = frozenset()
        self._alike: frozenset[SessionId] = frozenset()

    def use_words(self, words: Mapping[str, str | Words]) -> None:
        """Take what each workflow calls a round: known once the workflows are loaded."""
        self._words = words
        if self.items:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.items) - 1, 0))

    def _asks(self, row: SessionRow) -> str:
        dated = row.session in self._namesakes
        return asks(row, self._words.get(row.workflow, ""), dated=dated)

    def _words_of(self, item: Item, _column: int) -> str:
        if isinstance(item, str):
            return item
        return f"{glyph_of(item)} {shown(item.title, 80)}\n{self._asks(item)}"

    def fill(self, rows: Sequence[SessionRow]) -> bool:
        """Show these sessions; return whether anything changed."""
        items = arrange(rows)
        if items == self.items:
            return False
        sessions = [item for item in items if isinstance(item, SessionRow)]
        self._namesakes, self._alike = namesakes(sessions), begin_alike(sessions)
        self.replace(items)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if not index.isValid() or isinstance(self.items[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.items[index.row()] if index.isValid() else ""
        if isinstance(item, str) or role == Qt.ItemDataRole.DisplayRole:
            return super().data(index, role)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{shown(item.title, 80)}: {self._asks(item)}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            at = datetime.fromtimestamp(item.changed_at / 1e6).astimezone()
            return item.problem or f"{money(item.cost)}, {at:%Y-%m-%d %H:%M}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{shown(item.title, 200)}\n{item.problem or self._asks(item)}".replace("<", "‹")
        return item.session in self._alike if role == BEGINS_ALIKE_ROLE else None


class SessionRail(QFrame):
    """Search box and list."""

    opened = Signal(str)
    """The chosen session."""

    def __init__(self) -> None:
        super().__init__()
        self.model = SessionListModel()
        self.search = search_line(tr("Search all sessions"))
        self.list = QListView()
        self.list.setObjectName("rail")
        self.list.setAccessibleName(tr("Sessions"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(1)
        self.setLayout(in_column(self.search, (self.list, 1), margins=(6, 6, 0, 6)))
        self.setMinimumWidth(200)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._filling = False

    def sizeHint(self) -> QSize:
        """As wide as a title of two or three words."""
        return QSize(210, 400)

    def show_rows(self, rows: Sequence[SessionRow], current: SessionId | None) -> None:
        """Show the sessions with `current` marked; marking opens nothing."""
        if self.model.fill(rows) or not self.list.currentIndex().isValid():
            self.mark(current)

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
        waiting = [item.session for item in self.model.items if isinstance(item, SessionRow) and item.needy]
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
