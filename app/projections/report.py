"""WHAT a report of a session says: one plain structure for every form it is written in.

Each thing stands once, with the round and attempt it belongs to; values are the machine's own, times UTC.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import Field
from pydantic import Field as JsonField  # by this name: what programs read is not translated

from app.domain.facts import Severity, Status, TextChoice, Verdict
from app.domain.i18n import Message
from app.domain.money import cost_words
from app.domain.reporting import Document, Ending, Exchange, Part, PointsShown, ReportModel, RoundPart

LOOKING_BACK = "looking_back"
"""Name of the part on what the person expected and decided, and how it turned out."""


class Member(ReportModel):
    """A place at the table."""

    seat: str = JsonField(description="The seat's name.")
    model: str = JsonField(description="Provider and model.")
    role: str = JsonField("", description="What it was asked to look for.")
    presides: bool = JsonField(
        False, description="Whether it answers for the table (chair, judge), and not for itself."
    )
    letter: str = JsonField(
        "", description="What the other seats know it by; empty: they know its name, or nothing of it."
    )
    later_letters: tuple[str, ...] = JsonField(
        (), description="What they know it by in later rounds; none: the letter stays."
    )


class Origin(ReportModel):
    """Where a fork comes from."""

    session: str = JsonField(description="The session's id.")
    seq: int = JsonField(description="The last record that was copied.")


class FinalAnswer(ReportModel):
    """The final answer as Markdown; `whole` holds what the workflow wrote around it, too."""

    text: str = JsonField(description="The answer alone, as Markdown.")
    whole: str = JsonField(description="The answer with what the workflow wrote around it, as Markdown.")
    seat: str = JsonField("", description="The seat that wrote it.")
    seq: int = JsonField(description="Number of the record that this was read from.")
    judged: str = JsonField(
        "",
        description="The person's word on it against the best first answer: better, same, worse; "
        "empty: none.",
    )


class Attempt(ReportModel):
    """One attempt at a round; `accepted` None: undecided."""

    number: int = JsonField(description="Number of the attempt, from 1.")
    accepted: bool | None = JsonField(None, description="Whether it was accepted; null: undecided.")
    opened_at: datetime = JsonField(description="When it began, ISO 8601, UTC.")
    closed_at: datetime | None = JsonField(
        None, description="When it was decided, ISO 8601, UTC; null: it is open."
    )
    feedback: str = JsonField("", description="What the person said when it was rejected.")


class Round(ReportModel):
    """A round with its attempts, in order."""

    number: int = JsonField(description="Number of the round, from 1.")
    attempts: tuple[Attempt, ...] = JsonField(description="Its attempts, in order.")


class InAttempt(ReportModel):
    """Something that belongs to an attempt at a round."""

    round: int = JsonField(description="Number of the round, from 1; 0: before the first.")
    attempt: int = JsonField(description="Number of the attempt at the round, from 1.")


class _FromRecord(InAttempt):
    """The same, as a record tells it."""

    seq: int = JsonField(description="Number of the record that this was read from.")
    at: datetime = JsonField(description="When it happened, ISO 8601, UTC.")


class Text(_FromRecord):
    """A text of a seat, or the person's own in its place, under the attempt it was written in."""

    slot: str = JsonField(description="What the text is for; the members' answers are in the slot `answer`.")
    seat: str = JsonField(description="Name of the seat, as in the team.")
    by: str = JsonField(
        "seat",
        description="seat, or person where it is an edit in the seat's place; agent where that is "
        "an agent's.",
    )
    agent: str = JsonField("", description="Of an agent's edit: the name its client goes by.")
    text: str = JsonField(description="The text as Markdown.")
    base: int | None = JsonField(
        None, description="The seq of the text it was made from, in this list; null: none."
    )
    same_as: int | None = JsonField(
        None, description="The seq of the seat's first text that is the very same; null: none."
    )


