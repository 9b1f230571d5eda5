"""Title with chip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.ui.bars import chip_text
from app.ui.texts import label, shown
from app.ui.view import SessionView


class Header(QWidget):
    """What the session is about and what is happening."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=1.35, wrap=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.chip = label("")
        self.chip.setObjectName("chip")
        self.chip.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.chip)

    def refresh(self, view: SessionView, state: str) -> None:
        """Show title and chip."""
        self.title.setText(shown(view.position.title, 140))
        self.chip.setText(chip_text(view, state))
