"""What waits for a person, and what was answered: the one fold of gates."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import GateAnswered, GateOpened, NodeLeft
from app.domain.ids import GateId
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Gate:
    """A gate with its payload, verbs and recommended verb (`fact`), and its answer once there is one."""

    id: GateId
    seq: int
    entry: int
    round: int
    attempt: int
    fact: GateOpened
    answer: GateAnswered | None = None


@dataclass(slots=True)
class GateInbox:
    """Fold of gates; a gate whose entry was left without an answer (a stop) is in neither list."""

    open: dict[str, Gate] = field(default_factory=dict)
    answered: dict[str, Gate] = field(default_factory=dict)

    name = "gate_inbox"
    wants = wanted(GateOpened, GateAnswered, NodeLeft)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are gate ids."""
        match fact:
            case GateOpened():
                gate = GateId(f"g{record.seq}")
                self.open[gate] = Gate(gate, record.seq, record.entry, record.round, record.attempt, fact)
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

    def open_gate(self) -> Gate | None:
        """Return the gate the run stands at, an idle one too."""
        return next(iter(self.open.values()), None)

    def answered_in(self, entry: int, kind: str) -> Gate | None:
        """Return the newest answered gate of a kind in the newest entry that has any, if that is `entry`."""
        for gate in reversed(self.answered.values()):
            if gate.entry != entry:
                return None
            if gate.fact.kind == kind:
                return gate
        return None

    @property
    def waiting(self) -> Gate | None:
        """The gate that needs a person now; an idle gate does not."""
        return next((request for request in self.open.values() if not request.fact.idle), None)
