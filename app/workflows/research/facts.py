"""Facts that only a research needs. What an agent reported, was shown and searched stays as it was."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from app.domain.fact_base import Fact, Sentence, facts_in
from app.domain.frozen import Frozen
from app.workflows.research.model import (
    Category,
    Cited,
    Claim,
    Convergence,
    CounterSearch,
    Coverage,
    Gap,
    IterationMetrics,
    Question,
    Relation,
    Resolution,
    Role,
    Subject,
)
from app.workflows.research.rules.integration import Decision, SupportVerdict
from app.workflows.research.rules.questions import QuestionMark

Reason = Literal["full_convergence", "early_convergence", "partial_convergence", "user_stopped"]


class Shown(Frozen):
    """Lines of a file that a model was shown, of how many, and the hash of the whole file then."""

    path: str
    first: int
    last: int
    total: int
    digest: str


class Reported(Frozen):
    """One finding as an agent wrote it, before anything of it was checked."""

    description: str
    category: Category
    subject: Subject = ""
    citations: tuple[Cited, ...] = ()
    confirms: str = ""
    question: str = ""


class Excerpt(Frozen):
    """Lines of a file around a citation, as they were when it was checked."""

    first: int
    text: str


class ScopeProposed(Fact):
    """What the brief asks, and which files of the folder matter for it. Sizes in bytes.

    `hosts`: where files may be sent, empty for a model on this machine; `left_out`: how many files, by why.
    `unread`: why a file can be read by nobody, by its path; of many the first. `remarks`: how others
    were read, where that is to be known: in part, or in a guessed encoding.
    `others`: files that were not taken for relevant, of many the first; `other_files` counts them.
    """

    type: Literal["research_scope_proposed"] = "research_scope_proposed"
    questions: tuple[Question, ...]
    estimate: tuple[str, ...]
    files: int
    size: int
    estimate_size: int = 0
    left_out: dict[str, int] = Field(default_factory=dict)
    unread: dict[str, Sentence] = Field(default_factory=dict)
    remarks: dict[str, Sentence] = Field(default_factory=dict)
    others: tuple[str, ...] = ()
    other_files: int = 0
    whole: bool = True
    hosts: tuple[str, ...] = ()


class ScopeConfirmed(Fact):
    """The questions, the files and the patterns left out that the work begins with."""

    type: Literal["research_scope_confirmed"] = "research_scope_confirmed"
    by_person: ClassVar[bool] = True
    questions: tuple[Question, ...]
    estimate: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class AgentAssigned(Fact):
    """An agent got its task: a gap, or its part of the folder. `files`: what it is to read."""

    type: Literal["research_agent_assigned"] = "research_agent_assigned"
    agent: str
    role: Role
    seat: str
    iteration: int
    focus: str
    gap: Gap | None = None
    files: tuple[str, ...] = ()


class AgentEnded(Fact):
    """An agent is done: what it reported and was shown, or why there is nothing."""

    type: Literal["research_agent_ended"] = "research_agent_ended"
    agent: str
    ended: Literal["answered", "capped", "timed_out", "failed", "unreadable"]
    why: str = ""
    calls: int = 0
    """Of tools."""
    shown: tuple[Shown, ...] = ()
    searched: tuple[str, ...] = ()
    """What it says it looked for."""
    looked: tuple[str, ...] = ()
    """What it really searched for and read, as the tools ran."""
    reported: tuple[Reported, ...] = ()
    resolution: Resolution | None = None
    missing: tuple[str, ...] = ()
    edge_cases: tuple[str, ...] = ()
    seconds: float = 0.0
    """From its first question to its last answer, as the records have it."""
    covers: bool = True
    """Whether what it was shown counts as read: not where it gave no answer; in sessions of before always."""

    @property
    def failed(self) -> bool:
        """Whether it brought nothing."""
        return self.ended in ("failed", "unreadable") or (self.ended == "timed_out" and not self.reported)


class ClaimsChecked(Fact):
    """The program has looked up every citation of an iteration's reports.

    `origins`: of the files they name. `refers`: by a file that was shown, the files of the folder it names.
    """

    type: Literal["research_claims_checked"] = "research_claims_checked"
    claims: tuple[Claim, ...]
    origins: dict[str, str] = Field(default_factory=dict)
    refers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)
    """By citation, `file:first-last`."""


class FindingsCompared(Fact):
    """How findings stand to each other, what settled conflicts, and which lines support their claim."""

    type: Literal["research_findings_compared"] = "research_findings_compared"
    relations: tuple[Relation, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    counters: tuple[CounterSearch, ...] = ()
    supports: tuple[SupportVerdict, ...] = ()
    compared: int = 0
    """Pairs that the judge was shown."""
    embedded: tuple[str, ...] = ()
    """Findings that the vectors of the newest answered embedding are of, in order."""
    embedding_model: str = ""
    """The model that told which findings are alike."""
    embedding_problem: str = ""
    """Why it could not; words were counted then."""


class QuestionsJudged(Fact):
    """How far the questions are answered, and the gaps that the lead model sees."""

    type: Literal["research_questions_judged"] = "research_questions_judged"
    marks: tuple[QuestionMark, ...]
    gaps: tuple[Gap, ...] = ()


class CriteriaTested(Fact):
    """The convergence table of an iteration, with what it was computed from, and the gaps as they are."""

    type: Literal["research_criteria_tested"] = "research_criteria_tested"
    convergence: Convergence
    coverage: Coverage
    metrics: IterationMetrics
    gaps: tuple[Gap, ...] = ()


class GapsListed(Fact):
    """The gaps for the next iteration, each assigned, deferred or dismissed."""

    type: Literal["research_gaps_listed"] = "research_gaps_listed"
    gaps: tuple[Gap, ...]


class WentWide(Fact):
    """No gap was left and the criteria do not hold: the folder is looked through once more, by other ways."""

    type: Literal["research_went_wide"] = "research_went_wide"
    iteration: int


class GapDecided(Fact):
    """A person dismissed a gap, took it back in, or gave it another focus."""

    type: Literal["research_gap_decided"] = "research_gap_decided"
    by_person: ClassVar[bool] = True
    gap: str
    dismissed: bool = False
    reason: str = ""
    focus: str = ""
    role: Role | None = None


class ConflictDecided(Fact):
    """A person said which findings of a conflict stand."""

    type: Literal["research_conflict_decided"] = "research_conflict_decided"
    by_person: ClassVar[bool] = True
    resolution: Resolution


class FindingDecided(Fact):
    """A person confirmed or dismissed a finding, or took that back."""

    type: Literal["research_finding_decided"] = "research_finding_decided"
    by_person: ClassVar[bool] = True
    decision: Decision


class AnswerGiven(Fact):
    """A person answered a question of the brief, or said that it needs no answer."""

    type: Literal["research_answer_given"] = "research_answer_given"
    by_person: ClassVar[bool] = True
    mark: QuestionMark


class PlanChanged(Fact):
    """A person changed the questions, or what is left out, between two iterations."""

    type: Literal["research_plan_changed"] = "research_plan_changed"
    by_person: ClassVar[bool] = True
    questions: tuple[Question, ...] | None = None
    left_out: tuple[str, ...] = ()
    estimate: tuple[str, ...] | None = None


class CarriedChecked(Fact):
    """Findings of an earlier research, each citation looked up again; `held`, `moved`, `gone` count them."""

    type: Literal["research_carried_checked"] = "research_carried_checked"
    session: str = ""
    """The earlier research."""
    claims: tuple[Claim, ...]
    relations: tuple[Relation, ...] = ()
    counters: tuple[CounterSearch, ...] = ()
    origins: dict[str, str] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)
    held: int = 0
    moved: int = 0
    gone: int = 0
    changed: int = 0
    """Of those that hold: in files that are others by now."""
    lost: tuple[str, ...] = ()
    """Descriptions of the findings with a citation that no longer holds."""


class ResearchEnded(Fact):
    """Why the work ended."""

    type: Literal["research_ended"] = "research_ended"
    reason: Reason


class ReportCounted(Fact):
    """What the report's own text comes to: its sentences, those that name a finding, and their citations."""

    type: Literal["research_report_counted"] = "research_report_counted"
    claims: int
    founded: int
    findings: tuple[str, ...]
    citations: int
    verified: int
    by_agent: bool = False
    """Whether its exports tell what each agent contributed; in sessions of before they do not."""


RESEARCH_FACTS = facts_in(__name__)
