"""A debate as its records tell it: a builder owned by the fold, read by the nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallCompleted,
    CallFailed,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GuidanceGiven,
    LimitChanged,
    NodeEntered,
    RoundClosed,
    RoundOpened,
    SeatAbsent,
    SeatDropped,
    SeatReplaced,
    SessionCreated,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.ids import RESERVED_SEATS
from app.workflows.debate import facts as own
from app.workflows.debate.setup import DebateSetup


@dataclass(slots=True)
class Version:
    """A text and the record it comes from."""

    text: str
    seq: int


@dataclass(slots=True)
class Point:
    """A critique in the ledger."""

    fact: CritiqueFiled
    round: int
    attempt: int
    verdict: str | None = None
    reason: str = ""
    answer: str | None = None
    justification: str = ""

    @property
    def goes_to_author(self) -> bool:
        """Dismissed and deferred points do not."""
        return self.verdict in (None, "accept")


@dataclass(slots=True)
class Attempt:
    """One attempt at a round."""

    round: int
    number: int
    base: dict[str, Version] = field(default_factory=dict)
    refined: dict[str, Version] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    assessed: dict[str, TextAssessed] = field(default_factory=dict)
    noted: dict[str, own.RefinementNoted] = field(default_factory=dict)
    rankings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    figures: dict[str, float | None] = field(default_factory=dict)
    unmet: list[str] = field(default_factory=list)
    choices: dict[str, TextDecided] = field(default_factory=dict)
    choice_seqs: dict[str, int] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    accepted: bool | None = None
    feedback: str = ""

    def text(self, seat: str) -> Version | None:
        """Return the newest text of a seat in this attempt."""
        return self.refined.get(seat) or self.base.get(seat)

    def decided(self, seat: str) -> Version | None:
        """Return the text that goes on if the attempt is accepted."""
        choice = self.choices.get(seat)
        if choice is not None and choice.choice == "edit" and choice.edit is not None:
            return Version(choice.edit, self.choice_seqs[seat])
        if choice is not None and choice.choice == "previous":
            return self.base.get(seat) or self.refined.get(seat)
        return self.text(seat)


@dataclass(slots=True)
class Question:
    """A clarifying question and how it ended."""

    fact: own.QuestionAsked
    answer: own.QuestionAnswered | None = None


class DebateState:
    """Fold of one debate."""

    def __init__(self) -> None:
        self.setup = DebateSetup(question="?")
        self.members: tuple[str, ...] = ()
        self.roles: dict[str, str] = {}
        self.letters: dict[str, str] = {}
        self.attempts: list[Attempt] = []
        self.accepted: dict[str, Version] = {}
        self.questions: dict[str, Question] = {}
        self.question_rounds = 0
        self.points: dict[str, Point] = {}
        self.guidance: list[str] = []
        self.redo: own.RedoAsked | None = None
        self.dropped: set[str] = set()
        self.degraded: list[str] = []
        self.auto: AutoApproveChanged | None = None
        self.auto_from_round = 0
        self.max_rounds = 2
        self.tokens = 0
        self.cost = 0.0
        self.reason: str | None = None
        self.result: Version | None = None
        self._node = ""

    @property
    def attempt(self) -> Attempt:
        """Return the newest attempt; a further question before the first round is a bug."""
        return self.attempts[-1]

    @property
    def round(self) -> int:
        """Return the round under way, 0 before the first."""
        return self.attempts[-1].round if self.attempts else 0

    @property
    def rounds_accepted(self) -> list[Attempt]:
        """Return the accepted attempts in order."""
        return [attempt for attempt in self.attempts if attempt.accepted]

    @property
    def active(self) -> list[str]:
        """Return the members that take part now."""
        return [name for name in self.members if name not in self.dropped]

    @property
    def present(self) -> list[str]:
        """Return the active members that have a text and do not sit out this attempt."""
        attempt = self.attempt
        return [n for n in self.active if n not in attempt.absent and attempt.text(n) is not None]

    @property
    def redo_seats(self) -> tuple[str, ...]:
        """Return the seats that alone refine again in this attempt, none for all."""
        return self.redo.seats if self.redo else ()

    @property
    def feedback(self) -> str:
        """Return what the person wants changed in this attempt."""
        return self.redo.feedback if self.redo else ""

    @property
    def pinned_guidance(self) -> str:
        """Return all guidance so far, oldest first."""
        return "\n\n".join(self.guidance)

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        match fact:
            case SessionCreated():
                self.setup = DebateSetup.model_validate(fact.setup)
                self.members = tuple(name for name in fact.seats if name not in RESERVED_SEATS)
                self.roles = {name: fact.seats[name].role for name in self.members}
                self.max_rounds = self.setup.max_rounds
            case NodeEntered():
                self._node = fact.node
                if fact.node == "clarification_input":
                    self.question_rounds += 1
            case RoundOpened():
                self._open(fact)
            case RoundClosed():
                self._close(fact)
            case TextProposed():
                self._text(record, fact)
            case TextAssessed():
                self.attempt.assessed[fact.seat] = fact
            case TextDecided():
                if self.attempts:
                    self.attempt.choices[fact.seat] = fact
                    self.attempt.choice_seqs[fact.seat] = record.seq
            case CallCompleted():
                self.tokens += fact.usage.tokens
                self.cost += fact.usage.cost or 0.0
            case CallFailed() if fact.usage is not None:
                self.tokens += fact.usage.tokens
            case CriterionMeasured():
                self.attempt.figures[fact.name] = fact.value
            case _:
                self._person(record, fact)

    def _person(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case CritiqueFiled():
                point = Point(fact, record.round, record.attempt)
                self.points[fact.critique] = point
                self.attempt.points.append(point)
            case CritiqueDecided():
                if fact.critique in self.points:
                    point = self.points[fact.critique]
                    point.verdict, point.reason = fact.verdict, fact.reason
            case CritiqueAnswered():
                point = self.points[fact.critique]
                point.answer, point.justification = fact.answer, fact.justification
            case GuidanceGiven():
                self.guidance.append(fact.text)
            case LimitChanged(limit="rounds") if fact.value is not None:
                self.max_rounds = int(fact.value)
            case AutoApproveChanged():
                self.auto, self.auto_from_round = fact, self.round
            case SeatDropped():
                self.dropped.add(fact.seat)
            case SeatAbsent():
                if self.attempts:
                    self.attempt.absent.add(fact.seat)
                where = f"round {record.round}" if record.round else "the questions"
                self.degraded.append(f"{fact.seat} sat out {where}: {fact.reason or 'no answer'}")
            case SeatReplaced():
                what = (
                    f"{fact.seat} fallback used" if fact.seat in RESERVED_SEATS else f"{fact.seat} replaced"
                )
                self.degraded.append(f"{what}: {fact.model}")
            case _:
                self._own(fact)

    def _own(self, fact: Fact | UnknownFact) -> None:
        match fact:
            case own.LettersDealt():
                self.letters = dict(fact.letters)
            case own.QuestionAsked():
                self.questions[fact.question] = Question(fact)
            case own.QuestionAnswered():
                self.questions[fact.question].answer = fact
            case own.AnswersRanked():
                self.attempt.rankings[fact.critic] = fact.ranking
            case own.RefinementNoted():
                self.attempt.noted[fact.seat] = fact
            case own.MustHaveChecked():
                if not fact.met:
                    self.attempt.unmet.append(fact.text)
            case own.RedoAsked():
                self.redo = fact
            case own.TerminationDecided():
                self.reason = fact.reason
            case _:
                pass

    def _open(self, fact: RoundOpened) -> None:
        attempt = Attempt(fact.number, fact.attempt)
        if fact.attempt > 1 and self.redo_seats:
            before = self.attempt
            attempt.base = dict(before.base)
            attempt.points = list(before.points)
            attempt.refined = {s: v for s, v in before.refined.items() if s not in self.redo_seats}
        elif fact.number > 1:
            attempt.base = {seat: v for seat, v in self.accepted.items() if seat in self.active}
        self.attempts.append(attempt)

    def _close(self, fact: RoundClosed) -> None:
        attempt = self.attempt
        attempt.accepted, attempt.feedback = fact.accepted, fact.feedback or ""
        if fact.accepted:
            self.redo = None
            for seat in self.active:
                version = attempt.decided(seat)
                if version is not None:
                    self.accepted[seat] = version

    def _text(self, record: Record, fact: TextProposed) -> None:
        version = Version(fact.text, record.seq)
        if fact.slot == "result":
            self.result = version
        elif self._node == "proposal":
            self.attempt.base[fact.seat] = version
        else:
            self.attempt.refined[fact.seat] = version
