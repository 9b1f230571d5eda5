"""Where a run stands in its graph: the node it is in, and its round. A fold of shared facts."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.fact_base import Fact, Record
from app.domain.facts import NodeEntered, NodeLeft, RoundClosed, RoundOpened
from app.projections.base import wanted


@dataclass(slots=True)
class Position:
    """Fold of what the loop must know to go on, beside the open gate (`projections.GateInbox`)."""

    entry: int = 0
    """The open entry, 0 between nodes."""
    node: str = ""
    left: tuple[str, str] | None = None
    """The last (node, signal) left."""
    round: int = 0
    attempt: int = 0
    closed_rounds: int = 0
    """Rounds that were accepted; rejected attempts count for nothing."""

    wants = wanted(NodeEntered, NodeLeft, RoundOpened, RoundClosed)

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record."""
        match fact:
            # First what comes most often: each class that is asked for takes its time.
            case NodeEntered():
                self.entry, self.node = record.seq, fact.node
            case NodeLeft():
                self.entry, self.left = 0, (fact.node, fact.signal)
            case RoundOpened():
                self.round, self.attempt = fact.number, fact.attempt
            case RoundClosed():
                self.closed_rounds += fact.accepted
            case _:
                pass
