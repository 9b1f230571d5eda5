"""What a person may ask for of the whole: a check for contradictions, and what a change does below.

They are priced and answer no gate. What they found is decided on at the gate for feedback.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData, Verb
from app.domain.i18n import Message, words
from app.engine.node import Context
from app.engine.plugin import CommandResult, PersonCommand, Wanted
from app.markup.escaping import code, inline
from app.workflows.common.asking_twice import ask_twice
from app.workflows.draft.asked import CONTINUITY, EFFECTS, FACTS, EffectsAsked, FactsAsked
from app.workflows.draft.nodes.accepting import explain
from app.workflows.draft.nodes.asking import file_texts, make_ask
from app.workflows.draft.nodes.reading import iteration_of
from app.workflows.draft.rules.checks import (
    DraftContinuityChecked,
    DraftEffectsFound,
    Effect,
    EffectsReply,
    changes_of,
    effects_of,
)
from app.workflows.draft.rules.continuity import (
    ContinuityReply,
    FactsReply,
    FileFacts,
    Finding,
    batches,
    digest_of,
    findings_of,
    kept_facts,
    names_used,
    questions,
    stale_files,
)
from app.workflows.draft.rules.explaining import Block, page
from app.workflows.draft.rules.templates import in_units, plural, titled
from app.workflows.draft.state import DraftState

FEEDBACK_GATE, ACCEPTANCE_GATE = "draft_feedback", "draft_acceptance"
BATCH = 60_000
"""Characters of files below that are looked at in one question."""


class CheckedLevel(GateData):
    """Which level is looked through; empty: the one that is worked on."""

    level: str = Field(default="", title="Level (empty: the one you work on)")


class OfAttempt(GateData):
    """Which attempt; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")


def level_checked(state: DraftState, wanted: Wanted) -> str:
    """Return the name of the level that is looked through: the one named, else the one worked on."""
    named = wanted.data.level.strip() if isinstance(wanted.data, CheckedLevel) else ""
    now = state.now
    return state.level(named or (now.level if now is not None and now.files else state.target)).name


# --- one attempt --------------------------------------------------------------------------------------


