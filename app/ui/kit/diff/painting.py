"""Painting the lines of a diff. Insertion is underlined and tinted, deletion struck and tinted: never colour
alone. What was decided against is muted, and an icon between the panes says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout

from app.ui.kit.diff.inline_markup import format_range
from app.ui.kit.diff.rows import Line, Mark, Pane, utf16_length
from app.ui.kit.diff.selecting import Selection
from app.ui.kit.diff.sheet import AROUND, PAD, Sheet, gap_below
from app.ui.kit.icons import paint_icon
from app.ui.kit.texts import tr
from app.ui.kit.theme import Colours

_Ranges = list[QTextLayout.FormatRange]
_ICON = 14.0
_SPACE = 6.0


@dataclass(frozen=True, slots=True)
class Look:
    """How the marks are drawn, and what was decided: indices of changes."""

    colours: Colours
    strike: bool = True
    active: int = -1
    """The change that is framed: the one under the pointer, or gone to."""
    reverted: frozenset[int] = frozenset()
    reviewed: frozenset[int] = frozenset()
    buttons: bool = False
    """Whether the active change has buttons in place of its icon."""


def formats(marks: Sequence[Mark], look: Look, *, dropped: str = "", whole: bool = False) -> _Ranges:
    """Return the marks as Qt draws them; `dropped` is the kind that was decided against, if any.

    `whole`: the piece is new or gone as a whole, and its ground is tinted already.
    """
    c = look.colours
    ranges: _Ranges = []
    for mark in marks:
        form = QTextCharFormat()
        inserted = mark.kind == "insert"
        if not dropped and not whole:
            form.setBackground(QColor(c.insert_word if inserted else c.delete_word))
        elif mark.kind == dropped:
            form.setForeground(QColor(c.muted))
        if inserted:
            form.setFontUnderline(True)
            form.setUnderlineColor(QColor(c.muted if dropped else c.insert_line))
            form.setFontStrikeOut(dropped == "insert")
        elif dropped != "insert":
            if look.strike:
                form.setFontStrikeOut(True)
            else:
                # Without the strike a broken line still tells it from an insertion without colour.
                form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        ranges.append(format_range(mark.start, mark.length, form))
    return ranges


def _selected(start: int, end: int, c: Colours) -> _Ranges:
    """Return the stretch of selected text, if there is any."""
    if end <= start:
        return []
    form = QTextCharFormat()
    form.setBackground(QColor(c.accent))
    form.setForeground(QColor(c.base))
    return [format_range(start, end - start, form)]


def paint_ground(painter: QPainter, sheet: Sheet, height: float, c: Colours) -> None:
    """Paint the borders of the column in which is decided."""
    g = sheet.geometry
    painter.setPen(QColor(c.hairline))
    for x in (g.gutter, g.gutter + g.between - 1) if not g.one_column else (g.between - 1,):
        painter.drawLine(QPointF(x, 0.0), QPointF(x, height))


def paint_line(
    painter: QPainter, sheet: Sheet, index: int, y: float, look: Look, selection: Selection
) -> None:
    """Paint a line whose text begins at `y`."""
    line, laid, g, c = sheet.prepared.lines[index], sheet.laid(index), sheet.geometry, look.colours
    reverted = line.change in look.reverted
    dropped, whole = "insert" if reverted else "", line.kind in ("inserted", "deleted")
    around = _box(sheet, index, y, laid.height)
    for pane in g.panes:
        x = g.x(pane)
        box = QRectF(x, around.top(), g.pane, around.height())
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
    if line.change >= 0:
        _paint_gutter(painter, sheet, index, y, look)
        if line.change == look.active:
            _paint_frame(painter, sheet, index, around, c)


def _box(sheet: Sheet, index: int, y: float, height: float) -> QRectF:
    """Return the ground of a line, over the whole width."""
    lines = sheet.prepared.lines
    above = min(AROUND, gap_below(lines[index - 1]) / 3) if index else AROUND
    below = min(AROUND, gap_below(lines[index]) / 3)
    return QRectF(0.0, y - above, sheet.geometry.width, height + above + below)


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
        painter.fillRect(box, QBrush(QColor(c.hairline), Qt.BrushStyle.BDiagPattern))
        return
    row = box.adjusted(PAD, AROUND, 0, 0)
    row.setHeight(QFontMetricsF(painter.font()).height())
    way = "arrow-down" if line.partner > index else "arrow-up"
    paint_icon(painter, QRectF(row.left(), row.top(), _ICON, row.height()), way, "muted")
    painter.setPen(QColor(c.muted))
    flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
    painter.drawText(row.adjusted(_ICON + _SPACE, 0, 0, 0), flags, moved_words(index, line))


def moved_words(index: int, line: Line) -> str:
    """Say where a moved piece went, or where it came from."""
    if line.has("left"):
        return tr("moved further down") if line.partner > index else tr("moved further up")
    return tr("came from further down") if line.partner > index else tr("came from further up")


def _paint_gutter(painter: QPainter, sheet: Sheet, index: int, y: float, look: Look) -> None:
    """Paint what was decided on a change, and which way a moved piece went."""
    g, line = sheet.geometry, sheet.prepared.lines[index]
    if not line.first or (look.buttons and line.change == look.active):
        return
    names = []
    if line.change in look.reverted:
        names.append("undo-2")
    elif line.change in look.reviewed:
        names.append("check")
    if line.partner >= 0 and g.one_column:
        # In one column nothing else says which way it went.
        names.append("arrow-down" if line.partner > index else "arrow-up")
    left = g.gutter + (g.between - len(names) * (_ICON + _SPACE) + _SPACE) / 2
    for at, name in enumerate(names):
        box = QRectF(left + at * (_ICON + _SPACE), y, _ICON, sheet.line_height)
        paint_icon(painter, box, name, "finished" if name == "check" else "text2")


def _paint_frame(painter: QPainter, sheet: Sheet, index: int, box: QRectF, c: Colours) -> None:
    """Paint the upper border of a change at its first line, and the lower one at its last."""
    lines = sheet.prepared.lines
    change = lines[index].change
    painter.setPen(QColor(c.accent))
    if index == 0 or lines[index - 1].change != change:
        painter.drawLine(box.topLeft(), box.topRight())
    if index + 1 == len(lines) or lines[index + 1].change != change:
        painter.drawLine(box.bottomLeft() - QPointF(0, 1), box.bottomRight() - QPointF(0, 1))


def paint_fold(painter: QPainter, box: QRectF, words: Sequence[str], hover: int, c: Colours) -> None:
    """Paint a fold: its words in the middle, between the steps that open it."""
    painter.fillRect(box, QColor(c.window))
    painter.setPen(QColor(c.hairline))
    painter.drawLine(box.topLeft(), box.topRight())
    painter.drawLine(box.bottomLeft(), box.bottomRight())
    icons = ("unfold-vertical",) if len(words) == 1 else ("arrow-down", "unfold-vertical", "arrow-up")
    metrics = QFontMetricsF(painter.font())
    parts = zip(words, icons, fold_zones(box, len(words)), strict=True)
    for part, (text, name, zone) in enumerate(parts):
        wide = _ICON + _SPACE + metrics.horizontalAdvance(text)
        left = zone.center().x() - wide / 2
        paint_icon(
            painter,
            QRectF(left, zone.top(), _ICON, zone.height()),
            name,
            "accent" if part == hover else "muted",
        )
        painter.setPen(QColor(c.accent if part == hover else c.muted))
        painter.drawText(
            QRectF(left + _ICON + _SPACE, zone.top(), wide, zone.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            text,
        )


def fold_zones(box: QRectF, parts: int) -> list[QRectF]:
    """Return where each part of a fold is pressed: all of it, or its middle and a step at either side."""
    side = min(140.0, box.width() / 4)
    edges = (box.left(), box.left() + side, box.right() - side, box.right())
    steps = [QRectF(left, box.top(), right - left, box.height()) for left, right in pairwise(edges)]
    return [box] if parts == 1 else steps
