"""Nodes in which a draft waits for the person, and what comes before the writing: a long history, a plan."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import PurePath

from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.domain.i18n import Message, plural, words
from app.domain.messages import Missing
from app.domain.sentences import joined, recorded
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.asking_twice import ask_twice, help_failed
from app.workflows.common.reading.reader import read_prose
from app.workflows.draft.asked import CONDENSE, RESTATE, WRITE, CondenseAsked, HistoryEntry
from app.workflows.draft.face.gates import (
    GATES,
    Cascade,
    EditedByHand,
    EditedOutside,
    Feedback,
    OfFinding,
    OfLevel,
    OnlyThis,
    Undo,
    taken_back,
)
from app.workflows.draft.facts import (
    EDITED_BY_HAND,
    EDITED_OUTSIDE,
    NOTHING_DIFFERS,
    WRITER_UNCHANGED,
    DraftBegun,
    DraftEditedOutside,
    DraftHistoryCondensed,
    DraftPlanned,
    DraftRefused,
    DraftUndoWanted,
)
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.asking import answer_of, fits, level_asked, make_ask, settings_text
from app.workflows.draft.nodes.reading import cancelled, edited_outside, proposed
from app.workflows.draft.rules.changes import file_lines, fitted
from app.workflows.draft.rules.continuity import as_feedback, batches
from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.level_plan import PlanReply, plan_text
from app.workflows.draft.rules.passage import find_passage
from app.workflows.draft.rules.statistics import requests_told, statistics
from app.workflows.draft.rules.templates import in_units, titled
from app.workflows.draft.state import DraftState, some_of

_LONGEST_TOLD, _LONGEST_AIM = 300, 80
"""Characters of a request that came to nothing, and of an aim in the name of an answer."""
_TOLD_OF_AIMS = 5
"""Iterations after which it is told that aims can be looked for."""
VERBS = (
    *("feedback", "cascade", "passage", "edit", "reread", "generate", "rewrite", "target", "settle"),
    *("mend", "intended", "dismiss", "follow", "restore", "undo", "edited", "close"),
)


async def await_feedback(state: DraftState, context: Context) -> Step:
    """Wait for what the person wants next; nobody is needed meanwhile, nor while a request goes down."""
    further = _further(state)
    if further is not None:
        return Step(DraftSignal.FEEDBACK, _begun(state, further))
    payload = _feedback_payload(state)
    reply = await context.gate(GateRequest("draft_feedback", payload, _offered(state), idle=True))
    match reply.verb, answer_of(reply, GATES["draft_feedback"]):
        case "close", _:
            return Step(DraftSignal.CLOSE)
        case _, Undo() as data:
            return Step(DraftSignal.UNDO, (DraftUndoWanted(number=_acceptance_of(state, data)),))
        case "generate" | "rewrite", OfLevel(level=name):
            return Step(DraftSignal.GENERATE, _begun(state, DraftBegun(level=state.level(name).name)))
        case _, Feedback(text=text, target=target) if text.strip():
            level = state.level(target or state.target).name
            return Step(DraftSignal.FEEDBACK, _begun(state, DraftBegun(level=level, feedback=text.strip())))
        case _, Cascade(text=text):
            return _cascade(state, text.strip())
        case _, OnlyThis() as data:
            return _passage(state, data)
        case _, EditedByHand(path=path, text=text):
            return _edited(state, {path: fitted(text, state.files.get(path))}, EDITED_BY_HAND)
        case _, EditedOutside(edits=edits, by=by):
            named = " ".join(by.split())
            return _edited(state, edits, f"Edited by {named}." if named else EDITED_OUTSIDE)
        case "reread", _:
            return Step(DraftSignal.READ)
        case verb, OfFinding(number=number):
            return _of_number(state, verb, number)
        case _:
            return Step(DraftSignal.SET)


def _acceptance_of(state: DraftState, wanted: Undo) -> int:
    """Return the acceptance that a person wants taken back, 0: the newest."""
    if not (wanted.iteration or wanted.commit):
        return wanted.number
    row = taken_back(_undoable(state), wanted)
    return int(str(row["number"])) if row is not None else wanted.number


def _offered(state: DraftState) -> tuple[str, ...]:
    # What should change can always be said: where nothing is written yet, the answer tells the way.
    left_out = set()
    if not any(state.level_files(level.name) for level in state.template.levels):
        left_out |= {"passage", "target", "rewrite", "cascade"}
    if not state.stale:
        left_out.add("settle")
    if not _undoable(state):
        left_out.add("undo")
    if "passage" in left_out:
        left_out |= {"edited", "edit"}
    if not state.past and "passage" in left_out:
        left_out.add("reread")
    if not state.target or not state.level_files(state.target):
        # Where there is a text it can be checked at this gate, and what is found is decided on here too.
        left_out |= {"mend", "intended", "dismiss", "restore"}
    if not state.checks.open_effects(state.files):
        left_out.add("follow")
    return tuple(verb for verb in VERBS if verb not in left_out)


def _begun(state: DraftState, begun: DraftBegun) -> tuple[Fact, ...]:
    return (RoundOpened(number=state.round + 1), begun)


def _cascade(state: DraftState, text: str) -> Step:
    """Begin a request for all levels at the topmost one that is written."""
    written = [level.name for level in state.template.levels if state.level_files(level.name)]
    if not text or not written:
        return Step(DraftSignal.SET)
    begun = DraftBegun(level=written[0], feedback=text, then=tuple(written[1:]))
    return Step(DraftSignal.FEEDBACK, _begun(state, begun))


def _further(state: DraftState) -> DraftBegun | None:
    """Return how a request for all levels goes on below the one that is done; None: nothing goes on.

    What was rejected or given up above goes no further; a level in which nothing had to change is done.
    """
    last = state.iterations[-1] if state.iterations else None
    if last is None or not last.then or state.undone or state.refused:
        return None
    if last.how != "accepted" and last.why not in (WRITER_UNCHANGED, NOTHING_DIFFERS):
        return None
    rest = [name for name in last.then if state.level_files(name)]
    return DraftBegun(level=rest[0], feedback=last.feedback, then=tuple(rest[1:])) if rest else None


def _of_number(state: DraftState, verb: str, number: int) -> Step:
    """Begin an iteration that mends a contradiction, or follows up an effect; else say that it is decided."""
    checks = state.checks
    finding, effect = checks.numbered().get(number), checks.numbered_effects().get(number)
    if verb == "follow":
        if effect is None:
            return _refused(words("There is no effect {n}.", n=number))
        below, place = effect
        return Step(DraftSignal.FEEDBACK, _begun(state, DraftBegun(level=below, feedback=place.feedback)))
    if verb == "restore":
        lost = state.open_aims.get(number)
        if lost is None:
            return _refused(words("There is no lost aim {n}.", n=number))
        begun = DraftBegun(level=lost.check.level, feedback=lost.feedback)
        return Step(DraftSignal.FEEDBACK, _begun(state, begun))
    level = state.template.level_of(finding.second.path) if finding is not None else None
    if finding is None or (verb == "mend" and level is None):
        return _refused(words("There is no contradiction {n}.", n=number))
    if verb != "mend" or level is None:
        return Step(DraftSignal.SET)
    begun = DraftBegun(level=level.name, feedback=as_feedback(finding))
    return Step(DraftSignal.FEEDBACK, _begun(state, begun))


def _refused(why: Message) -> Step:
    return Step(DraftSignal.SET, (DraftRefused(why=why),))


def _edited(state: DraftState, given: Mapping[str, str], feedback: str) -> Step:
    """Begin an iteration with texts that somebody edited outside: it goes to the person at once."""
    edits: dict[str, str | None] = {
        path: text for path, text in given.items() if state.files.get(path) != text
    }
    level = next(filter(None, map(state.template.level_of, edits)), None)
    if level is None:
        return _refused(words("The texts are as they were accepted: there is nothing to take in."))
    begun = DraftBegun(level=level.name, feedback=feedback)
    texts = proposed(edits, bases=state.accepted_in)
    return Step(DraftSignal.EDITED, (*_begun(state, begun), *texts, DraftEditedOutside(files=edits)))


def _passage(state: DraftState, wanted: OnlyThis) -> Step:
    path = wanted.path
    level = state.template.level_of(path)
    found = find_passage(path, state.files.get(path, ""), wanted.quote)
    if level is None or found is None:
        said = " ".join(wanted.quote.split())[:120]
        return _refused(
            words(
                "These words do not stand in {file} as it is now: “{said}”. Mark them again.",
                file=path,
                said=said,
            )
        )
    begun = DraftBegun(
        level=level.name, feedback=wanted.text.strip(), passage=found, alternatives=wanted.alternatives
    )
    return Step(DraftSignal.FEEDBACK, _begun(state, begun))


# --- what the person is shown meanwhile ---------------------------------------------------------------


def _undoable(state: DraftState) -> list[dict[str, JsonValue]]:
    """Return the accepted iterations that can be taken back, the newest first."""
    return [
        {
            "number": one.number,
            "iteration": state.shown_number(one.number),
            "level": one.level,
            "feedback": one.feedback or "Generate",
            "commit": one.commit,
        }
        for one in reversed(state.standing())
        if one.number
    ]


def _feedback_payload(state: DraftState) -> dict[str, JsonValue]:
    levels = _levels_of(state)
    written = [level for level in levels if level["files"]]
    nothing = next((level for level in levels if not level["files"] and level["ready"]), None)
    phrases = state.level(state.target).phrases if state.target else ()
    return {
        "project": state.setup.name,
        "kind": state.template.title,
        "genre": genre(state),
        "requests": recorded(requests_told(statistics(state.past))),
        "target": state.target,
        "levels": [*levels],
        "next": nothing["name"] if nothing is not None else "",
        "paths": [path for path in state.files if state.template.level_of(path) is not None],
        "undoable": [*_undoable(state)],
        "found": len(state.checks.findings),
        "findings": [
            {"number": number, "about": one.about, "what": one.what}
            for number, one in state.checks.open(state.files).items()
        ],
        "effects": [
            {"number": number, "path": one.path, "why": one.why}
            for number, (_, one) in state.checks.open_effects(state.files).items()
        ],
        "aims": [
            {"number": number, "says": cut(one.aim.says, _LONGEST_AIM)}
            for number, one in state.open_aims.items()
        ],
        "phrases": list(phrases),
        "closing": [recorded(one) for one in closing(state)],
        "notes": [
            *(recorded(one) for one in (*state.last_notes, *state.notes, *_edited_by_hand(state))),
            *(recorded(words("{path}: {why}", path=path, why=why)) for path, why in state.left_out.items()),
        ],
        "primary": "feedback" if written else "generate",
    }


def _edited_by_hand(state: DraftState) -> list[Message]:
    """Return what somebody changed outside since the newest acceptance, and what becomes of it."""
    if not state.edited or not state.past:
        return []
    files = some_of(state.edited)
    found = [
        words("Edited outside: {files}. The next acceptance commits that first, on its own.", files=files),
        *file_lines(edited_outside(state)),
    ]
    stale = [path for path in state.edited if path in state.checks.book]
    if stale:
        found.append(words("Their facts are read anew with the next check of the continuity (/check)."))
    return found


def _levels_of(state: DraftState) -> list[dict[str, JsonValue]]:
    template = state.template
    settings = [PurePath(template.settings).stem] if settings_text(state) else []
    found: list[dict[str, JsonValue]] = []
    for level in template.levels:
        texts, above = state.level_files(level.name), template.above(level.name)
        stale = state.stale.get(level.name, 0) if texts else 0
        # What all of them rest on is no chapter, or whatever a level consists of.
        units = len(texts) - (bool(level.naming) and level.first in texts)
        row: dict[str, JsonValue] = {
            "name": level.name,
            "title": level.title,
            "files": len(texts),
            "counted": recorded(in_units(units, level.unit) if units else in_units(len(texts), "file")),
            "words": sum(map(count_words, texts.values())),
            "iterations": sum(1 for past in state.standing(level.name) if past.feedback),
            "stale": stale,
            "since": state.shown_number(stale) if stale else 0,
            "upstream": [*(one.name for one in above), *settings],
            "lacks": above[-1].name if above and not state.level_files(above[-1].name) else "",
            "ready": all(state.level_files(one.name) for one in above),
        }
        found.append(row)
    return found


def genre(state: DraftState) -> str:
    """Return the genre that the settings name, empty where they name none."""
    try:
        found = json.loads(settings_text(state) or "{}")
    except ValueError:
        return ""
    return str(found.get("genre") or "") if isinstance(found, Mapping) else ""


def closing(state: DraftState) -> list[Message]:
    """Return what the newest iteration came to, in lines."""
    last = state.iterations[-1] if state.iterations else None
    if last is None or last.how is None or state.undone:
        return []
    if last.how != "accepted" or last.done is None:
        if last.why == WRITER_UNCHANGED:
            same = words("The writer changed nothing: nothing was judged, saved or deleted.")
            asked = cut(excerpt(last.feedback), _LONGEST_TOLD)
            way = words("Say it in other words, or name the place that should change.")
            return [same, *([words("You asked: “{text}”", text=asked)] if asked else []), way]
        if last.why == NOTHING_DIFFERS:
            taken = last.attempts[-1].made if last.attempts else None
            why = (*taken.barred, *taken.told) if taken is not None and taken.barred else ()
            return [words("Nothing was saved: the new text is the one that was there."), *why]
        lines = [words("The request was given up. Nothing in the folder has changed.")]
        if last.how == "rejected":
            lines = [words("The new text was rejected. Nothing in the folder has changed.")]
        if last.reason:
            said = words("What you said of it goes along with your next request: “{text}”")
            lines.append(said.filled(text=cut(excerpt(last.reason), _LONGEST_TOLD)))
        if last.then:
            kept = joined([titled(state.level(name).title) for name in last.then], ", ")
            lines.append(words("The request goes no further; these stay as they are: {kept}.", kept=kept))
        return lines
    gone = sum(one.after is None for one in last.words)
    lines = [_saved(state, last.done, gone)]
    if gone:
        lines.append(plural(gone, words("1 file deleted."), words("{n} files deleted.")))
    if last.culled:
        lines.append(
            plural(len(last.culled), words("1 file below deleted."), words("{n} files below deleted."))
        )
    lines.append(_committed(last.done))
    if last.done.over_judge and last.done.reasoning:
        lines.append(words("The judge had said: “{text}”", text=cut(excerpt(last.done.reasoning), 200)))
    lines += _aims_offered(state)
    lines += [_no_longer_fits(state, name, state.shown_number(n)) for name, n in state.stale.items()]
    return [*lines, _what_next(state)]


def _aims_offered(state: DraftState) -> list[Message]:
    """Return that aims can be looked for, where much was changed since they were."""
    since = sum(one.number > state.aims_looked_for for one in state.standing())
    if since < _TOLD_OF_AIMS or not state.target or not state.template.above(state.target):
        return []
    said = words("{n} iterations since the aims were looked for: /aims tells whether one was lost.", n=since)
    return [said]


def _no_longer_fits(state: DraftState, name: str, since: int) -> Message:
    title = titled(state.level(name).title)
    if not since:
        return words("{title} may no longer fit.", title=title)
    return words("{title} may no longer fit, since iteration {n}.", title=title, n=since)


def _saved(state: DraftState, done: AcceptedIteration, gone: int) -> Message:
    texts = state.level_files(done.level)
    times = sum(1 for one in state.standing(done.level) if one.feedback)
    files = words("{n} of {all} files saved", n=done.files_changed - gone, all=len(texts))
    if len(texts) == 1:
        files = words("{n} of 1 file saved", n=done.files_changed - gone)
    return words(
        "{title}: {files}, {lines}, {words} words now; {times} so far.",
        title=titled(state.level(done.level).title),
        files=files,
        lines=done.lines,
        words=f"{sum(map(count_words, texts.values())):,}",
        times=in_units(times, "iteration"),
    )


def _committed(done: AcceptedIteration) -> Message:
    said = [in_units(done.attempts, "attempt")]
    if done.verdict:
        said.append(
            words("approved by the judge") if done.verdict == "approved" else words("taken over the judge")
        )
    return words("Saved; {said}.", said=joined(said, ", "))


def _what_next(state: DraftState) -> Message:
    template = state.template
    empty = next((one for one in template.levels if not state.level_files(one.name)), None)
    ready = empty is not None and all(state.level_files(above.name) for above in template.above(empty.name))
    say = words("say what should change")
    if state.target:
        say = words("say what should change in {title}", title=titled(state.level(state.target).title))
    if empty is None or not ready:
        return words("Next: {say}; /status tells where it stands.", say=say)
    return words(
        "Next: {say}, or write {title} (/generate {level}, or --generate {level}).",
        say=say,
        title=titled(empty.title),
        level=empty.name,
    )


# --- a long history ----------------------------------------------------------------------------------

_NEWEST = 5
"""Entries that are never summed up: what was asked last is told in full."""
SHARE = 10
"""A history below the tenth of a prompt is not what makes it too long."""
BATCH = 40_000
"""Characters of entries that are summed up in one question."""


def _oldest(state: DraftState, level: str) -> tuple[list[HistoryEntry], int]:
    """Return the entries that would be summed up, with what was before, and the newest of their numbers."""
    told = state.told_in_full(level)[:-_NEWEST]
    return (list(state.history(level)[:-_NEWEST]), told[-1].number) if told else ([], 0)


async def history_check(state: DraftState, context: Context) -> Step:
    """Look whether every writer can take in the whole history; as far as a window is known."""
    now = state.iteration
    oldest, _ = _oldest(state, now.level)
    if not oldest:
        return Step(DraftSignal.NONE)
    asked = level_asked(state)
    size = sum(len(one.feedback) + len(one.summary) for one in asked.history)
    for writer in state.writers:
        ask = make_ask(state, context, WRITE, asked, writer)
        whole = sum(len(message.text) for message in ask.messages)
        if size * SHARE >= whole and not await fits(context, ask):
            return Step(DraftSignal.TOO_LONG)
    return Step(DraftSignal.NONE)


async def history_gate(state: DraftState, context: Context) -> Step:
    """Offer to sum up the oldest entries; nothing is left out of the journal or the folder by that."""
    now = state.iteration
    level = state.level(now.level)
    oldest, _ = _oldest(state, level.name)
    payload: dict[str, JsonValue] = {
        "level": level.name,
        "title": level.title,
        "entries": len(state.history(level.name)),
        "oldest": len(oldest),
        "primary": "condense",
    }
    reply = await context.gate(GateRequest("draft_history", payload, ("condense", "send_all", "cancel")))
    if reply.verb == "cancel":
        return cancelled(context, words("the length of the history"))
    return Step(DraftSignal.CONDENSE if reply.verb == "condense" else DraftSignal.KEEP)


async def condense(state: DraftState, context: Context) -> Step:
    """Have the oldest entries said in fewer words; where nobody can, they are sent as they are."""
    level = state.level(state.iteration.level)
    oldest, upto = _oldest(state, level.name)
    parts = batches(oldest, lambda one: len(one.feedback) + len(one.summary), BATCH)
    asked = [CondenseAsked(level=level.title, history=tuple(part)) for part in parts]
    asks = [make_ask(state, context, CONDENSE, one, part=f"part-{n}") for n, one in enumerate(asked, 1)]
    replies = await context.ask_all(asks, tolerate=True)
    texts = [read_prose(reply.text).text.strip() for reply in replies if not isinstance(reply, Missing)]
    if len(texts) < len(asks) or not all(texts):
        pairs = zip(asks, replies, strict=True)
        lost = [fact for ask, one in pairs if isinstance(one, Missing) for fact in help_failed(ask, one)]
        return Step(DraftSignal.CONDENSED, tuple(lost))
    fact = DraftHistoryCondensed(level=level.name, upto=upto, text="\n\n".join(texts))
    return Step(DraftSignal.CONDENSED, (fact,))


# --- the plan -----------------------------------------------------------------------------------------


async def plan(state: DraftState, context: Context) -> Step:
    """Have the change planned before anything is written, where that is wanted."""
    now = state.iteration
    if not state.setup.plan_first or now.passage is not None:
        return Step(DraftSignal.SKIPPED)
    ask = make_ask(state, context, RESTATE, level_asked(state), state.writers[0])
    answer = await ask_twice(context, ask, PlanReply)
    if isinstance(answer.outcome, Missing):
        return Step(DraftSignal.SKIPPED)
    text = plan_text(answer.value) if answer.value is not None else answer.outcome.text
    return Step(DraftSignal.PLANNED, (*answer.mended, DraftPlanned(text=text)))


async def plan_gate(state: DraftState, context: Context) -> Step:
    """Let the person approve the plan, or write it over."""
    now = state.iteration
    payload: dict[str, JsonValue] = {
        "text": now.plan,
        "level": now.level,
        "title": state.level(now.level).title,
    }
    reply = await context.gate(GateRequest("draft_plan", payload, ("approve", "edit", "cancel")))
    if reply.verb == "cancel":
        return cancelled(context, words("the plan"))
    text = str(reply.data.get("text") or now.plan)
    return Step(DraftSignal.APPROVED, (DraftPlanned(text=text, approved=True),))
