"""The program's folders: the environment's, else the platform's."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from app.domain.errors import InputError
from app.domain.i18n import words

DATA_VARIABLE = "ROUNDTABLE_DATA_DIR"
CONFIG_VARIABLE = "ROUNDTABLE_CONFIG_DIR"


@dataclass(frozen=True, slots=True)
class Folders:
    """`data` holds sessions and the library, `config` settings and teams."""

    data: Path
    config: Path

    @classmethod
    def of_this_machine(cls) -> Folders:
        """Return the folders in force."""
        data = os.environ.get(DATA_VARIABLE) or platformdirs.user_data_dir("roundtable", appauthor=False)
        config = os.environ.get(CONFIG_VARIABLE) or platformdirs.user_config_dir(
            "roundtable", appauthor=False
        )
        return cls(expanded(data), expanded(config))


def expanded(path: Path | str) -> Path:
    """Return a path with `~` replaced by the home folder it stands for; raises InputError."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise InputError(
            words("There is no home folder for {file}.", file=path), words("Write the whole path.")
        ) from error
