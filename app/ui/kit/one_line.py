"""Words in one line that are cut where there is no room for them, and can be asked for whole."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from app.ui.kit.buttons import PushButton
from app.ui.kit.texts import escaped

_LEAST, _SPARE = 60, 4
"""Pixels: the least width, and what is left so that no word is cut in vain."""


class CutButton(PushButton):
    """As wide as its words, and narrower where room is short."""

    def __init__(self, words: str, name: str, around: int = 30, brief: str = "") -> None:
        """`name`: what a screen reader tells; `around`: pixels around the words, fewer where no frame is.

        `brief`: fewer words, in place of a cut.
        """
        super().__init__("")
        self._words, self._around, self._brief = words, around, brief
        self.setAccessibleName(name)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._cut(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        """Return the room that all of the words take."""
        wide = self.fontMetrics().horizontalAdvance(self._words) + self._around + _SPARE
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut(self.width())

    def _cut(self, width: int) -> None:
        room, letters = width - self._around, self.fontMetrics()
        words = (letters.horizontalAdvance(self._words) > room and self._brief) or self._words
        cut = letters.elidedText(words, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip(escaped(self._words) if cut != self._words else "")


class OneLine(QLabel):
    """Its lines beside each other; never wider than they are, and narrower where room is short."""

    LEAST = 60
    """Pixels it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cut = False
        """Whether it is not seen whole."""
        self._about = ""

    def line(self) -> str:
        """Return what it shows, in one line."""
        return " · ".join(self.text().splitlines())

    def explain(self, about: str) -> None:
        """Say in its tip what is to be known of it, behind the whole of it where it is cut."""
        self._about = about
        self._tell()

    def setText(self, text: str) -> None:
        if text != self.text():
            super().setText(text)
            self.updateGeometry()
            self._look()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.line()) + 2, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """As wide as it is where it must not be cut, which its policy says."""
        wide, fixed = (
            self.sizeHint().width(),
            self.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Fixed,
        )
        return QSize(wide if fixed else min(self.LEAST, wide), self.fontMetrics().height())

    def hasHeightForWidth(self) -> bool:
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._look()

    def _look(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.line()) > self.width()
        if cut or self.cut:
            self.cut = cut
            self._tell()

    def _tell(self) -> None:
        self.setToolTip(escaped("\n".join(filter(None, (self.text() if self.cut else "", self._about)))))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        words = self.fontMetrics().elidedText(self.line(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
