"""Buttons that Enter presses like Space: with Qt's own, it does nothing or presses another one."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

WORDS_MILLISECONDS = 1000
"""How long after a letter a space or Enter belongs to what is typed."""
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
    """A push button; Enter presses the one in focus and no other.

    Who types words while a button has the focus meant another place: a space among them presses nothing.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._typed = QElapsedTimer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter before a dialog does."""
        if event.text().strip() and event.text().isprintable():
            self._typed.start()
        elif self._among_words(event):
            self._typed.start()
            event.accept()
            return
        if not _enters(self, event):
            super().keyPressEvent(event)

    def _among_words(self, event: QKeyEvent) -> bool:
        pressing = event.key() in (*_KEYS, Qt.Key.Key_Space) and event.modifiers() in _BARE
        return pressing and self._typed.isValid() and not self._typed.hasExpired(WORDS_MILLISECONDS)


class ToolButton(QToolButton):
    """A tool button that Enter presses."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter before a dialog does."""
        if not _enters(self, event):
            super().keyPressEvent(event)
