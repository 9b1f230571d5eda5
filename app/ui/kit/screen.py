"""The room there is on a screen, and in a window."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

NARROW = 960
"""Pixels of a window below which parts of a page do not stand beside each other."""


def is_narrow(widget: QWidget) -> bool:
    """Tell whether the window that a widget is in is narrow."""
    return widget.window().width() < NARROW


def room_around(widget: QWidget) -> QRect:
    """Return what is free of the screen that a widget is on, in pixels of the desktop."""
    # Not by the widget: PySide would count the screen as a part of it, and delete it where Python's collector
    # takes the widget.
    screen = QGuiApplication.screenAt(widget.mapToGlobal(widget.rect().center()))
    return (screen or QGuiApplication.primaryScreen()).availableGeometry()
