"""What a session may cost, before it is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from app.domain.ids import SeatName
from app.domain.messages import Message, ModelRequest, Options
from app.domain.seats import Seat
from app.engine.plugin import PlannedCalls, plan_of
from app.engine.ports import ModelGateway


@dataclass(frozen=True, slots=True)
class StartEstimate:
    """A run that takes all its planned rounds: calls, tokens, dollars of the models with a known price."""

    calls: int
    tokens: int
    cost: float
    unknown: tuple[str, ...] = ()
    """Models whose price is not known; their calls are not in `cost`."""


async def estimate_start(
    gateway: ModelGateway, plugin: object, setup: BaseModel, seats: Mapping[SeatName, Seat]
) -> StartEstimate | None:
    """Return what a start would come to, None where the workflow does not know; contacts no provider."""
    plan = plan_of(plugin, setup, seats)
    if not plan:
        return None
    estimates = await gateway.estimate([_request(calls, seats[calls.seat]) for calls in plan])
    cost, unknown = 0.0, dict[str, None]()
    for calls, estimate in zip(plan, estimates, strict=True):
        if estimate.cost_max is None:
            unknown[seats[calls.seat].model] = None
        else:
            cost += calls.calls * estimate.cost_max
    return StartEstimate(
        calls=sum(calls.calls for calls in plan),
        tokens=sum(calls.calls * (calls.tokens_in + calls.tokens_out) for calls in plan),
        cost=cost,
        unknown=tuple(unknown),
    )


def _request(calls: PlannedCalls, seat: Seat) -> ModelRequest:
    # Four characters to a token, as the gateways count where they know no better.
    return ModelRequest(
        purpose=calls.purpose,
        seat=calls.seat,
        model=seat.model,
        messages=(Message(role="user", text="all " * calls.tokens_in),),
        options=Options(max_output_tokens=calls.tokens_out),
        base_url=seat.base_url,
        api_key_env=seat.api_key_env,
        price_in=seat.price_in,
        price_out=seat.price_out,
    )
