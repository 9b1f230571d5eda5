"""Sessions of many rounds, made of records: what a year of use leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from app.domain.canonical import JsonValue, dumps
from app.domain.fact_base import Fact, PlainBodies, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueFiled,
    NodeEntered,
    NodeLeft,
    RoundClosed,
    RoundOpened,
    SessionCreated,
    TextAssessed,
    TextProposed,
)
from app.domain.seats import Seat
from app.domain.usage import Usage

NAMES = ("Ada", "Blaise", "Cleo", "Dan", "Eve")


def facts(rounds: int, members: int, words: str) -> Iterator[tuple[int, Fact]]:
    """Yield (round, fact) of a debate."""
    names = NAMES[:members]
    seats = {name: Seat(name=name, model="offline/x") for name in names}
    setup: dict[str, JsonValue] = {"question": "How?", "max_rounds": rounds, "cost_limit": 5.0}
    yield (
        0,
        SessionCreated(
            session="01k" + "l" * 23,
            workflow="debate",
            title="Long",
            setup=setup,
            seats=seats,
            seed=1,
            app_version="1",
        ),
    )
    seq = 1
    for number in range(1, rounds + 1):
        round_facts: list[Fact] = [RoundOpened(number=number), NodeEntered(node="refinement")]
        for at, name in enumerate(names):
            asked = seq + len(round_facts) + 1
            text = f"Round {number} by {name}. {words}"
            usage = Usage(tokens_in=400, tokens_out=100 + at, source="provider", cost=0.001)
            round_facts += [
                CallAsked(
                    purpose="refinement",
                    seat=name,
                    part="",
                    tries=1,
                    model="offline/x",
                    identity="",
                    messages=(),
                    app_version="1",
                ),
                CallCompleted(asked=asked, text=text, usage=usage),
                CritiqueFiled(
                    critique=f"c{number}-{at}",
                    critic=name,
                    target=names[(at + 1) % members],
                    label="Response A",
                    claim=f"Point {number} of {name}.",
                    quote=f"Round {number}",
                ),
                CritiqueAnswered(critique=f"c{number}-{at}", seat=names[(at + 1) % members], answer="held"),
                TextProposed(slot="answer", seat=name, text=text, asked=asked),
                TextAssessed(slot="answer", seat=name, status="changed", ratio=0.2),
            ]
        round_facts += [
            CriterionMeasured(name="agreement", value=50 + number % 40, threshold=80, passes=False),
            NodeLeft(node="refinement", signal="REFINEMENTS_COMPLETE"),
            RoundClosed(number=number, attempt=1, accepted=True),
        ]
        seq += len(round_facts)
        for fact in round_facts:
            yield number, fact


def records(rounds: int, members: int = 5, words: str = "Words.", most: int | None = None) -> list[Record]:
    """Return the records of a long debate."""
    bodies = PlainBodies()
    found: list[Record] = []
    entry = 0
    for seq, (number, fact) in enumerate(islice(facts(rounds, members, words), most), 1):
        entry = seq if isinstance(fact, NodeEntered) else entry
        packed = dumps(fact.body())
        at = 1_790_000_000_000_000 + seq * 100_000
        found.append(Record(seq, at, entry, number, 1, fact.type, fact.schema_version, packed, bodies))
    return found


def as_lines(debate_records: Sequence[Record]) -> list[dict[str, Any]]:
    """Return records as they stand in an exported session; its setup is one that a debate may have."""
    names = ("seq", "at", "entry", "round", "attempt", "type", "schema")
    lines: list[dict[str, Any]] = [
        {**{name: getattr(one, name) for name in names}, "body": dict(one.body())} for one in debate_records
    ]
    lines[0]["body"]["setup"] = {**lines[0]["body"]["setup"], "max_rounds": 5}
    return lines
