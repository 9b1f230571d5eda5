"""Time folding 100 000 records into all projections; exit 1 above 15 × `import httpx`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice

from app.domain.canonical import dumps
from app.domain.fact_base import Fact, FactCatalogue, PlainBodies, Record
from app.domain.facts import (
    SHARED_FACTS,
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueFiled,
    NodeEntered,
    NodeLeft,
    RoundOpened,
    SessionCreated,
    TextAssessed,
    TextProposed,
)
from app.domain.messages import ChatMessage
from app.domain.seats import Seat
from app.domain.usage import Usage
from app.projections.folding import fold_session
from tests.bench import yardstick

RECORDS = 100_000
LIMIT = 15.0
"""Imports of httpx."""


def story() -> Iterator[tuple[int, Fact]]:
    """Yield rounds of a debate for ever, each with three members, their calls, texts and critiques."""
    seats = {name: Seat(name=name, model="offline/x") for name in ("Ada", "Bo", "Cy")}
    yield (
        0,
        SessionCreated(
            session="01" + "a" * 24,
            workflow="debate",
            title="t",
            setup={},
            seats=seats,
            seed=1,
            app_version="1",
        ),
    )
    seq, number = 1, 0
    while True:
        number += 1
        batch: list[Fact] = [RoundOpened(number=number), NodeEntered(node="refinement")]
        for seat in seats:
            asked = seq + len(batch) + 1
            batch += [
                CallAsked(
                    purpose="refine",
                    seat=seat,
                    part="",
                    tries=1,
                    model="offline/x",
                    identity="0" * 64,
                    messages=(
                        ChatMessage(role="system", text="s" * 400),
                        ChatMessage(role="user", text="u" * 600),
                    ),
                    reserved=0.01,
                    app_version="1",
                ),
                CallCompleted(
                    asked=asked, text="a" * 800, usage=Usage(tokens_in=100, tokens_out=100, cost=0.001)
                ),
                TextProposed(slot="answer", seat=seat, text="a" * 800),
                TextAssessed(slot="answer", seat=seat, status="changed", ratio=0.2),
                CritiqueFiled(
                    critique=f"{number}-{seat}", critic="Bo", target=seat, label="A", claim="c" * 200
                ),
                CritiqueAnswered(critique=f"{number}-{seat}", seat=seat, answer="fixed"),
            ]
        batch += [CriterionMeasured(name="agreement", value=50.0), NodeLeft(node="refinement", signal="DONE")]
        for fact in batch:
            seq += 1
            yield number, fact


def main() -> int:
    """Print the time and return 0 where it is within the limit."""
    bodies = PlainBodies()
    records = [
        Record(seq, seq, 0, number, 1, fact.type, 1, dumps(fact.body()), bodies)
        for seq, (number, fact) in enumerate(islice(story(), RECORDS), 1)
    ]
    began = time.process_time()
    fold = fold_session(FactCatalogue(SHARED_FACTS), records, "agreement")
    took = time.process_time() - began
    whole = len(fold.log.rows) == RECORDS and fold.spend.total.calls > 0
    print(f"{RECORDS} records: {yardstick.of(took, LIMIT)}, {len(fold.timeline.rounds)} rounds")
    return 0 if whole and yardstick.times(took) <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
