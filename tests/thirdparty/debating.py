"""What the debates at servers of others have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.domain.messages import ToolSpec
from app.domain.seats import Seat, Team
from app.gateway.hosted import HostedGateway
from app.gateway.throttle import Throttle
from app.services.unattended import AnswerPlan
from tests.faults.debating import begin, of
from tests.faults.speaking import Dialect
from tests.support.clocks import ManualClock
from tests.support.desk import desk
from tests.thirdparty.served import Aimock, Served

FIND = ToolSpec(name="find", description="Find a passage.", parameters={"type": "object", "properties": {}})


def seat(server: Served, name: str, dialect: Dialect, model: str) -> Seat:
    """Return a seat whose model is asked in a dialect."""
    known: dict[str, Any] = {"base_url": server.base(dialect), "api_key_env": "TEST_KEY"}
    return Seat(name=name, model=f"{dialect}/{model}", price_in=1.0, price_out=2.0, **known)


async def debate(
    folder: Path, gateway: HostedGateway, server: Aimock, team: Team
) -> tuple[str, list[Any], float]:
    """Return how a debate of two rounds ended, its records, and the seconds that passed by its clock.

    aimock was asked exactly as often as the session's journal says.
    """
    clock = ManualClock()
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    before, began = len(server.asked), clock.now()
    async with desk(folder, gateway=gateway, clock=clock) as table:
        session = await begin(table, team, max_rounds=2)
        state = await table.drive(session, AnswerPlan(approve="all"))
        records = list(await table.sessions.records(session))
    attempts = of(records, "call_asked")
    assert len(server.asked) - before == len(attempts)
    assert len(of(records, "call_completed")) + len(of(records, "call_failed")) == len(attempts)
    return state, records, (clock.now() - began) / 1e6
