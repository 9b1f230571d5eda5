"""Nodes that read the folder: when a draft is opened, and again before every iteration."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.fact_base import Fact
from app.domain.facts import RoundClosed, TextProposed
from app.domain.i18n import Message, words
from app.domain.ids import PERSON
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.effects import as_recorded
from app.workflows.draft.facts import DraftBelowDecided, DraftEnded, DraftProjectRead, DraftRefused
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.project import Reading, read_project
from app.workflows.draft.rules.levels import Affected, affected
from app.workflows.draft.rules.templates import template_named
from app.workflows.draft.state import EXPLAINER, DraftState, Iteration, some_of

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
    now = iteration_of(state)
    files = _files_after(state, facts)
    below = affected(state.template, files, now.level) if state.level(now.level).files(files) else ()
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
    now = iteration_of(state)
    below = affected(state.template, state.files, now.level)
    reply = await context.gate(
        GateRequest(
            "draft_downstream",
            {
                "level": now.level,
                "title": state.level(now.level).title,
                "affected": [_shown(one) for one in below],
            },
            ("cull_all", "keep_all", "cancel"),
        )
    )
    if reply.verb == "cancel":
        return cancelled(state, context, words("what stands below it"))
    levels = tuple(one.name for one in below)
    paths = tuple(path for one in below for path in one.paths)
    if reply.verb == "cull_all":
        return Step(DraftSignal.CULL, (DraftBelowDecided(below="cull", levels=levels, paths=paths),))
    return Step(DraftSignal.KEEP, (DraftBelowDecided(below="keep", levels=levels),))


def _shown(one: Affected) -> JsonValue:
    return {"name": one.name, "title": one.title, "files": len(one.paths), "paths": list(one.paths)}


def cancelled(state: DraftState, context: Context, why: Message) -> Step:
    """Return the step that gives an iteration up; nothing in the folder has changed."""
    closed = RoundClosed(number=context.round, attempt=context.attempt, accepted=False)
    del state
    return Step(DraftSignal.CANCEL, (DraftEnded(how="cancelled", why=why), closed))


def proposed(
    files: Mapping[str, str | None], seat: str = PERSON, bases: Mapping[str, int] | None = None
) -> list[Fact]:
    """Return texts as proposals; a file that is to go is seen to go as an empty text.

    `bases`: the records of the accepted texts that these refine, by path.
    """
    return [
        TextProposed(slot=path, seat=seat, text=text or "", base=(bases or {}).get(path))
        for path, text in files.items()
    ]


def iteration_of(state: DraftState) -> Iteration:
    """Return the iteration that is under way."""
    assert state.now is not None, "a node of an iteration runs without one"
    return state.now
