"""The sketch of the window that is seen before there is one."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QMainWindow

from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import colours
from app.ui.shell.sizes import COLUMN_HIDES_BELOW, RAIL_HIDES_BELOW, TOP, WIDTHS, opening_size


class Frame(QMainWindow):
    """What is seen until the window is there: its title, size and places, drawn in a few strokes.

    A plain grey window looks like a program that hangs, and on a busy machine it stands for seconds.
    """

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.setWindowTitle("Roundtable")
        self.resize(opening_size(self, preferences))
        self.painted = asyncio.Event()
        self.closed = False
        """Whether the person closed it before there was a window."""
        self._first = not preferences.flag("sessions", False)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, wide, high = colours(), self.width(), self.height()
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        grounds = [
            (0, 0, wide, high, c.window),
            (0, TOP - 1, wide, 1, c.line),
            (0, high - 24, wide, 1, c.line),
        ]
        bars = [(16 + 46 * at, 16, 30, 8) for at in range(6)]
        rail = WIDTHS["rail"] if wide >= RAIL_HIDES_BELOW and not self._first else 0
        if not self._first:
            column = WIDTHS["column"] if wide >= COLUMN_HIDES_BELOW else 0
            grounds += [
                (0, TOP, rail, high - TOP - 24, c.rail),
                (rail, TOP, wide - rail - column, high - TOP - 24, c.base),
            ]
            bars += [(40, TOP + 44 + 45 * at, 120, 8) for at in range(5 if rail else 0)]
            bars += [(rail + 16, TOP + 18, 280, 10)]
            lengths = (0.8, 0.92, 0.6, 0.88, 0.75)
            page = (wide - rail - column - 32) // 3
            bars += [
                (rail + 16 + column_at * (page + 8), TOP + 110 + 22 * at, int(page * part), 8)
                for column_at in range(3)
                for at, part in enumerate(lengths)
            ]
        for left, top, across, down, colour in grounds:
            # Not `fillRect`: for that PySide makes classes of all gradients, two milliseconds of the start.
            painter.setBrush(QColor(colour))
            painter.drawRect(left, top, across, down)
        for bar in bars:
            on_rail = (
                not self._first and wide >= RAIL_HIDES_BELOW and bar[0] < WIDTHS["rail"] and bar[1] > TOP
            )
            painter.setBrush(QColor(c.line if on_rail else c.hover))
            painter.drawRoundedRect(*bar, 4, 4)
        painter.end()
        self.painted.set()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Note that the person wants none."""
        self.closed = True
        event.accept()
