"""The sample draft in its states, played live over a folder of its own; for pictures and tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.domain.ids import SessionId
from tests.support.laid_out import lay_out
from tests.support.quiet import quiet
from tests.support.scenes import draft_story as story
from tests.support.scenes.debate_story import TEAM
from tests.support.scenes.stage import Stage

TITLE = "The Salt Ledger"


async def _opened(core: Stage, **setup: object) -> SessionId:
    """Open the folder, and have the chapters for a target."""
    folder = lay_out(core.folder / "the-salt-ledger", story.texts())
    core.players.says = story.says
    given = {"project": str(folder), "template": "novel", "cost_limit": 3.0, **setup}
    session = await core.sessions.create("draft", given, TEAM, TITLE)
    core.on_stage.append(session)
    await core.sessions.start(session)
    await core.play_on(session)
    await _answer(core, session, "target", level="chapters")
    return session


async def _answer(core: Stage, session: SessionId, verb: str, **data: str | int) -> None:
    await core.approve(session, verb, **data)
    await core.play_on(session)


async def _asked(core: Stage, session: SessionId, feedback: str, **data: str) -> None:
    """Ask for a change of the target, and keep the prose below as it is."""
    await _answer(core, session, "feedback", text=feedback, **data)
    if core.gate(session).fact.kind == "draft_downstream":
        await _answer(core, session, "keep_all")


async def first(core: Stage) -> SessionId:
    """The folder was opened; nothing was asked for yet."""
    return await _opened(core)


async def below(core: Stage) -> SessionId:
    """Prose stands below the chapters: culled or kept?"""
    session = await _opened(core)
    await _answer(core, session, "feedback", text=story.FEEDBACK)
    return session


async def revision(core: Stage) -> SessionId:
    """The judge is not content with the first attempt."""
    session = await _opened(core)
    await _asked(core, session, story.EARLIER)
    await _answer(core, session, "accept")
    await _asked(core, session, story.FEEDBACK)
    return session


async def acceptance(core: Stage) -> SessionId:
    """The second attempt is approved, explained, and lies before the person."""
    session = await revision(core)
    await _answer(core, session, "continue")
    return session


async def accepted(core: Stage) -> SessionId:
    """It was accepted: what was done is told, and the next feedback is waited for."""
    session = await acceptance(core)
    await _answer(core, session, "accept")
    return session


async def writing(core: Stage) -> SessionId:
    """The second attempt is being written."""
    session = await revision(core)
    await core.approve(session, "continue")
    await quiet()
    return session


async def choosing(core: Stage) -> SessionId:
    """Two writers wrote a text each; one is picked."""
    session = await _opened(core, writers=2)
    await _asked(core, session, story.EARLIER)
    return session


async def refused(core: Stage) -> SessionId:
    """Three versions of a passage were written, and the judge sends each of them back."""
    session = await _opened(core)
    asked: dict[str, str | int] = {
        "path": story.WEIGHING,
        "quote": story.CHOICE,
        "text": story.WISH,
        "alternatives": 3,
    }
    await _answer(core, session, "passage", **asked)
    if core.gate(session).fact.kind == "draft_downstream":
        await _answer(core, session, "keep_all")
    return session


async def versions(core: Stage) -> SessionId:
    """They lie side by side all the same, for the person to take one or none."""
    session = await refused(core)
    await _answer(core, session, "accept")
    return session


STATES: dict[str, Callable[[Stage], Awaitable[SessionId]]] = {
    f"draft-{play.__name__}": play
    for play in (first, below, revision, acceptance, accepted, writing, choosing, refused, versions)
}
