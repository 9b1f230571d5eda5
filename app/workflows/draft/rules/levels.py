"""What levels and their files are called on the screen: the shipped templates are data, and in English."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.domain.i18n import Message, words
from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.templates import ProjectTemplate

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


def plural(number: int, one: Message, many: Message) -> Message:
    """Return the sentence for one, or the one for several with their number."""
    return one if number == 1 else many.filled(n=number)


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


def stale_after(
    template: ProjectTemplate, stale: Mapping[str, int], level: str, number: int, kept: Collection[str]
) -> dict[str, int]:
    """Return the stale marks after an iteration of a level; `kept`: levels below it that stay as they are."""
    below = {one.name for one in template.below(level)}
    marks = {name: since for name, since in stale.items() if name != level and name not in below}
    marks |= {name: stale.get(name, number) for name in kept if name in below}
    return {one.name: marks[one.name] for one in template.levels if one.name in marks}


def stale_undone(
    template: ProjectTemplate,
    stale: Mapping[str, int],
    target: AcceptedIteration,
    past: Sequence[AcceptedIteration],
) -> dict[str, int]:
    """Return the stale marks after an iteration was taken back: those it made go, those it cleared return.

    What was written below it since then was written from what is no longer there.
    """
    found = {name: since for name, since in stale.items() if since != target.number}
    before = [one for one in past if one.number and one.number < target.number]
    if before and target.level in before[-1].stale:
        found.setdefault(target.level, before[-1].stale[target.level])
    below = {one.name for one in template.below(target.level)} if template.known(target.level) else set()
    for one in past:
        if one.number > target.number and one.undone_at is None and one.level in below:
            found.setdefault(one.level, target.number)
    return found
