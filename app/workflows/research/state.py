"""A research as its records tell it: a builder owned by the fold, read by the nodes.

Rules:
- Findings, conflicts and questions are computed from what was said and decided (`rules`), when they are asked
  for; the builder keeps what was said.
- What goes into a prompt stands still while its node is open: a person's notes take effect when an iteration
  begins.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, TypeVar

from app.domain import facts as shared
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.ids import CHAIR
from app.domain.seats import Seat
from app.domain.tool_facts import EffectAsked, EffectCompleted
from app.domain.whole_numbers import whole_number
from app.projections.spend import TURN, Spend
from app.workflows.research import facts as own
from app.workflows.research.model import ConfidenceTable, Conflict, Coverage, Finding, Gap, Question, Tier
from app.workflows.research.rules import coverage as coverage_rules
from app.workflows.research.rules.evidence import table_of
from app.workflows.research.rules.integration import Known, Ledger, assemble
from app.workflows.research.rules.questions import QuestionMark, judged
from app.workflows.research.setup import ResearchSetup

T = TypeVar("T")
_SAID = (
    own.CarriedChecked,
    own.ClaimsChecked,
    own.FindingsCompared,
    own.ConflictDecided,
    own.FindingDecided,
    shared.SessionCreated,
    shared.SessionForked,
)
"""What findings are computed from."""
_EVIDENCE = (
    *_SAID,
    own.ScopeProposed,
    own.ScopeConfirmed,
    own.PlanChanged,
    own.QuestionsJudged,
    own.AnswerGiven,
)
"""What findings and questions are computed from."""
_OF_GAPS = (own.CriteriaTested, own.GapsListed, own.GapDecided)


@dataclass(slots=True)
class Agent:
    """One agent: its task, and what is known of its work by now."""

    task: own.AgentAssigned
    ended: own.AgentEnded | None = None
    files: dict[str, tuple[int, list[tuple[int, int]]]] = field(default_factory=dict)
    """What it was shown so far, as tools returned it."""
    calls: int = 0
    seconds: dict[int, float] = field(default_factory=dict)
    """How long each of its turns took: its calls, failed ones too, and the tools they asked for."""

    @property
    def name(self) -> str:
        """What it is called: its role, and a number in the session."""
        return self.task.agent

    @property
    def state(self) -> Literal["working", "done", "failed"]:
        """Whether it is done."""
        if self.ended is None:
            return "working"
        return "failed" if self.ended.failed else "done"

    def time_up_to(self, turn: int) -> float:
        """Return the seconds its turns before this one took."""
        return sum(seconds for number, seconds in self.seconds.items() if number < turn)

    def worked(self, turn: int, seconds: float) -> None:
        """Add what a call or a tool of a turn took."""
        self.seconds[turn] = self.seconds.get(turn, 0.0) + max(0.0, seconds)

    def took(self, value: JsonValue) -> None:
        """Take in the result of a tool."""
        self.calls += 1
        data = value.get("data") if isinstance(value, dict) else None
        if not isinstance(data, dict):
            return
        path, first, last, total = (data.get(name) for name in ("path", "first", "last", "total"))
        if isinstance(path, str) and isinstance(first, int) and isinstance(last, int):
            lines, spans = self.files.get(path, (0, []))
            self.files[path] = (total if isinstance(total, int) else lines, [*spans, (first, last)])


@dataclass(slots=True)
class Iteration:
    """One iteration, as far as it came."""

    number: int
    agents: list[str] = field(default_factory=list)
    tested: own.CriteriaTested | None = None
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
    scope: own.ScopeProposed | None = None
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
    excerpts: dict[str, own.Excerpt] = field(default_factory=dict)
    """The lines around citations, by `file:first-last`."""
    lead_gaps: tuple[Gap, ...] = ()
    judged_in: int = 0
    """The iteration in which the lead model last judged the questions."""
    gaps: tuple[Gap, ...] = ()
    """As they were last listed."""
    decided: dict[str, own.GapDecided] = field(default_factory=dict)
    """What a person said of gaps, by their ids."""
    without: list[tuple[int, shared.HelpFailed]] = field(default_factory=list)
    """Help that did not come, with the iteration it was asked for in."""
    leadless: bool = False
    """A person let the lead go, and put nobody in its place since."""
    carried: own.CarriedChecked | None = None
    wide_in: int = 0
    """The iteration that looked through the folder once more; 0: none has."""
    notes: list[tuple[int, str, bool]] = field(default_factory=list)
    """What a person said to all: seq, words, whether they stay in force."""
    notes_in_force: tuple[str, ...] = ()
    auto: shared.AutoApproveChanged | None = None
    auto_from: int = 0
    reason: own.Reason | None = None
    report: str = ""
    counted: own.ReportCounted | None = None
    spend: Spend = field(default_factory=Spend)
    changes: int = 0
    """Counts what changed, for those who show it."""
    said: int = 0
    """Counts what findings are computed from: they are the same while it is."""
    evidence: int = 0
    """The same for findings and questions."""
    listed: int = 0
    """The same for gaps."""
    kept: dict[str, tuple[Hashable, object]] = field(default_factory=dict)
    """What was computed, by name, with the stamp it holds for."""
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
    def findings(self) -> tuple[Finding, ...]:
        """All findings, by impact."""
        return self.known.findings

    @property
    def gaps_left(self) -> list[Gap]:
        """Gaps that are still to be closed: the number that is told of them everywhere."""
        return [gap for gap in self.gaps if gap.left]

    @property
    def standing(self) -> list[Finding]:
        """Findings that nobody dismissed."""
        return [finding for finding in self.findings if finding.status != "dismissed"]

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        return self.known.conflicts

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions as they stand."""
        return self.keep("questions", self.evidence, self._judged)

    def _judged(self) -> tuple[Question, ...]:
        return judged(self.plan, self.marks, self.findings, self.unresolved)

    @property
    def unresolved(self) -> frozenset[str]:
        """Questions that an agent of the open iteration had, and failed."""
        gaps = (agent.task.gap for agent in self.tasks() if agent.state == "failed")
        return frozenset(question for gap in gaps if gap is not None for question in gap.question_ids)

    @property
    def shown(self) -> coverage_rules.Shown:
        """By file: how many lines it has, and which of them a model was shown that gave an answer."""
        ended = (agent.ended for agent in self.agents.values())
        found: dict[str, tuple[int, list[tuple[int, int]]]] = {}
        for passage in chain.from_iterable(one.shown for one in ended if one is not None and one.covers):
            spans = found.get(passage.path, (0, []))[1]
            found[passage.path] = (passage.total, [*spans, (passage.first, passage.last)])
        return found

    @property
    def read(self) -> frozenset[str]:
        """Files that count as analysed."""
        return coverage_rules.analysed(self.shown, self.findings)

    @property
    def dropped(self) -> frozenset[str]:
        """Files that agents had to read, or were shown, which gave no answer."""
        lost = [one for one in self.agents.values() if one.ended is not None and not one.ended.covers]
        return frozenset(path for one in lost for path in (*one.task.files, *one.files))

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
    def limits(self) -> ResearchSetup:
        """The set-up as it is now: when the work is good enough, and how long it may take."""
        return self.setup.model_copy(update={"max_iterations": self.max_iterations})

    @property
    def tested(self) -> own.CriteriaTested | None:
        """The newest table."""
        return next((one.tested for one in reversed(self.iterations.values()) if one.tested), None)

    def seats_of(self, tier: Tier) -> Sequence[str]:
        """Return the places that serve a tier, in order; the lead's where there is none."""
        return [name for name, seat in self.seats.items() if seat.role == tier] or [CHAIR]

    def tasks(self) -> list[Agent]:
        """Return the agents of the open iteration, in the order of their tasks."""
        open_one = self.iterations.get(self.iteration)
        return [self.agents[name] for name in open_one.agents] if open_one is not None else []

    def _iteration(self, number: int) -> Iteration:
        return self.iterations.setdefault(number, Iteration(number))

    # --- folding ----------------------------------------------------------------------------------

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        if record.type in Spend.wants and isinstance(fact, Fact):
            self.spend.apply(record, fact)
        match fact:
            case shared.NodeEntered():
                return
            case shared.CallAsked():
                self._call_asked(record, fact)
            case shared.CallCompleted() | shared.CallFailed():
                self._call_ended(record, fact)
                return
            case shared.RunStarted():
                # What was under way then has not gone on since.
                self._running.clear()
            case EffectAsked(purpose="tool"):
                self._running[fact.part] = record.at
                return
            case EffectCompleted(purpose="tool"):
                self._tool_done(record, fact)
            case shared.SessionCreated():
                self._created(fact)
            case shared.SessionForked() if fact.setup:
                self._forked(fact)
            case shared.RoundOpened():
                self._opened(fact)
            case own.ScopeProposed():
                self.scope, self.plan, self.estimate = fact, fact.questions, fact.estimate
            case own.ScopeConfirmed():
                self.plan, self.estimate = fact.questions, fact.estimate
                self.left_out = fact.left_out
            case own.PlanChanged():
                self.plan = self.plan if fact.questions is None else fact.questions
                self.estimate = self.estimate if fact.estimate is None else fact.estimate
                self.left_out = (*self.left_out, *fact.left_out)
            case shared.SeatAbsent(seat=seat) | shared.SeatReplaced(seat=seat) if seat == CHAIR:
                self.leadless = isinstance(fact, shared.SeatAbsent)
            case shared.HelpFailed():
                self.without.append((self.iteration, fact))
            case own.AgentAssigned():
                self.agents[fact.agent] = Agent(fact)
                self._iteration(fact.iteration).agents.append(fact.agent)
            case own.AgentEnded() if fact.agent in self.agents:
                self.agents[fact.agent].ended = fact
            case own.CarriedChecked():
                self.carried = fact
                self.ledger.claims += fact.claims
                self.ledger.relations += fact.relations
                self.ledger.counters += fact.counters
                self.ledger.origins.update(fact.origins)
                self.excerpts.update(fact.excerpts)
            case own.ClaimsChecked():
                self.ledger.claims += fact.claims
                self.ledger.origins.update(fact.origins)
                self.refers.update(fact.refers)
                self.excerpts.update(fact.excerpts)
            case own.FindingsCompared():
                self._compared(fact)
            case own.QuestionsJudged():
                self.marks += fact.marks
                self.lead_gaps, self.judged_in = fact.gaps, self.iteration
            case own.CriteriaTested():
                table = self._iteration(self.iteration)
                table.tested, table.at = fact, record.at
                self.gaps = fact.gaps
            case own.GapsListed():
                self.gaps = fact.gaps
            case own.WentWide():
                self.wide_in = fact.iteration
            case own.ResearchEnded():
                self.reason = fact.reason
            case own.ReportCounted():
                self.counted = fact
            case shared.TextProposed(slot="result"):
                self.report = fact.text
            case _:
                self._of_person(record, fact)
        self.changes += 1
        self.evidence += isinstance(fact, _EVIDENCE)
        self.said += isinstance(fact, _SAID)
        self.listed += isinstance(fact, _OF_GAPS)

    def _of_person(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case own.GapDecided():
                self.decided[fact.gap] = fact
            case own.ConflictDecided():
                said = fact.resolution.model_copy(update={"agent": fact.actor.name if fact.actor else ""})
                self.ledger.resolutions.append(said)
            case own.FindingDecided():
                decision = fact.decision.model_copy(update={"agent": fact.actor.name if fact.actor else ""})
                self.ledger.decisions.append(decision)
            case own.AnswerGiven():
                self.marks.append(fact.mark)
            case shared.GuidanceGiven():
                self.notes.append((record.seq, fact.text, fact.pinned))
            case shared.DecisionWithdrawn():
                self.notes = [note for note in self.notes if note[0] != fact.seq]
            case shared.LimitChanged(limit="rounds") if fact.value is not None:
                self.max_iterations = int(fact.value)
            case shared.AutoApproveChanged():
                self.auto, self.auto_from = (fact if fact.on else None), self.iteration
            case _:
                pass

    def _created(self, fact: shared.SessionCreated) -> None:
        self.setup, self.session = ResearchSetup.recorded(fact.setup), fact.session
        self.seats = dict(fact.seats)
        self.max_iterations = self.setup.max_iterations
        self.left_out = ()

    def _forked(self, fact: shared.SessionForked) -> None:
        before = self.setup
        self.setup = ResearchSetup.recorded({**before.model_dump(), **fact.setup})
        self.session = fact.session
        if self.setup.embedding_model != before.embedding_model:
            # Vectors of two models cannot be compared.
            self.vectors.clear()
        if self.setup.max_iterations != before.max_iterations:
            self.max_iterations = self.setup.max_iterations

    def _opened(self, fact: shared.RoundOpened) -> None:
        self.iteration = fact.number
        self._iteration(fact.number)
        self.notes_in_force = tuple(text for _, text, _ in self.notes)
        self.notes = [note for note in self.notes if note[2]]

    def _compared(self, fact: own.FindingsCompared) -> None:
        self.ledger.relations += fact.relations
        self.ledger.resolutions += fact.resolutions
        self.ledger.counters += fact.counters
        self.ledger.supports += fact.supports
        self.vectors.update(zip(fact.embedded, self._answered_vectors, strict=False))
        if fact.embedding_problem:
            self.unlikened[self.iteration] = fact.embedding_problem

    # --- agents at work -----------------------------------------------------------------------------

    def _call_asked(self, record: Record, fact: shared.CallAsked) -> None:
        name, _, said = fact.part.partition(TURN)
        turn = whole_number(said)
        if turn is not None and name in self.agents:
            self._asked[record.seq] = (name, turn, record.at)

    def _call_ended(self, record: Record, fact: shared.CallCompleted | shared.CallFailed) -> None:
        if isinstance(fact, shared.CallCompleted) and fact.vectors:
            self._answered_vectors = fact.vectors
        name, turn, at = self._asked.pop(fact.asked, ("", 0, 0))
        if name:
            self.agents[name].worked(turn, (record.at - at) / 1e6)
            self.changes += 1

    def _tool_done(self, record: Record, fact: EffectCompleted) -> None:
        # The part is `<purpose>-<agent>-turn-<n>-<number>`.
        name, _, numbers = fact.part.partition("-")[2].rpartition(TURN)
        agent, turn = self.agents.get(name), numbers.partition("-")[0]
        if agent is not None:
            agent.took(fact.value)
            begun = self._running.pop(fact.part, record.at)
            agent.worked(whole_number(turn) or 0, (record.at - begun) / 1e6)
