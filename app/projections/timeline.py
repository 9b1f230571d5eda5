"""The rounds with their attempts, and the node that is open."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CriterionMeasured, NodeEntered, NodeLeft, RoundClosed, RoundOpened
from app.projections.base import Change, wanted


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
    node: str = ""
    """The node that is open, empty between nodes."""

    name = "timeline"
    wants = wanted(RoundOpened, RoundClosed, CriterionMeasured, NodeEntered, NodeLeft)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are round numbers, or `node:<name>`."""
        match fact:
            case RoundOpened():
                row = self.rounds.setdefault(fact.number, TimelineRound(fact.number))
                row.attempts.append(TimelineAttempt(fact.attempt, record.at))
                return Change(self.name, (str(fact.number),))
            case RoundClosed():
                attempt = self._attempt(fact.number, fact.attempt)
                if attempt is None:
                    return None
                attempt.closed_at, attempt.accepted, attempt.feedback = (
                    record.at,
                    fact.accepted,
                    fact.feedback,
                )
                return Change(self.name, (str(fact.number),))
            case CriterionMeasured():
                attempt = self._attempt(record.round, record.attempt)
                if attempt is None or not self._leads(fact, attempt.figure):
                    return None
                attempt.figure = fact
                return Change(self.name, (str(record.round),))
            case NodeEntered():
                self.node = fact.node
                return Change(self.name, (f"node:{fact.node}",))
            case NodeLeft():
                self.node = ""
                return Change(self.name, (f"node:{fact.node}",))
            case _:
                return None

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
