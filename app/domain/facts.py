"""The shared facts: what every workflow's journal is made of.

A fact that only one workflow needs lies in that workflow's folder. Envelope columns (seq, at, entry,
round, attempt) are not repeated in the bodies.
"""

# Annotations are no texts here, for start-up cost: pydantic would compile each of them.

from typing import Annotated, Literal

from pydantic import Field

from app.domain import command_facts as commands
from app.domain import tool_facts as effects
from app.domain import verdict_facts as verdicts
from app.domain.canonical import JsonValue
from app.domain.errors import ProviderErrorKind
from app.domain.fact_base import Fact, facts_in
from app.domain.frozen import Frozen
from app.domain.messages import ChatMessage, ToolCall
from app.domain.seats import Seat
from app.domain.taken import TakenPassage
from app.domain.usage import Usage

By = Literal["person", "policy", "flag", "file", "timeout", "agent"]
"""Who answered: a person, the workflow's policy, a command line flag, an answers file, the due time, an agent
(`actor` names it)."""
WhoAnswers = Literal["person", "policy", "batch"]
"""Who answers what members ask: somebody, now or beforehand, or what is said for all sessions alike."""

Severity = Literal["high", "medium", "low"]
Verdict = Literal["accept", "dismiss", "defer"]
Status = Literal["changed", "minor", "held", "failed", "skipped"]
_MOST_MINOR = 0.25
"""Share of a text up to which its change can be one of wording."""
_Ratio = Annotated[float, Field(ge=0, le=1)]


# --- the session and its run ------------------------------------------------------------------


class Parent(Frozen):
    """Where a fork comes from: a session and the last record it shares."""

    session: str
    seq: int


class SessionCreated(Fact):
    """The first record of every journal."""

    type: Literal["session_created"] = "session_created"
    session: str
    workflow: str
    title: str
    setup: dict[str, JsonValue]
    seats: dict[str, Seat]
    """Every place at the table by its name, `chair` and `judge` among them."""
    seed: int
    app_version: str
    parent: Parent | None = None


class SessionForked(Fact):
    """The first record after the inherited ones of a fork: those calls are shown and not charged."""

    type: Literal["session_forked"] = "session_forked"
    session: str
    parent: Parent
    title: str
    setup: dict[str, JsonValue] = Field(default_factory=dict)
    """Fields of the setup that are another value from here on."""


class SessionCopied(Fact):
    """The last record of a file that was taken in under an id of its own, beside the session it is of."""

    type: Literal["session_copied"] = "session_copied"
    session: str
    source: str


class RunStarted(Fact):
    """A loop began or went on."""

    type: Literal["run_started"] = "run_started"
    app_version: str
    answered_by: WhoAnswers = "person"
    """Who answers what its members ask."""


class RunHalted(Fact):
    """The loop ended without a result; the entry stays open and `resume` goes on there."""

    type: Literal["run_halted"] = "run_halted"
    state: Literal["paused", "stopped", "failed"]
    reason: str | None = None


class SessionFinished(Fact):
    """The graph reached its end. `reason` is the workflow's termination reason."""

    type: Literal["session_finished"] = "session_finished"
    reason: str | None = None


class StopRequested(Fact):
    """A person asked to stop."""

    type: Literal["stop_requested"] = "stop_requested"
    mode: Literal["now", "after_round", "with_answer"] = "now"
    by: By = "person"


class NodeEntered(Fact):
    """A node was entered; the record's seq is the entry."""

    type: Literal["node_entered"] = "node_entered"
    node: str


class NodeLeft(Fact):
    """A node was left with a signal; its facts lie in the same transaction."""

    type: Literal["node_left"] = "node_left"
    node: str
    signal: str


class RoundOpened(Fact):
    """A round, or a further attempt at one, began; later records carry its numbers."""

    type: Literal["round_opened"] = "round_opened"
    number: int
    attempt: int = 1


class RoundClosed(Fact):
    """A round's attempt was decided."""

    type: Literal["round_closed"] = "round_closed"
    number: int
    attempt: int
    accepted: bool
    feedback: str | None = None