class Assessment(InAttempt):
    """What became of a seat's text in an attempt, computed from the texts."""

    slot: str = JsonField(description="What the text is for; the members' answers are in the slot `answer`.")
    seat: str = JsonField(description="Name of the seat, as in the team.")
    text: int | None = JsonField(None, description="The seq of the text that stood at its end, in `texts`.")
    status: Status = JsonField(description="changed, minor (a change of wording), held, failed, or skipped.")
    changed: float = JsonField(
        description="Share of the text that changed against the one it was made from, 0 to 1."
    )
    summary: str = JsonField("", description="What the seat says that it changed.")
    justification: str = JsonField("", description="The reason that was given; empty: none.")


def _nothing(value: object) -> bool:
    return not value


class CritiqueVerdict(_FromRecord):
    """The person's verdict on a critique; `standing` False: another one came later."""

    verdict: Verdict = JsonField(description="accept, dismiss, or defer.")
    reason: str = JsonField("", description="The reason that was given; empty: none.")
    agent: str = JsonField("", description="The agent whose verdict it is; empty: the person's.")
    standing: bool = JsonField(True, description="False: another verdict came later.")


class CritiqueReply(InAttempt):
    """The author's answer to a critique: addressed, stands_by_it, or no_reply."""

    seq: int = JsonField(description="Number of the record that this was read from.")
    seat: str = JsonField(description="Name of the seat, as in the team.")
    answer: str = JsonField(description="addressed, stands_by_it, or no_reply.")
    justification: str = JsonField("", description="The reason that was given; empty: none.")


class Critique(_FromRecord):
    """A critique under the attempt it was made in, with all that became of it."""

    id: str = JsonField(description="The critique's id, unique in the session.")
    critic: str = JsonField(description="The seat that made it.")
    target: str = JsonField("", description="The seat it is for; empty: several answers.")
    claim: str = JsonField(description="What is wrong, in the critic's words.")
    suggestion: str = JsonField("", description="What should be done about it.")
    severity: Severity = JsonField(description="low, medium, or high.")
    category: str = JsonField("", description="The critic's word for its kind.")
    quote: str = JsonField("", description="The passage it is about.")
    missing: str = JsonField(
        "",
        description="What it says that the text lacks; left out where it says no such thing.",
        exclude_if=_nothing,
    )
    passage: str = JsonField(
        "",
        description="stands, absent (the quoted passage does not stand in the text, so the point goes to its "
        "author if a person accepts it), missing (it says what is missing), or none (it shows nothing); "
        "left out where nobody looked.",
        exclude_if=_nothing,
    )
    met: bool = JsonField(
        False,
        description="The text says already what is suggested, by its words; left out where it does not.",
        exclude_if=_nothing,
    )
    unstructured: bool = JsonField(
        False, description="Whether the critic's reply had no structure, so that the claim is all of it."
    )
    mark: str = JsonField(
        "",
        description="How the person marked the quoted words: comment, strike, unsourced, unclear, "
        "wrong, or too_long; empty: a member's critique.",
    )
    author: str = JsonField("", description="Whose words the person passed on with it; empty: their own.")
    verdicts: tuple[CritiqueVerdict, ...] = JsonField((), description="The person's verdicts, in order.")
    replies: tuple[CritiqueReply, ...] = JsonField((), description="What its author answered, in order.")


