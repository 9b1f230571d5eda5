"""The list of sessions: Needs you, Running, Recent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.engine.session_rows import SessionRow
from app.ui.kit.buttons import RowButton
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import search_line
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_column
from app.ui.kit.spinner import Turning
from app.ui.kit.states import StateLook
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import money, rescale, single_line, tr
from app.ui.kit.theme import CAPTION, colours
from app.ui.view.session_rows import (
    Item,
    arrange,
    asks,
    asks_for_person,
    look_of,
    namesakes,
    part_done,
)

if TYPE_CHECKING:
    from app.domain.ids import SessionId


LOOK_ROLE = Qt.ItemDataRole.UserRole + 10
"""How a session's state looks; a heading has none."""
PART_ROLE = Qt.ItemDataRole.UserRole + 11
"""How much of a running session is done, as far as that is known."""
_DATED_ROLE = Qt.ItemDataRole.UserRole + 12
"""Whether its hour tells it apart from another one whose title begins alike."""


class SessionListModel(TitledModel[Item]):
    """Headings and sessions, one per row."""

    def __init__(self) -> None:
        super().__init__((QT_TRANSLATE_NOOP("ui", "Sessions"),), self._words_of)
        self._words: Mapping[str, str | Message] = {}
        self._namesakes: frozenset[SessionId] = frozenset()

    def use_words(self, words: Mapping[str, str | Message]) -> None:
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
        return f"{single_line(item.title, 80)}\n{self._asks(item)}"

    def fill(self, rows: Sequence[SessionRow]) -> bool:
        """Show these sessions; return whether anything changed."""
        items = arrange(rows)
        if items == self.items:
            return False
        self._namesakes = namesakes(item for item in items if isinstance(item, SessionRow))
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
            return f"{single_line(item.title, 80)}: {self._asks(item)}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            at = datetime.fromtimestamp(item.changed_at / 1e6).astimezone()
            return item.problem or f"{money(item.cost)}, {at:%Y-%m-%d %H:%M}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{single_line(item.title, 200)}\n{item.problem or self._asks(item)}".replace("<", "‹")
        if role == LOOK_ROLE:
            return look_of(item)
        if role == PART_ROLE:
            return part_done(item)
        return item.session in self._namesakes if role == _DATED_ROLE else None


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
        rescale(self.search_button, CAPTION)
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
        self.list.setItemDelegate(_RowDelegate(self.list))
        self.list.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setLayout(
            in_column((self.list, 1), self.search, self.search_button, spacing=4, margins=(8, 6, 8, 6))
        )
        self.setMinimumWidth(180)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._filling = False

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
        if self.model.fill(rows) or not self.list.currentIndex().isValid():
            self.mark(current)

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
        if row:
            # What stands above may be the heading that says how it stands.
            self.list.scrollTo(self.model.index(row - 1, 0))
            self.list.scrollTo(self.list.currentIndex())
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


_INSET, _ICON, _PROGRESS = 8, 16, 3


class _RowDelegate(QStyledItemDelegate):
    """Paints a heading with its number, a session as icon, title, a quieter line and how far it has come."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._turning = Turning(view.viewport())
        self._font: QFont | None = None
        self._heading = self._session = self._moving = QSize()
        """The room of a heading, of a session, and of one that says how far it has come, in that font."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Asked of each row of a list in one turn: of thousands, fonts must not be measured for each.
        if option.font != self._font:
            self._font = QFont(option.font)
            small, high = QFontMetrics(caption_font(option.font)).height(), option.fontMetrics.height()
            self._heading, self._session = QSize(100, small + 15), QSize(100, high + small + 14)
            self._moving = QSize(100, high + small + 14 + _PROGRESS + 4)
        if index.data(LOOK_ROLE) is None:
            return self._heading
        return self._moving if index.data(PART_ROLE) else self._session

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(LOOK_ROLE) is None:
            self._paint_heading(painter, option, index)
        else:
            self._paint_session(painter, option, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        words, _, number = str(index.data()).rpartition(" ")
        painter.setFont(caption_font(option.font, bold=True))
        painter.setPen(QColor(colours().muted))
        area = option.rect.adjusted(_INSET, 10, -_INSET, -4)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        at_end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area, at_end, number.strip("()"))

    def _paint_session(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, view = colours(), self.parent()
        assert isinstance(view, QListView)
        look: StateLook = index.data(LOOK_ROLE)
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        chosen = view.currentIndex().row() == index.row()
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            ring = chosen and view.hasFocus()
            painter.setPen(QPen(QColor(c.accent), 1) if ring else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.selection if chosen else c.hover))
            painter.drawRoundedRect(box, 6, 6)
        small = caption_font(option.font)
        high, low = option.fontMetrics, QFontMetrics(small)
        line = high.height() + 3
        side = max(_ICON, round(high.height() * 0.95))
        inner = option.rect.adjusted(_INSET + side + _INSET, 5, -_INSET, -5)
        top = inner.top() + (line - side) / 2
        sign = QRectF(option.rect.left() + _INSET, top, side, side)
        self._turning.paint(painter, sign, look.icon, look.tone)
        if self._turning.alone(sign, option.rect):
            return
        title, _, below = str(index.data()).partition("\n")
        elide = Qt.TextElideMode.ElideRight
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(option.font)
        painter.setPen(QColor(c.text))
        first = QRect(inner.left(), inner.top(), inner.width(), line)
        painter.drawText(first, left, high.elidedText(title, elide, inner.width()))
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        second = QRect(inner.left(), first.bottom() + 1, inner.width(), low.height() + 1)
        fitting = _whole_parts(below, low, inner.width(), keep_last=bool(index.data(_DATED_ROLE)))
        painter.drawText(second, left, low.elidedText(fitting, elide, inner.width()))
        part = index.data(PART_ROLE)
        if part:
            track = QRectF(inner.left(), second.bottom() + 5, inner.width(), _PROGRESS)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.line))
            painter.drawRoundedRect(track, 1.5, 1.5)
            track.setWidth(track.width() * part)
            painter.setBrush(QColor(c.fill))
            painter.drawRoundedRect(track, 1.5, 1.5)


def _whole_parts(line: str, metrics: QFontMetrics, width: int, *, keep_last: bool) -> str:
    """Return as much of “finished · 2 rounds · $0.08 · 21 Sep” as fits; a half of a part says nothing."""
    parts = line.split(" · ")
    # Widths are rounded: what has just this one may be cut in the drawing.
    while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) >= width:
        del parts[-2 if keep_last and len(parts) > 2 else -1]
    return " · ".join(parts)
