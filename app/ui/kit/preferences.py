"""What the window remembers of itself: theme, size, splitters. Disposable, never part of a session."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from app.ui.kit.theme import Theme


class Preferences:
    """A small file beside the settings."""

    def __init__(self) -> None:
        folder = os.environ.get("ROUNDTABLE_CONFIG_DIR") or str(
            Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))
            / "roundtable"
        )
        self._file = QSettings(str(Path(folder) / "window.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> Theme:
        value = self._file.value("theme", "system")
        if value == "light":
            return "light"
        return "dark" if value == "dark" else "system"

    @theme.setter
    def theme(self, value: Theme) -> None:
        self._file.setValue("theme", value)

    @property
    def still(self) -> bool:
        """Whether nothing on the screen is to move by itself."""
        return self.flag("still", False)

    @still.setter
    def still(self, value: bool) -> None:
        self._file.setValue("still", int(value))

    def number(self, key: str, default: int) -> int:
        value = str(self._file.value(key, default))
        return int(value) if value.lstrip("-").isdigit() else default

    def flag(self, key: str, default: bool) -> bool:
        return bool(self.number(key, int(default)))

    def read(self, key: str) -> object:
        """Return a remembered value, or None."""
        return self._file.value(key)

    def write(self, key: str, value: object) -> None:
        self._file.setValue(key, value)

    def forget(self, key: str) -> None:
        """Hold nothing under this name any more."""
        self._file.remove(key)
