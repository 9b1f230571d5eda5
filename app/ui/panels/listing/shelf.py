"""A narrow list beside a text that is read: titles with what lies under them, figures at the right.

In a narrow window it lies above the text, folded into the name of the row that is read.
"""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.icons import paint_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.screen import is_narrow
from app.ui.kit.tables import Index
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours
from app.ui.kit.two_lines import paint_words
from app.ui.panels.listing.model import TONES, ListModel
from app.ui.panels.listing.second_line import LOOKS
from app.ui.view.cells import cell_text

_AROUND = 8
"""Pixels between the edge of the list and its rows."""
_SIGN, _HEAD, _WORDS, _END = 4, 24, 44, 8
"""Pixels of a row before its arrow, a title, and the words under it; and behind its figures."""
_ICON, _GAP = 14, 6
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LONGEST = 60
"""Characters of the name of the row that is read."""
_NUMBERED = re.compile(r"(\d{1,3}) · (?=\S)")
"""The number that a chapter begins with: it stands in a column of its own."""
_WITH_SIGN = ("waits", "stale")
"""Looks that are drawn with their icon."""


def shelf_row_height(font: QFont) -> int:
    """Return how high a row is at a size of the text."""
    return QFontMetrics(font).height() + 12


class ShelfRows(QStyledItemDelegate):
    """Draws a title with its count and state, or a row under it with its number and figures."""

    def __init__(self, table: QTableView, model: ListModel[Any]) -> None:
        super().__init__(table)
        self._view, self._model = table, model
        self._end = next((column for column in model.described if column.width), None)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, shelf_row_height(self._view.font()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, box, state = colours(), option.rect, option.state
        row = self._model.items[index.row()]
        title = self._model.is_title(row)
        chosen = bool(state & QStyle.StateFlag.State_Selected) and not title
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(c.selection if chosen else c.hover))
            painter.drawRoundedRect(box, 4, 4)
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(c.accent))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        box = box.adjusted(0, 0, self._paint_end(painter, box, row) - box.right(), 0)
        if title:
            self._paint_title(painter, box, index.row())
        else:
            self._paint_row(painter, box, row)
        painter.restore()

    def _paint_end(self, painter: QPainter, box: QRect, row: Any) -> int:
        """Draw the figures, or the state of a title; return where they begin."""
        right = box.right() - _END
        if self._end is None or not (text := cell_text(self._end.cell(row), self._model.names)):
            return right
        look = self._end.look(row) if self._end.look is not None else ""
        painter.setFont(caption_font(self._view.font()))
        wide = painter.fontMetrics().horizontalAdvance(text)
        state = LOOKS[look] if look in _WITH_SIGN else None
        painter.setPen(QColor(colours().tone(state.tone if state is not None else TONES.get(look, "text2"))))
        painter.drawText(QRect(right - wide, box.top(), wide + 1, box.height()), _ONE_LINE, text)
        right -= wide + _GAP
        if state is not None:
            right -= _ICON
            top = box.center().y() - _ICON / 2 + 1
            paint_icon(painter, QRectF(right + 2, top, _ICON, _ICON), state.icon, state.tone)
        return right - _GAP

    def _paint_title(self, painter: QPainter, box: QRect, at: int) -> None:
        painter.setFont(sized_font(self._view.font(), bold=True))
        sign = "chevron-down" if self._model.is_open(at) else "chevron-right"
        top = box.center().y() - _ICON / 2 + 1
        paint_icon(painter, QRectF(box.left() + _SIGN, top, _ICON, _ICON), sign, "text2")
        c, title = colours(), self._model.claim(self._model.items[at])
        end = paint_words(painter, box, box.left() + _HEAD, title, c.text)
        painter.setFont(caption_font(self._view.font()))
        paint_words(painter, box, end + _GAP, str(self._model.counted(at)), c.muted)

    def _paint_row(self, painter: QPainter, box: QRect, row: Any) -> None:
        text = self._model.claim(row)
        painter.setFont(self._view.font())
        if numbered := _NUMBERED.match(text):
            text = text[numbered.end() :]
            before = QRect(box.left(), box.top(), _WORDS - 10, box.height())
            painter.setPen(QColor(colours().muted))
            painter.drawText(before, _ONE_LINE | Qt.AlignmentFlag.AlignRight, numbered.group(1))
        paint_words(painter, box, box.left() + _WORDS, text, colours().text)


class Shelf(QWidget):
    """The list and the text of the chosen row: side by side, or the one above the other."""

    def __init__(
        self,
        table: QTableView,
        model: ListModel[Any],
        text: QWidget,
        filters: QWidget,
        widths: tuple[int, int],
    ) -> None:
        """`filters`: above the list; `widths`: of the list and the text where there is room."""
        super().__init__()
        self._table, self._model, self._widths = table, model, widths
        self._above: bool | None = None
        table.setItemDelegate(ShelfRows(table, model))
        table.horizontalHeader().hide()
        table.setMouseTracking(True)
        for at, column in enumerate(model.described):
            table.setColumnHidden(at, bool(column.width))
        model.told = self._told
        inner = in_column(table, margins=(_AROUND, 0, _AROUND, _AROUND))
        self.side = boxed(in_column(filters, (boxed(inner), 1), spacing=0), "ground")
        self._parts = split(self.side, text, sizes=widths)
        self.folded = MenuButton("", tr("Choose what is read"), chevron=True)
        """Names the row that is read, and opens the list above its text."""
        self.folded.opens = lambda: self._open(not self.side.isVisible())
        self.folded.setCheckable(True)
        self._row = boxed(in_row(self.folded, SPACE, margins=(14, 4, 14, 4)), "ground")
        self._row.hide()
        self.setLayout(in_column(self._row, (self._parts, 1), spacing=0))
        table.clicked.connect(self._on_taken)
        table.activated.connect(self._on_taken)

    def name(self, row: Any) -> None:
        """Name the row whose text is shown."""
        self.folded.setText(self._told(row)[:_LONGEST].replace("&", "&&"))

    def _told(self, row: Any) -> str:
        cells = (cell_text(column.cell(row), self._model.names) for column in self._model.described)
        return "  ".join(filter(None, cells))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the list above the text where the window is narrow."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        above = is_narrow(self)
        if above == self._above:
            return
        self._above = above
        self._parts.setOrientation(Qt.Orientation.Vertical if above else Qt.Orientation.Horizontal)
        self._row.setVisible(above)
        self._open(not above)
        if not above:
            self._parts.setSizes(list(self._widths))

    def _open(self, opened: bool) -> None:
        self.side.setVisible(opened)
        self.folded.setChecked(opened and bool(self._above))
        if opened and self._above:
            high = self._parts.height()
            self._parts.setSizes([high * 2 // 3, high - high * 2 // 3])
            self._table.setFocus()

    def _on_taken(self, index: QModelIndex) -> None:
        if self._above and index.isValid() and not self._model.is_title(self._model.items[index.row()]):
            self._open(False)
            # The list that had the keys is out of sight.
            self.folded.setFocus()
