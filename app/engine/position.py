"""Where a run stands: the node it is in, its round, its open gates, its state. A fold of shared facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    NodeEntered,
    NodeLeft,
    Parent,
    RoundClosed,
    RoundOpened,
    RunHalted,
    RunStarted,
    SeatAbsent,
    SeatDropped,
    SeatReplaced,
    SessionCopied,
    SessionCreated,
    SessionFinished,
    SessionForked,
    SessionRenamed,
    StopRequested,
)
from app.domain.ids import GateId
from app.domain.seats import Seat

RunState = Literal["running", "waiting", "paused", "stopped", "interrupted", "finished", "failed"]


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
    """Fold of everything the loop must know about the run itself."""

    session: str = ""
    workflow: str = ""
    title: str = ""
    setup: dict[str, JsonValue] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    seed: int = 0
    app_version: str = ""
    parent: Parent | None = None
    entry: int = 0
    """The open entry, 0 between nodes."""
    node: str = ""
    left: tuple[str, str] | None = None
    """The last (node, signal) left."""
    round: int = 0
    attempt: int = 0
    closed_rounds: int = 0
    """Rounds that were accepted; rejected attempts count for nothing."""
    state: RunState = "paused"
    reason: str | None = None
    stop: str | None = None
    """A stop that was asked for and not yet obeyed."""
    gates: dict[str, Gate] = field(default_factory=dict)
    """Open gates by id."""
    answered: dict[tuple[int, str], Gate] = field(default_factory=dict)
    """The newest answered gate by (entry, kind), for the open entry only."""
    absent: set[tuple[int, int, str]] = field(default_factory=set)
    titles: dict[int, str] = field(default_factory=dict)
    """What it was called before, by the seq of the event that renamed it."""
    drops: dict[int, str] = field(default_factory=dict)
    """Seats a person left out from a next round on, by the seq of the event."""

    def open_gate(self) -> Gate | None:
        """Return the gate the run waits at."""
        return next((gate for gate in self.gates.values() if gate.entry == self.entry), None)

    def is_absent(self, seat: str) -> bool:
        """Tell whether a seat sits out this attempt."""
        return (self.round, self.attempt, seat) in self.absent

    def _replaced(self, seat: Seat, model: str) -> Seat:
        """Return a seat with another model, reached as where it sits already; else by its name alone."""
        if seat.model == model:
            return seat
        # The old model's address, key and rates are not the new one's.
        there = next((other for other in self.seats.values() if other.model == model), None)
        return Seat(
            name=seat.name,
            model=model,
            role=seat.role,
            temperature=seat.temperature,
            system_prompt=seat.system_prompt,
            drafts=seat.drafts,
            base_url=there.base_url if there else None,
            api_key_env=there.api_key_env if there else None,
            price_in=there.price_in if there else None,
            price_out=there.price_out if there else None,
        )

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
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
            case GateOpened() | GateAnswered():
                self._gate(record, fact)
            case RunStarted() | RunHalted() | SessionFinished() | StopRequested():
                self._run(fact)
            case SeatReplaced() | SeatAbsent() | SeatDropped() | DecisionWithdrawn():
                self._seats(record, fact)
            case SessionCreated() | SessionForked() | SessionCopied() | SessionRenamed():
                self._identity(record, fact)
            case _:
                pass

    def _identity(
        self, record: Record, fact: SessionCreated | SessionForked | SessionCopied | SessionRenamed
    ) -> None:
        match fact:
            case SessionCreated():
                self.session, self.workflow, self.title = fact.session, fact.workflow, fact.title
                self.setup, self.seats, self.seed = fact.setup, dict(fact.seats), fact.seed
                self.app_version, self.parent = fact.app_version, fact.parent
            case SessionForked():
                self.session, self.title, self.parent = fact.session, fact.title, fact.parent
                self.setup = {**self.setup, **fact.setup}
                self.titles.clear()
                self.state = "waiting" if self.open_gate() else "paused"
                self.reason, self.stop = None, None
            case SessionCopied():
                self.session = fact.session
            case SessionRenamed():
                self.titles[record.seq], self.title = self.title, fact.title

    def _run(self, fact: RunStarted | RunHalted | SessionFinished | StopRequested) -> None:
        match fact:
            case RunStarted():
                self.state = "waiting" if self.open_gate() else "running"
                # Asked for at a gate, a stop after the round is still to be obeyed once the gate is answered.
                self.stop = self.stop if self.stop == "after_round" else None
                self.app_version = fact.app_version
            case RunHalted():
                self.state, self.reason, self.stop = fact.state, fact.reason, None
            case SessionFinished():
                self.state, self.reason, self.stop = "finished", fact.reason, None
            case StopRequested():
                self.stop = fact.mode

    def _seats(
        self, record: Record, fact: SeatReplaced | SeatAbsent | SeatDropped | DecisionWithdrawn
    ) -> None:
        match fact:
            case SeatReplaced():
                if fact.seat in self.seats:
                    self.seats[fact.seat] = self._replaced(self.seats[fact.seat], fact.model)
            case SeatAbsent():
                self.absent.add((record.round, record.attempt, fact.seat))
            case SeatDropped():
                self.drops[record.seq] = fact.seat
            case DecisionWithdrawn():
                self.drops.pop(fact.seq, None)
                self.title = self.titles.pop(fact.seq, self.title)

    def _gate(self, record: Record, fact: GateOpened | GateAnswered) -> None:
        match fact:
            case GateOpened():
                gate = Gate(
                    GateId(f"g{record.seq}"), record.seq, record.entry, record.round, record.attempt, fact
                )
                self.gates[gate.id] = gate
                self.state = "waiting"
            case GateAnswered():
                answered = self.gates.pop(fact.gate, None)
                if answered is not None:
                    answered.answer = fact
                    self.answered[answered.entry, answered.fact.kind] = answered
                    if self.state == "waiting":
                        self.state = "running"
