"""The long debate in its states, among other sessions; for pictures and for tests that measure."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from app.domain.facts import SessionRenamed
from app.domain.ids import SessionId
from tests.support.quiet import quiet
from tests.support.scenes import experiment, look_story, meter_story
from tests.support.scenes.look_story import agreeing, answer, says
from tests.support.scenes.players import Waits
from tests.support.scenes.replaying import Cut, Lines, cut, recorded
from tests.support.scenes.stage import Stage

Bring = Callable[[Stage], Awaitable[SessionId]]
REVIEW = Cut("gate_opened", nth=2, values={"kind": "approval"})
REVISING = Cut("node_entered", nth=3, values={"node": "refinement"})
FINISHED_ONES = ("Name for the pocket meter", "Move the depot, or rent a second one?", "Open on Sundays?")


async def _shelf(core: Stage) -> None:
    """Put sessions on the shelf: finished, stopped, failed, waiting and running ones."""
    for title in FINISHED_ONES[:2]:
        await core.replay(recorded("debate"), title=title)
    await core.replay(recorded("stopped"), title="Pricing for small teams")
    failed = await core.replay(recorded("failure"), title="Legal memo on suppliers")
    await core.approve(failed, "stop")
    await core.sessions.detach(failed)
    await core.replay(recorded("debate"), title=FINISHED_ONES[2])
    await core.replay(recorded("questions"), title="The salt ledger, chapter by chapter")
    running = await experiment.writing(core)
    await core.review.tell(running, SessionRenamed(title="Battery ageing model"))


def _at(where: Cut | None) -> Bring:
    """Return what brings a stage to a place of the long debate."""

    async def bring(core: Stage) -> SessionId:
        await _shelf(core)
        lines: Lines = recorded("look")
        session = await core.replay(cut(lines, where) if where is not None else lines)
        core.players.says = says
        return session

    return bring


async def _running(core: Stage) -> SessionId:
    """The members revise their answers in round 3."""
    session = await _at(REVISING)(core)
    await core.sessions.start(session)
    await quiet()
    return session


def write_on(core: Stage) -> None:
    """Let Ada be done and Blaise be writing; Grace says nothing yet."""
    core.players.end("Ada")
    text = json.dumps({"text": answer("Blaise", look_story.ROUNDS)})
    core.players.stream("Blaise", text[: text.index("sick leave of people")])


def _many(more: int) -> Bring:
    """Return what has so many members more answer, and lays the round before the person."""

    async def bring(core: Stage) -> SessionId:
        await _shelf(core)
        core.players.says = says
        members = (*look_story.TEAM.members, *look_story.MORE[:more])
        team = look_story.TEAM.model_copy(update={"members": members})
        session = await core.sessions.create("debate", look_story.setup(), team, look_story.TITLE)
        core.on_stage.append(session)
        await core.sessions.start(session)
        await core.play_on(session)
        return session

    return bring


async def _streaming(core: Stage) -> SessionId:
    """Three members write answers with a table, code and formulas."""
    await _shelf(core)
    core.players.says = meter_story.says
    session = await core.sessions.create("debate", meter_story.setup(), look_story.TEAM, meter_story.TITLE)
    core.on_stage.append(session)
    await core.sessions.start(session)
    await quiet()
    return session


async def _table_and_math(core: Stage) -> SessionId:
    """Those answers lie before the person, after their round."""
    session = await _streaming(core)
    await core.play_on(session)
    return session


def write_so_far(core: Stage) -> None:
    """Let each of the three be in the middle of a block."""
    for seat in meter_story.WRITTEN_UNTIL:
        core.players.stream(seat, meter_story.arrived(seat))


async def _compare(core: Stage) -> SessionId:
    """The first two answers of a quick check are compared, and lie before the person."""
    await _shelf(core)
    core.players.says = says
    return await quick_check(core)


async def _agree(core: Stage) -> SessionId:
    """The first two answers of a quick check say the same."""
    await _shelf(core)
    core.players.says = agreeing
    return await quick_check(core)


async def _comparing(core: Stage) -> SessionId:
    """The first two answers of a quick check are being compared."""
    await _shelf(core)
    core.players.says = says
    return await quick_check(core, but=lambda request: request.purpose == "debate_check")


async def quick_check(core: Stage, but: Waits | None = None, **more: object) -> SessionId:
    """Have the first two members asked and compared, calls of `but` held; models say what players say."""
    setup = {**look_story.setup(), "profile": "quick", "must_haves": [], **more}
    session = await core.sessions.create("debate", setup, look_story.TEAM, look_story.TITLE)
    core.on_stage.append(session)
    await core.sessions.start(session)
    await core.play_on(session, but=but)
    return session


async def _best(core: Stage) -> SessionId:
    """The best answer is the final one, with what the others add."""
    await _shelf(core)
    lines = cut(recorded("look"), Cut("gate_opened", nth=look_story.ROUNDS, values={"kind": "approval"}))
    core.players.says = says
    session = await core.replay(lines, change=_by_choice)
    await core.finish(session)
    return session


def _by_choice(line: dict[str, Any]) -> None:
    if line["type"] == "session_created":
        line["body"]["setup"]["result_by"] = "best"


STATES: dict[str, Bring] = {
    "look-review": _at(REVIEW),
    "look-running": _running,
    "look-finished": _at(None),
    "look-best": _best,
    "look-four": _many(1),
    "look-five": _many(2),
    "look-six": _many(3),
    "look-compare": _compare,
    "look-agree": _agree,
    "look-comparing": _comparing,
    "look-table-and-math": _table_and_math,
    "look-streaming": _streaming,
}
