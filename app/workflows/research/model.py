"""The data of a research session: what an agent said, what the program checked, what is known by now.

Rules:
- A `Claim` is what one agent reported once; it never changes. A `Finding` is what is known after integration:
  one or several claims that say the same. Findings are computed from claims, relations and decisions
  (`rules/integration.py`), so the order in which agents answer changes nothing.
- Lines are counted from 1. Paths are inside the folder, with `/`.
- Ids: a claim is `explore 1/3` (agent, number), a finding `f7`, a question `q1`. A conflict is named by its
  findings (`f3-f7`) and a gap by what it is about (`evidence:f7`), so that what was decided of it stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from app.domain.frozen import Frozen

# --- evidence -----------------------------------------------------------------------------------

Category = Literal["critical", "important", "informational"]
CATEGORIES: tuple[Category, ...] = ("critical", "important", "informational")

Check = Literal["verified", "moved", "unverified", "file_only", "refused"]
"""What the program found: `moved` stands elsewhere in the file and is as good as `verified`; `unverified`
does not stand there; `file_only`: a file that exists and nothing quoted; `refused`: no file that may be
opened."""
_CheckReason = Literal[
    "", "no_quote", "not_found", "too_short", "too_long", "no_such_lines", "unreadable", "outside"
]
Support = Literal["", "full", "partly", "no", "against"]
"""What the lead model said of whether the quoted lines support the claim; empty: it was not asked."""


class Cited(Frozen):
    """A place as an agent named it. `first` 0: it gave no lines."""

    file: str
    first: int = 0
    last: int = 0
    quote: str = ""


def lines_said(first: int, last: int, dash: str = "-") -> str:
    """Return lines as a citation names them: `12` or `12-14`."""
    return str(first) if last <= first else f"{first}{dash}{last}"


class Citation(Frozen):
    """A place after the program looked. `found_*`: where the quote really stands, 0 where it does not."""

    file: str
    first: int = 0
    last: int = 0
    quote: str = ""
    check: Check
    reason: _CheckReason = ""
    found_first: int = 0
    found_last: int = 0
    digest: str = ""
    """Of the whole file as it was then (sha256), empty where it was not read."""
    origin: str = ""
    """The file that its near-copies are counted under; the file itself where it has none."""
    place: str = ""
    """Page, heading or cell, where the file has them."""
    agent: str = ""
    iteration: int = 0
    """0: of an earlier research, and looked up anew."""
    support: Support = ""
    lost: bool = False
    """It stood there in an earlier research, and no longer does."""

    @property
    def verified(self) -> bool:
        """Whether the quote stands in the file."""
        return self.check in ("verified", "moved")

    @property
    def counts(self) -> bool:
        """Whether it is evidence: it stands there, and nobody found that it does not support the claim."""
        return self.check in ("verified", "moved") and self.support not in ("no", "against")

    @property
    def lines(self) -> tuple[int, int]:
        """The lines to open: where the quote stands, else those that were named, else the first."""
        if self.found_first:
            return self.found_first, self.found_last
        return max(1, self.first), max(1, self.first, self.last)

    @property
    def placed(self) -> bool:
        """Whether lines are known of it: its agent named some, or its quote stands in some."""
        return bool(self.first or self.found_first)

    @property
    def key(self) -> str:
        """What its excerpt is kept under."""
        first, last = self.lines
        return f"{self.file}:{first}-{last}"


Subject = Literal["", "pattern", "security", "performance", "flow"]
"""What sort of matter a claim is about, as its agent said."""


class Claim(Frozen):
    """What one agent reported, its citations checked. `number` counts within the agent's answer, from 1."""

    agent: str
    iteration: int
    number: int
    description: str
    category: Category
    subject: Subject = ""
    citations: tuple[Citation, ...] = ()
    confirms: str = ""
    """The finding it says it confirms."""
    question: str = ""
    """The question it answers."""
    counters: str = ""
    """The finding it was found against, by a search for what speaks against it."""
    whole: str = ""
    """The finding of an earlier research that it was part of: claims of one stay one."""
    order: int = 0
    """Its place among claims of an earlier research."""

    @property
    def id(self) -> str:
        """Its name: the agent and the number."""
        return f"{self.agent}/{self.number}"


