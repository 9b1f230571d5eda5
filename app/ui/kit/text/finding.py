"""Finds words that a person typed in a page that was laid out."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QTextCursor, QTextDocument

from app.markup.unbroken import HYPHENS, JOINER


def each_word(quote: str) -> list[str]:
    """Return what is looked for where the words stand nowhere as they are: each, but for the shortest."""
    return [word for word in quote.split() if len(word) > 2]


def find_words(page: QTextDocument, words: str, behind: QTextCursor | None = None) -> QTextCursor:
    """Return where words stand next, `behind` a place, whatever was put into them; a null cursor: nowhere."""
    start = behind if behind is not None else QTextCursor()
    if not HYPHENS & set(words):
        return page.find(words, start)
    letters = (QRegularExpression.escape(one) + f"{JOINER}?" * (one in HYPHENS) for one in words)
    ignoring_case = QRegularExpression.PatternOption.CaseInsensitiveOption
    return page.find(QRegularExpression("".join(letters), ignoring_case), start)
