"""The critique ledger: every point, the person's decision on it, the author's answer to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import get_args

from app.domain.fact_base import Fact, Record
from app.domain.facts import CritiqueAnswered, CritiqueDecided, CritiqueFiled, DecisionWithdrawn, Severity
from app.projections.base import wanted

_RANK = {severity: rank for rank, severity in enumerate(get_args(Severity))}
"""Of each severity; the gravest is named first."""


@dataclass(frozen=True, slots=True)
class Point:
    """One critique with what became of it; `answers` is one per round it was carried into.

    What becomes of it makes another one of it: who holds one sees that it is not the same any more.
    """

    seq: int
    round: int
    attempt: int
    filed: CritiqueFiled
    decided: CritiqueDecided | None = None
    answers: tuple[CritiqueAnswered, ...] = ()
    decided_at: int = 0
    """Seq of the verdict in force, to withdraw it by."""

    @property
    def pair(self) -> tuple[str, str]:
        """Critic and target."""
        return self.filed.critic, self.filed.target

    @property
    def rank(self) -> int:
        """Its place among the severities; 0: the gravest."""
        return _RANK[self.filed.severity]

    @property
    def answer(self) -> CritiqueAnswered | None:
        """The newest answer."""
        return self.answers[-1] if self.answers else None

    @property
    def answered(self) -> str:
        """The kind of the newest answer, empty where there is none."""
        return self.answers[-1].answer if self.answers else ""

    @property
    def verdict(self) -> str:
        """The person's word, empty where there is none."""
        return self.decided.verdict if self.decided is not None else ""

    @property
    def apart(self) -> bool:
        """Whether its passage does not stand in the answer, and nobody has accepted it all the same."""
        return self.filed.passage == "absent" and self.verdict != "accept"

    @property
    def open(self) -> bool:
        """Whether it still asks for something: not dismissed, not apart, and not fixed or held."""
        return not self.apart and self.verdict != "dismiss" and self.answered in ("", "unanswered")


@dataclass(slots=True)
class Critiques:
    """Fold of the ledger, in the order of filing."""

    points: dict[str, Point] = field(default_factory=dict)
    _stood: dict[tuple[int, int], int] = field(default_factory=dict)
    """By (round, attempt): the attempt before whose points were answered again."""
    _decisions: dict[int, tuple[str, CritiqueDecided | None, int]] = field(default_factory=dict)

    wants = wanted(CritiqueFiled, CritiqueDecided, CritiqueAnswered, DecisionWithdrawn)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case CritiqueFiled():
                self.points[fact.critique] = Point(record.seq, record.round, record.attempt, fact)
            case CritiqueDecided() if fact.critique in self.points:
                point = self.points[fact.critique]
                self._decisions[record.seq] = (fact.critique, point.decided, point.decided_at)
                self.points[fact.critique] = replace(point, decided=fact, decided_at=record.seq)
            case CritiqueAnswered() if fact.critique in self.points:
                point = self.points[fact.critique]
                self.points[fact.critique] = replace(point, answers=(*point.answers, fact))
                if record.round == point.round and record.attempt != point.attempt:
                    self._stood[record.round, record.attempt] = point.attempt
            case DecisionWithdrawn() if fact.seq in self._decisions:
                critique, before, at = self._decisions.pop(fact.seq)
                if at == 0 and self.points[critique].filed.mark is not None:
                    # Undone at once: what a person files is theirs to take back.
                    del self.points[critique]
                else:
                    self.points[critique] = replace(self.points[critique], decided=before, decided_at=at)

    def ledger(self, number: int = 0, attempt: int = 0) -> list[Point]:
        """Return the points of an attempt at a round (0: of all), newest round first, the gravest first.

        Those apart come last.
        """
        points: Iterable[Point] = self.of_round(number, attempt) if number else self.points.values()
        return sorted(
            points, key=lambda point: (-point.round, -point.attempt, point.apart, point.rank, point.seq)
        )

    def of_round(self, number: int, attempt: int) -> list[Point]:
        """Return the points filed in one attempt; where it asked for none, those of the attempt before."""
        filed = [p for p in self.points.values() if (p.round, p.attempt) == (number, attempt)]
        before = self._stood.get((number, attempt))
        return filed or ([] if before is None else self.of_round(number, before))
