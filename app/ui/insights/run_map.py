"""The run map: where the run is, which way it came, what failed; each step leads to its place in the log."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QStackedWidget, QToolTip

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.graph import Graph
from app.ui.insights.map_scene import BoxItem, draw
from app.ui.insights.shape import Box, BoxState, Edge, Shape, last_edge, shape, states
from app.ui.kit.controls import check_box, tool_button
from app.ui.kit.layouts import BARE, PANEL, SPACE, in_column, in_row
from app.ui.kit.tables import RowsModel, word_table
from app.ui.kit.texts import count, escaped, money, tr
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

TITLES = (
    QT_TRANSLATE_NOOP("ui", "Step"),
    QT_TRANSLATE_NOOP("ui", "Visits"),
    QT_TRANSLATE_NOOP("ui", "Time"),
    QT_TRANSLATE_NOOP("ui", "Cost"),
    QT_TRANSLATE_NOOP("ui", "State"),
)


class MapView(QGraphicsView):
    """The picture. Arrow keys go from box to box, Enter or a click goes to the step."""

    chosen = Signal(str)
    """A box, by its key."""

    def __init__(self) -> None:
        super().__init__()
        self.setScene(QGraphicsScene(self))
        self.setAccessibleName(tr("Run map"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.items_by_key: dict[str, BoxItem] = {}
        self.at = ""
        """The box that has the keyboard's focus."""
        self._content: tuple[Shape, dict[str, BoxState], Edge | None] | None = None

    def show_shape(self, made: Shape, now: dict[str, BoxState], last: Edge | None) -> None:
        """Draw a graph; nothing is done where nothing changed."""
        if (made, now, last) != self._content:
            self._content = (made, now, last)
            self._draw()

    def sizeHint(self) -> QSize:
        return QSize(230, round(self.sceneRect().height()) + 2)

    def _draw(self) -> None:
        if self._content is None:
            return
        made, now, last = self._content
        width = max(140, self.viewport().width() - 2)
        before = self.sceneRect().height()
        self.items_by_key = draw(self.scene(), made, now, last, width, self.font())
        self.setSceneRect(self.scene().sceneRect())
        if self.sceneRect().height() != before:
            self.updateGeometry()
        if self.at not in self.items_by_key:
            self.at = next((key for key, state in now.items() if state.current), made.boxes[0].key)
        self._show_focus()

    def _show_focus(self) -> None:
        for key, item in self.items_by_key.items():
            item.focused = self.hasFocus() and key == self.at
            item.update()

    def _step(self, by: int) -> None:
        keys = list(self.items_by_key)
        if keys:
            at = keys.index(self.at) if self.at in keys else 0
            self.at = keys[max(0, min(len(keys) - 1, at + by))]
            self.centerOn(self.items_by_key[self.at].rect.center())
            self._show_focus()
            self.setAccessibleDescription(self.told(self.at))

    def told(self, key: str) -> str:
        """Return what a box says, in words."""
        item = self.items_by_key.get(key)
        return box_words(item.drawn.box, item.drawn.state) if item else ""

    def _key_at(self, place: QPoint) -> str:
        point = self.mapToScene(place)
        return next((key for key, item in self.items_by_key.items() if item.rect.contains(point)), "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -1000, Qt.Key.Key_End: 1000}
        key = Qt.Key(event.key())
        if key in moves and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._step(moves[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.at:
            self.chosen.emit(self.at)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        key = self._key_at(event.position().toPoint())
        if key and event.button() == Qt.MouseButton.LeftButton:
            self.at = key
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._show_focus()
            self.chosen.emit(key)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell time and cost of the box under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.told(self._key_at(event.pos()))
            QToolTip.showText(event.globalPos(), escaped(words), self)
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()


class RunMap(Panel):
    """Picture or list of the steps, by stage or one by one."""

    def __init__(self, *, large: bool = False) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._graph: Graph | None = None
        self._shapes: dict[bool, Shape] = {}
        self._now: dict[str, BoxState] = {}
        self._shape: Shape | None = None
        self.map = MapView()
        self.model = RowsModel(TITLES)
        self.list = word_table(self.model, tr("Steps of the run"), wide=0)
        every, as_list = (
            tr("Show every step instead of the stages"),
            tr("Show the steps as a list with numbers"),
        )
        self.all_steps = check_box(tr("All steps"), tip=every, on=large)
        self.as_list = check_box(tr("List"), tip=as_list)
        if large:
            self.enlarge = tool_button("✕", tr("Close the large run map"), tr("Close this tab"))
        else:
            self.enlarge = tool_button("⤢", tr("Enlarge the run map"), tr("Open the run map as a tab"))
        top = in_row(self.all_steps, self.as_list, SPACE, self.enlarge, spacing=4)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.map)
        self.stack.addWidget(self.list)
        self.setLayout(in_column(top, (self.stack, 1), spacing=3, margins=PANEL if large else BARE))
        if not large:
            self.setMaximumHeight(420)
        self.all_steps.toggled.connect(self._on_toggled)
        self.as_list.toggled.connect(lambda on: self.stack.setCurrentIndex(int(on)))
        self.enlarge.clicked.connect(self.enlarge_wanted)
        self.map.chosen.connect(self._on_chosen)
        self.list.activated.connect(lambda index: self._on_chosen(self._keys()[index.row()]))

    def show_graph(self, graph: Graph | None, stages: Sequence[str]) -> None:
        """Take the graph of a workflow, and its stages in order."""
        if graph is not self._graph:
            self._graph = graph
            both = (False, True)
            self._shapes = {every: shape(graph, stages, all_steps=every) for every in both} if graph else {}
        self.setVisible(graph is not None)

    def refresh(self, view: SessionView) -> None:
        """Show where the session stands."""
        self._view = view
        self.show_graph(view.graph, view.stages)
        made = self._shapes.get(self.all_steps.isChecked())
        if made is None:
            return
        state = view.fold.session.state
        node = view.fold.timeline.node
        self._shape, self._now = made, states(made, view.fold.steps, view.fold.spend, node, state)
        self.map.show_shape(made, self._now, last_edge(made, view.fold.steps, state))
        self.map.setAccessibleDescription(self.sentence())
        self.model.fill([_row(box, self._now[box.key]) for box in made.boxes])

    def sentence(self) -> str:
        """Return the picture in one sentence."""
        if self._shape is None:
            return ""
        here = [box_words(box, self._now[box.key]) for box in self._shape.boxes if self._now[box.key].current]
        been = sum(1 for box in self._shape.boxes if self._now[box.key].visits)
        where = here[0] if here else tr("No step is open")
        return tr("{where} {n} of {all} were visited.", where=where, n=been, all=len(self._shape.boxes) - 2)

    def _keys(self) -> list[str]:
        return [box.key for box in self._shape.boxes] if self._shape else []

    def _on_toggled(self) -> None:
        if self._view is not None:
            self.refresh(self._view)

    def _on_chosen(self, key: str) -> None:
        state = self._now.get(key)
        if state is not None and state.seq:
            self.step_wanted.emit(state.seq)


def box_words(box: Box, state: BoxState) -> str:
    """Return a box in words: title, visits, time and cost."""
    parts = [tr(box.title)]
    if state.failed:
        parts.append(tr("failed"))
    if state.current:
        parts.append(tr("the run is here"))
    if not state.visits and not state.current:
        parts.append(tr("not reached yet"))
    if state.visits:
        parts.append(count(state.visits, "visited once", "visited {n} times"))
    if state.seconds:
        parts.append(_time(state.seconds))
    if state.calls:
        parts.append(count(state.calls, "{n} call", "{n} calls"))
    if state.failures:
        parts.append(count(state.failures, "{n} failed", "{n} failed"))
    if state.cost:
        parts.append(money(state.cost))
    return ", ".join(parts) + "."


def _row(box: Box, state: BoxState) -> tuple[str, ...]:
    word = tr("✓ visited") if state.visits else tr("○ not yet")
    if state.failed or state.current:
        word = tr("✕ failed") if state.failed else tr("● here")
    return (
        tr(box.title),
        str(state.visits or "–"),
        _time(state.seconds) if state.seconds else "–",
        money(state.cost) if state.cost else "–",
        word,
    )


def _time(seconds: float) -> str:
    if seconds < 90:
        return tr("{n} s", n=f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}")
    return tr("{n} min", n=f"{seconds / 60:.0f}")
