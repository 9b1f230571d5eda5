"""Small curves in the column; a click or Enter opens the large one with its table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from app.ui.insights.curve import paint
from app.ui.insights.series import CURVES, Series, series_of
from app.ui.kit.buttons import ToolButton
from app.ui.kit.layouts import in_column
from app.ui.kit.tasks import pause
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

QUIET_MS = 250
"""Curves are counted anew at most this often while records pour in."""


class Sparkline(ToolButton):
    """One curve with its title and newest value, to be pressed like a button."""

    def __init__(self) -> None:
        super().__init__()
        self.series: Series | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_series(self, series: Series) -> None:
        """Show a curve."""
        if series == self.series:
            return
        self.series = series
        self.setAccessibleName(series.headline)
        numbers = series.sentence()
        self.setAccessibleDescription(tr("{numbers}. Enter opens chart and table.", numbers=numbers))
        self.setToolTip(tr("Open the chart and the table"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() * 2 + 46)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.series is None:
            return
        c, painter = colours(), QPainter(self)
        line = self.fontMetrics().height()
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setPen(QColor(c.text))
        words = self.fontMetrics().elidedText(
            self.series.headline, Qt.TextElideMode.ElideRight, round(area.width())
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, words)
        below = QRectF(area.left(), area.bottom() - line, area.width(), line)
        painter.setPen(QColor(c.muted))
        if self.series.newest is None:
            painter.drawText(
                area.adjusted(0, line, 0, 0), Qt.AlignmentFlag.AlignCenter, tr("Nothing measured yet")
            )
        else:
            first, *others = self.series.rounds
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft, self.series.round_label(first))
            if others:
                painter.drawText(below, Qt.AlignmentFlag.AlignRight, self.series.round_label(others[-1]))
            paint(painter, self.series, area.adjusted(5, line + 5, -5, -line - 4))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.accent), 1.5, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()


class Curves(Panel):
    """All curves of the session in sight."""

    opened = Signal(object)
    """The series to enlarge."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._stamp: tuple[object, ...] = ()
        self.lines = {kind: Sparkline() for kind in CURVES}
        for line in self.lines.values():
            line.clicked.connect(lambda _on=False, line=line: self.opened.emit(line.series))
            line.hide()
        self.setLayout(in_column(*self.lines.values(), spacing=8))
        self._timer = pause(self, QUIET_MS, self._count)

    def refresh(self, view: SessionView) -> None:
        """Show the session's numbers, at once when it is another one or nothing was shown lately."""
        other = self._view is not view
        self._view = view
        if other or not self._timer.isActive():
            self._count()
            self._timer.start()

    def _count(self) -> None:
        view = self._view
        if view is None:
            return
        stamp = (view.session_id, view.head)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        found = {series.kind: series for series in series_of(view)}
        for kind, line in self.lines.items():
            if kind in found:
                line.show_series(found[kind])
            line.setVisible(kind in found)
