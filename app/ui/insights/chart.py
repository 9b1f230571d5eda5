"""A curve enlarged: axes, a readout for mouse and keys, and the table with the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QWidget

from app.ui.insights.plot import Plot
from app.ui.insights.series import COLUMNS, Series, csv_text
from app.ui.kit.dialog import Reader
from app.ui.kit.layouts import SPACE, in_column, in_row, split
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.tables import RowsModel, word_table
from app.ui.kit.texts import Said, button, figure, label, single_line, tr
from app.ui.kit.theme import colours


class Chart(QWidget):
    """The picture with what it says at the mark. Left and right go from round to round."""

    moved = Signal(int)
    """The round the readout is at, by its place."""

    def __init__(self, series: Series, names: Mapping[str, str]) -> None:
        super().__init__()
        self.series, self._names = series, names
        self.at = len(series.values) - 1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.plot = Plot(series, self.at)
        self.plot.pointed.connect(self.go)
        self._readout = label("", wrap=True, widget=Said(tr("At the mark")))
        self.setLayout(in_column(self._readout, (self.plot, 1), margins=(4, 4, 4, 4)))
        self._tell()

    def sizeHint(self) -> QSize:
        """Wide enough for a year of rounds."""
        return QSize(620, 300)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 160)

    def show_series(self, series: Series) -> None:
        """Show another curve, or the same one grown; a mark at the end stays there."""
        at_end = self.at >= len(self.series.values) - 1
        self.series = series
        self.at = len(series.values) - 1 if at_end else min(self.at, len(series.values) - 1)
        self._tell()

    def readout(self) -> str:
        """Return the round at the mark with its numbers."""
        series = self.series
        if not 0 <= self.at < len(series.values):
            return tr("Nothing measured yet")
        head = f"{series.round_name(series.rounds[self.at])}: {series.value_text(series.values[self.at])}"
        shares = zip(series.members, series.shares(self.at), strict=True)
        return " · ".join(
            [head, *(f"{self._names.get(m, m)} {figure(f'{share:,.0f}')}" for m, share in shares if share)]
        )

    def go(self, at: int) -> None:
        """Put the mark at the n-th round."""
        at = max(0, min(len(self.series.values) - 1, at))
        if at != self.at:
            self.at = at
            self._tell()
            self.moved.emit(at)

    def _tell(self) -> None:
        words = self.readout()
        self._readout.setText(words)
        self.setAccessibleName(tr("Chart: {title}", title=self.series.title))
        self.setAccessibleDescription(words)
        self.plot.draw(self.series, self.at)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = colours(), QPainter(self)
        painter.fillRect(self.rect(), QColor(c.base))
        if self.hasFocus():
            painter.setPen(QColor(c.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
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


class ChartPage(QWidget):
    """Chart and table of one curve."""

    def __init__(self, series: Series, names: Mapping[str, str]) -> None:
        super().__init__()
        self.series = series
        self.chart = Chart(series, names)
        members = [names.get(member, member) for member in series.members]
        titles = [tr(series.word), COLUMNS[series.kind], *(single_line(member, 30) for member in members)]
        self.model = RowsModel(titles)
        self.table = word_table(self.model, tr("Table: {title}", title=series.title), wide=len(titles) - 1)
        self.model.fill(
            [
                (
                    tr("before") if number == 0 else str(number),
                    series.value_text(series.values[at]),
                    *(f"{share:,.0f}" for share in series.shares(at)),
                )
                for at, number in enumerate(series.rounds)
            ]
        )
        legend: list[QWidget] = []
        for at, member in enumerate(members):
            legend += [SeatDot(at), label(single_line(member, 24), muted=True)]
        if series.limit is not None:
            legend.append(label(tr("dashed line: {what}", what=series.value_text(series.limit)), muted=True))
        parts = split(self.chart, self.table, sizes=(320, 180), upright=True)
        self.setLayout(in_column((parts, 1), in_row(*legend, SPACE)))
        self.chart.moved.connect(self.table.selectRow)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self.chart.go(now.row()))


class ChartDialog(Reader):
    """Chart and table of a curve, and of those beside it."""

    size_at_100 = (720, 580)

    def __init__(
        self,
        parent: QWidget | None,
        series: Series,
        names: Mapping[str, str],
        beside: Sequence[Series] = (),
    ) -> None:
        super().__init__(parent, series.title)
        self._names = dict(names)
        self._every = list(beside) if series in beside else [series]
        self._pages: dict[int, ChartPage] = {}
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(tr("Curves"))
        self.tabs.setExpanding(False)
        for one in self._every:
            self.tabs.addTab(one.title)
        self.tabs.setVisible(len(self._every) > 1)
        self._headline = label("", bold=True)
        self._stack = QStackedWidget()
        self.copy = button(tr("Copy as CSV"))
        self.add_button(self.copy)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._headline)
        self.body.addWidget(self._stack, 1)
        self.copy.clicked.connect(self._on_copy_clicked)
        self.tabs.currentChanged.connect(self._on_turned)
        self.tabs.setCurrentIndex(self._every.index(series))
        self._on_turned(self.tabs.currentIndex())
        # Left and right go from round to round, from the newest on.
        self.page.chart.setFocus()

    @property
    def page(self) -> ChartPage:
        """What is shown."""
        return self._pages[self.tabs.currentIndex()]

    def _on_turned(self, at: int) -> None:
        if at not in self._pages:
            self._pages[at] = ChartPage(self._every[at], self._names)
            self._stack.addWidget(self._pages[at])
        self._stack.setCurrentWidget(self._pages[at])
        series = self.page.series
        self._headline.setText(series.headline)
        self.setWindowTitle(series.title)
        self.setAccessibleName(series.title)
        self.copy.setText(tr("Copy as CSV"))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(csv_text(self.page.series, self._names))
        self.copy.setText(tr("Copied"))
