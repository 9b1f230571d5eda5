"""What the summary tells as it is read: the sheet of two columns, and rows with who says so beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QLabel, QWidget

from app.engine.tabs import TextPlace
from app.markup.unbroken import glued
from app.ui.kit.controls import Picture
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import FontAware, SizeAware
from app.ui.kit.icons import Tone
from app.ui.kit.layouts import SPACE, Part, boxed, in_column, in_row
from app.ui.kit.screen import is_narrow
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import label, restyle, tr
from app.ui.kit.theme import CAPTION, READING, text_scale
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.critique_rows import Who
from app.ui.panels.links import PlaceLink, link
from app.ui.panels.rendered import Dispute, Line, Rendered, Sheet, more_words, named

_TEXT, _SLOT = 540, 58
"""Pixels of the text and of a member's column, at the usual size of text."""
_MOST_COLUMNS = 4
"""Members that have a column of their own; of more, places stand behind each other."""
_WIDTH, _ONE_COLUMN_BELOW = 984, 640
"""Pixels of the sheet at most; below this width of it there is one column, as in a narrow window."""
_TITLE = 22 / 13
_LEFT, _RIGHT = 583, 400
"""How the columns share the width."""


class Going(NamedTuple):
    """Where lines lead to."""

    to_text: Callable[[TextPlace], object]
    to_change: Callable[[str, int], object]
    to_critique: Callable[[str], object]


class SummaryRow(FontAware, QWidget):
    """One line with its icon or its member's dot, and the places it leads to."""

    def __init__(
        self, line: Line, mark: QWidget, columns: Sequence[str], going: Going, *, bold: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName("told")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = label(line.text, bold=bold, wrap=True)
        flags = Qt.TextInteractionFlag
        self.words.setTextInteractionFlags(flags.TextSelectableByMouse)
        texts: list[QWidget] = [self.words]
        if line.assumes:
            assumes = label(tr("Assumes: {what}", what=line.assumes), muted=True, wrap=True, scale=CAPTION)
            texts.append(assumes)
        self._text = boxed(in_column(*texts, spacing=0))
        self._slots: list[QWidget] = []
        places = in_row(spacing=0)
        if line.change is not None:
            change = link(tr("Show change"), tr("Show change: {what}", what=line.text))
            seat, seq = line.change
            change.clicked.connect(lambda _=False: going.to_change(seat, seq))
            places.addWidget(change)
        elif line.critique and not line.spots:
            critique = link(tr("Show critique"), tr("Show critique: {what}", what=line.text))
            critique.clicked.connect(lambda _=False: going.to_critique(line.critique))
            places.addWidget(critique)
        elif len(columns) <= _MOST_COLUMNS:
            by_seat = {spot.seat: spot for spot in line.spots}
            for seat in columns:
                spot = by_seat.get(seat)
                slot = boxed(in_row(*([PlaceLink(spot, going.to_text)] if spot else []), "space"))
                self._slots.append(slot)
                places.addWidget(slot)
        else:
            for spot in line.spots[:_MOST_COLUMNS]:
                places.addWidget(PlaceLink(spot, going.to_text))
        places.addStretch(1)
        self._places = places
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 2, 6, 2)
        grid.setHorizontalSpacing(10)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(mark, 0, 0, top)
        grid.addWidget(self._text, 0, 1, top)
        grid.addWidget(boxed(places), 0, 2, top)
        grid.setColumnMinimumWidth(2, len(self._slots) * _SLOT)
        grid.setColumnStretch(1, 1000)
        grid.setColumnStretch(3, 1)
        self._fit()

    def _fit(self) -> None:
        scale = self.fontMetrics().height() / 16
        self._text.setMaximumWidth(round(_TEXT * scale))
        for slot in self._slots:
            slot.setFixedWidth(round(_SLOT * scale))


def sign(name: str, tone: Tone) -> Picture:
    """Return a drawn icon beside words that say the same."""
    picture = Picture(name, tone, 16)
    picture.setFixedHeight(20)
    return picture


