"""What a person may ask for of the whole: a check for contradictions, and what a change does below.

They are priced and answer no gate. What they found is decided on at the gate for feedback.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData, Verb
from app.domain.i18n import words
from app.engine.plugin import CommandResult, Context, PersonCommand, Wanted
from app.markup.escaping import code, inline
from app.workflows.draft.accepting_nodes import explain
from app.workflows.draft.asked import CONTINUITY, EFFECTS, FACTS, EffectsAsked, FactsAsked
from app.workflows.draft.asking import Answered, ask_structured, make_ask
from app.workflows.draft.checks import (
    DraftContinuityChecked,
    DraftEffectsFound,
)
from app.workflows.draft.continuity import (
    ContinuityReply,
    FactsReply,
    FileFacts,
    Finding,
    digest_of,
    findings_of,
    kept_facts,
    names_used,
    questions,
    stale_files,
)
from app.workflows.draft.effects import Effect, EffectsReply, changes_of, effects_of
from app.workflows.draft.given import file_texts
from app.workflows.draft.reading_nodes import iteration_of
from app.workflows.draft.state import EXPLAINER, DraftState

FEEDBACK_GATE, ACCEPTANCE_GATE = "draft_feedback", "draft_acceptance"
TEMPERATURE = 0.1
BATCH = 60_000
"""Characters of files below that are looked at in one question."""


class CheckedLevel(GateData):
    """Which level is looked through; empty: the one that is worked on."""

    level: str = Field(default="", title="Level (empty: the one you work on)")


class OfAttempt(GateData):
    """Which attempt; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")


def files_now(state: DraftState) -> dict[str, str]:
    """Return all files as they lie before the person: with what is proposed, where something is."""
    now = state.now
    return state.after(state.before_person()) if now is not None and now.files else dict(state.files)


def _level(state: DraftState, wanted: Wanted) -> str:
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


