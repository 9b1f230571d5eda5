"""Saved teams: the person's in the config folder, the shipped ones in resources."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from app import resources
from app.domain.errors import InputError, NotFound
from app.domain.excerpt import cut
from app.domain.i18n import Message, words
from app.domain.seats import Team
from app.domain.untrusted_files import is_folder
from app.settings.folders import expanded
from app.settings.options import TEAM
from app.settings.settings import Settings
from app.settings.toml_files import kept_name, read_model, read_toml, write_model

OFFLINE = "offline"
LONGEST_NAME = 100
"""Characters of a name that are told where there is no such team."""


_SHIPPED: Mapping[str, Message] = {
    "drafts": words("Drafts", "team"),
    "engineering": words("Engineering", "team"),
    "everyday": words("Everyday", "team"),
    "local": words("Local", "team"),
    "offline": words("Offline", "team"),
    "offline-pair": words("Offline pair", "team"),
}
"""What the teams that come with the program are called where a person chooses one."""


class TeamFiles:
    """Teams by name or by file."""

    def __init__(self, config: Path) -> None:
        self._own = config / "teams"
        self._settings = Settings(config)

    def names(self) -> list[str]:
        """List the teams by name, the person's own first."""
        own = sorted(p.stem for p in self._own.glob("*.toml")) if is_folder(self._own) else []
        shipped = [name.removesuffix(".toml") for name in resources.names("teams", ".toml")]
        return list(dict.fromkeys([*own, *shipped]))

    def shipped_as(self, name: str) -> Message | None:
        """Return what a team that comes with the program is called; None: it is the person's own."""
        return None if _is_there(self._own / f"{name}.toml") else _SHIPPED.get(name)

    def titles(self) -> dict[str, Message | str]:
        """Return what each is called where one is chosen: by its own name, of two alike by their files."""
        called = {name: self.shipped_as(name) or self._own_name(name) for name in self.names()}
        said = [*map(str, called.values())]
        return {name: _spoken(name) if said.count(str(t)) > 1 else t for name, t in called.items()}

    def _own_name(self, name: str) -> str:
        with suppress(InputError):  # choosing it says why it cannot be read
            own = read_toml(self._own / f"{name}.toml").get("name")
            if isinstance(own, str) and own.strip():
                return own
        return _spoken(name)

    def load(self, name: str) -> Team:
        """Read a team by its name or its file; raises InputError."""
        if name.endswith(".toml"):
            return read_model(expanded(name), Team)
        for folder in (self._own, resources.path("teams")):
            path = folder / f"{name}.toml"
            if "/" not in name and "\\" not in name and _is_there(path):
                return read_model(path, Team)
        raise NotFound(
            words("There is no team called “{name}”.", name=cut(name, LONGEST_NAME)),
            words("Use one of: {names}; or name a .toml file.", names=", ".join(self.names())),
        )

    def called(self, name: str) -> str:
        """Return the name among `names` that a team of this name is kept under; raises InputError."""
        kept = kept_name(name).lower()
        if not kept or kept == OFFLINE:
            raise InputError(
                words("“{name}” cannot be a team's name.", name=cut(name, LONGEST_NAME)),
                words("Use letters and digits; the built-in team keeps its own name."),
            )
        return kept

    def save(self, team: Team) -> str:
        """Keep a team under its name; return the name of its file. Raises InputError or StorageError."""
        name = self.called(team.name)
        write_model(self._own / f"{name}.toml", team)
        return name

    def make_default(self, name: str) -> None:
        """Use a team for new sessions; raises InputError or StorageError."""
        self.load(name)
        self._settings.set(TEAM, name)

    def default(self) -> Team:
        """Return the saved default, else the offline council."""
        return self.load(str(self._settings.value(TEAM)) or OFFLINE)


def _is_there(path: Path) -> bool:
    """Tell whether anything is there, or may be: reading it then says why it cannot be read."""
    try:
        return bool(path.lstat())
    except (OSError, ValueError) as error:
        return not isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError))


def _spoken(name: str) -> str:
    """Return the name of a file as a title is written: “Offline pair” of “offline-pair”."""
    line = name.replace("-", " ")
    return line[:1].upper() + line[1:]
