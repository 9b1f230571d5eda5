"""The gates of a workflow that the window has never heard of, for its pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from tests.support.quiet import quiet
from tests.support.scenes.stage import Stage

COOK = "offline/plain"
TEAM = Team(
    name="Cooks",
    members=(Seat(name="Ann", model=COOK), Seat(name="Bob", model=COOK)),
    chair=Seat(name="Chair", model=COOK),
)


def _after(*verbs: str) -> Callable[[Stage], Awaitable[SessionId]]:
    """Return what brings a stage to the gate behind these answers."""

    async def bring(core: Stage) -> SessionId:
        session = await core.sessions.create("kitchen", {"token_limit": None}, TEAM)
        await core.sessions.start(session)
        await core.sessions.wait(session)
        for verb in verbs:
            await core.approve(session, verb)
            await core.sessions.wait(session)
        await quiet()
        core.on_stage.append(session)
        return session

    return bring


STATES: dict[str, Callable[[Stage], Awaitable[SessionId]]] = {
    "kitchen-tasting": _after("skip"),
    "kitchen-pantry": _after("skip", "serve"),
    "kitchen-leftovers": _after("skip", "close"),
}
