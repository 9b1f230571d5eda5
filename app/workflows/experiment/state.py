"""An experiment as its records tell it: a builder owned by the fold, read by the nodes.

Rule: what goes into a prompt stands still while its node is open, so that a call asked again is the same
call: notes of the person take effect when a cycle opens.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallCompleted,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    LimitChanged,
    NodeEntered,
    NodeLeft,
    RoundClosed,
    RoundOpened,
    RunHalted,
    RunStarted,
    SessionCreated,
    SessionForked,
    TextProposed,
)
from app.domain.messages import ChatMessage, ToolCall
from app.projections.spend import Spend
from app.workflows.experiment.facts import (
    CycleEnded,
    CyclesSummarised,
    Metrics,
    ModelAnswered,
    PromptAssembled,
    PromptShortened,
    ReflectionsEmbedded,
    ToolCalled,
)
from app.workflows.experiment.setup import CarryOver, ExperimentSetup
from app.workflows.experiment.tools import MEMORY_TOOLS, OPERATOR_TOOL, remember

AGENT = "agent"
"""The one seat."""
REFLECTION = "reflection"
"""The slot its reflections stand in."""
OPENING = "<reflection>"
"""How a reflection may begin; elsewhere such a tag opens thoughts."""
WINDOW = 50
"""Earlier reflections a new one is compared with (spec, Diversity)."""
_NOT_RUN_STOPPED = "not run: stopped"
NOT_RUN_CAP = "not run: cap reached"

_PASSED_OVER = frozenset({NodeEntered.tag(), CallAsked.tag()})
"""Half of all records, and nothing in them for us: a long experiment opens quicker."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the memory; `value` None: the key went."""

    seq: int
    cycle: int
    attempt: int
    key: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message to the operator, and what came back."""

    cycle: int
    attempt: int
    message: str
    answer: str


@dataclass(slots=True)
class Cycle:
    """One attempt at a cycle; `accepted` None while nobody has decided, False where it was done again."""

    number: int
    attempt: int
    opened: int
    """Seq of its RoundOpened."""
    ended: CycleEnded | None = None
    accepted: bool | None = None
    calls: int = 0
    """Tool calls that were run."""


@dataclass(slots=True)
class _Start:
    """What a cycle began with, for doing it again."""

    messages: int
    reflections: int
    memory: dict[str, str]
    system: str
    start: int
    summary: str
    summary_upto: int
    last: CycleEnded | None


@dataclass(slots=True)
class AgentState:
    """What goes from cycle to cycle; the fold owns it, everybody else reads it.

    Its name and its model never change in a run, and its histories only grow, but for the one step back: a
    cycle done again begins where it began.
    """

    run_id: str
    model_name: str
    cycle_number: int = 0
    """1-based; 0 before the first cycle."""
    message_history: list[ChatMessage] = field(default_factory=list)
    reflection_history: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ExperimentState:
    """Fold of one experiment."""

    setup: ExperimentSetup = field(default_factory=lambda: ExperimentSetup(run_id="none", prompt="?"))
    agent: AgentState = field(default_factory=lambda: AgentState("", ""))
    memory: dict[str, str] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    cycles: list[Cycle] = field(default_factory=list)
    cycle_count: int = 0
    attempt: int = 0
    redo: str | None = None
    """The note of a cycle that is done again, None where the next one is a new one."""
    notes: list[str] = field(default_factory=list)
    """In force in this cycle."""
    next_notes: list[tuple[int, str]] = field(default_factory=list)
    """Said since, for the next one, with the seq of the person's event."""
    carry_over: CarryOver = "full"
    """As set up, or as the person chose at a full context."""
    tried: list[str] = field(default_factory=list)
    """What was chosen at a full context since the prompt last fitted."""
    system: str = ""
    start: int = 1
    summary: str = ""
    summary_upto: int = 1
    turn: int = 0
    """Answers of the model in this cycle."""
    pending: list[ToolCall] = field(default_factory=list)
    """Calls of the newest answer that have no result yet, in order."""
    called: str = ""
    """The last tool that the newest answer called in this cycle, by the name it gave."""
    cap_reached: bool = False
    reflection: str = ""
    """This cycle's, until it is over."""
    counts: Counter[str] = field(default_factory=Counter)
    """This cycle's figures, as `Metrics` names them."""
    halted: bool = False
    """Nobody moves it: it was stopped or paused, or failed."""
    vectors: dict[int, str] = field(default_factory=dict)
    """What the embedding model made of the newest reflections, by cycle."""
    last: CycleEnded | None = None
    """The newest finished cycle, as the next prompt sees it."""
    auto: AutoApproveChanged | None = None
    auto_from: int = 0
    spend: Spend = field(default_factory=Spend)
    _start: _Start | None = None
    _answered_vectors: tuple[str, ...] = ()
    """Of the newest answered embedding."""
    _context_gates: set[str] = field(default_factory=set)

    @property
    def cycle(self) -> Cycle | None:
        """The newest attempt at the newest cycle."""
        return self.cycles[-1] if self.cycles else None

    @property
    def finished(self) -> list[Cycle]:
        """Cycles that are over and were not done again, in order."""
        return [c for c in self.cycles if c.ended is not None and c.accepted is not False]

    @property
    def calls_run(self) -> int:
        """Tool calls run in this cycle."""
        return self.cycles[-1].calls if self.cycles else 0

    @property
    def metrics(self) -> Metrics:
        """This cycle's figures so far."""
        return Metrics(**self.counts)

    @property
    def cycle_begin(self) -> int:
        """Where this cycle's messages begin in the history."""
        return self._start.messages if self._start is not None else 0

    def closed_history(self) -> list[ChatMessage]:
        """Return the history with a result for every tool call, as it stands for others to read."""
        waiting = [
            ChatMessage(role="tool", text=_NOT_RUN_STOPPED, tool_call_id=call.id) for call in self.pending
        ]
        return [*self.agent.message_history, *waiting]

    # --- folding --------------------------------------------------------------------------------

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        if record.type in Spend.wants and isinstance(fact, Fact):
            self.spend.apply(record, fact)
        if record.type in _PASSED_OVER:
            return
        match fact:
            case NodeLeft():
                # First, for there are as many as of all others: each class that is asked for takes its time.
                self.cap_reached = self.cap_reached or fact.signal == "CAP_REACHED"
            case SessionCreated():
                self._created(fact.setup, fact.seats[AGENT].model if AGENT in fact.seats else "")
            case SessionForked():
                self._forked(fact)
            case RunStarted() | RunHalted():
                self.halted = isinstance(fact, RunHalted)
            case RoundOpened():
                self._opened(record, fact)
            case PromptAssembled():
                self._assembled(fact)
            case PromptShortened():
                self.system, self.start = fact.system, fact.start
                self.tried.clear()
            case CyclesSummarised():
                self.summary, self.summary_upto = fact.text, fact.upto
            case ModelAnswered():
                self._say(ChatMessage(role="assistant", text=fact.text, tool_calls=fact.tool_calls))
                self.pending = list(fact.tool_calls)
                self.called = fact.tool_calls[-1].name if fact.tool_calls else ""
                self._answered(fact.text)
            case TextProposed(slot="reflection"):
                self.reflection = fact.text
                self._answered(fact.text)
            case ToolCalled():
                self._called(record, fact)
            case ReflectionsEmbedded():
                self._embedded(fact)
            case CycleEnded():
                self._ended(fact)
            case RoundClosed():
                self._closed(fact)
            case GuidanceGiven():
                self.next_notes.append((record.seq, fact.text))
            case DecisionWithdrawn():
                self.next_notes = [(seq, text) for seq, text in self.next_notes if seq != fact.seq]
            case LimitChanged(limit="rounds") if fact.value is not None:
                self.cycle_count = int(fact.value)
            case AutoApproveChanged():
                self.auto, self.auto_from = (fact if fact.on else None), self.agent.cycle_number
            case GateOpened(kind="context"):
                self._context_gates.add(f"g{record.seq}")
            case GateAnswered(verb="summary" | "reflections") if fact.gate in self._context_gates:
                self.tried.append(fact.verb)
                self.carry_over = "summary" if fact.verb == "summary" else "reflections"
            case CallCompleted() if fact.vectors:
                self._answered_vectors = fact.vectors
            case _:
                pass

    def _created(self, setup: dict[str, JsonValue], model: str) -> None:
        self.setup = ExperimentSetup.recorded(setup)
        self.agent = AgentState(self.setup.run_id, model or self.setup.model)
        self.cycle_count, self.carry_over = self.setup.cycle_count, self.setup.carry_over

    def _forked(self, fact: SessionForked) -> None:
        before = self.setup
        self.setup = now = ExperimentSetup.recorded({**before.model_dump(), **fact.setup})
        self.agent.run_id = now.run_id
        if now.cycle_count != before.cycle_count:
            self.cycle_count = now.cycle_count
        if now.carry_over != before.carry_over:
            self.carry_over = now.carry_over
        if now.embedding_model != before.embedding_model:
            # Vectors of two models cannot be compared.
            self.vectors.clear()

    def _opened(self, record: Record, fact: RoundOpened) -> None:
        agent = self.agent
        agent.cycle_number, self.attempt = fact.number, fact.attempt
        fresh = [text for _, text in self.next_notes]
        if fact.attempt == 1:
            self.notes = fresh
            self._start = _Start(
                len(agent.message_history),
                len(agent.reflection_history),
                dict(self.memory),
                self.system,
                self.start,
                self.summary,
                self.summary_upto,
                self.last,
            )
        else:
            self.notes = [*self.notes, *([self.redo] if self.redo else []), *fresh]
        self.next_notes, self.redo = [], None
        self.turn, self.pending, self.called, self.cap_reached, self.reflection = 0, [], "", False, ""
        self.counts = Counter()
        self.cycles.append(Cycle(fact.number, fact.attempt, record.seq))

    def _assembled(self, fact: PromptAssembled) -> None:
        if not self.agent.message_history:
            self._say(ChatMessage(role="system", text=fact.system))
        self._say(ChatMessage(role="user", text=fact.instructions))
        self.system, self.start = fact.system, fact.start
        self.tried.clear()

    def _say(self, message: ChatMessage) -> None:
        self.agent.message_history.append(message)

    def _answered(self, text: str) -> None:
        self.turn += 1
        self.counts["response_chars"] += len(text)

    def _called(self, record: Record, fact: ToolCalled) -> None:
        self._say(ChatMessage(role="tool", text=fact.output, tool_call_id=fact.call))
        self.pending = [call for call in self.pending if call.id != fact.call]
        if not fact.ran:
            return
        self.cycles[-1].calls += 1
        written = sum(len(value) for value in fact.changed.values() if value is not None)
        self.counts["memory_ops_total"] += fact.tool_name in MEMORY_TOOLS
        self.counts["memory_write_chars"] += written
        if fact.tool_name == OPERATOR_TOOL and fact.ok:
            message = fact.parameters.get("message", "") if isinstance(fact.parameters, dict) else ""
            self.counts["messages_to_operator"] += 1
            self.exchanges.append(Exchange(record.round, record.attempt, str(message), fact.output))
        for key, value in fact.changed.items():
            self.changes.append(Change(record.seq, record.round, record.attempt, key, value))
        remember(self.memory, fact.changed)

    def _embedded(self, fact: ReflectionsEmbedded) -> None:
        oldest = self.agent.cycle_number - WINDOW
        held = {**self.vectors, **dict(zip(fact.cycles, self._answered_vectors, strict=False))}
        self.vectors = {cycle: vector for cycle, vector in held.items() if cycle >= oldest}

    def _ended(self, fact: CycleEnded) -> None:
        if fact.final_reflection:
            self._say(ChatMessage(role="assistant", text=fact.final_reflection))
        self.agent.reflection_history.append(fact.final_reflection)
        self.cycles[-1].ended = fact
        self.last = fact

    def _closed(self, fact: RoundClosed) -> None:
        self.cycles[-1].accepted = fact.accepted
        begin = self._start
        if fact.accepted or begin is None:
            return
        self.redo = fact.feedback or ""
        del self.agent.message_history[begin.messages :]
        del self.agent.reflection_history[begin.reflections :]
        self.memory = dict(begin.memory)
        self.vectors.pop(self.agent.cycle_number, None)
        self.system, self.start = begin.system, begin.start
        self.summary, self.summary_upto, self.last = begin.summary, begin.summary_upto, begin.last


Outcome = Literal["cycles_completed", "user_stopped", "error_occurred"]


def reason_of(state: ExperimentState) -> Outcome:
    """Return why an experiment that reached its end did so."""
    done = state.finished
    return "cycles_completed" if done and done[-1].number >= state.cycle_count else "user_stopped"
