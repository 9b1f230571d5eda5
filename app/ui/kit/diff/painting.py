"""Painting the lines of a diff. Insertion is underlined and tinted, deletion struck and tinted: never colour
alone. What was decided against is muted, and says so in the column between the panes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextCharFormat, QTextLayout

from app.ui.kit.diff.rows import Line, Mark, Pane, utf16_length
from app.ui.kit.diff.selecting import Selection
from app.ui.kit.diff.sheet import GUTTER, PAD, Sheet
from app.ui.kit.texts import tr
from app.ui.kit.theme import Colours

Ranges = list[QTextLayout.FormatRange]
TICK = 15.0
"""Side of the box that is ticked when a change was reviewed."""
_KEEP = 26.0
_TICKED = ((3.5, 7.5), (6.5, 10.8), (11.8, 4.0))
"""The corners of a tick within its box."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the marks are drawn, and what was decided: indices of changes."""

    colours: Colours
    strike: bool = True
    current: int = -1
    reverted: frozenset[int] = frozenset()
    reviewed: frozenset[int] = frozenset()
    decidable: bool = False
    can_tick: bool = False


def tick_rect(sheet: Sheet, top: float) -> QRectF:
    """Return the box of a change that begins at a height."""
    y = top + max(0.0, (sheet.line_height - TICK) / 2)
    return QRectF(sheet.geometry.gutter + 8, y, TICK, TICK)


def keep_rect(sheet: Sheet, top: float) -> QRectF:
    """Return the switch between the old and the new text of a change that begins at a height."""
    return tick_rect(sheet, top).adjusted(TICK + 5, 0, _KEEP + 5, 0)


def formats(marks: Sequence[Mark], look: Look, *, dropped: str = "", whole: bool = False) -> Ranges:
    """Return the marks as Qt draws them; `dropped` is the kind that was decided against, if any.

    `whole`: the piece is new or gone as a whole, and its ground is tinted already.
    """
    c = look.colours
    ranges: Ranges = []
    for mark in marks:
        form = QTextCharFormat()
        inserted = mark.kind == "insert"
        if not dropped and not whole:
            form.setBackground(QColor(c.insert_word if inserted else c.delete_word))
        elif mark.kind == dropped:
            form.setForeground(QColor(c.muted))
        if inserted:
            form.setFontUnderline(True)
            form.setFontStrikeOut(dropped == "insert")
        elif dropped != "insert":
            if look.strike:
                form.setFontStrikeOut(True)
            else:
                # Without the strike a broken line still tells it from an insertion without colour.
                form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        ranges.append(_range(mark.start, mark.length, form))
    return ranges


def _selected(start: int, end: int, c: Colours) -> Ranges:
    """Return the stretch of selected text, if there is any."""
    if end <= start:
        return []
    form = QTextCharFormat()
    form.setBackground(QColor(c.accent))
    form.setForeground(QColor(c.base))
    return [_range(start, end - start, form)]


