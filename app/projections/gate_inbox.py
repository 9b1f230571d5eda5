"""What waits for a person, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import GateAnswered, GateOpened, NodeLeft
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Request:
    """A gate with its payload, verbs and recommended verb (`fact`), and its answer once there is one."""

    gate: str
    seq: int
    entry: int
    round: int
    attempt: int
    fact: GateOpened
    answer: GateAnswered | None = None


@dataclass(slots=True)
class GateInbox:
    """Fold of gates; a gate whose entry was left without an answer (a stop) is in neither list."""

    open: dict[str, Request] = field(default_factory=dict)
    answered: dict[str, Request] = field(default_factory=dict)

    name = "gate_inbox"
    wants = wanted(GateOpened, GateAnswered, NodeLeft)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are gate ids."""
        match fact:
            case GateOpened():
                gate = f"g{record.seq}"
                self.open[gate] = Request(gate, record.seq, record.entry, record.round, record.attempt, fact)
                return Change(self.name, (gate,))
            case GateAnswered():
                request = self.open.pop(fact.gate, None)
                if request is None:
                    return None
                request.answer = fact
                self.answered[fact.gate] = request
                return Change(self.name, (fact.gate,))
            case NodeLeft() if self.open:
                gone = tuple(self.open)
                self.open.clear()
                return Change(self.name, gone)
            case _:
                return None

    @property
    def waiting(self) -> Request | None:
        """The gate that needs a person now; an idle gate does not."""
        return next((request for request in self.open.values() if not request.fact.idle), None)
