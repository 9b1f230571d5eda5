"""The templates of projects, read from `resources/templates`: levels, their files, and their titles.

Rules:
- A level's files are patterns of paths in the project, in the order of the document: a fixed name, `*` within
  one folder, `**/` for folders below. Files that one pattern names are in the order a person counts in.
- What stands below a level is every level that has it upstream, at one remove or several, and the derived
  folders.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from app import resources
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.frozen import Frozen
from app.domain.i18n import Message, plural, words
from app.settings.toml_files import read_model

FOLDER = "templates"
HISTORY_NAME = "iteration_history.json"
_ONLY = ":"
_PART = re.compile(r"\*\*/|\*|\?|[^*?]+")
_DIGITS = re.compile(r"(\d+)")


class Level(Frozen):
    """A level of a project: one file, or the files of a folder."""

    name: str
    title: str
    folder: str
    """Where its history file lies; empty: the project's own folder."""
    patterns: tuple[str, ...]
    upstream: tuple[str, ...] = ()
    first: str = ""
    """The file that a first generation begins with, where its name is fixed."""
    naming: str = ""
    """An example of how further files are named."""
    exact: bool = False
    """Its one pattern is the name of a file, whatever signs that has."""
    unit: str = "file"
    guide: str = ""
    """What the level is, for who writes it."""
    phrases: tuple[str, ...] = ()
    """Quick phrases that fill the feedback line."""
    # Not named `schema`: that is a method of the model.
    json_schema: dict[str, JsonValue] | None = None
    """What its files have to hold, where they are JSON."""

    @property
    def history_path(self) -> str:
        """Return the path of its history file in the project."""
        return f"{self.folder}/{HISTORY_NAME}" if self.folder else HISTORY_NAME

    @property
    def single(self) -> bool:
        """Tell whether it is one file whose name is fixed."""
        return len(self.patterns) == 1 and (self.exact or not set("*?") & set(self.patterns[0]))

    def holds(self, path: str) -> bool:
        """Tell whether a file belongs to it. No hidden file or folder does."""
        return self._place(path) is not None

    def ordered(self, paths: Iterable[str]) -> list[str]:
        """Return those of these files that belong to it, in the order of the document."""
        placed = [(place, counted(path), path) for path in paths if (place := self._place(path)) is not None]
        return [path for _, _, path in sorted(placed)]

    def files(self, files: Mapping[str, str]) -> dict[str, str]:
        """Return those of these texts that belong to it, in the order of the document."""
        return {path: files[path] for path in self.ordered(files)}

    def _place(self, path: str) -> int | None:
        if self.exact:
            return 0 if path == self.patterns[0] else None
        if any(step.startswith(".") for step in path.split("/")):
            return None
        return next(
            (place for place, pattern in enumerate(self.patterns) if expression(pattern).fullmatch(path)),
            None,
        )


class ProjectTemplate(Frozen):
    """A kind of project: its levels from the first to the last."""

    name: str
    title: str
    settings: str = "taxonomy.json"
    """The file with genre, length, audience and the author's brief, given with every level."""
    derived: tuple[str, ...] = ()
    """Folders that are made from the levels: they stand below all of them."""
    level: tuple[Level, ...]
    only: str = ""
    """The one file that it is narrowed to (`alone`)."""

    @property
    def key(self) -> str:
        """Return what `template_named` finds it by."""
        return template_key(self.name, self.only)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Return its levels, the first one on top."""
        return self.level

    def named(self, name: str) -> Level:
        """Return a level by its name; raises InputError that lists them."""
        wanted = name.strip().casefold()
        for level in self.level:
            if wanted in (level.name.casefold(), level.title.casefold()):
                return level
        valid = ", ".join(level.name for level in self.level)
        raise InputError(
            words("There is no level “{name}” in this project.", name=name.strip()[:80]),
            words("Name one of these: {names}.", names=valid),
        )

    def known(self, name: str) -> str:
        """Return the name of a level, nothing where there is none: an imported file may hold anything."""
        return name if any(level.name == name for level in self.level) else ""

    def level_of(self, path: str) -> Level | None:
        """Return the level that a file belongs to."""
        return next((level for level in self.level if level.holds(path)), None)

    def above(self, level: str) -> tuple[Level, ...]:
        """Return the levels that are given as context with one, the topmost first."""
        upstream = self.named(level).upstream
        return tuple(one for one in self.level if one.name in upstream)

    def below(self, level: str) -> tuple[Level, ...]:
        """Return the levels that are written from one, at one remove or several."""
        found = {level}
        # Levels stand in order: one pass reaches every remove.
        for one in self.level:
            if found.intersection(one.upstream):
                found.add(one.name)
        return tuple(one for one in self.level if one.name in found and one.name != level)

    def is_derived(self, path: str) -> bool:
        """Tell whether a file lies in a folder that is made from the levels, and is no hidden one."""
        steps = path.split("/")
        return steps[0] in self.derived and not any(step.startswith(".") for step in steps)

    def owns(self, path: str) -> bool:
        """Tell whether a file is of a level, derived or the settings; history files are not."""
        if path.rpartition("/")[2] == HISTORY_NAME:
            return False
        return path == self.settings or self.is_derived(path) or self.level_of(path) is not None


def counted(path: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts paths as a person counts: “2” before “10”, whatever the case."""
    return tuple(
        (0, int(part), part) if part.isdecimal() else (1, 0, part.casefold())
        for part in _DIGITS.split(path)
        if part
    )


