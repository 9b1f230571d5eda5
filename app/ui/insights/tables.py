"""Small tables of words that stand beside a picture."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QTableView

from app.ui.kit.tables import RowsModel, row_table


def table(model: RowsModel, name: str, wide: int) -> QTableView:
    """Return a table whose columns are as wide as their words; `wide` takes the rest."""
    made = row_table(model, name, striped=True)
    header = made.horizontalHeader()
    header.setStretchLastSection(False)
    # Measured by some rows: thousands of them would be measured at every change.
    header.setResizeContentsPrecision(50)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
    return made
