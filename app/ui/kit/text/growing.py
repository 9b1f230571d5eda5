"""A text that grows at its end: what stands is moved and not painted anew, and its end stays in sight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser

from app.ui.kit.text.placeholder import SaysInstead
from app.ui.kit.theme import colours


class GrowingBrowser(SaysInstead, QTextBrowser):
    """Follows its end for as long as that is in sight."""

    followed = Signal(bool, bool)
    """(whether it is arriving and longer than its view, whether its end is kept in sight)"""

    def __init__(self) -> None:
        super().__init__()
        self.margins = (6, 6)
        """Pixels beside and above the text."""
        self._live = False
        """Whether the text is arriving."""
        self._below = 6
        """Pixels below a text that is arriving."""
        self._foot = 0
        """Pixels below a text that something else takes."""
        self._at_end = True
        self._expected = 0
        """How many characters are about to be put in."""
        self._told = (False, True)
        self._filled_by_us = False
        self._moved: int | None = None
        """Pixels by which the text was scrolled while nothing is painted; None: it is painted as ever."""
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def _instead_at(self) -> tuple[float, float, float]:
        return (*self.margins, 0.0)

    def fill_ground(self) -> None:
        """Fill the ground with the theme's for text, and spare Qt all that lies below, up to the window.

        For a text whose rules give it no other ground.
        """
        self._filled_by_us = True
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._filled_by_us:
            painter = QPainter(self.viewport())
            painter.fillRect(event.rect(), QColor(colours().base))
            painter.end()
        super().paintEvent(event)

    def _expect(self, length: int) -> None:
        """Have the scroll bar there before so many characters are, if they need one.

        Where it appears behind them, Qt lays all of them out twice more: for its room, and for the margins.
        """
        self._expected = length
        port, metrics = self.viewport(), self.fontMetrics()
        # Half of what characters usually take: where it was too much after all, the bar goes again.
        needed = length * metrics.averageCharWidth() * metrics.lineSpacing() / 2
        policy = Qt.ScrollBarPolicy
        on = needed > port.width() * port.height()
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if on else policy.ScrollBarAsNeeded)

    @contextmanager
    def _growing(self, page: QTextDocument) -> Iterator[None]:
        """Have plain words put at the end of a page; painted is what they change, and the rest is moved.

        Qt would paint all that is seen of the paragraph they are put into.
        """
        port, bar = self.viewport(), self.verticalScrollBar()
        if not self._filled_by_us or not port.isVisible() or not port.updatesEnabled():
            yield
            return
        known, across = port.size(), self.horizontalScrollBar()
        aside, before, at_end = across.value(), bar.value(), bar.value() == bar.maximum()
        first = _last_line(page)
        self._moved = 0
        port.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, True)
        try:
            yield
        finally:
            moved, self._moved = self._moved or 0, None
            port.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)
        after = bar.value()
        if not at_end or after - before != -moved or known != port.size() or aside != across.value():
            port.update()
            return
        # Below the end nothing stands but what lies over the text, which would keep it from being moved.
        seen = QRect(0, 0, port.width(), port.height() - self._below) if bar.maximum() else port.rect()
        if moved:
            port.scroll(0, moved, seen)
        top = max(0, first - after)
        port.update(0, top, port.width(), seen.bottom() + 1 - top)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is seen, at once or when the text has grown."""
        if self._moved is None:
            super().scrollContentsBy(dx, dy)
        else:
            self._moved += dy

    def _on_scrolled(self, value: int) -> None:
        # Noted when the place moves: a card that only loses height is not scrolled by anybody.
        self._at_end = value >= self.verticalScrollBar().maximum() - 4
        self._tell_followed()

    def _tell_followed(self) -> None:
        told = (self._live and self.verticalScrollBar().maximum() > 0, self._at_end)
        if told != self._told:
            self._told = told
            self.followed.emit(*told)

    def _is_seen(self) -> bool:
        """Tell whether any of it is on the screen, or is read to somebody who does not look at the screen.

        Out of sight is what is hidden, scrolled away, behind another tab, or in a window that was put away.
        """
        if QAccessible.isActive():
            # A screen reader reads what no eye sees, and does not say so before.
            return True
        port = self.viewport()
        # Not exposed: minimised, or on another desktop.
        exposed = port.isVisible() and port.window().windowHandle().isExposed()
        return exposed and not port.visibleRegion().isEmpty()

    def text_end(self) -> float:
        """Return how far down the page its last words end, in pixels."""
        page = super().document()
        return page.documentLayout().blockBoundingRect(page.lastBlock()).bottom()

    def follow(self) -> None:
        """Keep the end of an arriving text in sight."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())


def _last_line(page: QTextDocument) -> int:
    """Return where on a page its last line begins, in pixels."""
    block = page.lastBlock()
    lines = block.layout()
    high = page.documentLayout().blockBoundingRect(block).top()
    if lines.lineCount():
        high += lines.lineAt(lines.lineCount() - 1).y()
    return int(high) - 1
