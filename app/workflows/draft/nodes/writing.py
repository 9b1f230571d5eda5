"""Nodes that write: the level as a whole in one reply, file by file, or a marked passage alone.

Every attempt starts from the accepted texts. What arrived before an answer broke off is gone on from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.domain.i18n import Message, words
from app.domain.messages import Missing, Reply
from app.domain.sentences import joined, recorded
from app.engine.node import Context, GateRequest, Lost, Step
from app.workflows.draft.asked import OUTLINE, PASSAGE, WRITE, WRITE_FILE, FileAsked, LevelAsked, PassageAsked
from app.workflows.draft.facts import DraftAttempted, DraftHeld, MarkedPassage
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.asking import (
    again,
    ask_structured,
    given_paths,
    level_asked,
    make_ask,
)
from app.workflows.draft.nodes.reading import cancelled, iteration_of
from app.workflows.draft.rules.changes import fitted, measure
from app.workflows.draft.rules.files_reply import (
    FilesRead,
    gone_on,
    level_after,
    read_files,
    resume_point,
    tag_for,
    unsure,
)
from app.workflows.draft.rules.level_plan import (
    LevelTasks,
    OutlineReply,
    around,
    check_json,
    fits_one_reply,
    outline_of,
    tasks_of,
)
from app.workflows.draft.rules.passage import TAG, NotReplaced, parts_of, replaced
from app.workflows.draft.rules.templates import Level
from app.workflows.draft.state import DraftState

JOIN = ", "


@dataclass(slots=True)
class Written:
    """What one writer's answers came to: the whole level after them, or what it stands still at."""

    writer: str
    version: int = 1
    files: dict[str, str] = field(default_factory=dict)
    unsaid: tuple[str, ...] = ()
    barred: list[Message] = field(default_factory=list)
    told: list[Message] = field(default_factory=list)
    computed: list[Message] = field(default_factory=list)
    given: tuple[str, ...] = ()
    earlier: int = 0
    answers: list[int] = field(default_factory=list)
    mended: list[Fact] = field(default_factory=list)
    held: DraftHeld | None = None
    lost: Lost | None = None

    def tell(self, said: tuple[Message, ...]) -> None:
        """Keep what was refused or repaired, for the person."""
        self.told += said


async def generate(state: DraftState, context: Context) -> Step:
    """Let every writer write the level, all at once."""
    now = iteration_of(state)
    old = state.level_files(now.level)
    if now.passage is not None:
        work = [
            _passage(state, context, writer, version, now.passage)
            for writer in state.writers
            for version in range(1, now.alternatives + 1)
            if now.named(now.attempt, (writer, version)) is None
        ]
    else:
        work = [
            _level(state, context, writer, old)
            for writer in state.writers
            if now.named(now.attempt, (writer, 1)) is None
        ]
    texts = await context.gather(*work)
    there = [text for text in texts if text.lost is None]
    if not there and not now.texts_of(now.attempt):
        context.fail([text.lost for text in texts if text.lost is not None])
    facts: list[Fact] = []
    for text in there:
        facts += text.mended
        facts += [text.held] if text.held is not None else attempted(state, text)
    held = any(text.held is not None for text in there)
    return Step(DraftSignal.CUT if held else DraftSignal.GENERATED, tuple(facts))


def attempted(state: DraftState, text: Written) -> list[Fact]:
    """Return an attempt with its texts: what differs from the accepted ones, fitted to their line ends."""
    now = iteration_of(state)
    old = state.level_files(now.level)
    # Around a marked passage every byte is the file's own already.
    exact = now.passage is not None
    new = {path: one if exact else fitted(one, old.get(path)) for path, one in text.files.items()}
    changed = {path: one for path, one in new.items() if old.get(path) != one}
    deleted = tuple(path for path in old if path not in new)
    figures = measure(old, new)
    computed = [
        words(
            "Files changed: {n} of {all}; lines +{added} −{removed}; words {before} → {after}.",
            n=figures.files_changed,
            all=figures.files_total,
            added=figures.lines_added,
            removed=figures.lines_removed,
            before=figures.words_before,
            after=figures.words_after,
        )
    ]
    if deleted:
        computed.append(words("Files that are gone: {files}.", files=JOIN.join(deleted)))
    if not changed and not deleted:
        computed.append(words("Nothing was changed."))
    # A file that is gone is shown as an empty text, so that it is seen to go.
    texts = {**changed, **dict.fromkeys(deleted, "")}
    proposed = [
        TextProposed(slot=path, seat=text.writer, text=one, base=state.accepted_in.get(path))
        for path, one in texts.items()
    ]
    made = DraftAttempted(
        writer=text.writer,
        version=text.version,
        paths=tuple(changed),
        deleted=deleted,
        unsaid=text.unsaid,
        barred=tuple(text.barred),
        told=tuple(text.told),
        computed=(*computed, *text.computed),
        given=text.given,
        earlier=text.earlier,
        answers=tuple(dict.fromkeys(text.answers)),
    )
    return [*proposed, made]