async def check_continuity(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Read what changed for facts, and compare them with those of the other files."""
    level = state.level(_level(state, wanted))
    files = level.files(files_now(state))
    checks = state.checks
    stale = stale_files(checks.book, files)
    names = names_used(checks.book)
    work = [_facts(state, context, path, files[path], names) for path in stale]
    answers = await context.gather(*work)
    mended: list[Fact] = [fact for answer in answers for fact in answer.mended]
    read = [
        kept_facts(path, files[path], answer.reply)
        for path, answer in zip(stale, answers, strict=True)
        if answer.reply is not None
    ]
    unread = [path for path, answer in zip(stale, answers, strict=True) if answer.reply is None]
    book = {**checks.book, **{one.path: one for one in read}}
    found, more, lost = await _compared(state, context, book, files, {one.path for one in read})
    fresh = [one for one in found if one.key not in checks.findings]
    fact = DraftContinuityChecked(
        level=level.name, read=tuple(read), found=tuple(fresh), unread=tuple(unread)
    )
    facts_told = sum(len(one.facts) for path, one in book.items() if path in files)
    counted = f"{_counted(len(files), 'file')}, {_counted(facts_told, 'fact')}"
    head = f"{level.title}: {counted}, {_counted(len(read), 'file')} read now."
    return CommandResult(_told(state, head, fresh, files, unread, lost), (*mended, *more, fact))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


async def _facts(
    state: DraftState, context: Context, path: str, text: str, names: tuple[str, ...]
) -> Answered[FactsReply]:
    asked = FactsAsked(path=path, text=text, names=names)
    ask = make_ask(
        context, FACTS, EXPLAINER, asked, place="reader", part=f"{path}-{digest_of(text)}",
        schema=FactsReply, temperature=TEMPERATURE,
    )  # fmt: skip
    return await ask_structured(context, ask, FactsReply)


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
    asks = [
        make_ask(
            context, CONTINUITY, EXPLAINER, one, place="reader", part=f"group-{number}",
            schema=ContinuityReply, temperature=TEMPERATURE,
        )
        for number, one in enumerate(asked, 1)
    ]  # fmt: skip
    answers = await context.gather(*(ask_structured(context, ask, ContinuityReply) for ask in asks))
    found: dict[str, Finding] = {}
    lost = 0
    for question, answer in zip(asked, answers, strict=True):
        if answer.reply is None:
            lost += 1
            continue
        more, unknown = findings_of(answer.reply, question, state.checks.silences)
        lost += unknown
        found.update({one.key: one for one in more})
    return list(found.values()), [fact for answer in answers for fact in answer.mended], lost


def _told(
    state: DraftState,
    head: str,
    fresh: Sequence[Finding],
    files: Mapping[str, str],
    unread: Sequence[str],
    lost: int,
) -> str:
    first = len(state.checks.findings) + 1
    lines = [head, ""]
    for number, one in enumerate(fresh, first):
        lines += [f"{number}. {inline(one.what)}", ""]
        for side in (one.first, one.second):
            lines += [f"   - {code(side.path)}, line {side.line}: “{inline(side.quote)}”"]
        lines.append("")
    if not fresh:
        before = len(state.checks.open(files))
        lines += [
            f"Nothing new was found; {before} found before still stand." if before else "Nothing was found.",
            "",
        ]
    if unread:
        lines += [f"Not read, for no reply could be understood: {', '.join(map(code, unread))}.", ""]
    if lost:
        lines += [
            f"{_counted(lost, 'answer')} named no two statements that were shown; they were left out.",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


# --- what a change does below -------------------------------------------------------------------------


async def look_below(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Look which files below no longer fit what is proposed, with the words that show it."""
    del wanted
    now = state.now
    assert now is not None
    level, after = state.level(now.level), files_now(state)
    old, new = level.files(state.files), level.files(after)
    facts: list[Fact] = []
    lines: list[str] = []
    for below in state.template.below(now.level):
        files = below.files(state.files)
        if not files:
            continue
        found: list[Effect] = []
        lost = 0
        for number, batch in enumerate(_batches(files), 1):
            asked = EffectsAsked(
                level=level.title,
                below=below.title,
                feedback=now.feedback,
                summary=now.explained.line if now.explained is not None else "",
                changes=changes_of(old, new),
                files=file_texts(batch),
            )
            ask = make_ask(
                context, EFFECTS, EXPLAINER, asked, place="reader", part=f"{below.name}-{number}",
                schema=EffectsReply, temperature=TEMPERATURE,
            )  # fmt: skip
            answer = await ask_structured(context, ask, EffectsReply)
            facts += answer.mended
            if answer.reply is None:
                lines += [f"{below.title}: no reply could be understood; its files were not looked at.", ""]
                continue
            more, unknown = effects_of(answer.reply, batch)
            found, lost = [*found, *more], lost + unknown
        facts.append(DraftEffectsFound(level=level.name, below=below.name, found=tuple(found)))
        lines += _effect_lines(below.title, len(files), found, lost)
    return CommandResult("\n".join(lines).rstrip() + "\n", tuple(facts))


def _batches(files: Mapping[str, str]) -> list[dict[str, str]]:
    batches: list[dict[str, str]] = [{}]
    for path, text in files.items():
        if batches[-1] and sum(map(len, batches[-1].values())) + len(text) > BATCH:
            batches.append({})
        batches[-1][path] = text
    return batches


def _effect_lines(title: str, files: int, found: Sequence[Effect], lost: int) -> list[str]:
    count = len({one.path for one in found})
    lines = [
        f"{title}: {count} of {files} files no longer fit."
        if found
        else f"{title}: all {files} files still fit.",
        "",
    ]
    for one in found:
        lines += [f"- {code(one.path)}, line {one.line}: “{inline(one.quote)}”: {inline(one.why)}"]
    lines += [""] if found else []
    if lost:
        lines += [f"{lost} more were named with words that stand in no file; they were left out.", ""]
    return lines


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
        check_continuity,
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
        look_below,
        (ACCEPTANCE_GATE,),
        again=True,
        offered=_has_below,
    ),
)
