"""Nodes that write: the level as a whole in one reply, file by file, or a marked passage alone.

Every attempt starts from the accepted texts. What arrived before an answer broke off is gone on from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.messages import Missing, Reply
from app.domain.sentences import joined, recorded
from app.engine.node import Ask, Context, GateRequest, Lost, Step
from app.workflows.common.asking_twice import ask_twice, asked_again, mended_facts
from app.workflows.common.reading.reader import read_prose
from app.workflows.common.rounds import closed
from app.workflows.draft.asked import OUTLINE, PASSAGE, WRITE, WRITE_FILE, FileAsked, LevelAsked, PassageAsked
from app.workflows.draft.facts import (
    WRITER_UNCHANGED,
    DraftAttempted,
    DraftEnded,
    DraftHeld,
    HeldTask,
    MarkedPassage,
)
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.asking import level_asked, make_ask
from app.workflows.draft.nodes.reading import cancelled, proposed
from app.workflows.draft.rules.changes import fitted, measure
from app.workflows.draft.rules.files_reply import (
    FilesRead,
    gone_on,
    is_form_of,
    level_after,
    only_texts,
    out_of_talk,
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
from app.workflows.draft.rules.passage import TAG, parts_of, replaced
from app.workflows.draft.rules.templates import Level
from app.workflows.draft.state import DraftState

TRIES = 3
"""Answers beyond one a file after which nobody but a person has the writing go on."""

_SHOWN = 300
"""Characters of an answer that are told where it is no text of the level."""


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


async def generate(state: DraftState, context: Context) -> Step:
    """Let every writer write the level, all at once."""
    now = state.iteration
    versions = range(1, now.alternatives + 1) if now.passage is not None else (1,)
    work = [
        _Writer(state, context, writer, version).write()
        for writer in state.writers
        for version in versions
        if now.named(now.attempt, (writer, version)) is None
    ]
    texts = await context.gather(*work)
    there = [text for text in texts if text.lost is None]
    if not there and not now.texts_of(now.attempt):
        context.fail([text.lost for text in texts if text.lost is not None])
    facts: list[Fact] = []
    for text in there:
        facts += text.mended
        facts += [text.held] if text.held is not None else attempted(state, text)
    if any(text.held is not None for text in there):
        return Step(DraftSignal.CUT, tuple(facts))
    made = [fact for fact in facts if isinstance(fact, DraftAttempted)]
    same = all(not one.paths and not one.deleted and not one.barred and not one.told for one in made)
    if same and not any(one.files or one.made.barred for one in now.attempts):
        # In every attempt. There is nothing to judge, to explain or to accept, and nothing that what stands
        # below could miss.
        ended = DraftEnded(how="rejected", why=WRITER_UNCHANGED)
        return Step(DraftSignal.UNCHANGED, (*facts, ended, closed(context, accepted=False)))
    return Step(DraftSignal.GENERATED, tuple(facts))


def attempted(state: DraftState, text: Written) -> list[Fact]:
    """Return an attempt with its texts: what differs from the accepted ones, fitted to their line ends."""
    now = state.iteration
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
        computed.append(words("Files that are gone: {files}.", files=", ".join(deleted)))
    if not changed and not deleted:
        computed.append(words("Nothing was changed."))
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
    return [*proposed({**changed, **dict.fromkeys(deleted)}, text.writer, state.accepted_in), made]


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
    broken = [held for held in state.held.values() if held.begun.strip()]
    stuck = any(len(held.answers) > len(held.files) + TRIES for held in broken)
    usable = bool(broken) and not any(_loses(state, held) for held in broken)
    payload: dict[str, JsonValue] = {"lines": lines, "stuck": stuck, "usable": usable}
    verbs = ("go_on", "use", "cancel") if broken else ("go_on", "cancel")
    reply = await context.gate(GateRequest("draft_cut", payload, verbs))
    if reply.verb == "cancel":
        return cancelled(context, words("the writing"))
    used = [held.model_copy(update={"used": True}) for held in broken if reply.verb == "use"]
    return Step(DraftSignal.GO_ON, tuple(used))


def _loses(state: DraftState, held: DraftHeld) -> bool:
    """Tell whether less came of a file than stands in it: used as it is, the rest of it would be gone."""
    before = state.level_files(state.iteration.level).get(held.path, "")
    whole = () if held.tasks else (text for text in held.files.values() if text is not None)
    return len(held.begun) - sum(map(len, whole)) < len(before)


# --- one writer ---------------------------------------------------------------------------------------


def _cut(reply: Reply) -> bool:
    return reply.partial or reply.finish == "length"


class _Writer:
    """One writer at one version of the level: its questions, and what their answers come to."""

    def __init__(self, state: DraftState, context: Context, writer: str, version: int) -> None:
        now = state.iteration
        self._state, self._context = state, context
        self._level, self._old = state.level(now.level), state.level_files(now.level)
        self._asked = level_asked(state)
        self._held = state.held.get((writer, version))
        given = tuple(file.path for file in (*self._asked.upstream, *self._asked.files))
        self._found = Written(writer, version, given=given, earlier=len(self._asked.history))
        if self._held is not None:
            self._found.answers += self._held.answers

    async def write(self) -> Written:
        """Write the level, or the marked passage of it."""
        marked, held = self._state.iteration.passage, self._held
        if marked is not None:
            await self._passage(marked)
        elif held is not None and held.used and not held.tasks:
            self._take_what_came(held.begun)
        elif (held is not None and held.tasks) or (held is None and self._too_long()):
            await self._one_by_one()
        else:
            await self._in_one()
        return self._found

    def _too_long(self) -> bool:
        most = self._state.setup.max_output_tokens
        if self._level.single:
            return False
        if self._old:
            return not fits_one_reply(self._old.values(), most)
        # What has a file for each file above it will be longer than that.
        above = self._state.template.above(self._level.name)
        if not above or above[-1].single:
            return False
        return not fits_one_reply(above[-1].files(self._state.files).values(), most, growth=4.0)

    async def _ask(self, purpose: str, question: LevelAsked, part: str = "") -> tuple[Ask, Reply] | None:
        """Ask the writer; None: nobody replied."""
        ask = make_ask(self._state, self._context, purpose, question, self._found.writer, part)
        reply = await self._context.ask(ask)
        if isinstance(reply, Missing):
            self._found.lost = Lost(purpose, self._found.writer, part, reply.reason)
            return None
        self._found.answers.append(reply.asked)
        # What its server said of it: that it read less than it was sent, or not why it ended.
        self._found.mended += mended_facts(ask, reply, ())
        return ask, reply

    async def _again(self, ask: Ask, reply: Reply, why: str, form: str = "files") -> Reply | None:
        """Ask once more, with what was wrong with the answer; None: nobody replied."""
        prompt = self._context.render("draft/reask", {"form": form, "why": why})
        second = await self._context.ask(asked_again(ask, reply, prompt))
        if isinstance(second, Missing):
            return None
        self._found.answers.append(second.asked)
        return second

    def _hold(
        self,
        files: Mapping[str, str | None],
        path: str = "",
        begun: str = "",
        tasks: Sequence[HeldTask] = (),
        outline: str = "",
    ) -> None:
        self._found.held = DraftHeld(
            writer=self._found.writer,
            files=dict(files),
            path=path,
            begun=begun,
            tasks=tuple(tasks),
            outline=outline,
            answers=tuple(self._found.answers),
        )

    def _is_used(self, reply: Reply) -> bool:
        """Tell whether what is held is used: that was decided, and no end of a file is lost by it."""
        held = self._found.held
        if held is not None and reply.partial and not _loses(self._state, held):
            self._found.held = None
        return self._found.held is None

    def _as_it_came(self, begun: str, tag: str, only: str) -> dict[str, str | None]:
        """Return the files of an answer that broke off, the last one as far as it goes; None: dropped."""
        patterns, known = self._level.patterns, tuple(self._old)
        read = read_files(begun, patterns, tag=tag, known=known, old=self._old, only=only, cut=True)
        came: dict[str, str | None] = {**dict.fromkeys(read.dropped), **read.files}
        last = read.unfinished
        if last is not None and last.text.strip():
            came[last.path] = last.text
            cut_off = words("{file} was cut off before its end, and is used as it is.", file=last.path)
            self._found.told.append(cut_off)
        return came

    # --- the level in one reply -----------------------------------------------------------------------

    def _take_what_came(self, begun: str) -> None:
        """Use an answer as it broke off: what did not come any more stays as it is."""
        came = self._as_it_came(begun, self._asked.tag, self._level.first if self._level.single else "")
        files = {path: text for path, text in came.items() if text is not None}
        self._found.barred += _problems(FilesRead(files=files), self._level)
        merged = {**self._old, **came}
        kept = {path: text for path, text in merged.items() if text is not None}
        self._found.files = self._level.files(kept)

    async def _in_one(self) -> None:
        """Write the level in one reply, going on where an earlier one broke off."""
        old, found, tag = self._old, self._found, self._asked.tag
        begun = resume_point(self._held.begun) if self._held is not None else ""
        told = await self._ask(WRITE, self._asked.model_copy(update={"begun": begun}))
        if told is None:
            return
        ask, reply = told
        only = self._level.first if self._level.single else ""
        taken = partial(self._read, tag=tag, known=tuple(old), only=only)
        text = gone_on(begun, reply.text, tag) if begun else reply.text
        read = _whole(taken(text, cut=_cut(reply)), reply, begun, self._old)
        if not read.empty and (_cut(reply) or read.unfinished is not None):
            self._hold(read.files, read.unfinished.path if read.unfinished is not None else "", text)
            if self._is_used(reply):
                self._take_what_came(text)
            return
        problems, slips = _problems(read, self._level), unsure(old, read)
        second: Reply | None = None
        if (problems or slips) and not reply.partial:
            wrong = [*problems, *(_SLIP.filled(file=path, name=name) for path, name in slips.items())]
            second = await self._again(ask, reply, " ".join(map(str, wrong)))
            reread = taken(second.text, cut=_cut(second)) if second is not None else FilesRead()
            if not reread.empty:
                read, problems = reread, _problems(reread, self._level)
        spared = (_SPARED.filled(file=path, name=name) for path, name in unsure(old, read).items())
        found.told += (*read.refused, *read.mends, *spared)
        if read.empty:
            self._take_prose([one for one in (second, reply) if one is not None], problems)
            return
        found.barred += problems
        found.files, found.unsaid = level_after(old, read)
        if self._level.json_schema:
            schema = self._level.json_schema
            found.files = {path: check_json(path, one, schema)[0] for path, one in found.files.items()}

    def _read(self, text: str, *, tag: str, known: Sequence[str], only: str, cut: bool = False) -> FilesRead:
        """Return what a reply holds of the level; a file whose text is none stays as it is."""
        old, patterns = self._old, self._level.patterns
        return only_texts(read_files(text, patterns, tag=tag, known=known, old=old, only=only, cut=cut), old)

    def _take_prose(self, replies: Sequence[Reply], problems: Sequence[Message]) -> None:
        """Take an answer without marks for the only file there is, where it is a form of its text.

        Else the level stays as it is, and how the answer begins is told: it stands nowhere else.
        """
        found, old = self._found, self._old
        found.files = dict(old)
        texts = {
            text: _cut(one) for one in replies if (text := out_of_talk(read_prose(one.text).text).strip())
        }
        path = next(iter(old)) if len(old) == 1 and self._level.json_schema is None else ""
        for text, was_cut in texts.items():
            if path and not was_cut and is_form_of(text, old[path]):
                read = only_texts(FilesRead(files={path: f"{text}\n"}), old)
                found.files |= read.files
                found.barred += read.unwritten
                found.told.append(words("The answer names no file; it was taken for {file}.", file=path))
                return
        found.barred += problems
        for text, was_cut in [*texts.items()][:1]:
            begins = words("The answer begins: “{text}”")
            cut_off = words("The answer was cut off; it begins: “{text}”")
            found.told.append((cut_off if was_cut else begins).filled(text=cut(excerpt(text), _SHOWN)))

    # --- file by file ---------------------------------------------------------------------------------

    async def _one_by_one(self) -> None:
        """Plan which files change, then write one after the other, each beside the others as they stand."""
        found, old, held = self._found, self._old, self._held
        if held is not None:
            done, todo = dict(held.files), list(held.tasks)
            begun, outline = resume_point(held.begun), held.outline
            if held.used:
                written = [text for text in done.values() if text is not None]
                tag = tag_for([*old.values(), *written])
                done |= self._as_it_came(held.begun, tag, todo.pop(0).path)
                begun = ""
        else:
            tasks = await self._tasks()
            if tasks is None:
                return
            done, todo = dict[str, str | None].fromkeys(tasks.drops), list(tasks.tasks)
            begun, outline = "", outline_of(old) or "\n".join(f"{t.path}: {t.what}" for t in todo)
        drops = [path for path, text in done.items() if text is None]
        while todo:
            task = todo[0]
            new = {path: text for path, text in done.items() if text is not None}
            before, after = around(task.path, drops, old, new, self._level.ordered)
            question = self._asked.widened(
                FileAsked,
                begun=begun,
                files=[file for file in self._asked.files if file.path == task.path],
                tag=tag_for([*old.values(), *new.values()]),
                path=task.path,
                what=task.what,
                outline=outline,
                before=before,
                after=after,
            )
            told = await self._ask(WRITE_FILE, question, task.path)
            if told is None:
                return
            ask, reply = told
            taken = partial(self._read, tag=question.tag, known=(*old, *new), only=task.path)
            text = gone_on(begun, reply.text, question.tag) if begun else reply.text
            read = _whole(taken(text, cut=_cut(reply)), reply, begun, self._old)
            if _cut(reply) or read.unfinished is not None:
                self._hold(done, task.path, text, todo, outline)
                if not self._is_used(reply):
                    return
                done |= self._as_it_came(text, question.tag, task.path)
            begun = ""
            if task.path not in read.files and not reply.partial:
                wrong = " ".join(map(str, read.unwritten)) or f"{task.path} is not in it."
                second = await self._again(ask, reply, wrong)
                read = taken(second.text) if second is not None else read
            found.told += (*read.refused, *read.mends)
            found.barred += read.unwritten
            if task.path in read.files:
                done[task.path] = read.files[task.path]
            elif task.path not in (*read.kept, *done):
                found.barred.append(
                    words("{file} was to be written, and no answer holds it.", file=task.path)
                )
            del todo[0]
            if self._state.setup.pause_after_files and todo:
                self._hold(done, tasks=todo, outline=outline)
                return
        merged: dict[str, str | None] = {**old, **done}
        found.files = self._level.files({path: text for path, text in merged.items() if text is not None})

    async def _tasks(self) -> LevelTasks | None:
        """Have it planned which files are to be written; None: nobody replied."""
        found = self._found
        ask = make_ask(self._state, self._context, OUTLINE, self._asked, found.writer)
        answer = await ask_twice(self._context, ask, OutlineReply)
        if isinstance(answer.outcome, Missing):
            found.lost = Lost(OUTLINE, found.writer, "", answer.outcome.reason)
            return None
        found.mended += answer.mended
        found.answers.append(answer.outcome.asked)
        if answer.value is None:
            why = words("The answer was not in the form asked for, so no file could be taken from it.")
            found.barred.append(why)
            return LevelTasks((), ())
        tasks = tasks_of(answer.value, self._old, self._level.patterns, self._level.ordered)
        found.told += tasks.refused
        return tasks

    # --- a passage ------------------------------------------------------------------------------------

    async def _passage(self, marked: MarkedPassage) -> None:
        """Have the marked words written anew, and put the answer in their place; nothing else can change."""
        found, versions = self._found, self._state.iteration.alternatives
        found.files = dict(self._old)
        text = self._old.get(marked.path, "")
        before, inside, behind = parts_of(text, marked)
        question = self._asked.widened(
            PassageAsked,
            files=[],
            tag=tag_for([text], TAG),
            path=marked.path,
            text_before=before,
            passage=inside,
            text_after=behind,
            alternative=found.version,
            alternatives=versions,
        )
        told = await self._ask(PASSAGE, question, f"version-{found.version}" if versions > 1 else "")
        if told is None:
            return
        ask, reply = told
        done = replaced(text, marked, reply.text, tag=question.tag, cut=_cut(reply))
        if isinstance(done, Message) and not reply.partial:
            second = await self._again(ask, reply, str(done), "passage")
            if second is not None:
                done = replaced(text, marked, second.text, tag=question.tag, cut=_cut(second))
        if isinstance(done, Message):
            found.barred.append(done)
            return
        found.files[marked.path], mends = done
        found.told += mends
        found.computed.append(
            words("Outside the marked words of {file} not a character changed.", file=marked.path)
        )


# --- what an answer for a level comes to --------------------------------------------------------------


def _whole(read: FilesRead, reply: Reply, begun: str, old: Mapping[str, str]) -> FilesRead:
    """Return an answer that was gone on from and ended by itself as whole: some models write no last mark.

    Not where the file was longer: the same beginning came again.
    """
    if read.unfinished is None or not begun or _cut(reply):
        return read
    path, text = read.unfinished.path, read.unfinished.text
    if len(text) < len(old.get(path, "")):
        return read
    return replace(read, files={**read.files, path: text}, unfinished=None)


_SLIP = words(
    "“{name}” was not shown to you, and “{file}”, which was shown, is left out. Write each name as it "
    "was shown; name a file that is to go as dropped."
)
_SPARED = words(
    "{file} stays as it is: the answer leaves it out without dropping it, and names “{name}”, which may "
    "be meant for it."
)


def _problems(read: FilesRead, level: Level) -> list[Message]:
    """Return why an answer cannot be taken as it is: no file in it, or one that is no sound JSON."""
    if read.empty:
        nothing = words("The answer holds no file of this level.")
        return [joined([nothing, *read.refused], " ") if read.refused else nothing]
    schema = level.json_schema
    if schema is None:
        return [*read.unwritten]
    found = (problem for path, text in read.files.items() for problem in check_json(path, text, schema)[1])
    return [*read.unwritten, *found]
