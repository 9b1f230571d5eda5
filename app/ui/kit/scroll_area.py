"""What scrolls around a page as wide as itself."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_MOST = 4
"""How often a page comes back to the width it had before, each time within a second."""


class ScrollArea(QScrollArea):
    """Keeps its bar where a page needs one only while it has none.

    A page that is lower where it is narrower does. Qt gives it a bar and takes it away for ever: turn after
    turn, or within one until the stack is full, which ended the program.
    """

    def __init__(self) -> None:
        super().__init__()
        self._width_before, self._returns, self._at = 0, 0, 0.0
        self._kept_at: QSize | None = None
        """The size at which the bar is kept."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Tab goes to what is in it: of its own it would show nothing.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the bar once the page has come back to a width some times."""
        if isinstance(event, QResizeEvent) and watched is self.widget():
            self._note(event.oldSize().width(), event.size().width())
        return super().eventFilter(watched, event)

    def _note(self, before: int, width: int) -> None:
        if before == width or self._kept_at is not None:
            return
        now = time.monotonic()
        back = width == self._width_before and now - self._at < 1
        self._width_before, self._at = before, now
        self._returns = self._returns + 1 if back else 0
        if self._returns == _MOST:
            self._kept_at = self.size()
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See anew whether a bar is needed, where the room is another."""
        if self._kept_at not in (None, self.size()):
            self._kept_at, self._returns = None, 0
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        super().resizeEvent(event)


def show_whole(part: QWidget) -> None:
    """Bring a part into sight where it stands in what scrolls."""
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(part)
        around = around.parentWidget()


def room_for(part: QWidget) -> int:
    """Return how wide a part of a page is, in pixels, where its page needs no bar.

    What goes elsewhere for want of room goes by this: by its own width it would come back with the bar.
    """
    area = part.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    page = area.widget() if area is not None else None
    if area is None or page is None:
        return part.width()
    return part.width() + area.maximumViewportSize().width() - page.width()
