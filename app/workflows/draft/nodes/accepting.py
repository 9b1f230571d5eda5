"""Nodes that explain a change, let the person accept it, write it, and take an iteration back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from app.diffing import compare
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData
from app.domain.i18n import Message, plural, words
from app.domain.ids import PERSON
from app.domain.sentences import joined, recorded
from app.engine.node import Context, GateRequest, Step
from app.markup.escaping import code
from app.workflows.common.asking_twice import ask_for_help
from app.workflows.common.rounds import closed
from app.workflows.draft.asked import EXPLAIN, ExplainAsked, Verdict
from app.workflows.draft.face.gates import GATES, EditedByHand, Parts, Reject
from app.workflows.draft.facts import (
    EDITED_BY_HAND,
    NOTHING_DIFFERS,
    DraftDecided,
    DraftEnded,
    DraftExplained,
    DraftFinalized,
    DraftMoved,
    DraftWrittenOver,
)
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes import committing
from app.workflows.draft.nodes.asking import answer_of, fitting_ask, settings_text
from app.workflows.draft.nodes.committing import Acceptance, Finalized
from app.workflows.draft.nodes.judging import figures_line, figures_of, judge_asked
from app.workflows.draft.nodes.reading import edited_outside, kept_effect, proposed
from app.workflows.draft.rules.changes import LevelFigures, changes_in, fitted, shown_files, third_sides
from app.workflows.draft.rules.explaining import ExplainReply, Stands, explained, line_of, page, told_changes
from app.workflows.draft.rules.file_names import meant
from app.workflows.draft.rules.history_file import stale_after, stale_undone
from app.workflows.draft.rules.templates import titled
from app.workflows.draft.state import Attempt, DraftState, Iteration

FINALIZE = "draft_finalize"


# --- what changed -------------------------------------------------------------------------------------


async def explain(
    state: DraftState, context: Context, one: Attempt, stands: Stands = "taken"
) -> tuple[DraftExplained, tuple[Fact, ...]]:
    """Have a text of the iteration explained; what is counted is told whatever the model says."""
    now = state.iteration
    figures, verdict = figures_of(state, one.files), _verdict_of(one)

    def asked(shortened: bool) -> ExplainAsked:
        base = judge_asked(state, one, shortened)
        return base.widened(ExplainAsked, attempts=one.number, verdict=verdict, reasoning=one.reasoning)

    reply: ExplainReply | None = None
    mended: tuple[Fact, ...] = ()
    if one.files:
        # Where it is the text before there is nothing to explain.
        ask, _ = await fitting_ask(state, context, EXPLAIN, asked)
        answer = await ask_for_help(context, ask, ExplainReply)
        reply, mended = answer.value, answer.mended
    markdown = explained(
        reply,
        figures,
        feedback=now.feedback,
        attempts=one.number,
        verdict=verdict,
        reasoning=one.reasoning,
        stands=stands,
    )
    told = told_changes(reply)
    line = line_of(told, figures, reply.foundation if reply is not None else ())
    return DraftExplained(markdown=markdown, line=line, changes=told), mended


def _verdict_of(one: Attempt) -> Verdict:
    return one.verdict.verdict if one.verdict is not None else "needs_revision"


async def semantic_diff(state: DraftState, context: Context) -> Step:
    """Explain what changed; a first generation is read as it is, without a call."""
    now = state.iteration
    one = now.taken
    if now.outside:
        # Whoever edited it knows what they changed, and the person sees it: no model is asked.
        return Step(DraftSignal.SUMMARISED, (_edited_outside(state, now),))
    assert one is not None
    if not now.feedback:
        figures = figures_of(state, one.files)
        fact = DraftExplained(markdown=_written_first(state, now, figures), line=line_of((), figures))
        return Step(DraftSignal.SUMMARISED, (fact,))
    stands: Stands = "put together" if one.writer == PERSON else "taken"
    explained_fact, mended = await explain(state, context, one, stands)
    return Step(DraftSignal.SUMMARISED, (*mended, explained_fact))


def _edited_outside(state: DraftState, now: Iteration) -> DraftExplained:
    figures = figures_of(state, now.files)
    head = words("{title}, edited outside", title=titled(state.level(now.level).title))
    if now.feedback == EDITED_BY_HAND:
        head = words("{title}, edited by hand", title=titled(state.level(now.level).title))
    return DraftExplained(markdown=_files_under(head, now.files), line=line_of((), figures))


def _written_first(state: DraftState, now: Iteration, figures: LevelFigures) -> Message:
    level = state.level(now.level)
    head = words("{title}, written for the first time", title=titled(level.title))
    if figures.words_before:
        head = words("{title}, written anew", title=titled(level.title))
    number = len(level.files(state.after(now.files)))
    counted = plural(number, words("{words} words in 1 file."), words("{words} words in {n} files."))
    paths = [one.path for one in figures.changed]
    return _files_under(head, paths, counted.filled(words=f"{figures.words_after:,}"))


def _files_under(head: Message, paths: Iterable[str], counted: Message | None = None) -> Message:
    listed = [Message("- {path}", {"path": code(path)}) for path in paths]
    end = [counted] if counted is not None else []
    return page([Message("## {title}", {"title": head}), listed, *end])


# --- acceptance ---------------------------------------------------------------------------------------


async def acceptance(state: DraftState, context: Context) -> Step:
    """Show what changed, and let the person accept it, parts of it, or reject it."""
    now = state.iteration
    payload = _acceptance_payload(state, now)
    verbs = ("accept", "accept_parts", "reject", "edit")
    reply = await context.gate(GateRequest("draft_acceptance", payload, verbs))
    data = answer_of(reply, GATES["draft_acceptance"])
    if isinstance(data, Reject):
        why = data.why or reply.note
        ended = DraftEnded(how="rejected", why=words("{text}", text=why), reason=data.why.strip())
        return Step(DraftSignal.REJECTED, (ended, closed(context, accepted=False, feedback=why)))
    unseen = _written_over(state, data)
    if unseen:
        # What a person wrote is shown as all else is before it is accepted.
        texts = proposed(unseen, bases=state.accepted_in)
        return Step(DraftSignal.EDITED, (*texts, DraftWrittenOver(files=unseen)))
    if reply.verb == "edit":
        return Step(DraftSignal.EDITED)
    files, partial = _accepted(state, data)
    return Step(DraftSignal.ACCEPTED, (DraftDecided(files=files, partial=partial),))


def _written_over(state: DraftState, data: GateData) -> dict[str, str]:
    """Return the files that a person wrote over otherwise than they lie before them."""
    now = state.iteration
    given = data.edits if isinstance(data, Parts) else {}
    if isinstance(data, EditedByHand):
        given = {data.path: data.text}
    edits = _fitted(state, given)
    there = {path: now.files.get(path, state.files.get(path)) for path in edits}
    return {path: text for path, text in edits.items() if text is not None and text != there[path]}


def _acceptance_payload(state: DraftState, now: Iteration) -> dict[str, JsonValue]:
    files = state.before_person()
    figures, one = figures_of(state, files), now.taken
    shown = shown_files(state.files, files)
    said = [figures_line(figures, changes_in(shown))]
    if one is not None and one.approved:
        said.append(words("approved by the judge"))
    elif one is not None and one.writer == PERSON:
        said.append(words("put together by you"))
    elif one is not None and one.verdict is not None and not one.verdict.read:
        said.append(words("not judged"))
    elif not now.undoes and not now.outside:
        said.append(words("not approved by the judge"))
    if now.by_hand:
        said.append(words("written over by you"))
    level = state.level(now.level)
    paths: list[JsonValue] = [*{**level.files(state.files), **level.files(state.after(files))}]
    return {
        "level": now.level,
        "title": level.title,
        "attempt": one.number if one is not None else 1,
        "writer": one.writer if one is not None else PERSON,
        "primary": "accept",
        "figures": recorded(joined(said, " · ")),
        # It was read before the person wrote something over, and is no longer true of that.
        "told": recorded(now.explained.markdown)
        if now.explained is not None and now.feedback and not now.by_hand
        else "",
        "warnings": [recorded(warning) for warning in _warnings(state, now, one)],
        "unsaid": [*_unsaid(one, files)],
        "files": [*shown],
        "by_hand": [*shown_files(now.by_hand, {path: now.files.get(path) for path in now.by_hand})],
        "outside": [*edited_outside(state)],
        "paths": paths,
        "undoes": now.undoes,
        "then": [state.level(name).title for name in now.then or ()],
        "below": now.below,
        "culled": list(now.culled) if now.below == "cull" else [],
    }


def _unsaid(one: Attempt | None, files: Mapping[str, str | None]) -> list[str]:
    """Return the files that the answer left out without a word and that are still to be deleted."""
    return [] if one is None else [path for path in one.made.unsaid if files.get(path, "") is None]


def _warnings(state: DraftState, now: Iteration, one: Attempt | None) -> list[Message]:
    found: list[Message] = []
    if now.clashing:
        clash = words("Changed outside in the same places: {files}. Look at the changes before you accept.")
        found.append(clash.filled(files=", ".join(now.clashing)))
    elif now.moved:
        found.append(words("Changed outside meanwhile, and kept: {files}.", files=", ".join(now.moved)))
    if missing := _unsaid(one, state.before_person()):
        unsaid = words("The answer left files out without a word; they would be deleted: {files}.")
        found.append(unsaid.filled(files=", ".join(missing)))
    if one is not None:
        found += [*one.made.told, *one.made.barred]
    if now.below == "cull":
        one_file, files = (
            words("With it, 1 file below is deleted."),
            words("With it, {n} files below are deleted."),
        )
        found.append(plural(len(now.culled), one_file, files))
    level = state.level(now.level)
    still = [
        number
        for number, finding in state.checks.open(state.after(state.before_person())).items()
        if level.holds(finding.second.path)
    ]
    if len(still) == 1:
        found.append(words("Still in the text, as Checks has it: contradiction {n}.", n=still[0]))
    elif still:
        numbers = ", ".join(map(str, still))
        found.append(words("Still in the text, as Checks has them: contradictions {list}.", list=numbers))
    return found


def _accepted(state: DraftState, data: GateData) -> tuple[dict[str, str | None], bool]:
    """Return what is to be written, and whether it is a part of what was proposed."""
    now = state.iteration
    standing, whole = state.before_person(), {p: t for p, t in now.files.items() if t != state.files.get(p)}
    if not isinstance(data, Parts):
        return _fitted(state, standing), standing != whole or bool(now.by_hand)
    found: dict[str, str | None] = {path: standing[path] for path in data.files if path in standing}
    for path, numbers in data.hunks.items():
        if path not in found and path in now.files:
            # Changes are numbered as the gate showed them, whatever was kept or written over since.
            compared = compare(state.files.get(path, ""), now.files[path] or "")
            found[path] = compared.compose([number - 1 for number in numbers])
    found.update(data.edits)
    found = {path: text for path, text in found.items() if text != state.files.get(path)}
    return _fitted(state, found), True


def _fitted(state: DraftState, files: Mapping[str, str | None]) -> dict[str, str | None]:
    now = state.iteration
    if now.passage is not None or now.undoes or now.outside:
        return dict(files)
    return {
        path: None if text is None else fitted(text, state.files.get(path)) for path, text in files.items()
    }


# --- writing ------------------------------------------------------------------------------------------


def _acceptance_of(state: DraftState) -> Acceptance:
    now = state.iteration
    one = now.taken
    figures = figures_of(state, now.accepted)
    culled = now.culled if now.below == "cull" else ()
    kept = now.below_levels if now.below == "keep" else ()
    verdict: Verdict | Literal[""] = _verdict_of(one) if one is not None and one.verdict is not None else ""
    touched = {*now.accepted, *culled}
    taken_back = next((one for one in state.past if one.commit == now.undoes), None)
    stale = stale_after(state.template, state.stale, now.level, state.next_number, kept)
    if taken_back is not None:
        stale = stale_undone(state.template, state.stale, taken_back, state.past)
    return Acceptance(
        session=state.session,
        number=state.next_number,
        template=state.template.key,
        project=state.project or state.session,
        level=now.level,
        # An undo is named by what is taken back.
        feedback=taken_back.feedback if taken_back is not None else now.feedback,
        attempts=now.attempt,
        verdict=verdict,
        reasoning=one.reasoning if one is not None else "",
        summary=_summary(state, now),
        files=now.accepted,
        culled=tuple(culled),
        seen={path: state.files.get(path) for path in sorted(touched)},
        stale=stale,
        settings="" if state.template.settings in state.files else settings_text(state),
        files_changed=figures.files_changed,
        lines_changed=figures.lines_changed,
        lines_added=figures.lines_added,
        over_judge=now.chosen.over_judge if now.chosen is not None else False,
        partial=now.partial,
        undoes=now.undoes,
        since=state.past[-1].commit if state.past else "",
    )


def _summary(state: DraftState, now: Iteration) -> str:
    """Return what the history keeps of a change: a model's words on what was accepted of it.

    Later prompts are given it: what was not taken must not be told as done.
    """
    told = [str(now.explained.line)] if now.explained is not None else []
    if now.explained is not None and now.partial:
        paths = list(state.level_files(now.level) | now.files)
        kept = [one for one in now.explained.changes if meant(one.file, paths) in now.accepted]
        told = [str(line_of(kept, figures_of(state, now.accepted))), "accepted in parts"]
    return "; ".join([*told, *(f"written over by hand: {path}" for path in now.by_hand)])


async def finalize(state: DraftState, context: Context) -> Step:
    """Write what was accepted and commit it: once, however often this is begun."""
    accepted = _acceptance_of(state)
    if not accepted.files:
        # What stands below is deleted for a change, and there is none.
        nothing = DraftEnded(how="rejected", why=NOTHING_DIFFERS)
        return Step(DraftSignal.DONE, (nothing, closed(context, accepted=True)))
    past = tuple(state.past)
    # What was seen is in its name: after a file changed outside it is another acceptance.
    done = await kept_effect(
        context,
        FINALIZE,
        accepted.identity(),
        Finalized,
        lambda: committing.finalize(context.ports.history, accepted, past),
    )
    if done.iteration is None:
        return Step(DraftSignal.MOVED, tuple(_moved(state, accepted, done.moved)))
    first = {state.template.settings: accepted.settings} if accepted.settings else {}
    fact = DraftFinalized(
        iteration=done.iteration,
        files={**accepted.files, **first},
        culled=accepted.culled,
        outside=done.outside,
        outside_files=done.outside_files,
        project=accepted.project,
        notes=done.notes,
    )
    now = state.iteration
    written = {
        path: accepted.files.get(path, state.files.get(path)) for path in (*now.files, *accepted.files)
    }
    otherwise = {path: text for path, text in written.items() if text != now.files.get(path)}
    return Step(DraftSignal.DONE, (*proposed(otherwise), fact, closed(context, accepted=True)))


def _moved(state: DraftState, accepted: Acceptance, outside: Mapping[str, str | None]) -> list[Fact]:
    """Return both sides of files that somebody else changed meanwhile; nothing was written."""
    sides = third_sides(
        accepted.seen, outside, {p: accepted.files.get(p) for p in outside if p in accepted.files}
    )
    new: dict[str, str | None] = dict(accepted.files)
    clashing = []
    for side in sides:
        if side.merged is not None:
            new[side.path] = side.merged
        else:
            clashing.append(side.path)
    one = state.iteration.taken
    facts = [
        *proposed({path: text for path, text in outside.items() if text is not None}),
        *proposed(
            {path: new[path] for path in outside if path in new}, one.writer if one is not None else PERSON
        ),
    ]
    # Kept files below that somebody changed are no longer those the person agreed to lose.
    clashing += [path for path in outside if path in accepted.culled]
    return [*facts, DraftMoved(files=dict(outside), new=new, clashing=tuple(clashing))]
