"""What happened, each thing once and where it happened: the fold that reports are built from.

Rule: a text, an assessment, a decision, an answer to a critique belongs to the attempt its record was made
in, and to no other. `Texts` and `Critiques` say how things stand now; this says how they came about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.diffing import compare
from app.domain.command_facts import CommandAsked, CommandEnded
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallCompleted,
    CallFailed,
    ChangesReviewed,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    LimitChanged,
    ReplyMended,
    RoundClosed,
    RoundOpened,
    SeatAbsent,
    SeatAdded,
    SeatDropped,
    SeatReplaced,
    StopRequested,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.given_pictures import UNKNOWN_MARK, UNSEEN_MARK
from app.domain.person_facts import WITHDRAWABLE
from app.domain.verdict_facts import SeatRated
from app.projections.base import wanted

_DECISIONS = (
    *(AutoApproveChanged, CommandEnded, CritiqueDecided, GateAnswered, GuidanceGiven, LimitChanged),
    *(SeatAdded, SeatDropped, SeatRated, SeatReplaced, StopRequested, TextDecided),
)


@dataclass(frozen=True, slots=True)
class Happened:
    """A fact with the record of it, which says where and when it happened."""

    record: Record
    fact: Fact
    kind: str = ""
    """Of a gate's answer: the gate's kind. Of the end of a person's command: the command's name."""
    late: bool = False
    """Of a choice between texts: it came when its round was closed, and changed nothing."""

    @property
    def seq(self) -> int:
        """The record's number."""
        return self.record.seq


