"""The passages of a text in a list: each as it is read, and a tick at those that were taken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.diffing.units import units
from app.ui.kit.diff.rows import prepare
from app.ui.kit.diff.sheet import Geometry, Sheet
from app.ui.kit.icons import paint_icon
from app.ui.kit.tables import Index
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

_LEFT, _ICON, _ABOVE = 30.0, 14.0, 5.0
_TAKEN = Qt.ItemDataRole.UserRole


class _Painter(QStyledItemDelegate):
    """Paints a passage by the layout that the changes have."""

    def __init__(self, view: PassageList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the passage is at this width."""
        sheet = self._view.sheet(index.row())
        lines = range(len(sheet.prepared.lines))
        return QSize(100, round(sum(sheet.laid(line).height for line in lines) + 2 * _ABOVE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        state, rect = option.state, QRectF(option.rect)
        c, taken = colours(), bool(index.data(_TAKEN))
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        over = bool(state & QStyle.StateFlag.State_MouseOver)
        if chosen or over:
            painter.fillRect(rect, QColor(c.selection if chosen else c.hover))
        sheet = self._view.sheet(index.row())
        if taken or chosen or over:
            box = QRectF(rect.left() + 8, rect.top() + _ABOVE, _ICON, sheet.line_height)
            paint_icon(painter, box, "check" if taken else "plus", "finished" if taken else "accent")
        painter.setPen(QColor(c.text))
        y = rect.top() + _ABOVE
        for line in range(len(sheet.prepared.lines)):
            laid = sheet.laid(line)
            for layout in laid.sides.values():
                layout.draw(painter, QPointF(rect.left() + _LEFT, y))
            y += laid.height


class PassageList(QListWidget):
    """Passages are taken by a double click, Enter, or their mark at the left."""

    taken = Signal(str)
    """The words of passages, as they were written."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(_Painter(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self._sheets: dict[int, Sheet] = {}
        for unit in units(text):
            if unit.text.strip():
                self.addItem(QListWidgetItem(unit.text))
        self.setCurrentRow(0)
        self.itemDoubleClicked.connect(lambda _item: self.take())
        self.itemClicked.connect(self._on_clicked)

    def sheet(self, row: int) -> Sheet:
        """Return a passage laid out for the width there is."""
        found = self._sheets.get(row)
        if found is None:
            found = self._sheets[row] = Sheet()
            words = self.item(row).text()
            found.show(prepare(words, words))
            # The sheet leaves room at both sides of a text; here it is told to have none.
            wide = float(self.viewport().width()) - _LEFT + 16
            found.refit(Geometry(wide, one_column=True, between=0.0), self.font())
        return found

    def take(self) -> None:
        """Give the chosen passages away, in their order."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        if rows:
            self.taken.emit("\n\n".join(self.item(row).text().strip("\n") for row in rows))
            for row in rows:
                self.item(row).setData(_TAKEN, True)
                self.item(row).setToolTip(tr("Taken"))

    def _on_clicked(self, item: QListWidgetItem) -> None:
        at = self.viewport().mapFromGlobal(self.cursor().pos()).x()
        if 0 <= at < _LEFT:
            self.clearSelection()
            item.setSelected(True)
            self.take()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take by Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.take()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        self._sheets.clear()
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
