"""Which files a table may name: those below its own folder, and what a person allows besides.

A table is a stranger's file. What a hidden folder holds, and what a link leads out to, is not below it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.secret_names import holds_secrets
from app.domain.untrusted_files import unreadable
from app.settings.folders import expanded

MOST_ASKED = 1_000
"""Files that a person is asked about: who has more names their folder."""
_SHOWN = 3
_LONGEST = 32_767
"""Characters of a path, on any system: each step of a longer one need not be looked at."""


class FilesOutside(InputError):
    """A table names files that a person has to allow first."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = files
        more = f" … ({len(files)})" if len(files) > _SHOWN else ""
        super().__init__(
            words(
                "The table names files outside its own folder: {files}.",
                files=f"{', '.join(map(str, files[:_SHOWN]))}{more}",
            ),
            words(
                "Name the folder that they may come from with --allow-files, or copy them beside the table."
            ),
        )


class Reach:
    """What a table may name; notes whatever lies outside."""

    def __init__(self, table: Path, allowed: Sequence[Path] = ()) -> None:
        """`allowed`: files, or folders with all in them."""
        self.near = table.parent
        self._own = Path(os.path.realpath(table.parent))
        self._allowed = [Path(os.path.realpath(path)) for path in allowed]
        self._outside: dict[Path, None] = {}

    def path(self, name: str) -> Path:
        """Return the file or folder of a name, beside the table; raises InputError as `check` does."""
        return self.check(self.near / expanded(name))

    def check(self, path: Path) -> Path:
        """Return a path; raises InputError where it leads to what a table may not name."""
        if len(str(path)) > _LONGEST:
            raise unreadable(path, ValueError("no system takes it"))
        try:
            real = Path(os.path.realpath(path))
        except (OSError, ValueError):
            # No path at all: whoever opens it says so.
            return path
        if holds_secrets(path) or holds_secrets(real):
            raise InputError(
                words("{file} usually holds keys or passwords: no table may name it.", file=path),
                words("Leave it out, or copy what matters into a file of another name."),
            )
        if not self._is_open(real):
            self._outside.setdefault(real)
            raise InputError(
                words("{file} lies outside the folder of the table.", file=path),
                words("Allow it with --allow-files, or copy it beside the table."),
            )
        return path

    def _is_open(self, real: Path) -> bool:
        if any(real.is_relative_to(one) for one in self._allowed):
            return True
        if not real.is_relative_to(self._own):
            return False
        return not any(part.startswith(".") for part in real.relative_to(self._own).parts)

    def close(self) -> None:
        """Raise FilesOutside where anything that was named lies outside."""
        if self._outside:
            raise FilesOutside(list(self._outside))
