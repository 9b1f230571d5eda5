"""A line of Markdown as it is read: signs of headings, bold and italics are not seen, what they do is.

The text stays what it is, so that every place in it stays where it is: a sign is laid out one pixel high.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextFormat, QTextLayout

from app.ui.kit.diff.rows import Line, Mark, Pane, utf16_length

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(?=\S)")
_ITEM = re.compile(r"[ \t]*([-*+])[ \t]+(?=\S)")
_INLINE = re.compile(
    r"(?P<bold>\*\*(?=\S)(?:[^*]|\*(?!\*))+?(?<=\S)\*\*)"
    r"|(?P<italic>(?<![\w*])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?![\w*]))"
)
_SIZES = {1: 15 / 13, 2: 14 / 13}
_FAMILY = "JetBrains Mono NL"


def dressed(line: Line, pane: Pane, font: QFont) -> tuple[str, list[QTextLayout.FormatRange]]:
    """Return the text of a side as it is laid out, and the letters it is set in."""
    text, marks = line.shown(pane)
    if line.code:
        form = QTextCharFormat()
        form.setFontFamilies([_FAMILY, "monospace"])
        form.setFontStyleHint(QFont.StyleHint.Monospace)
        return text, [_range(text, 0, len(text), form)]
    item = _ITEM.match(text)
    if item is not None and not _touched(text, item.start(1), item.end(1), marks):
        text = text[: item.start(1)] + "•" + text[item.end(1) :]
    formats: list[QTextLayout.FormatRange] = []
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
    return text, formats


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
        and not _letters(text, mark.start, mark.start + mark.length)
        for mark in marks
    )


def _letters(text: str, start: int, end: int) -> bool:
    part = (
        text[start:end]
        if text.isascii()
        else text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "replace")
    )
    return any(sign.isalnum() for sign in part)


def _hidden(text: str, start: int, end: int, marks: tuple[Mark, ...]) -> list[QTextLayout.FormatRange]:
    if _touched(text, start, end, marks):
        return []
    form = QTextCharFormat()
    form.setProperty(QTextFormat.Property.FontPixelSize, 1)
    form.setForeground(QColor(Qt.GlobalColor.transparent))
    return [_range(text, start, end, form)]


def _range(text: str, start: int, end: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = utf16_length(text[:start])
    found.length = utf16_length(text[start:end])
    found.format = form
    return found
