"""The check for drift: whether the files of a level still keep to the aims of what stands above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import Verb
from app.domain.i18n import Message, words
from app.engine.node import Context
from app.engine.plugin import CommandResult, PersonCommand, Wanted
from app.markup.escaping import code, inline
from app.workflows.common.asking_twice import ask_twice
from app.workflows.draft.asked import AIMS, DRIFT, AimsAsked, DriftAsked
from app.workflows.draft.nodes.asking import file_texts, make_ask, upstream
from app.workflows.draft.nodes.checking import (
    ACCEPTANCE_GATE,
    BATCH,
    FEEDBACK_GATE,
    CheckedLevel,
    level_checked,
)
from app.workflows.draft.rules.continuity import batches
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
from app.workflows.draft.rules.templates import in_units, plural, titled
from app.workflows.draft.state import DraftState


async def _check_aims(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Take the aims of what stands above, once while that stays, and look for them in every file."""
    level = state.level(level_checked(state, wanted))
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
    return CommandResult(page(_told(state, fact, level.title, lost + nowhere)), (*mended, *more, fact))


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
    parts = [dict(part) for part in batches(files.items(), lambda file: len(file[1]), BATCH)]
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
    return replies, unread, [fact for answer in answers for fact in answer.mended]


def _told(state: DraftState, fact: DraftAimsChecked, title: str, left_out: int) -> Iterator[Block]:
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
        yield Message("{number}. {text}", {"number": str(one.number), "text": drift_line(one)})
        yield [Message("   - {place}", {"place": place}) for place in _places(one)]
    kept = [one for one in numbered if one.how == "served"]
    if kept:
        yield words("Kept to:")
        yield [Message("- {text}", {"text": _kept(one)}) for one in kept]
    if fact.unread:
        named = ", ".join(map(code, fact.unread))
        yield words("Not read, for no reply could be understood: {files}.", files=named)
        yield words("So it cannot be said that an aim is lost; ask once more.")
    yield from _left_out(left_out)


def drift_line(one: NumberedAim) -> Message:
    """Return an aim and what has become of it, in a line."""
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
    place = words("{file}, line {n}: “{text}”")
    yield place.filled(file=code(aim.path), n=aim.line, text=inline(aim.quote))
    if one.how == "against":
        for at in aim.against:
            said = place.filled(file=code(at.path), n=at.line, text=inline(at.quote))
            yield words("{place}: {why}", place=said, why=inline(at.why)) if at.why else said
    elif aim.serves:
        last = aim.serves[-1]
        yield place.filled(file=code(last.path), n=last.line, text=inline(last.quote))


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


def _has_aims(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    now = state.now if state.now is not None and state.now.files else None
    name = now.level if now is not None else state.target
    return bool(name) and bool(state.level(name).files(state.files_now)) and bool(upstream(state, name))


DRIFT_COMMAND = PersonCommand(
    Verb(
        "aims",
        words("Check the aims"),
        CheckedLevel,
        asked="at once",
        tip=words("Look in every file whether an aim of what stands above is lost, with the places"),
        done=words("Had the aims checked"),
        rare=True,
    ),
    _check_aims,
    (FEEDBACK_GATE, ACCEPTANCE_GATE),
    again=True,
    offered=_has_aims,
)
