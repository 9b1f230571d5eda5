"""The line above the panes that says what stands on either side."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.diff.sheet import PAD
from app.ui.kit.diff.view import DiffView
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.theme import colours

_HIGH, _ARROW = 26, 26.0


class DiffHead(FontAware, QWidget):
    """Two captions at the heads of a view's panes; beside each other where there is one column."""

    def __init__(self, view: DiffView) -> None:
        super().__init__()
        self._view, self._captions = view, ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        view.moved.connect(self.update)

    def show_captions(self, old: str, new: str) -> None:
        """Say what stands at the left and at the right."""
        self._captions = (old, new)
        self.setAccessibleName(" → ".join(filter(None, self._captions)))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its words, at least as drawn."""
        return QSize(100, max(_HIGH, QFontMetrics(caption_font(self.font())).height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the captions where the panes begin."""
        c, geometry, painter = colours(), self._view.sheet.geometry, QPainter(self)
        painter.fillRect(self.rect(), QColor(c.window))
        painter.setPen(QColor(c.hairline))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        painter.setFont(caption_font(self.font()))
        metrics, high = painter.fontMetrics(), float(self.height() - 1)
        old, new = self._captions
        if geometry.one_column:
            left = geometry.x("inline") + PAD
            right = left + metrics.horizontalAdvance(old) + _ARROW
            if old and new:
                paint_icon(
                    painter, QRectF(right - _ARROW, (high - 14) / 2, _ARROW, 14), "arrow-right", "muted"
                )
            room = right - _ARROW - left, self.width() - right - PAD
        else:
            left, right = (geometry.x(pane) + PAD for pane in ("left", "right"))
            room = (geometry.pane - PAD,) * 2
        painter.setPen(QColor(c.muted))
        for words, x, wide in zip(self._captions, (left, right), room, strict=True):
            fitting = metrics.elidedText(words, Qt.TextElideMode.ElideRight, round(wide) + 1)
            painter.drawText(QRectF(x, 0.0, wide + 1, high), int(Qt.AlignmentFlag.AlignVCenter), fitting)
        painter.end()

    def _fit(self) -> None:
        self.updateGeometry()