def _range(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length, format_range.format = start, length, form
    return format_range


def paint_ground(painter: QPainter, sheet: Sheet, height: float, c: Colours) -> None:
    """Paint the column with the ticks."""
    g = sheet.geometry
    painter.fillRect(QRectF(g.gutter, 0.0, GUTTER, height), QColor(c.window))
    painter.setPen(QColor(c.line))
    for x in (g.gutter, g.gutter + GUTTER) if not g.one_column else (g.gutter + GUTTER,):
        painter.drawLine(QPointF(x, 0.0), QPointF(x, height))


def paint_line(
    painter: QPainter, sheet: Sheet, index: int, y: float, look: Look, selection: Selection
) -> list[float]:
    """Paint a line whose text begins at `y`; return where the first line of each side was put."""
    line, laid, g, c = sheet.prepared.lines[index], sheet.laid(index), sheet.geometry, look.colours
    reverted = line.change in look.reverted
    dropped, whole = "insert" if reverted else "", line.kind in ("inserted", "deleted")
    starts: list[float] = []
    for pane in g.panes:
        x = g.x(pane)
        box = QRectF(x + 3, y - 3, g.pane - 6, laid.height + (8.0 if line.goes_on else 6.0))
        layout = laid.sides.get(pane)
        ground = _ground(line, pane, c, reverted=reverted)
        if ground:
            painter.fillRect(box, QColor(ground))
        if layout is None:
            _paint_absence(painter, index, line, box, c)
            continue
        gone = line.kind == "moved" and pane == "inline" and not line.has("right")
        muted = gone or (reverted and line.kind == "inserted")
        painter.setPen(QColor(c.muted if muted else c.text))
        ranges = formats(line.shown(pane)[1], look, dropped=dropped, whole=whole)
        ranges += _selected(*selection.part(index, pane, utf16_length(layout.text())), c)
        # `setFormats` would lay the text out anew; ranges handed to `draw` only paint.
        layout.draw(painter, QPointF(x + PAD, y), ranges)
        starts.append(y + layout.lineAt(0).y())
    if line.change >= 0:
        _paint_gutter(painter, sheet, index, y, laid.height, look)
    return starts


def _ground(line: Line, pane: Pane, c: Colours, *, reverted: bool) -> str:
    if line.change < 0 or reverted or not line.has(pane):
        return ""
    if line.kind == "moved":
        return c.warn_row
    if pane == "inline":
        return {"inserted": c.insert_row, "deleted": c.delete_row}.get(line.kind, "")
    return c.delete_row if pane == "left" else c.insert_row


def _paint_absence(painter: QPainter, index: int, line: Line, box: QRectF, c: Colours) -> None:
    """Say on the empty side that nothing stands there, or where the text went."""
    if line.partner < 0:
        painter.fillRect(box, QColor(c.window))
        return
    painter.setPen(QColor(c.muted))
    flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
    painter.drawText(box.adjusted(PAD - 3, 3, 0, 0), flags, moved_words(index, line))


def moved_words(index: int, line: Line) -> str:
    """Say where a moved piece went, or where it came from."""
    if line.has("left"):
        return tr("↓ moved further down") if line.partner > index else tr("↑ moved further up")
    return tr("↓ came from further down") if line.partner > index else tr("↑ came from further up")


def _paint_gutter(painter: QPainter, sheet: Sheet, index: int, y: float, height: float, look: Look) -> None:
    """Paint a change's tick and switch, and the bar beside the current change."""
    c, g, line = look.colours, sheet.geometry, sheet.prepared.lines[index]
    if line.change == look.current:
        painter.fillRect(QRectF(g.gutter + 1, y - 3, 4, height + 6), QColor(c.accent))
    if not line.first:
        return
    box = tick_rect(sheet, y)
    if line.partner >= 0:
        # Under the tick: in one column nothing else says which way it went.
        painter.setPen(QColor(c.muted))
        arrow = "↓" if line.partner > index else "↑"
        painter.drawText(box.translated(0, TICK + 2), Qt.AlignmentFlag.AlignCenter, arrow)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.can_tick:
        done = line.change in look.reviewed
        painter.setPen(QPen(QColor(c.good if done else c.muted), 1.4))
        painter.setBrush(QColor(c.base))
        painter.drawRoundedRect(box, 3, 3)
        if done:
            painter.setPen(QPen(QColor(c.good), 2.2))
            painter.drawPolyline([box.topLeft() + QPointF(*corner) for corner in _TICKED])
    if look.decidable:
        _paint_switch(painter, keep_rect(sheet, y), c, reverted=line.change in look.reverted)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_switch(painter: QPainter, box: QRectF, c: Colours, *, reverted: bool) -> None:
    """Paint a switch that stands left for the old text and right for the new one."""
    painter.setPen(QPen(QColor(c.bad if reverted else c.muted), 1.4))
    painter.setBrush(QColor(c.delete_row if reverted else c.base))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    middle = box.left() + 7.5 if reverted else box.right() - 7.5
    painter.setBrush(QColor(c.bad if reverted else c.muted))
    painter.drawEllipse(QPointF(middle, box.center().y()), 4.0, 4.0)


def paint_fold(painter: QPainter, box: QRectF, words: Sequence[str], hover: int, c: Colours) -> None:
    """Paint a fold: its words in the middle, between the steps that open it."""
    painter.fillRect(box, QColor(c.window))
    painter.setPen(QColor(c.line))
    painter.drawLine(box.topLeft(), box.topRight())
    painter.drawLine(box.bottomLeft(), box.bottomRight())
    for part, (text, zone) in enumerate(zip(words, fold_zones(box, len(words)), strict=True)):
        painter.setPen(QColor(c.accent if part == hover else c.muted))
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, text)


def fold_zones(box: QRectF, parts: int) -> list[QRectF]:
    """Return where each part of a fold is pressed: all of it, or its middle and a step at either side."""
    side = min(140.0, box.width() / 4)
    edges = (box.left(), box.left() + side, box.right() - side, box.right())
    steps = [QRectF(left, box.top(), right - left, box.height()) for left, right in pairwise(edges)]
    return [box] if parts == 1 else steps
