"""What an acceptance does to a project's folder, and what takes it back: done inside `context.once`.

Rules:
- Each is safe to repeat after a crash at any point: files, then one commit, found again by its trailers, then
  the history files. The journal comes last.
- Only what a person saw is written over. Who changed a file after that gets it back as a third side.
- Edits made outside, in any file of the project, are a commit of their own before.
- The history is never rewritten: an undo is a commit of the opposite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.crashpoint import reach
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact, Sentence
from app.domain.facts import RoundOpened
from app.domain.i18n import Message, words
from app.domain.sentences import joined, recorded
from app.engine.folders import Change, HistoryConflict, HistoryMoved, ProjectHistory
from app.engine.node import Context, GateRequest, Step
from app.workflows.draft.facts import DraftBegun, DraftRefused, DraftUndoBegun, DraftUndone
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.reading import (
    MOST_BYTES,
    PROJECT_FILE,
    kept_effect,
    project_file,
    proposed,
    read_facts,
    text_of,
    texts_at,
)
from app.workflows.draft.rules.changes import ThirdSide, third_sides
from app.workflows.draft.rules.history_file import (
    FILE,
    SESSION,
    STALE,
    UNDOES,
    AcceptedIteration,
    message,
    read_kept,
    stale_line,
    stale_undone,
    subject,
    trailers,
    with_undone,
    written,
)
from app.workflows.draft.rules.templates import (
    HISTORY_NAME,
    Level,
    ProjectTemplate,
    in_units,
    template_named,
    titled,
)
from app.workflows.draft.state import DraftState

_OUTSIDE = "Edits made outside"


class Acceptance(AcceptedIteration):
    """What a person accepted, with all that its commit says; there is no commit yet.

    `files`: by path, None where a file is deleted; texts are fitted (`changes.fitted`). `seen`: those files
    as they lay on the disk when the person decided. `stale`: the marks after it. `undoes`: the commit that it
    takes back by hand, where that could not be done by itself. `since`: a commit that is surely older.
    """

    timestamp: int = 0
    commit: str = ""
    template: str
    project: str
    """The project's id: that of its first session."""
    files: dict[str, str | None]
    culled: tuple[str, ...] = ()
    seen: dict[str, str | None] = Field(default_factory=dict)
    settings: str = ""
    """The text of the settings file, where the project has none yet."""
    undoes: str = ""
    since: str = ""

    def identity(self) -> str:
        """Return what makes this effect the same after a restart."""
        return digest(dumps(self.model_dump(mode="json", exclude=_WITH_THE_COMMIT | _COUNTED)))


_WITH_THE_COMMIT = {"timestamp", "commit", "file", "undone_at"}
"""What an acceptance does not have yet."""
_COUNTED = {"lines_added"}
"""What is counted of the files: an acceptance that was under way in an earlier version has it not."""


class Finalized(BaseModel):
    """What came of an acceptance. `moved`: nothing was written, since these files are others now, by path.

    `outside`: the commit that kept edits made outside. `notes`: what else has to be said, as sentences.
    """

    model_config = ConfigDict(frozen=True)

    iteration: AcceptedIteration | None = None
    outside: str = ""
    outside_files: tuple[str, ...] = ()
    moved: dict[str, str | None] = {}
    notes: tuple[Sentence, ...] = ()


async def finalize(
    history: ProjectHistory, accepted: Acceptance, past: Sequence[AcceptedIteration]
) -> Finalized:
    """Write, cull, commit, and keep the history file. `past`: what was accepted before, oldest first."""
    template = template_named(accepted.template)
    own = accepted.model_dump(include=set(AcceptedIteration.model_fields))
    iteration = AcceptedIteration(**{**own, "file": template.only})
    reach("draft.finalize.begun")
    there = await history.snapshot(lambda path: path == PROJECT_FILE or template.owns(path), MOST_BYTES)
    files: dict[str, str | None] = {**accepted.files, **dict.fromkeys(accepted.culled)}
    files.update(_first_files(accepted, template, there.files))
    outside = tuple(edit.path for edit in there.edits if template.owns(edit.path) and edit.path not in files)
    names = trailers(accepted.session, accepted.number, accepted.stale)
    if template.only:
        names[FILE] = template.only
    text = message(iteration)
    if accepted.undoes:
        names[UNDOES] = accepted.undoes
        text = _undo_subject(iteration) + text.removeprefix(subject(iteration.level, iteration.feedback))
    change = Change(
        _bytes(files),
        text,
        names,
        outside=_OUTSIDE,
        also=outside,
        # Another tool may have committed them: a projection cannot name its own commit.
        untracked=tuple(level.history_path for level in template.levels),
        seen=_bytes(accepted.seen),
        since=accepted.since,
    )
    try:
        done = await history.commit(change)
    except HistoryMoved as moved:
        return Finalized(moved=await texts_at(history, moved.paths))
    reach("draft.finalize.committed")
    iteration = iteration.model_copy(update={"commit": done.commit.sha, "timestamp": done.commit.at})
    undone = with_undone(past, accepted.undoes, done.commit.at)
    everything = undone if accepted.undoes else [*past, iteration]
    notes = await _keep_history_file(history, template.named(accepted.level), everything)
    reach("draft.finalize.kept")
    return Finalized(
        iteration=iteration,
        outside=done.outside.sha if done.outside is not None else "",
        outside_files=done.kept,
        notes=tuple(notes),
    )


