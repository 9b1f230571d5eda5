"""A project as it lies in its folder: which template, which texts of which level, what was accepted so far.

Rules:
- Reading writes nothing. What is no UTF-8 text, or leads through a link, is left out, with the reason.
- A folder with `.roundtable/project.toml` says its own template. Without it a person's choice counts, then
  what its files look like.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from pydantic import BaseModel, ConfigDict

from app.domain.errors import InputError
from app.domain.fact_base import Sentence
from app.domain.i18n import Message, words
from app.engine.folders import ProjectHistory
from app.workflows.draft.rules.history_file import (
    AcceptedIteration,
    foreign_iterations,
    from_commits,
    read_kept,
    stale_marks,
)
from app.workflows.draft.rules.templates import (
    ProjectTemplate,
    fitting_template,
    template_key,
    template_named,
    template_names,
)
from app.workflows.draft.setup import ALONE

PROJECT_FILE = ".roundtable/project.toml"
MOST_BYTES = 16 * 2**20
"""Of all texts of a project together: some twenty long novels."""
MOST_SHOWN = 20
"""Edited files of which it is shown what was changed."""
MOST_COMMITS = 5_000
"""Commits that are looked through for what was accepted."""
_LONGEST_NAME = 100


class Reading(BaseModel):
    """A project at one moment. Plain values: an effect can hand it to the journal.

    `files`: the texts of all levels, derived folders and settings, by path. `edited`: those that differ from
    the newest commit. `past`: what was accepted and committed, oldest first, since the commit that was known.
    """

    model_config = ConfigDict(frozen=True)

    template: str
    id: str = ""
    """The project's own name, empty before its first acceptance."""
    repository: bool = False
    outer: str = ""
    """The work tree of another repository that the folder lies in."""
    files: dict[str, str] = {}
    gone: tuple[str, ...] = ()
    """Files that were known and are no longer there."""
    left_out: dict[str, Sentence] = {}
    edited: tuple[str, ...] = ()
    committed: dict[str, str | None] = {}
    """Of edited files, as many as are shown: their texts in the newest commit."""
    past: tuple[AcceptedIteration, ...] = ()
    stale: dict[str, int] = {}
    notes: tuple[Sentence, ...] = ()


async def read_project(history: ProjectHistory, wanted: str = "", since: str = "", only: str = "") -> Reading:
    """Read a project; `wanted` is the template of a person's choice, `since` the newest commit that is known.

    `only`: the one file that is read of the folder, as a document. `template` of what is returned is a key,
    empty where neither the person nor the files say one. Raises InputError for a repository or a project file
    that cannot be used, and where the choice contradicts the project.
    """
    names = [template_key(ALONE, only)] if only else template_names()
    templates = [template_named(name) for name in names]

    def is_text(path: str) -> bool:
        return path == PROJECT_FILE or any(template.owns(path) for template in templates)

    found = await history.snapshot(is_text, MOST_BYTES, MOST_COMMITS)
    name, project = _project_file(found.files.get(PROJECT_FILE), ALONE if only else wanted, only)
    name = template_key(ALONE, only) if only else name or fitting_template(found.files)
    template = template_named(name) if name else None
    files: dict[str, str] = {}
    left_out = dict(found.left_out)
    for path, content in found.files.items():
        if path == PROJECT_FILE or (template is not None and not template.owns(path)):
            continue
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            left_out[path] = words("It is not a UTF-8 text, and is left as it is.")
            continue
        if "\0" in text:
            left_out[path] = words("It is no text, and is left as it is.")
        else:
            files[path] = text
    edited = [edit.path for edit in found.edits if template is not None and template.owns(edit.path)]
    new_commits = list(takewhile(lambda commit: commit.sha != since, found.commits))
    past = from_commits(new_commits, template) if template is not None else []
    notes: list[Message] = []
    if template is not None and not since:
        past = [*await _foreign(history, template, past, notes), *past]
    state = found.state
    return Reading(
        template=name,
        id=project,
        repository=state.repository,
        outer=state.outer,
        files=files,
        left_out=left_out,
        edited=tuple(edited),
        committed=await texts_at(history, edited[:MOST_SHOWN], state.head) if state.head else {},
        past=tuple(past),
        stale=_known_marks(template, stale_marks(found.commits)),
        notes=tuple(notes),
    )


def text_of(content: bytes | None) -> str | None:
    """Return a file's content as text; what is no UTF-8 shows as a replacement sign."""
    return None if content is None else content.decode("utf-8", "replace")


async def texts_at(history: ProjectHistory, paths: Iterable[str], commit: str = "") -> dict[str, str | None]:
    """Return the texts of files as they lie in the folder, or as a commit has them."""
    return {path: text_of(await history.read(path, commit)) for path in paths}


def _known_marks(template: ProjectTemplate | None, marks: Mapping[str, int]) -> dict[str, int]:
    names = [level.name for level in template.levels] if template is not None else []
    return {level: since for level, since in marks.items() if level in names}


async def _foreign(
    history: ProjectHistory,
    template: ProjectTemplate,
    past: Sequence[AcceptedIteration],
    notes: list[Message],
) -> list[AcceptedIteration]:
    """Return what history files tell that no commit does; name those that are damaged."""
    found: list[AcceptedIteration] = []
    commits = {one.commit for one in past}
    for level in template.levels:
        content = await history.read(level.history_path)
        if content is None:
            continue
        kept = read_kept(content)
        if kept.damage:
            damaged = words(
                "{file} is damaged: {why}. The next acceptance sets it aside and writes it anew.",
                file=level.history_path,
                why=kept.damage,
            )
            notes.append(damaged)
        found += [one for one in foreign_iterations(kept, level) if one.commit not in commits]
    return found


def project_file(project: str, template: str) -> str:
    """Return the text of a project's own file."""
    return (
        "# Written by Roundtable with the first acceptance: what this folder is.\n"
        f'id = "{project}"\ntemplate = "{template}"\n'
    )


def _project_file(content: bytes | None, wanted: str, only: str = "") -> tuple[str, str]:
    """Return the template and the id of a project. Raises InputError in words."""
    if wanted:
        template_named(wanted)
    if content is None:
        return wanted, ""
    try:
        found = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(
            words("{file} cannot be read: {why}.", file=PROJECT_FILE, why=str(error).rstrip(".")),
            words("Correct it, or take the file away: it is written anew."),
        ) from error
    name, project = found.get("template"), found.get("id")
    if not isinstance(name, str) or name not in template_names():
        raise InputError(
            words("{file} names no template that there is: {name}.", file=PROJECT_FILE, name=str(name)[:80]),
            words("Name one of these in it: {names}.", names=", ".join(template_names())),
        )
    if only and wanted != name:
        raise InputError(
            words(
                "{file} lies in a project of the template “{name}”, and belongs to it.", file=only, name=name
            ),
            words("Open the folder in place of the file."),
        )
    if wanted and wanted != name:
        raise InputError(
            words("This project is of the template “{name}”, not “{other}”.", name=name, other=wanted),
            words("Leave the template out, or use another folder."),
        )
    return name, project[:_LONGEST_NAME] if isinstance(project, str) else ""