def heading(title: str, count: str = "") -> QWidget:
    """Return a part's title with how much there is."""
    words, number = label(title, bold=True), label(count, muted=True, scale=CAPTION)
    return boxed(in_row(words, number, "space", spacing=8, margins=(6, 10, 0, 2)))


def rows_of(part: Rendered, who: dict[str, Who], going: Going) -> list[QWidget]:
    seats, look = list(who), part.look
    found: list[QWidget] = [heading(part.title, str(len(part.lines)) if len(part.lines) > 1 else "")]
    for line in part.lines:
        told = line if line.sides or not line.who or line.spots else _named(line)
        found.append(SummaryRow(told, sign(look.icon, look.tone), seats, going, bold=bool(line.sides)))
        for side in line.sides:
            spot = side.spots[0] if side.spots else None
            dot = [SeatDot(spot.who.colour)] if spot is not None else []
            mark = boxed(in_column(*dot, "space", margins=(4, 4, 0, 0)))
            mark.setFixedSize(16, 20)
            found.append(SummaryRow(_named(side), mark, seats, going))
    if not part.lines:
        found.append(SummaryRow(Line(part.none), sign("minus", "muted"), seats, going))
    return found


def _named(line: Line) -> Line:
    return line._replace(text=f"{line.who}: {line.text}") if line.who else line


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
        super().enterEvent(event)
        self._underline(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._underline(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._underline(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._underline(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._go is not None and self.rect().contains(event.position().toPoint()):
            self._go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
        self._columns.addWidget(self._left, _LEFT)
        self._columns.addWidget(self._right, _RIGHT)
        self._fit()

    def show_sheet(self, sheet: Sheet) -> None:
        """Show a sheet in place of the one before."""
        for old in (self._left, self._right):
            self._columns.removeWidget(old)
            dispose(old)
        margins = (28, 20, 28, 20)
        self._left = boxed(in_column(*self._main(sheet), SPACE, spacing=2, margins=margins))
        beside = self._beside(sheet)
        self._right = boxed(in_column(*beside, spacing=2, margins=(24, 20, 24, 20)), "sheet-side")
        for column in (self._left, self._right):
            first = next(iter(column.findChildren(QLabel)), None)
            if first is not None and first.property("sheet-head"):
                # The room above a part is between two parts.
                first.setContentsMargins(0, 0, 0, 2)
        self._columns.addWidget(self._left, _LEFT)
        self._columns.addWidget(self._right, _RIGHT)
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
            title = label(glued(sheet.title), bold=True, wrap=True, scale=_TITLE)
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
                parts = ((SeatDot(one.colour), label(one.name, bold=True)) for one in who)
                rows.append(Wrapped([boxed(in_row(*both, spacing=6)) for both in parts]))
            words = SheetLine(side.text, None, self._way(side))
            words.setContentsMargins(18, 0, 0, 0)
            rows.append(words)
        return rows

    def _way(self, line: Line) -> Callable[[], object] | None:
        """Return how to go where a line is said; None: no place is known."""
        if line.change is not None:
            return partial(self._going.to_change, *line.change)
        if line.spots:
            return partial(self._going.to_text, line.spots[0].place)
        return partial(self._going.to_critique, line.critique) if line.critique else None

    def _fit(self) -> None:
        scale = text_scale(self)
        self.setMaximumWidth(round(_WIDTH * max(1.0, scale)))
        narrow = self.width() < _ONE_COLUMN_BELOW * scale or is_narrow(self)
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


def _by(who: Sequence[Who]) -> QWidget:
    line = QFrame()
    line.setObjectName("sheet-by")
    line.setFixedHeight(1)
    by = label(tr("By"), muted=True, scale=CAPTION)
    named = [in_row(SeatDot(one.colour), label(one.name, bold=True, scale=CAPTION), spacing=6) for one in who]
    row = Wrapped([by, *map(boxed, named)])
    return boxed(in_column(line, row, spacing=6, margins=(0, 14, 0, 0)))
