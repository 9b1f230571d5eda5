"""What the fold of a debate is made of: texts, points, attempts, questions, and what was missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.facts import (
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    HelpFailed,
    SeatAbsent,
    SeatReplaced,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.i18n import Message, words
from app.domain.ids import RESERVED_SEATS
from app.projections.spend import Account
from app.workflows.debate import facts as own

_CUT = words("{seat}'s answer in round {n} was cut off and is used as it is")
_CUT_REFINED = words("{seat}'s refined answer in round {n} was cut off and is used as it is")
_WITHOUT_HELP = words("{seat} was asked for help and gave none, and it went on without: {why}")
_WITHOUT: Mapping[str, Message] = {
    "clarification": words("{seat} could not be asked for questions: {why}"),
    "summarization": words("{seat}'s summary of its history did not come, and the whole was read: {why}"),
    "critique": words("{seat}'s critiques of round {n} did not come: {why}"),
    "evaluation": words("round {n} was not judged: {why}"),
}
"""What is said of help that did not come, by its purpose."""


def less_than_asked(
    fact: SeatAbsent | HelpFailed | SeatReplaced | TextProposed, number: int, *, refined: bool = False
) -> Message:
    """Return in words what fell short in a round: 0 are the questions before the first.

    `refined`: of a text that was cut off, whether it is no first answer.
    """
    match fact:
        case SeatAbsent():
            told = words("{seat} sat out the questions: no answer")
            if number and fact.reason:
                told = words("{seat} sat out round {n}: {why}", n=number, why=fact.reason)
            elif number:
                told = words("{seat} sat out round {n}: no answer", n=number)
            elif fact.reason:
                told = words("{seat} sat out the questions: {why}", why=fact.reason)
            return told.filled(seat=fact.seat)
        case HelpFailed():
            said = _WITHOUT.get(fact.purpose, _WITHOUT_HELP)
            return said.filled(seat=fact.seat, n=number, why=fact.reason)
        case SeatReplaced():
            told = words("{seat} replaced: {model}")
            told = words("{seat} fallback used: {model}") if fact.seat in RESERVED_SEATS else told
            return told.filled(seat=fact.seat, model=fact.model)
        case TextProposed():
            return (_CUT_REFINED if refined else _CUT).filled(seat=fact.seat, n=number)


@dataclass(slots=True)
class Version:
    """A text and the record it comes from."""

    text: str
    seq: int


@dataclass(slots=True)
class PointAnswer:
    """An author's answer to a point: where it was given, and what."""

    seq: int
    round: int
    attempt: int
    fact: CritiqueAnswered
    void: bool = False
    """The text it came with was rejected: it mends nothing."""


@dataclass(slots=True)
class Point:
    """A critique in the ledger."""

    fact: CritiqueFiled
    round: int
    attempt: int
    decisions: list[tuple[int, CritiqueDecided]] = field(default_factory=list)
    answers: list[PointAnswer] = field(default_factory=list)
    """One per attempt it was given to its author in."""

    @property
    def verdict(self) -> str | None:
        """Return the person's last word, None where there is none."""
        return self.decisions[-1][1].verdict if self.decisions else None

    @property
    def reason(self) -> str:
        """Return why the person dismissed or deferred it."""
        return self.decisions[-1][1].reason if self.decisions else ""

    @property
    def last(self) -> PointAnswer | None:
        """Return the author's last answer whose text stands, None where there is none."""
        return next((answered for answered in reversed(self.answers) if not answered.void), None)

    @property
    def answer(self) -> str | None:
        """Return the author's last answer, None where it was never given to one."""
        return self.last.fact.answer if self.last else None

    @property
    def justification(self) -> str:
        """Return what the author said with its last answer."""
        return self.last.fact.justification if self.last else ""

    @property
    def apart(self) -> bool:
        """Tell whether its passage does not stand in the answer, and nobody has accepted it all the same."""
        return self.fact.passage == "absent" and self.verdict != "accept"

    @property
    def goes_to_author(self) -> bool:
        """Dismissed and deferred points do not, nor without acceptance one apart, or without structure."""
        unproven = self.fact.unstructured or self.apart
        return self.verdict == "accept" or (self.verdict is None and not unproven)

    @property
    def still_owed(self) -> bool:
        """Tell whether an accepted point waits for its author: unanswered, or accepted after it was held."""
        if self.verdict != "accept":
            return False
        if self.last is not None and self.last.fact.answer == "held":
            return self.decisions[-1][0] > self.last.seq
        return self.answer != "fixed"

    def concerns(self, seat: str) -> bool:
        """Tell whether it is meant for this author; one without a target is for all but its critic."""
        return self.fact.target == seat or (not self.fact.target and self.fact.critic != seat)

    def answer_in(self, round: int, seat: str | None = None) -> PointAnswer | None:
        """Return the last answer of a round that stands, of one author where named."""
        return next(
            (
                a
                for a in reversed(self.answers)
                if a.round == round and not a.void and seat in (None, a.fact.seat)
            ),
            None,
        )


