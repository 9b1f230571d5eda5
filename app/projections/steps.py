"""What each step of the graph brought forth and took, by node and by attempt, and the way the run came."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CallFailed,
    CallResolved,
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
from app.projections.base import wanted

KEPT = 40
"""Steps of the way that are remembered; a picture needs the last few."""
Key = tuple[str, str, str]
"""Purpose, seat and part of a call: one that is asked again, also for another reply, has the same."""


@dataclass(slots=True)
class _NodeUse:
    """One node's visits, in all. `busy` is in microseconds, over visits that ended."""

    visits: int = 0
    busy: int = 0
    calls: int = 0
    failures: int = 0
    last: int = 0
    """The entry of the newest visit."""
    since: int = 0
    """When the open visit began, 0 where none is open."""
    failing: bool = False
    """Whether a call of the open visit failed and is not asked again."""


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
class Steps:
    """Fold of visits: by node, and by (round, attempt) and node."""

    nodes: dict[str, _NodeUse] = field(default_factory=dict)
    way: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    """The nodes entered last, oldest first."""
    by_attempt: dict[tuple[int, int], dict[str, Visit]] = field(default_factory=dict)
    _open: Visit | None = None
    """The newest visit, until its entry is left."""
    _use: _NodeUse | None = None
    """Of the node that was entered last."""
    _entry: int = 0
    _asked: dict[int, Key] = field(default_factory=dict)
    """The calls of the open entry, by the seq of their CallAsked; older ones have ended."""
    _failed: set[Key] = field(default_factory=set)

    wants = wanted(
        *(CallAsked, CallCompleted, CallFailed, CallResolved, CriterionMeasured, CritiqueFiled, TextProposed),
        *(GateOpened, GateAnswered, NodeEntered, NodeLeft, RunHalted, RunStarted),
    )

    def at(self, round: int, attempt: int) -> dict[str, Visit]:
        """Return the nodes of an attempt, in the order in which they were first entered."""
        return self.by_attempt.get((round, attempt), {})

    def apply(self, record: Record, fact: Fact | None) -> None:
        # Two records of three come by here: calls, the most of them, are looked for first.
        match fact:
            case CallAsked():
                self._ask(record, fact)
            case CallCompleted() | CallResolved(verb="use_partial" | "use_stored"):
                # What came of a cut answer is one once it is used.
                if self._open is not None and (key := self._asked.get(fact.asked)) is not None:
                    self._open.done.add(key)
            case NodeEntered():
                self._enter(record, fact.node)
            case NodeLeft():
                use = self.nodes.get(fact.node)
                if use is not None:
                    use.busy += max(0, record.at - use.since) if use.since else 0
                    use.since, use.failing = 0, False
                if self._open is not None and record.entry == self._open.entry:
                    self._open.rest(record.at)
                    self._open = None
            case CallFailed():
                if self._use is not None and record.entry == self._entry:
                    self._use.failures += 1
                    if fact.asked in self._asked:
                        self._failed.add(self._asked[fact.asked])
                    self._use.failing = bool(self._failed)
            case _:
                if self._open is not None:
                    _take_rest(self._open, record, fact)

    def _enter(self, record: Record, node: str) -> None:
        self._use = use = self.nodes.setdefault(node, _NodeUse())
        use.visits += 1
        use.last, use.since, use.failing = record.seq, record.at, False
        self.way.append(node)
        visits = self.by_attempt.setdefault((record.round, record.attempt), {})
        self._open = visit = visits.setdefault(node, Visit())
        visit.entry, visit.times = record.seq, visit.times + 1
        visit.begin(record.at)
        self._entry, self._asked, self._failed = record.seq, {}, set()

    def _ask(self, record: Record, fact: CallAsked) -> None:
        of_entry = self._use if record.entry == self._entry else None
        if of_entry is not None:
            of_entry.calls += 1
        if fact.command:
            # The step itself does not hang on it.
            return
        key = (fact.purpose, fact.seat, re.sub(r"-?\b(?:reask|longer)\Z", "", fact.part))
        if of_entry is not None or self._open is not None:
            self._asked[record.seq] = key
        if of_entry is not None:
            self._failed.discard(key)
            of_entry.failing = bool(self._failed)
        if self._open is not None:
            self._open.asked.add(key)
            self._open.done.discard(key)


def _take_rest(visit: Visit, record: Record, fact: Fact | None) -> None:
    match fact:
        case TextProposed():
            visit.refined += fact.base is not None
        case CritiqueFiled():
            visit.filed += 1
        case CriterionMeasured():
            visit.measures = True
        case GateOpened() | RunHalted():
            visit.rest(record.at)
        case GateAnswered() | RunStarted():
            visit.begin(record.at)
