"""Draws boxes and arrows; the picture is laid out anew for each width and theme."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPolygonItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.ui.insights.shape import FINISHED, STOPPED, Box, BoxState, Edge, Shape
from app.ui.kit.icons import paint_icon
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.texts import count, escaped, money, tr
from app.ui.kit.theme import CAPTION, colours

BOX_HEIGHT, ROW, EDGE_ROOM = 26.0, 42.0, 38.0
WIDEST, NARROWEST = 190.0, 84.0
_ICON, _GAP = 14.0, 5.0


class BoxItem(QGraphicsItem):
    """One box; a click is told to the view. Its `rect` is set before it is put into a scene."""

    def __init__(self, box: Box, state: BoxState, font: QFont) -> None:
        super().__init__()
        self.box, self.state, self._font = box, state, font
        self.rect = QRectF()
        self.focused = False
        self.setToolTip(escaped(self.sentence))

    @property
    def words(self) -> str:
        """The box's title, and how often it was visited."""
        text = tr(self.box.title)
        return f"{text} ×{self.state.visits}" if self.state.visits > 1 else text

    @property
    def look(self) -> StateLook:
        """The icon of where it stands, and its colour."""
        state = self.state
        if state.failed:
            return state_look("failed")
        if state.current:
            return state_look("waiting" if self.box.asks and state.state == "running" else state.state)
        return state_look("finished" if state.visits else "future")

    @property
    def sentence(self) -> str:
        """The box in words: title, visits, time and cost."""
        state = self.state
        parts = (
            tr(self.box.title),
            tr("failed") if state.failed else "",
            tr("the run is here") if state.current else "",
            tr("not reached yet") if not state.visits and not state.current else "",
            count(state.visits, "visited once", "visited {n} times") if state.visits else "",
            time_words(state.seconds) if state.seconds else "",
            count(state.calls, "{n} call", "{n} calls") if state.calls else "",
            count(state.failures, "{n} failed", "{n} failed") if state.failures else "",
            money(state.cost) if state.cost else "",
        )
        return ", ".join(filter(None, parts)) + "."

    def boundingRect(self) -> QRectF:
        return self.rect.adjusted(-5, -5, 5, 5)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the box, its words, and rings for failure and focus."""
        c, state, look = colours(), self.state, self.look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        known = state.visits > 0 or state.current
        pen = QPen(QColor(c.tone(look.tone) if state.current else c.edge if known else c.line), 1.0)
        if self.box.asks and not state.current:
            # Where a person is asked the border is broken: another sign than colour.
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(c.tone(look.ground) if state.current else c.raised))
        painter.drawRoundedRect(self.rect, 7, 7)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if state.failed:
            painter.setPen(QPen(QColor(c.bad), 2.0))
            painter.drawRoundedRect(self.rect.adjusted(-3, -3, 3, 3), 9, 9)
        if self.focused:
            painter.setPen(QPen(QColor(c.accent), 2.0))
            painter.drawRoundedRect(self.rect.adjusted(-4, -4, 4, 4), 10, 10)
        inner = self.rect.adjusted(8, 0, -6, 0)
        icon = QRectF(inner.left(), inner.center().y() - _ICON / 2, _ICON, _ICON)
        paint_icon(painter, icon, look.icon, look.tone)
        painter.setPen(QColor(c.tone(look.tone) if state.current else c.text if known else c.muted))
        font = QFont(self._font)
        font.setWeight(QFont.Weight.DemiBold if state.current else QFont.Weight.Normal)
        inner.adjust(_ICON + _GAP, 0, 0, 0)
        fit(font, self.words, inner.width())
        painter.setFont(font)
        words = QFontMetricsF(font).elidedText(self.words, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)


def time_words(seconds: float) -> str:
    """Return how long a step took, in words."""
    if seconds < 90:
        return tr("{n} s", n=f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}")
    return tr("{n} min", n=f"{seconds / 60:.0f}")


def fit(font: QFont, words: str, room: float) -> None:
    """Make a font smaller, down to that of captions, until words fit into `room` pixels."""
    # Step by step: widths of a small font go by whole pixels, not by its size.
    least = font.pointSizeF() * CAPTION
    while QFontMetricsF(font).horizontalAdvance(words) > room and font.pointSizeF() > least:
        font.setPointSizeF(font.pointSizeF() - 0.25)


def _edge(path: QPainterPath, head: QPolygonF, taken: bool) -> QGraphicsPathItem:
    """Return an arrow; the one taken last is thicker and in the accent colour."""
    colour = QColor(colours().accent if taken else colours().edge)
    arrow = QGraphicsPathItem(path)
    arrow.setPen(QPen(colour, 2.4 if taken else 1.0))
    arrow.setZValue(1 if taken else -1)
    tip = QGraphicsPolygonItem(head, arrow)
    tip.setPen(QPen(Qt.PenStyle.NoPen))
    tip.setBrush(colour)
    return arrow


def draw(
    scene: QGraphicsScene,
    shape: Shape,
    states: Mapping[str, BoxState],
    last: Edge | None,
    width: float,
    font: QFont,
) -> dict[str, BoxItem]:
    """Fill a scene for a width in pixels; return the box items by key."""
    scene.clear()
    items = {box.key: BoxItem(box, states[box.key], font) for box in shape.boxes}
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(bold)
    room = max(NARROWEST - 14, width - 2 * EDGE_ROOM - 4)
    wanted = max(
        (metrics.horizontalAdvance(item.words) + _ICON + _GAP + 24 for item in items.values()),
        default=NARROWEST,
    )
    box_width = min(room, WIDEST, max(NARROWEST, wanted))
    for item in items.values():
        item.rect = _rect(item.box, box_width, width)
    ends = [(items[edge.source], items[edge.target], edge == last) for edge in shape.edges]
    lanes = {False: 0, True: 0}
    for source, target, taken in sorted(ends, key=lambda one: abs(one[0].box.row - one[1].box.row)):
        scene.addItem(_arrow(source, target, lanes, taken))
    for item in items.values():
        scene.addItem(item)
    scene.setSceneRect(0, 0, width, (shape.boxes[-1].row + 1) * ROW + 10)
    return items


def _rect(box: Box, box_width: float, width: float) -> QRectF:
    top = 8 + box.row * ROW
    if box.key in (FINISHED, STOPPED):
        half = min(box_width, (width - 12) / 2 - 2)
        left = width / 2 - half - 4 if box.key == FINISHED else width / 2 + 4
        return QRectF(left, top, half, BOX_HEIGHT)
    return QRectF((width - box_width) / 2, top, box_width, BOX_HEIGHT)


def _arrow(source: BoxItem, target: BoxItem, lanes: dict[bool, int], taken: bool) -> QGraphicsPathItem:
    """Return the arrow between two boxes; `lanes` counts the curves on each side."""
    begin, stop = source.rect, target.rect
    path = QPainterPath()
    if target.box.row - source.box.row == 1:
        start = QPointF(begin.center().x(), begin.bottom())
        end = QPointF(max(stop.left() + 8, min(start.x(), stop.right() - 8)), stop.top())
        path.moveTo(start)
        path.lineTo(end)
        head = QPolygonF([end, end + QPointF(-4, -7), end + QPointF(4, -7)])
        return _edge(path, head, taken)
    # Onward arrows that pass boxes by run on the left, those that lead back on the right.
    back = target.box.row < source.box.row
    # The bend of such a curve lies at three quarters of its handles.
    out = EDGE_ROOM - 6 - (lanes[back] % 4) * 7
    lanes[back] += 1
    sign = 1 if back else -1
    start = QPointF(begin.right() if back else begin.left(), begin.center().y() - sign * 4)
    end = QPointF(stop.right() if back else stop.left(), stop.center().y() + sign * 4)
    edge_x = (max if back else min)(start.x(), end.x()) + sign * out * 1.3
    path.moveTo(start)
    path.cubicTo(QPointF(edge_x, start.y()), QPointF(edge_x, end.y()), end)
    head = QPolygonF([end, end + QPointF(sign * 7, -4), end + QPointF(sign * 7, 4)])
    return _edge(path, head, taken)
