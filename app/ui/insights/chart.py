"""A curve enlarged: axes, a readout for mouse and keys, and the table with the same numbers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from app.ui.insights.curve import DOTS_UP_TO, Frame, frame_of, paint
from app.ui.insights.series import COLUMNS, Series, csv_text
from app.ui.insights.tables import table
from app.ui.tables import RowsModel
from app.ui.texts import button, label, shown, tr
from app.ui.theme import colours, seat_colour

GRID = 4


class Chart(QWidget):
    """The picture. Left and right go from round to round."""

    moved = Signal(int)
    """The round the readout is at, by its place."""

    def __init__(self, series: Series, names: Mapping[str, str]) -> None:
        super().__init__()
        self.series, self._names = series, names
        self.at = len(series.values) - 1
        self.setAccessibleName(tr("Chart: {title}", title=series.title))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._tell()

    def sizeHint(self) -> QSize:
        """Wide enough for a year of rounds."""
        return QSize(620, 300)

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(280, 160)

    def show_series(self, series: Series) -> None:
        """Show another curve, or the same one grown; a mark at the end stays there."""
        at_end = self.at >= len(self.series.values) - 1
        self.series = series
        self.at = len(series.values) - 1 if at_end else min(self.at, len(series.values) - 1)
        self.setAccessibleName(tr("Chart: {title}", title=series.title))
        self._tell()
        self.update()

    def readout(self) -> str:
        """Return the round at the mark with its numbers."""
        if not 0 <= self.at < len(self.series.values):
            return tr("Nothing measured yet")
        number = self.series.rounds[self.at]
        parts = [f"{self.series.place(number)}: "]
        parts[0] += self.series.told(self.series.values[self.at])
        if self.series.parts:
            shares = zip(self.series.members, self.series.parts[self.at], strict=True)
            parts += [f"{self._names.get(m, m)} {share:,.0f}" for m, share in shares if share]
        return " · ".join(parts)

    def go(self, at: int) -> None:
        """Put the mark at the n-th round."""
        at = max(0, min(len(self.series.values) - 1, at))
        if at != self.at:
            self.at = at
            self._tell()
            self.update()
            self.moved.emit(at)

    def _tell(self) -> None:
        self.setAccessibleDescription(self.readout())

    def _area(self) -> QRectF:
        line = self.fontMetrics().height()
        left = self.fontMetrics().horizontalAdvance("000,000") + 8
        return QRectF(self.rect()).adjusted(left, line + 10, -14, -line - 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw grid, words, curve and mark."""
        c, painter, area = colours(), QPainter(self), self._area()
        painter.fillRect(self.rect(), QColor(c.base))
        line = self.fontMetrics().height()
        frame = frame_of(self.series, area)
        for step in range(GRID + 1):
            value = frame.low + (frame.high - frame.low) * step / GRID
            height = frame.y(value)
            painter.setPen(QColor(c.line))
            painter.drawLine(round(area.left()), round(height), round(area.right()), round(height))
            painter.setPen(QColor(c.muted))
            box = QRectF(0, height - line / 2, area.left() - 6, line)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _short(value, self.series)
            )
        self._draw_rounds(painter, frame, line)
        paint(painter, self.series, area, self.at)
        painter.setPen(QColor(c.text))
        painter.drawText(
            QRectF(area.left(), 2, area.width(), line + 4), Qt.AlignmentFlag.AlignLeft, self.readout()
        )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(c.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _draw_rounds(self, painter: QPainter, frame: Frame, line: int) -> None:
        room = self.fontMetrics().horizontalAdvance("R00000")
        every = max(1, round(len(self.series.rounds) * room / max(1.0, frame.rect.width())) + 1)
        bars = bool(self.series.parts) and len(self.series.values) <= DOTS_UP_TO
        width = frame.rect.width() / max(1, len(self.series.rounds))
        for at in range(0, len(self.series.rounds), every):
            number = self.series.rounds[at]
            x = frame.rect.left() + width * (at + 0.5) if bars else frame.x(at)
            box = QRectF(x - room / 2, frame.rect.bottom() + 4, room, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.series.place(number))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from round to round."""
        last = len(self.series.values) - 1
        moves = {
            Qt.Key.Key_Left: self.at - 1,
            Qt.Key.Key_Right: self.at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in moves:
            self.go(moves[key])
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the round under the mouse."""
        area = self._area()
        count = len(self.series.values)
        if count > 1 and area.width() > 0:
            share = (event.position().x() - area.left()) / area.width()
            self.go(int(share * count) if self.series.parts else round(share * (count - 1)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no longer."""
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Take the new colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()


class Swatch(QWidget):
    """A member's colour in the legend."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self.setFixedSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the square."""
        painter = QPainter(self)
        painter.fillRect(self.rect().adjusted(1, 1, -1, -1), seat_colour(self._index))
        painter.end()


class ChartDialog(QDialog):
    """Chart and table of one curve."""

    def __init__(self, parent: QWidget | None, series: Series, names: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(series.title)
        self.setAccessibleName(series.title)
        self.series, self._names = series, dict(names)
        self.chart = Chart(series, names)
        titles = ["Round", COLUMNS[series.kind], *(shown(names.get(m, m), 30) for m in series.members)]
        self.model = RowsModel(titles)
        self.table = table(self.model, tr("Table: {title}", title=series.title), wide=len(titles) - 1)
        self.model.fill(
            [
                (
                    tr("before") if number == 0 else str(number),
                    series.told(series.values[at]),
                    *(f"{share:,.0f}" for share in (series.parts[at] if series.parts else ())),
                )
                for at, number in enumerate(series.rounds)
            ]
        )
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.chart)
        split.addWidget(self.table)
        split.setSizes([320, 180])
        split.setChildrenCollapsible(False)
        legend = QHBoxLayout()
        for at, member in enumerate(series.members):
            legend.addWidget(Swatch(at))
            legend.addWidget(label(shown(names.get(member, member), 24), muted=True))
        if series.limit_words:
            legend.addWidget(
                label(tr("dashed line: {what}", what=series.limit_words.removeprefix("· ")), muted=True)
            )
        legend.addStretch(1)
        self.copy = button(tr("Copy as CSV"))
        self.close_button = button(tr("Close"))
        legend.addWidget(self.copy)
        legend.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.addWidget(label(series.headline, bold=True, scale=1.1))
        layout.addWidget(split, 1)
        layout.addLayout(legend)
        self.resize(720, 560)
        self.copy.clicked.connect(self._on_copy_clicked)
        self.close_button.clicked.connect(self.accept)
        self.chart.moved.connect(self.table.selectRow)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self.chart.go(now.row()))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(csv_text(self.series, self._names))
        self.copy.setText(tr("Copied"))


def _short(value: float, series: Series) -> str:
    if series.kind == "cost":
        return f"${value:.2f}" if value >= 0.1 or value == 0 else f"${value:.3f}"
    return f"{value / 1000:,.0f} k" if value >= 10_000 else f"{value:,.0f}"
