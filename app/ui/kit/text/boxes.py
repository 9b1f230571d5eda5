"""Tables and code in a narrow text: what is wider than the text scrolls by itself, is enlarged and copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
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

from app.ui.kit.chip import caption_font
from app.ui.kit.icons import icon
from app.ui.kit.text.columns import (
    BAR,
    CAPTION_ROW,
    TRACK,
    fit_columns,
    fit_formula,
    is_code,
    is_formula,
    stand_in,
    text_of,
)
from app.ui.kit.text.growing import GrowingBrowser
from app.ui.kit.text.typography import tints
from app.ui.kit.texts import count, tr
from app.ui.kit.theme import colours

_AROUND, _FADE = 5, 20
_PADDING = 9
"""Pixels between the edge of a cell and its words."""
_HEAD, _GAP, _ICON = 26, 6, 14
"""Pixels of a code's head, beside what is offered, and of an icon in it."""
_REFITTED = 20_000
"""Letters of a text that is laid out anew when its bar comes; that of a longer one would take too long."""
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


class _Offer(NamedTuple):
    """What can be done with a box, and where that is pressed, in pixels of the view."""

    does: Literal["", "copy", "enlarge"]
    words: str
    place: QRectF


_ICONS = {"copy": "copy", "enlarge": "maximize-2"}


