"""Who sits at the table, as chips in a row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.no_model import without_model
from app.domain.seats import Seat
from app.ui.kit.font_aware import FontAware
from app.ui.kit.texts import escaped, model_text, single_line, tr
from app.ui.kit.theme import CAPTION, colours, seat_colour

_HIGH, _SIDE, _DOT, _GAP, _APART = 28, 8, 9, 6, 6
_LEAST = 44
"""Pixels of a model's name that are worth showing."""


class TeamChips(FontAware, QWidget):
    """A chip for each: dot, name and model; where there is no room without the models, then the first few.

    Behind them stands that nobody is a model, where that is so.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats: Sequence[Seat] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_seats(self, seats: Sequence[Seat]) -> None:
        """Show who sits there."""
        self._seats = seats
        self.setToolTip(
            escaped(" · ".join(f"{single_line(s.name, 40)} ({single_line(s.model, 80)})" for s in seats))
        )
        self.setAccessibleName(tr("Members: {names}", names=self.text()))
        self.update()

    def text(self) -> str:
        """Return who sits there, in words."""
        return " · ".join(f"{single_line(s.name, 24)} ({model_text(s.model, 30)})" for s in self._seats)

    def sizeHint(self) -> QSize:
        """Return the height of a chip."""
        return QSize(100, max(_HIGH, self.fontMetrics().height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as many as there is room for."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c, (bold, small) = colours(), self._fonts()
        left = 0
        for at, (name, model, wide) in enumerate(self._fitting()):
            box = QRect(left, 0, wide - 1, self.height() - 1)
            painter.setPen(QColor(c.line))
            painter.setBrush(QColor(c.window))
            painter.drawRoundedRect(box, 6, 6)
            words = box.adjusted(_SIDE, 0, -_SIDE, 0)
            if not name.startswith("+"):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(seat_colour(at))
                painter.drawEllipse(words.left(), words.center().y() - _DOT // 2, _DOT, _DOT)
                words.setLeft(words.left() + _DOT + _GAP)
            painter.setFont(bold)
            painter.setPen(QColor(c.text))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(words, flags, name)
            painter.setFont(small)
            painter.setPen(QColor(c.muted))
            painter.drawText(words, flags | Qt.AlignmentFlag.AlignRight, model)
            left += wide + _APART
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        room = QRect(left, 0, self.width() - left, self.height())
        said = QFontMetrics(small).elidedText(self._for_all(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, said)
        painter.end()

    def _for_all(self) -> str:
        """Return what is said once of a table at which nobody is a model."""
        none = without_model(seat.model for seat in self._seats)
        return "" if none is None else tr(none.short)

    def _fitting(self) -> list[tuple[str, str, int]]:
        """Return (name, model, width) of what there is room for."""
        bold, small = map(QFontMetrics, self._fonts())

        def chip(name: str, model: str) -> tuple[str, str, int]:
            wide = bold.horizontalAdvance(name) + (small.horizontalAdvance(model) + _GAP if model else 0)
            return name, model, wide + 2 * _SIDE + _DOT + _GAP + 2

        names = [single_line(seat.name, 24) for seat in self._seats]
        models = ["" if self._for_all() else model_text(seat.model, 28, short=True) for seat in self._seats]
        whole = [chip(name, model) for name, model in zip(names, models, strict=True)]
        bare = [chip(name, "") for name in names]
        left = self.width() + _APART - sum(wide + _APART for *_, wide in bare)
        each = left // max(1, len(names)) - _GAP
        cut = Qt.TextElideMode.ElideRight
        short = [
            chip(name, small.elidedText(model, cut, each)) for name, model in zip(names, models, strict=True)
        ]
        for chips in (whole, short if each >= _LEAST else bare, bare):
            if sum(wide + _APART for *_, wide in chips) - _APART <= self.width():
                return chips
        chips, room = [], self.width()
        for at, name in enumerate(names):
            more = chip(f"+{len(names) - at}", "")
            one = chip(name, "")
            if one[2] + _APART + more[2] > room:
                return [*chips, more]
            chips.append(one)
            room -= one[2] + _APART
        return chips

    def _fonts(self) -> tuple[QFont, QFont]:
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPointSizeF(small.pointSizeF() * CAPTION)
        return bold, small

    def _fit(self) -> None:
        self.updateGeometry()
