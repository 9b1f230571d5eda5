"""The sheet as it is read: two columns on one page, one where there is little room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from app.markup.unbroken import glued
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import SPACE, Part, boxed, in_column, in_row
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import label, restyle, tr
from app.ui.kit.theme import CAPTION, READING, text_scale
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.critique_rows import Who
from app.ui.panels.rendered import Line
from app.ui.panels.sheet import Dispute, Sheet, more_words, named
from app.ui.panels.summary_page import Going, sign

WIDTH, ONE_COLUMN_BELOW, WINDOW_BELOW = 984, 640, 960
"""Pixels of the sheet at most; one column below this width of the sheet, or of the window."""
TITLE = 22 / 13
LEFT, RIGHT = 583, 400
"""How the columns share the width."""


class SheetLine(QWidget):
    """A line of the sheet; one with a place leads there by a click, or by Enter."""

    def __init__(
        self, text: str, mark: QWidget | None = None, go: Callable[[], object] | None = None
    ) -> None:
        super().__init__()
        self._go = go
        self.words = label(glued(text), wrap=True)
        parts = [boxed(in_column(mark, SPACE))] if mark is not None else []
        self.setLayout(in_row(*parts, (self.words, 1), spacing=6))
        self.setAccessibleName(text)
        if go is not None:
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setToolTip(tr("Show where it is said"))
        else:
            self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _underline(self, on: bool) -> None:
        if self._go is not None:
            font = self.words.font()
            font.setUnderline(on)
            self.words.setFont(font)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it leads somewhere."""
        super().enterEvent(event)
        self._underline(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._underline(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which line the keyboard is at."""
        super().focusInEvent(event)
        self._underline(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._underline(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the place."""
        super().mouseReleaseEvent(event)
        if self._go is not None and self.rect().contains(event.position().toPoint()):
            self._go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the place."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if self._go is not None and event.key() in keys:
            self._go()
        else:
            super().keyPressEvent(event)


class SheetPage(SizeAware, QFrame):
    """The sheet."""

    def __init__(self, going: Going) -> None:
        super().__init__()
        self.setObjectName("handed-on")
        self._going = going
        self._columns = in_row(spacing=0)
        self.setLayout(self._columns)
        self._left, self._right = QWidget(), QWidget()
        self._columns.addWidget(self._left, LEFT)
        self._columns.addWidget(self._right, RIGHT)
        self._fit()

    def show_sheet(self, sheet: Sheet) -> None:
        """Show a sheet in place of the one before."""
        for old in (self._left, self._right):
            self._columns.removeWidget(old)
            dispose(old)
        margins = (28, 20, 28, 20)
        self._left = boxed(in_column(*self._main(sheet), SPACE, spacing=2, margins=margins))
        beside = self._beside(sheet)
        self._right = boxed(in_column(*beside, spacing=2, margins=(24, 20, 24, 20)))
        self._right.setObjectName("sheet-side")
        self._right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        for column in (self._left, self._right):
            first = next(iter(column.findChildren(QLabel)), None)
            if first is not None and first.property("sheet-head"):
                # The room above a part is between two parts.
                first.setContentsMargins(0, 0, 0, 2)
        self._columns.addWidget(self._left, LEFT)
        self._columns.addWidget(self._right, RIGHT)
        self._right.setVisible(bool(beside))
        self._fit()

    def _main(self, sheet: Sheet) -> list[QWidget]:
        top = in_row(label(sheet.kicker, muted=True, scale=CAPTION), spacing=8)
        if sheet.as_of:
            pill = label(sheet.as_of, scale=CAPTION)
            pill.setObjectName("pill")
            top.addWidget(pill)
        top.addStretch(1)
        found: list[QWidget] = [boxed(top)]
        if sheet.title:
            title = label(glued(sheet.title), bold=True, wrap=True, scale=TITLE)
            title.setContentsMargins(0, 2, 0, 6)
            title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            found.append(title)
        if sheet.lead:
            lead = label(glued(sheet.lead), wrap=True, scale=READING)
            lead.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            found.append(lead)
        found += _part(tr("Why"), [_bullet(Line(one)) for one in sheet.why])
        steps = [SheetLine(one, label(f"{n}.", muted=True)) for n, one in enumerate(sheet.steps, 1)]
        agreed = [] if sheet.argued else self._agreed(sheet)
        changed = [_bullet(line._replace(text=named(line)), self._way(line)) for line in sheet.changed]
        return [*found, *_part(tr("What happens next"), steps), *_part(tr("What changed"), changed), *agreed]

    def _agreed(self, sheet: Sheet) -> list[QWidget]:
        return _part(tr("They agree"), [_bullet(line, self._way(line)) for line in sheet.agreed])

    def _beside(self, sheet: Sheet) -> list[Part]:
        points = [one for n, point in enumerate(sheet.disputed) for one in self._dispute(point, first=not n)]
        if sheet.more_disputed:
            points.append(label(more_words(sheet), muted=True, scale=CAPTION))
        against = [_bullet(line._replace(text=named(line)), self._way(line)) for line in sheet.against]
        rests: list[QWidget] = [
            SheetLine(line.text, sign("circle-dashed", "muted"), self._way(line)) for line in sheet.rests_on
        ]
        if rests:
            rests.append(label(tr("none of it was checked"), muted=True, scale=CAPTION))
        found = [
            *(self._agreed(sheet) if sheet.argued else []),
            *_part(tr("They still differ"), points),
            *_part(sheet.against_as, against),
            *_part(tr("It rests on"), rests),
            *_part(tr("It would be wrong if"), [_bullet(Line(one)) for one in sheet.wrong_if]),
        ]
        if not found:
            return []
        return [*found, SPACE, *([_by(sheet.by)] if sheet.by else [])]

    def _dispute(self, point: Dispute, *, first: bool) -> list[QWidget]:
        about = SheetLine(point.about.text, None, self._way(point.about))
        about.setContentsMargins(0, 0 if first else 8, 0, 0)
        rows: list[QWidget] = [about]
        for who, side in point.sides:
            if who:
                rows.append(_names(who))
            words = SheetLine(side.text, None, self._way(side))
            words.setContentsMargins(18, 0, 0, 0)
            rows.append(words)
        return rows

    def _way(self, line: Line) -> Callable[[], object] | None:
        """Return how to go where a line is said; None: no place is known."""
        if line.change is not None:
            return partial(self._going.to_change, *line.change)
        if line.spots:
            spot = line.spots[0]
            return partial(self._going.to_text, spot.seat, spot.passage, spot.round)
        return partial(self._going.to_critique, line.critique) if line.critique else None

    def _fit(self) -> None:
        scale = text_scale(self)
        self.setMaximumWidth(round(WIDTH * max(1.0, scale)))
        narrow = self.width() < ONE_COLUMN_BELOW * scale or self.window().width() < WINDOW_BELOW
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way != self._columns.direction():
            self._columns.setDirection(way)
        if bool(self._right.property("below")) != narrow:
            self._right.setProperty("below", narrow)
            restyle(self._right)
        if (inner := self._right.layout()) is not None:
            inner.setContentsMargins(28 if narrow else 24, 20, 28 if narrow else 24, 20)


def _part(title: str, rows: Sequence[QWidget]) -> list[QWidget]:
    """Return rows under their title, nothing where there are none."""
    head = label(title, bold=True, wrap=True)
    head.setContentsMargins(0, 12, 0, 2)
    head.setProperty("sheet-head", True)
    return [head, *rows] if rows else []


def _bullet(line: Line, go: Callable[[], object] | None = None) -> QWidget:
    return SheetLine(line.text, label("•"), go)


def _names(who: Sequence[Who]) -> QWidget:
    """Return members, each with its dot and its name."""
    parts = [boxed(in_row(SeatDot(one.colour), label(one.name, bold=True), spacing=6)) for one in who]
    row = Wrapped()
    row.show_parts(parts)
    return row


def _by(who: Sequence[Who]) -> QWidget:
    row = Wrapped()
    line = QFrame()
    line.setObjectName("sheet-by")
    line.setFixedHeight(1)
    by = label(tr("By"), muted=True, scale=CAPTION)
    named = [in_row(SeatDot(one.colour), label(one.name, bold=True, scale=CAPTION), spacing=6) for one in who]
    row.show_parts([by, *map(boxed, named)])
    return boxed(in_column(line, row, spacing=6, margins=(0, 14, 0, 0)))
