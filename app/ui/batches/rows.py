"""The table of a batch: what its rows say, how they are drawn, sorted and ticked, which columns are seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.domain.i18n import words
from app.domain.ids import SessionId
from app.services.batches.plan import Entry
from app.ui.batches.choices import Choice
from app.ui.kit.icons import Tone, drawn, paint_icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column
from app.ui.kit.preferences import Preferences
from app.ui.kit.spinner import Turning
from app.ui.kit.states import state_look
from app.ui.kit.tables import (
    TITLE_ROOM,
    Index,
    TickIcon,
    TitledModel,
    draw_cell,
    draw_tick,
    paint_row_ground,
    row_table,
)
from app.ui.kit.texts import escaped, label, tr
from app.ui.kit.theme import colours

LOOK_ROLE = Qt.ItemDataRole.UserRole + 1
"""The name of a state, or whether a result is right."""
_SORT_ROLE = Qt.ItemDataRole.UserRole + 2
"""What rows are sorted by; None stands last."""
_ROW_HEIGHT = 36
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
        super().__init__(TITLES, cell, _FIGURES)
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
        draw_cell(painter, inner, index, text)


LEAST_ANSWER = 160
"""Pixels of an answer."""
_QUESTION = 1.15
"""How wide a question is, of its answer's width."""
_LEFT_OUT = "batches/columns_left_out"
_CHOSEN = (
    *(Column.KEY, Column.ANSWER, Column.TEAM, Column.RIGHT),
    *(Column.AGREEMENT, Column.LENGTH, Column.COST),
)
"""Columns that may be shown or not; what tells a row from others always is."""
_NEVER_NARROW = (Column.AGREEMENT, Column.LENGTH)


class _ColumnsInSight(Choice):
    """Which columns are shown of rows that have begun; kept for the batches to come."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__(tr("Columns"))
        self._preferences = preferences
        self.setText(tr("Columns"))
        self.setToolTip(tr("Which columns are shown"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_icon(self, "settings-2", "text2", 14)
        self.setProperty("chevron", False)
        self.setAutoRaise(True)
        for column in _CHOSEN:
            self.add(column.name, tr(TITLES[column]))
        self.tick([column.name for column in _CHOSEN if column.name not in self._left_out()])

    def shows(self, column: Column, *, narrow: bool) -> bool:
        """Tell whether a column is to be seen; `narrow`: there is no room for all of them."""
        if narrow and column in _NEVER_NARROW:
            return False
        return column not in _CHOSEN or column.name in self.chosen()

    def show_room(self, *, narrow: bool, several: bool) -> None:
        """Offer the columns that there is room for, and the team's where there are several."""
        for column in _NEVER_NARROW:
            self._actions[column.name].setEnabled(not narrow)
        self._actions[Column.TEAM.name].setVisible(several)

    def show_chosen(self) -> None:
        left_out = [column.name for column in _CHOSEN if column.name not in self.chosen()]
        if sorted(left_out) != sorted(self._left_out()):
            self._preferences.keep_names(_LEFT_OUT, left_out)

    def _left_out(self) -> Collection[str]:
        # What is right is seen in its own column; the key itself is for whom it is worth the room.
        return self._preferences.names(_LEFT_OUT, (Column.KEY.name,))