class Decision(_FromRecord):
    """A decision beside the verdicts on critiques: at a gate, on a text, on limits, on who takes part."""

    kind: str = JsonField(
        description="gate, text, guidance, auto_approve, limit, command, stop, seat_added, "
        "seat_left_out, seat_rated, or seat_replaced."
    )
    by: str = JsonField(
        "person",
        description="person, policy, flag (an option of the command), file (a prepared answer), "
        "timeout, or agent.",
    )
    agent: str = JsonField("", description="Of an agent's decision: the name its client goes by.")
    gate: str = JsonField("", description="Of a gate: its kind.")
    verb: str = JsonField("", description="Of a gate or a stop: what was chosen. Of a command: its name.")
    seat: str = JsonField("", description="The seat it is about; empty: none.")
    choice: TextChoice | None = JsonField(None, description="Of a text: refined, previous, or edit.")
    text: int | None = JsonField(None, description="Of a text: the seq of the text that goes on, in `texts`.")
    taken: tuple[str, ...] = JsonField(
        (), description="Titles of other sessions that passages of a person's text were taken from."
    )
    kept_old: int = JsonField(
        0, description="Of an edit that keeps the old words of changes and is nothing else: of how many."
    )
    standing: bool = JsonField(
        True, description="False: of a text, and another choice for it followed in the attempt."
    )
    said: str = JsonField(
        "", description="The person's words: feedback, a note, guidance. Of a command: what came of it."
    )
    pinned: bool = JsonField(False, description="Of guidance: whether it is for all rounds to come.")
    limits: dict[str, float | None] = JsonField(
        default_factory=dict, description="Of auto_approve and limit: each limit by its name; null: none."
    )
    model: str = JsonField("", description="Of seat_added and seat_replaced: the new model.")
    in_force: bool = JsonField(
        True, description="False: it came too late to change anything, or was asked for and not done."
    )


class Measure(InAttempt):
    """A figure of an attempt, against its threshold where it has one."""

    name: str = JsonField(description="Machine name, which stays the same.")
    title: str = JsonField(description="The name in words.")
    unit: str = JsonField("", description="`%` or empty.")
    value: float | None = JsonField(description="The figure; null: unknown.")
    threshold: float | None = JsonField(None, description="The figure that was asked for; null: none.")
    passes: bool | None = JsonField(
        None, description="Whether the threshold is reached; null: there is none, or no figure."
    )
    note: str = JsonField("", description="What the judge said to it; it may know members by their letters.")
    missing: str = Field(default="", exclude=True)
    """What is said where there is no value."""


class Incident(InAttempt):
    """What went wrong: call_failed, sat_out."""

    seq: int = JsonField(description="Number of the record that this was read from.")
    kind: str = JsonField(description="call_failed or sat_out.")
    seat: str = JsonField(description="Name of the seat, as in the team.")
    said: str = JsonField("", description="What was said of it.")


class Cost(ReportModel):
    """What calls used. Dollars of the calls with a known price; `unpriced` counts the others."""

    calls: int = JsonField(description="Calls that were answered.")
    tokens_in: int = JsonField(description="Tokens that were sent.")
    tokens_out: int = JsonField(description="Tokens that came back.")
    tokens_cached: int = JsonField(
        0,
        description="Of those that were sent: read from a provider's cache; left out where there were none.",
        exclude_if=_nothing,
    )
    tokens_stored: int = JsonField(
        0,
        description="Of those that were sent: written to a provider's cache; left out where there were none.",
        exclude_if=_nothing,
    )
    tokens_estimated: bool = JsonField(
        False, description="Whether tokens are counted by this program, as no provider told them."
    )
    dollars: float = JsonField(description="US dollars of the calls with a known price.")
    unpriced: int = JsonField(0, description="Calls whose price is not known.")
    worst_case: float = JsonField(
        0.0, description="The part of the dollars that is a worst case: calls whose end nobody knows."
    )

    @property
    def price(self) -> Message:
        """What it comes to, in words."""
        # What is left of a difference that is nothing on paper would be told as a sum.
        counted = round(self.dollars - self.worst_case, 9)
        return cost_words(None if self.unpriced else counted, counted, self.worst_case)


