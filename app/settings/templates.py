"""What new sessions can be begun with again: kept set-ups, one file each in the config folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from app.domain.errors import InputError, disk_refused
from app.domain.frozen import Frozen
from app.domain.i18n import words
from app.domain.untrusted_files import is_folder
from app.settings.toml_files import kept_name, read_model, write_toml

TEMPLATES = "templates"


class SessionTemplate(Frozen):
    """A set-up as it was typed: of which workflow, with which team, and what stood in its fields."""

    workflow: str
    team: str = ""
    """By its name; empty: the default one."""
    values: dict[str, Any] = Field(default_factory=dict)


class TemplateFiles:
    """Kept set-ups by name."""

    def __init__(self, config: Path) -> None:
        self._folder = config / TEMPLATES

    def names(self) -> list[str]:
        """List them by name."""
        return sorted(path.stem for path in self._folder.glob("*.toml")) if is_folder(self._folder) else []

    def load(self, name: str) -> SessionTemplate:
        """Read one; raises InputError."""
        return read_model(self._path(name), SessionTemplate)

    def save(self, name: str, template: SessionTemplate) -> str:
        """Keep one; return the name it is kept under. Raises InputError or StorageError."""
        kept = _kept_name(name)
        write_toml(self._path(kept), template.model_dump(mode="json"))
        return kept

    def rename(self, name: str, other: str) -> str:
        """Keep one under another name, in place of what is kept there; return that name.

        Raises InputError or StorageError.
        """
        kept = _kept_name(other)
        try:
            self._path(name).replace(self._path(kept))
        except OSError as error:
            raise disk_refused(
                error,
                words("{file} cannot be renamed: {why}.", file=self._path(name)),
                words("Check that it is still there and that you may write to the folder."),
            ) from error
        return kept

    def forget(self, name: str) -> None:
        """Remove one; raises StorageError."""
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise disk_refused(
                error,
                words("{file} cannot be removed: {why}.", file=self._path(name)),
                words("Give yourself write permission for the folder."),
            ) from error

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.toml"


def _kept_name(name: str) -> str:
    """Return a name as a file's; raises InputError where nothing of it is left."""
    kept = kept_name(name)
    if not kept:
        raise InputError(
            words("“{name}” cannot be a template's name.", name=name), words("Use letters and digits.")
        )
    return kept
