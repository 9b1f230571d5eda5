"""A plain-text editor: its lines stand as far apart as in what is read, and no text holds the window up."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QFontInfo, QFontMetrics, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QToolTip

from app.ui.kit.paragraph import TEXT
from app.ui.kit.text.placeholder import SaysInstead
from app.ui.kit.texts import count, tr

LONGEST, MOST_WORK = 200_000, 300_000
"""Characters that can be pasted, and how many laid out like a letter all of it may come to."""
A_LINE, A_SIGN, _A_LONG_WORD = 30, 20, 2_500
"""A line, and a sign beyond the first plane (mostly from another font), in letters; a word of so many letters
costs as many again, one twice as long four times: all as measured."""


def _can_be_pasted(text: str) -> bool:
    """Tell whether a text is laid out before anybody notices: the window stands still meanwhile."""
    if len(text) > LONGEST:
        return False
    signs = len(text.encode("utf-16-le", "surrogatepass")) // 2 - len(text)
    words = sum(size * size for size in map(len, text.split()) if size > 1_000) // _A_LONG_WORD
    return len(text) + A_LINE * len(text.splitlines()) + A_SIGN * signs + words <= MOST_WORK


class PlainEditor(SaysInstead, QTextEdit):
    """Plain text that is typed, in lines with room between them, which Qt's own plain editor cannot give.

    More than a person writes is not pasted into it: a file is chosen for that.
    """

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

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste the words, or say why they are not; the clipboard still has them."""
        text = source.text()
        if _can_be_pasted(text):
            super().insertFromMimeData(source)
            return
        why = tr(
            "This is too long to be pasted: {n} characters in {lines}. Save it as a file, and choose that.",
            n=f"{len(text):,}",
            lines=count(len(text.splitlines()), "{n} line", "{n} lines"),
        )
        QToolTip.showText(self.mapToGlobal(self.rect().topLeft()), why, self)

    def line_step(self) -> int:
        """Return the pixels from line to line."""
        return round(QFontMetrics(self.font()).height() * self._rate() / 100)

    def _instead_at(self) -> tuple[float, float, float]:
        margin = self.document().documentMargin()
        return margin, margin, self.line_step()

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