class Costs(ReportModel):
    """What the session cost: in all, by seat, by round; `inherited` is what a fork's parent had paid."""

    total: Cost = JsonField(description="All calls of this session.")
    by_seat: dict[str, Cost] = JsonField(default_factory=dict, description="By the name of the seat.")
    by_round: dict[int, Cost] = JsonField(default_factory=dict, description="By the number of the round.")
    inherited: Cost | None = JsonField(
        None, description="What the session it was copied from had paid; null: nothing."
    )
    offline: bool = JsonField(
        False, description="Whether no model was asked: the offline council works by rules."
    )
    limit: float | None = JsonField(None, description="US dollars at which it asks; null: no limit.")


class GivenAlone(ReportModel):
    """Something that these seats alone were given with the question."""

    name: str = JsonField(description="The name of what was given.")
    seats: tuple[str, ...] = JsonField(description="The seats that it was given to; the others were not.")


class Report(ReportModel):
    """All that a report says, in named fields."""

    session: str = JsonField(description="The session's id.")
    workflow: str = JsonField(description="The workflow that was run.")
    title: str = JsonField(description="The session's title.")
    state: str = JsonField(description="finished, failed, stopped, paused, waiting, running, or interrupted.")
    reason: str | None = JsonField(
        None,
        description="Machine name of why it ended, null while it goes on; `ending.reason` has it in words.",
    )
    created_at: datetime = JsonField(description="When the session was made, ISO 8601, UTC.")
    changed_at: datetime = JsonField(description="When its last record was written, ISO 8601, UTC.")
    finished_at: datetime | None = JsonField(
        None, description="When it finished, ISO 8601, UTC; null: it has not."
    )
    begun_by: str = JsonField(
        "", description="The agent that began it, by the name its client goes by; empty: a person did."
    )
    parent: Origin | None = JsonField(None, description="The session it was copied from; null: none.")
    tags: tuple[str, ...] = JsonField((), description="The person's tags.")
    question: str = JsonField(description="The question in full.")
    material: tuple[str, ...] = JsonField((), description="Names of what was given with the question.")
    given_alone: tuple[GivenAlone, ...] = JsonField((), description="Which of it not all were given.")
    team: tuple[Member, ...] = JsonField((), description="Who took part.")
    decision: str = JsonField("", description="The answer in one or two sentences; empty: there is none.")
    decided: str = JsonField(
        "", description="What the person decided in the end, in their words; empty: nobody said."
    )
    final_answer: FinalAnswer | None = JsonField(None, description="The final answer; null: there is none.")
    findings: tuple[Part, ...] = JsonField(
        (), description="What a reader must know to decide, in the order to read it in."
    )
    clarifying_questions: tuple[Exchange, ...] = JsonField(
        (), description="Questions that were put to the person, in order."
    )
    rounds: tuple[Round, ...] = JsonField((), description="The rounds with their attempts.")
    texts: tuple[Text, ...] = JsonField(
        (), description="Every text of a seat and every edit of the person, in order."
    )
    assessments: tuple[Assessment, ...] = JsonField(
        (), description="What became of each seat's text in each attempt."
    )
    critiques: tuple[Critique, ...] = JsonField(
        (), description="Every critique with the person's verdicts and its author's replies."
    )
    points_shown: tuple[PointsShown, ...] = JsonField(
        (),
        description="How many of each critic's points stood; left out where nobody looked.",
        exclude_if=_nothing,
    )
    decisions: tuple[Decision, ...] = JsonField(
        (), description="Every decision but the verdicts on critiques, in order."
    )
    measures: tuple[Measure, ...] = JsonField((), description="The figures of each attempt.")
    mishaps: tuple[Incident, ...] = JsonField((), description="What went wrong.")
    in_rounds: tuple[RoundPart, ...] = JsonField(
        (), description="What the workflow tells of single attempts."
    )
    more: tuple[Part, ...] = JsonField((), description="What stands behind the answer.")
    documents: tuple[Document, ...] = JsonField(
        (), description="Parts that are Markdown of the workflow's own."
    )
    ending: Ending = JsonField(Ending(), description="By what it was decided.")
    costs: Costs = JsonField(description="What the session cost.")
