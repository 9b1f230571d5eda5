"""Buttons that Enter presses like Space: with Qt's own, it does nothing or presses another one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def _enters(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press the button where the key is a bare Enter; one that is held down presses once."""
    if event.key() not in _KEYS or event.modifiers() not in _BARE:
        return False
    event.accept()
    if not event.isAutoRepeat():
        button.click()
    return True


class PushButton(QPushButton):
    """A push button; Enter presses the one in focus and no other."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter before a dialog does."""
        if not _enters(self, event):
            super().keyPressEvent(event)


class ToolButton(QToolButton):
    """A tool button that Enter presses."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter before a dialog does."""
        if not _enters(self, event):
            super().keyPressEvent(event)
