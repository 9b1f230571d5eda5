"""What the debate's gates show: the payloads as models, for faces to read and for nodes to fill.

A face may rely on every field; fields are only ever added. Seats go by their names, answers by the
letters of `letters`; with `hide_names` a face shows letters for names until the decision is made.
"""

# Annotations are no texts here, for start-up cost: pydantic would compile each of them.

from typing import Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.facts import Severity, Status, Verdict
from app.domain.frozen import Frozen
from app.workflows.debate.facts import Reason

_QuestionStatus = Literal["answered", "assume", "none_fits", "not_answered"]


class _Payload(Frozen):
    def data(self) -> dict[str, JsonValue]:
        """Return the payload as JSON values, as GateOpened holds it."""
        dumped: dict[str, JsonValue] = self.model_dump(mode="json")
        return dumped


# --- clarification ----------------------------------------------------------------------------


class QuestionShown(_Payload):
    """A question to answer; up to five options, duplicates of several members joined."""

    id: str
    text: str
    options: tuple[str, ...] = ()
    why: str = ""
    asked_by: tuple[str, ...] = ()


class EarlierAnswer(QuestionShown):
    """A question that has ended; shown read-only. `asked_by` is empty for one answered beforehand."""

    status: _QuestionStatus
    option: str = ""
    note: str = ""
    answer: str = ""
    """The whole answer in words, as the members are told it."""


class ClarificationPayload(_Payload):
    """Gate `clarification`. Data of `answer`: `answers {id: {status, option?, note?}}`, also of some only."""

    questions: tuple[QuestionShown, ...]
    earlier: tuple[EarlierAnswer, ...] = ()
    iteration: int
    """Which round of questions this is, from 1."""
    iterations: int
    """How many there may be."""
    dropped: dict[str, int] = Field(default_factory=dict)
    """Questions over the per-member maximum, by seat."""
    repeated: dict[str, int] = Field(default_factory=dict)
    """Questions that only repeat the session's, by seat."""


# --- critiques --------------------------------------------------------------------------------


class CritiqueShown(_Payload):
    """A point of the ledger, with the person's last verdict and the author's last answer."""

    id: str
    critic: str
    target: str
    """The author's seat; empty for a reply without structure about several answers."""
    label: str
    """What the critic saw: `Response B`."""
    claim: str
    suggestion: str = ""
    severity: Severity
    category: str = ""
    quote: str = ""
    missing: str = ""
    """What it says that the answer lacks, where it quotes nothing."""
    passage: Literal["stands", "absent", "missing", "none", ""] = ""
    """Of the quotation; `absent`: it does not stand in the answer, and goes to the author when accepted."""
    met: bool = False
    """The answer says already what is suggested, by its words."""
    unstructured: bool = False
    """A reply that could not be read, kept whole; it goes to the author only when accepted."""
    round: int
    attempt: int
    verdict: Verdict | None = None
    reason: str = ""
    """Why it was dismissed or deferred."""
    answer: Literal["fixed", "held", "unanswered"] | None = None
    justification: str = ""
    carried: bool = False
    """From an earlier round: deferred then, or accepted and still open."""


class ReviewPayload(_Payload):
    """Gate `critique_review`. Data of `send`: `critiques {id: {verdict, reason?}}`."""

    round: int
    attempt: int
    critiques: tuple[CritiqueShown, ...]
    letters: dict[str, str] = Field(default_factory=dict)
    hide_names: bool = False


# --- ladder -----------------------------------------------------------------------------------


class SideShown(_Payload):
    """What a member's answer says on an issue."""

    who: str
    says: str
    quote: str = ""
    """The words in which it does; empty in sessions of earlier versions, and where none stand there."""


class DisputeShown(_Payload):
    """What the answers differ on."""

    issue: str
    sides: tuple[SideShown, ...] = ()


class AnswerShown(_Payload):
    """One of the answers that were compared."""

    seat: str
    letter: str = ""
    length: int = 0
    """Characters."""
    seq: int = 0
    """Of its text."""


class RungShown(_Payload):
    """What going up takes, about. `cost` in dollars; None: a price is not known."""

    calls: int
    tokens: int
    cost: float | None = None


class LadderPayload(_Payload):
    """Gate `ladder`.

    Data of `take` and `attack`: `seat?`, whose answer, else the first; of `attack` and `debate`: `guidance?`.
    """

    round: int
    attempt: int
    verbs: tuple[str, ...]
    primary: str
    agree: bool
    agreed: tuple[str, ...] = ()
    differ: tuple[DisputeShown, ...] = ()
    compared_by: Literal["judge", "words", "nobody"]
    """`nobody`: one answer alone came."""
    answers: tuple[AnswerShown, ...]
    chosen: str
    """The seat whose answer is taken or attacked where none is named."""
    critic: str = ""
    """Who would attack it; empty: the chair."""
    members: int
    """How many debate where all do."""
    joining: tuple[str, ...] = ()
    """Who answers then, too."""
    max_rounds: int = 0
    """Rounds that then follow at most; 0 in sessions of earlier versions."""
    attack: RungShown
    debate: RungShown
    letters: dict[str, str] = Field(default_factory=dict)
    hide_names: bool = False
    tokens: int
    cost: float
    """Dollars so far."""
    cost_unknown: bool = False
    cost_limit: float | None = None


