"""A box to tick whose words go on in the next line where a column has no room for them in one."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle


class WrappedCheck(QCheckBox):
    """A check box that is as narrow as its longest word."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Return the size with every word on a line of its own, as high as it is now."""
        widest = max(map(self._advance, self._words.split()), default=0)
        return QSize(self._beside() + widest, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the size with all words on one line, as high as it is now."""
        return QSize(self._beside() + self._advance(self._words), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew for the width there is."""
        super().resizeEvent(event)
        room, lines = self.width() - self._beside(), [""]
        for word in self._words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._advance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        broken = "\n".join(lines)
        if broken != self.text():
            self.setText(broken)

    def _advance(self, words: str) -> int:
        return round(QFontMetricsF(self.font()).horizontalAdvance(words.replace("&&", "&")) + 1)

    def _beside(self) -> int:
        style = self.style()
        mark = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self)
        return mark + style.pixelMetric(QStyle.PixelMetric.PM_CheckBoxLabelSpacing, None, self) + 4
