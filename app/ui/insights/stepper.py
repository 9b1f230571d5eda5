"""The steps of the round in sight, downwards; each leads to its place in the log."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.engine.graph import Graph
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.controls import icon_button
from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.spinner import Turning
from app.ui.kit.states import state_look
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import Said, label, tr
from app.ui.kit.theme import CAPTION, colours
from app.ui.view.panel import Panel
from app.ui.view.round_steps import RoundShape, RoundStep, described, heading, round_shape, steps_of
from app.ui.view.session_view import SessionView

_ROW, _ICON, _SIDE, _GAP = 30, 16, 8, 10
_STEP_ROLE = Qt.ItemDataRole.UserRole + 1


class StepModel(TitledModel[RoundStep]):
    """A row for each step."""

    def __init__(self) -> None:
        super().__init__(("",), lambda step, _column: step.title)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a step's title, all of it for a screen reader, or the step itself."""
        if not index.isValid():
            return None
        step = self.items[index.row()]
        if role == _STEP_ROLE:
            return step
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(step)
        return super().data(index, role)


def spoken(step: RoundStep) -> str:
    """Return a step in words: where it stands, too."""
    words = {
        "finished": tr("done"),
        "running": tr("running"),
        "waiting": tr("waiting for you"),
        "failed": tr("failed"),
        "future": "" if step.detail else tr("not started"),
    }
    return ", ".join(filter(None, (step.title, words.get(step.state, tr(step.state)), step.detail)))


class StepDelegate(QStyledItemDelegate):
    """Paints a step: the icon of its state, its title and what came of it, and the way to the next one."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view, self._turning = view, Turning(view.viewport())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, _row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        step: RoundStep = index.data(_STEP_ROLE)
        c, rect, look = colours(), option.rect, state_look(step.state)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if step.current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.tone(look.ground)))
            painter.drawRoundedRect(QRectF(rect), 6, 6)
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6)
        icon = QRectF(rect.left() + _SIDE, rect.center().y() + 1 - _ICON / 2, _ICON, _ICON)
        painter.setPen(QPen(QColor(c.edge), 1))
        middle = round(icon.center().x())
        if index.row() + 1 < index.model().rowCount():
            painter.drawLine(middle, round(icon.bottom()) + 1, middle, rect.bottom())
        if index.row():
            painter.drawLine(middle, rect.top(), middle, round(icon.top()) - 2)
        self._turning.paint(painter, icon, look.icon, look.tone)
        if not self._turning.alone(icon, rect):
            self._words(painter, option, step)
        painter.restore()

    def _words(self, painter: QPainter, option: QStyleOptionViewItem, step: RoundStep) -> None:
        c, look = colours(), state_look(step.state)
        inner = option.rect.adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE, 0)
        font = sized_font(option.font, bold=step.current)
        small = caption_font(option.font, bold=step.current)
        wide = QFontMetrics(small).horizontalAdvance(step.detail)
        painter.setFont(small)
        painter.setPen(QColor(c.tone(look.tone) if step.current else c.muted))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, right, step.detail)
        painter.setFont(font)
        painter.setPen(QColor(c.tone(look.tone) if step.current else c.text))
        room = inner.width() - (wide + _GAP if wide else 0)
        title = QFontMetrics(font).elidedText(step.title, Qt.TextElideMode.ElideRight, room)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(inner.left(), inner.top(), room, inner.height()), left, title)


def _row_height(metrics: QFontMetrics) -> int:
    """Return the height of a step."""
    return max(_ROW, metrics.lineSpacing() + 12)


class StepList(FontAware, QListView):
    """As high as its steps."""

    def __init__(self, model: StepModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setObjectName("bare")
        self.setAccessibleName(tr("Steps of this round"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(StepDelegate(self))

    def sizeHint(self) -> QSize:
        return QSize(180, self.model().rowCount() * _row_height(self.fontMetrics()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()


class Stepper(Panel):
    """The round in sight, step by step; the whole graph is one press away."""

    round_wanted = Signal(int)
    """Look at this round."""

    def __init__(self) -> None:
        super().__init__()
        self._graph: Graph | None = None
        self._shape: RoundShape | None = None
        self.gives_way = False
        """Whether something more telling stands in its place."""
        self.title = label("", bold=True, muted=True, scale=CAPTION, widget=Said(tr("Steps of")))
        self.enlarge = icon_button("maximize-2", tr("Show the whole run"), tr("Open the run map as a tab"))
        self.model = StepModel()
        self.list = StepList(self.model)
        head = in_row(self.title, SPACE, self.enlarge, margins=(_SIDE, 4, 2, 4))
        self.setLayout(in_column(head, self.list, spacing=0))
        self.enlarge.clicked.connect(self.enlarge_wanted)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)

    def refresh(self, view: SessionView) -> None:
        """Show the steps of the round that is looked at."""
        graph = view.graph
        if graph is not self._graph:
            self._graph, self._shape = graph, round_shape(graph) if graph is not None else None
        self.setVisible(self._shape is not None and not self.gives_way)
        if self._shape is None:
            return
        own = view.standing()
        if own is not None and own.steps:
            self.title.setText(tr(own.title))
            steps = described(own.steps, view.state)
        else:
            self.title.setText(heading(view))
            steps = steps_of(view, self._shape)
        if steps != self.model.items:
            fewer_or_more = len(steps) != len(self.model.items)
            at = self.list.currentIndex().row()
            self.model.replace(steps)
            if 0 <= at < len(steps):
                self.list.setCurrentIndex(self.model.index(at, 0))
            if fewer_or_more:
                self.list.updateGeometry()

    def _on_chosen(self, index: Index) -> None:
        step = self.model.items[index.row()]
        if step.round and step.state != "future":
            self.round_wanted.emit(step.round)
        elif step.entry:
            self.step_wanted.emit(step.entry)