class BoxedBrowser(GrowingBrowser):
    """A text whose tables scroll from side to side, each by itself, over a line with what can be done."""

    enlarge_wanted = Signal(object)
    """A QTextTable that is to be seen whole."""
    enlarges = True
    """Whether what is wider than its place can be seen whole elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self._on_moved_aside)
        self._aside: dict[int, float] = {}
        """By where a table begins, how far it is scrolled."""
        self._boxed = False
        """Whether there may be tables: what has none, most of what arrives, is not searched for them."""
        self._gripped: _Box | None = None
        self._pressed = ""
        """What of a box is held down; empty where it is text."""
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
        self._gripped, self._boxed, self._code_open = None, False, False

    # --- where they are ---------------------------------------------------------------------------

    def _tables(self) -> Iterator[QTextTable]:
        # Not by the page itself: it would hold on to each frame that it had.
        for frame in QTextCursor(super().document()).currentFrame().childFrames():
            if isinstance(frame, QTextTable):
                yield frame

    def _room(self) -> int:
        return self.viewport().width() - self.margins[0] - self._right() - 2

    def _right(self) -> int:
        """Return the pixels at the right of the text, in which its bar stands and moves no word."""
        if max(super().document().characterCount(), self._expected) > _REFITTED:
            return self.margins[0]
        taken = self.width() - 2 * self.frameWidth() - self.viewport().width()
        return max(2, self.margins[0] - max(0, taken))

    def fit_tables(self, *, anew: bool = False) -> None:
        """Give columns the width of their longest word; `anew`: also those that had room before."""
        layout = super().document().documentLayout()
        for table in self._tables() if self._boxed else ():
            aside = stand_in(table, super().document().indentWidth())
            if is_formula(table):
                fit_formula(table, layout.frameBoundingRect(table).width() - self._room() > _AROUND)
            fit_columns(table, self._room() - aside, self.font(), anew=anew)

    def show_box(self, table: QTextTable) -> None:
        """Show a table of another text alone."""
        # Not by its page: to PySide that would be a part of the table then, and go with it.
        whole = table.firstCursorPosition()
        whole.setPosition(table.firstPosition() - 1)
        whole.setPosition(table.lastPosition() + 1, QTextCursor.MoveMode.KeepAnchor)
        QTextCursor(super().document()).insertFragment(whole.selection())
        self._boxed = True
        self.fit_tables(anew=True)

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
            above, below = _edges(table)
            top = layout.blockBoundingRect(first).top() - above
            bottom = max(layout.blockBoundingRect(one.block()).bottom() for one in last) + below
            aside = table.format().leftMargin()
            wide = layout.frameBoundingRect(table).width() - aside
            rect = QRectF(self.margins[0] + aside, top - down, wide, bottom - top)
            if rect.bottom() < port.top():
                continue
            if rect.top() > port.bottom():
                return
            place = QRectF(rect.left(), rect.top(), min(wide, self._room() - aside), rect.height())
            yield _Box(table, place, rect.width())

    def _box_at(self, at: QPointF) -> _Box | None:
        below = TRACK + CAPTION_ROW
        return next((box for box in self._boxes() if box.place.adjusted(0, 0, 0, below).contains(at)), None)

    def _scrolled(self, box: _Box) -> float:
        return min(self._aside.get(box.table.firstPosition(), 0.0), box.hidden)

    def _arrives(self, box: _Box) -> bool:
        """Tell whether more of what stands in a box may arrive."""
        if not self._live or is_formula(box.table) or (is_code(box.table) and not self._code_open):
            return False
        return box.table.lastPosition() + 2 >= super().document().characterCount() - 1

    # --- drawing --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        for box in self._boxes():
            whole = box.place.adjusted(0, 0, 0, TRACK + CAPTION_ROW).toAlignedRect()
            arrives = self._arrives(box)
            if (box.hidden or arrives or is_code(box.table)) and whole.intersects(event.rect()):
                painter = QPainter(self.viewport())
                if box.hidden:
                    self._paint_wide(painter, box)
                self._paint_offers(painter, box)
                if arrives:
                    self._paint_caret(painter, box)
                painter.end()

    def _paint_caret(self, painter: QPainter, box: _Box) -> None:
        """Show where in a box is being written."""
        table = box.table
        backwards = range(table.rows() * table.columns() - 1, -1, -1)
        cells = (table.cellAt(at // table.columns(), at % table.columns()) for at in backwards)
        ends = (cell.lastCursorPosition() for cell in cells if cell.firstPosition() < cell.lastPosition())
        if (end := next(ends, None)) is not None:
            place = QRectF(self.cursorRect(end)).translated(-self._scrolled(box), 0)
            caret = QRectF(place.left(), place.top(), 2, place.height())
            if box.place.contains(caret):
                painter.fillRect(caret, QColor(colours().accent))

    def _paint_wide(self, painter: QPainter, box: _Box) -> None:
        c, aside = colours(), self._scrolled(box)
        shaded = is_code(box.table) or is_formula(box.table)
        ground = tints().code_ground if shaded else c.base
        frame = box.place.adjusted(0, 0, 0, TRACK)
        beyond = QRectF(0, box.place.top(), self.viewport().width(), box.place.height())
        painter.fillRect(beyond.adjusted(0, -1, 0, 3), QColor(c.base))
        painter.fillRect(frame, QColor(ground))
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
            self._paint_fade(painter, box.place, ground)
        if not is_formula(box.table):
            painter.setPen(QColor(c.line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.edge))
        painter.drawRoundedRect(self._bar(box), BAR / 2, BAR / 2)

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
        return QRectF(left + 2, box.place.bottom() + 1, box.place.width() * share - 4, BAR)

    def _line_of(self, box: _Box) -> QRectF:
        """Return where it stands what can be done: in the head of code, below a table."""
        if is_code(box.table):
            # In one line with the language.
            first = box.table.cellAt(0, 0).firstCursorPosition().block()
            line = first.layout().lineAt(0).naturalTextRect()
            top = box.place.top() + _AROUND + line.center().y() - _HEAD / 2
            return QRectF(box.place.left(), top, box.place.width(), _HEAD)
        return QRectF(box.place.left(), box.place.bottom() + TRACK + 2, box.place.width(), CAPTION_ROW)

    def _offers(self, box: _Box) -> list[_Offer]:
        """Return what can be done with a box, from the right."""
        line, metrics = self._line_of(box), QFontMetricsF(caption_font(self.font()))
        arrives = self._arrives(box)
        if is_formula(box.table) or (arrives and not is_code(box.table)):
            return []
        if arrives:
            words = tr("being written")
            wide = metrics.horizontalAdvance(words) + _GAP
            return [_Offer("", words, QRectF(line.right() - wide, line.top(), wide, line.height()))]
        found, right = [], line.right()
        does: list[tuple[Literal["copy", "enlarge"], str]] = [("copy", tr("Copy"))]
        if box.hidden and self.enlarges:
            does.append(("enlarge", tr("Enlarge")))
        for what, words in does if box.hidden or is_code(box.table) else ():
            wide = metrics.horizontalAdvance(words) + _ICON + 3 * _GAP
            found.append(_Offer(what, words, QRectF(right - wide, line.top(), wide, line.height())))
            right -= wide
        return found

    def _paint_offers(self, painter: QPainter, box: _Box) -> None:
        """Paint what can be done with a box, and of a table how large it is."""
        c, offers, line = colours(), self._offers(box), self._line_of(box)
        if not offers:
            return
        code, left = is_code(box.table), min(one.place.left() for one in offers)
        painter.setFont(caption_font(self.font()))
        ground = QRectF(line if not code else line.adjusted(left - line.left(), 2, -2, -4))
        painter.fillRect(ground, QColor(tints().code_ground if code else c.base))
        middle = Qt.AlignmentFlag.AlignVCenter
        if not code:
            painter.setPen(QColor(c.muted))
            below_head = count(box.table.rows() - 1, "1 row", "{n} rows")
            size = f"{count(box.table.columns(), '1 column,', '{n} columns,')} {below_head}"
            room = QRectF(line.left(), line.top(), left - line.left(), line.height())
            if painter.fontMetrics().horizontalAdvance(size) <= room.width():
                painter.drawText(room, middle, size)
        for one in offers:
            painter.setPen(QColor(c.accent if one.does else c.muted))
            place = one.place.adjusted(_GAP if one.does else 0, 0, 0, 0)
            if one.does:
                top = place.center().y() - _ICON / 2
                picture = icon(_ICONS[one.does], "accent").pixmap(QSize(_ICON, _ICON))
                painter.drawPixmap(QPointF(place.left(), top), picture)
                place.setLeft(place.left() + _ICON + _GAP)
            painter.drawText(place, middle, one.words)

    def _offer_at(self, at: QPointF) -> tuple[_Box, _Offer] | None:
        box = self._box_at(at)
        offers = self._offers(box) if box is not None else []
        found = next((one for one in offers if one.place.contains(at)), None)
        return (box, found) if box is not None and found is not None else None

    def asked_box(self, event: QContextMenuEvent) -> QTextTable | None:
        """Return the table or code that a menu is about: pointed at, or by keys the first in sight."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            box = next(self._boxes(), None)
        else:
            box = self._box_at(QPointF(self.viewport().mapFromGlobal(event.globalPos())))
        return box.table if box is not None else None

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
        box, offered = self._box_at(at), self._offer_at(at)
        if offered is not None:
            self._pressed = offered[1].does or "nothing"
        elif box is not None and box.hidden and at.y() >= box.place.bottom() - 1:
            self._gripped, self._pressed = box, "bar"
        else:
            super().mousePressEvent(self._within(event))

    def _do(self, box: _Box, offer: _Offer) -> None:
        if offer.does == "copy":
            QGuiApplication.clipboard().setText(text_of(box.table))
        elif offer.does == "enlarge":
            self.enlarge_wanted.emit(box.table)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the table that is held; over what can be pressed the mouse is a hand."""
        box = self._gripped
        if box is None:
            super().mouseMoveEvent(self._within(event))
            offered = self._offer_at(event.position())
            if offered is not None and offered[1].does:
                self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
            elif not self.anchorAt(event.position().toPoint()):
                self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
            return
        along = (event.position().x() - box.place.left()) / box.place.width()
        self._move_to(box, along * box.wide - box.place.width() / 2)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what was held, and do what was pressed."""
        pressed, self._gripped, self._pressed = self._pressed, None, ""
        if not pressed:
            super().mouseReleaseEvent(self._within(event))
            return
        event.accept()
        offered = self._offer_at(event.position())
        if offered is not None and offered[1].does == pressed:
            self._do(*offered)

    def _within(self, event: QMouseEvent) -> QMouseEvent:
        """Return an event as it was meant: what is seen of a table stands elsewhere on the page."""
        box = self._box_at(event.position())
        if box is None or not self._scrolled(box):
            return event
        at = event.position() + QPointF(self._scrolled(box), 0)
        return QMouseEvent(
            event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
        )


def _edges(table: QTextTable) -> tuple[int, int]:
    """Return the pixels between the first and the last words of a table and its edges, as it is set."""
    return (5, 9) if is_code(table) else (8, 8) if is_formula(table) else (6, 6)
