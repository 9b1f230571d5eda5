"""Tables and code in a narrow text: what is wider than the text scrolls by itself, and code can be copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QGuiApplication,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextTable,
    QWheelEvent,
)

from app.ui.kit.text.columns import fit_columns, is_code, text_of
from app.ui.kit.text.growing import GrowingBrowser
from app.ui.kit.text.typography import tints
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

_BAR, _AROUND, _FADE = 4, 5, 20
_PADDING = 7
"""Pixels between the edge of a cell and its words."""
_HEAD, _GAP = 26, 10
"""Pixels of a code's head, and beside what it offers."""
_STEP = 60
"""Pixels by which a key moves a box."""


class _Box(NamedTuple):
    """A table in sight: where it is drawn, in pixels of the view, and how wide it is."""

    table: QTextTable
    place: QRectF
    wide: float

    @property
    def hidden(self) -> float:
        """Return the pixels that have no room."""
        over = self.wide - self.place.width()
        return over if over > _AROUND else 0.0


class BoxedBrowser(GrowingBrowser):
    """A text whose tables scroll from side to side, each by itself; code has *Copy* in its head."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self._on_moved_aside)
        self._aside: dict[int, float] = {}
        """By where a table begins, how far it is scrolled."""
        self._boxed = False
        """Whether there may be tables: what has none, most of what arrives, is not searched for them."""
        self._gripped: _Box | None = None
        self._pressed = False
        """Whether what is held down is a part of a box, and no text."""
        self._code_open = False
        """Whether the last box is one of code that is still arriving."""
        self.viewport().setMouseTracking(True)

    def _on_moved_aside(self, value: int) -> None:
        # Looking for the cursor would move all of the page.
        if value:
            self.horizontalScrollBar().setValue(0)

    def _let_go(self) -> None:
        """Forget how far boxes are scrolled, and which is held: the text is another one."""
        self._aside.clear()
        self._gripped, self._boxed = None, False

    # --- where they are ---------------------------------------------------------------------------

    def _tables(self) -> Iterator[QTextTable]:
        # Not by the page itself: it would hold on to each frame that it had.
        for frame in QTextCursor(super().document()).currentFrame().childFrames():
            if isinstance(frame, QTextTable):
                yield frame

    def _room(self) -> int:
        return self.viewport().width() - 2 * self._margins[0] - 2

    def fit_tables(self, *, anew: bool = False) -> None:
        """Give columns the width of their longest word; `anew`: also those that had room before."""
        for table in self._tables() if self._boxed else ():
            fit_columns(table, self._room(), self.font(), anew=anew)

    def _boxes(self) -> Iterator[_Box]:
        """Yield the tables in sight."""
        if not self._boxed:
            return
        page = super().document()
        layout, port = page.documentLayout(), self.viewport().rect()
        down = self.verticalScrollBar().value()
        for table in self._tables():
            first = table.cellAt(0, 0).firstCursorPosition().block()
            last = [table.cellAt(table.rows() - 1, at).lastCursorPosition() for at in range(table.columns())]
            top = layout.blockBoundingRect(first).top() - _AROUND
            bottom = max(layout.blockBoundingRect(one.block()).bottom() for one in last) + _AROUND
            wide = layout.frameBoundingRect(table).width()
            rect = QRectF(self._margins[0], top - down, wide, bottom - top)
            if rect.bottom() < port.top():
                continue
            if rect.top() > port.bottom():
                return
            place = QRectF(rect.left(), rect.top(), min(rect.width(), self._room()), rect.height())
            yield _Box(table, place, rect.width())

    def _box_at(self, at: QPointF) -> _Box | None:
        around = (0, 0, 0, _BAR + 3)
        return next((box for box in self._boxes() if box.place.adjusted(*around).contains(at)), None)

    def _scrolled(self, box: _Box) -> float:
        return min(self._aside.get(box.table.firstPosition(), 0.0), box.hidden)

    def _arrives(self, box: _Box) -> bool:
        """Tell whether the code of a box is still arriving."""
        return self._code_open and box.table.lastPosition() + 2 >= super().document().characterCount() - 1

    # --- drawing --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and anew what is wider than its place."""
        super().paintEvent(event)
        for box in self._boxes():
            code = is_code(box.table)
            if (box.hidden or code) and box.place.toAlignedRect().intersects(event.rect()):
                painter = QPainter(self.viewport())
                if box.hidden:
                    self._paint_wide(painter, box)
                if code:
                    self._paint_head(painter, box)
                painter.end()

    def _paint_wide(self, painter: QPainter, box: _Box) -> None:
        c, aside = colours(), self._scrolled(box)
        beyond = QRectF(0, box.place.top(), self.viewport().width(), box.place.height())
        painter.fillRect(beyond.adjusted(0, -1, 0, 3), QColor(c.base))
        self._draw_page(painter, box.place, aside)
        if aside and box.table.columns() > 1:
            # The first column says what the row is of: it stays.
            second = box.table.cellAt(0, 1).firstCursorPosition().block()
            edge = super().document().documentLayout().blockBoundingRect(second).left() - _PADDING
            stays = QRectF(box.place)
            stays.setRight(min(edge, box.place.center().x()))
            painter.fillRect(stays, QColor(c.surface2))
            self._draw_page(painter, stays, 0.0)
            painter.setPen(QColor(c.line))
            painter.drawLine(stays.topRight(), stays.bottomRight())
        if aside < box.hidden:
            self._paint_fade(painter, box.place, tints().code_ground if is_code(box.table) else c.base)
        painter.setPen(QColor(c.line))
        painter.drawLine(box.place.topRight(), box.place.bottomRight())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.edge))
        painter.drawRoundedRect(self._bar(box), _BAR / 2, _BAR / 2)

    def _draw_page(self, painter: QPainter, place: QRectF, aside: float) -> None:
        """Draw what stands at a place of the view, moved `aside`."""
        down = self.verticalScrollBar().value()
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        context.clip = place.translated(aside, down)
        context.selections = self._laid_over()
        painter.save()
        painter.setClipRect(place)
        painter.translate(-aside, -down)
        super().document().documentLayout().draw(painter, context)
        painter.restore()

    def _laid_over(self) -> list[QAbstractTextDocumentLayout.Selection]:
        """Return what is marked, and what the person has selected."""
        found = []
        for extra in self.extraSelections():
            selection = QAbstractTextDocumentLayout.Selection()
            selection.cursor, selection.format = extra.cursor, extra.format
            found.append(selection)
        if self.textCursor().hasSelection():
            selection = QAbstractTextDocumentLayout.Selection()
            selection.cursor = self.textCursor()
            selection.format.setBackground(self.palette().highlight())
            selection.format.setForeground(self.palette().highlightedText())
            found.append(selection)
        return found

    def _paint_fade(self, painter: QPainter, place: QRectF, ground: str) -> None:
        """Let what goes on at the right fade out there."""
        clear = QColor(ground)
        clear.setAlpha(0)
        fade = QLinearGradient(place.right() - _FADE, 0, place.right(), 0)
        fade.setColorAt(0, clear)
        fade.setColorAt(1, QColor(ground))
        painter.fillRect(place.adjusted(place.width() - _FADE, 0, 0, 0), fade)

    def _bar(self, box: _Box) -> QRectF:
        share = box.place.width() / box.wide
        left = box.place.left() + self._scrolled(box) * share
        return QRectF(left, box.place.bottom() + 1, box.place.width() * share, _BAR)

    def _head_words(self, box: _Box) -> str:
        return tr("being written") if self._arrives(box) else tr("Copy")

    def _head_place(self, box: _Box) -> QRectF:
        """Return where a code's head says what can be done with it."""
        wide = self.fontMetrics().horizontalAdvance(self._head_words(box)) + 2 * _GAP
        return QRectF(box.place.right() - wide, box.place.top(), wide, _HEAD)

    def _paint_head(self, painter: QPainter, box: _Box) -> None:
        c, place = colours(), self._head_place(box)
        painter.fillRect(place.adjusted(0, 2, -2, -4), QColor(tints().code_ground))
        painter.setPen(QColor(c.muted if self._arrives(box) else c.accent))
        painter.setFont(self.font())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._head_words(box))

    # --- moving ---------------------------------------------------------------------------------

    def _move_to(self, box: _Box, aside: float) -> None:
        self._aside[box.table.firstPosition()] = max(0.0, min(box.hidden, aside))
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move the table that is pointed at; a wheel that goes down is never caught in it."""
        box, turned = self._box_at(event.position()), event.angleDelta()
        across = turned.x()
        if not across and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            across = turned.y()
        if box is None or not box.hidden or not across:
            super().wheelEvent(event)
            return
        self._move_to(box, self._scrolled(box) - across / 2)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the first box in sight that is wider than the text, by ← and →."""
        by = {Qt.Key.Key_Left.value: -_STEP, Qt.Key.Key_Right.value: _STEP}.get(event.key(), 0)
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        box = next((box for box in self._boxes() if box.hidden), None) if by and plain else None
        if box is None:
            super().keyPressEvent(event)
        else:
            self._move_to(box, self._scrolled(box) + by)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a table's bar, copy its code, or begin to select."""
        at = event.position()
        box = self._box_at(at)
        if box is not None and is_code(box.table) and self._head_place(box).contains(at):
            if not self._arrives(box):
                QGuiApplication.clipboard().setText(text_of(box.table))
            self._pressed = True
        elif box is not None and box.hidden and at.y() >= box.place.bottom() - 1:
            self._gripped, self._pressed = box, True
        else:
            super().mousePressEvent(self._within(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the table that is held."""
        box = self._gripped
        if box is None:
            super().mouseMoveEvent(self._within(event))
            return
        along = (event.position().x() - box.place.left()) / box.place.width()
        self._move_to(box, along * box.wide - box.place.width() / 2)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what was held."""
        pressed, self._gripped, self._pressed = self._pressed, None, False
        if pressed:
            event.accept()
        else:
            super().mouseReleaseEvent(self._within(event))

    def _within(self, event: QMouseEvent) -> QMouseEvent:
        """Return an event as it was meant: what is seen of a table stands elsewhere on the page."""
        box = self._box_at(event.position())
        if box is None or not self._scrolled(box):
            return event
        at = event.position() + QPointF(self._scrolled(box), 0)
        return QMouseEvent(
            event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
        )