# --- how claims and findings stand to each other ------------------------------------------------

RelationKind = Literal["same", "enhances", "contradicts", "qualifies", "unrelated"]
"""`a qualifies b`: a is narrower or conditional; it lowers nothing and is listed under b."""


class Relation(Frozen):
    """What was judged of a pair, by finding ids as they were then. `by`: judge, agent, person or program."""

    a: str
    b: str
    kind: RelationKind
    iteration: int
    by: Literal["judge", "agent", "person", "program"] = "judge"
    why: str = ""


_ConflictState = Literal["open", "left_open", "resolved"]
"""`open`: nobody has looked at it yet; `left_open`: a verification did not settle it."""


class Resolution(Frozen):
    """How a conflict was settled, or that a verification left it open (`keeps` empty and `open`).

    `keeps`: the findings that stand; both: each holds under conditions of its own.
    """

    conflict: str
    keeps: tuple[str, ...] = ()
    open: bool = False
    root_cause: str = ""
    resolution: str = ""
    by: str
    """The agent, or `person`."""
    iteration: int
    number: int = 0
    """Of several by one person the last holds."""
    agent: str = Field(default="", exclude=True)
    """Which agent decided in the person's place, as the fact's actor tells; no body holds it."""


class Conflict(Frozen):
    """Two findings that contradict each other, with who says so."""

    id: str
    a: str
    b: str
    state: _ConflictState
    iteration: int
    root_cause: str = ""
    resolution: str = ""
    resolved_by: str = ""
    kept: tuple[str, ...] = ()


# --- what is known ------------------------------------------------------------------------------

EvidenceType = Literal["strong", "weak", "inference"]
FindingState = Literal["open", "confirmed", "conflicting", "dismissed"]


class CounterSearch(Frozen):
    """A search for what speaks against a finding: who looked, for what, and which findings came of it."""

    finding: str
    agent: str
    iteration: int
    searched: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    """Claims that speak against it."""


class Finding(Frozen):
    """What is known: one or several claims that say the same, with all their citations."""

    id: str
    description: str
    category: Category
    confidence: float
    citations: tuple[Citation, ...] = ()
    source_agents: tuple[str, ...] = ()
    iteration_discovered: int
    evidence_type: EvidenceType
    status: FindingState = "open"
    related: tuple[str, ...] = ()
    qualified_by: tuple[str, ...] = ()
    """Narrower findings, listed under this one."""
    qualifies: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    """What claims that enhance it add, in their words."""
    subject: Subject = ""
    questions: tuple[str, ...] = ()
    counter: CounterSearch | None = None
    awaits_counter: bool = False
    """It is critical and would be worth more once somebody has looked for what speaks against it."""
    decided: Literal["", "confirm", "dismiss"] = ""
    """What a person decided."""
    decided_by: str = ""
    """The agent that decided in the person's place."""
    dismissed: str = ""
    """Why a person dismissed it."""
    lost: str = ""
    """The conflict that was resolved against it."""
    row: str = ""
    """The row of the confidence table that holds."""


QuestionKind = Literal["feasibility", "architecture", "location", "rationale", "other"]
_QuestionState = Literal["open", "partial", "answered", "absent"]
"""`absent`: not in these sources, with the searches made."""


class Question(Frozen):
    """A question of the brief. `critical` ones must be settled before the work can converge."""

    id: str
    text: str
    kind: QuestionKind = "other"
    critical: bool = True
    state: _QuestionState = "open"
    findings: tuple[str, ...] = ()
    note: str = ""
    searched: tuple[str, ...] = ()
    by: Literal["", "lead", "person"] = ""

    @property
    def settled(self) -> bool:
        """Whether nothing more is to be found out."""
        return self.state in ("answered", "absent")


# --- what is missing ----------------------------------------------------------------------------

GapType = Literal[
    "coverage", "evidence", "pattern", "conflict", "context", "question", "security", "performance"
]
Role = Literal["explore", "citation", "pattern", "verification", "security", "performance"]
Tier = Literal["fast", "deep"]
Priority = Category
_GapState = Literal["open", "assigned", "deferred", "dismissed", "resolved", "unresolved"]
"""`unresolved`: its agent failed."""

