"""The list of critiques: the claim first, then who says it of whom, how grave it is and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from app.projections.critiques import Point
from app.ui.kit.chip import caption_font, chip_size, paint_chip
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.texts import shown, tr
from app.ui.kit.theme import colours, seat_colour
from app.ui.panels.critique_rows import (
    ANSWER_LOOKS,
    ANSWERS,
    SEVERITY,
    SEVERITY_LOOKS,
    VERDICT_ICONS,
    VERDICTS,
    Who,
    columns,
)
from app.ui.panels.listing.model import ListModel

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_SIDE, _TOP, _DOT, _ARROW = 16, 6, 8, 12
_BUTTON = QSize(26, 22)
KEYS = {Qt.Key.Key_A: "accept", Qt.Key.Key_D: "dismiss", Qt.Key.Key_F: "defer"}
"""In the list a letter gives a verdict, as letters do in the changes."""


class PointsModel(ListModel[Point]):
    """The points, each told to a screen reader as a whole sentence."""

    def __init__(self, told: Callable[[Point], str]) -> None:
        super().__init__(columns(), key=lambda point: point.filed.critique)
        self._told = told

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return a row's claim, or all it says."""
        if index.isValid() and role == Role.AccessibleTextRole:
            return self._told(self.items[index.row()])
        return super().data(index, role)