# --- calls ------------------------------------------------------------------------------------


class CallAsked(Fact):
    """Committed before a byte is sent. `reserved` is the worst-case cost in dollars (None: unknown)."""

    type: Literal["call_asked"] = "call_asked"
    purpose: str
    seat: str
    part: str
    tries: int
    """1 for the first asking of the key, counted over retries."""
    model: str
    identity: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[str, ...] = ()
    options: dict[str, JsonValue] = Field(default_factory=dict)
    reserved: float | None = None
    app_version: str
    wording: str = ""
    """Which templates the program had, as `Prompts` tells them apart; empty before they were noted."""
    command: int = 0
    """Seq of the CommandAsked that it belongs to; 0: it is a node's."""


class CallCompleted(Fact):
    """Committed at the terminal event, before anybody is told; `marks`: what is odd about it, as mended."""

    type: Literal["call_completed"] = "call_completed"
    asked: int
    """Seq of the CallAsked."""
    text: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = Field(default_factory=Usage)
    dropped_options: tuple[str, ...] = ()
    """Options the model refused and that were left out."""
    replaced_characters: int = 0
    """Lone surrogates replaced at the border."""
    marks: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    """What an embedding model answers in place of a text, as `app.domain.vectors` packs it."""


class CallFailed(Fact):
    """The provider, or the way to it, failed. `partial`: what had arrived; `cut`: as in `CutBy`, or empty."""

    type: Literal["call_failed"] = "call_failed"
    asked: int
    kind: ProviderErrorKind
    message: str
    hint: str = ""
    sent: bool
    received: bool = False
    retry_after: float | None = None
    partial: str = ""
    usage: Usage | None = None
    uncertain: float = 0.0
    """Dollars that it may have cost besides its usage, for nobody knows its end."""
    cut: str = ""
    again_in: float | None = None
    passing: bool | None = None

    @property
    def at_reserve(self) -> bool:
        """Tell whether it counts at its reserve: it may have been charged, and nothing of it was counted."""
        unknown_end = self.sent and self.kind in ("host_died", "stopped")
        return self.usage is None and (self.received or unknown_end)


class ReplyMended(Fact):
    """What was done to a reply so that it could be read; `how` as in `app.domain.reply_repairs`."""

    type: Literal["reply_mended"] = "reply_mended"
    asked: int
    """Seq of the CallAsked; 0 where it is not known."""
    purpose: str
    seat: str
    how: tuple[str, ...]


class CallStopRequested(Fact):
    """A person wants this call ended, and the others to go on; CallFailed(stopped) says that it was."""

    type: Literal["call_stop_requested"] = "call_stop_requested"
    asked: int


class CallCancelled(Fact):
    """We ended the call with all others (stop, or closing the window)."""

    type: Literal["call_cancelled"] = "call_cancelled"
    asked: int
    sent: bool
    partial: str = ""
    usage: Usage | None = None
    """As far as it was counted; None: nothing was sent, or nobody counted (earlier versions)."""
    uncertain: float = 0.0
    """As in CallFailed."""

    @property
    def at_reserve(self) -> bool:
        """Tell whether it counts at its reserve."""
        return self.sent and self.usage is None


class CallInterrupted(Fact):
    """Found without an end when the journal was reopened; taken as sent."""

    type: Literal["call_interrupted"] = "call_interrupted"
    asked: int
    partial: str = ""
    usage: Usage | None = None
    """As far as it could be counted; None: nobody could."""
    uncertain: float = 0.0
    """As in CallFailed."""

    @property
    def at_reserve(self) -> bool:
        """Tell whether it counts at its reserve."""
        return self.usage is None


class CallResolved(Fact):
    """What was decided about a call; `longer`: again with room for `tokens`, `go_on`: the rest of it."""

    type: Literal["call_resolved"] = "call_resolved"
    asked: int
    verb: Literal["ask_again", "use_partial", "drop", "use_stored", "retry", "longer", "go_on"]
    tokens: int | None = None


