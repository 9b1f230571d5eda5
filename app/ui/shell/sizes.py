"""How a window opens: as it was left, and never larger than the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.ui.kit.preferences import Preferences
from app.ui.kit.screen import room_around

FIRST = QSize(1280, 800)
TOP = 40
"""Pixels of the row at the top."""
RAIL_HIDES_BELOW = 960
COLUMN_HIDES_BELOW = 1180
Side = Literal["rail", "column"]
WIDTHS: Mapping[Side, int] = {"rail": 216, "column": 228}
"""Pixels of each side at first."""
_FRAME = QSize(8, 32)
"""What the desktop draws around a window, before it is known."""
_SMALLEST_SCREEN = QSize(860, 600)
"""A screen smaller than this is none to go by (a display without a monitor calls itself 800 by 800)."""


def opening_size(widget: QWidget, preferences: Preferences) -> QSize:
    """Return the size of last time, else the first one, in pixels, so that the whole window is in sight."""
    wanted = QSize(preferences.number("window/width", 0), preferences.number("window/height", 0))
    if wanted.width() < widget.minimumWidth() or wanted.height() < widget.minimumHeight() or wanted.isEmpty():
        wanted = FIRST
    room = room_around(widget).size()
    if room.width() < _SMALLEST_SCREEN.width() or room.height() < _SMALLEST_SCREEN.height():
        return wanted
    return wanted.boundedTo(room - _FRAME)


def opens_maximised(preferences: Preferences) -> bool:
    """Tell whether the window was left over the whole screen."""
    return preferences.flag("window/maximised", False)


def show_as_left(widget: QWidget, preferences: Preferences) -> None:
    """Show a window over the whole screen where it was left so, else in its size."""
    if opens_maximised(preferences):
        widget.showMaximized()
    else:
        widget.show()


def remember_size(widget: QWidget, preferences: Preferences) -> None:
    """Keep the size for the next start; that of a window over the whole screen is not its own."""
    if widget.isMinimized():
        return
    preferences.write("window/maximised", int(widget.isMaximized()))
    if not (widget.isMaximized() or widget.isFullScreen()):
        preferences.write("window/width", widget.width())
        preferences.write("window/height", widget.height())
