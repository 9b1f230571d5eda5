"""The rounds with their attempts and figures, and the node that is open."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CriterionMeasured, NodeEntered, NodeLeft, RoundClosed, RoundOpened
from app.projections.base import wanted


@dataclass(slots=True)
class TimelineAttempt:
    """One attempt at a round; `accepted` None while it is undecided."""

    number: int
    opened_at: int
    closed_at: int | None = None
    accepted: bool | None = None
    feedback: str | None = None
    figure: CriterionMeasured | None = None


@dataclass(slots=True)
class TimelineRound:
    """A round with its attempts in order."""

    number: int
    attempts: list[TimelineAttempt] = field(default_factory=list)

    @property
    def current(self) -> TimelineAttempt:
        """The newest attempt."""
        return self.attempts[-1]


@dataclass(slots=True)
class Timeline:
    """Fold of rounds; `headline` is the criterion that is a round's figure."""

    headline: str = ""
    rounds: dict[int, TimelineRound] = field(default_factory=dict)
    measured: dict[tuple[int, int], dict[str, CriterionMeasured]] = field(default_factory=dict)
    """Figures by (round, attempt), then by name; a later measurement replaces an earlier one."""
    node: str = ""
    """The node that is open, empty between nodes."""

    wants = wanted(RoundOpened, RoundClosed, CriterionMeasured, NodeEntered, NodeLeft)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case RoundOpened():
                row = self.rounds.setdefault(fact.number, TimelineRound(fact.number))
                row.attempts.append(TimelineAttempt(fact.attempt, record.at))
            case RoundClosed():
                attempt = self._attempt(fact.number, fact.attempt)
                if attempt is not None:
                    attempt.closed_at, attempt.accepted = record.at, fact.accepted
                    attempt.feedback = fact.feedback
            case CriterionMeasured():
                self.measured.setdefault((record.round, record.attempt), {})[fact.name] = fact
                attempt = self._attempt(record.round, record.attempt)
                if attempt is not None and self._leads(fact, attempt.figure):
                    attempt.figure = fact
            case NodeEntered():
                self.node = fact.node
            case NodeLeft():
                self.node = ""

    @property
    def newest_figure(self) -> float | None:
        """The value of the newest attempt's figure, where one was measured."""
        figures = [
            one.figure.value for row in self.rounds.values() for one in row.attempts if one.figure is not None
        ]
        return figures[-1] if figures else None

    def rejected(self) -> set[tuple[int, int]]:
        """Return the (round, attempt) of those that were not accepted."""
        return {
            (number, attempt.number)
            for number, row in self.rounds.items()
            for attempt in row.attempts
            if attempt.accepted is False
        }

    def _leads(self, fact: CriterionMeasured, shown: CriterionMeasured | None) -> bool:
        """Tell whether a figure is the round's: the headline, or one in force where the headline is not."""
        if fact.name == self.headline:
            return True
        informs = shown is not None and shown.name == self.headline and shown.threshold is None
        return informs and fact.threshold is not None

    def _attempt(self, number: int, attempt: int) -> TimelineAttempt | None:
        row = self.rounds.get(number)
        return next((a for a in reversed(row.attempts) if a.number == attempt), None) if row else None
