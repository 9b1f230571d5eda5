"""Nodes that look whether a level's history still fits its writers, and have its oldest entries summed up."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.i18n import words
from app.domain.messages import Missing
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.reading.reader import read_prose
from app.workflows.draft.asked import CONDENSE, WRITE, CondenseAsked, HistoryEntry
from app.workflows.draft.facts import DraftHistoryCondensed
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.asking import fits, level_asked, make_ask
from app.workflows.draft.nodes.reading import cancelled, iteration_of
from app.workflows.draft.rules.continuity import batches
from app.workflows.draft.state import DraftState

NEWEST = 5
"""Entries that are never summed up: what was asked last is told in full."""
SHARE = 10
"""A history below the tenth of a prompt is not what makes it too long."""
BATCH = 40_000
"""Characters of entries that are summed up in one question."""


def _oldest(state: DraftState, level: str) -> tuple[list[HistoryEntry], int]:
    """Return the entries that would be summed up, with what was before, and the newest of their numbers."""
    told = state.told_in_full(level)[:-NEWEST]
    return (list(state.history(level)[:-NEWEST]), told[-1].number) if told else ([], 0)


async def history_check(state: DraftState, context: Context) -> Step:
    """Look whether every writer can take in the whole history; as far as a window is known."""
    now = iteration_of(state)
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
    now = iteration_of(state)
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
    level = state.level(iteration_of(state).level)
    oldest, upto = _oldest(state, level.name)
    parts = batches(oldest, lambda one: len(one.feedback) + len(one.summary), BATCH)
    asked = [CondenseAsked(level=level.title, history=tuple(part)) for part in parts]
    asks = [make_ask(state, context, CONDENSE, one, part=f"part-{n}") for n, one in enumerate(asked, 1)]
    replies = await context.ask_all(asks)
    texts = [read_prose(reply.text).text.strip() for reply in replies if not isinstance(reply, Missing)]
    if len(texts) < len(asks) or not all(texts):
        return Step(DraftSignal.CONDENSED)
    fact = DraftHistoryCondensed(level=level.name, upto=upto, text="\n\n".join(texts))
    return Step(DraftSignal.CONDENSED, (fact,))
