"""The strip of rounds: one box per round, thousands as fluent as three."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.projections.timeline import Attempt, Round
from app.ui.texts import shown, tr
from app.ui.theme import colours
from app.ui.view import SessionView

Index = QModelIndex | QPersistentModelIndex
ATTEMPTS_ROLE = Qt.ItemDataRole.UserRole + 1
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 2
LEAST_WIDTH = 132
HEIGHT = 44


class RoundListModel(QAbstractListModel):
    """The rounds there are and those that may follow; words are made when they are painted."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._state = ""
        self._count = 0
        self._from = 0

    def fill(self, view: SessionView, state: str) -> None:
        """Show a session; only what may have changed is painted anew."""
        most = max(view.most_rounds, len(view.fold.timeline.rounds), 1)
        if view is not self._view or most < self._count:
            self.beginResetModel()
            self._view, self._state, self._count = view, state, most
            self._from = view.position.round
            self.endResetModel()
            return
        if most > self._count:
            self.beginInsertRows(QModelIndex(), self._count, most - 1)
            self._count = most
            self.endInsertRows()
        self._state = state
        first = max(0, min(self._from, view.position.round - 1) - 1)
        self._from = view.position.round
        self.dataChanged.emit(self.index(first), self.index(self._count - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of boxes."""
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a round's words."""
        view = self._view
        if not index.isValid() or view is None:
            return None
        number = index.row() + 1
        row = view.fold.timeline.rounds.get(number)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{tr(view.round_word)} {number}\n{status_text(view, number, self._state)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(view.round_word)} {number}: {status_text(view, number, self._state)}"
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return _history(view, row) or None
        if role == ATTEMPTS_ROLE:
            return tuple(attempt.accepted for attempt in row.attempts) if row else ()
        if role == CURRENT_ROLE:
            return number == max(view.position.round, 1) and self._state != "finished"
        return None


def _history(view: SessionView, row: Round) -> str:
    """Return what became of each attempt, as plain lines (a tooltip takes no markup from a model)."""
    lines = []
    parent = view.fold.session.parent
    if parent is not None and row.attempts and row.attempts[0].opened_at < view.fold.session.created_at:
        lines.append(tr("⑂ inherited from the session this one was forked from"))
    if len(row.attempts) > 1 or lines:
        lines += [tr("Attempt {n}: {what}", n=a.number, what=_attempt_text(a)) for a in row.attempts]
    return "\n".join(lines).replace("<", "‹")


def _attempt_text(attempt: Attempt) -> str:
    word = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[attempt.accepted]
    return word + (f" – “{shown(attempt.feedback, 120)}”" if attempt.feedback else "")


def status_text(view: SessionView, number: int, state: str) -> str:
    """Return “✓ approved · 78 %”."""
    row = view.fold.timeline.rounds.get(number)
    if row is None:
        return tr("○ not needed") if state == "finished" else tr("○ not started")
    now = row.current
    figure = f" · {now.figure.value:g} %" if now.figure and now.figure.value is not None else ""
    tries = tr(", attempt {n}", n=now.number) if now.number > 1 else ""
    if now.accepted:
        return tr("✓ approved") + tries + figure
    gate = view.gate_fact()
    if number == view.position.round and state == "waiting" and gate is not None:
        if gate.kind == "approval":
            return tr("◆ review now") + tries + figure
        return tr("✕ needs attention") if gate.kind == "failure" else tr("◆ waiting for you") + tries
    if number == view.position.round:
        word = {
            "running": tr("● running"),
            "finished": tr("✓ done"),
            "failed": tr("✕ failed"),
            "paused": tr("■ paused"),
            "interrupted": tr("■ interrupted"),
        }.get(state, tr("■ stopped"))
        return word + tries + figure
    return tr("✕ rejected") if now.accepted is False else tr("✓ done") + figure


class RoundDelegate(QStyledItemDelegate):
    """Paints a box: title, status, a pip per attempt; the current one has a thick edge."""

    width = LEAST_WIDTH

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All boxes are alike."""
        parent = self.parent()
        lines = 2 * QFontMetrics(parent.font()).lineSpacing() if isinstance(parent, QWidget) else 30
        return QSize(self.width, max(HEIGHT, lines + 14))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the box."""
        c = colours()
        view = self.parent()
        assert isinstance(view, QListView)
        chosen = view.currentIndex().row() == index.row()
        current = bool(index.data(CURRENT_ROLE))
        rect = QRectF(option.rect).adjusted(1.5, 1.5, -4.5, -1.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.accent if current else c.line), 2 if current else 1))
        painter.setBrush(QColor(c.selection if chosen else c.raised))
        painter.drawRoundedRect(rect, 6, 6)
        if chosen and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.text), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(rect.adjusted(3, 3, -3, -3), 4, 4)
        title, _, status = str(index.data()).partition("\n")
        fresh = status.startswith("○")
        painter.setPen(QColor(c.muted if fresh else c.text))
        font = QFont(view.font())
        font.setBold(True)
        painter.setFont(font)
        half = rect.height() / 2
        inner = rect.adjusted(6, 3, -6, 0)
        painter.drawText(
            QRectF(inner.left(), inner.top(), inner.width(), half - 2), Qt.AlignmentFlag.AlignCenter, title
        )
        font.setBold(False)
        painter.setFont(font)
        words = QFontMetrics(font).elidedText(status, Qt.TextElideMode.ElideRight, int(inner.width()))
        below = QRectF(inner.left(), rect.top() + half - 1, inner.width(), half - 3)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words)
        self._pips(painter, rect, index.data(ATTEMPTS_ROLE) or ())
        painter.restore()

    def _pips(self, painter: QPainter, rect: QRectF, attempts: tuple[bool | None, ...]) -> None:
        if len(attempts) < 2:
            return
        c = colours()
        painter.setPen(Qt.PenStyle.NoPen)
        for at, accepted in enumerate(reversed(attempts[-5:])):
            painter.setBrush(QColor(c.bad if accepted is False else c.good if accepted else c.accent))
            painter.drawEllipse(QRectF(rect.right() - 12 - 9 * at, rect.top() + 6, 6, 6))


