"""What goes on in the next row where the width has no room: widgets beside each other, words of a tick."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QWidget

GAP = 6
"""Pixels between two of them, and between two rows."""
EDGE = 2
"""Pixels around them: the ring of the focus is drawn there."""


class Wrapped(QWidget):
    """Puts its parts one behind the other; what has no room begins the next row."""

    def __init__(self, parts: Sequence[QWidget] = ()) -> None:
        super().__init__()
        self._parts: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_parts(parts)

    def show_parts(self, parts: Sequence[QWidget]) -> None:
        """Show these in place of those before, which go."""
        for old in self._parts:
            old.hide()
            old.deleteLater()
        self._parts = list(parts)
        for part in self._parts:
            part.setParent(self)
            part.ensurePolished()
            part.show()
        self._place(self.width())
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        """Return how high all rows are together."""
        return self._place(width, move=False)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def row_height(self) -> int:
        """Return how high a row is, with the room below it."""
        return max((part.sizeHint().height() for part in self._parts), default=0) + GAP

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width())
        if event.size().width() != event.oldSize().width():
            # In a row beside others it is given the height of its hint, which is of the width it has.
            self.updateGeometry()

    def _place(self, width: int, *, move: bool = True) -> int:
        """Put each part where it belongs, or only reckon it; return the height of all rows."""
        top, rows = EDGE, self._rows(width)
        for row in rows:
            high = max(size.height() for _, size in row)
            left = EDGE
            for part, size in row:
                if move:
                    # What is lower than its row stands in the middle of it.
                    part.setGeometry(left, top + (high - size.height()) // 2, size.width(), size.height())
                left += size.width() + GAP
            top += high + GAP
        return top - GAP + EDGE if rows else 0

    def _rows(self, width: int) -> list[list[tuple[QWidget, QSize]]]:
        """Return which parts stand beside each other, each with its size."""
        rows: list[list[tuple[QWidget, QSize]]] = []
        left = EDGE
        for part in self._parts:
            size = part.sizeHint()
            # One that is wider than the row is cut, as it says itself.
            size.setWidth(min(size.width(), max(1, width - 2 * EDGE)))
            if not rows or left + size.width() > width - EDGE:
                rows.append([])
                left = EDGE
            rows[-1].append((part, size))
            left += size.width() + GAP
        return rows


class WrappedCheck(QCheckBox):
    """A check box that is as narrow as its longest word."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Return the size with every word on a line of its own, as high as it is now."""
        widest = max(map(self._advance, self._words.split()), default=0)
        return QSize(self._beside() + widest, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the size with all words on one line, as high as it is now."""
        return QSize(self._beside() + self._advance(self._words), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew for the width there is."""
        super().resizeEvent(event)
        room, lines = self.width() - self._beside(), [""]
        for word in self._words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._advance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        broken = "\n".join(lines)
        if broken != self.text():
            self.setText(broken)

    def _advance(self, words: str) -> int:
        return round(QFontMetricsF(self.font()).horizontalAdvance(words.replace("&&", "&")) + 1)

    def _beside(self) -> int:
        style = self.style()
        mark = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self)
        return mark + style.pixelMetric(QStyle.PixelMetric.PM_CheckBoxLabelSpacing, None, self) + 4