@dataclass(slots=True)
class EventHistory:
    """Fold of all that is told of, in order of the records; what was withdrawn is not there."""

    texts: dict[int, Happened] = field(default_factory=dict)
    """TextProposed, and TextDecided with an edit, by seq."""
    assessed: list[Happened] = field(default_factory=list)
    filed: dict[str, Happened] = field(default_factory=dict)
    """By the critique's id."""
    answered: list[Happened] = field(default_factory=list)
    decided: list[Happened] = field(default_factory=list)
    """Verdicts on texts and critiques, answers at gates, guidance, limits, who takes part, stops."""
    measured: dict[tuple[int, int, str], Happened] = field(default_factory=dict)
    """By round, attempt and name; a later measurement replaces an earlier one."""
    amiss: list[Happened] = field(default_factory=list)
    """CallFailed and SeatAbsent."""
    mended: list[tuple[int, ReplyMended]] = field(default_factory=list)
    """What was done to read replies, with the round."""
    called: dict[int, str] = field(default_factory=dict)
    """The seat of every call, by the seq of its CallAsked."""
    shown: dict[str, bool | None] = field(default_factory=dict)
    """Of every seat that answered: whether it was shown the pictures it was given, with each of its calls.

    None: they were sent, and whether it saw them is not known.
    """
    sources: set[str] = field(default_factory=set)
    """Who counted the tokens of calls that were answered: `offline` where no model was asked."""
    reviewed: list[Happened] = field(default_factory=list)
    """ChangesReviewed that kept the old text of a change."""
    _gates: dict[str, str] = field(default_factory=dict)
    _commands: dict[int, str] = field(default_factory=dict)
    """What each CommandAsked asks for, by seq."""
    _closed: set[tuple[int, int]] = field(default_factory=set)
    """Rounds and their attempts."""

    wants = wanted(
        *_DECISIONS,
        *(CallAsked, CallCompleted, CallFailed, CommandAsked, CriterionMeasured, CritiqueAnswered),
        *(CritiqueFiled, DecisionWithdrawn, GateOpened, ReplyMended, RoundClosed, RoundOpened, SeatAbsent),
        *(ChangesReviewed, TextAssessed, TextProposed),
    )

    def apply(self, record: Record, fact: Fact | None) -> None:  # noqa: C901  one case a fact
        assert fact is not None
        one = Happened(record, fact)
        match fact:
            case CallAsked():
                self.called[record.seq] = fact.seat
            case CallCompleted():
                self.sources.add(fact.usage.source)
                seat = self.called.get(fact.asked, "")
                saw = False if UNSEEN_MARK in fact.marks else None if UNKNOWN_MARK in fact.marks else True
                both = (self.shown.get(seat, True), saw)
                self.shown[seat] = False if False in both else None if None in both else True
            case GateOpened():
                self._gates[f"g{record.seq}"] = fact.kind
            case CommandAsked():
                self._commands[record.seq] = fact.command
            case RoundOpened():
                self._closed.discard((fact.number, fact.attempt))
            case RoundClosed():
                self._closed.add((fact.number, fact.attempt))
            case TextProposed():
                self.texts[record.seq] = one
            case TextAssessed():
                self.assessed.append(one)
            case ChangesReviewed():
                if fact.reverted:
                    self.reviewed.append(one)
            case CritiqueFiled():
                self.filed[fact.critique] = one
            case CritiqueAnswered():
                self.answered.append(one)
            case CriterionMeasured():
                self.measured[record.round, record.attempt, fact.name] = one
            case CallFailed() | SeatAbsent():
                self.amiss.append(one)
            case ReplyMended():
                self.mended.append((record.round, fact))
            case DecisionWithdrawn():
                self._take_back(fact.seq)
            case TextDecided():
                late = (record.round, record.attempt) in self._closed
                self.decided.append(Happened(record, fact, late=late))
                if fact.choice == "edit":
                    self.texts[record.seq] = self.decided[-1]
            case GateAnswered():
                if fact.gate in self._gates:
                    self.decided.append(Happened(record, fact, self._gates[fact.gate]))
            case CommandEnded():
                if fact.asked in self._commands:
                    self.decided.append(Happened(record, fact, self._commands[fact.asked]))
            case _:
                self.decided.append(one)

    def _take_back(self, seq: int) -> None:
        for id, one in list(self.filed.items()):
            # A person's mark, whose acceptance is the record behind it.
            if one.seq == seq - 1 and isinstance(one.fact, CritiqueFiled) and one.fact.mark is not None:
                del self.filed[id]
        self.decided = [
            one for one in self.decided if one.seq != seq or not isinstance(one.fact, WITHDRAWABLE)
        ]
        if isinstance(getattr(self.texts.get(seq), "fact", None), TextDecided):
            del self.texts[seq]

    def chosen(self, decision: Happened) -> Happened | None:
        """Return the text that a choice lets go on."""
        fact = decision.fact
        assert isinstance(fact, TextDecided)
        if fact.choice == "edit":
            return self.texts.get(decision.seq)
        mine = [one for one in self.proposed(fact.slot, fact.seat) if one.seq < decision.seq]
        if not mine or fact.choice == "refined":
            return mine[-1] if mine else None
        base = mine[-1].fact.base if isinstance(mine[-1].fact, TextProposed) else None
        if base is None:
            return mine[-1]
        return self.named(base, before=decision.seq)

    def kept_old(self, decision: Happened) -> int:
        """Return of how many changes a text keeps the old words; 0: of none, or more was written."""
        fact = decision.fact
        assert isinstance(fact, TextDecided)
        mine = [one for one in self.proposed(fact.slot, fact.seat) if one.seq < decision.seq]
        for one in reversed(self.reviewed) if mine and fact.choice == "edit" else ():
            review = one.fact
            assert isinstance(review, ChangesReviewed)
            old = self._reviewed(review.old, mine[-1])
            if one.seq < decision.seq and review.new == str(mine[-1].seq) and old is not None:
                found = compare(words_of(old.fact), words_of(mine[-1].fact))
                same = found.without(review.reverted) == words_of(fact)
                return len(review.reverted) if same else 0
        return 0

    def _reviewed(self, name: str, newer: Happened) -> Happened | None:
        """Return the older text of a review by its name: a proposed one, or what was written over it."""
        seq, _, edit = name.partition(".")
        proposed = self.texts.get(int(seq))
        if not edit or proposed is None or not isinstance(proposed.fact, TextProposed):
            return proposed
        of = (proposed.fact.slot, proposed.fact.seat)
        own = [one for one in self.texts.values() if proposed.seq < one.seq < newer.seq]
        mine = [
            one for one in own if isinstance(one.fact, TextDecided) and (one.fact.slot, one.fact.seat) == of
        ]
        return mine[-1] if mine else None

    def named(self, seq: int, before: int) -> Happened | None:
        """Return the text that an older record holds or chose, None where it is none of this session."""
        if seq in self.texts:
            return self.texts[seq]
        choice = next((d for d in self.decided if d.seq == seq and isinstance(d.fact, TextDecided)), None)
        return self.chosen(choice) if choice is not None and choice.seq < before else None

    def proposed(self, slot: str, seat: str) -> Iterator[Happened]:
        """Yield a seat's proposed texts in order."""
        for one in self.texts.values():
            if isinstance(one.fact, TextProposed) and (one.fact.slot, one.fact.seat) == (slot, seat):
                yield one


def words_of(fact: Fact) -> str:
    """Return the text of a TextProposed or an edit."""
    if isinstance(fact, TextProposed):
        return fact.text
    return (fact.edit or "") if isinstance(fact, TextDecided) else ""
