"""The size a window opens with: the one it was left with, never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.ui.kit.preferences import Preferences

FIRST = QSize(1280, 800)
_FRAME = QSize(8, 32)
"""What the desktop draws around a window, before it is known."""
_SMALLEST_SCREEN = QSize(860, 600)
"""A screen smaller than this is none to go by (a display without a monitor calls itself 800 by 800)."""


def opening_size(widget: QWidget, preferences: Preferences) -> QSize:
    """Return the size of last time, else the first one, in pixels, so that the whole window is in sight."""
    wanted = QSize(preferences.number("window/width", 0), preferences.number("window/height", 0))
    if wanted.width() < widget.minimumWidth() or wanted.height() < widget.minimumHeight() or wanted.isEmpty():
        wanted = FIRST
    room = widget.screen().availableSize()
    if room.width() < _SMALLEST_SCREEN.width() or room.height() < _SMALLEST_SCREEN.height():
        return wanted
    return wanted.boundedTo(room - _FRAME)


def remember_size(widget: QWidget, preferences: Preferences) -> None:
    """Keep the size for the next start; that of a window over the whole screen is not its own."""
    if not (widget.isMaximized() or widget.isFullScreen() or widget.isMinimized()):
        preferences.write("window/width", widget.width())
        preferences.write("window/height", widget.height())
