"""Reading a project as it lies in its folder: when a draft is opened, and again before every iteration.

Rules:
- Reading writes nothing. What is no UTF-8 text, or leads through a link, is left out, with the reason.
- A folder with `.roundtable/project.toml` says its own template. Without it a person's choice counts, then
  what its files look like.
"""

from __future__ import annotations

import tomllib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.fact_base import Fact, Sentence
from app.domain.facts import NO_BASE, TextProposed
from app.domain.i18n import Message, words
from app.domain.ids import PERSON
from app.engine.folders import ProjectHistory
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.effects import as_recorded
from app.workflows.common.rounds import closed
from app.workflows.draft.facts import DraftBelowDecided, DraftEnded, DraftProjectRead, DraftRefused
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.rules.changes import shown_files
from app.workflows.draft.rules.history_file import (
    AcceptedIteration,
    foreign_iterations,
    from_commits,
    read_kept,
    stale_marks,
)
from app.workflows.draft.rules.templates import (
    ProjectTemplate,
    affected,
    fitting_template,
    template_key,
    template_named,
    template_names,
)
from app.workflows.draft.setup import ALONE
from app.workflows.draft.state import EXPLAINER, DraftState, some_of

PROJECT_FILE = ".roundtable/project.toml"
MOST_BYTES = 16 * 2**20
"""Of all texts of a project together: some twenty long novels."""
_MOST_SHOWN = 20
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
    state, known = found.state, [level.name for level in template.levels] if template is not None else []
    return Reading(
        template=name,
        id=project,
        repository=state.repository,
        outer=state.outer,
        files=files,
        left_out=left_out,
        edited=tuple(edited),
        committed=await texts_at(history, edited[:_MOST_SHOWN], state.head) if state.head else {},
        past=tuple(past),
        stale={level: since for level, since in stale_marks(found.commits).items() if level in known},
        notes=tuple(notes),
    )


def text_of(content: bytes | None) -> str | None:
    """Return a file's content as text; what is no UTF-8 shows as a replacement sign."""
    return None if content is None else content.decode("utf-8", "replace")


async def texts_at(history: ProjectHistory, paths: Iterable[str], commit: str = "") -> dict[str, str | None]:
    """Return the texts of files as they lie in the folder, or as a commit has them."""
    return {path: text_of(await history.read(path, commit)) for path in paths}


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


def _project_file(content: bytes | None, wanted: str, only: str) -> tuple[str, str]:
    """Return the template and the id of a project. Raises InputError in words."""
    if wanted:
        template_named(wanted)
    if content is None:
        return wanted, ""
    try:
        found = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
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


# --- nodes -------------------------------------------------------------------------------------------

READ = "draft_read"
"""The effect of reading the folder."""
M = TypeVar("M", bound=BaseModel)


async def kept_effect(
    context: Context,
    purpose: str,
    identity: str,
    kind: type[M],
    work: Callable[[], Awaitable[M]],
    part: str = "",
) -> M:
    """Do something to the folder once, however often its node begins; return what the session keeps of it."""

    async def effect() -> JsonValue:
        kept: JsonValue = (await work()).model_dump(mode="json")
        return kept

    value = await context.once(purpose, EXPLAINER, part, identity, effect, harmless=True)
    with as_recorded():
        return kind.model_validate(value)


async def read_facts(state: DraftState, context: Context, part: str = "") -> list[Fact]:
    """Read the folder, and tell what is new or another than known; what is as it was is not told again."""
    known, since = state.known(), state.past[-1].commit if state.past else ""
    # A project that is known says itself what it is.
    wanted = "" if state.template_name else state.setup.template
    first = not state.template_name

    async def reading() -> Reading:
        found = await read_project(context.ports.history, wanted, since, state.setup.file)
        changed = {path: text for path, text in found.files.items() if known.get(path) != digest(text)}
        gone = tuple(path for path in known if path not in found.files)
        return found.model_copy(update={"files": changed, "gone": gone})

    identity = digest(dumps([wanted, since, known]))
    read = await kept_effect(context, READ, identity, Reading, reading, part)
    return _told(read, state, first=first)


def _told(read: Reading, state: DraftState, *, first: bool) -> list[Fact]:
    template_name = read.template or state.template.key
    template = template_named(template_name)
    texts = [path for path in sorted(read.files) if template.level_of(path) is not None]
    order = [path for level in template.levels for path in level.ordered(texts)]
    return [
        *proposed({path: read.files[path] for path in order}),
        DraftProjectRead(
            template=template_name,
            project=read.id,
            outer="" if read.repository else read.outer,
            texts={path: text for path, text in read.files.items() if path not in order},
            gone=read.gone,
            left_out=read.left_out,
            edited=read.edited,
            committed=read.committed,
            past=tuple(one for one in read.past if first or one.session not in ("", state.session)),
            stale=read.stale,
            notes=read.notes,
            first=first,
        ),
    ]


