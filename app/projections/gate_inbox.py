"""What waits for a person, and what was answered: the one fold of gates.

Rule: only an open gate holds its payload, and an answer goes with its node. Both stay in the journal, where
whoever looks at them reads them again: hundreds of rounds hold no more than one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import By, GateAnswered, GateOpened, NodeLeft, TextDecided
from app.domain.ids import GateId
from app.projections.base import wanted


@dataclass(slots=True)
class Gate:
    """An open gate with its payload, verbs and recommended verb (`fact`)."""

    id: GateId
    seq: int
    entry: int
    round: int
    attempt: int
    fact: GateOpened
    decided: set[str] = field(default_factory=set)
    """Seats whose text somebody decided on meanwhile."""


@dataclass(slots=True)
class AnsweredGate:
    """What is kept of a gate that was answered; `figures`: the numbers that its payload told."""

    id: GateId
    seq: int
    entry: int
    round: int
    attempt: int
    kind: str
    by: By
    figures: Mapping[str, int | float]
    answer: GateAnswered | None
    """None once its node was left."""


@dataclass(slots=True)
class GateInbox:
    """Fold of gates; a gate whose entry was left without an answer (a stop) is in neither list."""

    open: dict[str, Gate] = field(default_factory=dict)
    answered: dict[str, AnsweredGate] = field(default_factory=dict)
    _of_entry: list[AnsweredGate] = field(default_factory=list)
    """Those of the open entry: their node still reads what was answered."""

    wants = wanted(GateOpened, GateAnswered, NodeLeft, TextDecided)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case GateOpened():
                gate = GateId(f"g{record.seq}")
                self.open[gate] = Gate(gate, record.seq, record.entry, record.round, record.attempt, fact)
            case GateAnswered():
                request = self.open.pop(fact.gate, None)
                if request is not None:
                    passed = self.answered[fact.gate] = _answered(request, fact)
                    self._of_entry.append(passed)
            case TextDecided():
                for gate_open in self.open.values():
                    gate_open.decided.add(fact.seat)
            case NodeLeft():
                for one in self._of_entry:
                    one.answer = None
                self._of_entry.clear()
                self.open.clear()

    def open_gate(self) -> Gate | None:
        """Return the gate the run stands at, an idle one too."""
        return next(iter(self.open.values()), None)

    def answered_in(self, entry: int, kind: str) -> AnsweredGate | None:
        """Return the newest answered gate of a kind in the newest entry that has any, if that is `entry`."""
        for gate in reversed(self.answered.values()):
            if gate.entry != entry:
                return None
            if gate.kind == kind:
                return gate
        return None

    @property
    def waiting(self) -> Gate | None:
        """The gate that needs a person now; an idle gate does not."""
        return next((request for request in self.open.values() if not request.fact.idle), None)


def _answered(gate: Gate, answer: GateAnswered) -> AnsweredGate:
    numbers = {name: one for name, one in gate.fact.payload.items() if isinstance(one, int | float)}
    return AnsweredGate(
        gate.id,
        gate.seq,
        gate.entry,
        gate.round,
        gate.attempt,
        sys.intern(gate.fact.kind),
        answer.by,
        numbers,
        answer,
    )
