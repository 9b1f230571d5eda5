"""A session told from its shared facts, round by round, for the exports people read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    NoteAdded,
    ResultJudged,
    RoundClosed,
    RoundOpened,
    RunHalted,
    SessionCreated,
    SessionFinished,
    SessionForked,
    SessionRenamed,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.seats import Seat


@dataclass
class ToldCritique:
    """A point with what became of it."""

    fact: CritiqueFiled
    decided: CritiqueDecided | None = None
    answered: CritiqueAnswered | None = None


@dataclass
class ToldRound:
    """One attempt at a round."""

    number: int
    attempt: int
    texts: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    assessed: dict[str, TextAssessed] = field(default_factory=dict)
    critiques: list[ToldCritique] = field(default_factory=list)
    figures: list[CriterionMeasured] = field(default_factory=list)
    choices: list[TextDecided] = field(default_factory=list)
    guidance: list[str] = field(default_factory=list)
    decision: GateAnswered | None = None
    closed: RoundClosed | None = None


@dataclass
class Spent:
    """What one seat used."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    unknown: bool = False


@dataclass
class Story:
    """Everything an export tells."""

    created: SessionCreated | None = None
    title: str = ""
    at: int = 0
    state: str = "not finished"
    reason: str | None = None
    parent: str = ""
    rounds: list[ToldRound] = field(default_factory=list)
    result: str = ""
    notes: list[str] = field(default_factory=list)
    verdict: str = ""
    spent: dict[str, Spent] = field(default_factory=dict)

    @property
    def seats(self) -> dict[str, Seat]:
        """Return the places at the table."""
        return self.created.seats if self.created else {}


def tell(records: Iterable[Record], catalogue: FactCatalogue) -> Story:
    """Fold records into a story."""
    story = Story()
    asked: dict[int, CallAsked] = {}
    gates: dict[str, str] = {}
    by_seq: dict[int, str] = {}
    points: dict[str, ToldCritique] = {}
    accepted: dict[str, str] = {}
    for record in records:
        fact = catalogue.decode(record)
        now = story.rounds[-1] if story.rounds else None
        match fact:
            case SessionCreated():
                story.created, story.title, story.at = fact, fact.title, record.at
            case SessionForked():
                story.title, story.parent = fact.title, fact.parent.session
                story.spent.clear()
            case SessionRenamed():
                story.title = fact.title
            case RunHalted():
                story.state, story.reason = fact.state, fact.reason
            case SessionFinished():
                story.state, story.reason = "finished", fact.reason
            case RoundOpened():
                story.rounds.append(ToldRound(fact.number, fact.attempt, bases=dict(accepted)))
            case CallAsked():
                asked[record.seq] = fact
            case CallCompleted():
                spent = story.spent.setdefault(asked[fact.asked].seat, Spent())
                spent.calls += 1
                spent.tokens += fact.usage.tokens
                spent.cost += fact.usage.cost or 0.0
                spent.unknown |= fact.usage.cost is None
            case TextProposed(slot="result"):
                story.result = fact.text
            case TextProposed() if now:
                by_seq[record.seq] = fact.text
                if fact.base in by_seq:
                    now.bases[fact.seat] = by_seq[fact.base]
                now.texts.setdefault(fact.seat, []).append((record.seq, fact.text))
            case TextAssessed() if now:
                now.assessed[fact.seat] = fact
            case TextDecided() if now:
                now.choices.append(fact)
                if fact.edit is not None:
                    by_seq[record.seq] = fact.edit
            case CritiqueFiled() if now:
                points[fact.critique] = ToldCritique(fact)
                now.critiques.append(points[fact.critique])
            case CritiqueDecided() if fact.critique in points:
                points[fact.critique].decided = fact
            case CritiqueAnswered() if fact.critique in points:
                points[fact.critique].answered = fact
            case CriterionMeasured() if now:
                now.figures.append(fact)
            case GuidanceGiven() if now:
                now.guidance.append(fact.text)
            case NoteAdded():
                story.notes.append(fact.text)
            case ResultJudged():
                story.verdict = fact.verdict
            case GateOpened():
                gates[f"g{record.seq}"] = fact.kind
            case GateAnswered() if now and gates.get(fact.gate) == "approval":
                now.decision = fact
            case RoundClosed() if now:
                now.closed = fact
                if fact.accepted:
                    accepted.update({seat: texts[-1][1] for seat, texts in now.texts.items()})
                    accepted.update({c.seat: c.edit for c in now.choices if c.edit is not None})
            case _:
                pass
    return story
