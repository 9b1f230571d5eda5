"""A row above the decision while sessions that wait are decided one after the other."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.texts import button, label, rescale, tr
from app.ui.kit.theme import CAPTION


class WalkStrip(QFrame):
    """Tells which of the sessions is in sight, with the way on and the way back."""

    next_wanted = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("library-foot")
        self.setAccessibleName(tr("Sessions that wait"))
        self.place = IconLabel("list")
        label("", bold=True, scale=CAPTION, widget=self.place)
        self.back = button(tr("Back to the batch"))
        self.next = button(tr("Next"), tip=tr("The next session that waits for you"))
        for link in (self.back, self.next):
            rescale(link, CAPTION)
            link.setObjectName("link")
        self.setLayout(in_row(self.place, SPACE, self.back, self.next, spacing=12, margins=(16, 3, 14, 3)))
        self.next.clicked.connect(self.next_wanted)
        self.back.clicked.connect(self.back_wanted)
        self.hide()

    def show_place(self, at: int, of: int, *, more: bool) -> None:
        """Show the place of the session in sight; `more`: another one waits."""
        self.place.setText(tr("{n} of {all}", n=at, all=of))
        self.next.setVisible(more)
        self.show()
