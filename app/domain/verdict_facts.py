"""Facts of what a person says of a member's work and of a result."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from app.domain.fact_base import Fact

Rating = Literal["good", "poor"]


class ResultJudged(Fact):
    """The person's word on whether refining helped: the final text against the first best answer."""

    type: Literal["result_judged"] = "result_judged"
    verdict: Literal["better", "same", "worse"]


class ResultGraded(Fact):
    """The person's word on whether the result is right; None: what rules and judge say holds again."""

    type: Literal["result_graded"] = "result_graded"
    right: bool | None


class SeatRated(Fact):
    """A person found a member's answer of this round good or poor; no model is told. The last word holds."""

    type: Literal["seat_rated"] = "seat_rated"
    seat: str
    rating: Rating


class ForecastMade(Fact):
    """What the person expects, written before the first round opened; no model is told."""

    type: Literal["forecast_made"] = "forecast_made"
    text: str


class DecisionRecorded(Fact):
    """What the person decided in the end, and the day to look back (2027-01-31; empty: none)."""

    type: Literal["decision_recorded"] = "decision_recorded"
    text: str
    look_back: str = ""


class OutcomeRecorded(Fact):
    """How it turned out, in the person's words, and who was right; the last word holds."""

    type: Literal["outcome_recorded"] = "outcome_recorded"
    beside_seats: ClassVar[tuple[str, ...]] = ("you", "vote", "result")
    """Who may have been right, beside the seats."""
    text: str = ""
    right: dict[str, bool] = Field(default_factory=dict)
    """By who, of `beside_seats` or as `seat_who` names a seat; who is not named is not judged."""


def seat_who(seat: str) -> str:
    """Return what a seat is called among those who may have been right; it may be called “vote” itself."""
    return f"seat {seat}"