def _first_files(
    accepted: Acceptance, template: ProjectTemplate, there: Mapping[str, bytes]
) -> dict[str, str]:
    """Return what the first acceptance writes besides; a life that was cut short may have written it."""
    wanted = {PROJECT_FILE: project_file(accepted.project, template.name)}
    if accepted.settings and template.settings not in accepted.files:
        wanted[template.settings] = accepted.settings
    return {path: text for path, text in wanted.items() if there.get(path) in (None, text.encode())}


def _bytes(files: Mapping[str, str | None]) -> dict[str, bytes | None]:
    return {path: None if text is None else text.encode("utf-8", "replace") for path, text in files.items()}


async def _keep_history_file(
    history: ProjectHistory, level: Level, past: Sequence[AcceptedIteration]
) -> list[Message]:
    """Write a level's history file beside the repository; return what has to be said of the one before."""
    path = level.history_path
    before = await history.read(path)
    kept = read_kept(before or b'{"iterations": []}')
    beside: dict[str, bytes] = {}
    notes: list[Message] = []
    if kept.damage and before is not None:
        # By what it holds: doing it again sets nothing aside twice.
        aside = (
            path.removesuffix(HISTORY_NAME)
            + f"iteration_history.damaged-{sha256(before).hexdigest()[:8]}.json"
        )
        beside[aside] = before
        notes.append(
            words(
                "{file} was damaged: {why}. It was set aside as {aside} and written anew.",
                file=path,
                why=kept.damage,
                aside=aside,
            )
        )
    content = written(past, level, kept)
    if any(one.level == level.name and not one.generated for one in past) or kept.entries or beside:
        beside[path] = content
    if beside and (set(beside) != {path} or content != before):
        await history.write_beside(beside)
    return notes


# --- undo -------------------------------------------------------------------------------------------


class Undoing(BaseModel):
    """What a person takes back: one accepted iteration, of any age. `stale`: the marks after it."""

    model_config = ConfigDict(frozen=True)

    session: str
    template: str
    target: AcceptedIteration
    stale: dict[str, int] = {}

    def identity(self) -> str:
        """Return what makes this effect the same after a restart."""
        return digest(dumps([self.session, self.target.commit, self.stale]))


class Undone(BaseModel):
    """What came of an undo. `commit` empty: nothing was done, and `sides` says why, file by file.

    `files` is then what taking back comes to, as far as it can be done: the new form of each file.
    """

    model_config = ConfigDict(frozen=True)

    commit: str = ""
    at: int = 0
    files: dict[str, str | None] = {}
    seen: dict[str, str | None] = {}
    sides: tuple[ThirdSide, ...] = ()
    notes: tuple[Sentence, ...] = ()


def _undo_subject(iteration: AcceptedIteration) -> str:
    head, _, line = subject(iteration.level, iteration.feedback).partition("] ")
    return f"{head}] Undo: {line}"


async def revert(history: ProjectHistory, undoing: Undoing, past: Sequence[AcceptedIteration]) -> Undone:
    """Commit the opposite of an iteration; where later changes stand in the way, say which."""
    target = undoing.target
    template = template_named(undoing.template)
    names = {SESSION: undoing.session, UNDOES: target.commit}
    if undoing.stale:
        names[STALE] = stale_line(undoing.stale)
    leave = (PROJECT_FILE, template.settings, *(level.history_path for level in template.levels))
    reach("draft.undo.begun")
    try:
        done = await history.revert(target.commit, _undo_subject(target), names, leave)
    except HistoryConflict:
        return await _conflict(history, target, leave)
    reach("draft.undo.committed")
    at = done.commit.at
    everything = with_undone(past, target.commit, at)
    notes = await _keep_history_file(history, template.named(target.level), everything)
    reach("draft.undo.kept")
    return Undone(commit=done.commit.sha, at=at, notes=tuple(notes))


async def _conflict(history: ProjectHistory, target: AcceptedIteration, leave: Sequence[str]) -> Undone:
    base, ours = await _around(history, target.commit, leave)
    now = await texts_at(history, list(ours))
    sides = third_sides(base, now, ours)
    files = {path: text for path, text in ours.items() if now[path] != text}
    for side in sides:
        files[side.path] = side.merged if side.merged is not None else side.outside
    changed = {path: text for path, text in files.items() if now[path] != text}
    return Undone(files=changed, seen=now, sides=tuple(sides))


