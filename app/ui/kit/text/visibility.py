"""Whether anybody sees or hears what is shown."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def in_sight(widget: QWidget) -> bool:
    """Return whether any of it is on the screen, or is read to somebody who does not look at the screen.

    Out of sight is what is hidden, scrolled away, behind another tab, or in a window that was put away.
    """
    if QAccessible.isActive():
        # A screen reader reads what no eye sees, and does not say so before.
        return True
    if not widget.isVisible():
        return False
    # Not exposed: minimised, or on another desktop.
    return widget.window().windowHandle().isExposed() and not widget.visibleRegion().isEmpty()
