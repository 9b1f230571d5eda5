"""Record the sessions that the scenes replay: `python -m tests.support.scenes.record`.

Each is run by the real workflow, its models saying their lines, and exported. It is done again where a
workflow has come to do something else and the pictures are to show it.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from app.domain.ids import SessionId
from tests.support.quiet import quiet
from tests.support.scenes import experiment_script, experiment_story, look_story
from tests.support.scenes.replaying import RECORDED
from tests.support.scenes.stage import Stage, set_up


async def debate(core: Stage) -> SessionId:
    """Two rounds, the second taken as the last one."""
    session = await core.begin()
    await core.play_round(session, 2)
    await core.finish(session)
    return session


async def questions(core: Stage) -> SessionId:
    """The members ask before they answer."""
    session = await core.begin(interactive_clarifications=True)
    await core.play_on(session)
    return session


async def failure(core: Stage) -> SessionId:
    """Grace's provider does not answer her first time."""
    session = await core.begin()
    await core.fail(session, "Grace")
    return session


async def rejected(core: Stage) -> SessionId:
    """The first round is sent back and done again."""
    session = await core.begin()
    await core.play_round(session)
    await core.approve(session, "reject", feedback="Cite sources.")
    await core.play_on(session)
    return session


async def _refining(core: Stage) -> SessionId:
    """Play to where Blaise has refined his answer in round 2 and the others are at it."""
    session = await core.begin()
    await core.play_round(session)
    await core.approve(session)
    await core.play_on(session, but=lambda request: request.purpose == "refinement")
    core.players.stream("Ada", "Half of a")
    core.players.end("Blaise")
    await quiet()
    return session


async def stopped(core: Stage) -> SessionId:
    """Stopped while two members write."""
    session = await _refining(core)
    await core.stop(session)
    return session


async def paused(core: Stage) -> SessionId:
    """Paused while two members write; they end."""
    session = await _refining(core)
    await core.sessions.pause(session)
    await core.play_on(session)
    return session


async def uncertain(core: Stage) -> SessionId:
    """The program dies while the members criticise; the next one finds what had arrived."""
    session = await core.begin()
    await core.play_on(session, but=lambda request: request.purpose == "critique")
    core.players.stream("Ada", "The second claim has no")
    core.players.end("Blaise")
    live = core.live(session)
    await quiet()
    (asked,) = [track.asked for track in live.fold.calls.open() if track.key.seat == "Ada"]
    while not (await live.writer.journal.partials()).get(asked):
        await core.parts.clock.sleep(0.05)
    # What a machine that loses its power leaves: the file as it lies there.
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "data" / "sessions"
        other.mkdir(parents=True)
        for file in core.parts.store.path(session).parent.glob(f"{session}.*"):
            if "lock" not in file.name:
                shutil.copy(file, other / file.name)
        again = set_up(Path(folder))
        try:
            await again.sessions.start(session)
            await again.play_on(session)
            _write("uncertain", await again.exporting.content(session, "json"))
        finally:
            await again.close()
    return session


async def experiment(core: Stage) -> SessionId:
    """Six cycles, one of them done again, and the question of the seventh."""
    setup = {
        "run_id": "hallsund-pools",
        "prompt": experiment_story.PROMPT,
        "cycle_count": experiment_script.CYCLES,
        "tool_cap": experiment_script.CAP,
        "embedding_model": experiment_script.EMBEDDING,
        "model": "anthropic/claude-sonnet-4-5",
    }
    core.players.says, core.players.embeds = experiment_script.says, experiment_script.embeds
    session = await core.sessions.create("experiment", setup, core.teams.default())
    await core.sessions.start(session)
    done = 0
    while True:
        await core.play_on(session)
        gate = core.gate(session)
        if gate.fact.kind == "operator":
            if gate.round > len(experiment_story.CYCLES):
                return session
            await core.approve(session, "reply", text="Two people, yes. April is certain, June is not.")
            continue
        if gate.round == 2 and done < 2:
            done = 2
            await core.approve(session, "redo", note=experiment_story.WHY_AGAIN)
            continue
        cycle_stories = experiment_story.CYCLES[gate.round : gate.round + 1]
        note = cycle_stories[0].note if cycle_stories else ""
        await core.approve(session, "continue", **({"note": note} if note else {}))


async def look(core: Stage) -> SessionId:
    """Three rounds with texts as long as real ones, and the final answer."""
    core.players.says = look_story.says
    session = await core.sessions.create("debate", look_story.setup(), look_story.TEAM, look_story.TITLE)
    await core.sessions.start(session)
    await core.play_round(session, look_story.ROUNDS)
    await core.finish(session)
    return session


RECORDINGS: tuple[Callable[[Stage], Awaitable[SessionId]], ...] = (
    *(debate, questions, failure, rejected, stopped, paused, uncertain, experiment, look),
)


def _write(name: str, content: bytes) -> None:
    RECORDED.mkdir(parents=True, exist_ok=True)
    (RECORDED / f"{name}.json").write_bytes(content)


async def record(names: list[str]) -> None:
    """Run and export those named, or all."""
    for play in RECORDINGS:
        if names and play.__name__ not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            core = set_up(Path(folder))
            try:
                session = await play(core)
                if play is not uncertain:
                    _write(play.__name__, await core.exporting.content(session, "json"))
            finally:
                await core.close()
        sys.stdout.write(f"{play.__name__}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(record(sys.argv[1:]))
