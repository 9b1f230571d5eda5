"""Effects that may not be repeated: done once, and in doubt put before the person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import Bug
from app.domain.ids import SessionId
from app.engine.node import Context, Node, Step
from tests.support.desk import Desk, desk
from tests.support.toy import ToyDone, ToyPlugin, ToyState

Effect = Callable[[], Awaitable[JsonValue]]


def publishing(effect: Effect, then: Callable[[JsonValue], None] = lambda _: None, what: str = "v1") -> Node:
    """Return a last node that publishes the result, and does `then` with what that gave."""

    async def finish(state: ToyState, context: Context) -> Step:
        then(await context.once("publish", "chair", "result", what, effect))
        return Step("WRITTEN", (ToyDone(rounds=state.rounds),))

    return finish


def with_last_node(d: Desk, node: Node) -> None:
    plugin = ToyPlugin()
    plugin.nodes = {**plugin.nodes, "finish": node}
    plugins: Any = d.parts.plugins
    plugins["toy"] = plugin


async def interrupted(folder: Path, node: Node) -> SessionId:
    """Run a session into a node that dies; return the session."""
    async with desk(folder) as d:
        with_last_node(d, node)
        session = await d.create(rounds=1, ask_me=False)
        with pytest.raises(RuntimeError):
            await d.run(session)
        return session


def counting(done: list[str], ends: bool = True) -> Effect:
    async def effect() -> JsonValue:
        done.append("published")
        if not ends:
            raise RuntimeError("the power went off")
        return {"address": f"/result/{len(done)}"}

    return effect


async def test_an_effect_that_ended_is_not_repeated_and_its_value_stays(tmp_path: Path) -> None:
    done: list[str] = []
    given: list[JsonValue] = []

    def dies(_value: JsonValue) -> None:
        raise RuntimeError("the power went off")

    session = await interrupted(tmp_path, publishing(counting(done), dies))
    async with desk(tmp_path) as d:
        with_last_node(d, publishing(counting(done), given.append))
        assert await d.run(session) == "finished"
    assert (done, given) == (["published"], [{"address": "/result/1"}])


@pytest.mark.parametrize(
    ("verb", "published", "value"), [("ask_again", 2, {"address": "/result/2"}), ("drop", 1, None)]
)
async def test_an_effect_in_doubt_is_put_before_the_person(
    tmp_path: Path, verb: str, published: int, value: JsonValue
) -> None:
    done: list[str] = []
    given: list[JsonValue] = []
    session = await interrupted(tmp_path, publishing(counting(done, ends=False)))
    async with desk(tmp_path) as d:
        with_last_node(d, publishing(counting(done), given.append))
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert (gate.fact.kind, gate.fact.verbs) == ("uncertain", ("ask_again", "drop"))
        assert done == ["published"]
        await d.review.answer(session, gate.id, verb)
        assert await d.sessions.wait(session) == "finished"
    assert (len(done), given) == (published, [value])


async def test_another_effect_under_a_known_key_is_a_bug(tmp_path: Path) -> None:
    identities = iter(["v1", "v2"])

    async def finish(state: ToyState, context: Context) -> Step:
        effect = counting([], ends=False)
        await context.once("publish", "chair", "result", next(identities), effect)
        return Step("WRITTEN", (ToyDone(rounds=state.rounds),))

    async with desk(tmp_path) as d:
        with_last_node(d, finish)
        session = await d.create(rounds=1, ask_me=False)
        with pytest.raises(RuntimeError):
            await d.run(session)
        with pytest.raises(Bug, match="other parameters under the same key"):
            await d.run(session)


@pytest.mark.parametrize(("verb", "published", "value"), [("ask_again", 2, 2), ("use_stored", 1, 1)])
async def test_an_effect_of_a_session_changed_from_outside_is_a_persons_to_decide(
    tmp_path: Path, verb: str, published: int, value: int
) -> None:
    done: list[str] = []
    given: list[JsonValue] = []

    def dies(_value: JsonValue) -> None:
        raise RuntimeError("the power went off")

    session = await interrupted(tmp_path, publishing(counting(done), dies))
    async with desk(tmp_path) as d:
        with_last_node(d, publishing(counting(done), given.append, what="v2"))
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert (gate.fact.kind, gate.fact.verbs) == ("uncertain", ("use_stored", "ask_again"))
        await d.review.answer(session, gate.id, verb)
        assert await d.sessions.wait(session) == "finished"
    assert (len(done), given) == (published, [{"address": f"/result/{value}"}])
