"""The run map: where the run is, which way it came, what failed; each step leads to its place in the log."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QStackedWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.graph import Graph
from app.ui.insights.map_scene import (
    BoxItem,
    BoxState,
    Edge,
    Shape,
    draw,
    last_edge,
    shape_of,
    states,
    time_words,
)
from app.ui.kit.controls import check_box, icon_button
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.tables import RowsModel, word_table
from app.ui.kit.texts import money, tr
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

_TITLES = (
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

    def show_shape(self, shape: Shape, now: dict[str, BoxState], last: Edge | None) -> None:
        """Draw a graph; nothing is done where nothing changed."""
        if (shape, now, last) != self._content:
            self._content = (shape, now, last)
            self._draw()

    def sizeHint(self) -> QSize:
        return QSize(230, round(self.sceneRect().height()) + 2)

    def _draw(self) -> None:
        if self._content is None:
            return
        shape, now, last = self._content
        width = max(140, self.viewport().width() - 2)
        before = self.sceneRect().height()
        self.items_by_key = draw(self.scene(), shape, now, last, width, self.font())
        self.setSceneRect(self.scene().sceneRect())
        if self.sceneRect().height() != before:
            self.updateGeometry()
        if self.at not in self.items_by_key:
            self.at = next((key for key, state in now.items() if state.current), shape.boxes[0].key)
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
            self.setAccessibleDescription(self.items_by_key[self.at].sentence)

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

    def _key_at(self, position: QPoint) -> str:
        point = self.mapToScene(position)
        return next((key for key, item in self.items_by_key.items() if item.rect.contains(point)), "")

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

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._graph: Graph | None = None
        self._shapes: dict[bool, Shape] = {}
        """How the graph is drawn: by its stages, and step by step."""
        self.map = MapView()
        self.model = RowsModel(_TITLES)
        self.list = word_table(self.model, tr("Steps of the run"), wide=0)
        self.all_steps = check_box(tr("All steps"), tip=tr("Show every step instead of the stages"))
        self.as_list = check_box(tr("List"), tip=tr("Show the steps as a list with numbers"))
        self.enlarge = icon_button("x", tr("Close the run map"), tr("Close this tab"))
        top = in_row(self.all_steps, self.as_list, SPACE, self.enlarge, spacing=12, margins=(16, 6, 8, 6))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.map)
        self.stack.addWidget(self.list)
        self.setLayout(in_column(top, (self.stack, 1), spacing=0))
        self.all_steps.toggled.connect(self._on_toggled)
        self.as_list.toggled.connect(lambda on: self.stack.setCurrentIndex(int(on)))
        self.enlarge.clicked.connect(self.enlarge_wanted)
        self.map.chosen.connect(self._on_chosen)
        self.list.activated.connect(lambda index: self._on_chosen([*self.map.items_by_key][index.row()]))

    def refresh(self, view: SessionView) -> None:
        """Show where the session stands on its workflow's graph."""
        self._view = view
        graph, fold = view.graph, view.fold
        if graph is not self._graph:
            self._graph, both = graph, (False, True)
            stages = view.vocabulary.stages
            self._shapes = {on: shape_of(graph, stages, all_steps=on) for on in both} if graph else {}
        self.setVisible(graph is not None)
        drawn = self._shapes.get(self.all_steps.isChecked())
        if drawn is None:
            return
        state = fold.session.state
        now = states(drawn, fold.steps, fold.spend, fold.timeline.node, state)
        self.map.show_shape(drawn, now, last_edge(drawn, fold.steps, state))
        self.map.setAccessibleDescription(self._sentence())
        self.model.fill([_row(item) for item in self.map.items_by_key.values()])

    def _sentence(self) -> str:
        """Return the picture in one sentence."""
        items = self.map.items_by_key.values()
        here = next((item.sentence for item in items if item.state.current), tr("No step is open"))
        been = sum(1 for item in items if item.state.visits)
        return tr("{where} {n} of {all} were visited.", where=here, n=been, all=len(items) - 2)

    def _on_toggled(self) -> None:
        if self._view is not None:
            self.refresh(self._view)

    def _on_chosen(self, key: str) -> None:
        item = self.map.items_by_key.get(key)
        if item is not None and item.state.seq:
            self.step_wanted.emit(item.state.seq)


def _row(item: BoxItem) -> tuple[str, ...]:
    state = item.state
    word = tr("visited") if state.visits else tr("not yet")
    if state.failed or state.current:
        word = tr("failed") if state.failed else tr("the run is here")
    return (
        tr(item.box.title),
        str(state.visits or "–"),
        time_words(state.seconds) if state.seconds else "–",
        money(state.cost) if state.cost else "–",
        word,
    )
