"""A button whose words are cut where there is no room for them; its tip and its name have all of them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from app.ui.kit.buttons import PushButton
from app.ui.kit.texts import escaped

_LEAST, _AROUND, _SPARE = 60, 30, 4
"""Pixels: the least width, what stands around the words, and what is left so that none is cut in vain."""


class CutButton(PushButton):
    """As wide as its words, and narrower where room is short."""

    def __init__(self, words: str, name: str) -> None:
        """`name`: what a screen reader tells."""
        super().__init__("")
        self._words = words
        self.setAccessibleName(name)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._cut(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        """Return the room that all of the words take."""
        wide = self.fontMetrics().horizontalAdvance(self._words) + _AROUND + _SPARE
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut(self.width())

    def _cut(self, width: int) -> None:
        cut = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, width - _AROUND)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip(escaped(self._words) if cut != self._words else "")
