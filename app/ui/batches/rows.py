"""The rows of a batch: what each cell says, how it is drawn, and by what rows are sorted and ticked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.domain.i18n import words
from app.domain.ids import SessionId
from app.services.batches.plan import Entry
from app.ui.kit.icons import Tone, drawn, paint_icon
from app.ui.kit.spinner import Turning
from app.ui.kit.states import state_look
from app.ui.kit.tables import Index, TickIcon, TitledModel, draw_tick, paint_row_ground
from app.ui.kit.texts import escaped, tr
from app.ui.kit.theme import colours

LOOK_ROLE = Qt.ItemDataRole.UserRole + 1
"""The name of a state, or whether a result is right."""
_SORT_ROLE = Qt.ItemDataRole.UserRole + 2
"""What rows are sorted by; None stands last."""
ROW_HEIGHT = 36
"""Pixels of a row."""
_TICK, _ICON, _SMALL, _SIDE = 16, 16, 12, 6


class Column(IntEnum):
    """The columns, in their order."""

    TICK = 0
    STATE = 1
    NUMBER = 2
    QUESTION = 3
    KEY = 4
    ANSWER = 5
    TEAM = 6
    RIGHT = 7
    AGREEMENT = 8
    LENGTH = 9
    COST = 10


TITLES = (
    "",
    "",
    "#",
    words("Question"),
    words("Key"),
    words("Answer"),
    words("Team"),
    words("Right?"),
    words("Agreement"),
    words("Length"),
    words("Cost"),
)
WIDTHS = (32, 40, 30, 300, 150, 260, 150, 88, 84, 80, 84)
BEFORE = (Column.NUMBER, Column.QUESTION, Column.KEY, Column.TEAM)
"""What is shown of rows that nobody has begun."""
_EXAMPLE = (
    (words("May a shop refuse a return without the box?"), words("no")),
    (words("Is a voucher worth less after three years?"), words("yes")),
    (words("Who pays the postage for a faulty item?"), words("the seller")),
)
"""Questions with their key, as they are shown before there is a table."""
_FIGURES = (Column.NUMBER, Column.AGREEMENT, Column.COST)
_QUIET = (Column.TEAM, Column.LENGTH)


def example() -> list[Entry]:
    """Return the rows of a table that nobody has chosen."""
    numbered = enumerate(_EXAMPLE, 1)
    return [
        Entry(session=SessionId(""), row=at, id=tr(asked), team="", seed=0, expected=tr(key))
        for at, (asked, key) in numbered
    ]


class BatchRows(TitledModel[Entry]):
    """A line for each session; the ticked ones are acted on together."""

    ticks_changed = Signal()

    def __init__(self, cell: Callable[[Entry, int], str], value: Callable[[Entry, int], Any]) -> None:
        """`value`: what a cell is sorted by; of STATE and RIGHT what it looks like."""
        super().__init__(TITLES, cell)
        self._value = value
        self._by: tuple[int, bool] | None = None
        self.ticked: set[str] = set()

    def show(self, entries: Sequence[Entry]) -> None:
        """Show these rows as they are sorted; the place in the table is kept where they are the same."""
        wanted = self._sorted(entries)
        if self.items != wanted:
            self.replace(wanted)
        elif wanted:
            self.dataChanged.emit(self.index(0, 0), self.index(len(wanted) - 1, len(TITLES) - 1))

    def tick(self, sessions: Sequence[str], on: bool) -> None:
        """Tick sessions, or take their ticks away."""
        self.ticked = self.ticked | set(sessions) if on else self.ticked - set(sessions)
        if self.items:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.items) - 1, 0))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.TICK, Column.TICK)
        self.ticks_changed.emit()

    def tick_all(self) -> None:
        """Tick all rows that are shown, or take their ticks away where each has one."""
        self.tick([one.session for one in self.items], self._ticked_of_all() != Qt.CheckState.Checked)

    def _ticked_of_all(self) -> Qt.CheckState:
        number = sum(one.session in self.ticked for one in self.items)
        if not number:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if number == len(self.items) else Qt.CheckState.PartiallyChecked

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; without one the rows stand as in the table."""
        if column == Column.TICK:
            return
        self._by = (column, order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self.layoutAboutToBeChanged.emit()
        self.items = self._sorted(self.items)
        self.layoutChanged.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell says, and how."""
        if not index.isValid():
            return None
        entry, column = self.items[index.row()], index.column()
        if role in (_SORT_ROLE, LOOK_ROLE):
            return self._value(entry, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == Column.TICK:
            ticked = entry.session in self.ticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole and column in (Column.STATE, Column.QUESTION, Column.ANSWER):
            return escaped(self._cell(entry, column))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column in _FIGURES else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return super().data(index, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a title, at the side of its figures; of the ticks a box that stands for all."""
        if orientation == Qt.Orientation.Horizontal and section == Column.TICK:
            if role == Qt.ItemDataRole.DecorationRole:
                return drawn(TickIcon, self._ticked_of_all())
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return tr("Choose all")
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in _FIGURES else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole:
            return {Column.TICK: tr("Choose all"), Column.STATE: tr("State")}.get(Column(section))
        return super().headerData(section, orientation, role)

    def _sorted(self, entries: Sequence[Entry]) -> list[Entry]:
        if self._by is None:
            return list(entries)
        column, down = self._by
        known = [one for one in entries if self._value(one, column) not in (None, "")]
        known.sort(key=lambda one: self._value(one, column), reverse=down)
        there = {one.session for one in known}
        return [*known, *(one for one in entries if one.session not in there)]


class BatchRowDelegate(QStyledItemDelegate):
    """Draws a cell: a tick, a state as its icon, a verdict with its sign, words."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._turning = Turning(table.viewport())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Draw a cell."""
        painter.save()
        paint_row_ground(painter, self._table, option.rect, index.row())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = option.rect.center().y() + 1
        if index.column() == Column.TICK:
            ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            box = QRectF(option.rect.right() - _TICK, middle - _TICK / 2, _TICK, _TICK)
            draw_tick(painter, box, ticked)
        elif index.column() == Column.STATE:
            look = state_look(index.data(LOOK_ROLE)[1])
            box = QRectF(option.rect.center().x() - _ICON / 2, middle - _ICON / 2, _ICON, _ICON)
            self._turning.paint(painter, box, look.icon, look.tone)
        else:
            self._words(painter, option, index)
        painter.restore()

    def _words(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        c, text, inner = colours(), str(index.data() or ""), option.rect.adjusted(_SIDE, 0, -_SIDE, 0)
        tone: Tone = "text2" if index.column() in _QUIET else "text"
        if index.column() == Column.RIGHT:
            right = index.data(LOOK_ROLE)
            tone = "finished" if right == 0 else "failed" if right == 2 else "text2"
            if tone != "text2":
                box = QRectF(inner.left(), inner.center().y() + 1 - _SMALL / 2, _SMALL, _SMALL)
                paint_icon(painter, box, "check" if right == 0 else "x", tone)
                inner.adjust(_SMALL + 5, 0, 0, 0)
        elif index.column() == Column.ANSWER and index.siblingAtColumn(Column.STATE).data(LOOK_ROLE)[0] > 0:
            # What is not the answer, but what stands in its way.
            tone = "text2"
        if not option.state & QStyle.StateFlag.State_Enabled:
            tone = "muted"
        painter.setFont(option.font)
        painter.setPen(QColor(c.tone(tone)))
        cut = QFontMetrics(option.font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), cut)
