"""Old and new text side by side: paragraphs of a pair start at one height, whatever the width.

Insertion is underlined and tinted, deletion struck and tinted: never colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.diffing.spans import diff_texts
from app.ui.texts import count, tr
from app.ui.theme import Colours, colours

_GAP = 10.0
_PAD = 8.0
Run = tuple[str, str]
"""(kind, text): equal, delete or insert."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two paragraphs that belong together; an empty side has no counterpart."""

    left: tuple[Run, ...]
    right: tuple[Run, ...]

    @property
    def changed(self) -> bool:
        """Tell whether the sides differ."""
        return any(kind != "equal" for kind, _ in self.left + self.right)


def pair_paragraphs(old: str, new: str) -> list[Pair]:
    """Cut the word diff at line ends that both texts share, so that each pair is a stretch of its own."""
    pairs: list[Pair] = []
    left: list[Run] = []
    right: list[Run] = []
    for span in diff_texts(old, new).spans:
        kind = str(span.kind)
        if kind != "equal":
            (left if kind == "delete" else right).append((kind, span.text))
            continue
        pieces = span.text.split("\n")
        for index, piece in enumerate(pieces):
            if index:
                pairs.append(Pair(tuple(left), tuple(right)))
                left, right = [], []
            if piece:
                left.append((kind, piece))
                right.append((kind, piece))
    pairs.append(Pair(tuple(left), tuple(right)))
    return [pair for pair in pairs if pair.left or pair.right]


class DiffView(QAbstractScrollArea):
    """Paints pairs; scrolls by key and wheel; F8 and Shift+F8 go from change to change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Old and new text side by side"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._pairs: list[Pair] = []
        self._rows: list[tuple[float, float, list[QTextLayout], list[QTextLayout]]] = []
        self._at = -1

    def show_pairs(self, pairs: list[Pair]) -> None:
        """Show a diff from its beginning."""
        self._pairs, self._at = pairs, -1
        self.setAccessibleDescription(count(self.changes, "{n} changed paragraph", "{n} changed paragraphs"))
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    @property
    def changes(self) -> int:
        """How many pairs differ."""
        return sum(pair.changed for pair in self._pairs)

    @property
    def current(self) -> int:
        """The change last gone to, from 1; 0 before the first."""
        return self._at + 1

    def go(self, step: int) -> None:
        """Scroll to the next (1) or previous (-1) change."""
        places = [row for row, pair in enumerate(self._pairs) if pair.changed]
        if places:
            self._at = max(0, min(len(places) - 1, self._at + step))
            self.verticalScrollBar().setValue(int(self._rows[places[self._at]][0] - 20))

    def alignment_error(self) -> float:
        """Return by how many pixels any pair's sides start apart (0 by construction; for the tests)."""
        firsts = [(a[0].position().y(), b[0].position().y()) for _, _, a, b in self._rows if a and b]
        return max((abs(y - z) for y, z in firsts), default=0.0)

    def _lay_out(self) -> None:
        c = colours()
        width = max(80.0, (self.viewport().width() - _GAP) / 2 - 2 * _PAD)
        y = _PAD
        self._rows = []
        for pair in self._pairs:
            left = self._layouts(pair.left, _PAD, y, width, c)
            right = self._layouts(pair.right, width + 3 * _PAD + _GAP, y, width, c)
            height = max(_bottom(left, y), _bottom(right, y)) - y
            self._rows.append((y, height, left, right))
            y += height + 7
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self.fontMetrics().lineSpacing())
        bar.setRange(0, max(0, int(y + _PAD) - self.viewport().height()))
        self.viewport().update()

    def _layouts(
        self, runs: tuple[Run, ...], x: float, y: float, width: float, c: Colours
    ) -> list[QTextLayout]:
        text = "".join(text for _, text in runs).rstrip("\n").replace("\n", "\u2028")
        if not text:
            return []
        ranges: list[QTextLayout.FormatRange] = []
        start = 0
        for kind, piece in runs:
            # Qt counts UTF-16 units, Python code points.
            length = len(piece.encode("utf-16-le", "surrogatepass")) // 2
            if kind != "equal":
                made = QTextLayout.FormatRange()
                made.start, made.length = start, length
                form = QTextCharFormat()
                form.setBackground(QColor(c.insert_word if kind == "insert" else c.delete_word))
                form.setFontUnderline(kind == "insert")
                form.setFontStrikeOut(kind == "delete")
                made.format = form
                ranges.append(made)
            start += length
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(ranges)
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        layout.setPosition(QPointF(x, y))
        return [layout]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the pairs out for the new width."""
        super().resizeEvent(event)
        self._lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """N and P go from change to change; the rest scrolls."""
        step = {Qt.Key.Key_N: 1, Qt.Key.Key_P: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.go(step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows in sight."""
        c = colours()
        painter = QPainter(self.viewport())
        offset = float(self.verticalScrollBar().value())
        painter.translate(0, -offset)
        painter.setPen(QColor(c.text))
        half = (self.viewport().width() - _GAP) / 2
        top, bottom = offset, offset + self.viewport().height()
        for (y, height, left, right), pair in zip(self._rows, self._pairs, strict=True):
            if y + height < top or y > bottom:
                continue
            if pair.changed:
                if left:
                    painter.fillRect(QRectF(2, y - 2, half - 4, height + 4), QColor(c.delete_row))
                if right:
                    painter.fillRect(
                        QRectF(half + _GAP + 2, y - 2, half - 4, height + 4), QColor(c.insert_row)
                    )
            for layout in left + right:
                layout.draw(painter, QPointF(0, 0))
        painter.setPen(QColor(c.line))
        painter.drawLine(QPointF(half + _GAP / 2, top), QPointF(half + _GAP / 2, bottom))


def _bottom(layouts: list[QTextLayout], y: float) -> float:
    return max((layout.position().y() + layout.boundingRect().height() for layout in layouts), default=y)
