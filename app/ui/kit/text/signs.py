"""What is laid over a text: the signs of new words and of marked ones; colour is never the only one.

A mark may have a number: it stands before its words in a square, the same as where they are spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QImage,
    QPainter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtWidgets import QTextEdit

from app.ui.kit.text.prepared import NUMBER, OBJECT
from app.ui.kit.theme import CAPTION, colours


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


_NAME, _SHARP = "number:", 3
"""How the square of a number is called among the pictures of a page, and the dots of each of its pixels."""
_SQUARE = 16 / 13
"""Its side, for each pixel of the letters."""


def paint_number(painter: QPainter, where: QRect, number: int, font: QFont) -> None:
    """Draw a number in a square that is filled; `font`: of the words around it."""
    small = QFont(font)
    small.setWeight(QFont.Weight.DemiBold)
    small.setPointSizeF(font.pointSizeF() * CAPTION)
    painter.setFont(small)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours().fill))
    painter.drawRoundedRect(QRectF(where), 3, 3)
    painter.setPen(QColor(colours().on_fill))
    painter.drawText(where, Qt.AlignmentFlag.AlignCenter, str(number))


def show_marks(
    page: QTextDocument, passages: Sequence[Marked], find: Callable[[str], QTextCursor | None]
) -> list[QTextEdit.ExtraSelection]:
    """Put numbers before marked words in place of those that were there; return the signs; `find`: where."""
    _take_out(page)
    for mark in passages:
        found = find(mark.words) if mark.number else None
        if found is not None:
            _put(found, mark.number)
    places = [(find(mark.words), mark) for mark in passages]
    return [mark_sign(cursor, mark) for cursor, mark in places if cursor is not None]


def number_of(url: QUrl) -> int:
    """Return the number whose square leads to this address, 0 where it is another address."""
    name = url.toString()
    figure = name.removeprefix(_NAME)
    return int(figure) if name.startswith(_NAME) and figure.isascii() and figure.isdigit() else 0


def _put(passage: QTextCursor, number: int) -> None:
    page = passage.document()
    name, side = f"{_NAME}{number}", round(QFontInfo(page.defaultFont()).pixelSize() * _SQUARE)
    page.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), _picture(number, side, page))
    shape = QTextImageFormat()
    shape.setName(name)
    shape.setAnchor(True)
    shape.setAnchorHref(name)
    shape.setWidth(side)
    shape.setHeight(side)
    cursor = QTextCursor(page)
    cursor.setPosition(passage.selectionStart())
    words = cursor.charFormat()
    # As deep as these letters: deeper, it would lift the words of its line out of their step.
    shape.setFont(page.defaultFont())
    shape.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
    cursor.insertImage(shape)
    cursor.insertText(NUMBER[1:], words)


def _take_out(page: QTextDocument) -> None:
    found = page.find(OBJECT)
    while not found.isNull():
        shape = found.charFormat()
        if shape.isImageFormat() and shape.toImageFormat().name().startswith(_NAME):
            found.movePosition(
                QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor, len(NUMBER) - 1
            )
            found.removeSelectedText()
        found = page.find(OBJECT, found)


def _picture(number: int, side: int, page: QTextDocument) -> QImage:
    picture = QImage(side * _SHARP, side * _SHARP, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(_SHARP)
    painter = QPainter(picture)
    paint_number(painter, QRect(0, 0, side, side), number, page.defaultFont())
    painter.end()
    return picture
