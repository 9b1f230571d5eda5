"""Nodes that take an accepted iteration back, once the person has seen what that means."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.domain.i18n import Message, words
from app.domain.sentences import joined, recorded
from app.engine.node import Context, GateRequest, Step
from app.workflows.draft.facts import DraftBegun, DraftRefused, DraftUndoBegun, DraftUndone
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes import committing
from app.workflows.draft.nodes.committing import Undoing, Undone
from app.workflows.draft.nodes.reading import kept_effect, proposed, read_facts
from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.levels import stale_undone, titled
from app.workflows.draft.state import DraftState

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
        context,
        UNDO,
        undoing.identity(),
        Undone,
        lambda: committing.undo(context.ports.history, undoing, past),
    )
    if not done.commit:
        return Step(DraftSignal.CONFLICT, tuple(_undo_begun(state, target, done)))
    taken_back = words(
        "Taken back: {called}, {what}. Saved as {sha}.",
        called=_called(state, target),
        what=_what(state, target),
        sha=done.commit[:7],
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
    """Return what an iteration is called on this screen: by its number, or its commit where it has none."""
    number = state.shown_number(target.number)
    return words("iteration {n}", n=number) if number else words("commit {id}", id=target.commit[:7])


def _marked_stale(state: DraftState, stale: dict[str, int]) -> list[Message]:
    """Return which levels were written from what is gone now."""
    newly = _newly_stale(state, stale)
    said = words("Written from it, and perhaps no longer fitting: {levels}.", levels=joined(newly, ", "))
    return [said] if newly else []


def _newly_stale(state: DraftState, stale: dict[str, int]) -> list[Message]:
    """Return the titles of levels that are stale from now on."""
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
