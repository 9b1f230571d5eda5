"""The critique ledger: every point, the person's decision on it, the author's answer to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CritiqueAnswered, CritiqueDecided, CritiqueFiled, DecisionWithdrawn
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Point:
    """One critique with what became of it; `answers` is one per round it was carried into."""

    seq: int
    round: int
    attempt: int
    filed: CritiqueFiled
    decided: CritiqueDecided | None = None
    answers: list[CritiqueAnswered] = field(default_factory=list)
    decided_at: int = 0
    """Seq of the verdict in force, to withdraw it by."""

    @property
    def open(self) -> bool:
        """Whether it still asks for something: not dismissed, and not fixed or held."""
        dismissed = self.decided is not None and self.decided.verdict == "dismiss"
        return not dismissed and not (self.answers and self.answers[-1].answer != "unanswered")


@dataclass(slots=True)
class Critiques:
    """Fold of the ledger, in the order of filing."""

    points: dict[str, Point] = field(default_factory=dict)
    _stood: dict[tuple[int, int], int] = field(default_factory=dict)
    """By (round, attempt): the attempt before whose points were answered again."""
    _decisions: dict[int, tuple[str, CritiqueDecided | None, int]] = field(default_factory=dict)

    name = "critiques"
    wants = wanted(CritiqueFiled, CritiqueDecided, CritiqueAnswered, DecisionWithdrawn)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are critique ids."""
        match fact:
            case CritiqueFiled():
                self.points[fact.critique] = Point(record.seq, record.round, record.attempt, fact)
                return Change(self.name, (fact.critique,))
            case CritiqueDecided() if fact.critique in self.points:
                point = self.points[fact.critique]
                self._decisions[record.seq] = (fact.critique, point.decided, point.decided_at)
                point.decided, point.decided_at = fact, record.seq
                return Change(self.name, (fact.critique,))
            case CritiqueAnswered() if fact.critique in self.points:
                point = self.points[fact.critique]
                point.answers.append(fact)
                if record.round == point.round and record.attempt != point.attempt:
                    self._stood[record.round, record.attempt] = point.attempt
                return Change(self.name, (fact.critique,))
            case DecisionWithdrawn() if fact.seq in self._decisions:
                critique, before, at = self._decisions.pop(fact.seq)
                point = self.points[critique]
                point.decided, point.decided_at = before, at
                return Change(self.name, (critique,))
            case _:
                return None

    def of_round(self, number: int, attempt: int) -> list[Point]:
        """Return the points filed in one attempt; where it asked for none, those of the attempt before."""
        filed = [p for p in self.points.values() if (p.round, p.attempt) == (number, attempt)]
        before = self._stood.get((number, attempt))
        return filed or ([] if before is None else self.of_round(number, before))
