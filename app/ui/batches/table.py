"""The table of a batch: which of its columns are in sight, and how its rows are ticked by hand and key."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy

from app.services.batches.plan import Entry
from app.ui.batches.choices import Choice
from app.ui.batches.rows import (
    BEFORE,
    ROW_HEIGHT,
    TITLES,
    WIDTHS,
    BatchRowDelegate,
    BatchRows,
    Column,
    example,
)
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column
from app.ui.kit.preferences import Preferences
from app.ui.kit.tables import TITLE_ROOM, row_table
from app.ui.kit.texts import label, tr

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


class ColumnsInSight(Choice):
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
        left_out = self._read()
        self.tick([column.name for column in _CHOSEN if column.name not in left_out])

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
        """Keep what is ticked."""
        left_out = [column.name for column in _CHOSEN if column.name not in self.chosen()]
        if sorted(left_out) != sorted(self._read()):
            self._preferences.write(_LEFT_OUT, json.dumps(left_out))

    def _read(self) -> Collection[str]:
        try:
            found = json.loads(str(self._preferences.read(_LEFT_OUT) or "null"))
        except ValueError:
            found = None
        # What is right is seen in its own column; the key itself is for whom it is worth the room.
        return [str(one) for one in found] if isinstance(found, list) else [Column.KEY.name]


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
            row_height=lambda _font: ROW_HEIGHT,
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
        self.columns = ColumnsInSight(preferences)
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
        """Go to the row of a session."""
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
