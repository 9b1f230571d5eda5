"""At the foot of a list: what it cannot tell of, and the way there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from app.engine.tabs import Missed
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.texts import button, label, rescale, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.naming import Names

_UNDER = 19
"""Pixels that the words stand in beside the icon."""
_LONGEST = 200
"""Characters of what is told of it; all of it is a press away."""


class MissedFoot(QFrame):
    """How much is missing, what and why, and a link that shows it."""

    opened = Signal(object)
    """The place that is to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("detail-foot")
        self._missed: Missed | None = None
        self.head = IconLabel("triangle-alert", tone="waiting")
        label("", bold=True, widget=self.head)
        self.text = label("", wrap=True, muted=True, scale=CAPTION)
        self.show_it = button(tr("Show"))
        rescale(self.show_it, CAPTION)
        self.show_it.setObjectName("link")
        self.show_it.clicked.connect(self._on_clicked)
        words = in_column(self.head, self.text, spacing=2)
        self.text.setContentsMargins(_UNDER, 0, 0, 0)
        row = in_row((words, 1), self.show_it, spacing=8, margins=(16, 7, 12, 8))
        row.setAlignment(self.show_it, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(row)
        self.hide()

    def show_missed(self, missed: Missed | None, names: Names) -> None:
        """Say what is missing; nothing where nothing is."""
        self.setVisible(missed is not None)
        self._missed = missed
        if missed is None:
            return
        self.head.setText(tr(missed.head))
        told = names.veil(tr(missed.text))
        self.text.setText(told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…")
        self.show_it.setAccessibleName(f"{tr(missed.head)}: {tr('Show')}")

    def _on_clicked(self) -> None:
        if self._missed is not None:
            self.opened.emit(self._missed.opens)
