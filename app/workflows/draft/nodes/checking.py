"""What a person may ask for of the whole: contradictions, what a change does below, whether aims are kept to.

They are priced and answer no gate. What they found is decided on at the gate for feedback.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData
from app.domain.i18n import Message, plural, words
from app.engine.node import Context
from app.engine.plugin import CommandResult, Wanted, read_commands
from app.markup.escaping import code, inline
from app.workflows.common.asking_twice import Read, ask_twice
from app.workflows.draft.asked import (
    AIMS,
    CONTINUITY,
    DRIFT,
    EFFECTS,
    FACTS,
    AimsAsked,
    DriftAsked,
    EffectsAsked,
    FactsAsked,
)
from app.workflows.draft.nodes.accepting import explain
from app.workflows.draft.nodes.asking import file_texts, make_ask, upstream
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
from app.workflows.draft.rules.drift import (
    Aim,
    AimsReply,
    DraftAimsChecked,
    DriftReply,
    NumberedAim,
    aims_of,
    how_it_stands,
    shown_aims,
    texts_digest,
    with_places,
)
from app.workflows.draft.rules.explaining import Block, page
from app.workflows.draft.rules.templates import in_units, titled
from app.workflows.draft.state import DraftState

_BATCH = 60_000
"""Characters of files below that are looked at in one question."""


class CheckedLevel(GateData):
    """Which level is looked through; empty: the one that is worked on."""

    level: str = Field(default="", title="Level (empty: the one you work on)")


class OfAttempt(GateData):
    """Which attempt; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")


def _mended(answers: Sequence[Read[Any]]) -> list[Fact]:
    return [fact for answer in answers for fact in answer.mended]


def _level_checked(state: DraftState, wanted: Wanted) -> str:
    """Return the name of the level that is looked through: the one named, else the one worked on."""
    named = wanted.data.level.strip() if isinstance(wanted.data, CheckedLevel) else ""
    now = state.now
    return state.level(named or (now.level if now is not None and now.files else state.target)).name


# --- one attempt --------------------------------------------------------------------------------------


