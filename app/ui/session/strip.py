"""The strip of rounds: one box per round with its branches below, thousands as fluent as three."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.kit.font_aware import FontAware
from app.ui.kit.tables import Index
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours
from app.ui.session.branches import Branch, Branches, summary
from app.ui.session.strip_rows import ATTEMPTS_ROLE, BRANCHES_ROLE, CURRENT_ROLE, RoundListModel
from app.ui.view.labels import rounds_word
from app.ui.view.session_view import SessionView

LEAST_WIDTH = 152
HEIGHT = 44
LOW_SHARE = 0.55
"""Of a box's width, for its title and status where its branches stand beside them."""
GAP = 10
"""Between two boxes; a line joins them."""
SAID_AT_MOST = 12
"""Rounds that are said aloud one by one."""


class RoundDelegate(QStyledItemDelegate):
    """Paints a box: title, status, a pip per attempt; the current one has a thick edge."""

    width = LEAST_WIDTH
    low = False
    """Whether title and status share a line, in a low window."""
    branching = False
    """Whether any round has a branch: there is then a line for them below the boxes."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All boxes are alike."""
        below = self._line() + 4 if self.branching and not self.low else 0
        return QSize(self.width, self._box_height() + below)

    def branch_rect(self, rect: QRect) -> QRect:
        """Return where a box's branches stand: below it, in a low window in its right part."""
        if self.low:
            return rect.adjusted(round(rect.width() * LOW_SHARE), 0, -GAP - 4, 0)
        return rect.adjusted(0, self._box_height(), -GAP, 0)

    def _line(self) -> int:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return QFontMetrics(parent.font()).lineSpacing()

    def _box_height(self) -> int:
        return self._line() + 12 if self.low else max(HEIGHT, 2 * self._line() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c = colours()
        view = self.parent()
        assert isinstance(view, QListView)
        chosen = view.currentIndex().row() == index.row()
        current = bool(index.data(CURRENT_ROLE))
        box = QRect(option.rect.left(), option.rect.top(), option.rect.width(), self._box_height())
        rect = QRectF(box).adjusted(1.5, 1.5, -1.5 - GAP, -1.5)
        painter.save()
        painter.setFont(option.font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row() + 1 < index.model().rowCount():
            painter.setPen(QPen(QColor(c.line), 1.5))
            across = rect.center().y()
            painter.drawLine(QPointF(rect.right(), across), QPointF(box.right() + 2.0, across))
        branches: Sequence[Branch] = index.data(BRANCHES_ROLE) or ()
        if branches and not self.low:
            self._branches(painter, rect, self.branch_rect(option.rect), branches)
        painter.setPen(QPen(QColor(c.accent if current else c.line), 2 if current else 1))
        painter.setBrush(QColor(c.selection if chosen else c.raised))
        painter.drawRoundedRect(rect, 6, 6)
        if chosen and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.text), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(rect.adjusted(3, 3, -3, -3), 4, 4)
        inside = rect
        if branches and self.low:
            room = self.branch_rect(option.rect)
            self._branch_words(painter, room, branches)
            inside = rect.adjusted(0, 0, room.left() - rect.right(), 0)
        self._words(painter, inside, option.font, str(index.data()))
        self._pips(painter, rect, index.data(ATTEMPTS_ROLE) or ())
        painter.restore()

    def _words(self, painter: QPainter, rect: QRectF, plain: QFont, text: str) -> None:
        """Write the title and, below it or behind it, the status."""
        c = colours()
        title, _, status = text.partition("\n")
        painter.setPen(QColor(c.muted if status.startswith("○") else c.text))
        bold = QFont(plain)
        bold.setWeight(QFont.Weight.DemiBold)
        if self.low:
            wide = QFontMetrics(bold).horizontalAdvance(title) + 8
            inner = rect.adjusted(6, 0, -6, 0)
            words = QFontMetrics(plain).elidedText(
                status, Qt.TextElideMode.ElideRight, max(0, int(inner.width()) - wide)
            )
            whole = wide + QFontMetrics(plain).horizontalAdvance(words)
            inner.setLeft(inner.left() + max(0.0, (inner.width() - whole) / 2))
            areas = inner, inner.adjusted(wide, 0, 0, 0)
            how = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        else:
            half, inner = rect.height() / 2, rect.adjusted(6, 3, -6, 0)
            words = QFontMetrics(plain).elidedText(status, Qt.TextElideMode.ElideRight, int(inner.width()))
            above = QRectF(inner.left(), inner.top(), inner.width(), half - 2)
            areas = above, QRectF(inner.left(), rect.top() + half - 1, inner.width(), half - 3)
            how = Qt.AlignmentFlag.AlignCenter
        for area, font, line in zip(areas, (bold, plain), (title, words), strict=True):
            painter.setFont(font)
            painter.drawText(area, how, line)

    def _branches(self, painter: QPainter, box: QRectF, below: QRect, branches: Sequence[Branch]) -> None:
        """Draw a line that leaves the box, or comes to it, and the words at its end."""
        c = colours()
        bend, across = box.left() + 12, below.center().y() + 0.5
        path = QPainterPath(QPointF(bend, box.bottom()))
        path.lineTo(bend, across - 5)
        path.quadTo(bend, across, bend + 5, across)
        path.lineTo(bend + 10, across)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line = Qt.PenStyle.DotLine if branches[0].origin else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(c.accent), 1.5, line))
        painter.drawPath(path)
        self._branch_words(painter, below.adjusted(int(bend - below.left()) + 14, 0, -2, 0), branches)

    def _branch_words(self, painter: QPainter, room: QRect, branches: Sequence[Branch]) -> None:
        c, elide = colours(), Qt.TextElideMode.ElideRight
        words = painter.fontMetrics().elidedText(summary(branches), elide, room.width())
        painter.setPen(QColor(c.accent if any(branch.session for branch in branches) else c.muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _pips(self, painter: QPainter, rect: QRectF, attempts: tuple[bool | None, ...]) -> None:
        if len(attempts) < 2:
            return
        c = colours()
        painter.setPen(Qt.PenStyle.NoPen)
        for at, accepted in enumerate(reversed(attempts[-5:])):
            painter.setBrush(QColor(c.bad if accepted is False else c.good if accepted else c.accent))
            painter.drawEllipse(QRectF(rect.right() - 12 - 9 * at, rect.top() + 6, 6, 6))


class RoundStrip(FontAware, QListView):
    """Boxes side by side; they share the width while there is room, else they scroll."""

    looked_at = Signal(int)
    """The person chose this round to look at."""
    branch_wanted = Signal(str)
    """The session of a branch that the person wants to see."""

    def __init__(self) -> None:
        super().__init__()
        self._delegate = RoundDelegate(self)
        self.setObjectName("strip")
        self.setAccessibleName(tr("Rounds"))
        self.rounds = RoundListModel()
        self.setModel(self.rounds)
        self.setItemDelegate(self._delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._shown: tuple[str, int] = ("", -1)
        """The session, and its newest round, that were shown last."""
        self._filling = False
        self._pressed: int | None = None
        """The row whose branches the button was pressed on."""
        self.setMouseTracking(True)
        self.menu = QMenu(self)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self._fit()

    def refresh(self, view: SessionView, state: str) -> None:
        """Show the rounds; a new one comes into sight, unless the person looks at an older one."""
        self._filling = True
        self.setAccessibleName(rounds_word(view.round_word))
        before = self.rounds.rowCount()
        if view.fold.session.session != self._shown[0]:
            self.show_branches({})
        self.rounds.fill(view, state)
        if before != self.rounds.rowCount():
            self._fit()
        number = max(view.round, 1)
        at = self.currentIndex().row() + 1
        shown = (view.fold.session.session, number)
        if at == 0 or shown[0] != self._shown[0] or (shown != self._shown and at == self._shown[1]):
            self.setCurrentIndex(self.rounds.index(number - 1))
            self.scrollTo(self.currentIndex())
        self._shown = shown
        self._filling = False
        self._describe()

    def set_low(self, low: bool) -> None:
        """Take one line of words where the window is low."""
        if self._delegate.low != low:
            self._delegate.low = low
            self._fit()

    def _describe(self) -> None:
        """Say the rounds aloud: all of a few, of many the newest."""
        rows, newest = self.rounds.rowCount(), max(self._shown[1], 1)
        few = rows <= SAID_AT_MOST
        spoken_rows = range(rows) if few else (newest - 1,)
        words = [str(self.rounds.index(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in spoken_rows]
        all_words = "; ".join(words)
        description = all_words if few else tr("{n} of {all}: {what}", n=newest, all=rows, what=all_words)
        self.setAccessibleDescription(description)

    def show_branches(self, branches: Branches) -> None:
        """Show which sessions leave from which round, and where this one comes from."""
        if not self.rounds.show_branches(branches):
            return
        if self._delegate.branching != bool(branches):
            self._delegate.branching = bool(branches)
            self._fit()
        self._describe()

    @property
    def has_branches(self) -> bool:
        """Whether the round that is looked at has branches that are still there."""
        return bool(self.rounds.reachable_at(self.currentIndex().row()))

    def open_branches(self) -> None:
        """Offer the branches of the round that is looked at, in a menu without a loop of its own."""
        at = self.currentIndex()
        offered = self.rounds.reachable_at(at.row())
        if not offered:
            return
        self.menu.clear()
        for branch in offered:
            words = tr("Forked {from_title}", from_title=branch.words) if branch.origin else branch.words
            line = self.menu.addAction(words.replace("&", "&&"))
            line.triggered.connect(lambda _=False, session=branch.session: self.branch_wanted.emit(session))
        corner = self._delegate.branch_rect(self.visualRect(at)).bottomLeft()
        self.menu.popup(self.viewport().mapToGlobal(corner))
        self.menu.setActiveAction(self.menu.actions()[0])

    def _branches_under(self, position: QPoint) -> int | None:
        """Return the row whose branches stand at a position."""
        at = self.indexAt(position)
        here = at.isValid() and self._delegate.branch_rect(self.visualRect(at)).contains(position)
        return at.row() if here and self.rounds.reachable_at(at.row()) else None

    def _press_branches(self, row: int) -> None:
        """Open the one branch of a round, or offer them where there are several."""
        offered = self.rounds.reachable_at(row)
        if len(offered) == 1:
            self.branch_wanted.emit(offered[0].session)
        else:
            self.look_at(row + 1)
            self.open_branches()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press on branches, or choose a round."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self._branches_under(event.position().toPoint()) if left else None
        if self._pressed is None:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the branches that were pressed."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif pressed == self._branches_under(event.position().toPoint()):
            self._press_branches(pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be opened."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
        over = self._branches_under(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Down offer the branches of the round that is looked at."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and self.has_branches:
            self.open_branches()
        else:
            super().keyPressEvent(event)

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
            # Boxes that were all in sight may no longer be; the one that is looked at stays.
            self.scrollTo(self.currentIndex())
