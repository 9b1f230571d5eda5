"""What a person asked for at open gates: under way, held up, or what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.command_facts import CommandAsked, CommandEnded, CommandHeld, CommandResumed
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    GateAnswered,
    NodeLeft,
)
from app.projections.base import CALLS, wanted

_CommandState = Literal["running", "held", "done", "failed", "stopped", "left", "overtaken"]
"""`overtaken`: its gate was answered before it was done."""
UNFINISHED = ("running", "held")


@dataclass(slots=True)
class _CommandCall:
    """One of its calls: who was asked, and what has arrived."""

    seat: str
    purpose: str
    text: str = ""
    running: bool = True


@dataclass(slots=True)
class Command:
    """Something that was asked for; `asked` is the seq of its CommandAsked."""

    asked: int
    gate: str
    name: str
    round: int
    at: int
    data: Mapping[str, JsonValue]
    state: _CommandState = "running"
    hold: CommandHeld | None = None
    """What stands in its way, None where nothing does."""
    ended: CommandEnded | None = None
    calls: dict[int, _CommandCall] = field(default_factory=dict)
    """By the seq of their CallAsked."""

    @property
    def unfinished(self) -> bool:
        """Tell whether something can still come of it."""
        return self.state in UNFINISHED


@dataclass(slots=True)
class Commands:
    """Fold of what was asked for, in order."""

    by_asked: dict[int, Command] = field(default_factory=dict)
    _calls: dict[int, Command] = field(default_factory=dict)
    """Those with a running call, by the seq of its CallAsked."""

    wants = CALLS | wanted(CommandAsked, CommandEnded, CommandHeld, CommandResumed, GateAnswered, NodeLeft)

    def at_gate(self, gate: str) -> Sequence[Command]:
        """Return what was asked for at a gate, in order."""
        return [command for command in self.by_asked.values() if command.gate == gate]

    def running(self) -> Sequence[Command]:
        """Return what is under way by the records; after a crash nobody does it any more."""
        return [command for command in self.by_asked.values() if command.state == "running"]

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case CallAsked(command=asked):
                command = self.by_asked.get(asked) if asked else None
                if command is not None:
                    command.calls[record.seq] = _CommandCall(fact.seat, fact.purpose)
                    self._calls[record.seq] = command
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                command = self._calls.pop(fact.asked, None)
                if command is not None:
                    call = command.calls[fact.asked]
                    call.running = False
                    call.text = fact.text if isinstance(fact, CallCompleted) else fact.partial or call.text
            case GateAnswered() | NodeLeft():
                self._overtake(fact)
            case CommandAsked():
                gate, name = fact.gate, fact.command
                command = Command(record.seq, gate, name, record.round, record.at, fact.data)
                self.by_asked[record.seq] = command
            case CommandHeld() | CommandResumed() | CommandEnded():
                self._decide(fact)

    def _decide(self, fact: CommandHeld | CommandResumed | CommandEnded) -> None:
        command = self.by_asked.get(fact.asked)
        if command is None or not command.unfinished:
            return
        match fact:
            case CommandHeld():
                command.state, command.hold = "held", fact
            case CommandResumed():
                command.state, command.hold = "running", None
            case CommandEnded():
                command.state, command.hold, command.ended = fact.outcome, None, fact

    def _overtake(self, fact: GateAnswered | NodeLeft) -> None:
        for command in self.by_asked.values():
            if command.unfinished and (isinstance(fact, NodeLeft) or command.gate == fact.gate):
                command.state, command.hold = "overtaken", None

    def stream(self, asked: int, text: str) -> None:
        """Add text of a running call that is not in a record yet."""
        command = self._calls.get(asked)
        if command is not None:
            command.calls[asked].text += text
