"""A desktop that only notes what it was asked: for pictures, and where nobody wants to be disturbed."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.shell.notices import Sound


class QuietDesktop:
    def __init__(self, tray: bool = False) -> None:
        self.notified: list[tuple[str, str]] = []
        self.number = 0
        self.flashes = 0
        self.played: list[Sound] = []
        self._tray = tray

    def notify(self, title: str, text: str) -> None:
        self.notified.append((title, text))

    def badge(self, number: int) -> None:
        self.number = number

    def flash(self, window: QWidget) -> None:
        self.flashes += 1

    def play(self, sound: Sound) -> None:
        self.played.append(sound)

    def has_tray(self) -> bool:
        return self._tray