async def open_project(state: DraftState, context: Context) -> Step:
    """Read the folder before anything is asked of a model."""
    facts = await read_facts(state, context)
    read = facts[-1]
    assert isinstance(read, DraftProjectRead)
    if not read.first and not (state.past and read.edited):
        # Somebody asked for it.
        facts.append(DraftRefused(why=_NOTHING_EDITED if state.past else _found(facts, read)))
    return Step(DraftSignal.NESTED if read.outer else DraftSignal.OPENED, tuple(facts))


_NOTHING_EDITED = words("Nothing was edited outside since the newest commit.")


def _found(facts: Sequence[Fact], read: DraftProjectRead) -> Message:
    """Return what is another in a folder of which nothing was committed yet."""
    changed = [*(one.slot for one in facts if isinstance(one, TextProposed)), *read.texts, *read.gone]
    if not changed:
        return words("Nothing has changed in the folder since it was read.")
    return words("Changed in the folder since it was read: {files}.", files=some_of(changed))


async def place_gate(state: DraftState, context: Context) -> Step:
    """Ask whether a repository of its own may be made inside another one's work tree."""
    reply = await context.gate(GateRequest("draft_place", {"outer": state.outer}, ("agree", "cancel")))
    return Step(DraftSignal.AGREED if reply.verb == "agree" else DraftSignal.CANCEL)


async def downstream_check(state: DraftState, context: Context) -> Step:
    """Read the folder anew, and look whether anything stands below the level."""
    facts = await read_facts(state, context)
    now = state.iteration
    files = _files_after(state, facts)
    below = affected(state.template, files, now.level) if state.level(now.level).files(files) else ()
    if now.then is not None:
        # The same request goes there next: nothing is deleted, and what is below it is marked until then.
        kept = DraftBelowDecided(below="keep", levels=tuple(one.name for one in below))
        return Step(DraftSignal.NONE, (*facts, *([kept] if below else [])))
    return Step(DraftSignal.AFFECTED if below else DraftSignal.NONE, tuple(facts))


def _files_after(state: DraftState, facts: list[Fact]) -> dict[str, str]:
    files = dict(state.files)
    for fact in facts:
        if isinstance(fact, TextProposed):
            files[fact.slot] = fact.text
        elif isinstance(fact, DraftProjectRead):
            files.update(fact.texts)
            for path in fact.gone:
                files.pop(path, None)
    return files


async def downstream_gate(state: DraftState, context: Context) -> Step:
    """Let the person say what becomes of what stands below: all of it, one way or the other."""
    now = state.iteration
    below = affected(state.template, state.files, now.level)
    reply = await context.gate(
        GateRequest(
            "draft_downstream",
            {
                "level": now.level,
                "title": state.level(now.level).title,
                "affected": [
                    {"name": one.name, "title": one.title, "files": len(one.paths), "paths": list(one.paths)}
                    for one in below
                ],
            },
            ("cull_all", "keep_all", "cancel"),
        )
    )
    if reply.verb == "cancel":
        return cancelled(context, words("what stands below it"))
    levels = tuple(one.name for one in below)
    paths = tuple(path for one in below for path in one.paths)
    if reply.verb == "cull_all":
        return Step(DraftSignal.CULL, (DraftBelowDecided(below="cull", levels=levels, paths=paths),))
    return Step(DraftSignal.KEEP, (DraftBelowDecided(below="keep", levels=levels),))


def cancelled(context: Context, why: Message) -> Step:
    """Return the step that gives an iteration up; nothing in the folder has changed."""
    return Step(DraftSignal.CANCEL, (DraftEnded(how="cancelled", why=why), closed(context, accepted=False)))


def proposed(
    files: Mapping[str, str | None], seat: str = PERSON, bases: Mapping[str, int] | None = None
) -> list[Fact]:
    """Return texts as proposals; a file that is to go is seen to go as an empty text.

    `bases`: the records of the accepted texts that these refine, by path; a file that is not among them is
    new, whatever lay there once. None: what they refine is not told.
    """
    return [
        TextProposed(
            slot=path, seat=seat, text=text or "", base=None if bases is None else bases.get(path, NO_BASE)
        )
        for path, text in files.items()
    ]


def edited_outside(state: DraftState) -> list[dict[str, JsonValue]]:
    """Return what somebody changed outside since the newest commit, as far as it can be shown."""
    return shown_files(state.committed, {path: state.files.get(path) for path in state.committed})
