"""A research as its records tell it: a builder owned by the fold, read by the nodes.

Rules:
- Findings, conflicts and questions are computed from what was said and decided (`rules`), when they are asked
  for; the builder keeps what was said.
- What goes into a prompt stands still while its node is open: a person's notes take effect when an iteration
  begins.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallCompleted,
    CallFailed,
    DecisionWithdrawn,
    EffectAsked,
    EffectCompleted,
    GuidanceGiven,
    LimitChanged,
    NodeEntered,
    RoundOpened,
    RunStarted,
    SessionCreated,
    SessionForked,
    TextProposed,
)
from app.domain.ids import CHAIR
from app.domain.seats import Seat
from app.projections.spend import Spend
from app.workflows.research.agents import Agent, ShownLines, shown_by_file
from app.workflows.research.facts import (
    AgentAssigned,
    AgentEnded,
    AnswerGiven,
    CarriedChecked,
    ClaimsChecked,
    ConflictDecided,
    CriteriaTested,
    Excerpt,
    FindingDecided,
    FindingsCompared,
    GapDecided,
    GapsListed,
    PlanChanged,
    QuestionsJudged,
    Reason,
    ReportCounted,
    ResearchEnded,
    ScopeConfirmed,
    ScopeProposed,
    WentWide,
)
from app.workflows.research.model import (
    ConfidenceTable,
    Conflict,
    Coverage,
    Finding,
    Gap,
    Question,
    Thresholds,
)
from app.workflows.research.rules import coverage as coverage_rules
from app.workflows.research.rules.confidence import table_of
from app.workflows.research.rules.integration import Known, Ledger, assemble
from app.workflows.research.rules.questions import QuestionMark, judged
from app.workflows.research.setup import ResearchSetup

T = TypeVar("T")
FAST, DEEP = "fast", "deep"
"""Roles of the places that agents work from."""
RESULT = "result"
_SAID = (
    CarriedChecked,
    ClaimsChecked,
    FindingsCompared,
    ConflictDecided,
    FindingDecided,
    SessionCreated,
    SessionForked,
)
"""What findings are computed from."""
_EVIDENCE = (*_SAID, ScopeProposed, ScopeConfirmed, PlanChanged, QuestionsJudged, AnswerGiven)
"""What findings and questions are computed from."""
_OF_GAPS = (CriteriaTested, GapsListed, GapDecided)


@dataclass(slots=True)
class Iteration:
    """One iteration, as far as it came."""

    number: int
    agents: list[str] = field(default_factory=list)
    tested: CriteriaTested | None = None
    compared: int = 0
    wide: bool = False
    at: int = 0
    """When its table was made: microseconds since 1970 UTC."""


@dataclass(slots=True)
class ResearchState:
    """Fold of one research."""

    setup: ResearchSetup = field(default_factory=lambda: ResearchSetup(folder="?", brief="?"))
    session: str = ""
    seats: dict[str, Seat] = field(default_factory=dict)
    max_iterations: int = 4
    iteration: int = 0
    iterations: dict[int, Iteration] = field(default_factory=dict)
    scope: ScopeProposed | None = None
    plan: tuple[Question, ...] = ()
    """The questions as a person left them."""
    estimate: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Patterns a person added to those of the setup."""
    agents: dict[str, Agent] = field(default_factory=dict)
    """By their names, in the order of their tasks."""
    ledger: Ledger = field(default_factory=Ledger)
    marks: list[QuestionMark] = field(default_factory=list)
    refers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    excerpts: dict[str, Excerpt] = field(default_factory=dict)
    """The lines around citations, by `file:first-last`."""
    lead_gaps: tuple[Gap, ...] = ()
    judged_in: int = 0
    """The iteration in which the lead model last judged the questions."""
    gaps: tuple[Gap, ...] = ()
    """As they were last listed."""
    decided: dict[str, GapDecided] = field(default_factory=dict)
    """What a person said of gaps, by their ids."""
    carried: CarriedChecked | None = None
    wide_in: int = 0
    """The iteration that looked through the folder once more; 0: none has."""
    notes: list[tuple[int, str, bool]] = field(default_factory=list)
    """What a person said to all: seq, words, whether they stay in force."""
    notes_in_force: tuple[str, ...] = ()
    auto: AutoApproveChanged | None = None
    auto_from: int = 0
    reason: Reason | None = None
    report: str = ""
    counted: ReportCounted | None = None
    spend: Spend = field(default_factory=Spend)
    changes: int = 0
    """Counts what changed, for those who show it."""
    said: int = 0
    """Counts what findings are computed from: they are the same while it is."""
    listed: int = 0
    """The same for gaps."""
    kept: dict[str, tuple[Hashable, object]] = field(default_factory=dict)
    """What was computed, by name, with the stamp it holds for."""
    _evidence: int = 0
    vectors: dict[str, str] = field(default_factory=dict)
    """What the embedding model made of findings, by their ids."""
    unlikened: dict[int, str] = field(default_factory=dict)
    """By iteration: why the embedding model could not tell which findings are alike."""
    _answered_vectors: tuple[str, ...] = ()
    """Of the newest answered embedding."""
    _asked: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    _running: dict[str, int] = field(default_factory=dict)
    """When each tool that is under way was begun, by its part."""

    # --- what is known ----------------------------------------------------------------------------

    @property
    def known(self) -> Known:
        """Findings and conflicts, from everything that was said and decided."""
        return self.keep("known", self.said, lambda: assemble(self.ledger, self.table))

    def keep(self, name: str, stamp: Hashable, make: Callable[[], T]) -> T:
        """Return what was computed under a name for this stamp, computing it where it was not."""
        known = self.kept.get(name)
        if known is None or known[0] != stamp:
            known = self.kept[name] = (stamp, make())
        return known[1]  # type: ignore[return-value]  # a name stands for one kind of thing

    @property
    def evidence(self) -> int:
        """Counts what findings and questions are computed from: they are the same while it is."""
        return self._evidence

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, by impact."""
        return self.known.findings

    @property
    def standing(self) -> list[Finding]:
        """Findings that nobody dismissed."""
        return [finding for finding in self.findings if finding.status != "dismissed"]

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """All conflicts."""
        return self.known.conflicts

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions as they stand."""
        return self.keep("questions", self._evidence, self._judged)

    def _judged(self) -> tuple[Question, ...]:
        return judged(self.plan, self.marks, self.findings, self.unresolved)

    @property
    def unresolved(self) -> frozenset[str]:
        """Questions that an agent of the open iteration had, and failed."""
        gaps = (agent.task.gap for agent in self.tasks() if agent.state == "failed")
        return frozenset(question for gap in gaps if gap is not None for question in gap.question_ids)

    @property
    def shown(self) -> Mapping[str, ShownLines]:
        """By file: how many lines it has, and which of them a model was shown, by agents that are done."""
        return shown_by_file(agent.ended.shown for agent in self.agents.values() if agent.ended is not None)

    @property
    def read(self) -> frozenset[str]:
        """Files that count as analysed."""
        return coverage_rules.analysed(self.shown, self.findings)

    @property
    def coverage(self) -> Coverage:
        """The coverage as it is now."""
        read = self.read
        referred = {path: files for path, files in self.refers.items() if path in read}
        return coverage_rules.coverage(self.estimate, read, referred)

    @property
    def table(self) -> ConfidenceTable:
        """The confidence table in force."""
        return table_of(self.setup.confidence_table)

    @property
    def thresholds(self) -> Thresholds:
        """When the work is good enough."""
        setup = self.setup
        return Thresholds(
            coverage=setup.min_coverage_threshold,
            confidence=setup.min_confidence_threshold,
            conflicts=setup.max_unresolved_conflicts,
            early=setup.early_exit,
            early_coverage=setup.early_coverage,
            early_confidence=setup.early_confidence,
            max_iterations=self.max_iterations,
            max_agents=setup.max_agents_per_iteration,
        )

    @property
    def tested(self) -> CriteriaTested | None:
        """The newest table."""
        return next((one.tested for one in reversed(self.iterations.values()) if one.tested), None)

    def seats_of(self, tier: str) -> Sequence[str]:
        """Return the places that serve a tier, in order; the lead's where there is none."""
        return [name for name, seat in self.seats.items() if seat.role == tier] or [CHAIR]

    def tasks(self) -> list[Agent]:
        """Return the agents of the open iteration, in the order of their tasks."""
        open_one = self.iterations.get(self.iteration)
        return [self.agents[name] for name in open_one.agents] if open_one is not None else []

    # --- folding ----------------------------------------------------------------------------------

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        """Take in one record."""
        if record.type in Spend.wants and isinstance(fact, Fact):
            self.spend.apply(record, fact)
        match fact:
            case NodeEntered():
                return
            case CallAsked():
                self._call_asked(record, fact)
            case CallCompleted() | CallFailed():
                self._call_ended(record, fact)
                return
            case RunStarted():
                # What was under way then has not gone on since.
                self._running.clear()
            case EffectAsked(purpose="tool"):
                self._running[fact.part] = record.at
                return
            case EffectCompleted(purpose="tool"):
                self._tool_done(record, fact)
            case SessionCreated():
                self._created(fact)
            case SessionForked() if fact.setup:
                self._forked(fact)
            case RoundOpened():
                self._opened(fact)
            case ScopeProposed():
                self.scope, self.plan, self.estimate = fact, fact.questions, fact.estimate
            case ScopeConfirmed():
                self.plan, self.estimate = fact.questions, fact.estimate
                self.left_out = fact.left_out
            case PlanChanged():
                self.plan = self.plan if fact.questions is None else fact.questions
                self.estimate = self.estimate if fact.estimate is None else fact.estimate
                self.left_out = (*self.left_out, *fact.left_out)
            case AgentAssigned():
                self.agents[fact.agent] = Agent(fact)
                self.iterations.setdefault(fact.iteration, Iteration(fact.iteration)).agents.append(
                    fact.agent
                )
            case AgentEnded() if fact.agent in self.agents:
                self.agents[fact.agent].ended = fact
            case CarriedChecked():
                self.carried = fact
                self.ledger.claims += fact.claims
                self.ledger.relations += fact.relations
                self.ledger.counters += fact.counters
                self.ledger.origins.update(fact.origins)
                self.excerpts.update(fact.excerpts)
            case ClaimsChecked():
                self.ledger.claims += fact.claims
                self.ledger.origins.update(fact.origins)
                self.refers.update(fact.refers)
                self.excerpts.update(fact.excerpts)
            case FindingsCompared():
                self._compared(fact)
            case QuestionsJudged():
                self.marks += fact.marks
                self.lead_gaps, self.judged_in = fact.gaps, self.iteration
            case CriteriaTested():
                table = self.iterations.setdefault(self.iteration, Iteration(self.iteration))
                table.tested, table.at = fact, record.at
                self.gaps = fact.gaps
            case GapsListed():
                self.gaps = fact.gaps
            case WentWide():
                self.wide_in = fact.iteration
            case ResearchEnded():
                self.reason = fact.reason
            case ReportCounted():
                self.counted = fact
            case TextProposed(slot="result"):
                self.report = fact.text
            case _:
                self._of_person(record, fact)
        self.changes += 1
        self._evidence += isinstance(fact, _EVIDENCE)
        self.said += isinstance(fact, _SAID)
        self.listed += isinstance(fact, _OF_GAPS)

    def _of_person(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case GapDecided():
                self.decided[fact.gap] = fact
            case ConflictDecided():
                said = fact.resolution.model_copy(update={"agent": fact.actor.name if fact.actor else ""})
                self.ledger.resolutions.append(said)
            case FindingDecided():
                decision = fact.decision.model_copy(update={"agent": fact.actor.name if fact.actor else ""})
                self.ledger.decisions.append(decision)
            case AnswerGiven():
                self.marks.append(fact.mark)
            case GuidanceGiven():
                self.notes.append((record.seq, fact.text, fact.pinned))
            case DecisionWithdrawn():
                self.notes = [note for note in self.notes if note[0] != fact.seq]
            case LimitChanged(limit="rounds") if fact.value is not None:
                self.max_iterations = int(fact.value)
            case AutoApproveChanged():
                self.auto, self.auto_from = (fact if fact.on else None), self.iteration
            case _:
                pass

    def _created(self, fact: SessionCreated) -> None:
        self.setup, self.session = ResearchSetup.recorded(fact.setup), fact.session
        self.seats = dict(fact.seats)
        self.max_iterations = self.setup.max_iterations
        self.left_out = ()

    def _forked(self, fact: SessionForked) -> None:
        before = self.setup
        self.setup = ResearchSetup.recorded({**before.model_dump(), **fact.setup})
        self.session = fact.session
        if self.setup.embedding_model != before.embedding_model:
            # Vectors of two models cannot be compared.
            self.vectors.clear()
        if self.setup.max_iterations != before.max_iterations:
            self.max_iterations = self.setup.max_iterations

    def _opened(self, fact: RoundOpened) -> None:
        self.iteration = fact.number
        self.iterations.setdefault(fact.number, Iteration(fact.number))
        self.notes_in_force = tuple(text for _, text, _ in self.notes)
        self.notes = [note for note in self.notes if note[2]]

    def _compared(self, fact: FindingsCompared) -> None:
        self.ledger.relations += fact.relations
        self.ledger.resolutions += fact.resolutions
        self.ledger.counters += fact.counters
        self.ledger.supports += fact.supports
        self.vectors.update(zip(fact.embedded, self._answered_vectors, strict=False))
        if fact.embedding_problem:
            self.unlikened[self.iteration] = fact.embedding_problem
        self.iterations.setdefault(self.iteration, Iteration(self.iteration)).compared = fact.compared

    # --- agents at work -----------------------------------------------------------------------------

    def _call_asked(self, record: Record, fact: CallAsked) -> None:
        name, _, turn = fact.part.partition("-turn-")
        if turn.isdigit() and name in self.agents:
            self._asked[record.seq] = (name, int(turn), record.at)

    def _call_ended(self, record: Record, fact: CallCompleted | CallFailed) -> None:
        if isinstance(fact, CallCompleted) and fact.vectors:
            self._answered_vectors = fact.vectors
        name, turn, at = self._asked.pop(fact.asked, ("", 0, 0))
        if name:
            self.agents[name].worked(turn, (record.at - at) / 1e6)
            self.changes += 1

    def _tool_done(self, record: Record, fact: EffectCompleted) -> None:
        # The part is `<purpose>-<agent>-turn-<n>-<number>`.
        name, _, numbers = fact.part.partition("-")[2].rpartition("-turn-")
        agent, turn = self.agents.get(name), numbers.partition("-")[0]
        if agent is not None:
            agent.took(fact.value)
            begun = self._running.pop(fact.part, record.at)
            agent.worked(int(turn) if turn.isdecimal() else 0, (record.at - begun) / 1e6)
