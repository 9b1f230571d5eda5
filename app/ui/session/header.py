"""Title with chip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.layouts import in_row
from app.ui.kit.texts import escaped, label, shown
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import chip_text


class Header(QWidget):
    """What the session is about and what is happening."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=1.35, wrap=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.chip = label("")
        self.chip.setObjectName("chip")
        self.chip.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._whole, self._low = "", False
        self.setLayout(row := in_row((self.title, 1), self.chip))
        self._gap = row.spacing()

    def refresh(self, view: SessionView, state: str) -> None:
        self._whole = shown(view.fold.session.title, 140)
        self.chip.setText(chip_text(view, state))
        self._fit()

    def set_low(self, low: bool) -> None:
        """Take one line at most where the window is low; the window's own title bar has it whole."""
        self._low = low
        self.title.setWordWrap(not low)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the title into its line."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - self.chip.sizeHint().width() - 2 * self._gap
        # What is cut shows an ellipsis; a title that cannot wrap must not ask for a wider window.
        self.title.setMinimumWidth(1 if self._low else 0)
        cut = self.title.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(room, 40))
        self.title.setText(cut if self._low else self._whole)
        self.title.setToolTip(escaped(self._whole) if self._low and cut != self._whole else "")
