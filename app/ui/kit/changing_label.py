"""A place for words that change many times a second."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class ChangingLabel(QWidget):
    """Holds a wrapped label; what lies around it is laid out anew only where the room it needs changes.

    A label of its own asks for that with whatever words it is given, and is heard up to the window.
    """

    def __init__(self, inner: QLabel) -> None:
        super().__init__()
        self._inner = inner
        inner.setParent(self)
        # With its height by its width, as the label's own.
        self.setSizePolicy(inner.sizePolicy())
        self._needs = self._needed()

    def _needed(self) -> tuple[int, int]:
        # The least width is that of the longest word; to ask the label for it takes longer than all the rest.
        longest = max(map(len, self._inner.text().split()), default=0)
        return self._inner.heightForWidth(self.width()), longest

    def hasHeightForWidth(self) -> bool:
        return self._inner.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self._inner.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._inner.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As the label at this width, whose lines would be cut in a low window with less."""
        least, high = self._inner.minimumSizeHint(), self._inner.heightForWidth(self.width())
        return least if high < 0 else QSize(least.width(), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._inner.setGeometry(self.rect())
        needs, self._needs = self._needs, self._needed()
        if needs != self._needs:
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Pass on that the label needs another size, and nothing else it says."""
        if event.type() == QEvent.Type.LayoutRequest:
            needs = self._needed()
            if needs != self._needs:
                self._needs = needs
                self.updateGeometry()
        return super().event(event)
