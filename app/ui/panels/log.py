"""Log: every record of the journal; bodies are decoded only for the chosen one."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSplitter, QTableView, QVBoxLayout, QWidget

from app.domain.fact_base import Record
from app.ui.fold import SessionView
from app.ui.texts import PlainView, tr

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("#", "Time", "Round", "What happened")


class LogModel(QAbstractTableModel):
    """Rows are records in order; new ones are added at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._session = ""
        self.records: list[Record] = []

    def fill(self, view: SessionView) -> None:
        """Take the records of a session, only the new ones where it is the same."""
        if view.position.session != self._session or len(view.log) < len(self.records):
            self.beginResetModel()
            self._session, self.records = view.position.session, list(view.log)
            self.endResetModel()
        elif len(view.log) > len(self.records):
            self.beginInsertRows(QModelIndex(), len(self.records), len(view.log) - 1)
            self.records += view.log[len(self.records) :]
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of records."""
        return 0 if parent.isValid() else len(self.records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell from the record's envelope."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        record = self.records[index.row()]
        at = datetime.fromtimestamp(record.at / 1e6).astimezone()
        place = (
            str(record.round) + (f".{record.attempt}" if record.attempt > 1 else "") if record.round else ""
        )
        return (str(record.seq), f"{at:%H:%M:%S}", place, record.type.replace("_", " "))[index.column()]


class LogPanel(QWidget):
    """The table and the chosen record's body."""

    def __init__(self) -> None:
        super().__init__()
        self.model = LogModel()
        self.table = QTableView()
        self.table.setAccessibleName(tr("Log"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        for column, width in enumerate((60, 90, 60)):
            self.table.setColumnWidth(column, width)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.body = PlainView(tr("The chosen record"))
        self.body.setPlaceholderText(tr("Choose a record to see all of it."))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(self.body)
        split.setSizes([420, 400])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(split)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)

    def refresh(self, view: SessionView) -> None:
        """Add what is new; follow the end where the person stands there."""
        bar = self.table.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        self.model.fill(view)
        if at_end:
            self.table.scrollToBottom()

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            body = self.model.records[current.row()].body()
            self.body.show_text(json.dumps(body, ensure_ascii=False, indent=2))
