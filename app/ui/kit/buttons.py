"""Buttons that Enter presses like Space: with Qt's own, it does nothing or presses another one."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QStyleOptionToolButton, QToolButton

from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.theme import colours

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


_SIDE, _ICON, _GAP = 8, 16, 8


class RowButton(ToolButton):
    """Draws its own words: Qt puts them closer to the icon than one reads them well."""

    def __init__(self, icon: str, text: str, end: str = "", tone: Tone = "muted") -> None:
        super().__init__()
        self._icon, self._end, self._tone = icon, end, tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say_end(self, end: str) -> None:
        """Show something else at the end."""
        self._end = end
        self.updateGeometry()
        self.update()

    def wide(self, text: str) -> int:
        """Return how wide it is with these words."""
        letters = self.fontMetrics().horizontalAdvance
        return 2 * _SIDE + _ICON + _GAP + letters(text) + (letters(self._end) + 24 if self._end else 0)

    def sizeHint(self) -> QSize:
        return QSize(self.wide(self.text()), super().sizeHint().height())

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        """Let Qt draw the ground and the edge alone."""
        super().initStyleOption(option)
        option.text, option.icon = "", QIcon()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        paint_icon(painter, QRectF(_SIDE, (self.height() - _ICON) / 2, _ICON, _ICON), self._icon, "text2")
        painter.setPen(QColor(colours().tone(self._tone)))
        upright = Qt.AlignmentFlag.AlignVCenter
        area = self.rect().adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE, 0)
        painter.drawText(area, upright | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.drawText(area, upright | Qt.AlignmentFlag.AlignRight, self._end)
