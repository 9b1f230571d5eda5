"""What the window remembers of itself: sizes, splitters, tabs; and the way to what the person set."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QSettings, QStandardPaths

from app.ui.kit.theme import Theme

if TYPE_CHECKING:
    from app.domain.i18n import Message
    from app.settings.options import Value
    from app.settings.settings import Settings

_MOVED = {
    "theme": "theme",
    "zoom": "text_size",
    "still": "reduce_motion",
    "notify/desktop": "notify_desktop",
    "notify/ask_sound": "notify_ask_sound",
    "notify/done_sound": "notify_done_sound",
    "notify/content": "notify_content",
    "notify/repeat": "notify_repeat",
    "export/folder": "export_folder",
}
"""Where earlier versions kept what is a setting now."""
_SEEN_THEME = "seen/theme"
"""The theme of last time: the first paint does not wait for the settings."""


class Preferences:
    """A small file beside the settings, disposable; and the settings, once they are there."""

    def __init__(self) -> None:
        folder = os.environ.get("ROUNDTABLE_CONFIG_DIR") or str(
            Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))
            / "roundtable"
        )
        self._file = QSettings(str(Path(folder) / "window.ini"), QSettings.Format.IniFormat)
        self._settings: Settings | None = None
        self._values: Mapping[str, Value] = {}
        self.problem: Message | None = None
        """What of the settings could not be followed when they were first read."""

    def use(self, settings: Settings) -> None:
        """Take what the person set from its file from now on; what earlier versions kept here moves there."""
        if settings is self._settings:
            return
        self._settings = settings
        self.problem = settings.follow()
        self._move()
        self.look_again()

    def look_again(self) -> None:
        """Read the settings anew; another process may have changed them."""
        assert self._settings is not None
        self._values = self._settings.sound_values()
        self._note_theme()

    def setting(self, key: str) -> Value:
        """Return what is set, by its key; the default while the settings are not read, or not sound."""
        if key in self._values:
            return self._values[key]
        from app.settings.options import option_of  # late: the first paint needs no list of settings

        return option_of(key).default

    def set(self, key: str, value: Value) -> None:
        """Put another value in force; raises InputError or StorageError."""
        assert self._settings is not None
        if value != self.setting(key):
            self._settings.set(key, value)
        self.look_again()

    def switch(self, key: str) -> bool:
        """Tell whether a setting is on."""
        return self.setting(key) is True

    def amount(self, key: str) -> int:
        """Return a setting that is a whole number."""
        value = self.setting(key)
        assert isinstance(value, int)
        return value

    @property
    def theme(self) -> Theme:
        """Light, dark or as the desktop; before the settings are read, as it was last."""
        value = self._file.value(_SEEN_THEME) if self._settings is None else self.setting("theme")
        return next((theme for theme in get_args(Theme) if theme == value), "system")

    def number(self, key: str, default: int) -> int:
        try:
            return int(str(self._file.value(key, default)))
        except ValueError:
            # Somebody wrote into the file.
            return default

    def flag(self, key: str, default: bool) -> bool:
        return bool(self.number(key, int(default)))

    def read(self, key: str) -> object:
        """Return a remembered value, or None."""
        return self._file.value(key)

    def write(self, key: str, value: object) -> None:
        """Remember a value, unless it is there: the window would wait for the disk when it opens."""
        # The file gives everything back as text.
        if not self._file.contains(key) or str(self._file.value(key)) != str(value):
            self._file.setValue(key, value)

    def names(self, key: str, default: Sequence[str]) -> Sequence[str]:
        """Return names that are remembered; the default where there are none, or the file says no such."""
        try:
            found = json.loads(str(self.read(key)))
        except ValueError:
            return default
        return [str(one) for one in found] if isinstance(found, list) else default

    def keep_names(self, key: str, names: Sequence[str]) -> None:
        self.write(key, json.dumps(names))

    def forget(self, key: str) -> None:
        """Hold nothing under this name any more."""
        self._file.remove(key)

    def _note_theme(self) -> None:
        if self._file.value(_SEEN_THEME, "system") != self.theme:
            self._file.setValue(_SEEN_THEME, self.theme)

    def _move(self) -> None:
        kept = [old for old in _MOVED if self._file.contains(old)]
        if not kept or self._settings is None:
            return
        # Late, both: an earlier version's file is met once.
        from app.domain.errors import RoundtableError
        from app.settings.options import Switch, option_of

        for old in kept:
            option, text = option_of(_MOVED[old]), str(self._file.value(old))
            if isinstance(option, Switch):
                text = "on" if text in ("1", "true") else "off"
            try:
                if not self._settings.is_set(option.key):
                    self._settings.set(option.key, option.typed(text))
            except RoundtableError:
                # Where the settings cannot be read or written now, it moves another time.
                return
            self._file.remove(old)
