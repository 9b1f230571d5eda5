"""kill −9 while a person's command is under way: nothing is lost, and nothing is paid for twice."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.domain.payload import items_of
from tests.support.desk import desk, echo
from tests.support.nursery import Nursery
from tests.support.scripted import Line


def killed(folder: Path, born: Iterator[Nursery]) -> tuple[SessionId, int]:
    """Return a session whose process was killed in the middle of a command, and the command's number."""
    nursery = next(born)
    reading, writing = os.pipe()
    pid = nursery.begin("tests.e2e.asking_child", [str(folder)], os.environ, {1: writing})
    os.close(writing)
    with open(reading, encoding="utf-8") as lines:  # noqa: PTH123  a descriptor has no path
        session, asked = lines.readline().split()
        os.kill(pid, signal.SIGKILL)
    assert nursery.wait(pid) == -signal.SIGKILL
    return SessionId(session), int(asked)


@pytest.mark.parametrize(
    ("verb", "calls", "text"),
    [("ask_again", 1, "chair: Sum up"), ("use_partial", 0, "So far "), ("drop", 0, "")],
)
async def test_a_killed_command_waits_for_a_decision_and_asks_only_what_that_says(
    tmp_path: Path, born: Iterator[Nursery], verb: str, calls: int, text: str
) -> None:
    session, asked = killed(tmp_path, born)
    seen: Counter[str] = Counter()

    def script(request: ModelRequest) -> Line:
        seen[request.seat] += 1
        return echo(request)

    async with desk(tmp_path, script) as d:
        d.watch(session)
        # The file says that it is under way; only who takes the session knows that nobody does it.
        assert (await d.sessions.fold(session)).commands.by_asked[asked].state == "running"
        await d.commands.take_up(session)
        command = d.live(session).fold.commands.by_asked[asked]
        assert command.hold is not None
        assert command.hold.kind == "uncertain"
        items = [(item["seat"], item["partial"]) for item in items_of(command.hold.payload)]
        assert items == [("chair", "So far ")]
        assert seen == {}, "nothing is asked by itself"
        await d.commands.resume(session, asked, verb)
        done = await d.commands.wait(session, asked)
        assert done.state == "done"
        assert done.ended is not None
        assert str(done.ended.text).startswith(text)
        assert seen == ({"chair": calls} if calls else {}), "the members had answered"
        await d.review.answer(session, d.gate(session), "finish")
        assert await d.sessions.wait(session) == "finished"