class RoundStrip(QListView):
    """Boxes side by side; they share the width while there is room, else they scroll."""

    looked_at = Signal(int)
    """The person chose this round to look at."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("strip")
        self.setAccessibleName(tr("Rounds"))
        self.rounds = RoundListModel()
        self.setModel(self.rounds)
        self._delegate = RoundDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._place: tuple[str, int] = ("", -1)
        self._filling = False
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self._fit()

    def refresh(self, view: SessionView, state: str) -> None:
        """Show the rounds; a new one comes into sight, unless the person looks at an older one."""
        self._filling = True
        before = self.rounds.rowCount()
        self.rounds.fill(view, state)
        if before != self.rounds.rowCount():
            self._fit()
        number = max(view.position.round, 1)
        at = self.currentIndex().row() + 1
        place = (view.position.session, number)
        if at == 0 or place[0] != self._place[0] or (place != self._place and at == self._place[1]):
            self.setCurrentIndex(self.rounds.index(number - 1))
            self.scrollTo(self.currentIndex())
        self._place = place
        self._filling = False
        if self.rounds.rowCount() <= 12:
            words = [
                str(self.rounds.index(row).data(Qt.ItemDataRole.AccessibleTextRole))
                for row in range(self.rounds.rowCount())
            ]
            self.setAccessibleDescription("; ".join(words))
        else:
            status = status_text(view, number, state)
            told = tr("{n} of {all}: {what}", n=number, all=self.rounds.rowCount(), what=status)
            self.setAccessibleDescription(told)

    def look_at(self, number: int) -> None:
        """Choose a round, as a click does."""
        if 1 <= number <= self.rounds.rowCount():
            self.setCurrentIndex(self.rounds.index(number - 1))
            self.scrollTo(self.currentIndex())

    def _on_current_changed(self, current: QModelIndex) -> None:
        self.viewport().update()
        if current.isValid() and not self._filling:
            self.looked_at.emit(current.row() + 1)

    def _fit(self) -> None:
        rows = max(1, self.rounds.rowCount())
        room = self.viewport().width()
        fits = room // rows >= LEAST_WIDTH
        self._delegate.width = room // rows if fits else LEAST_WIDTH
        height = self._delegate.sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        bar = 0 if fits else self.horizontalScrollBar().sizeHint().height()
        self.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        if self.height() != height + bar:
            self.setFixedHeight(height + bar)
        self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
