"""The debate's gates: their verbs and data, the person events an answer means, and what fits the payload."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from app.domain.fact_base import Fact
from app.domain.facts import CritiqueDecided, GuidanceGiven, LimitChanged, TextDecided, Verdict
from app.domain.gates import Data, GateData, GateKind, NoData, Payload
from app.domain.i18n import Words, words


class Decision(GateData):
    """A verdict on one critique; dismiss and defer need a reason."""

    verdict: Verdict
    reason: str = ""

    @model_validator(mode="after")
    def _reason_where_it_is_needed(self) -> Self:
        if self.verdict != "accept" and not self.reason.strip():
            raise ValueError(f"to {self.verdict} a critique, give a reason")
        return self


class Edit(GateData):
    """A member's text in the person's own wording."""

    edit: str = Field(min_length=1)


class Critiques(GateData):
    """Verdicts by critique id; what is left out stays undecided."""

    critiques: dict[str, Decision] = Field(default_factory=dict)


class Approve(Critiques):
    """What goes with an approval: a choice per member (default: the refined text), and guidance."""

    texts: dict[str, Literal["refined", "previous"] | Edit] = Field(default_factory=dict)
    guidance: str | None = None


class Reject(Critiques):
    """Feedback for the next attempt; `seats` limits it to some members."""

    feedback: str = Field(min_length=1)
    guidance: str | None = None
    seats: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _feedback_says_something(self) -> Self:
        if not self.feedback.strip():
            raise ValueError("feedback is needed to reject a round")
        return self


class Clarified(GateData):
    """How one question ended."""

    status: Literal["answered", "assume", "none_fits", "not_answered"]
    option: str | None = None
    note: str | None = None


class Clarifications(GateData):
    """Answers by question id."""

    answers: dict[str, Clarified] = Field(default_factory=dict)


def _events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    if isinstance(data, Critiques):
        facts += [
            CritiqueDecided(critique=id_, verdict=decision.verdict, reason=decision.reason)
            for id_, decision in data.critiques.items()
        ]
    if isinstance(data, Approve):
        facts += [
            TextDecided(slot="answer", seat=seat, choice="edit", edit=choice.edit)
            if isinstance(choice, Edit)
            else TextDecided(slot="answer", seat=seat, choice=choice)
            for seat, choice in data.texts.items()
        ]
    if isinstance(data, Approve | Reject) and data.guidance and data.guidance.strip():
        facts.append(GuidanceGiven(text=data.guidance))
    raised = payload.get("raises_limit_to")
    if verb == "approve" and isinstance(raised, int):
        facts.append(LimitChanged(limit="rounds", value=float(raised)))
    return tuple(facts)


def _objection(payload: Payload, verb: str, data: GateData) -> Words | None:
    del verb
    if isinstance(data, Critiques):
        unknown = sorted(set(data.critiques) - _names(payload, "critiques") - _names(payload, "deferred"))
        if unknown:
            return words("There is no critique “{id}” to decide here.", id=unknown[0])
    seats: set[str] = set()
    if isinstance(data, Approve):
        seats = set(data.texts)
    if isinstance(data, Reject) and data.seats is not None:
        seats = set(data.seats)
        if not seats:
            return words("No member is named; leave “seats” out to reject the whole round.")
    strangers = sorted(seats - _names(payload, "seats"))
    if strangers:
        return words("{seat} takes no part in this round.", seat=strangers[0])
    return None


def _names(payload: Payload, key: str) -> set[str]:
    value = payload.get(key)
    return {str(item) for item in value} if isinstance(value, list) else set()


def _primary(payload: Payload) -> tuple[str, Data]:
    return str(payload.get("primary", "approve")), {}


def _bare(verb: str) -> tuple[str, Data]:
    return verb, {}


APPROVAL = GateKind(
    "approval",
    words("The round is ready for your decision"),
    {"approve": Approve, "finish": Approve, "reject": Reject, "stop_with_answer": NoData},
    unattended=_primary,
    events=_events,
    objection=_objection,
)
CRITIQUE_REVIEW = GateKind(
    "critique_review",
    words("Decide which critiques the authors see"),
    {"send": Critiques},
    unattended=lambda payload: _bare("send"),
    events=_events,
    objection=_objection,
)
CLARIFICATION = GateKind(
    "clarification",
    words("The members have questions"),
    {"answer": Clarifications, "continue": Clarifications},
    unattended=lambda payload: _bare("continue"),
)

GATES: Mapping[str, GateKind] = {kind.name: kind for kind in (CLARIFICATION, CRITIQUE_REVIEW, APPROVAL)}