async def cut_gate(state: DraftState, context: Context) -> Step:
    """Say what stands still, and let the person go on or give up; what came is kept."""
    lines: list[JsonValue] = []
    for held in state.held.values():
        done, left = len(held.files), len(held.tasks)
        if held.begun:
            where = held.path or words("the middle")
            broke_off = words(
                "{who}’s answer broke off in {where}; what came is kept.", who=held.writer, where=where
            )
            lines.append(recorded(broke_off))
        if held.tasks:
            written = words(
                "{who}: {n} of {all} files are written; next is {file}.",
                who=held.writer,
                n=done,
                all=done + left,
                file=held.tasks[0].path,
            )
            lines.append(recorded(written))
    reply = await context.gate(GateRequest("draft_cut", {"lines": lines}, ("go_on", "cancel")))
    if reply.verb == "cancel":
        return cancelled(state, context, words("the writing"))
    return Step(DraftSignal.GO_ON)


# --- the level ----------------------------------------------------------------------------------------


async def _level(state: DraftState, context: Context, writer: str, old: Mapping[str, str]) -> Written:
    asked, level = level_asked(state), state.level(iteration_of(state).level)
    held = state.held.get((writer, 1))
    if (held is not None and held.tasks) or (held is None and _file_by_file(state, level, old)):
        return await _one_by_one(state, context, writer, asked, level, old, held)
    return await _in_one(state, context, writer, asked, level, old, held)


def _file_by_file(state: DraftState, level: Level, old: Mapping[str, str]) -> bool:
    """Tell whether a level is too long for one reply."""
    if level.single:
        return False
    if old:
        return not fits_one_reply(old.values(), state.setup.max_output_tokens)
    # What has a file for each file above it will be longer than that.
    above = state.template.above(level.name)
    nearest = above[-1].files(state.files) if above else {}
    if not above or above[-1].single:
        return False
    return not fits_one_reply(nearest.values(), state.setup.max_output_tokens, growth=4.0)


def _cut(reply: Reply) -> bool:
    return reply.partial or reply.finish == "length"


async def _in_one(
    state: DraftState,
    context: Context,
    writer: str,
    asked: LevelAsked,
    level: Level,
    old: Mapping[str, str],
    held: DraftHeld | None,
) -> Written:
    """Write the level in one reply, going on where an earlier one broke off."""
    found = Written(writer, given=given_paths(asked), earlier=len(asked.history))
    begun = resume_point(held.begun) if held is not None else ""
    ask = make_ask(state, context, WRITE, asked.model_copy(update={"begun": begun}), writer)
    reply = await context.ask(ask)
    if isinstance(reply, Missing):
        found.lost = Lost(WRITE, writer, ask.part, reply.reason)
        return found
    found.answers = [*(held.answers if held is not None else ()), reply.asked]
    only = level.first if level.single else ""

    def taken(text: str, *, cut: bool) -> FilesRead:
        return read_files(text, level.patterns, tag=asked.tag, known=tuple(old), only=only, cut=cut)

    text = gone_on(begun, reply.text, asked.tag) if begun else reply.text
    read = _whole(taken(text, cut=_cut(reply)), reply, held)
    if _cut(reply) or read.unfinished is not None:
        path = read.unfinished.path if read.unfinished is not None else ""
        found.held = DraftHeld(
            writer=writer, files=dict(read.files), path=path, begun=text, answers=tuple(found.answers)
        )
        return found
    problems, slips = _problems(read, level), unsure(old, read)
    if problems or slips:
        wrong = [*problems, *(_slip(path, name) for path, name in slips.items())]
        second = await context.ask(again(context, ask, reply, " ".join(map(str, wrong)), form="files"))
        if isinstance(second, Reply):
            reread = taken(second.text, cut=_cut(second))
            found.answers.append(second.asked)
            if not reread.empty:
                read, problems = reread, _problems(reread, level)
    found.tell(
        (*read.refused, *read.mends, *(_spared(path, name) for path, name in unsure(old, read).items()))
    )
    found.barred += problems
    after = level_after(old, read)
    checked = (
        {path: check_json(path, one, level.json_schema).text for path, one in after.files.items()}
        if level.json_schema
        else dict(after.files)
    )
    found.files = dict(old) if read.empty else checked
    found.unsaid = after.unsaid if not read.empty else ()
    return found


