"""What the person set: `settings.toml` in the config folder, and a copy to mend it from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.domain.errors import InputError, RoundtableError, StorageError, storage_reason, storage_step
from app.domain.i18n import Message, words
from app.settings.options import NONE, OPTIONS, Number, Option, Value, option_of
from app.settings.toml_files import read_toml, write_toml

NAME, COPY = "settings.toml", "settings.backup.toml"


class Settings:
    """Reads and writes the settings beside what else the file holds."""

    def __init__(self, config: Path) -> None:
        self._config = config
        self.path = config / NAME
        self._copy = config / COPY

    def value(self, key: str) -> Value:
        """Return what is set under a key, else its default; raises InputError."""
        return self._value(option_of(key), self._table())

    def values(self) -> dict[str, Value]:
        """Return every setting by its key; raises InputError."""
        table = self._table()
        return {option.key: self._value(option, table) for option in OPTIONS}

    def sound_values(self) -> dict[str, Value]:
        """Return every setting by its key, the default for what cannot be read or is nonsense."""
        table: Mapping[str, Any] = {}
        with suppress(RoundtableError):
            table = self._table()
        found = {option.key: option.default for option in OPTIONS}
        for option in OPTIONS:
            with suppress(InputError):
                found[option.key] = self._value(option, table)
        return found

    def is_set(self, key: str) -> bool:
        """Tell whether something else than the default is in force; raises InputError."""
        return key in self._table()

    def set(self, key: str, value: Value) -> None:
        """Put a value in force; the default is not written. Raises InputError or StorageError."""
        option = option_of(key)
        option.checked(value, self.path.name)
        table = dict(self._table())
        if value == option.default and type(value) is type(option.default):
            table.pop(key, None)
        else:
            table[key] = NONE if value is None else value
        self._write(table)

    def reset(self, key: str) -> None:
        """Go back to a setting's default; raises InputError or StorageError."""
        self.set(key, option_of(key).default)

    def beginnings(self) -> dict[str, float | None]:
        """Return what fields of new sessions begin with where the person set something; raises InputError."""
        table, found = self._table(), {}
        for option in OPTIONS:
            if isinstance(option, Number) and option.field and option.key in table:
                value = self._value(option, table)
                assert not isinstance(value, str)
                found[option.field] = None if value is None else float(value)
        return found

    def follow(self) -> Message | None:
        """Mend the file where it is damaged; return what a person should know of it, None: all is well."""
        try:
            done = self.mend()
            if done is None:
                self.values()
            return done
        except RoundtableError as error:
            return error.message

    def mend(self) -> Message | None:
        """Take the last sound settings where the file is damaged; return what was done, None: nothing.

        The damaged file is kept beside it. Raises InputError where it cannot be read for another reason
        (permissions, no regular file), and StorageError.
        """
        try:
            self._table()
            return None
        except InputError as error:
            if not self._readable():
                raise
            why = error.message
        aside = self._aside()
        sound: Mapping[str, Any] | None = None
        with suppress(InputError):
            sound = read_toml(self._copy) if self._copy.is_file() else None
        try:
            self.path.rename(aside)
        except OSError as error:
            raise StorageError(
                storage_reason(error),
                words("{why} It cannot be put aside: {what}.", why=why, what=error.strerror or str(error)),
                storage_step(error, words("Correct it, or give yourself write permission for the folder.")),
            ) from error
        if sound is None:
            return words(
                "{why} It was put aside as {file}; every setting is as at the start.",
                why=why,
                file=aside.name,
            )
        self._write(sound)
        return words(
            "{why} It was put aside as {file}; the settings saved before are in force again.",
            why=why,
            file=aside.name,
        )

    def _readable(self) -> bool:
        # Asked of the name, and not by opening: who opens a pipe waits for somebody who writes.
        with suppress(OSError):  # its folder may not be looked into
            return self.path.is_file() and os.access(self.path, os.R_OK)
        return False

    def _aside(self) -> Path:
        number = 1
        while (aside := self._config / f"settings.damaged-{number}.toml").exists():
            number += 1
        return aside

    def _value(self, option: Option, table: Mapping[str, Any]) -> Value:
        if option.key not in table:
            return option.default
        found = table[option.key]
        if isinstance(option, Number) and option.endless and found == NONE:
            return None
        return option.checked(found, self.path.name)

    def _table(self) -> dict[str, Any]:
        try:
            there = self.path.is_file() or self.path.exists()
        except OSError:
            there = True
        try:
            return read_toml(self.path) if there else {}
        except InputError as error:
            if not self._readable():
                # Its content may be sound: there is nothing to correct in it.
                raise InputError(
                    error.message,
                    words("Give yourself permission to read it, or move it away to begin with the defaults."),
                ) from error
            raise InputError(
                error.message,
                words("Correct it, or take the settings saved before: roundtable config --mend."),
            ) from error

    def _write(self, table: Mapping[str, Any]) -> None:
        write_toml(self.path, table)
        # After the file itself: of the two, one is whole at every moment.
        write_toml(self._copy, table)
