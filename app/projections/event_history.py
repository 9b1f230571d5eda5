"""What happened, each thing once and where it happened: the fold that reports are built from.

Rule: a text, an assessment, a decision, an answer to a critique belongs to the attempt its record was made
in, and to no other. `Texts` and `Critiques` say how things stand now; this says how they came about.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.domain.command_facts import CommandAsked, CommandEnded
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    WITHDRAWABLE,
    AutoApproveChanged,
    CallAsked,
    CallCompleted,
    CallFailed,
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
    SeatRated,
    SeatReplaced,
    StopRequested,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.projections.base import Change, wanted

Key = tuple[int, int]
"""Round and attempt."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A fact with where and when it happened; `at` in microseconds, UTC."""

    seq: int
    at: int
    round: int
    attempt: int
    fact: Fact
    kind: str = ""
    """Of a gate's answer: the gate's kind. Of the end of a person's command: the command's name."""
    late: bool = False
    """Of a choice between texts: it came when its round was closed, and changed nothing."""


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
    sources: set[str] = field(default_factory=set)
    """Who counted the tokens of calls that were answered: `offline` where no model was asked."""
    _gates: dict[str, str] = field(default_factory=dict)
    _commands: dict[int, str] = field(default_factory=dict)
    """What each CommandAsked asks for, by seq."""
    _closed: set[Key] = field(default_factory=set)

    name = "chronicle"
    wants = wanted(
        AutoApproveChanged,
        CallAsked,
        CallCompleted,
        CallFailed,
        CommandAsked,
        CommandEnded,
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
        SeatRated,
        SeatReplaced,
        StopRequested,
        TextAssessed,
        TextDecided,
        TextProposed,
    )

    def apply(self, record: Record, fact: Fact | None) -> Change | None:  # noqa: C901  one case a fact
        """Take in one record."""
        key = (record.round, record.attempt)

        def happened(kind: str = "", late: bool = False) -> Happened:
            assert fact is not None
            return Happened(record.seq, record.at, record.round, record.attempt, fact, kind, late)

        match fact:
            case CallAsked():
                self.called[record.seq] = fact.seat
            case CallCompleted():
                self.sources.add(fact.usage.source)
            case GateOpened():
                self._gates[f"g{record.seq}"] = fact.kind
            case RoundOpened():
                self._closed.discard((fact.number, fact.attempt))
            case RoundClosed():
                self._closed.add((fact.number, fact.attempt))
            case TextProposed():
                self.texts[record.seq] = happened()
            case TextAssessed():
                self.assessed.append(happened())
            case TextDecided():
                self.decided.append(happened(late=key in self._closed))
                if fact.choice == "edit":
                    self.texts[record.seq] = happened(late=key in self._closed)
            case CritiqueFiled():
                self.filed[fact.critique] = happened()
            case CritiqueAnswered():
                self.answered.append(happened())
            case CriterionMeasured():
                self.measured[record.round, record.attempt, fact.name] = happened()
            case GateAnswered() if fact.gate in self._gates:
                self.decided.append(happened(self._gates[fact.gate]))
            case GuidanceGiven() | LimitChanged() | AutoApproveChanged() | SeatDropped() | StopRequested():
                self.decided.append(happened())
            case CommandAsked():
                self._commands[record.seq] = fact.command
            case CommandEnded() if fact.asked in self._commands:
                self.decided.append(happened(self._commands[fact.asked]))
            case CritiqueDecided() | SeatAdded() | SeatRated() | SeatReplaced():
                self.decided.append(happened())
            case CallFailed() | SeatAbsent():
                self.amiss.append(happened())
            case ReplyMended():
                self.mended.append((record.round, fact))
            case DecisionWithdrawn():
                self._take_back_mark(fact.seq)
                self.decided = [
                    one
                    for one in self.decided
                    if one.seq != fact.seq or not isinstance(one.fact, WITHDRAWABLE)
                ]
                if isinstance(getattr(self.texts.get(fact.seq), "fact", None), TextDecided):
                    del self.texts[fact.seq]
            case _:
                pass
        return None

    def _take_back_mark(self, verdict: int) -> None:
        """Forget a person's mark whose acceptance, the record behind it, is withdrawn."""
        for id, one in list(self.filed.items()):
            if one.seq == verdict - 1 and isinstance(one.fact, CritiqueFiled) and one.fact.mark is not None:
                del self.filed[id]

    def text_of(self, seq: int | None) -> str | None:
        """Return the text that a record holds or chose, None where it is none of this session."""
        found = self.texts.get(seq) if seq is not None else None
        if found is not None:
            return words_of(found.fact)
        for one in self.decided:
            if one.seq == seq and isinstance(one.fact, TextDecided):
                chosen = self.chosen(one)
                return None if chosen is None else words_of(chosen.fact)
        return None

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
        found = self.texts.get(base)
        if found is not None:
            return found
        before = next((one for one in self.decided if one.seq == base), None)
        return self.chosen(before) if before is not None and before.seq < decision.seq else None

    def proposed(self, slot: str, seat: str) -> Iterable[Happened]:
        """Yield a seat's proposed texts in order."""
        for one in self.texts.values():
            if isinstance(one.fact, TextProposed) and (one.fact.slot, one.fact.seat) == (slot, seat):
                yield one


def words_of(fact: Fact) -> str:
    """Return the text of a TextProposed or an edit."""
    if isinstance(fact, TextProposed):
        return fact.text
    return (fact.edit or "") if isinstance(fact, TextDecided) else ""
