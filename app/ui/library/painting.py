"""How a row of the library is drawn: a tick, the state, the title with a quieter line, and figures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.spinner import Turning
from app.ui.kit.tables import Index, draw_tick, paint_row_ground
from app.ui.kit.theme import colours
from app.ui.library.rows import ROW_ROLE, WORDS_ROLE, led_to, parts
from app.ui.view.session_rows import look_of

TICKS = 40
"""Pixels at the left within which a click ticks a row."""
TITLE_AT, EDGE = 72, 16
_TICK, _ICON_AT, _ICON, _CELL = 16, 44, 16, 6


def row_height(view: QWidget) -> int:
    """Return the height of every row of a table: two lines."""
    return max(54, 2 * view.fontMetrics().lineSpacing() + 18)


class RowDelegate(QStyledItemDelegate):
    """Draws the ground of a row, the line below it, and a cell in small letters."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's height."""
        return QSize(60, row_height(option.widget))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        painter.save()
        self.ground(painter, option, index)
        self.words(painter, option, index)
        painter.restore()

    def ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the row that is looked at, and frame it while the keys are there."""
        table = self.parent()
        assert isinstance(table, QTableView)
        paint_row_ground(painter, table, option.rect, index.row())

    def words(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw what the cell says; a state in its colour."""
        c, row = colours(), index.data(ROW_ROLE)
        inner = option.rect.adjusted(_CELL, 0, -_CELL, 0)
        font = caption_font(option.font)
        painter.setFont(font)
        last = index.column() == index.model().columnCount() - 1
        painter.setPen(
            QColor(c.tone(look_of(row).tone) if index.column() == 1 else c.muted if last else c.text)
        )
        side = index.data(Qt.ItemDataRole.TextAlignmentRole)
        where = side if side is not None else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        cut = QFontMetrics(font).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(where), cut)


class TitleDelegate(RowDelegate):
    """Draws tick, state, title, and a quieter line below with hits marked."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._turning = Turning(table.viewport())

    def words(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell."""
        c, rect, table = colours(), option.rect, self.parent()
        assert isinstance(table, QTableView)
        ticked = table.selectionModel().isRowSelected(index.row(), index.parent())
        middle = rect.center().y() + 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_tick(painter, QRectF(rect.left() + EDGE, middle - _TICK / 2, _TICK, _TICK), ticked)
        look = look_of(index.data(ROW_ROLE))
        icon = QRectF(rect.left() + _ICON_AT, middle - _ICON / 2, _ICON, _ICON)
        self._turning.paint(painter, icon, look.icon, look.tone)
        title, _, below = str(index.data()).partition("\n")
        font, small = QFont(option.font), caption_font(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        high, low = QFontMetrics(font), QFontMetrics(small)
        top = rect.top() + (rect.height() - high.lineSpacing() - low.lineSpacing() - 2) // 2
        left, room = rect.left() + TITLE_AT, rect.width() - TITLE_AT - 12
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        painter.drawText(left, top + high.ascent(), high.elidedText(title, Qt.TextElideMode.ElideRight, room))
        painter.setFont(small)
        wanted = str(index.data(WORDS_ROLE) or "")
        line = led_to(below, wanted, room, low.horizontalAdvance)
        line = low.elidedText(line, Qt.TextElideMode.ElideRight, room)
        self._marked(painter, QPoint(left, top + high.lineSpacing() + 2), line, wanted)

    def _marked(self, painter: QPainter, position: QPoint, line: str, words: str) -> None:
        c, metrics = colours(), painter.fontMetrics()
        x = position.x()
        for piece, hit in parts(line, words):
            wide = metrics.horizontalAdvance(piece)
            if hit:
                painter.fillRect(QRect(x, position.y(), wide, metrics.height()), QColor(c.hit))
            painter.setPen(QColor(c.text if hit else c.muted))
            painter.drawText(x, position.y() + metrics.ascent(), piece)
            x += wide
