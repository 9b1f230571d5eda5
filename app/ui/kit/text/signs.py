"""What is laid over a text: the signs of new words and of marked ones; colour is never the only one."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.ui.kit.theme import colours


def new_words_sign(cursor: QTextCursor) -> QTextEdit.ExtraSelection:
    """Return the sign of words that the text before has not."""
    sign = _sign(cursor, colours().new_word, colours().insert_line)
    sign.format.setFontUnderline(True)
    return sign


def mark_sign(cursor: QTextCursor, still_open: bool) -> QTextEdit.ExtraSelection:
    """Return the sign of words that a person has marked, until its author addressed the mark or after."""
    c = colours()
    ground, line = (c.waiting_row, c.waiting) if still_open else (c.finished_row, c.finished)
    sign = _sign(cursor, ground, line)
    sign.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
    return sign


def _sign(cursor: QTextCursor, ground: str, line: str) -> QTextEdit.ExtraSelection:
    sign = QTextEdit.ExtraSelection()
    sign.cursor = cursor
    sign.format.setBackground(QColor(ground))
    sign.format.setForeground(QColor(colours().text))
    sign.format.setUnderlineColor(QColor(line))
    return sign