# --- approval ---------------------------------------------------------------------------------


class SeatShown(_Payload):
    """What became of a seat's text in this attempt."""

    status: Status
    ratio: float = 0.0
    """Share of the text that changed, 0 to 1."""
    summary: str = ""
    """The member's own line on what it changed."""
    justification: str = ""
    letter: str = ""
    rank: float | None = None
    """Average place in the reviewers' rankings, 1 is best."""
    length: int = 0
    """Characters of the text under review."""
    previous: int | None = None
    """Seq of the text `previous` chooses (a TextProposed, or a TextDecided with an edit)."""
    refined: int | None = None
    """Seq of the text `refined` chooses."""
    drafts: int = 1
    """Drafts its first answer was chosen from."""
    much_shorter: bool = False
    """Under a third of the text before, and nothing asks for that."""


class FigureShown(_Payload):
    """A row of the convergence table."""

    name: str
    """agreement, quality (the judge's), similarity (of the texts), changed (share of members)."""
    value: float | None
    """Percent; None where the judge gave no readable figure."""
    threshold: float | None = None
    passes: bool | None = None
    in_force: bool = False
    """Whether the termination rule looks at it."""
    note: str = ""


class RuleShown(_Payload):
    """One of the termination rules, checked in this order; `value` against `limit`.

    1 stopped · 2 valid answers against those needed · 3 rounds · 4 tokens · 5 members that moved ·
    6 members with minor changes only · 7 the judge's figure ·
    8 members that turned for a reason, where the setup asks for it.
    """

    number: int
    reason: Reason
    holds: bool
    in_force: bool
    """False: shown for information (auto-stop is off, or all rounds are fixed)."""
    value: float | None = None
    limit: float | None = None


class MustHaveShown(_Payload):
    """A must-have and the judge's mark; None where the judge was not asked."""

    text: str
    met: bool | None


class AutoShown(_Payload):
    """Approving by itself: its limits, None where not set, and whether one of them is met."""

    until_figure: float | None = None
    rounds: int | None = None
    rounds_left: int | None = None
    until_cost: float | None = None
    over: bool = False


class ApprovalPayload(_Payload):
    """Gate `approval`.

    Data of `approve` and `finish`: `texts {seat: refined | previous | {edit}}`, `guidance?` for the next
    round (`guidance_pinned?`: for all that follow), `critiques {id: {verdict, reason?}}`; of `reject`:
    `feedback`, `seats?`, and `guidance?`, `guidance_pinned?`, `critiques?`;
    `stop_with_answer` takes none; `take` and `write` those of `finish`, `take` with `seat`.
    """

    round: int
    attempt: int
    max_rounds: int
    verbs: tuple[str, ...]
    primary: str
    rule: Reason | None
    """The termination rule that holds now; finishing stores it as the reason."""
    rule_shown: Reason | None
    """What rules 5 to 8 say, whether or not they are in force."""
    rules: tuple[RuleShown, ...] = ()
    """The termination check: the first that holds and is in force is `rule`."""
    behind: int | None = None
    """After an attack: how many members of the `panel` stand behind the answer."""
    panel: int = 0
    raises_limit: bool = False
    """Whether approving raises the limit of rounds by one."""
    warning: Literal["context_limit"] | None = None
    """The token budget is nearly used up; also where another rule ends the rounds."""
    termination: Literal["fixed", "convergence", "quality"]
    figure: float | None
    """The figure in force, or None."""
    figure_name: Literal["agreement", "quality"]
    threshold: float
    figures: dict[str, float | None]
    criteria: tuple[FigureShown, ...] = ()
    statuses: dict[str, SeatShown]
    revised: int
    """Members whose text changed."""
    letters: dict[str, str] = Field(default_factory=dict)
    hide_names: bool = False
    critiques: tuple[CritiqueShown, ...] = ()
    """This attempt's points, then deferred and still open ones of earlier rounds."""
    open_disagreements: int = 0
    """Points of this attempt that their authors held or did not answer; dismissed and deferred are none."""
    must_haves: tuple[MustHaveShown, ...] = ()
    unmet_must_haves: tuple[str, ...] = ()
    degradation: tuple[str, ...] = ()
    auto: AutoShown | None = None
    tokens: int
    tokens_estimated: bool = False
    """Mark the tokens ≈: some were counted by us."""
    context_budget: int
    tokens_left: int = 0
    """Tokens until the budget; the rounds end at nine tenths of it."""
    cost: float
    """Dollars of the calls with a known price; uncertain calls at their worst case."""
    cost_unknown: bool = False
    """Whether some call had no known price."""
    cost_limit: float | None = None
    cost_left: float | None = None
    """Dollars until the limit, None where there is none."""
    write: RungShown | None = None
    """What a new final answer takes that the chair writes, where it is offered."""
    next_calls: int = 0
    """Calls the next round makes where nothing fails."""
    next_tokens: int = 0
    """What the next round may use, from what this one used per call."""
    next_cost: float | None = None
    """The same in dollars; None where a price is not known."""
