"""What a person may ask for of the whole: a check for contradictions, and what a change does below.

Both are priced and answer no gate. What they found is decided on with *It is intended* and *It is none*, or
goes as a feedback to who writes.
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
from app.workflows.draft.asked import CONTINUITY, EFFECTS, FACTS, EffectsAsked, FactsAsked
from app.workflows.draft.asking import Answered, ask_structured, make_ask
from app.workflows.draft.checks import (
    DraftContinuityChecked,
    DraftEffectsFound,
    DraftFindingDecided,
    FindingEnd,
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
from app.workflows.draft.state import EXPLAINER, DraftState

FEEDBACK_GATE, ACCEPTANCE_GATE = "draft_feedback", "draft_acceptance"
TEMPERATURE = 0.1
BATCH = 60_000
"""Characters of files below that are looked at in one question."""


class CheckedLevel(GateData):
    """Which level is looked through; empty: the one that is worked on."""

    level: str = Field(default="", title="Level (empty: the one you work on)")


class Which(GateData):
    """A finding, by the number it has in Checks."""

    number: int = Field(ge=1, title="Number of the contradiction, as Checks has it")
    reason: str = Field(default="", title="Why it is meant so")


def files_now(state: DraftState) -> dict[str, str]:
    """Return all files as they lie before the person: with what is proposed, where something is."""
    now = state.now
    return state.after(state.before_person()) if now is not None and now.files else dict(state.files)


def _level(state: DraftState, wanted: Wanted) -> str:
    named = wanted.data.level.strip() if isinstance(wanted.data, CheckedLevel) else ""
    now = state.now
    return state.level(named or (now.level if now is not None and now.files else state.target)).name


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


# --- what is decided about them -----------------------------------------------------------------------


async def say_intended(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Keep a contradiction silent for good."""
    del context
    return _decided(state, wanted, "intended")


async def say_none(state: DraftState, context: Context, wanted: Wanted) -> CommandResult:
    """Put a finding aside."""
    del context
    return _decided(state, wanted, "dismissed")


def _decided(state: DraftState, wanted: Wanted, how: FindingEnd) -> CommandResult:
    assert isinstance(wanted.data, Which)
    number, found = wanted.data.number, state.checks.open(files_now(state))
    one = found.get(number)
    if one is None:
        known = ", ".join(map(str, found)) or "none"
        return CommandResult(f"There is no open contradiction {number}. Open are: {known}.")
    said = "It is intended and stays silent" if how == "intended" else "It is none"
    text = f"{number}. {inline(one.what)}\n\n{said}.\n"
    return CommandResult(text, (DraftFindingDecided(key=one.key, how=how, reason=wanted.data.reason),))


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


def _has_findings(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    return bool(state.checks.open(files_now(state)))


def _has_below(state: DraftState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    now = state.now
    if now is None or not now.files:
        return False
    return any(below.files(state.files) for below in state.template.below(now.level))


CHECK_COMMANDS = (
    PersonCommand(
        Verb(
            "check_continuity",
            words("Look for contradictions…"),
            CheckedLevel,
            asked="in a form",
            tip=words("Compare who, where and when over all files; only what changed is read again"),
            done=words("Had the text looked through for contradictions"),
        ),
        check_continuity,
        (FEEDBACK_GATE, ACCEPTANCE_GATE),
        again=True,
        offered=_has_text,
    ),
    PersonCommand(
        Verb(
            "look_below",
            words("What does it affect below?"),
            tip=words("List the files below that no longer fit, with the words that show it"),
            done=words("Had it looked up what is affected below"),
        ),
        look_below,
        (ACCEPTANCE_GATE,),
        again=True,
        offered=_has_below,
    ),
    PersonCommand(
        Verb(
            "intended",
            words("It is intended…"),
            Which,
            asked="in a form",
            tip=words("A contradiction that is meant so is never told again"),
            done=words("Said that a contradiction is intended"),
        ),
        say_intended,
        (FEEDBACK_GATE, ACCEPTANCE_GATE),
        offered=_has_findings,
    ),
    PersonCommand(
        Verb(
            "no_contradiction",
            words("It is none…"),
            Which,
            asked="in a form",
            tip=words("Put a finding aside that is no contradiction"),
            done=words("Said that a finding is none"),
        ),
        say_none,
        (FEEDBACK_GATE, ACCEPTANCE_GATE),
        offered=_has_findings,
    ),
)
