"""What the sessions of a batch came to: read from their journals, one after the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from app.domain.errors import RoundtableError
from app.domain.fact_base import Record
from app.domain.ids import RESERVED_SEATS
from app.engine.fold import SessionFold
from app.engine.plugin import report_of
from app.projections.answers import is_right, key_of
from app.projections.folding import Projections, fold_session
from app.projections.texts import RESULT_SLOTS
from app.projections.worth import BatchReport, Given, Outcome, worth_of
from app.services.batches.folder import About
from app.services.batches.plan import Entry
from app.services.batches.running import FINISHED, Batches
from app.services.live import read_session
from app.services.parts import Parts


async def batch_report(parts: Parts, batches: Batches, about: About, entries: Sequence[Entry]) -> BatchReport:
    """Return where a batch stands and what its finished sessions were worth.

    A session that cannot be read counts as unreadable; it keeps no other from being told.
    """
    standings = await batches.standings(entries)
    outcomes, states, newest = [], Counter[str](), 0
    for standing in standings.values():
        state = standing.state
        if state == FINISHED:
            try:
                outcome, at = await read_outcome(parts, standing.entry)
                outcomes.append(outcome)
                newest = max(newest, at)
            except RoundtableError:
                state = "unreadable"
        states[state] += 1
    # Drawing questions anew thousands of times takes a while: a window must not stand still for it.
    worth = await asyncio.to_thread(worth_of, outcomes)
    return BatchReport(about.name, about.workflow, dict(states), outcomes, worth, newest)


async def read_outcome(parts: Parts, entry: Entry) -> tuple[Outcome, int]:
    """Return what a finished session came to, and when it was changed last in µs; raises RoundtableError."""
    reader = await parts.store.follow(entry.session)
    try:
        fold, records = await read_session(parts, reader)
    finally:
        await reader.close()
    return outcome_of(parts, entry, fold, records), records[-1].at


def outcome_of(parts: Parts, entry: Entry, fold: SessionFold, records: Sequence[Record]) -> Outcome:
    """Return what a finished session came to, against what its row expected."""
    shared = fold_session(parts.catalogue, records, fold.plugin.headline)
    told = report_of(fold.plugin, fold.state)
    result = told.answer or _newest(shared)
    grounded = {(one.seat, one.round) for one in told.turned if one.grounded}
    rounds = _rounds(shared, entry.expected, grounded)
    if told.independent:
        rounds = [[_given(seat, text, entry.expected) for seat, text in told.independent]]
    grades = {one.seat: one.right for one in told.graded}
    partly = any(one.partly for one in told.graded if not one.seat)
    if rounds:
        rounds = [[_by_rubric(given, grades) for given in rounds[0]], *rounds[1:]]
    right = is_right(entry.expected, result) if entry.expected and result else None
    spend = fold.spend
    return Outcome(
        question=entry.id,
        team=entry.arm,
        seed=entry.seed,
        session=entry.session,
        rounds=rounds,
        # What rules cannot tell a judge has told who read the rubric.
        result=grades.get("") if right is None else right,
        cost=spend.cost,
        tokens=spend.total.tokens,
        judging=told.judging,
        baseline_of=entry.team if entry.baseline else "",
        partly=right is None and partly,
    )


def _newest(shared: Projections) -> str:
    found = shared.texts.result()
    return shared.texts.standing_text(found) if found is not None else ""


def _rounds(
    shared: Projections, expected: str, grounded: Container[tuple[str, int]]
) -> Sequence[Sequence[Given]]:
    """Return the members' texts by how often each had written: first all first ones, then all second ones."""
    rejected = shared.timeline.rejected()
    by_seat: dict[str, list[Given]] = {}
    for version in sorted(shared.texts.versions.values(), key=lambda one: one.seq):
        foreign = version.slot in RESULT_SLOTS or version.seat in RESERVED_SEATS
        if not foreign and (version.round, version.attempt) not in rejected:
            given = _given(version.seat, version.text, expected)
            named = (version.seat, version.round) in grounded
            by_seat.setdefault(version.seat, []).append(replace(given, grounded=named))
    longest = max(map(len, by_seat.values()), default=0)
    return [
        [
            # Who wrote no more keeps what they said.
            given[min(number, len(given) - 1)]
            for given in by_seat.values()
        ]
        for number in range(longest)
    ]


def _given(seat: str, text: str, expected: str) -> Given:
    return Given(seat, key_of(text), is_right(expected, text) if expected else None)


def _by_rubric(given: Given, grades: Mapping[str, bool]) -> Given:
    return replace(given, right=grades.get(given.seat)) if given.right is None else given