def _whole(read: FilesRead, reply: Reply, held: DraftHeld | None) -> FilesRead:
    """Return an answer that was gone on from and ended by itself as whole: some models write no last mark."""
    if read.unfinished is None or held is None or not held.begun or _cut(reply):
        return read
    path, text = read.unfinished.path, read.unfinished.text
    return replace(read, files={**read.files, path: text}, unfinished=None)


def _slip(path: str, name: str) -> Message:
    """Return what a writer is told that names a file otherwise than it was shown."""
    return words(
        "“{name}” was not shown to you, and “{file}”, which was shown, is left out. Write each name as it "
        "was shown; name a file that is to go as dropped.",
        name=name,
        file=path,
    )


def _spared(path: str, name: str) -> Message:
    return words(
        "{file} stays as it is: the answer leaves it out without dropping it, and names “{name}”, which may "
        "be meant for it.",
        file=path,
        name=name,
    )


def _problems(read: FilesRead, level: Level) -> list[Message]:
    """Return why an answer cannot be taken as it is: no file in it, or one that is no sound JSON."""
    if read.empty:
        nothing = words("The answer holds no file of this level.")
        return [joined([nothing, *read.refused], " ") if read.refused else nothing]
    if level.json_schema is None:
        return []
    return [
        problem
        for path, text in read.files.items()
        for problem in check_json(path, text, level.json_schema).problems
    ]


# --- file by file -------------------------------------------------------------------------------------


async def _one_by_one(
    state: DraftState,
    context: Context,
    writer: str,
    asked: LevelAsked,
    level: Level,
    old: Mapping[str, str],
    held: DraftHeld | None,
) -> Written:
    """Plan which files change, then write one after the other, each beside the others as they stand."""
    found = Written(writer, given=given_paths(asked), earlier=len(asked.history))
    if held is None:
        tasks = await _tasks(state, context, writer, asked, level, old, found)
        if tasks is None:
            return found
        done: dict[str, str | None] = dict.fromkeys(tasks.drops)
        todo, begun = list(tasks.tasks), ""
    else:
        done, begun = dict(held.files), resume_point(held.begun)
        todo = list(held.tasks)
        found.answers = list(held.answers)
    everything = LevelTasks(tuple(todo), tuple(path for path, text in done.items() if text is None))
    outline = (
        held.outline
        if held is not None
        else outline_of(old) or "\n".join(f"{t.path}: {t.what}" for t in todo)
    )
    while todo:
        task = todo.pop(0)
        new = {path: text for path, text in done.items() if text is not None}
        beside = around(task.path, everything, old, new, level.ordered)
        one = FileAsked(
            **{
                **asked.model_dump(),
                "begun": begun,
                "files": [],
                "tag": tag_for([*old.values(), *new.values()]),
            },
            path=task.path,
            what=task.what,
            outline=outline,
            before=beside.before,
            after=beside.after,
        )
        if task.path in old:
            one = one.model_copy(update={"files": tuple(f for f in asked.files if f.path == task.path)})
        ask = make_ask(state, context, WRITE_FILE, one, writer, task.path)
        reply = await context.ask(ask)
        if isinstance(reply, Missing):
            found.lost = Lost(WRITE_FILE, writer, ask.part, reply.reason)
            return found
        found.answers.append(reply.asked)
        text = gone_on(begun, reply.text, one.tag) if begun else reply.text
        read = read_files(
            text, level.patterns, tag=one.tag, known=(*old, *new), only=task.path, cut=_cut(reply)
        )
        read = _whole(read, reply, held if begun else None)
        rest = (task, *todo)
        if _cut(reply) or read.unfinished is not None:
            found.held = DraftHeld(
                writer=writer, files=done, path=task.path, begun=text, tasks=rest, outline=outline,
                answers=tuple(found.answers),
            )  # fmt: skip
            return found
        begun = ""
        if task.path not in read.files:
            second = await context.ask(again(context, ask, reply, f"{task.path} is not in it.", form="files"))
            if isinstance(second, Reply):
                found.answers.append(second.asked)
                read = read_files(
                    second.text, level.patterns, tag=one.tag, known=(*old, *new), only=task.path
                )
        found.tell((*read.refused, *read.mends))
        if task.path in read.files:
            done[task.path] = read.files[task.path]
        elif task.path not in read.kept:
            found.barred.append(words("{file} was to be written, and no answer holds it.", file=task.path))
        if state.setup.pause_after_files and todo:
            found.held = DraftHeld(
                writer=writer, files=done, tasks=rest[1:], outline=outline, answers=tuple(found.answers)
            )
            return found
    merged: dict[str, str | None] = {**old, **done}
    texts = {path: text for path, text in merged.items() if text is not None}
    found.files = level.files(texts)
    return found


