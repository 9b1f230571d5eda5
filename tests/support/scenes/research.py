"""The sample research in its states, run by the workflow itself over a folder of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from tests.support.laid_out import lay_out
from tests.support.quiet import quiet
from tests.support.scenes import research_story as story
from tests.support.scenes.stage import Stage

MODEL = "anthropic/claude-sonnet-4-5"
TEAM = Team(
    name="Researchers",
    members=(
        Seat(name="Ada", model="openai/gpt-4o-mini"),
        Seat(name="Blaise", model="gemini/gemini-2.0-flash"),
    ),
    chair=Seat(name="Chair", model=MODEL),
)


async def _begun(core: Stage) -> SessionId:
    """Make the session and bring it to its first gate."""
    folder = lay_out(core.folder / "billing", story.FILES)
    core.players.says = story.council()
    setup = {"folder": str(folder), "brief": story.BRIEF, "max_iterations": 4}
    session = await core.sessions.create("research", setup, TEAM)
    core.on_stage.append(session)
    await core.sessions.start(session)
    await core.play_on(session)
    return session


async def scope(core: Stage) -> SessionId:
    """What is asked and what may leave this machine is to be confirmed."""
    return await _begun(core)


async def iteration(core: Stage) -> SessionId:
    """The first iteration is done: two findings contradict each other, and one was not checked."""
    session = await _begun(core)
    await core.approve(session, "confirm")
    await core.play_on(session)
    return session


async def once(core: Stage) -> SessionId:
    """The person had the report written after one iteration."""
    session = await iteration(core)
    await core.approve(session, "finish")
    await core.play_on(session)
    return session


async def second(core: Stage) -> SessionId:
    """The second iteration is done."""
    session = await iteration(core)
    await core.approve(session, "continue")
    await core.play_on(session)
    return session


async def running(core: Stage) -> SessionId:
    """The agents of the second iteration work; one has read its files."""
    session = await iteration(core)
    await core.approve(session, "continue")
    await core.play_on(session, but=lambda request: len(request.messages) > 3)
    await quiet()
    return session


async def finished(core: Stage) -> SessionId:
    """The person had the report written after two iterations."""
    session = await second(core)
    await core.approve(session, "finish")
    await core.play_on(session)
    return session


STATES: dict[str, Callable[[Stage], Awaitable[SessionId]]] = {
    f"research-{play.__name__}": play for play in (scope, iteration, once, second, running, finished)
}
