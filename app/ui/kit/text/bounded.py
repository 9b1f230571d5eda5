"""A plain-text editor that takes no text which would hold the window up."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QPlainTextEdit, QToolTip

from app.ui.kit.texts import tr

LONGEST, LONGEST_WORD = 200_000, 20_000
"""Characters that can be pasted, and of a word among them: Qt lays a page of more out for a second."""


class BoundedEditor(QPlainTextEdit):
    """An editor in which more than a person writes is not pasted: a file is chosen for that."""

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste the words, or say why they are not; the clipboard still has them."""
        text = source.text()
        if len(text) <= LONGEST and max(map(len, text.split()), default=0) <= LONGEST_WORD:
            super().insertFromMimeData(source)
            return
        why = tr(
            "This is too long to be pasted: {n} characters. Save it as a file, and choose that.",
            n=f"{len(text):,}",
        )
        QToolTip.showText(self.mapToGlobal(self.rect().topLeft()), why, self)
