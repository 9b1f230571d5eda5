"""The columns of a table: room for whole words, figures below each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlock,
    QTextCursor,
    QTextLength,
    QTextTable,
    QTextTableCell,
)

from app.markup.formula import bare
from app.markup.unbroken import unglued

WIDEST, READABLE, _NARROWEST = 220, 130, 80
"""Pixels of a column of text at most, as many as it is given where the table scrolls anyway, and as many
that it has else: of less there would be a word a line."""
BAR, TRACK, CAPTION_ROW = 6, 10, 20
"""Pixels of the bar of what scrolls, of the room that it stands in, and of the line below a table."""
_BELOW = 8
"""Pixels below a table."""
_QT_INDENT = 40
"""Pixels by which Qt lets a table stand in for each list around it."""
_LEAST, _AROUND = 24, 19
"""Pixels of a column at least, and of its cells' padding and edges."""
_MOST_CELLS = 600
"""Cells of a table whose columns are measured; a larger one is laid out by Qt alone."""
_MOST_CODE = 40_000
"""Letters of a code whose lines are measured: its box takes another width, and is laid out a second time."""
_MOST_WORDS = 400
_FIGURE = re.compile(r"[^\w\s]{0,3}\s?\d[\d.,:'’\s]*(?:[^\s\d]{1,4}(?:/\w{1,6})?)?")
_FIGURES = 0.8
"""Share of a column's cells below its head from which it is one of figures."""


class _Measured(NamedTuple):
    """The width of a column's longest word and of its longest line, in pixels with what is around them."""

    word: float
    line: float


def stand_in(table: QTextTable, indent: float) -> float:
    """Let a table in a list begin where the words of its point do; return how far in that is, in pixels."""
    form = table.format()
    if form.leftMargin() and form.leftMargin() % _QT_INDENT == 0:
        form.setLeftMargin(form.leftMargin() / _QT_INDENT * indent)
        table.setFormat(form)
    return form.leftMargin()


def fit_columns(table: QTextTable, room: float, font: QFont, *, anew: bool) -> None:
    """Give columns the width of their longest word at least; `anew`: also those that were given one."""
    form = table.format()
    fitted = any(one.type() == QTextLength.Type.FixedLength for one in form.columnWidthConstraints())
    if is_formula(table) or (fitted and not anew) or table.rows() * table.columns() > _MOST_CELLS:
        return
    if is_code(table) and table.lastPosition() - table.firstPosition() > _MOST_CODE:
        return
    measured = [_measured(table, column, font) for column in range(table.columns())]
    widths = [max(measured[0].line, room)] if is_code(table) else _widths(measured, room)
    scrolls = sum(widths) > room
    form.setBottomMargin(_BELOW + (scrolls and TRACK + (not is_code(table) and CAPTION_ROW)))
    form.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, width) for width in widths])
    table.setFormat(form)
    if not fitted and not is_code(table):
        _align_figures(table)


def fit_formula(table: QTextTable, wide: bool) -> None:
    """Leave room for the bar below a formula that is wider than the text, where it is `wide`."""
    form = table.format()
    below = _BELOW + (TRACK if wide else 0)
    if form.bottomMargin() != below:
        form.setBottomMargin(below)
        table.setFormat(form)


def _widths(measured: list[_Measured], room: float) -> list[float]:
    """Return the widths of columns: as wanted, or so that they fit, or as their words need."""
    least = [column.word for column in measured]
    wanted = [max(column.word, min(WIDEST, column.line)) for column in measured]
    if sum(wanted) <= room:
        return wanted
    pairs = list(zip(least, wanted, strict=True))
    rest, gap = room - sum(least), sum(wanted) - sum(least)
    shared = [word + rest * (line - word) / gap for word, line in pairs] if gap else wanted
    if rest < 0 or any(wide < min(line, _NARROWEST) for wide, (_, line) in zip(shared, pairs, strict=True)):
        return [max(word, min(READABLE, line)) for word, line in pairs]
    return shared


def _measured(table: QTextTable, column: int, font: QFont) -> _Measured:
    around = 2 * table.format().cellPadding() + _AROUND
    word = line = _LEAST - around
    for row in range(table.rows()):
        for block in _blocks(table.cellAt(row, column)):
            longest, whole = _measured_block(block, font)
            word, line = max(word, longest), max(line, whole)
    return _Measured(word + around, line + around)


def _measured_block(block: QTextBlock, font: QFont) -> tuple[float, float]:
    word = line = 0.0
    at = block.begin()
    while not at.atEnd():
        fragment = at.fragment()
        metrics = QFontMetricsF(fragment.charFormat().font().resolve(font))
        text = fragment.text()
        line += metrics.horizontalAdvance(text)
        word = max([word, *(metrics.horizontalAdvance(one) for one in text.split(" ")[:_MOST_WORDS])])
        at += 1
    return word, line


def _blocks(cell: QTextTableCell) -> Iterator[QTextBlock]:
    block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    while block.isValid():
        yield block
        if block == last:
            return
        block = block.next()


def _align_figures(table: QTextTable) -> None:
    """Put the figures of a column below each other, and its head above them.

    The first column says what a row is of: it stays at the left.
    """
    for column in range(1, table.columns()):
        cells = [table.cellAt(row, column).firstCursorPosition() for row in range(table.rows())]
        texts = [text for one in cells[1:] if (text := one.block().text().strip(" –—-\u00a0"))]
        if not texts or sum(bool(_FIGURE.fullmatch(text)) for text in texts) < _FIGURES * len(texts):
            continue
        for cursor in cells:
            shape = cursor.blockFormat()
            shape.setAlignment(Qt.AlignmentFlag.AlignRight)
            cursor.setBlockFormat(shape)


def is_code(table: QTextTable) -> bool:
    """Tell whether a table is the box of a code: what stands in it, under its language."""
    if table.columns() != 1 or is_formula(table):
        return False
    return _code_cell(table).firstCursorPosition().blockFormat().nonBreakableLines()


def is_formula(table: QTextTable) -> bool:
    """Tell whether a table is the box of a formula that stands by itself."""
    return table.format().width().type() == QTextLength.Type.PercentageLength


def text_of(table: QTextTable) -> str:
    """Return the code in a box, or a table with tabs between its cells, to be copied."""
    if is_code(table):
        return _words_of(_code_cell(table))
    if is_formula(table):
        return _source_of(table)
    rows = ([table.cellAt(row, column) for column in range(table.columns())] for row in range(table.rows()))
    return "\n".join("\t".join(" ".join(_words_of(cell).split()) for cell in row) for row in rows)


def _source_of(table: QTextTable) -> str:
    """Return a formula as it was written, which goes along as the name of a place in it."""
    for block in _blocks(table.cellAt(0, 0)):
        at = block.begin()
        while not at.atEnd():
            if names := at.fragment().charFormat().anchorNames():
                return bare(names[0])
            at += 1
    return _words_of(table.cellAt(0, 0))


def _code_cell(table: QTextTable) -> QTextTableCell:
    return table.cellAt(table.rows() - 1, 0)


def _words_of(cell: QTextTableCell) -> str:
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    return unglued(
        cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n").replace("\u200b", "")
    )
