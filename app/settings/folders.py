"""The program's folders: the environment's, else the platform's."""

# Late imports on purpose: the window asks for its folders before its first paint.

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

DATA_VARIABLE = "ROUNDTABLE_DATA_DIR"
CONFIG_VARIABLE = "ROUNDTABLE_CONFIG_DIR"

DATA_NAMES = (
    "sessions",
    "runs",
    "state",
    "trash",
    "wire",
    "crashes",
    "library.db",
    "window.lock",
    "agents.lock",
    "folders",
    "tools",
)
CONFIG_NAMES = (
    *("commands.toml", "providers.toml", "settings.toml", "teams", "templates", "tools.toml", "window.ini"),
)
"""How the names of what lies in the two folders begin."""


@dataclass(frozen=True, slots=True)
class Folders:
    """`data` holds sessions and the library, `config` settings and teams."""

    data: Path
    config: Path

    @property
    def trash(self) -> Path:
        """Where deleted sessions lie for a while."""
        return self.data / "trash"

    @classmethod
    def of_this_machine(cls) -> Folders:
        """Return the folders in force."""
        data, config = os.environ.get(DATA_VARIABLE), os.environ.get(CONFIG_VARIABLE)
        if not data or not config:
            from platformdirs import user_config_dir, user_data_dir

            data = data or user_data_dir("roundtable", appauthor=False)
            config = config or user_config_dir("roundtable", appauthor=False)
        return cls(expanded(data), expanded(config))


def expanded(path: Path | str) -> Path:
    """Return a path, of an address `file:///…` its own, with `~` as the home folder; raises InputError."""
    if (text := Path(path).as_posix()).startswith("file:/"):
        from urllib.parse import unquote  # late: start-up cost

        path = unquote(text[6 if text[7:8] == ":" else 5 :])
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        # Late for start-up cost: hardly any machine has no home folder.
        from app.domain.errors import InputError
        from app.domain.i18n import words

        raise InputError(
            words("There is no home folder for {file}.", file=path), words("Write the whole path.")
        ) from error
