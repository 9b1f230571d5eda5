"""The sample debate in every state the window can be in, for its pictures and its tests.

Most states are recorded sessions cut where the state begins; what goes on from there is the program itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from app.domain.facts import AutoApproveChanged, SessionRenamed
from app.domain.ids import SessionId
from tests.support.quiet import quiet
from tests.support.scenes.agents import STATES as AGENTS
from tests.support.scenes.draft import STATES as DRAFT
from tests.support.scenes.experiment import STATES as EXPERIMENT
from tests.support.scenes.kitchen import STATES as KITCHEN
from tests.support.scenes.look import STATES as LOOK
from tests.support.scenes.players import CUT, TOO_LONG
from tests.support.scenes.replaying import Cut, Lines, cut, recorded
from tests.support.scenes.research import STATES as RESEARCH
from tests.support.scenes.stage import Stage

ANSWERING = Cut("node_entered", values={"node": "proposal"})
REVIEW = Cut("gate_opened", values={"kind": "critique_review"})
FIRST_ROUND = Cut("gate_opened", values={"kind": "approval"})
SECOND_ROUND = FIRST_ROUND._replace(nth=2)


def _at(name: str, where: Cut | None = None) -> Callable[[Stage], Awaitable[SessionId]]:
    """Return what brings a stage to a place of a recorded session."""

    async def bring(core: Stage) -> SessionId:
        lines: Lines = recorded(name)
        return await core.replay(cut(lines, where) if where is not None else lines)

    return bring


async def _running(core: Stage) -> SessionId:
    """All members are asked for their first answers."""
    session = await core.replay(cut(recorded("debate"), ANSWERING))
    await core.sessions.start(session)
    await quiet()
    return session


async def _auto(core: Stage) -> SessionId:
    """The same where rounds are approved by themselves."""
    session = await _running(core)
    await core.review.tell(session, AutoApproveChanged(until_figure=90, until_cost=1.0))
    await quiet()
    return session


async def _stored(core: Stage) -> SessionId:
    """Another version of the program had asked two members in other words, and they had answered."""
    lines = cut(recorded("debate"), Cut("call_completed", 3))

    def otherwise(line: dict[str, Any]) -> None:
        if line["type"] == "call_asked" and line["body"]["seat"] != "Blaise":
            system, *rest = line["body"]["messages"]
            said = [{**system, "text": "Say what you know. " + system["text"]}, *rest]
            line["body"] |= {"app_version": "0", "identity": "0" * 64, "messages": said}

    session = await core.replay(lines, change=otherwise)
    await core.sessions.start(session)
    await core.play_on(session)
    return session


async def _budget(core: Stage) -> SessionId:
    """What the second round may cost is more than is left."""
    session = await core.replay(cut(recorded("debate"), FIRST_ROUND))
    core.players.reserves = lambda _request: 1.98
    await core.approve(session)
    await core.play_on(session)
    core.players.reserves = None
    return session


async def _cut(core: Stage) -> SessionId:
    """Grace's answer reached its longest; what came is kept."""
    session = await core.begin()
    await core.fail(session, "Grace", how=CUT)
    return session


async def _context(core: Stage) -> SessionId:
    """What Grace is asked does not fit into her model's window."""
    session = await core.begin()
    await core.fail(session, "Grace", how=TOO_LONG)
    return session


async def _failed(core: Stage) -> SessionId:
    """Somebody did not answer, and the person stopped there."""
    session = await core.replay(recorded("failure"))
    await core.approve(session, "stop")
    return session


_BRINGS: dict[str, Callable[[Stage], Awaitable[SessionId]]] = {
    "running": _running,
    "auto": _auto,
    "clarification": _at("questions"),
    "approval": _at("debate", SECOND_ROUND),
    "attempt": _at("rejected"),
    "failure": _at("failure"),
    "cut": _cut,
    "context": _context,
    "uncertain": _at("uncertain"),
    "stored": _stored,
    "budget": _budget,
    "critique-review": _at("debate", REVIEW),
    "stopped": _at("stopped"),
    "paused": _at("paused"),
    "interrupted": _at("debate", Cut("call_asked")),
    "failed": _failed,
    "finished": _at("debate"),
}
STATES = tuple(_BRINGS)
"""The states of a debate."""


async def _branch(core: Stage) -> SessionId:
    """Fork a debate after its first round, and the fork three times; return the first fork."""
    session = await core.replay(cut(recorded("debate"), SECOND_ROUND))
    first_gate = cut(recorded("debate"), FIRST_ROUND)[-1]["seq"]
    fork = await core.sessions.fork(session, first_gate)
    await core.sessions.start(fork)
    await core.sessions.wait(fork)
    await core.play_round(fork, 2)
    head = (await core.records(fork))[-1].seq
    for title in ("A shorter pilot", "With part-time contracts"):
        copy = await core.sessions.fork(fork, head)
        await core.review.tell(copy, SessionRenamed(title=title))
        await core.sessions.detach(copy)
    other = await core.sessions.fork(fork, first_gate)
    await core.review.tell(other, SessionRenamed(title="Only the support team"))
    await core.sessions.detach(other)
    await quiet()
    return fork


async def _shelf(core: Stage) -> SessionId:
    """Put debates in several states on the shelf; return the newest."""
    for title, state in (
        ("Which name for the new product?", "finished"),
        ("Move the depot, or rent a second one?", "failure"),
        ("Pricing for small teams", "stopped"),
        ("Open on Sundays?", "finished"),
        ("How should we hand over the night shift?", "clarification"),
    ):
        session = await bring_to(core, state)
        await core.review.tell(session, SessionRenamed(title=title))
        await core.sessions.detach(session)
    return await bring_to(core, "approval")


async def bring_to(core: Stage, state: str) -> SessionId:
    """Bring a session to a state; return its id."""
    more = {
        "branches": _branch,
        "library": _shelf,
        **AGENTS,
        **DRAFT,
        **EXPERIMENT,
        **KITCHEN,
        **LOOK,
        **RESEARCH,
    }
    session = await {**_BRINGS, **more}[state](core)
    if core.on_stage[-1] != session:
        core.on_stage.append(session)
    return session