async def _look(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Have one attempt explained, before it is decided."""
    data, now = wanted.data, state.iteration
    assert isinstance(data, OfAttempt)
    texts = now.texts_of(data.attempt or now.attempt) or now.texts_of(now.attempt)
    one = next((text for text in texts if text.writer == data.writer), texts[-1])
    told, mended = await explain(state, context, one, "looked at")
    fact = told.model_copy(update={"attempt": one.number, "writer": one.writer, "version": one.version})
    return CommandResult(told.markdown, (*mended, fact))


# --- contradictions -----------------------------------------------------------------------------------


async def _check_continuity(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Read what changed for facts, and compare them with those of the other files."""
    level = state.level(_level_checked(state, wanted))
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
    mended = _mended(answers)
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
    return list(found.values()), _mended(answers), lost


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
        blocks.append(_not_read(unread))
    if lost:
        one = words("1 answer named no two statements that were shown; it was left out.")
        many = words("{n} answers named no two statements that were shown; they were left out.")
        blocks.append(plural(lost, one, many))
    return page(blocks)


def _listed(found: Iterable[tuple[int, Finding]]) -> Iterator[Block]:
    for number, one in found:
        yield Message("{number}. {text}", {"number": str(number), "text": inline(one.what)})
        places = (_place(side.path, side.line, side.quote) for side in (one.first, one.second))
        yield [Message("   - {place}", {"place": place}) for place in places]


def _place(path: str, line: int, quote: str) -> Message:
    return words("{file}, line {n}: “{text}”", file=code(path), n=line, text=inline(quote))


def _not_read(paths: Sequence[str]) -> Message:
    named = ", ".join(map(code, paths))
    return words("Not read, for no reply could be understood: {files}.", files=named)


# --- what a change does below -------------------------------------------------------------------------


async def _look_below(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Look which files below no longer fit what is proposed, with the words that show it."""
    now = state.iteration
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
        parts = batches(files.items(), lambda file: len(file[1]), _BATCH)
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


# --- aims of what stands above --------------------------------------------------------------------------


async def _check_aims(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Take the aims of what stands above, once while that stays, and look for them in every file."""
    level = state.level(_level_checked(state, wanted))
    files = level.files(state.files_now)
    above = {one.path: one.text for one in upstream(state, level.name)}
    if not above or not files:
        return CommandResult(words("Nothing stands above {level}.", level=titled(level.title)), ())
    mended: list[Fact] = []
    stated = texts_digest(above)
    aims: Sequence[Aim] = state.checks.aims_known(stated)
    lost = 0
    if not aims:
        ask = make_ask(
            state, context, AIMS, AimsAsked(level=level.title, files=file_texts(above)), part=stated
        )
        answer = await ask_twice(context, ask, AimsReply)
        mended += answer.mended
        if answer.value is None:
            return CommandResult(_UNREAD_AIMS, tuple(mended))
        aims, lost = aims_of(answer.value, above)
    if not aims:
        return CommandResult(page([_NO_AIMS, *_left_out(lost)]), tuple(mended))
    replies, unread, more = await _looked_for(state, context, level.title, aims, files)
    placed, nowhere = with_places(aims, replies, files)
    fact = DraftAimsChecked(
        level=level.name,
        above=stated,
        digest=texts_digest(files),
        files=tuple(files),
        aims=tuple(placed),
        unread=tuple(unread),
    )
    return CommandResult(page(_told_aims(state, fact, level.title, lost + nowhere)), (*mended, *more, fact))


_UNREAD_AIMS = words(
    "No reply could be understood: which aims stand above is not known, and nothing was looked for. Ask once "
    "more."
)
_NO_AIMS = words("No aim was found in what stands above: nothing was looked for.")


async def _looked_for(
    state: DraftState, context: Context, title: str, aims: Sequence[Aim], files: Mapping[str, str]
) -> tuple[list[DriftReply], list[str], list[Fact]]:
    """Return what was said of all files, those of which nothing could be read, and how it was read."""
    shown = shown_aims(aims)
    parts = [dict(part) for part in batches(files.items(), lambda file: len(file[1]), _BATCH)]
    work = []
    for number, part in enumerate(parts, 1):
        asked = DriftAsked(level=title, aims=shown, files=file_texts(part))
        ask = make_ask(state, context, DRIFT, asked, part=f"{number}-{texts_digest(part)}")
        work.append(ask_twice(context, ask, DriftReply, shown={"aim": [str(one.number) for one in shown]}))
    answers = await context.gather(*work)
    replies = [answer.value for answer in answers if answer.value is not None]
    unread = [
        path for part, answer in zip(parts, answers, strict=True) if answer.value is None for path in part
    ]
    return replies, unread, _mended(answers)


def _told_aims(state: DraftState, fact: DraftAimsChecked, title: str, left_out: int) -> Iterator[Block]:
    known = list(state.checks.aims)
    # Those that are new are numbered behind the ones that are known.
    known += [key for one in fact.aims if (key := (fact.level, one.path, one.quote)) not in known]
    numbered = [
        NumberedAim(known.index((fact.level, one.path, one.quote)) + 1, one, how_it_stands(one, fact), fact)
        for one in fact.aims
    ]
    lost = [one for one in numbered if one.how != "served"]
    head = words("{level}: {files} were looked through for {aims} of what stands above.")
    yield head.filled(
        level=titled(title),
        files=in_units(len(fact.files) - len(fact.unread), "file"),
        aims=plural(len(numbered), words("1 aim"), words("{n} aims")),
    )
    if not lost:
        yield words("None of them is lost.")
    for one in lost:
        yield Message("{number}. {text}", {"number": str(one.number), "text": _drift_line(one)})
        yield [Message("   - {place}", {"place": place}) for place in _places(one)]
    kept = [one for one in numbered if one.how == "served"]
    if kept:
        yield words("Kept to:")
        yield [Message("- {text}", {"text": _kept(one)}) for one in kept]
    if fact.unread:
        yield _not_read(fact.unread)
        yield words("So it cannot be said that an aim is lost; ask once more.")
    yield from _left_out(left_out)


def _drift_line(one: NumberedAim) -> Message:
    says = inline(one.aim.says)
    if one.how == "against":
        places = plural(len(one.aim.against), words("1 place"), words("{n} places"))
        return words("{aim} Against it: {places}.", aim=says, places=places)
    if one.how == "fades":
        last = one.aim.serves[-1]
        follow = plural(one.later, words("1 file follows"), words("{n} files follow"))
        return words("{aim} Last in {file}; {follow}.", aim=says, file=code(last.path), follow=follow)
    return words("{aim} No file serves it.", aim=says)


def _places(one: NumberedAim) -> Iterator[Message]:
    aim = one.aim
    yield _place(aim.path, aim.line, aim.quote)
    if one.how == "against":
        for at in aim.against:
            said = _place(at.path, at.line, at.quote)
            yield words("{place}: {why}", place=said, why=inline(at.why)) if at.why else said
    elif aim.serves:
        last = aim.serves[-1]
        yield _place(last.path, last.line, last.quote)


def _kept(one: NumberedAim) -> Message:
    aim, files = one.aim, len({at.path for at in one.aim.serves})
    if not aim.serves:
        return words("{text}", text=inline(aim.says))
    first = aim.serves[0]
    return words(
        "{aim} In {n} of {all} files, first in {file}, line {line}: “{text}”",
        aim=inline(aim.says),
        n=files,
        all=len(one.check.files),
        file=code(first.path),
        line=first.line,
        text=inline(first.quote),
    )


def _left_out(lost: int) -> Iterator[Block]:
    if lost:
        one = words("1 place was named with words that stand in no file; it was left out.")
        many = words("{n} places were named with words that stand in no file; they were left out.")
        yield plural(lost, one, many)


# --- offered ------------------------------------------------------------------------------------------


def _has_text(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    return bool(state.target) and bool(state.level_files(state.target) or (state.now and state.now.files))


def _has_below(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    now = state.now
    if now is None or not now.files:
        return False
    return any(below.files(state.files) for below in state.template.below(now.level))


def _has_aims(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    now = state.now if state.now is not None and state.now.files else None
    name = now.level if now is not None else state.target
    return bool(name) and bool(state.level(name).files(state.files_now)) and bool(upstream(state, name))


CHECK_COMMANDS = read_commands(Path(__file__).with_name("commands.toml"), globals())