async def look(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Have one attempt explained, before it is decided."""
    data, now = wanted.data, iteration_of(state)
    assert isinstance(data, OfAttempt)
    texts = now.texts_of(data.attempt or now.attempt) or now.texts_of(now.attempt)
    one = next((text for text in texts if text.writer == data.writer), texts[-1])
    told, mended = await explain(state, context, one, "looked at")
    fact = told.model_copy(update={"attempt": one.number, "writer": one.writer, "version": one.version})
    return CommandResult(told.markdown, (*mended, fact))


# --- contradictions -----------------------------------------------------------------------------------


async def _check_continuity(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Read what changed for facts, and compare them with those of the other files."""
    level = state.level(level_checked(state, wanted))
    files = level.files(state.files_now)
    checks = state.checks
    stale = stale_files(checks.book, files)
    names = names_used(checks.book)
    asks = [
        make_ask(
            state,
            context,
            FACTS,
            FactsAsked(path=path, text=files[path], names=names),
            part=f"{path}-{digest_of(files[path])}",
        )
        for path in stale
    ]
    answers = await context.gather(*(ask_twice(context, ask, FactsReply) for ask in asks))
    mended = [fact for answer in answers for fact in answer.mended]
    told = dict(zip(stale, (answer.value for answer in answers), strict=True))
    read = [kept_facts(path, files[path], reply) for path, reply in told.items() if reply is not None]
    unread = [path for path, reply in told.items() if reply is None]
    book = {**checks.book, **{one.path: one for one in read}}
    found, more, lost = await _compared(state, context, book, files, {one.path for one in read})
    fresh = [one for one in found if one.key not in checks.findings]
    fact = DraftContinuityChecked(
        level=level.name, read=tuple(read), found=tuple(fresh), unread=tuple(unread)
    )
    head = words(
        "{level}: {files}, {facts}, {read} read now.",
        level=titled(level.title),
        files=in_units(len(files), "file"),
        facts=in_units(sum(len(one.facts) for path, one in book.items() if path in files), "fact"),
        read=in_units(len(read), "file"),
    )
    return CommandResult(_told(state, head, fresh, files, unread, lost), (*mended, *more, fact))


async def _compared(
    state: DraftState,
    context: Context,
    book: Mapping[str, FileFacts],
    files: Mapping[str, str],
    changed: set[str],
) -> tuple[list[Finding], list[Fact], int]:
    """Return what contradicts what, of groups in which something changed."""
    if not changed:
        return [], [], 0
    asked = questions(book, files, changed=changed, silences=state.checks.silences)
    work = []
    for number, one in enumerate(asked, 1):
        ask = make_ask(state, context, CONTINUITY, one, part=f"group-{number}")
        names = [str(fact.number) for dossier in one.dossiers for fact in dossier.facts]
        work.append(ask_twice(context, ask, ContinuityReply, shown={"statement": names}))
    answers = await context.gather(*work)
    found: dict[str, Finding] = {}
    lost = 0
    for question, answer in zip(asked, answers, strict=True):
        if answer.value is None:
            lost += 1
            continue
        more, unknown = findings_of(answer.value, question, state.checks.silences)
        lost += unknown
        found.update({one.key: one for one in more})
    return list(found.values()), [fact for answer in answers for fact in answer.mended], lost


def _told(
    state: DraftState,
    head: Message,
    fresh: Sequence[Finding],
    files: Mapping[str, str],
    unread: Sequence[str],
    lost: int,
) -> Message:
    first = len(state.checks.findings) + 1
    before = state.checks.open(files)
    blocks: list[Block] = [head, *_listed(enumerate(fresh, first))]
    if not fresh and not before:
        blocks.append(words("Nothing was found."))
    elif not fresh:
        one = words("Nothing new was found; 1 found before still stands.")
        many = words("Nothing new was found; {n} found before still stand.")
        blocks.append(plural(len(before), one, many))
    elif before:
        blocks.append(words("Found before, and still there:"))
    blocks += _listed(before.items())
    if unread:
        named = ", ".join(map(code, unread))
        blocks.append(words("Not read, for no reply could be understood: {files}.", files=named))
    if lost:
        one = words("1 answer named no two statements that were shown; it was left out.")
        many = words("{n} answers named no two statements that were shown; they were left out.")
        blocks.append(plural(lost, one, many))
    return page(blocks)


def _listed(found: Iterable[tuple[int, Finding]]) -> Iterator[Block]:
    """Return contradictions by their numbers, each with both its places."""
    for number, one in found:
        yield Message("{number}. {text}", {"number": str(number), "text": inline(one.what)})
        places = (
            words("{file}, line {n}: “{text}”", file=code(side.path), n=side.line, text=inline(side.quote))
            for side in (one.first, one.second)
        )
        yield [Message("   - {place}", {"place": place}) for place in places]


# --- what a change does below -------------------------------------------------------------------------


async def _look_below(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Look which files below no longer fit what is proposed, with the words that show it."""
    del wanted
    now = state.now
    assert now is not None
    level, after = state.level(now.level), state.files_now
    old, new = level.files(state.files), level.files(after)
    facts: list[Fact] = []
    blocks: list[Block] = []
    for below in state.template.below(now.level):
        files = below.files(state.files)
        if not files:
            continue
        found: list[Effect] = []
        lost = 0
        parts = batches(files.items(), lambda file: len(file[1]), BATCH)
        for number, batch in enumerate(map(dict, parts), 1):
            asked = EffectsAsked(
                level=level.title,
                below=below.title,
                feedback=now.feedback,
                summary=str(now.explained.line) if now.explained is not None else "",
                changes=changes_of(old, new),
                files=file_texts(batch),
            )
            ask = make_ask(state, context, EFFECTS, asked, part=f"{below.name}-{number}")
            answer = await ask_twice(context, ask, EffectsReply)
            facts += answer.mended
            if answer.value is None:
                unread = words("{level}: no reply could be understood; its files were not looked at.")
                blocks.append(unread.filled(level=titled(below.title)))
                continue
            more, unknown = effects_of(answer.value, batch)
            found, lost = [*found, *more], lost + unknown
        facts.append(DraftEffectsFound(level=level.name, below=below.name, found=tuple(found)))
        blocks += _effect_blocks(below.title, len(files), found, lost)
    return CommandResult(page(blocks), tuple(facts))


def _effect_blocks(title: str, files: int, found: Sequence[Effect], lost: int) -> Iterator[Block]:
    count = len({one.path for one in found})
    head = plural(
        files, words("{level}: its one file still fits."), words("{level}: all {n} files still fit.")
    )
    if found:
        alone = words("{level}: its one file no longer fits.")
        head = plural(files, alone, words("{level}: {count} of {n} files no longer fit.", count=count))
    head = head.filled(level=titled(title))
    yield head
    if found:
        place = words("{file}, line {n}: “{text}”: {why}")
        shown = [
            place.filled(file=code(one.path), n=one.line, text=inline(one.quote), why=inline(one.why))
            for one in found
        ]
        yield [Message("- {place}", {"place": one}) for one in shown]
    if lost:
        yield words("{n} more were named with words that stand in no file; they were left out.", n=lost)


# --- offered ------------------------------------------------------------------------------------------


def _has_text(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    return bool(state.target) and bool(state.level_files(state.target) or (state.now and state.now.files))


def _has_below(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    now = state.now
    if now is None or not now.files:
        return False
    return any(below.files(state.files) for below in state.template.below(now.level))


CHECK_COMMANDS: tuple[PersonCommand, ...] = (
    PersonCommand(
        Verb(
            "look",
            words("What changed in this attempt"),
            OfAttempt,
            asked="at once",
            done=words("Had an attempt explained"),
            heard=("view-partial", "view"),
            looks=True,
            rare=True,
        ),
        look,
        ("draft_judge", "draft_pick"),
    ),
    PersonCommand(
        Verb(
            "continuity",
            words("Check continuity"),
            CheckedLevel,
            asked="at once",
            tip=words("Compare who, where and when over all files; only what changed is read again"),
            done=words("Had the continuity checked"),
            rare=True,
        ),
        _check_continuity,
        (FEEDBACK_GATE, ACCEPTANCE_GATE),
        again=True,
        offered=_has_text,
    ),
    PersonCommand(
        Verb(
            "effects",
            words("What it affects below"),
            tip=words("List the files below that no longer fit, with the words that show it"),
            done=words("Had looked what it affects below"),
            rare=True,
        ),
        _look_below,
        (ACCEPTANCE_GATE,),
        again=True,
        offered=_has_below,
    ),
)
