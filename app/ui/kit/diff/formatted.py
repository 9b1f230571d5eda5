"""Both texts as a reader of the finished text sees them: formatted, side by side, without marks."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import tr


class FormattedPair(QSplitter):
    """Two views of safe text."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.old = SafeTextView(tr("Older text, formatted"))
        self.new = SafeTextView(tr("Newer text, formatted"))
        self.addWidget(self.old)
        self.addWidget(self.new)
        self.setChildrenCollapsible(False)
        self._following = False
        for here, there in ((self.old, self.new), (self.new, self.old)):
            here.verticalScrollBar().valueChanged.connect(partial(self._follow, here, there))

    def _follow(self, here: SafeTextView, there: SafeTextView, value: int) -> None:
        """Scroll the other text to the same part of it."""
        if self._following:
            return
        self._following = True
        bar, other = here.verticalScrollBar(), there.verticalScrollBar()
        other.setValue(round(value / max(1, bar.maximum()) * other.maximum()))
        self._following = False

    def show_texts(self, old: str, new: str) -> None:
        self.old.show_text(old)
        self.new.show_text(new)
