"""Numbers before passages of a text: each in a square, the same as where the passage is spoken of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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

from app.ui.kit.text.prepared import NUMBER, OBJECT
from app.ui.kit.text.signs import Marked
from app.ui.kit.theme import CAPTION, colours

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


def show_numbers(
    page: QTextDocument, passages: Iterable[Marked], find: Callable[[str], QTextCursor | None]
) -> None:
    """Put the numbers of passages before their words, and take out those that were there; `find`: where."""
    _take_out(page)
    for mark in passages:
        found = find(mark.words) if mark.number else None
        if found is not None:
            _put(found, mark.number)


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
