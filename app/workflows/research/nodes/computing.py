"""What takes long with very many findings: done in a thread, so that the program goes on meanwhile.

A thread reads copies alone: records may come in while it works.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from app.engine.node import Context
from app.workflows.research.rules.integration import Known, Ledger, assemble
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
    stamp, ledger, table = state.said, copied(state.ledger), state.table
    known = await in_thread(context, len(ledger.claims), lambda: assemble(ledger, table))
    state.kept["known"] = (stamp, known)


def copied(ledger: Ledger) -> Ledger:
    """Return a ledger that does not grow with the other one."""
    return replace(
        ledger,
        claims=[*ledger.claims],
        relations=[*ledger.relations],
        resolutions=[*ledger.resolutions],
        supports=[*ledger.supports],
        counters=[*ledger.counters],
        decisions=[*ledger.decisions],
        origins={**ledger.origins},
    )


def steadied(known: Known, before: Known | None) -> Known:
    """Return the same with the findings of before wherever they are equal: who lists them sees it at once."""
    if before is None:
        return known
    old = before.by_id
    findings = tuple(was if (was := old.get(one.id)) == one else one for one in known.findings)
    return replace(known, findings=findings, by_id={one.id: one for one in findings})