def template_names() -> list[str]:
    """List the templates there are, the one with most levels first."""
    found = [name.removesuffix(".toml") for name in resources.names(FOLDER, ".toml")]
    return sorted(found, key=lambda name: (-len(template_named(name).level), name))


def template_key(name: str, only: str) -> str:
    """Return what `template_named` finds a template by; `only`: the one file it is narrowed to."""
    return f"{name}{_ONLY}{only}" if only else name


def alone(template: ProjectTemplate, file: str) -> ProjectTemplate:
    """Return a template of one level narrowed to one file of the folder; all others are left alone."""
    level = template.levels[0].model_copy(
        update={"patterns": (file,), "first": file, "naming": "", "exact": True}
    )
    update = {"title": "Single document", "level": (level,), "derived": (), "only": file}
    return template.model_copy(update=update)


@cache
def template_named(key: str) -> ProjectTemplate:
    """Return a template by its name, or its key; raises InputError that lists those there are."""
    name, _, file = key.partition(_ONLY)
    if file:
        return alone(template_named(name), file)
    known = [one.removesuffix(".toml") for one in resources.names(FOLDER, ".toml")]
    if name not in known:
        raise InputError(
            words("There is no template “{name}”.", name=name[:80]),
            words("Name one of these: {names}.", names=", ".join(known)),
        )
    return read_model(resources.path(f"{FOLDER}/{name}.toml"), ProjectTemplate)


def fitting_template(paths: Collection[str]) -> str:
    """Return the template that the files of a folder belong to, empty where they fit none."""
    found = ""
    for name in template_names():
        template = template_named(name)
        if any(template.level_of(path) is not None for path in paths):
            # One whose files are named exactly is surer than one that takes every text.
            found = found or name
    return found


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Return what matches the paths that a pattern names: `*` within one folder, `**/` for folders below."""
    parts = {"**/": r"(?:[^/]+/)+", "*": r"[^/]*", "?": r"[^/]"}
    text = "".join(parts.get(part, re.escape(part)) for part in _PART.findall(pattern))
    # A fixed name is what it is; of “*.md” a person means “*.MD” too.
    return re.compile(text, re.IGNORECASE if "*" in pattern else 0)


@dataclass(frozen=True, slots=True)
class _Affected:
    """What stands below a level and was written from it."""

    name: str
    title: str
    paths: tuple[str, ...]


def affected(template: ProjectTemplate, files: Mapping[str, str], level: str) -> tuple[_Affected, ...]:
    """Return the levels below one that have content, and the derived folders; none: nothing is affected."""
    found = [_Affected(one.name, one.title, tuple(one.ordered(files))) for one in template.below(level)]
    for folder in template.derived:
        paths = tuple(sorted(path for path in files if path.startswith(f"{folder}/")))
        found.append(_Affected(folder, folder.capitalize(), paths))
    return tuple(one for one in found if one.paths)


# --- on the screen: the shipped templates are data, and in English --------------------------------------

TITLES: Mapping[str, Message] = {
    one.source: one
    for one in (
        words("Premise"),
        words("Treatment"),
        words("Chapters"),
        words("Prose"),
        words("Outline"),
        words("Sections"),
        words("Full text"),
        words("Document"),
        words("Novel"),
        words("Report"),
        words("Folder of texts"),
        words("Single document"),
    )
}
UNITS: Mapping[str, tuple[Message, Message]] = {
    "file": (words("1 file"), words("{n} files")),
    "chapter": (words("1 chapter"), words("{n} chapters")),
    "section": (words("1 section"), words("{n} sections")),
}
_COUNTED: Mapping[str, tuple[Message, Message]] = {
    **UNITS,
    "attempt": (words("1 attempt"), words("{n} attempts")),
    "iteration": (words("1 iteration"), words("{n} iterations")),
    "fact": (words("1 fact"), words("{n} facts")),
}


def titled(title: object) -> Message:
    """Return the title of a level or of a template as the program says it; one it does not know as it is."""
    return TITLES.get(str(title)) or words("{text}", text=title)


def in_units(number: int, unit: str) -> Message:
    """Return how many there are of a unit: of files, or what a level calls one, of attempts, iterations."""
    return plural(number, *_COUNTED.get(unit, UNITS["file"]))
