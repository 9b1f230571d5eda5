"""What the library knows of one session, folded from its records as they come, and what a person refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_origin

from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import (
    SHARED_FACTS,
    CritiqueDecided,
    CritiqueFiled,
    GuidanceGiven,
    NoteAdded,
    RoundClosed,
    SessionCreated,
    SessionForked,
    SessionRenamed,
    TagsChanged,
    TextDecided,
    TextProposed,
)
from app.domain.ids import SessionId
from app.domain.verdict_facts import seat_who
from app.engine.fold import Position
from app.engine.session_rows import ARCHIVED, IDLE, RowRules, SessionRow
from app.projections.base import UNREAD, wanted
from app.projections.gate_inbox import GateInbox
from app.projections.session import Session
from app.projections.spend import Spend
from app.projections.timeline import Timeline

if TYPE_CHECKING:
    from app.engine.plugin import WorkflowPlugin

_SHARED = FactCatalogue(SHARED_FACTS)
UNKNOWN = ("your decision is needed", "needs_you")
"""What is said of a gate that nobody described."""


class RowFold:
    """The row of a session, and what was said in it: shared facts tell all of it."""

    def __init__(self, rules: RowRules) -> None:
        self._rules = rules
        self._session, self._spend, self._gates = Session(), Spend(), GateInbox()
        self._position, self._timeline = Position(), Timeline(rules.headline)
        self._refusals, self._changed_at = Refusals(), 0
        self.upto = 0
        """The seq of the newest record taken in."""

    def take(self, records: Iterable[Record]) -> list[tuple[int, str]]:
        """Take in further records; return (seq, text) of what is said in them."""
        texts = []
        for record in records:
            self.upto, self._changed_at = record.seq, record.at
            if record.type not in _SHARED:
                continue
            fact = _SHARED.decode(record, UNREAD.get(record.type, ""))
            known = fact if isinstance(fact, Fact) else None
            for shared in (self._session, self._spend, self._gates, self._position, self._refusals):
                if record.type in shared.wants:
                    shared.apply(record, known)
            self._timeline.apply(record, known)
            if (text := searchable_text(known, self._rules)).strip():
                texts.append((record.seq, text))
        return texts

    def row(self, session: SessionId, stamp: str) -> SessionRow:
        """Return the row as it stands."""
        position, folded_session, spend = self._position, self._session, self._spend
        gate = self._gates.open_gate() if folded_session.state == "waiting" else None
        short, event = self._rules.gates.get(gate.fact.kind, UNKNOWN) if gate else ("", "")
        # Who sits there is not told before the decision, in no list either.
        models = (
            ()
            if folded_session.names_hidden
            else dict.fromkeys(seat.model for seat in folded_session.seats.values())
        )
        measured = [row.current.figure for row in self._timeline.rounds.values() if row.current.figure]
        return SessionRow(
            session=session,
            workflow=folded_session.workflow,
            title=folded_session.title,
            state=folded_session.state,
            created_at=folded_session.created_at,
            changed_at=self._changed_at,
            rounds=position.closed_rounds,
            tokens=spend.total.tokens,
            tokens_cached=spend.total.tokens_cached,
            cost=spend.cost,
            known_cost=spend.total.cost,
            uncertain_cost=spend.total.uncertain,
            open_cost=spend.reserved,
            termination_reason=folded_session.reason,
            gate_kind=gate.fact.kind if gate else None,
            gate=gate.id if gate else "",
            gate_round=gate.round if gate else 0,
            gate_verbs=gate.fact.verbs if gate else (),
            gate_short=short,
            gate_event=IDLE if gate and gate.fact.idle else event,
            round=position.round,
            most_rounds=self._most_rounds(),
            tags=folded_session.tags,
            figure=measured[-1].value if measured else None,
            models=tuple(models),
            parent=folded_session.parent.session if folded_session.parent else "",
            parent_seq=folded_session.parent.seq if folded_session.parent else 0,
            begun_by=folded_session.begun_by.name if folded_session.begun_by is not None else "",
            agents=tuple(sorted(folded_session.agents)),
            refused=self._refusals.kinds(),
            copy_of=folded_session.copy_of,
            look_back=folded_session.look_back,
            right=_right(folded_session),
            upto=self.upto,
            stamp=stamp,
        )

    def _most_rounds(self) -> int:
        value = self._session.setup.get(self._rules.most)
        return max(value if isinstance(value, int) else 0, int(self._spend.limits.get("rounds") or 0))


def _right(session: Session) -> dict[str, bool]:
    """Return who was right: a seat with its model, for another session's may be called the same."""
    seats = {seat_who(name): f"{name} · {seat.model}" for name, seat in session.seats.items()}
    right = session.outcome.right if session.outcome is not None else {}
    return {seats.get(who, who): was for who, was in right.items()}