async def _around(
    history: ProjectHistory, sha: str, leave: Sequence[str]
) -> tuple[dict[str, str | None], dict[str, str | None]]:
    """Return the files that a commit changed, as they were after it and before it."""
    parent = next((commit.parent for commit in await history.log(5_000) if commit.sha == sha), "")
    after = await history.files(sha)
    before = await history.files(parent) if parent else ()
    base: dict[str, str | None] = {}
    ours: dict[str, str | None] = {}
    for path in sorted({*after, *before}):
        if path in leave:
            continue
        one = text_of(await history.read(path, sha)) if path in after else None
        other = text_of(await history.read(path, parent)) if path in before else None
        if one != other:
            base[path], ours[path] = one, other
    return base, ours


# --- the nodes of an undo ----------------------------------------------------------------------------

UNDO = "draft_undo"
_SHOWN = 120
"""Characters of a request that is told when it is taken back."""


async def undo_gate(state: DraftState, context: Context) -> Step:
    """Say what would be taken back and what that means below, and ask."""
    target = _target(state)
    if target is None:
        # The node itself says so.
        return Step(DraftSignal.UNDO)
    payload: dict[str, JsonValue] = {
        "number": target.number,
        "iteration": state.shown_number(target.number),
        "commit": target.commit,
        "level": target.level,
        "called": recorded(_called(state, target)),
        "what": recorded(_what(state, target)),
        "files": target.files_changed,
        "lines": target.lines_changed,
        "told": recorded(joined([in_units(target.files_changed, "file"), target.lines], ", ")),
        "stale": [recorded(title) for title in _newly_stale(state, _stale(state, target))],
    }
    reply = await context.gate(GateRequest("draft_undo", payload, ("take_back", "cancel")))
    return Step(DraftSignal.UNDO if reply.verb == "take_back" else DraftSignal.CANCEL)


def _stale(state: DraftState, target: AcceptedIteration) -> dict[str, int]:
    return stale_undone(state.template, state.stale, target, state.past)


async def undo(state: DraftState, context: Context) -> Step:
    """Take an iteration back by a commit of the opposite; where later changes stand in the way, show them."""
    target = _target(state)
    if target is None:
        refused = DraftRefused(why=words("There is no accepted iteration to take back."))
        return Step(DraftSignal.DONE, (refused,))
    undoing = Undoing(
        session=state.session, template=state.template.key, target=target, stale=_stale(state, target)
    )
    past = tuple(state.past)
    done = await kept_effect(
        context, UNDO, undoing.identity(), Undone, lambda: revert(context.ports.history, undoing, past)
    )
    if not done.commit:
        return Step(DraftSignal.CONFLICT, tuple(_undo_begun(state, target, done)))
    taken_back = words(
        "Taken back: {called}, {what}.",
        called=_called(state, target),
        what=_what(state, target),
    )
    notes = [taken_back, *_marked_stale(state, undoing.stale), *done.notes]
    undone = DraftUndone(
        commit=target.commit, by=done.commit, at=done.at, stale=undoing.stale, notes=tuple(notes)
    )
    return Step(DraftSignal.DONE, (*await read_facts(state, context, "after"), undone))


def _what(state: DraftState, target: AcceptedIteration) -> Message:
    """Return what was asked for, or that it was the first writing of a level."""
    if target.feedback:
        return words("“{text}”", text=cut(excerpt(target.feedback), _SHOWN))
    known = state.template.known(target.level)
    return words("the writing of {level}", level=titled(state.level(known).title) if known else target.level)


def _called(state: DraftState, target: AcceptedIteration) -> Message:
    """Return what an iteration is called on this screen: by its number, where it has one."""
    number = state.shown_number(target.number)
    return words("iteration {n}", n=number) if number else words("an earlier iteration")


def _marked_stale(state: DraftState, stale: dict[str, int]) -> list[Message]:
    newly = _newly_stale(state, stale)
    said = words("Written from it, and perhaps no longer fitting: {levels}.", levels=joined(newly, ", "))
    return [said] if newly else []


def _newly_stale(state: DraftState, stale: dict[str, int]) -> list[Message]:
    newly = [name for name in stale if name not in state.stale and state.level_files(name)]
    return [titled(state.level(name).title) for name in newly]


def _target(state: DraftState) -> AcceptedIteration | None:
    wanted = state.undo_wanted
    standing = [one for one in state.standing() if one.number]
    if wanted:
        return next((one for one in standing if one.number == wanted), None)
    return standing[-1] if standing else None


def _undo_begun(state: DraftState, target: AcceptedIteration, done: Undone) -> Sequence[Fact]:
    clashing = tuple(side.path for side in done.sides if side.merged is None)
    return [
        RoundOpened(number=state.round + 1),
        DraftBegun(level=target.level, feedback=""),
        *proposed(done.seen),
        *proposed(done.files),
        DraftUndoBegun(
            level=target.level, commit=target.commit, files=done.files, seen=done.seen, clashing=clashing
        ),
    ]
