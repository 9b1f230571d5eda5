"""Facts of what a person says of a member's work and of a result."""

from __future__ import annotations

from typing import Literal

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