def rules_of(plugin: WorkflowPlugin | None) -> RowRules:
    """Return what rows need of a workflow; None: it is not of this program."""
    from app.domain.interruption_gates import INTERRUPTIONS  # late for start-up cost

    gates = {**INTERRUPTIONS, **(plugin.gates if plugin is not None else {})}
    words = {name: (kind.short.source, kind.event) for name, kind in gates.items()}
    if plugin is None:
        return RowRules(gates=words)
    fields = plugin.setup.model_fields
    chosen = tuple(name for name, field in fields.items() if get_origin(field.annotation) is Literal)
    return RowRules(plugin.headline, plugin.vocabulary.most, tuple(fields), chosen, words)


def searchable_text(fact: Fact | None, rules: RowRules) -> str:
    """Return the words of a fact that can be searched for; `rules`: of its session's workflow."""
    match fact:
        case SessionCreated():
            texts = written(fact, rules)
            # A title that is the question's beginning would be found twice.
            mine = [] if any(text.startswith(fact.title.rstrip("…")) for text in texts) else [fact.title]
            return "\n".join([*mine, *texts])
        case SessionRenamed():
            return fact.title
        case TagsChanged():
            return "\n".join(tag for tag in fact.tags if tag != ARCHIVED)
        case TextProposed() | GuidanceGiven() | NoteAdded():
            return fact.text
        case TextDecided():
            return fact.edit or ""
        case CritiqueFiled():
            return "\n".join(filter(None, (fact.claim, fact.suggestion, fact.quote)))
        case RoundClosed():
            return fact.feedback or ""
        case _:
            return ""


def written(fact: SessionCreated, rules: RowRules) -> Sequence[str]:
    """Return the texts a session was begun with, without what was chosen from a list (`every_round`).

    They come in the order of the form: the question first.
    """
    fields = rules.fields
    names = sorted(fact.setup, key=lambda name: fields.index(name) if name in fields else len(fields))
    return [
        value
        for name in names
        if isinstance(value := fact.setup[name], str) and value.strip() and name not in rules.chosen
    ]


_TELLING_MARKS = ("unsourced", "unclear", "too_long")
"""Marks that say the same of every text; a comment, or words struck out, say something of this one."""


@dataclass(slots=True)
class Refusals:
    """Fold of the marks and dismissals, with a case of each kind."""

    _points: dict[str, CritiqueFiled] = field(default_factory=dict)
    _dismissed: dict[str, str] = field(default_factory=dict)
    """By critique, the reason."""

    wants = wanted(CritiqueFiled, CritiqueDecided, SessionForked)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case CritiqueFiled():
                self._points[fact.critique] = fact
            case CritiqueDecided(verdict="dismiss"):
                self._dismissed[fact.critique] = fact.reason
            case CritiqueDecided():
                self._dismissed.pop(fact.critique, None)
            case SessionForked():
                # What was refused before the fork is counted where it was refused.
                self._points = {id: point for id, point in self._points.items() if point.mark is None}
                self._dismissed.clear()

    def kinds(self) -> dict[str, str]:
        """Return the kinds (`mark unclear`, `dismissed length`), each with the newest case."""
        found: dict[str, str] = {}
        for id, point in self._points.items():
            category = " ".join(point.category.casefold().split())
            if point.mark in _TELLING_MARKS and id not in self._dismissed:
                found[f"mark {point.mark}"] = point.quote
            elif point.mark is None and category and id in self._dismissed:
                found[f"dismissed {category}"] = f"{point.claim} – {self._dismissed[id]}"
        return found
