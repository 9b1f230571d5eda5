"""The picture of a workflow's graph: boxes in a column with edges between them, as data, then drawn.

It is laid out anew for each width and theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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

from app.engine.graph import END, STOPPED_WITH_RESULT, Graph, NodeInfo
from app.projections.spend import Spend
from app.projections.steps import Steps
from app.ui.kit.chip import sized_font
from app.ui.kit.icons import paint_icon
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.texts import count, escaped, money, tr
from app.ui.kit.theme import CAPTION, colours

FINISHED, STOPPED = "end:finished", "end:stopped"
_BOX_HEIGHT, _ROW, _EDGE_ROOM = 26.0, 42.0, 38.0
_WIDEST, _NARROWEST = 190.0, 84.0
_ICON, _GAP = 14.0, 5.0


@dataclass(frozen=True, slots=True)
class Box:
    """A stage, or a single step where all are shown; `nodes` are drawn in it."""

    key: str
    title: str
    nodes: tuple[str, ...]
    row: int
    asks: bool = False
    """Whether a person is asked here."""


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Boxes in order, edges, and the box of each node that is drawn."""

    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    box_of: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoxState:
    """What a box says of the run. `seconds` is None where nothing ended there yet."""

    visits: int = 0
    current: bool = False
    state: str = ""
    """The session's, where it stands here."""
    failed: bool = False
    seconds: float | None = None
    cost: float = 0.0
    calls: int = 0
    failures: int = 0
    seq: int = 0
    """The entry of the newest visit, 0 where there was none."""


def shape_of(graph: Graph, stages: Sequence[str], *, all_steps: bool) -> Shape:
    """Lay out a graph: a box per stage in their order, or one per step.

    Steps of a stage that the workflow does not list are not drawn among stages; arrows pass through them.
    Where a person is asked within a stage, that is a box of its own: the stage itself is over by then.
    """
    if all_steps:
        drawn = [(node.name, node.title, [node]) for node in graph.nodes]
    else:
        drawn = [group for stage in stages for group in _of_stage(graph, stage)]
    boxes = [
        Box(key, title, tuple(node.name for node in nodes), row, all(node.gate is not None for node in nodes))
        for row, (key, title, nodes) in enumerate(group for group in drawn if group[-1])
    ]
    box_of = {name: box.key for box in boxes for name in box.nodes}
    last = len(boxes)
    boxes += [Box(FINISHED, "Finished", (), last), Box(STOPPED, "Stopped", (), last)]
    return Shape(tuple(boxes), _edges(graph, box_of), box_of)


def _of_stage(graph: Graph, stage: str) -> list[tuple[str, str, list[NodeInfo]]]:
    """Return (key, title, nodes) of a stage's box, and of those inside it where a person is asked."""
    nodes = [node for node in graph.nodes if node.stage == stage]
    work = [node for node in nodes if node.gate is None]
    if not work:
        return [(stage, stage, nodes)]
    return [(stage, stage, work), *((n.name, n.title, [n]) for n in nodes if n.gate is not None)]


def _edges(graph: Graph, box_of: dict[str, str]) -> tuple[Edge, ...]:
    edges = (
        Edge(box_of[transition.source], target)
        for transition in graph.transitions
        if transition.source in box_of and not graph.leads_from_everywhere(transition)
        for target in _drawn(graph, box_of, transition.target, set())
    )
    return tuple(dict.fromkeys(edge for edge in edges if edge.source != edge.target))


def _drawn(graph: Graph, box_of: dict[str, str], node: str, seen: set[str]) -> list[str]:
    """Return the boxes reached from a node through such as are not drawn."""
    if node == END:
        return [FINISHED]
    if node in box_of:
        return [box_of[node]]
    if node in seen:
        return []
    seen.add(node)
    targets = [t.target for t in graph.transitions if t.source == node and t.signal != STOPPED_WITH_RESULT]
    return [box for target in targets for box in _drawn(graph, box_of, target, seen)]


def states(shape: Shape, steps: Steps, spend: Spend, node: str, state: str) -> dict[str, BoxState]:
    """Return what each box says; `node` is the open one, `state` the session's."""
    found: dict[str, BoxState] = {}
    over = state in ("finished", "stopped", "failed")
    for box in shape.boxes:
        uses = [steps.nodes[name] for name in box.nodes if name in steps.nodes]
        found[box.key] = BoxState(
            visits=max((use.visits for use in uses), default=0),
            current=node in box.nodes and not over,
            state=state if node in box.nodes else "",
            failed=any(use.failing for use in uses) or (state == "failed" and node in box.nodes),
            seconds=sum(use.busy for use in uses) / 1e6 if uses else None,
            cost=sum(spend.by_node[name].cost for name in box.nodes if name in spend.by_node),
            calls=sum(use.calls for use in uses),
            failures=sum(use.failures for use in uses),
            seq=max((use.last for use in uses), default=0),
        )
    end = FINISHED if state == "finished" else STOPPED if over else ""
    if end:
        found[end] = BoxState(visits=1, current=True, state=state, failed=state == "failed")
    return found


def last_edge(shape: Shape, steps: Steps, state: str) -> Edge | None:
    """Return the arrow the run took last."""
    way: list[str] = []
    for node in steps.way:
        box = shape.box_of.get(node)
        if box is not None and (not way or way[-1] != box):
            way.append(box)
    if state == "finished":
        way.append(FINISHED)
    return Edge(way[-2], way[-1]) if len(way) > 1 else None


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
        font = sized_font(self._font, bold=state.current)
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
    metrics = QFontMetricsF(sized_font(font, bold=True))
    room = max(_NARROWEST - 14, width - 2 * _EDGE_ROOM - 4)
    wanted = max(
        (metrics.horizontalAdvance(item.words) + _ICON + _GAP + 24 for item in items.values()),
        default=_NARROWEST,
    )
    box_width = min(room, _WIDEST, max(_NARROWEST, wanted))
    for item in items.values():
        item.rect = _rect(item.box, box_width, width)
    ends = [(items[edge.source], items[edge.target], edge == last) for edge in shape.edges]
    lanes = {False: 0, True: 0}
    for source, target, taken in sorted(ends, key=lambda one: abs(one[0].box.row - one[1].box.row)):
        scene.addItem(_arrow(source, target, lanes, taken))
    for item in items.values():
        scene.addItem(item)
    scene.setSceneRect(0, 0, width, (shape.boxes[-1].row + 1) * _ROW + 10)
    return items


def _rect(box: Box, box_width: float, width: float) -> QRectF:
    top = 8 + box.row * _ROW
    if box.key in (FINISHED, STOPPED):
        half = min(box_width, (width - 12) / 2 - 2)
        left = width / 2 - half - 4 if box.key == FINISHED else width / 2 + 4
        return QRectF(left, top, half, _BOX_HEIGHT)
    return QRectF((width - box_width) / 2, top, box_width, _BOX_HEIGHT)


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
    out = _EDGE_ROOM - 6 - (lanes[back] % 4) * 7
    lanes[back] += 1
    sign = 1 if back else -1
    start = QPointF(begin.right() if back else begin.left(), begin.center().y() - sign * 4)
    end = QPointF(stop.right() if back else stop.left(), stop.center().y() + sign * 4)
    edge_x = (max if back else min)(start.x(), end.x()) + sign * out * 1.3
    path.moveTo(start)
    path.cubicTo(QPointF(edge_x, start.y()), QPointF(edge_x, end.y()), end)
    head = QPolygonF([end, end + QPointF(sign * 7, -4), end + QPointF(sign * 7, 4)])
    return _edge(path, head, taken)
