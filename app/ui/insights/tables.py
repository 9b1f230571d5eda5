"""Small tables of words that stand beside a picture."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.ui.stock import RowsModel

__all__ = ["RowsModel", "table"]


def table(model: RowsModel, name: str, wide: int) -> QTableView:
    """Return a table that shows whole rows and stretches one column."""
    made = QTableView()
    made.setAccessibleName(name)
    made.setModel(model)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.verticalHeader().hide()
    made.setTabKeyNavigation(False)
    made.setShowGrid(False)
    made.setAlternatingRowColors(True)
    header = made.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
    made.verticalHeader().setDefaultSectionSize(made.fontMetrics().height() + 8)
    return made