@dataclass(slots=True)
class Attempt:
    """One attempt at a round. Times in microseconds, UTC."""

    round: int
    number: int
    opened_at: int = 0
    completed_at: int | None = None
    """When its texts were assessed."""
    base: dict[str, Version] = field(default_factory=dict)
    refined: dict[str, Version] = field(default_factory=dict)
    drafts: dict[str, list[own.DraftWritten]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    assessed: dict[str, TextAssessed] = field(default_factory=dict)
    noted: dict[str, own.RefinementNoted] = field(default_factory=dict)
    rankings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    measured: dict[str, CriterionMeasured] = field(default_factory=dict)
    must_haves: dict[str, bool] = field(default_factory=dict)
    """Met or not, by the judge; empty where it was not asked."""
    choices: list[tuple[int, TextDecided]] = field(default_factory=list)
    spent: Account = field(default_factory=Account)
    """What the calls of its repeated part came to: critiques, refinements, the judge."""
    absent: set[str] = field(default_factory=set)
    left_out: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """Calls that a person left out at an uncertain gate: parts by purpose and seat."""
    help_failed: set[tuple[str, str]] = field(default_factory=set)
    """Purpose and seat of calls whose replies it went on without."""
    uncriticised: bool = False
    """Nobody's critique came: then there is nothing to refine by."""
    accepted: bool | None = None
    feedback: str = ""

    @property
    def figures(self) -> dict[str, float | None]:
        """Return the figures by name."""
        return {name: fact.value for name, fact in self.measured.items()}

    @property
    def unmet(self) -> list[str]:
        """Return the must-haves that the judge marked unmet."""
        return [text for text, met in self.must_haves.items() if not met]

    def text(self, seat: str) -> Version | None:
        """Return the newest text of a seat in this attempt."""
        return self.refined.get(seat) or self.base.get(seat)

    def decided(self, seat: str) -> Version | None:
        """Return the text that goes on if the attempt is accepted."""
        seq, choice = next(((s, c) for s, c in reversed(self.choices) if c.seat == seat), (0, None))
        if choice is not None and choice.choice == "edit" and choice.edit is not None:
            return Version(choice.edit, seq)
        if choice is not None and choice.choice == "previous":
            return self.base.get(seat) or self.refined.get(seat)
        return self.text(seat)

    def average_ranks(self) -> dict[str, float]:
        """Return the mean rank of every answer in the reviewers' rankings; 1 is best."""
        ranks: dict[str, list[int]] = {}
        for ranking in self.rankings.values():
            for rank, seat in enumerate(ranking, 1):
                ranks.setdefault(seat, []).append(rank)
        return {seat: round(sum(found) / len(found), 2) for seat, found in ranks.items()}


@dataclass(slots=True)
class Question:
    """A clarifying question and how it ended; one given beforehand was asked by nobody."""

    fact: own.QuestionAsked
    answer: own.QuestionAnswered | None = None
