"""Groups of settings beside each other, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.kit.font_aware import SizeAware
from app.ui.kit.theme import text_scale

LEAST, BETWEEN = 240, 20
"""Pixels of a column at 100 % text, and between two."""


class GroupColumns(SizeAware, QWidget):
    """Puts groups into rows of one width, each at the top of its place."""

    def __init__(self, groups: Sequence[QWidget]) -> None:
        super().__init__()
        self._groups, self._columns = groups, 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(BETWEEN)
        self._grid.setVerticalSpacing(18)
        self._fit()

    def _fit(self) -> None:
        wide = LEAST * max(1.0, text_scale(self))
        columns = min(len(self._groups), max(1, int((self.width() + BETWEEN) / (wide + BETWEEN))))
        if columns == self._columns:
            return
        for at in range(self._columns):
            self._grid.setColumnStretch(at, 0)
        self._columns = columns
        for at, group in enumerate(self._groups):
            self._grid.removeWidget(group)
            row, column = divmod(at, columns)
            self._grid.addWidget(group, row, column, Qt.AlignmentFlag.AlignTop)
            self._grid.setColumnStretch(column, 1)
