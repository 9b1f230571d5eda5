"""Where a run stands in its graph: the node it is in, its round, its open gates. A fold of shared facts."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import GateAnswered, GateOpened, NodeEntered, NodeLeft, RoundClosed, RoundOpened
from app.domain.ids import GateId
from app.projections.base import wanted


@dataclass(slots=True)
class Gate:
    """A gate of this session, open while it has no answer."""

    id: GateId
    seq: int
    entry: int
    round: int
    attempt: int
    fact: GateOpened
    answer: GateAnswered | None = None


@dataclass(slots=True)
class Position:
    """Fold of what the loop must know to go on; what is said of the session is `projections.Session`."""

    entry: int = 0
    """The open entry, 0 between nodes."""
    node: str = ""
    left: tuple[str, str] | None = None
    """The last (node, signal) left."""
    round: int = 0
    attempt: int = 0
    closed_rounds: int = 0
    """Rounds that were accepted; rejected attempts count for nothing."""
    gates: dict[str, Gate] = field(default_factory=dict)
    """Open gates by id."""
    answered: dict[tuple[int, str], Gate] = field(default_factory=dict)
    """The newest answered gate by (entry, kind), for the open entry only."""

    wants = wanted(NodeEntered, NodeLeft, RoundOpened, RoundClosed, GateOpened, GateAnswered)

    def open_gate(self) -> Gate | None:
        """Return the gate the run waits at."""
        return next((gate for gate in self.gates.values() if gate.entry == self.entry), None)

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record."""
        match fact:
            # First what comes most often: each class that is asked for takes its time.
            case NodeEntered():
                self.entry, self.node = record.seq, fact.node
            case NodeLeft():
                self.entry, self.left = 0, (fact.node, fact.signal)
                self.answered.clear()
                self.gates.clear()
            case RoundOpened():
                self.round, self.attempt = fact.number, fact.attempt
            case RoundClosed():
                self.closed_rounds += fact.accepted
            case GateOpened():
                gate = Gate(
                    GateId(f"g{record.seq}"), record.seq, record.entry, record.round, record.attempt, fact
                )
                self.gates[gate.id] = gate
            case GateAnswered():
                answered = self.gates.pop(fact.gate, None)
                if answered is not None:
                    answered.answer = fact
                    self.answered[answered.entry, answered.fact.kind] = answered
            case _:
                pass