class SeatReplaced(Fact):
    """Another model sits in a seat from now on."""

    type: Literal["seat_replaced"] = "seat_replaced"
    seat: str
    model: str
    by: By = "person"


class SeatAdded(Fact):
    """A place was added to the table while the session went on; its name is the seat's."""

    type: Literal["seat_added"] = "seat_added"
    seat: Seat
    reason: str = ""
    """What it is for, in a sentence."""
    by: By = "policy"


class SeatAbsent(Fact):
    """A seat sits out for the rest of this round's attempt (envelope: round, attempt)."""

    type: Literal["seat_absent"] = "seat_absent"
    seat: str
    reason: str = ""


class HelpFailed(Fact):
    """A call failed whose reply the work can do without: it goes on, and says so."""

    type: Literal["help_failed"] = "help_failed"
    purpose: str
    seat: str
    reason: str = ""


class SeatDropped(Fact):
    """A person left a seat out from the next round on."""

    type: Literal["seat_dropped"] = "seat_dropped"
    seat: str


# --- gates and the person ---------------------------------------------------------------------


class GateOpened(Fact):
    """A request to a person. Its id is `g<seq>` of this record."""

    type: Literal["gate_opened"] = "gate_opened"
    kind: str
    payload: dict[str, JsonValue]
    verbs: tuple[str, ...]
    primary: str | None = None
    """The verb that the rules recommend."""
    due_at: int | None = None
    """Microseconds since 1970 UTC; whoever has the session open then answers with `due_verb`."""
    due_verb: str | None = None
    idle: bool = False
    """True where the gate needs nobody (a draft waiting for feedback)."""


class GateAnswered(Fact):
    """A gate's one answer."""

    type: Literal["gate_answered"] = "gate_answered"
    gate: str
    verb: str
    data: dict[str, JsonValue] = Field(default_factory=dict)
    note: str = ""
    by: By = "person"


TextChoice = Literal["refined", "previous", "edit"]
"""Which text of a seat goes on: as the member refined it, the one before, or the person's own."""


class TextDecided(Fact):
    """A person chose which text of a seat goes on; `edit` holds the text where they wrote their own."""

    type: Literal["text_decided"] = "text_decided"
    slot: str
    seat: str
    choice: TextChoice
    edit: str | None = None
    taken: tuple[TakenPassage, ...] = ()
    """Of an own text: what of it was taken from other sessions."""


class ChangesReviewed(Fact):
    """What a person has looked at, and kept the old text of, among the changes between two texts; whole.

    A text is named by the seq of its TextProposed, followed by `.edit` where it is the person's own writing.
    Changes are named by what they do (`app.diffing`), so that they are found again later. The text that
    follows from it is a TextDecided of its own.
    """

    type: Literal["changes_reviewed"] = "changes_reviewed"
    old: str
    new: str
    reviewed: tuple[str, ...] = ()
    reverted: tuple[str, ...] = ()


class CritiqueDecided(Fact):
    """A person's verdict on a critique; dismiss and defer carry a reason."""

    type: Literal["critique_decided"] = "critique_decided"
    critique: str
    verdict: Verdict
    reason: str = ""


class GuidanceGiven(Fact):
    """Free words of the person for the next round, or for all that follow."""

    type: Literal["guidance_given"] = "guidance_given"
    text: str
    pinned: bool = True
    """Whether it stays in force after the next round. Records without it are of a time when all did."""


class NoteAdded(Fact):
    """A note to oneself; never sent to a model."""

    type: Literal["note_added"] = "note_added"
    text: str


class SessionRenamed(Fact):
    """A new title."""

    type: Literal["session_renamed"] = "session_renamed"
    title: str


class TagsChanged(Fact):
    """The session's tags, whole."""

    type: Literal["tags_changed"] = "tags_changed"
    tags: tuple[str, ...]


class LimitChanged(Fact):
    """A new limit; None lifts it."""

    type: Literal["limit_changed"] = "limit_changed"
    limit: Literal["cost", "tokens", "rounds"]
    value: float | None


