"""What a research is expected to ask before it starts: every figure here is an assumption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.seats import Seat
from app.engine.planned import PlannedCalls
from app.workflows.research.nodes.integrating import EMBEDDING
from app.workflows.research.setup import ResearchSetup

TURNS = 8
"""Answers of an agent: seven that call tools, and the findings."""
SYSTEM, LISTED, READ, REPLY = 900, 3_000, 2_500, 900
"""Tokens of a prompt without findings, of the list of files, of what one tool returns, of an answer."""
EMBEDDED = 2_000
"""Tokens of the findings of an iteration that an embedding model is shown."""
KNOWN = 2_500
"""Tokens of what is known by the middle of the work."""


def planned(setup: ResearchSetup, seats: Mapping[SeatName, Seat]) -> Iterator[PlannedCalls]:
    """Yield the calls of a research that takes all its iterations."""
    brief = len(setup.brief) // 4
    yield PlannedCalls("research_scope", CHAIR, 1, SYSTEM + LISTED + brief, 400)
    fast = [name for name, seat in seats.items() if seat.role == "fast"] or [CHAIR]
    agents = setup.max_agents_per_iteration
    # What tools returned before is sent again with each turn.
    each = SYSTEM + brief + KNOWN + READ * (TURNS - 1) // 2
    of_seat = dict.fromkeys(fast, 0)
    for number in range(agents * setup.max_iterations):
        of_seat[fast[number % len(fast)]] += TURNS
    for name, calls in of_seat.items():
        if calls:
            yield PlannedCalls("research_explore", name, calls, each, REPLY // 3)
    every = setup.max_iterations
    if setup.embedding_model:
        yield PlannedCalls(EMBEDDING, CHAIR, every, EMBEDDED, 0, embeds=setup.embedding_model)
    yield PlannedCalls("research_judge", JUDGE, every, 2_000, 400)
    yield PlannedCalls("research_support", CHAIR, every, 2_500, 500)
    yield PlannedCalls("research_gaps", CHAIR, every, SYSTEM + KNOWN, 600)
    yield PlannedCalls("research_report", CHAIR, 1, SYSTEM + 2 * KNOWN, 900)