class _Rows(QStyledItemDelegate):
    """Draws a point on two lines."""

    def __init__(self, owner: CritiqueList) -> None:
        super().__init__(owner)
        self._owner = owner

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self._owner.row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground, the claim, and below it who, how grave, what kind and what became of it."""
        owner, c, box = self._owner, colours(), option.rect
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        offered = owner.offers(index.row())
        painter.save()
        if chosen or index.row() == owner.hovered:
            painter.fillRect(box, QColor(c.selection if chosen else c.hover))
        if chosen:
            painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), QColor(c.accent))
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(c.hairline))
        font = owner.font()
        metrics = QFontMetrics(font)
        line = QRect(box.left() + _SIDE, box.top() + _TOP, box.width() - 2 * _SIDE, metrics.height() + 4)
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        claim = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, claim)
        painter.setFont(caption_font(font))
        below = QRect(line.left(), line.bottom() + 1, line.width(), box.bottom() - line.bottom() - _TOP)
        point = owner.points().items[index.row()]
        right = self._buttons(painter, index.row()) if offered else self._outcome(painter, below, point)
        self._who(painter, below.adjusted(0, 0, right - below.right() - 8, 0), point)
        if state & QStyle.StateFlag.State_HasFocus and owner.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(c.accent))
            painter.drawRect(box.adjusted(0, 0, -1, -2))
        painter.restore()

    def _who(self, painter: QPainter, box: QRect, point: Point) -> None:
        metrics, c, filed = painter.fontMetrics(), colours(), point.filed
        left, middle = box.left(), box.center().y()
        if self._owner.rounds_shown:
            left = self._words(painter, box, left, tr("Round {n}", n=point.round), c.muted) + 8
        for at, seat in enumerate(point.pair):
            who = self._owner.who(seat)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if at == 0 and filed.mark is not None:
                paint_icon(painter, QRectF(left - 2, middle - 5, _ARROW, _ARROW), "pencil", "text2")
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(seat_colour(who.colour))
                painter.drawEllipse(left, middle - _DOT // 2 + 1, _DOT, _DOT)
            left = self._words(painter, box, left + _DOT + 5, who.letter, c.text2) + 5
            if at == 0:
                paint_icon(painter, QRectF(left, middle - 5, _ARROW, _ARROW), "arrow-right", "muted")
                left += _ARROW + 5
        if filed.mark is not None:
            self._words(painter, box, left + 6, self._owner.marks.get(filed.critique, ""), c.muted)
            return
        word, look = tr(SEVERITY[filed.severity]), SEVERITY_LOOKS[filed.severity]
        size = chip_size(metrics, word)
        if left + 6 + size.width() > box.right():
            return
        paint_chip(painter, QRect(QPoint(left + 6, middle - size.height() // 2 + 1), size), look, word)
        left += 6 + size.width() + 9
        if filed.category:
            self._words(painter, box, left, shown(filed.category, 30), c.muted)

    def _words(self, painter: QPainter, box: QRect, left: int, text: str, colour: str) -> int:
        """Draw words as far as there is room; return where they end."""
        metrics = painter.fontMetrics()
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, box.right() - left))
        painter.setPen(QColor(colour))
        room = QRect(left, box.top(), box.right() - left, box.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        return left + metrics.horizontalAdvance(text)

    def _outcome(self, painter: QPainter, box: QRect, point: Point) -> int:
        """Draw the person's verdict and the author's response at the right; return where they begin."""
        look = ANSWER_LOOKS[point.answered]
        parts = [(look.icon, look.tone, tr(ANSWERS[point.answered]))]
        if point.verdict:
            parts.append((VERDICT_ICONS[point.verdict], "accent", tr(VERDICTS[point.verdict])))
        right, middle = box.right(), box.center().y()
        for sign, tone, word in parts:
            wide = painter.fontMetrics().horizontalAdvance(word)
            painter.setPen(QColor(colours().tone(tone)))
            painter.drawText(
                QRect(right - wide, box.top(), wide + 2, box.height()),
                Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine,
                word,
            )
            right -= wide + 18
            paint_icon(painter, QRectF(right, middle - 6, 14, 14), sign, tone)
            right -= 12
        return right

    def _buttons(self, painter: QPainter, row: int) -> int:
        c = colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        verdict = self._owner.points().items[row].verdict
        rects = self._owner.buttons_of(row)
        for verb, rect in rects.items():
            painter.setPen(QColor(c.accent if verb == verdict else c.edge))
            painter.setBrush(QColor(c.accent_row if verb == verdict else c.base))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            box = QRectF(rect).adjusted(5, 3, -5, -3)
            paint_icon(painter, box, VERDICT_ICONS[verb], "accent" if verb == verdict else "text2")
        return min(rect.left() for rect in rects.values())


class CritiqueList(FontAware, QListView):
    """Rows of one height; the three verdicts stand on the row under the pointer and on the one in focus."""

    verdict_wanted = Signal(str)
    """Of the row that is now chosen."""
    next_wanted = Signal()

    def __init__(self, model: PointsModel, who: Callable[[str], Who]) -> None:
        super().__init__()
        self.who, self.hovered, self.rounds_shown = who, -1, False
        self.marks: dict[str, str] = {}
        """What is said of a person's marks, by their ids."""
        self.tips = {
            "accept": tr("Accept (A): the author is to follow it"),
            "dismiss": tr("Dismiss (D): it is not sent to the author; needs a reason"),
            "defer": tr("Defer (F): it is offered again at the next decision; needs a reason"),
        }
        self.setAccessibleName(tr("Critiques"))
        self.setModel(model)
        self.setItemDelegate(_Rows(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("sheet", True)
        self._fit()

    def points(self) -> PointsModel:
        """Return what is listed."""
        model = self.model()
        assert isinstance(model, PointsModel)
        return model

    def row_height(self) -> int:
        """Return how high a row is at this size of the text."""
        small = QFontMetrics(caption_font(self.font()))
        return 2 * _TOP + self.fontMetrics().height() + 4 + max(_BUTTON.height(), small.height() + 6)

    def choose(self, row: int) -> None:
        """Choose a row and bring it into sight."""
        index = self.points().index(row, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def offers(self, row: int) -> bool:
        """Tell whether the verdicts stand on a row."""
        focused = self.hasFocus() and row == self.currentIndex().row()
        return row == self.hovered or (focused and self.hovered < 0)

    def buttons_of(self, row: int) -> dict[str, QRect]:
        """Return where the verdicts stand on a row, in pixels of what is in sight."""
        box = self.visualRect(self.points().index(row, 0))
        top = box.bottom() - _TOP - _BUTTON.height()
        left = box.right() - _SIDE + 3 - 3 * (_BUTTON.width() + 4)
        step = _BUTTON.width() + 4
        return {verb: QRect(QPoint(left + at * step, top), _BUTTON) for at, verb in enumerate(VERDICT_ICONS)}

    def _fit(self) -> None:
        # What is laid out already has the rows of another size.
        self.scheduleDelayedItemsLayout()

    def _verb_at(self, where: QPoint) -> tuple[int, str]:
        row = self.indexAt(where).row()
        if row < 0 or not self.offers(row):
            return row, ""
        return row, next((verb for verb, box in self.buttons_of(row).items() if box.contains(where)), "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Note the row under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        """Leave the row alone once the pointer went."""
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self.hovered:
            self.hovered = row
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Give the verdict that was pressed."""
        super().mouseReleaseEvent(event)
        row, verb = self._verb_at(event.position().toPoint())
        if verb and event.button() == Qt.MouseButton.LeftButton and row == self.currentIndex().row():
            self.verdict_wanted.emit(verb)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say in a tip what a verdict does, and a claim that is cut."""
        if isinstance(event, QHelpEvent):
            verb = self._verb_at(event.pos())[1]
            QToolTip.showText(event.globalPos(), self.tips.get(verb, ""), self.viewport())
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on to the next critique without a verdict by Space, with one by its letter."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.next_wanted.emit()
            event.accept()
        elif event.key() in KEYS and not event.modifiers():
            self.verdict_wanted.emit(KEYS[Qt.Key(event.key())])
            event.accept()
        else:
            super().keyPressEvent(event)
