"""The lines around a session's tabs: what it is about and its rounds; the way through sessions that wait."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.domain.no_model import without_model
from app.ui.kit.chip import Pill
from app.ui.kit.font_aware import FontAware, SizeAware
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.states import state_look
from app.ui.kit.texts import escaped, label, link_button, single_line, tr
from app.ui.kit.theme import CAPTION, TITLE
from app.ui.session.strip import RoundStrip
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import chip_of, chip_text

HEIGHT, LOW_HEIGHT = 42, 35
_GAP = 10
_LEAST_TITLE = 170
"""Pixels that a long title keeps beside many rounds."""
_LEAST_STRIP = 150


class _Title(FontAware, QLabel):
    """Its letters keep a size of their own, which it is given after the line around it has its own."""

    rescaled = Signal()

    def _fit(self) -> None:
        self.rescaled.emit()


class Header(SizeAware, QWidget):
    """Title and pill at the left, rounds at the right; what does not fit is told in short."""

    def __init__(self, strip: RoundStrip) -> None:
        super().__init__()
        title = _Title()
        self.title = label("", bold=True, scale=TITLE, widget=title)
        self.title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.chip = Pill()
        self.kind = label("", muted=True, scale=CAPTION)
        """That nobody at the table is a model."""
        self.strip = strip
        self._whole, self._low = "", False
        self.setLayout(
            in_row(self.title, self.kind, self.chip, SPACE, strip, spacing=_GAP, margins=(15, 0, 14, 0))
        )
        strip.resized.connect(self._fit)
        title.rescaled.connect(self._fit)
        self._fit()

    def refresh(self, view: SessionView, state: str) -> None:
        self._whole = single_line(view.fold.session.title, 140)
        kind = without_model(seat.model for seat in view.fold.session.seats.values())
        self.kind.setText(tr(kind.short) if kind is not None else "")
        self.kind.setToolTip(tr(kind.sentence) if kind is not None else "")
        self.kind.setVisible(kind is not None)
        look, words = chip_of(view, state)
        self.chip.show_state(state_look(look), words)
        self.chip.setToolTip(escaped(chip_text(view, state)))
        self.chip.setAccessibleDescription(chip_text(view, state))
        self._fit()

    def set_low(self, low: bool) -> None:
        if self._low != low:
            self._low = low
            self._fit()

    def _fit(self) -> None:
        metrics = self.title.fontMetrics()
        high = max(LOW_HEIGHT if self._low else HEIGHT, metrics.height() + 16)
        if self.height() != high or self.minimumHeight() != high:
            self.setFixedHeight(high)
        beside = self.kind.sizeHint().width() + _GAP if self.kind.text() else 0
        room = self.width() - self.chip.sizeHint().width() - beside - 3 * _GAP - 30
        wanted = metrics.horizontalAdvance(self._whole) + 2
        short = wanted + self.strip.needed(short=False) > room
        self.strip.set_short(short)
        needed = self.strip.needed(short)
        wide = min(needed, max(_LEAST_STRIP, room - min(wanted, max(_LEAST_TITLE, room // 2))))
        if self.strip.width() != wide or self.strip.minimumWidth() != wide:
            self.strip.setFixedWidth(wide)
        left = max(40, min(wanted, room - wide))
        self.title.setFixedWidth(left)
        cut = metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, left)
        self.title.setText(cut)
        self.title.setAccessibleName(self._whole)
        self.title.setToolTip(escaped(self._whole) if cut != self._whole else "")


class WalkStrip(QFrame):
    """Tells which of the sessions is in sight, with the way on and the way back."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("library-foot")
        self.setAccessibleName(tr("Sessions that wait"))
        self.place = IconLabel("list")
        label("", bold=True, scale=CAPTION, widget=self.place)
        self.back = link_button(tr("Back to the batch"), small=True)
        self.next = link_button(tr("Next"), tip=tr("The next session that waits for you"), small=True)
        self.setLayout(in_row(self.place, SPACE, self.back, self.next, spacing=12, margins=(16, 3, 14, 3)))
        self.hide()

    def show_place(self, at: int, of: int, *, more: bool) -> None:
        """Show the place of the session in sight; `more`: another one waits."""
        self.place.setText(tr("{n} of {all}", n=at, all=of))
        self.next.setVisible(more)
        self.show()
