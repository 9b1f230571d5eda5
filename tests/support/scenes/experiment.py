"""The sample experiment in its states: the recorded run, cut where each begins; for pictures and tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.domain.ids import SessionId
from tests.support.quiet import quiet
from tests.support.scenes import experiment_script
from tests.support.scenes.experiment_script import CYCLES
from tests.support.scenes.players import OUT_OF_CREDIT
from tests.support.scenes.replaying import Cut, Lines, cut, recorded
from tests.support.scenes.stage import Stage

__all__ = ["CYCLES", "STATES"]


def _to(kind: str, number: int) -> Lines:
    """Return the records up to a gate of a cycle."""
    lines = recorded("experiment")
    gates = [line for line in lines if line["type"] == "gate_opened" and line["body"]["kind"] == kind]
    last = next(line for line in reversed(gates) if line["round"] == number)
    return lines[: last["seq"]]


async def _replayed(core: Stage, lines: Lines) -> SessionId:
    core.players.says, core.players.embeds = experiment_script.says, experiment_script.embeds
    return await core.replay(lines)


async def cycle(core: Stage) -> SessionId:
    """The sixth of eight cycles is done; its reflection is long, and close to the one before."""
    return await _replayed(core, _to("cycle", 6))


async def capped(core: Stage) -> SessionId:
    """The fourth cycle ended at its cap of tool calls, without a reflection."""
    return await _replayed(core, _to("cycle", 4))


async def operator(core: Stage) -> SessionId:
    """The agent writes to its operator."""
    return await _replayed(core, _to("operator", 7))


async def writing(core: Stage) -> SessionId:
    """The seventh cycle runs."""
    session = await _replayed(core, _to("cycle", 6))
    await core.approve(session, "continue")
    return session


async def first(core: Stage) -> SessionId:
    """The first cycle has just begun: nothing stored, reflected or measured yet."""
    session = await _replayed(
        core, cut(recorded("experiment"), Cut("node_entered", values={"node": "invoke_model"}))
    )
    await core.sessions.start(session)
    await quiet()
    return session


async def broken(core: Stage) -> SessionId:
    """The model of the seventh cycle failed; the person let it sit out, and ended the run."""
    session = await cycle(core)
    core.players.says = lambda _request: OUT_OF_CREDIT
    await core.approve(session, "continue")
    await core.play_on(session)
    await core.approve(session, "fallback", replace={"agent": None})
    await core.play_on(session)
    await core.approve(session, "finish")
    await core.play_on(session)
    return session


async def finished(core: Stage) -> SessionId:
    """The person finished after the sixth cycle."""
    session = await _replayed(core, _to("cycle", 6))
    await core.approve(session, "finish")
    await core.play_on(session)
    return session


STATES: dict[str, Callable[[Stage], Awaitable[SessionId]]] = {
    f"experiment-{play.__name__}": play
    for play in (cycle, capped, operator, writing, first, broken, finished)
}
