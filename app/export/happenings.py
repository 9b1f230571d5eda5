"""What the export tells beside the projections: decisions, guidance and what went wrong, by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallFailed,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    LimitChanged,
    ResultJudged,
    SeatAbsent,
    SeatDropped,
    SeatReplaced,
)
from app.projections import Change, ProjectionSet
from app.projections.base import wanted


@dataclass(slots=True)
class Told:
    """One thing to tell: where it belongs, its kind, who it is about, and its words (foreign text)."""

    seq: int
    round: int
    attempt: int
    kind: str
    who: str
    text: str


@dataclass(slots=True)
class Story:
    """Fold of decisions (`decisions`), of what went wrong (`degraded`), and of the word on the result."""

    decisions: list[Told] = field(default_factory=list)
    degraded: list[Told] = field(default_factory=list)
    judged: ResultJudged | None = None
    _seats: dict[int, str] = field(default_factory=dict)
    _gates: dict[str, GateOpened] = field(default_factory=dict)

    name = "story"
    wants = wanted(
        AutoApproveChanged,
        CallAsked,
        CallFailed,
        DecisionWithdrawn,
        GateAnswered,
        GateOpened,
        GuidanceGiven,
        LimitChanged,
        ResultJudged,
        SeatAbsent,
        SeatDropped,
        SeatReplaced,
    )

    def apply(self, record: Record, fact: Fact | None) -> Change | None:  # noqa: C901  one case a fact
        """Take in one record."""

        def told(kind: str, who: str, text: str) -> Told:
            return Told(record.seq, record.round, record.attempt, kind, who, text)

        match fact:
            case GateOpened():
                self._gates[f"g{record.seq}"] = fact
            case GateAnswered() if fact.gate in self._gates:
                feedback = fact.data.get("feedback")
                said = " ".join(filter(None, (feedback if isinstance(feedback, str) else "", fact.note)))
                kind = f"{self._gates[fact.gate].kind}: {fact.verb}"
                self.decisions.append(told(kind.replace("_", " "), fact.by, said))
            case GuidanceGiven():
                self.decisions.append(
                    told("guidance for all rounds" if fact.pinned else "guidance", "person", fact.text)
                )
            case AutoApproveChanged():
                self.decisions.append(told("approving by itself", "person", _limits(fact)))
            case LimitChanged():
                value = "none" if fact.value is None else f"{fact.value:g}"
                self.decisions.append(told(f"limit of {fact.limit}", "person", value))
            case ResultJudged():
                self.judged = fact
            case CallAsked():
                self._seats[record.seq] = fact.seat
            case CallFailed():
                self.degraded.append(told("call failed", self._seats.get(fact.asked, ""), fact.message))
            case SeatAbsent():
                self.degraded.append(told("sat out", fact.seat, fact.reason))
            case SeatDropped():
                self.degraded.append(told("was left out from then on", fact.seat, ""))
            case SeatReplaced():
                self.degraded.append(told("got another model", fact.seat, fact.model))
            case DecisionWithdrawn():
                self.decisions = [one for one in self.decisions if one.seq != fact.seq]
                self.degraded = [one for one in self.degraded if one.seq != fact.seq]
            case _:
                pass
        return None


def tell(catalogue: FactCatalogue, records: Iterable[Record]) -> Story:
    """Fold a whole session."""
    story = Story()
    ProjectionSet(catalogue, (story,)).fold(records)
    return story


def _limits(fact: AutoApproveChanged) -> str:
    limits = (
        None if fact.until_figure is None else f"until the figure is {fact.until_figure:g}",
        None if fact.rounds is None else f"for {fact.rounds} more rounds",
        None if fact.until_cost is None else f"until ${fact.until_cost:g} are spent",
    )
    return ", or ".join(filter(None, limits)) or "off"
