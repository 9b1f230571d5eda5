"""What the sessions of a batch came to: read from their journals, one after the other.

What is chosen or counted (a number, a switch, one of some words) is a setting; texts and files are what is
asked. Rows that ask the same are one question, however they, or the fields it stands in, are called.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import RoundtableError
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import SessionFinished
from app.domain.ids import RESERVED_SEATS, SessionId
from app.domain.interruption_gates import INTERRUPTIONS
from app.domain.reporting import Graded, WorkflowReport
from app.engine.fold import SessionFold
from app.engine.plugin import report_of
from app.projections.answers import answer_of, is_labelled, keys_of
from app.projections.base import ProjectionSet
from app.projections.evaluation import (
    BatchReport,
    GradedAnswer,
    Outcome,
    ReportLine,
    Spent,
    pairs_of,
    worth_of,
)
from app.projections.folding import Projections, fold_session
from app.projections.grading import Grade, grade
from app.projections.spend import Spend
from app.projections.texts import RESULT_SLOTS, Version
from app.services.batches.columns import RUBRIC
from app.services.batches.folder import About, BatchFolder
from app.services.batches.plan import Entry
from app.services.batches.running import FINISHED, Batches
from app.services.live import read_stored
from app.services.parts import Parts


async def batch_report(parts: Parts, batches: Batches, folder: BatchFolder) -> BatchReport:
    """Return where a batch stands and what its finished sessions were worth; raises InputError.

    A session that cannot be read counts as unreadable; it keeps no other from being told.
    """
    about, entries, aside, table = await asyncio.to_thread(_read, folder)
    standings = await batches.standings(entries)
    told: list[tuple[Entry, Outcome]] = []
    left: list[tuple[Entry, str]] = []
    states: dict[SessionId, str] = {}
    newest = 0
    for standing in standings.values():
        state = standing.state
        if state == FINISHED:
            try:
                outcome, at = await read_outcome(parts, standing.entry)
                told.append((standing.entry, outcome))
                newest = max(newest, at)
                continue
            except RoundtableError:
                state = "unreadable"
        left.append((standing.entry, state))
        states[standing.entry.session] = state
    kinds = list(dict.fromkeys(entry.workflow or about.workflow for entry in entries))
    models = {kind: parts.plugin(kind).setup for kind in kinds}
    variants = Variants(told, {**models, "": parts.plugin(about.workflow).setup})
    outcomes = [variants.named(entry, outcome) for entry, outcome in told]
    waiting: dict[str, Counter[str]] = {}
    for entry, state in left:
        waiting.setdefault(variants.variant(entry), Counter())[state] += 1
    # Drawing questions anew thousands of times takes a while: a window must not stand still for it.
    worth = await asyncio.to_thread(worth_of, outcomes)
    runs = Counter((entry.row, entry.variant) for entry in entries)
    # In the order of the table: the states that sessions came to, those that are finished among them.
    counted = Counter(FINISHED for _ in told) + Counter(state for _, state in left)
    finished = {one.session: one for one in outcomes}
    asked = [INTERRUPTIONS, *(parts.plugin(kind).gates for kind in kinds)]
    gates = {name: kind.title.source for each in asked for name, kind in each.items()}
    return BatchReport(
        name=about.name,
        workflow=", ".join(kinds) or about.workflow,
        states=dict(counted),
        outcomes=outcomes,
        teams=worth,
        at=newest,
        pairs=await asyncio.to_thread(pairs_of, outcomes),
        left={variant: dict(each) for variant, each in waiting.items()},
        set_aside=len(aside),
        lines=[
            ReportLine(
                entry.row,
                entry.id,
                variants.variant(entry),
                entry.seed,
                entry.session,
                states.get(entry.session, FINISHED),
                gates.get(standings[entry.session].why, standings[entry.session].why),
                entry.expected,
                finished.get(entry.session),
            )
            for entry in entries
        ],
        table=table,
        why_aside=aside,
        seeds=max(runs.values(), default=0),
        version=parts.version,
    )


def _read(
    folder: BatchFolder,
) -> tuple[About, Sequence[Entry], Mapping[int, str], Mapping[int, Mapping[str, JsonValue]]]:
    return folder.about(), folder.entries(), folder.set_aside(), folder.table()


async def read_outcome(parts: Parts, entry: Entry) -> tuple[Outcome, int]:
    """Return what a finished session came to, and when it was changed last in µs; raises RoundtableError."""
    fold, records = await read_stored(parts, entry.session)
    return _outcome_of(parts, entry, fold, records), records[-1].at


def _outcome_of(parts: Parts, entry: Entry, fold: SessionFold, records: Sequence[Record]) -> Outcome:
    """Return what a finished session came to, against what its row expected."""
    shared = fold_session(parts.catalogue, records, fold.plugin.headline)
    told = report_of(fold.plugin, fold.state)
    result = told.answer or _newest(shared)
    grounded = {(one.seat, one.round) for one in told.turned if one.grounded}
    steps = _steps(shared)
    asked = fold.session.question
    # Counted together: an answer that stays is the same one in every round.
    keys = iter(keys_of([version.text for step in steps for version in step], asked))
    rounds = [[_given(one, next(keys), entry.expected, asked, grounded) for one in step] for step in steps]
    grades = {one.seat: one for one in told.graded}
    if told.independent:
        # A grade is of one of a member's samples, and says nothing of its others.
        keys = iter(keys_of([text for _, text in told.independent], asked))
        rounds = [
            [
                GradedAnswer(s, next(keys), _right(entry.expected, t, asked), said=answer_of(t))
                for s, t in told.independent
            ]
        ]
    elif rounds:
        rounds = [[_by_rubric(one, grades) for one in rounds[0]], *rounds[1:]]
    graded = grade(entry.expected, result, asked) if entry.expected and result else Grade(None)
    final, word = grades.get(""), shared.session.right
    by_rubric = word is None and graded.right is None and final is not None
    spend, session = fold.spend, fold.session
    return Outcome(
        question=entry.id,
        team=entry.variant,
        seed=entry.seed,
        session=entry.session,
        rounds=rounds,
        # A person's word holds before all; what rules cannot tell a judge has told who read the rubric.
        result=word if word is not None else final.right if by_rubric and final is not None else graded.right,
        cost=spend.cost,
        tokens=spend.total.tokens,
        known_cost=spend.total.cost,
        uncertain_cost=spend.total.uncertain + spend.reserved,
        tokens_cached=spend.total.tokens_cached,
        judging=told.judging,
        baseline_of=entry.model_copy(update={"baseline": ""}).variant if entry.baseline else "",
        by_rubric=by_rubric,
        partly=by_rubric and final is not None and final.partly,
        spent=_spent(parts.catalogue, records, steps),
        text=session.question,
        asked=asked_of(fold.plugin.setup, session.setup, entry.expected),
        settings=settings_of(fold.plugin.setup, session.setup),
        models={name: seat.model for name, seat in session.seats.items()},
        number_of_rounds=sum(
            any(attempt.accepted is not False for attempt in row.attempts)
            for row in shared.timeline.rounds.values()
        ),
        version=session.app_version,
        answer=result,
        short=_short(told, result, entry.expected),
        way=graded.way,
        by_person=word is not None,
        agreement=shared.timeline.newest_figure if fold.plugin.agrees else None,
        dissent=_dissent(told),
        seconds=_seconds(records),
    )


def _short(told: WorkflowReport, result: str, expected: str) -> str:
    """Return the answer in a sentence: of one that is held against a key what is held, else the decision."""
    read = answer_of(result)
    decision = told.decision if told.decided else ""
    return read if expected or is_labelled(result) else decision or read


def _dissent(told: WorkflowReport) -> str:
    """Return who is against the result and why, a line each; empty where nobody is."""
    remarks = [
        one for part in told.findings if told.senses.get(part.name) == "against" for one in part.remarks
    ]
    return "\n".join(f"{', '.join(one.who)}: {one.text}" if one.who else one.text for one in remarks)


def _seconds(records: Sequence[Record]) -> float | None:
    """Return how long a session took, with what it waited for; None where it has not ended."""
    ended = [one.at for one in records if one.type == SessionFinished.tag()]
    return (ended[-1] - records[0].at) / 1e6 if ended else None


def _newest(shared: Projections) -> str:
    found = shared.texts.result()
    return shared.texts.standing_text(found) if found is not None else ""


def _steps(shared: Projections) -> Sequence[Sequence[Version]]:
    """Return the members' first texts, then those that stood at the end of each round.

    Only the first ones where nobody wrote a second.
    """
    rejected = shared.timeline.rejected()
    by_seat: dict[str, list[Version]] = {}
    for version in sorted(shared.texts.versions.values(), key=lambda one: one.seq):
        foreign = version.slot in RESULT_SLOTS or version.seat in RESERVED_SEATS
        if not foreign and (version.round, version.attempt) not in rejected:
            by_seat.setdefault(version.seat, []).append(version)
    if not by_seat:
        return []
    last = max((own[-1].round for own in by_seat.values() if len(own) > 1), default=0)
    first = [own[0] for own in by_seat.values()]
    return [
        first,
        *(
            # Who wrote no more keeps what they said.
            [next((one for one in reversed(own) if one.round <= number), own[0]) for own in by_seat.values()]
            for number in range(1, last + 1)
        ),
    ]


def _spent(
    catalogue: FactCatalogue, records: Sequence[Record], steps: Sequence[Sequence[Version]]
) -> Sequence[Spent]:
    """Return what was used by the time at which the last text of each step was written."""
    spend, at, found = Spend(), 0, []
    feeder = ProjectionSet(catalogue, (spend,))
    for step in steps:
        until = max(one.seq for one in step)
        while at < len(records) and records[at].seq <= until:
            feeder.apply(records[at])
            at += 1
        found.append(Spent(spend.total.tokens, spend.cost))
    return found


def _given(
    version: Version, key: str, expected: str, asked: str, grounded: Container[tuple[str, int]]
) -> GradedAnswer:
    right = _right(expected, version.text, asked)
    named = (version.seat, version.round) in grounded
    return GradedAnswer(version.seat, key, right, named, answer_of(version.text))


@lru_cache(maxsize=64)
def _right(expected: str, text: str, asked: str) -> bool | None:
    return grade(expected, text, asked).right if expected else None


def _by_rubric(given: GradedAnswer, grades: Mapping[str, Graded]) -> GradedAnswer:
    grade = grades.get(given.seat)
    return replace(given, right=grade.right) if given.right is None and grade is not None else given


# --- what is compared ---------------------------------------------------------------------------------


def settings_of(model: type[BaseModel], setup: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the settings that are not as by default, as they are written in a table."""
    return {
        name: _written(setup[name])
        for name, field in model.model_fields.items()
        if name in setup and _is_setting(model, name, setup[name])
        if setup[name] != field.get_default(call_default_factory=True)
    }


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def asked_of(model: type[BaseModel], setup: Mapping[str, Any], expected: str) -> str:
    """Return what tells a question from others: its texts, its files and what it expects, digested."""
    said = sorted(
        dumps(setup[name])
        for name, field in model.model_fields.items()
        if name in setup and name != RUBRIC and not _is_setting(model, name, setup[name])
        if setup[name] not in ("", [], {}, field.get_default(call_default_factory=True))
    )
    return hashlib.sha256(dumps([said, expected]).encode()).hexdigest()[:16]


