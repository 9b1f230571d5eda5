"""What every new session begins with unless something else is typed: `settings.toml` in the config folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.domain.errors import InputError
from app.domain.i18n import words
from app.settings.toml_files import read_toml, write_toml

COST = "cost_limit"
FIELDS = (COST,)
"""Fields of set-ups that can be given another default; a workflow without one leaves it."""
TRASH, TRASH_DAYS, MOST_TRASH_DAYS = "trash_days", 30, 3650
"""For how long deleted sessions are kept."""
NONE = "none"
"""Written for no limit: the file format has no word for nothing."""


class Defaults:
    """Reads and writes them beside what else the file holds."""

    def __init__(self, config: Path) -> None:
        self._path = config / "settings.toml"

    def read(self) -> dict[str, float | None]:
        """Return what differs from the program's own, by field; raises InputError."""
        table = self._table()
        found = {name: table[name] for name in FIELDS if name in table}
        return {
            name: float(value) if isinstance(value, int | float) else None for name, value in found.items()
        }

    def write(self, name: str, value: float | None) -> None:
        """Begin new sessions with another value, None: no limit; raises InputError or StorageError."""
        write_toml(self._path, {**self._table(), name: NONE if value is None else value})

    def trash_days(self) -> int:
        """Return for how many days a deleted session lies in the trash; raises InputError."""
        found = self._table().get(TRASH, TRASH_DAYS)
        if type(found) is not int or not 1 <= found <= MOST_TRASH_DAYS:
            raise InputError(
                words(
                    "{file}: {name} is no number of days from 1 to {most}.",
                    file=self._path,
                    name=TRASH,
                    most=MOST_TRASH_DAYS,
                ),
                words("Set it with “roundtable config trash 30”."),
            )
        return found

    def keep_trash(self, days: int) -> None:
        """Keep deleted sessions for so many days; raises InputError or StorageError."""
        if not 1 <= days <= MOST_TRASH_DAYS:
            raise InputError(
                words("{n} is no number of days from 1 to {most}.", n=days, most=MOST_TRASH_DAYS),
                words("Choose one of them; a session is never removed on the day it is deleted."),
            )
        write_toml(self._path, {**self._table(), TRASH: days})

    def _table(self) -> dict[str, Any]:
        return read_toml(self._path) if self._path.is_file() else {}
