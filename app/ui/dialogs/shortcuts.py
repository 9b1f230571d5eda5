"""Every key on one page, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.dialogs.base import Dialog
from app.ui.stock import RowsModel
from app.ui.texts import tr


class ShortcutSheet(Dialog):
    """A table of (key, what it does)."""

    def __init__(self, parent: QWidget | None, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent, tr("Keyboard shortcuts"), tr("Close"))
        self.cancel.hide()
        self.model = RowsModel((QT_TRANSLATE_NOOP("ui", "Key"), QT_TRANSLATE_NOOP("ui", "What it does")))
        self.model.fill(list(keys))
        self.table = QTableView()
        self.table.setAccessibleName(tr("Keyboard shortcuts"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().lineSpacing() + 8)
        self.table.setShowGrid(False)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(0, 190)
        self.body.addWidget(self.table, 1)
        self.resize(520, 520)
        self.main.clicked.connect(self.accept)
