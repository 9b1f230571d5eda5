"""What the tabs of an experiment read: its state, and every message ever said, of redone cycles too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallCompleted,
    CallFailed,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    LimitChanged,
    ReplyMended,
    RoundClosed,
    RoundOpened,
    SessionCreated,
    SessionForked,
    TextProposed,
)
from app.domain.messages import ToolCall
from app.engine.line_files import Line
from app.engine.tabs import Records
from app.projections.base import wanted
from app.projections.spend import Spend
from app.workflows.common.calls import thoughts_of
from app.workflows.experiment.facts import (
    EXPERIMENT_FACTS,
    CycleEnded,
    ModelAnswered,
    PromptAssembled,
    PromptShortened,
    ToolCalled,
)
from app.workflows.experiment.log import LOG, has_line
from app.workflows.experiment.prompting import PURPOSE
from app.workflows.experiment.state import OPENING, Cycle, ExperimentState

READ = (
    wanted(
        SessionCreated,
        SessionForked,
        RoundOpened,
        RoundClosed,
        CallCompleted,
        CallFailed,
        TextProposed,
        GuidanceGiven,
        DecisionWithdrawn,
        LimitChanged,
        ReplyMended,
        AutoApproveChanged,
        GateOpened,
        GateAnswered,
        *EXPERIMENT_FACTS,
    )
    | Spend.wants
)
"""The facts it is folded from."""

Who = Literal["system", "instructions", "thoughts", "agent", "tool", "reflection", "cap"]


@dataclass(frozen=True, slots=True)
class Said:
    """One message. The system's text and thoughts are seldom read: they are fetched from `record`."""

    seq: int
    at: int
    cycle: int
    attempt: int
    who: Who
    name: str = ""
    """The tool whose result it is."""
    text: str = ""
    given: JsonValue = None
    """What the tool was given."""
    calls: tuple[ToolCall, ...] = ()
    """The tool calls an answer makes."""
    ok: bool = True
    record: Record | None = None
    mended: tuple[str, ...] = ()
    """What was done to read it."""

    def whole(self) -> str:
        """Return all of its text."""
        if self.record is None:
            return self.text
        body = self.record.body()
        if self.who == "thoughts":
            return thoughts_of(str(body.get("text", "")), str(body.get("reasoning", "")), OPENING)
        return str(body.get("system", ""))


def _place(record: Record) -> tuple[int, int, int, int]:
    return record.seq, record.at, record.round, record.attempt


class Transcript:
    """Folded beside the shared projections."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.state = ExperimentState()
        self.messages: list[Said] = []
        self.lines: list[Record] = []
        """Records that have a line in the log."""
        self._reply: Record | None = None
        """The newest completed call, where thoughts stand before its answer."""
        self._mended: tuple[str, ...] = ()
        """What was done to read the newest reply."""

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        if isinstance(fact, UnknownFact):
            return
        self.state.apply(record, fact)
        if record.type in LOG.tags and has_line(fact):
            self.lines.append(record)
        match fact:
            case PromptAssembled():
                if not self.messages or self.state.carry_over != "full":
                    self.messages.append(Said(*_place(record), "system", record=record))
                self.messages.append(Said(*_place(record), "instructions", text=fact.instructions))
            case PromptShortened():
                self.messages.append(Said(*_place(record), "system", record=record))
            case CallCompleted():
                self._reply = record if thoughts_of(fact.text, fact.reasoning, OPENING) else None
            case ReplyMended() if fact.purpose == PURPOSE:
                self._mended = fact.how
            case ModelAnswered():
                self._think()
                calls, mended = fact.tool_calls, self._taken()
                said = Said(*_place(record), "agent", text=fact.text, calls=calls, mended=mended)
                self.messages.append(said)
            case ToolCalled():
                given, output = fact.parameters, fact.output
                said = Said(*_place(record), "tool", fact.tool_name, output, given, ok=fact.ok)
                self.messages.append(said)
            case TextProposed(slot="reflection"):
                # As it arrives: comparing it with the earlier ones may take a while, or wait for a person.
                self._think()
                said = Said(*_place(record), "reflection", text=fact.text.strip(), mended=self._taken())
                self.messages.append(said)
            case CycleEnded(final_reflection=""):
                self.messages.append(Said(*_place(record), "cap"))
            case _:
                pass

    def _think(self) -> None:
        """Add what the agent thought before the answer that comes next."""
        if self._reply is not None:
            self.messages.append(Said(*_place(self._reply), "thoughts", record=self._reply))
        self._reply = None

    def _taken(self) -> tuple[str, ...]:
        """Return what was done to read this reply, once."""
        mended, self._mended = self._mended, ()
        return mended

    def line(self, record: Record) -> Line | None:
        """Return a record's line as the run's file has it."""
        fact = self._records.fact(record)
        if isinstance(fact, UnknownFact):
            return None
        line = LOG.line(self.state.setup.model_dump(mode="json"), record, fact, self._records.record)
        return {**line, "session": self._records.session_id, "seq": record.seq} if line is not None else None

    def ended(self) -> list[Cycle]:
        """Return every attempt at a cycle that is over, those done again too."""
        return [cycle for cycle in self.state.cycles if cycle.ended is not None]

    def cycle(self, opened: int) -> Cycle | None:
        """Return an attempt by the record that opened it."""
        return next((cycle for cycle in self.state.cycles if cycle.opened == opened), None)
