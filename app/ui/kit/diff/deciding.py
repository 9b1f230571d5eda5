"""What is decided on one change, in the column between the panes: its old or its new text, or a tick."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QPushButton, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.diff.sheet import GUTTER
from app.ui.kit.icons import icon
from app.ui.kit.texts import button, restyle, tr
from app.ui.kit.theme import CAPTION

_HIGH, _SIDE, _APART, _TOP = 24, 5, 4, 1
_AROUND_WORDS = 14 + 4 + 2 * 6 + 2 * _SIDE + 6
"""Pixels of the icon, the edges and the room to the column's borders."""


class GutterButtons(QWidget):
    """Buttons of one change at a time; what is chosen has the colour of what is kept."""

    keep_wanted = Signal(int, bool)
    """(change, whether the new text is kept)"""
    tick_wanted = Signal(int)
    """(change)"""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.change = -1
        self.keep_old = self._button(tr("Keep old"), tr("Keep the older text of this change (R)"))
        self.keep_new = self._button(tr("Keep new"), tr("Keep the newer text of this change (A)"))
        self.reviewed = self._button(tr("Reviewed"), tr("Mark this change as reviewed (Space)"))
        self.keep_old.clicked.connect(lambda: self.keep_wanted.emit(self.change, False))
        self.keep_new.clicked.connect(lambda: self.keep_wanted.emit(self.change, True))
        self.reviewed.clicked.connect(lambda: self.tick_wanted.emit(self.change))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._high = _HIGH
        self.hide()

    def _button(self, words: str, tip: str) -> QPushButton:
        made = button(words, tip=tip)
        made.setParent(self)
        made.setObjectName("gutter")
        made.setIconSize(QSize(14, 14))
        # Known to the zoom, which gives it its size again after the theme's rules took it.
        made.setProperty("scale", CAPTION)
        return made

    def _all(self) -> tuple[QPushButton, ...]:
        return (self.keep_old, self.keep_new, self.reviewed)

    def refit(self, font: QFont) -> float:
        """Follow the size of the text; return the width of a column in which nothing is cut."""
        own = caption_font(font)
        metrics = QFontMetricsF(own)
        self._high = max(_HIGH, ceil(metrics.height()) + 7)
        for made in self._all():
            made.setFont(own)
        words = max(metrics.horizontalAdvance(made.text()) for made in self._all())
        return max(GUTTER, round(words) + _AROUND_WORDS)

    def show_for(self, change: int, reverted: bool, reviewed: bool, *, decidable: bool) -> None:
        """Show what was decided on a change, and what can be."""
        self.change = change
        self.keep_old.setVisible(decidable)
        self.keep_new.setVisible(decidable)
        self.reviewed.setVisible(not decidable)
        for made, name, chosen in (
            (self.keep_old, "undo-2", decidable and reverted),
            (self.keep_new, "check", decidable and not reverted),
            (self.reviewed, "check", reviewed),
        ):
            if made.property("chosen") != chosen:
                made.setProperty("chosen", chosen)
                made.setIcon(icon(name, "finished" if chosen else "text2"))
                restyle(made)
        self.show()

    def put(self, left: float, wide: float, top: float, bottom: float, height: int) -> None:
        """Stand at the head of a change, or at the upper border of the view where that is above it."""
        shown = [made for made in self._all() if not made.isHidden()]
        high = self._high
        needed = len(shown) * (high + _APART) - _APART
        y = max(top + _TOP, min(_TOP + _APART, bottom - needed))
        y = min(y, float(height - needed - _APART)) if top < height else y
        self.setGeometry(round(left) + _SIDE, round(y), round(wide) - 2 * _SIDE, needed)
        for at, made in enumerate(shown):
            made.setGeometry(0, at * (high + _APART), self.width(), high)
