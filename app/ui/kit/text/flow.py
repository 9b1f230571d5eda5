"""Model text as part of a page: as high as what it says, the page around it scrolls."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.ui.kit.layouts import in_column
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.theme import colours


class FlowText(SafeTextView):
    """A text without a frame or a bar of its own."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setProperty("flow", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(0)
        self.set_margins(0, 0)
        self._page.documentLayout().documentSizeChanged.connect(lambda _size: self._grow())

    def _grow(self) -> None:
        high = math.ceil(self._page.size().height()) + 2
        if high != self.height():
            self.setFixedHeight(high)

    def minimumSizeHint(self) -> QSize:
        """As narrow as may be: its page says how wide it is."""
        return QSize(40, self.height())


class Aside(QWidget):
    """What belongs to somebody: a line in a colour at its left."""

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._colour = ""
        self.setLayout(in_column(*parts, spacing=2, margins=(12, 1, 0, 1)))

    def set_colour(self, colour: str | QColor) -> None:
        """Give the line a colour: one of the theme's by its name, or any."""
        self._colour = colour if isinstance(colour, str) else colour.name()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._colour:
            painter = QPainter(self)
            known = not self._colour.startswith("#")
            painter.fillRect(
                0, 0, 2, self.height(), QColor(colours().tone(self._colour) if known else self._colour)
            )
            painter.end()
