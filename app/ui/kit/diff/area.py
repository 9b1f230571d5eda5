"""A scrolled sheet: what is in sight is measured, the rest in short slices, and nothing in sight ever jumps.

Rule: the anchor holds. It is the item at the upper border and how far it is above it; when heights above it
become known, or the width changes, it stays where it is on the screen.
"""

from __future__ import annotations

import time
from typing import Literal

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea

from app.ui.kit.diff.sheet import AROUND, GAP, GUTTER, Geometry, Sheet
from app.ui.kit.font_aware import FontAware

Columns = Literal["auto", "one", "two"]
NARROW = 620
"""Pixels of the view below which one column is shown, where nothing else was chosen."""
MARGIN = 26.0
"""Pixels above a line that is gone to."""
_SLICE = 0.010
"""Seconds that measuring in the background may take at once."""
_FIRST_REST = 16
"""Milliseconds before measuring begins: first comes the picture, then what is out of sight."""
_SETTLE_EVERY = 0.25
"""Seconds after which what was measured in the background is put to use."""


class SheetArea(FontAware, QAbstractScrollArea):
    """Scrolls a sheet; what is painted on it is its heir's matter."""

    moved = Signal()
    """The current change, the folds, the place or the heights are others."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sheet = Sheet()
        self.columns: Columns = "auto"
        self.roomy = True
        """Whether two columns are shown where the width allows it and nothing else was chosen."""
        self.between = GUTTER
        self._anchor = (0, 0.0)
        self._settled_at = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._measure_some)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def _on_fitted(self) -> None:
        """Take note of another width or font."""

    def _geometry(self) -> Geometry:
        width = float(self.viewport().width())
        narrow = width < NARROW or not self.roomy
        one = self.columns == "one" or (self.columns == "auto" and narrow)
        return Geometry(width, one_column=one, between=self.between)

    def _fit(self) -> None:
        self.sheet.refit(self._geometry(), self.font())
        self._on_fitted()
        self._settle()
        self._measure_later()

    def _rearrange(self, line: int) -> None:
        """Take other folds, keeping a line where it is on the screen."""
        before = self.sheet.tops[self.sheet.item_of(line)] - self.verticalScrollBar().value()
        self.sheet.arrange()
        self._anchor = (self.sheet.item_of(line), -before)
        self._settle()
        self._measure_later()

    def _measure_later(self) -> None:
        self._settled_at = time.perf_counter()
        self._timer.start(_FIRST_REST)

    def _line_in_sight(self) -> int:
        if not self.sheet.items:
            return 0
        item = self._anchor[0] + (1 if self._anchor[1] > 0 else 0)
        return self.sheet.items[min(item, len(self.sheet.items) - 1)].line

    def _bring(self, line: int) -> None:
        """Scroll to a line, out of its fold."""
        self.sheet.folds.open_to(line)
        self.sheet.arrange()
        item = self.sheet.item_of(line)
        before = self.sheet.items[item - 1] if item else None
        if before is not None and before.fold < 0:
            # What stands above it is whole, a heading most of all; of more than that its end.
            margin = min(self._measured(item - 1) + AROUND, 3 * self.sheet.line_height)
        else:
            margin = MARGIN
        self._anchor = (item, -margin)
        self._settle()

    def _settle(self) -> None:
        """Measure what is in sight, and put the anchor at its place."""
        sheet = self.sheet
        if sheet.items:
            item, offset = self._anchor
            item = min(item, len(sheet.items) - 1)
            # Lines above the anchor can be in sight, too.
            first, above = item, -offset
            while first > 0 and above > 0:
                first -= 1
                above -= self._measured(first)
            index, below = item, self.viewport().height() + offset
            while index < len(sheet.items) and below > 0:
                below -= self._measured(index)
                index += 1
            sheet.stack()
            self._set_scroll(sheet.tops[item] + offset)
        else:
            self._set_scroll(0)
        self.viewport().update()
        self.moved.emit()

    def _measured(self, item: int) -> float:
        found = self.sheet.items[item]
        if found.fold >= 0:
            return self.sheet.fold_height
        return self.sheet.laid(found.line).height + GAP

    def _set_scroll(self, value: float) -> None:
        bar = self.verticalScrollBar()
        with QSignalBlocker(bar):
            bar.setPageStep(self.viewport().height())
            bar.setSingleStep(int(self.sheet.line_height))
            bar.setRange(0, max(0, int(self.sheet.height) - self.viewport().height()))
            bar.setValue(round(value))
        self._take_anchor()

    def _take_anchor(self) -> None:
        value = float(self.verticalScrollBar().value())
        item = self.sheet.at(value) if self.sheet.items else 0
        self._anchor = (item, value - self.sheet.tops[item])

    def _on_scrolled(self, _value: int) -> None:
        self._take_anchor()
        if any(
            found.fold < 0 and not self.sheet.known(found.line)
            for found in self.sheet.items[self._anchor[0] : self._last_in_sight() + 1]
        ):
            self._settle()
        self.viewport().update()
        self.moved.emit()

    def _last_in_sight(self) -> int:
        bottom = self.verticalScrollBar().value() + self.viewport().height()
        return self.sheet.at(float(bottom)) if self.sheet.items else -1

    def _measure_some(self) -> None:
        """Measure lines out of sight in short slices; what is in sight stays where it is."""
        self._timer.setInterval(0)
        now = time.perf_counter()
        more = self.sheet.measure_some(now + _SLICE)
        if not more:
            self._timer.stop()
        if not more or now - self._settled_at > _SETTLE_EVERY:
            # Heights are put to use now and then: adding all up takes longer than measuring a few.
            self._settled_at = now
            self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width; what was at the upper border stays there."""
        super().resizeEvent(event)
        if self._geometry() == self.sheet.geometry:
            self._settle()
            return
        if self._anchor != (0, 0.0):
            self._anchor = (self.sheet.item_of(self._line_in_sight()), -MARGIN)
        self._fit()
