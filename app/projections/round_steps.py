"""What the steps of each attempt at a round brought forth, whatever their workflow calls them."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    CritiqueFiled,
    GateAnswered,
    GateOpened,
    NodeEntered,
    NodeLeft,
    RunHalted,
    RunStarted,
    TextProposed,
)
from app.projections.base import Change, wanted

Key = tuple[str, str, str]
"""Purpose, seat and part of a call: one that is asked again has the same."""
_CHANGED = Change("visits")
"""One for all: most records of a long session change a visit."""


@dataclass(slots=True)
class Visit:
    """One node in one attempt at a round; it may have been entered several times, as tools are."""

    entry: int = 0
    """The newest entry."""
    times: int = 0
    asked: set[Key] = field(default_factory=set)
    done: set[Key] = field(default_factory=set)
    filed: int = 0
    """Critiques."""
    refined: int = 0
    """Texts that were made of others."""
    measures: bool = False
    """Whether the round's figures were measured here."""
    took: int = 0
    """Microseconds it has run, without what it waited for a person and what the session stood still."""
    since: int = 0
    """When it began to run or went on, microseconds UTC; 0 while it does not."""

    def begin(self, at: int) -> None:
        """Let its time run from here; after a crash nobody knows when it stood still."""
        self.since = at

    def rest(self, at: int) -> None:
        """Let its time stand."""
        if self.since:
            self.took, self.since = self.took + max(0, at - self.since), 0


@dataclass(slots=True)
class Visits:
    """Fold of visits, by (round, attempt) and node."""

    by_attempt: dict[tuple[int, int], dict[str, Visit]] = field(default_factory=dict)
    _open: Visit | None = None
    _asked: dict[int, Key] = field(default_factory=dict)
    """The calls of the open entry, by the seq of their CallAsked."""

    name = _CHANGED.projection
    wants = wanted(
        *(CallAsked, CallCompleted, CriterionMeasured, CritiqueFiled, NodeEntered, NodeLeft, TextProposed),
        *(GateOpened, GateAnswered, RunHalted, RunStarted),
    )

    def at(self, round: int, attempt: int) -> dict[str, Visit]:
        """Return the nodes of an attempt, in the order in which they were first entered."""
        return self.by_attempt.get((round, attempt), {})

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record."""
        if isinstance(fact, NodeEntered):
            nodes = self.by_attempt.setdefault((record.round, record.attempt), {})
            self._open = visit = nodes.setdefault(fact.node, Visit())
            visit.entry, visit.times = record.seq, visit.times + 1
            visit.begin(record.at)
            self._asked = {}
            return _CHANGED
        if self._open is None:
            return None
        # Two records of three come by here: calls, the most of them, are looked for first.
        if isinstance(fact, CallAsked):
            if fact.command:
                return None
            self._asked[record.seq] = key = (fact.purpose, fact.seat, fact.part)
            self._open.asked.add(key)
        elif isinstance(fact, CallCompleted):
            key_of_call = self._asked.get(fact.asked)
            if key_of_call is None:
                return None
            self._open.done.add(key_of_call)
        else:
            return self._take_rest(self._open, record, fact)
        return _CHANGED

    def _take_rest(self, visit: Visit, record: Record, fact: Fact | None) -> Change | None:
        match fact:
            case TextProposed():
                if fact.base is None:
                    return None
                visit.refined += 1
            case CritiqueFiled():
                visit.filed += 1
            case CriterionMeasured():
                visit.measures = True
            case GateOpened() | RunHalted():
                visit.rest(record.at)
            case GateAnswered() | RunStarted():
                visit.begin(record.at)
            case NodeLeft() if record.entry == visit.entry:
                visit.rest(record.at)
                self._open = None
            case _:
                return None
        return _CHANGED
