"""What takes long with very many findings: done in a thread, so that the program goes on meanwhile.

A thread reads copies alone: records may come in while it works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.engine.node import Context
from app.workflows.research.rules.integration import assemble
from app.workflows.research.state import ResearchState

T = TypeVar("T")
AT_ONCE = 300
"""Claims, or gaps, up to which it is not worth a thread: some milliseconds."""


async def in_thread(context: Context, much: int, work: Callable[[], T]) -> T:
    """Return what a pure function makes; `much`: how many things it goes through."""
    return work() if much <= AT_ONCE else await context.compute(work)


async def known_first(state: ResearchState, context: Context) -> None:
    """Have the findings of a state computed, before a node asks for them."""
    if state.kept.get("known", ())[:1] == (state.said,):
        return
    stamp, ledger, table = state.said, state.ledger.copy(), state.table
    known = await in_thread(context, len(ledger.claims), lambda: assemble(ledger, table))
    state.kept["known"] = (stamp, known)
