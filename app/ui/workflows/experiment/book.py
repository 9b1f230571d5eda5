"""What the panels of an experiment read: its state, and every message ever said, of redone cycles too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    AutoApproveChanged,
    CallCompleted,
    CallFailed,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    LimitChanged,
    RoundClosed,
    RoundOpened,
    SessionCreated,
    SessionForked,
    TextProposed,
)
from app.domain.messages import ToolCall
from app.projections import Change
from app.projections.base import wanted
from app.projections.spend import Spend
from app.ui.view import SessionView
from app.workflows.experiment.facts import (
    EXPERIMENT_FACTS,
    CycleEnded,
    ModelAnswered,
    PromptAssembled,
    PromptShortened,
    ToolCalled,
)
from app.workflows.experiment.log import LOG, has_line
from app.workflows.experiment.state import ExperimentState

Who = Literal["system", "instructions", "agent", "tool", "reflection", "cap"]


@dataclass(frozen=True, slots=True)
class Said:
    """One message. The system's text is long and seldom read: it is fetched from its `record`."""

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

    def whole(self) -> str:
        """Return all of its text."""
        if self.record is not None:
            return str(self.record.body().get("system", ""))
        return self.text


class Book:
    """A projection beside the shared ones."""

    name = "book"
    wants = (
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
            AutoApproveChanged,
            GateOpened,
            GateAnswered,
            *EXPERIMENT_FACTS,
        )
        | Spend.wants
    )

    def __init__(self) -> None:
        self.state = ExperimentState()
        self.said: list[Said] = []
        self.lines: list[Record] = []
        """Records that have a line in the log."""

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record."""
        if fact is None:
            return None
        self.state.apply(record, fact)
        if record.type in LOG.tags and has_line(fact):
            self.lines.append(record)
        self._note(record, fact)
        return Change(self.name)

    def _note(self, record: Record, fact: Fact) -> None:
        match fact:
            case PromptAssembled():
                if not self.said or self.state.carry_over != "full":
                    self._add(record, "system", kept=record)
                self._add(record, "instructions", text=fact.instructions)
            case PromptShortened():
                self._add(record, "system", kept=record)
            case ModelAnswered():
                self._add(record, "agent", text=fact.text, calls=fact.tool_calls)
            case ToolCalled():
                given, output = fact.parameters, fact.output
                self._add(record, "tool", name=fact.tool_name, text=output, given=given, ok=fact.ok)
            case TextProposed(slot="reflection"):
                # As it arrives: comparing it with the earlier ones may take a while, or wait for a person.
                self._add(record, "reflection", text=fact.text.strip())
            case CycleEnded(final_reflection=""):
                self._add(record, "cap")
            case _:
                pass

    def _add(
        self,
        record: Record,
        who: Who,
        *,
        name: str = "",
        text: str = "",
        given: JsonValue = None,
        calls: tuple[ToolCall, ...] = (),
        ok: bool = True,
        kept: Record | None = None,
    ) -> None:
        self.said.append(
            Said(
                record.seq,
                record.at,
                record.round,
                record.attempt,
                who,
                name,
                text,
                given,
                calls,
                ok,
                kept,
            )
        )


def book_of(view: SessionView) -> Book | None:
    """Return the book of the session in sight, None where it is no experiment."""
    return view.own if isinstance(view.own, Book) else None
