"""Widgets beside each other, in as many rows as their width asks for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = 6
"""Pixels between two of them, and between two rows."""
EDGE = 2
"""Pixels around them: the ring of the focus is drawn there."""


class Wrapped(QWidget):
    """Puts its parts one behind the other; what has no room begins the next row."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

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
