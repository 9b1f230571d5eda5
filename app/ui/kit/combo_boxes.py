"""A choice that is not made by scrolling past it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget


class ComboBox(QComboBox):
    """A box in something that scrolls: the wheel turns its choice only while it has the focus.

    Qt's own takes the wheel wherever the pointer happens to be, and nothing tells that it was changed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Nor does the wheel give it the focus.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
