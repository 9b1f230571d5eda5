"""A line of Markdown as it is read: signs of headings, bold and italics are not seen, what they do is.

The text stays what it is, so that every place in it stays where it is: a sign is laid out one pixel high.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QTextCharFormat, QTextFormat, QTextLayout

from app.ui.kit.diff.rows import Line, Mark, Pane, utf16_length, utf16_part
from app.ui.kit.theme import BODY, CODE

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(?=\S)")
_ITEM = re.compile(r"([ \t]*)(?:([-*+])|\d{1,3}[.)])[ \t]+(?=\S)")
_INLINE = re.compile(
    r"(?P<bold>\*\*(?=\S)(?:[^*]|\*(?!\*))+?(?<=\S)\*\*)"
    r"|(?P<italic>(?<![\w*])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?![\w*]))"
)
_SIZES = {1: 15 / 13, 2: 14 / 13}
INDENT = 16.0
"""Pixels by which a list is indented, at 100 %."""


class Dressed(NamedTuple):
    """A text to be laid out, the letters it is set in, and how far its rows but the first are indented."""

    text: str
    formats: list[QTextLayout.FormatRange]
    indent: float = 0.0


def dressed(line: Line, pane: Pane, font: QFont) -> Dressed:
    """Return the text of a side as it is read."""
    text, marks = line.shown(pane)
    if line.code:
        form = QTextCharFormat()
        form.setFontFamilies([CODE, "monospace"])
        form.setFontStyleHint(QFont.StyleHint.Monospace)
        return Dressed(text, [_range(text, 0, len(text), form)])
    formats: list[QTextLayout.FormatRange] = []
    text, indent = _hung(text, marks, font, formats)
    heading = _HEADING.match(text)
    if heading is not None:
        form = QTextCharFormat()
        form.setFontWeight(QFont.Weight.DemiBold)
        form.setFontPointSize(font.pointSizeF() * _SIZES.get(len(heading[1]), 1.0))
        formats.append(_range(text, heading.end(), len(text), form))
        formats += _hidden(text, 0, heading.end(), marks)
    if "*" in text:
        for start, end, sign in _spans(text):
            form = QTextCharFormat()
            if sign == 2:
                form.setFontWeight(QFont.Weight.DemiBold)
            else:
                form.setFontItalic(True)
            formats.append(_range(text, start + sign, end - sign, form))
            formats += _hidden(text, start, start + sign, marks)
            formats += _hidden(text, end - sign, end, marks)
    return Dressed(text, formats, indent)


def _hung(
    text: str, marks: tuple[Mark, ...], font: QFont, formats: list[QTextLayout.FormatRange]
) -> tuple[str, float]:
    """Give a list item its bullet, and return how far it is indented."""
    item = _ITEM.match(text)
    if item is None:
        return text, 0.0
    if item[2] and not _touched(text, *item.span(2), marks):
        text = text[: item.start(2)] + "•" + text[item.end(2) :]
    level = 1 + len(item[1].expandtabs(4)) // 2
    natural = QFontMetricsF(font).horizontalAdvance(text[: item.end()])
    wanted = max(natural, level * INDENT * QFontInfo(font).pixelSize() / BODY)
    # The blank before the words is as wide as it takes to begin them below each other.
    form = QTextCharFormat()
    form.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    form.setFontLetterSpacing(wanted - natural)
    formats.append(_range(text, item.end() - 1, item.end(), form))
    return text, wanted


def _spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Return where bold and italic words begin and end, with the length of their sign."""
    for found in _INLINE.finditer(text):
        yield found.start(), found.end(), 2 if found["bold"] else 1


def _touched(text: str, start: int, end: int, marks: tuple[Mark, ...]) -> bool:
    """Tell whether a mark holds nothing but these signs: then they are what has changed, and are shown."""
    first = utf16_length(text[:start])
    last = first + end - start
    return any(
        mark.start < last
        and mark.start + mark.length > first
        and not any(map(str.isalnum, utf16_part(text, mark.start, mark.start + mark.length)))
        for mark in marks
    )


def _hidden(text: str, start: int, end: int, marks: tuple[Mark, ...]) -> list[QTextLayout.FormatRange]:
    if _touched(text, start, end, marks):
        return []
    form = QTextCharFormat()
    form.setProperty(QTextFormat.Property.FontPixelSize, 1)
    form.setFontStretch(1)
    form.setForeground(QColor(Qt.GlobalColor.transparent))
    return [_range(text, start, end, form)]


def _range(text: str, start: int, end: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    return format_range(utf16_length(text[:start]), utf16_length(text[start:end]), form)


def format_range(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return how a stretch of a text is set, counted in UTF-16 units."""
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, form
    return found
