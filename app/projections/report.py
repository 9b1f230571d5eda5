"""WHAT a report of a session says: one plain structure for every form it is written in.

Each thing stands once, with the round and attempt it belongs to; values are the machine's own, times UTC.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from app.domain.facts import Severity, Status, TextChoice, Verdict
from app.domain.reporting import Document, Ending, Exchange, Part, ReportModel, RoundPart


class Member(ReportModel):
    """A place at the table."""

    seat: str
    model: str
    role: str = ""
    presides: bool = False
    """Whether it answers for the table (chair, judge), and not for itself."""
    letter: str = ""
    """What the other seats know it by: “Response A”; in the first round, where that changes."""
    later_letters: tuple[str, ...] = ()
    """What they know it by in later rounds, where each has letters of its own."""


class Origin(ReportModel):
    """Where a fork comes from."""

    session: str
    seq: int


class FinalAnswer(ReportModel):
    """The final answer as Markdown; `whole` holds what the workflow wrote around it, too."""

    text: str
    whole: str
    seat: str = ""
    seq: int
    judged: str = ""
    """The person's word on it against the best first answer: better, same, worse; empty: none."""


class Attempt(ReportModel):
    """One attempt at a round; `accepted` None: undecided."""

    number: int
    accepted: bool | None = None
    opened_at: datetime
    closed_at: datetime | None = None
    feedback: str = ""


class Round(ReportModel):
    """A round with its attempts, in order."""

    number: int
    attempts: tuple[Attempt, ...]


class Text(ReportModel):
    """A text of a seat, or the person's own in its place, under the attempt it was written in."""

    seq: int
    at: datetime
    round: int
    attempt: int
    slot: str
    seat: str
    by: str = "seat"
    """seat, or person where it is an edit; agent where that is an agent's."""
    agent: str = ""
    """Of an agent's edit: the name its client goes by."""
    text: str
    base: int | None = None
    """The seq of the text it was made from, in this list."""
    same_as: int | None = None
    """The seq of the seat's first text that is the very same."""


class Assessment(ReportModel):
    """What became of a seat's text in an attempt, computed from the texts."""

    round: int
    attempt: int
    slot: str
    seat: str
    text: int | None = None
    """The seq of the text that stood at its end."""
    status: Status
    changed: float
    """Share of the text that changed, 0 to 1."""
    summary: str = ""
    justification: str = ""


class CritiqueVerdict(ReportModel):
    """The person's verdict on a critique; `standing` False: another one came later."""

    seq: int
    at: datetime
    round: int
    attempt: int
    verdict: Verdict
    reason: str = ""
    agent: str = ""
    """The agent whose verdict it is; empty: the person's."""
    standing: bool = True


class CritiqueReply(ReportModel):
    """The author's answer to a critique: addressed, stands_by_it, or no_reply."""

    seq: int
    round: int
    attempt: int
    seat: str
    answer: str
    justification: str = ""


class Critique(ReportModel):
    """A critique under the attempt it was made in, with all that became of it."""

    id: str
    seq: int
    at: datetime
    round: int
    attempt: int
    critic: str
    target: str = ""
    """Empty: about several answers."""
    claim: str
    suggestion: str = ""
    severity: Severity
    category: str = ""
    quote: str = ""
    unstructured: bool = False
    mark: str = ""
    """How a person marked the quoted words, where it is a person's."""
    author: str = ""
    """Whose words a person passed on with it; empty: their own."""
    verdicts: tuple[CritiqueVerdict, ...] = ()
    replies: tuple[CritiqueReply, ...] = ()


class Decision(ReportModel):
    """A decision beside the verdicts on critiques: at a gate, on a text, on limits, on who takes part."""

    seq: int
    at: datetime
    round: int
    attempt: int
    kind: str
    """gate, text, guidance, auto_approve, limit, seat_added, seat_left_out, seat_rated, seat_replaced,
    command, stop."""
    by: str = "person"
    """person, policy, flag, file, timeout, agent."""
    agent: str = ""
    """Of an agent's: the name its client goes by."""
    gate: str = ""
    verb: str = ""
    seat: str = ""
    choice: TextChoice | None = None
    text: int | None = None
    """Of a choice: the seq of the text that goes on."""
    taken: tuple[str, ...] = ()
    """Of an own text: the titles of the sessions that passages of it were taken from."""
    said: str = ""
    """Words of the person: feedback, a note, guidance. Of a place that was added: what it is
    for. Of a command: what came of it."""
    pinned: bool = False
    """Of guidance: for all rounds to come."""
    limits: dict[str, float | None] = Field(default_factory=dict)
    model: str = ""
    in_force: bool = True
    """False: it came too late to change anything, or was asked for and not done."""


class Measure(ReportModel):
    """A figure of an attempt, against its threshold where it has one."""

    round: int
    attempt: int
    name: str
    title: str
    unit: str = ""
    value: float | None
    threshold: float | None = None
    passes: bool | None = None
    note: str = ""
    missing: str = Field(default="", exclude=True)
    """What is said where there is no value."""


class Incident(ReportModel):
    """What went wrong: call_failed, sat_out."""

    seq: int
    round: int
    attempt: int
    kind: str
    seat: str
    said: str = ""


class Cost(ReportModel):
    """What calls used. Dollars of the calls with a known price; `unpriced` counts the others."""

    calls: int
    tokens_in: int
    tokens_out: int
    tokens_estimated: bool = False
    dollars: float
    unpriced: int = 0
    worst_case: float = 0.0
    """The part of the dollars that is a worst case: calls that were sent and whose end nobody knows."""


class Costs(ReportModel):
    """What the session cost: in all, by seat, by round; `inherited` is what a fork's parent had paid."""

    total: Cost
    by_seat: dict[str, Cost] = Field(default_factory=dict)
    by_round: dict[int, Cost] = Field(default_factory=dict)
    inherited: Cost | None = None
    offline: bool = False
    """Whether no model was asked: every answer is the offline council's, which works by rules."""
    limit: float | None = None
    """Dollars at which it asks; None: no limit."""


class GivenAlone(ReportModel):
    """Something that these seats alone were given with the question."""

    name: str
    seats: tuple[str, ...]


class Report(ReportModel):
    """All that a report says, in named fields."""

    session: str
    workflow: str
    title: str
    state: str
    reason: str | None = None
    """Why it ended, by its machine name; `ending` has it in words."""
    created_at: datetime
    changed_at: datetime
    finished_at: datetime | None = None
    begun_by: str = ""
    """The agent that began it; empty: a person did."""
    parent: Origin | None = None
    tags: tuple[str, ...] = ()
    question: str
    material: tuple[str, ...] = ()
    """The names of what was given with the question."""
    given_alone: tuple[GivenAlone, ...] = ()
    """Which of it not all were given."""
    team: tuple[Member, ...] = ()
    decision: str = ""
    final_answer: FinalAnswer | None = None
    findings: tuple[Part, ...] = ()
    clarifying_questions: tuple[Exchange, ...] = ()
    rounds: tuple[Round, ...] = ()
    texts: tuple[Text, ...] = ()
    assessments: tuple[Assessment, ...] = ()
    critiques: tuple[Critique, ...] = ()
    decisions: tuple[Decision, ...] = ()
    measures: tuple[Measure, ...] = ()
    mishaps: tuple[Incident, ...] = ()
    in_rounds: tuple[RoundPart, ...] = ()
    more: tuple[Part, ...] = ()
    documents: tuple[Document, ...] = ()
    ending: Ending = Ending()
    costs: Costs
