"""What each step of the graph took so far, and by which way the run came to where it is."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CallAsked, CallFailed, NodeEntered, NodeLeft
from app.projections.base import Change, wanted

KEPT = 40
"""Steps of the way that are remembered; a picture needs the last few."""
Key = tuple[str, str, str]
"""Purpose, seat and part of a call: a retry has the same."""


@dataclass(slots=True)
class NodeUse:
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
class Steps:
    """Fold of visits, by node."""

    nodes: dict[str, NodeUse] = field(default_factory=dict)
    way: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    """The nodes entered last, oldest first."""
    _entries: dict[int, str] = field(default_factory=dict)
    _asked: dict[int, Key] = field(default_factory=dict)
    """The calls of the open entry, by the seq of their CallAsked."""
    _failed: set[Key] = field(default_factory=set)

    name = "steps"
    wants = wanted(NodeEntered, NodeLeft, CallAsked, CallFailed)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are nodes."""
        match fact:
            case NodeEntered():
                node = fact.node
                use = self.nodes.setdefault(node, NodeUse())
                use.visits += 1
                use.last, use.since, use.failing = record.seq, record.at, False
                self.way.append(node)
                # Calls lie in the open entry; older ones have ended.
                self._entries = {record.seq: node}
                self._asked, self._failed = {}, set()
            case NodeLeft() if fact.node in self.nodes:
                node = fact.node
                use = self.nodes[node]
                use.busy += max(0, record.at - use.since) if use.since else 0
                use.since, use.failing = 0, False
            case CallAsked() | CallFailed() if record.entry in self._entries:
                node = self._entries[record.entry]
                self._take_call(self.nodes[node], fact, record.seq)
            case _:
                return None
        return Change(self.name, (node,))

    def _take_call(self, use: NodeUse, fact: CallAsked | CallFailed, seq: int) -> None:
        match fact:
            case CallAsked():
                use.calls += 1
                if fact.command:
                    # The step itself does not hang on it.
                    return
                self._asked[seq] = key = (fact.purpose, fact.seat, fact.part)
                self._failed.discard(key)
            case CallFailed():
                use.failures += 1
                if fact.asked in self._asked:
                    self._failed.add(self._asked[fact.asked])
        use.failing = bool(self._failed)