def _is_setting(model: type[BaseModel], name: str, value: object) -> bool:
    if isinstance(value, str):
        return model.model_fields[name].annotation is not str
    return value is None or isinstance(value, bool | int | float)


class Variants:
    """What each session of a batch is compared as; `models`: of setups, by the entries' workflows."""

    def __init__(self, told: Sequence[tuple[Entry, Outcome]], models: Mapping[str, type[BaseModel]]) -> None:
        self._fields = {workflow: model.model_fields for workflow, model in models.items()}
        self._of_row = {(entry.row, entry.workflow): one for entry, one in told if not entry.baseline}
        self._asked: dict[str, str] = {}
        by_question: dict[tuple[str, str], list[Mapping[str, str]]] = {}
        for (_, workflow), one in self._of_row.items():
            # Rows of one id, and the workflows of one row, are asked the same, whatever they ask for besides.
            asked = self._asked.setdefault(one.question, one.unit)
            by_question.setdefault((workflow, asked), []).append(one.settings)
        self._varied = {
            workflow: [
                name
                for name in fields
                if any(
                    len({one.get(name) for one in own}) > 1
                    for (kind, _), own in by_question.items()
                    if kind == workflow
                )
            ]
            for workflow, fields in self._fields.items()
        }

    def variant(self, entry: Entry) -> str:
        """Return the team, workflow and settings where a question ran with several, and which baseline."""
        return _joined(self._compared(entry), entry.baseline)

    def named(self, entry: Entry, outcome: Outcome) -> Outcome:
        """Return an outcome as one of its variant; a baseline's is of the question of its session."""
        return replace(
            outcome,
            team=self.variant(entry),
            baseline_of=self._compared(entry) if entry.baseline else "",
            asked=self._asked.get(entry.id, outcome.asked),
        )

    def _compared(self, entry: Entry) -> str:
        own = self._of_row.get((entry.row, entry.workflow))
        if own is None:
            return _joined(entry.team, entry.kind)
        told = ", ".join(
            f"{name}={own.settings.get(name, self._default(entry.workflow, name))}"
            for name in self._varied[entry.workflow]
        )
        return _joined(entry.team, entry.kind, told)

    def _default(self, workflow: str, name: str) -> str:
        return _written(self._fields[workflow][name].get_default(call_default_factory=True))


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))
