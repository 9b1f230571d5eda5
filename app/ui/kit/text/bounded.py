"""A plain-text editor: its lines stand as far apart as in what is read, and no text holds the window up."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QFontInfo, QFontMetrics, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QToolTip

from app.ui.kit.paragraph import TEXT
from app.ui.kit.texts import tr

LONGEST, LONGEST_WORD = 200_000, 20_000
"""Characters that can be pasted, and of a word among them: Qt lays a page of more out for a second."""


class PlainEditor(QTextEdit):
    """Plain text that is typed, in lines with room between them, which Qt's own plain editor cannot give."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptRichText(False)
        self._loosen()

    def setPlainText(self, text: str) -> None:
        """Show other words; what was typed before cannot be taken back from here."""
        super().setPlainText(text)
        self._loosen()

    def clear(self) -> None:
        """Leave nothing."""
        super().clear()
        self._loosen()

    def line_step(self) -> int:
        """Return the pixels from line to line."""
        return round(QFontMetrics(self.font()).height() * self._rate() / 100)

    def _rate(self) -> float:
        # As a share of the letters' height: another size of text then needs no new shape.
        font = self.font()
        return 100 * TEXT * QFontInfo(font).pixelSize() / QFontMetrics(font).height()

    def _loosen(self) -> None:
        shape, cursor = QTextBlockFormat(), QTextCursor(self.document())
        shape.setLineHeight(self._rate(), QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        # It is no step that Ctrl+Z takes back.
        undoes = self.isUndoRedoEnabled()
        self.setUndoRedoEnabled(False)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(shape)
        self.setUndoRedoEnabled(undoes)


class BoundedEditor(PlainEditor):
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