async def _tasks(
    state: DraftState,
    context: Context,
    writer: str,
    asked: LevelAsked,
    level: Level,
    old: Mapping[str, str],
    found: Written,
) -> LevelTasks | None:
    answer = await ask_structured(context, make_ask(state, context, OUTLINE, asked, writer), OutlineReply)
    if isinstance(answer.outcome, Missing):
        found.lost = Lost(OUTLINE, writer, "", answer.outcome.reason)
        return None
    found.mended += answer.mended
    found.answers.append(answer.outcome.asked)
    if answer.value is None:
        found.barred.append(words("Which files are to change could not be read from the answer."))
        return LevelTasks((), ())
    tasks = tasks_of(answer.value, old, level.patterns, level.ordered)
    found.tell(tasks.refused)
    return tasks


# --- a passage ----------------------------------------------------------------------------------------


async def _passage(
    state: DraftState, context: Context, writer: str, version: int, marked: MarkedPassage
) -> Written:
    """Have the marked words written anew, and put the answer in their place; nothing else can change."""
    now = iteration_of(state)
    asked, old = level_asked(state), state.level_files(now.level)
    text = old.get(marked.path, "")
    before, inside, behind = parts_of(text, marked)
    tag = tag_for([text], TAG)
    one = PassageAsked(
        **{**asked.model_dump(), "files": [], "tag": tag},
        path=marked.path,
        text_before=before,
        passage=inside,
        text_after=behind,
        alternative=version,
        alternatives=now.alternatives,
    )
    found = Written(writer, version, files=dict(old), given=given_paths(asked), earlier=len(asked.history))
    part = f"version-{version}" if now.alternatives > 1 else ""
    ask = make_ask(state, context, PASSAGE, one, writer, part)
    reply = await context.ask(ask)
    if isinstance(reply, Missing):
        found.lost = Lost(PASSAGE, writer, part, reply.reason)
        return found
    found.answers.append(reply.asked)
    done = replaced(text, marked, reply.text, tag=tag, cut=_cut(reply))
    if isinstance(done, NotReplaced):
        second = await context.ask(again(context, ask, reply, str(done.why), form="passage"))
        if isinstance(second, Reply):
            found.answers.append(second.asked)
            done = replaced(text, marked, second.text, tag=tag, cut=_cut(second))
    if isinstance(done, NotReplaced):
        found.barred.append(done.why)
        return found
    found.tell(done.mends)
    found.files[marked.path] = done.text
    found.computed.append(
        words("Outside the marked words of {file} not a character changed.", file=marked.path)
    )
    return found
