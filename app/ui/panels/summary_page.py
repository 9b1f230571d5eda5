"""The summary's rows: what is told, and in columns beside it who says so, each leading to its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, icon
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.critique_rows import Who
from app.ui.panels.links import PlaceLink, link
from app.ui.panels.rendered import Line, Rendered

TEXT, SLOT, GAP = 540, 58, 24
"""Pixels of the text, of a member's column, and between them, at the usual size of text."""
MOST_COLUMNS = 4
"""Members that have a column of their own; of more, places stand behind each other."""


class Going:
    """Where lines lead to."""

    def __init__(
        self,
        to_text: Callable[[str, str, int], object],
        to_change: Callable[[str, int], object],
        to_critique: Callable[[str], object],
    ) -> None:
        self.to_text, self.to_change, self.to_critique = to_text, to_change, to_critique


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
        elif len(columns) <= MOST_COLUMNS:
            by_seat = {spot.seat: spot for spot in line.spots}
            for seat in columns:
                spot = by_seat.get(seat)
                slot = boxed(in_row(*([PlaceLink(spot, going.to_text)] if spot else []), "space"))
                self._slots.append(slot)
                places.addWidget(slot)
        else:
            for spot in line.spots[:MOST_COLUMNS]:
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
        grid.setColumnMinimumWidth(2, len(self._slots) * SLOT)
        grid.setColumnStretch(1, 1000)
        grid.setColumnStretch(3, 1)
        self._fit()

    def _fit(self) -> None:
        scale = self.fontMetrics().height() / 16
        self._text.setMaximumWidth(round(TEXT * scale))
        for slot in self._slots:
            slot.setFixedWidth(round(SLOT * scale))


def sign(name: str, tone: Tone) -> QLabel:
    """Return a drawn icon beside words that say the same."""
    picture = label("")
    picture.setPixmap(icon(name, tone).pixmap(QSize(16, 16)))
    picture.setFixedSize(16, 20)
    return picture


def heading(title: str, count: str = "") -> QWidget:
    """Return a part's title with how much there is."""
    words, number = label(title, bold=True), label(count, muted=True, scale=CAPTION)
    return boxed(in_row(words, number, "space", spacing=8, margins=(6, 10, 0, 2)))


def rows_of(part: Rendered, who: dict[str, Who], going: Going) -> list[QWidget]:
    """Return a part as rows."""
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
