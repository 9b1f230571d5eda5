"""The critiques as rows, each with its claim, who says it of whom and what became of it; and as a matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyleOptionViewItem,
    QToolTip,
)

from app.projections.critiques import Point
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.states import SEVERITY_LOOKS
from app.ui.kit.texts import count, single_line, tr
from app.ui.kit.theme import colours, seat_colour
from app.ui.kit.two_lines import (
    SIDE,
    TOP,
    TwoLineRows,
    paint_at_end,
    paint_pill,
    paint_words,
)
from app.ui.panels.critique_rows import (
    ANSWER_LOOKS,
    ANSWERS,
    SEVERITY,
    VERDICT_ICONS,
    VERDICTS,
    Who,
)
from app.ui.panels.listing.model import ListModel

_DOT, _ARROW = 8, 12
_BUTTON = QSize(26, 22)
_KEYS = {Qt.Key.Key_A: "accept", Qt.Key.Key_D: "dismiss", Qt.Key.Key_F: "defer"}
"""In the list a letter gives a verdict, as letters do in the changes."""


class _Rows(TwoLineRows):
    """Draws a point on two lines."""

    def __init__(self, owner: CritiqueList) -> None:
        super().__init__(owner)
        self._owner = owner

    def is_hovered(self, option: QStyleOptionViewItem, row: int) -> bool:
        return row == self._owner.hovered

    def paint_below(self, painter: QPainter, box: QRect, row: int) -> None:
        """Draw who, how grave, what kind and what became of it, or the verdicts that can be given."""
        point = self._owner.points.items[row]
        right = self._buttons(painter, row) if self._owner.offers(row) else self._outcome(painter, box, point)
        self._who(painter, box.adjusted(0, 0, right - box.right() - 8, 0), point)

    def _who(self, painter: QPainter, box: QRect, point: Point) -> None:
        c, filed = colours(), point.filed
        left, middle = box.left(), box.center().y()
        if self._owner.rounds_shown:
            left = paint_words(painter, box, left, tr("Round {n}", n=point.round), c.muted) + 8
        for at, seat in enumerate(point.pair):
            who = self._owner.who(seat, point.round)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if at == 0 and filed.mark is not None:
                paint_icon(painter, QRectF(left - 2, middle - 5, _ARROW, _ARROW), "pencil", "text2")
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(seat_colour(who.colour))
                painter.drawEllipse(left, middle - _DOT // 2 + 1, _DOT, _DOT)
            left = paint_words(painter, box, left + _DOT + 5, who.letter, c.text2) + 5
            if at == 0:
                paint_icon(painter, QRectF(left, middle - 5, _ARROW, _ARROW), "arrow-right", "muted")
                left += _ARROW + 5
        if filed.mark is not None:
            paint_words(painter, box, left + 6, self._owner.marks.get(filed.critique, ""), c.muted)
            return
        word, look = tr(SEVERITY[filed.severity]), SEVERITY_LOOKS[filed.severity]
        end = paint_pill(painter, box, left + 6, look, word)
        if end == left + 6:
            return
        left = end + 9
        if point.apart:
            paint_words(painter, box, left, tr("passage not in the answer"), c.muted)
        elif filed.category:
            paint_words(painter, box, left, single_line(filed.category, 30), c.muted)

    def _outcome(self, painter: QPainter, box: QRect, point: Point) -> int:
        """Draw the person's verdict and the author's response at the right; return where they begin."""
        look = ANSWER_LOOKS[point.answered]
        parts = [(look.icon, look.tone, tr(ANSWERS[point.answered]))]
        if point.verdict:
            parts.append((VERDICT_ICONS[point.verdict], "accent", tr(VERDICTS[point.verdict])))
        right = box.right()
        for sign, tone, word in parts:
            right = paint_at_end(painter, box, right, sign, tone, word) - 12
        return right

    def _buttons(self, painter: QPainter, row: int) -> int:
        c = colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        verdict = self._owner.points.items[row].verdict
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

    def __init__(self, points: ListModel[Point], who: Callable[[str, int], Who]) -> None:
        super().__init__()
        self.points = points
        self.who, self.hovered, self.rounds_shown = who, -1, False
        self.marks: dict[str, str] = {}
        """What is said of a person's marks, by their ids."""
        self.tips = {
            "accept": tr("Accept (A): the author is to follow it"),
            "dismiss": tr("Dismiss (D): it is not sent to the author; needs a reason"),
            "defer": tr("Defer (F): it is offered again at the next decision; needs a reason"),
        }
        self.setAccessibleName(tr("Critiques"))
        self.setModel(points)
        self.setItemDelegate(_Rows(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("sheet", True)
        self._fit()

    def choose(self, row: int) -> None:
        """Choose a row and bring it into sight."""
        index = self.points.index(row, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def offers(self, row: int) -> bool:
        """Tell whether the verdicts stand on a row."""
        focused = self.hasFocus() and row == self.currentIndex().row()
        return row == self.hovered or (focused and self.hovered < 0)

    def buttons_of(self, row: int) -> dict[str, QRect]:
        """Return where the verdicts stand on a row, in pixels of what is in sight."""
        box = self.visualRect(self.points.index(row, 0))
        top = box.bottom() - TOP - _BUTTON.height()
        left = box.right() - SIDE + 3 - 3 * (_BUTTON.width() + 4)
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
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self.hovered:
            self.hovered = row
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
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
        elif event.key() in _KEYS and not event.modifiers():
            self.verdict_wanted.emit(_KEYS[Qt.Key(event.key())])
            event.accept()
        else:
            super().keyPressEvent(event)


def matrix(points: Iterable[Point]) -> dict[tuple[str, str], list[Point]]:
    """Return what each member said of each other's answer, by critic and target."""
    cells: dict[tuple[str, str], list[Point]] = {}
    for point in points:
        cells.setdefault(point.pair, []).append(point)
    return cells


class MatrixModel(QStandardItemModel):
    """A cell counts points and names the gravest."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[str] = []
        self._shown: object = None

    def fill(self, names: Mapping[str, str], points: Iterable[Point]) -> None:
        """Show members, each by its name; who is chosen stays so while they are the same."""
        seats, cells = list(names), matrix(points)
        if seats == self.seats and (names, cells) == self._shown:
            return
        if seats != self.seats:
            self.clear()
        self.seats, self._shown = seats, (names, cells)
        for at, critic in enumerate(seats):
            for across, target in enumerate(seats):
                words = f"{names[critic]} → {names[target]}: "
                self.setItem(at, across, _item(cells.get((critic, target)), words, own=at == across))
        short = [single_line(name, 14) for name in names.values()]
        self.setHorizontalHeaderLabels([tr("→ {name}", name=name) for name in short])
        self.setVerticalHeaderLabels([tr("{name} →", name=name) for name in short])

    def pair(self, index: QModelIndex) -> tuple[str, str]:
        """Return critic and target of a cell."""
        return self.seats[index.row()], self.seats[index.column()]


def _item(points: list[Point] | None, words: str, *, own: bool) -> QStandardItem:
    """Return a cell: an icon for the gravest point and how many there are; `words` say whose it is."""
    if points is None:
        item = QStandardItem("" if own else "·")
        words += tr("nothing")
    else:
        worst = min(points, key=lambda point: point.rank).filed.severity
        number = count(len(points), "{n} point", "{n} points")
        item = QStandardItem(str(len(points)))
        look = SEVERITY_LOOKS[worst]
        item.setIcon(icon(look.icon, look.tone))
        still_open = sum(point.open for point in points)
        words += tr("{points}, gravest {worst}, {open} open", points=number, worst=worst, open=still_open)
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    item.setAccessibleText(words)
    item.setStatusTip(words)
    # Nobody criticises himself: there is nothing to choose in those cells.
    flag = Qt.ItemFlag
    item.setFlags(flag.NoItemFlags if own else flag.ItemIsSelectable | flag.ItemIsEnabled)
    return item