class BatchTable(QObject):
    """Holds the table of a page together with its model and what is chosen of its columns."""

    opened = Signal(int)
    """The place of a row whose session is wanted."""
    use_wanted = Signal(int, QPoint)
    """What this column of a table that has not begun is for; and where to offer it."""

    def __init__(self, model: BatchRows, preferences: Preferences) -> None:
        table = row_table(
            model,
            tr("Rows of the batch"),
            widths=WIDTHS,
            wide=Column.QUESTION,
            row_height=lambda _font: _ROW_HEIGHT,
        )
        super().__init__(table)
        self.view, self._model = table, model
        about = tr(
            "A table with a column of questions: CSV, TSV, JSONL, XLSX or ODS. All other columns come back "
            "with the answers."
        )
        self._about = boxed(in_column(label(about, wrap=True, muted=True), SPACE, margins=(16, 10, 16, 8)))
        self.whole = boxed(in_column((table, 1), self._about, spacing=0))
        """The table, and below its example what may be chosen."""
        self.columns = _ColumnsInSight(preferences)
        self._begun: bool | None = None
        """Whether the rows are shown as of a batch that has begun; None: not yet at all."""
        self._by = (-1, Qt.SortOrder.AscendingOrder)
        """The column that the rows are sorted by."""
        table.setProperty("sheet", True)
        table.setProperty("ticks", True)
        table.setItemDelegate(BatchRowDelegate(table))
        header = table.horizontalHeader()
        header.setMinimumSectionSize(WIDTHS[Column.NUMBER])
        for column, width in enumerate(WIDTHS[: Column.QUESTION]):
            table.setColumnWidth(column, width)
        header.setSortIndicator(*self._by)
        header.setSectionsClickable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._on_head_menu_wanted)
        header.sectionClicked.connect(self._on_head_clicked)
        table.activated.connect(lambda index: self.opened.emit(index.row()))
        table.clicked.connect(self._on_cell_clicked)
        table.installEventFilter(self)

    def show_rows(self, rows: Sequence[Entry], *, chosen: bool) -> None:
        """Show these rows; where no table is chosen an example, which can only be read."""
        self._model.show(rows if chosen else example())
        self.view.setEnabled(chosen)
        self._about.setHidden(chosen)
        policy = QAbstractItemView.SizeAdjustPolicy
        self.view.setSizeAdjustPolicy(policy.AdjustIgnored if chosen else policy.AdjustToContents)
        # In a low window the form stands above it and is seen whole.
        high = QSizePolicy.Policy.Ignored if chosen else QSizePolicy.Policy.Maximum
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, high)

    def show_columns(self, *, begun: bool, several: bool, narrow: bool) -> None:
        """Show the columns that say something: of rows that nobody has begun what will be asked.

        `several`: sessions differ in what they are compared as; `narrow`: there is no room for all columns.
        """
        self.columns.show_room(narrow=narrow, several=several)
        for column in Column:
            seen = self.columns.shows(column, narrow=narrow) if begun else column in BEFORE
            self.view.setColumnHidden(column, not seen or (column == Column.TEAM and not several))
        if begun != self._begun:
            self._begun = begun
            self.view.setSortingEnabled(begun)
            if not begun:
                self._model.sort(-1)

    def fit_columns(self) -> None:
        """Show whole what each session is compared as, where that leaves room for its question."""
        digits = len(str(max((one.row for one in self._model.items), default=0)))
        figures = self.view.fontMetrics().horizontalAdvance("0" * digits) + TITLE_ROOM
        self.view.setColumnWidth(Column.NUMBER, max(WIDTHS[Column.NUMBER], figures))
        least = WIDTHS[Column.TEAM]
        needed = max(least, self.view.sizeHintForColumn(Column.TEAM))
        self.view.setColumnWidth(Column.TEAM, min(needed, max(least, self.view.width() // 4)))
        others = set(Column) - {Column.QUESTION, Column.ANSWER}
        room = self.view.viewport().width() - sum(self.view.columnWidth(one) for one in others)
        self.view.setColumnWidth(Column.ANSWER, max(LEAST_ANSWER, round(room / (1 + _QUESTION))))

    def offer_use(self, column: int) -> None:
        """Have it offered below a heading what its column is for."""
        header = self.view.horizontalHeader()
        at = QPoint(header.sectionViewportPosition(column), header.height())
        self.use_wanted.emit(column, header.mapToGlobal(at))

    def show_row(self, session: str) -> None:
        at = next((n for n, one in enumerate(self._model.items) if one.session == session), None)
        if at is not None:
            self.view.selectRow(at)
            self.view.scrollTo(self._model.index(at, Column.QUESTION))
            self.view.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tick the row in sight with the space bar, all of them with the key that chooses all.

        Before the batch begins the space bar offers what the column is for.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.view:
            at = self.view.currentIndex().row()
            if event.key() == Qt.Key.Key_Space and 0 <= at < len(self._model.items):
                if self._begun:
                    self._tick(at)
                else:
                    self.offer_use(self.view.currentIndex().column())
                return True
            if event.matches(QKeySequence.StandardKey.SelectAll) and self._begun:
                self._model.tick_all()
                return True
        return super().eventFilter(watched, event)

    def _on_cell_clicked(self, index: QModelIndex) -> None:
        if index.column() == Column.TICK:
            self._tick(index.row())

    def _tick(self, at: int) -> None:
        session = self._model.items[at].session
        self._model.tick([session], session not in self._model.ticked)

    def _on_head_menu_wanted(self, where: QPoint) -> None:
        if not self._begun:
            self.offer_use(self.view.horizontalHeader().logicalIndexAt(where))

    def _on_head_clicked(self, column: int) -> None:
        header = self.view.horizontalHeader()
        if not self._begun:
            self.offer_use(column)
        elif column == Column.TICK:
            # Nothing is sorted by it: the arrow stays where it was.
            header.setSortIndicator(*self._by)
            self._model.tick_all()
        else:
            self._by = (column, header.sortIndicatorOrder())
