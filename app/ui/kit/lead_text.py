"""A sentence behind a word that stands out, on as many lines as it needs."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.paragraph import loosen
from app.ui.kit.theme import colours


class LeadText(FontAware, QWidget):
    """Plain words in the size of captions; told to screen readers as one sentence."""

    def __init__(self, head: str, text: str) -> None:
        super().__init__()
        self._head, self._text = head, text
        behind = "" if head.endswith(".") else ":"
        self.setAccessibleName(f"{head}{behind} {text}" if head else text)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _document(self, width: int) -> QTextDocument:
        page = QTextDocument()
        page.setDefaultFont(caption_font(self.font()))
        page.setDocumentMargin(0)
        cursor, strong, plain = QTextCursor(page), QTextCharFormat(), QTextCharFormat()
        strong.setFontWeight(QFont.Weight.DemiBold)
        for form in (strong, plain):
            form.setForeground(QColor(colours().text))
        cursor.insertText(f"{self._head} " if self._head else "", strong)
        cursor.insertText(self._text, plain)
        loosen(page)
        page.setTextWidth(max(60, width))
        return page

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._document(width).size().height()) + 1

    def sizeHint(self) -> QSize:
        return QSize(180, self.heightForWidth(max(180, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words."""
        painter = QPainter(self)
        self._document(self.width()).drawContents(painter)
        painter.end()

    def _fit(self) -> None:
        self.updateGeometry()
