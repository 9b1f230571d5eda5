"""Both texts as a reader of the finished text sees them: formatted, side by side, without marks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

from app.ui.text.safe_view import SafeTextView
from app.ui.texts import tr


class FormattedPair(QSplitter):
    """Two views of safe text."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.old = SafeTextView(tr("Older text, formatted"))
        self.new = SafeTextView(tr("Newer text, formatted"))
        self.addWidget(self.old)
        self.addWidget(self.new)
        self.setChildrenCollapsible(False)

    def show_texts(self, old: str, new: str) -> None:
        """Show two texts."""
        self.old.show_text(old)
        self.new.show_text(new)
