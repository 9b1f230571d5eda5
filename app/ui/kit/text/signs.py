"""What is laid over a text: the signs of new words and of marked ones; colour is never the only one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.ui.kit.theme import colours


class Marked(NamedTuple):
    """Words that a person has marked."""

    words: str
    open: bool = True
    """Its author has not answered yet."""
    struck: bool = False
    """They are to go."""
    author: str = ""
    """The colour of who added them to another's text; empty: nobody did, a person marked them."""
    quoted: bool = False
    """They are quoted from what is shown."""
    number: int = 0
    """What stands before them as a number, and elsewhere by the same one; 0: none does."""


def changed_signs(
    fresh: Sequence[tuple[int, int]],
    gone: Sequence[int],
    at: Sequence[int],
    span: Callable[[int, int], QTextCursor],
) -> Iterator[QTextEdit.ExtraSelection]:
    """Yield the signs of a text's changes: on new words, and on the letters between which words are gone.

    `fresh`, `gone`: in signs that are no white space; `at`: where each of these stands.
    """
    for start, end in fresh:
        yield new_words_sign(span(at[start], at[end - 1] + 1))
    for place in gone:
        for one in at[max(0, place - 1) : place + 1]:
            yield _gone_words_sign(span(one, one + 1))


def _gone_words_sign(cursor: QTextCursor) -> QTextEdit.ExtraSelection:
    """Return the sign of a letter beside which words stood that the text no longer has."""
    c = colours()
    sign = _sign(cursor, c.delete_word, c.failed)
    sign.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    return sign


def new_words_sign(cursor: QTextCursor) -> QTextEdit.ExtraSelection:
    """Return the sign of words that the text before has not."""
    sign = _sign(cursor, colours().new_word, colours().insert_line)
    sign.format.setFontUnderline(True)
    return sign


def mark_sign(cursor: QTextCursor, mark: Marked) -> QTextEdit.ExtraSelection:
    """Return the sign of marked words: answered ones are quiet, for green is new, and a strike strikes."""
    c = colours()
    if mark.number:
        # The number before them is the sign.
        numbered = _sign(cursor, c.accent_row, c.text)
        numbered.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.NoUnderline)
        return numbered
    if mark.author:
        # No ground: green is new and amber is marked.
        added = _sign(cursor, "", mark.author)
        added.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        return added
    if mark.quoted:
        quoted = _sign(cursor, c.waiting_row, c.warn_line)
        quoted.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        return quoted
    ground, line = (c.waiting_row, c.waiting) if mark.open else (c.hover, c.text2)
    sign = _sign(cursor, ground, line)
    sign.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
    sign.format.setFontStrikeOut(mark.struck)
    return sign


def _sign(cursor: QTextCursor, ground: str, line: str) -> QTextEdit.ExtraSelection:
    sign = QTextEdit.ExtraSelection()
    sign.cursor = cursor
    if ground:
        sign.format.setBackground(QColor(ground))
    sign.format.setForeground(QColor(colours().text))
    sign.format.setUnderlineColor(QColor(line))
    return sign