class AutoApproveChanged(Fact):
    """Approving by itself, on until one of the limits is met; all None switches it off."""

    type: Literal["auto_approve_changed"] = "auto_approve_changed"
    until_figure: float | None = None
    rounds: int | None = None
    until_cost: float | None = None

    @property
    def on(self) -> bool:
        """Tell whether anything passes by itself."""
        return (self.until_figure, self.rounds, self.until_cost) != (None, None, None)


class DecisionWithdrawn(Fact):
    """A person event taken back before it took effect."""

    type: Literal["decision_withdrawn"] = "decision_withdrawn"
    seq: int


# --- what every workflow produces -------------------------------------------------------------


NO_BASE = 0
"""In place of a record: nothing lay there before, whatever older texts the slot has."""


class TextProposed(Fact):
    """A text of a seat. `slot` groups versions that may be compared; `result` is the session's answer."""

    type: Literal["text_proposed"] = "text_proposed"
    slot: str
    seat: str
    text: str
    base: int | None = None
    """Seq of the TextProposed or TextDecided this one refines; NO_BASE: it stands against nothing."""
    asked: int | None = None
    """Seq of the CallAsked that produced it; None for carried-over and human texts."""
    cut: bool = False
    """It was cut off before its end and is used as it is."""


class TextAssessed(Fact):
    """What became of a seat's text in this round, computed from the texts."""

    type: Literal["text_assessed"] = "text_assessed"
    slot: str
    seat: str
    status: Status
    ratio: _Ratio = 0.0
    summary: str = ""
    """The seat's own one line on what it changed."""
    justification: str = ""

    @property
    def said(self) -> Status:
        """The status as it is told."""
        return said_status(self.status, self.ratio)


def said_status(status: Status, ratio: float) -> Status:
    """Return a status as it is told: a text that is largely another one has no minor change."""
    return "changed" if status == "minor" and ratio > _MOST_MINOR else status


MarkKind = Literal["comment", "strike", "unsourced", "unclear", "wrong", "too_long"]
"""What a person says of words in a text: a comment of their own, that they go, or one of the usual ones."""


class CritiqueFiled(Fact):
    """One point of criticism. `label` is what the critic saw (`Response B`), `target` the seat behind it."""

    type: Literal["critique_filed"] = "critique_filed"
    critique: str
    critic: str
    target: str
    label: str
    claim: str
    suggestion: str = ""
    severity: Severity = "medium"
    category: str = ""
    quote: str = ""
    missing: str = ""
    """What the critic says that the text lacks, where it quotes nothing."""
    passage: Literal["stands", "absent", "missing", "none", ""] = ""
    """Whether the quoted words stand in the text, or what is missing is named; empty: nobody looked."""
    met: bool = False
    """The text says already what is suggested, by its words."""
    unstructured: bool = False
    mark: MarkKind | None = None
    """How a person marked the quoted words (critic: PERSON); None: a model's point."""
    base: int | None = None
    """Seq of the record whose text is marked."""
    author: str = ""
    """Whose words they are, where the person passes on what somebody else said (critic: PERSON)."""


class CritiqueAnswered(Fact):
    """The author's answer to a critique it was given."""

    type: Literal["critique_answered"] = "critique_answered"
    critique: str
    seat: str
    answer: Literal["fixed", "held", "unanswered"]
    justification: str = ""
    asked: int | None = None
    """Seq of the CallAsked it came with: the TextProposed of the same `asked` is the text that fixes it."""


class CriterionMeasured(Fact):
    """A figure of a hundred, shown with %, against its threshold (None: shown for information only)."""

    type: Literal["criterion_measured"] = "criterion_measured"
    name: str
    value: float | None
    threshold: float | None = None
    passes: bool | None = None
    note: str = ""


SHARED_FACTS: tuple[type[Fact], ...] = (
    *facts_in(__name__),
    *facts_in(effects.__name__),
    *facts_in(commands.__name__),
    *facts_in(verdicts.__name__),
)
"""Every shared fact, for the catalogue."""