TIERS: Mapping[Role, Tier] = {
    "explore": "fast",
    "citation": "fast",
    "pattern": "fast",
    "verification": "deep",
    "security": "deep",
    "performance": "deep",
}
"""Which tier of models serves a role (spec, Selection)."""


class Gap(Frozen):
    """What is missing. `reason`: what the lead model or a person said; a computed gap has its words
    from `rules/gaps.py`. `value` and `threshold`: the figure that opened it, of 1."""

    id: str
    type: GapType
    priority: Priority
    role: Role
    reason: str = ""
    focus: str = ""
    finding_ids: tuple[str, ...] = ()
    question_ids: tuple[str, ...] = ()
    conflict_id: str = ""
    files: tuple[str, ...] = ()
    value: float | None = None
    threshold: float | None = None
    independent: bool = False
    """A single source stands behind the finding: a second one is wanted."""
    again: bool = False
    """Its files were dealt before, to agents that gave no answer."""
    counter: bool = False
    """What speaks against the finding is to be looked for."""
    status: _GapState = "open"
    iteration: int = 0
    """When it was first seen."""

    @property
    def left(self) -> bool:
        """Whether it is still to be closed."""
        return self.status not in ("resolved", "dismissed")

    @property
    def wanted(self) -> GapType | Literal["counter", "gone", "support", "second", "again"]:
        """What would close it: of evidence, which sort is missing."""
        if self.again:
            return "again"
        if self.counter:
            return "counter"
        if self.id.startswith("gone:"):
            return "gone"
        if self.id.startswith("support:"):
            return "support"
        return "second" if self.independent else self.type


# --- the options that the rules read ------------------------------------------------------------


class ConfidenceTable(Frozen):
    """What each kind of evidence is worth, strongest use first; the first row that fits holds."""

    conflicting: float = Field(default=0.55, ge=0, le=1)
    two_origins: float = Field(default=0.95, ge=0, le=1)
    one_origin: float = Field(default=0.90, ge=0, le=1)
    confirmed: float = Field(default=0.85, ge=0, le=1)
    verified: float = Field(default=0.75, ge=0, le=1)
    file_only: float = Field(default=0.60, ge=0, le=1)
    repeated: float = Field(default=0.50, ge=0, le=1)
    inference: float = Field(default=0.40, ge=0, le=1)


TOLERANCE = 1e-9
"""Thresholds are compared with it (spec, Findings)."""


def reaches(value: float, threshold: float) -> bool:
    """Return whether a figure reaches a threshold."""
    return value >= threshold - TOLERANCE


# --- how the work stands ------------------------------------------------------------------------


class Coverage(Frozen):
    """Which files of the estimate were analysed; `fraction` is of 1, and 0 where nothing is estimated."""

    estimated: tuple[str, ...]
    analysed: tuple[str, ...]
    missing: tuple[str, ...]
    referred: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Files of the estimate that others refer to and nobody has read, with who refers to them."""

    @property
    def fraction(self) -> float:
        """The share that was analysed."""
        return len(self.analysed) / len(self.estimated) if self.estimated else 0.0


_CriterionName = Literal["coverage", "confidence", "conflicts", "questions"]
Outcome = Literal["not_converged", "full", "early", "partial"]
PartialReason = Literal["", "max_iterations", "no_progress", "no_gaps"]


class Criterion(Frozen):
    """A row of the convergence table."""

    name: _CriterionName
    value: float
    threshold: float
    passes: bool
    unchecked: int | None = None
    """Of the conflicts: how many no verification looked at yet. None in sessions of before: they counted only
    those that one had left open."""


class Convergence(Frozen):
    """The table after an iteration, and what follows from it."""

    iteration: int
    criteria: tuple[Criterion, ...]
    outcome: Outcome
    why: PartialReason = ""
    failing: int
    next_action: Literal["continue", "report"]
    saved: int = 0
    """Iterations that an early end makes unnecessary."""


class IterationMetrics(Frozen):
    """Figures of one iteration; gains may be below 0. `coverage_gain` is in points of a hundred."""

    iteration: int
    agents: int = 0
    failed_agents: int = 0
    new_files: int = 0
    new_findings: int = 0
    citations_added: int = 0
    seconds: float = 0.0
    coverage: float = 0.0
    confidence: float = 0.0
    coverage_gain: float = 0.0
    confidence_gain: float = 0.0
