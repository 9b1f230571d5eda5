"""Seats by command: real programs that answer well and badly, seen as the engine sees a model."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import pytest

from app.domain.messages import ChatMessage, ModelRequest, ToolSpec
from app.engine.ports import Completed, Failed, ModelEvent, Sent, TextDelta
from app.gateway.commands.gateway import CommandGateway
from app.settings.commands import CommandFile
from tests.support import answering_program
from tests.support.answering_program import ANSWER
from tests.support.waiting import until

SCRIPT = str(Path(answering_program.__file__).resolve())


def gateway(tmp_path: Path, how: str, *more: str, **values: Any) -> CommandGateway:
    """Return a gateway with one approved program, command/one."""
    file = CommandFile(tmp_path)
    added = file.put("one", {"command": sys.executable, "arguments": [SCRIPT, how, *more], **values})
    file.approve(added.line)
    return CommandGateway(file)


def request(text: str = "What now?", **more: Any) -> ModelRequest:
    """Return a small request."""
    messages = (ChatMessage(role="system", text="Be brief."), ChatMessage(role="user", text=text))
    return ModelRequest(purpose="say", seat="Ann", model="command/one", messages=messages, **more)


async def events(asked: CommandGateway, wanted: ModelRequest | None = None) -> list[ModelEvent]:
    """Return all events of a call."""
    async with aclosing(cast(Any, asked.start("c1", wanted or request()))) as found:
        return [event async for event in found]


async def end(asked: CommandGateway, wanted: ModelRequest | None = None) -> Completed | Failed:
    """Return the last event of a call."""
    last = (await events(asked, wanted))[-1]
    assert isinstance(last, Completed | Failed)
    return last


async def test_a_program_is_asked_once_and_its_lines_are_shown_as_they_come(tmp_path: Path) -> None:
    found = await events(gateway(tmp_path, "stream"))
    assert isinstance(found[0], Sent)
    pieces = [event.text for event in found if isinstance(event, TextDelta)]
    assert len(pieces) > 1
    last = found[-1]
    assert isinstance(last, Completed)
    assert last.text == "One\ntwo\nthree"
    assert "".join(pieces) == last.text
    assert (last.usage.cost, last.usage.source) == (0.0, "estimate")


@pytest.mark.parametrize(
    ("how", "values"),
    [("colours", {}), ("deaf", {}), ("json", {"answer": "json"}), ("json lines", {"answer": "json"})],
)
async def test_an_answer_is_read_without_what_steers_a_terminal(
    tmp_path: Path, how: str, values: dict[str, Any]
) -> None:
    last = await end(gateway(tmp_path, how, **values))
    assert isinstance(last, Completed), last
    assert last.text == ANSWER
    if how == "json":
        assert (last.usage.tokens_in, last.usage.tokens_out, last.usage.source) == (12, 34, "provider")


@pytest.mark.parametrize(
    ("how", "kind", "words", "values"),
    [
        ("login", "auth", "You are not logged in. Run: seat login", {}),
        ("login as an answer", "auth", "Please run /login", {}),
        ("json login", "auth", "Please run /login", {"answer": "json"}),
        ("limit", "rate_limit", "It resets at 5pm", {}),
        ("page", "bad_reply", "<!DOCTYPE html>", {}),
        ("empty", "bad_reply", "no answer that can be read", {}),
        ("other json", "bad_reply", '{"reply"', {"answer": "json"}),
        ("stream", "bad_reply", "One two three", {"answer": "json"}),
        ("die", "server_error", "Half an ans", {}),
        ("hang", "timeout", "Waiting for the browser", {"seconds": 2}),
        ("flood", "bad_reply", "larger than 8 MB", {}),
    ],
)
async def test_what_is_no_answer_is_told_with_the_programs_own_words(
    tmp_path: Path, how: str, kind: str, words: str, values: dict[str, Any]
) -> None:
    last = await end(gateway(tmp_path, how, **values))
    assert isinstance(last, Failed), last
    assert (last.kind, last.sent, last.passing) == (kind, True, False), last
    assert words in str(last.message)
    assert str(last.hint)


async def test_all_of_a_long_question_reaches_it_as_it_was_written(tmp_path: Path) -> None:
    text = "Grüße 漢字 " * 100_000
    last = await end(gateway(tmp_path, "echo"), request(text))
    assert isinstance(last, Completed)
    assert last.text == f"Be brief.\n\n---\n\n{text.strip()}"


async def test_tools_are_described_to_it_and_their_calls_read_from_its_text(tmp_path: Path) -> None:
    block = '```tool\n{"tool": "look", "arguments": {"path": "a.md"}}\n```'
    tools = (ToolSpec(name="look", description="Looks.", parameters={"type": "object"}),)
    asked = gateway(tmp_path, "echo")
    last = await end(asked, request(block, tools=tools))
    assert isinstance(last, Completed)
    assert any(json.loads(one.arguments) == {"path": "a.md"} for one in last.tool_calls)


async def test_it_works_in_an_empty_folder_with_the_environment_of_its_settings_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY_KEY", "secret")
    monkeypatch.setenv("OF_MINE", "given")
    last = await end(gateway(tmp_path, "look", variables=["OF_MINE", "NOT_THERE"], env={"A": "1"}))
    assert isinstance(last, Completed)
    seen = json.loads(last.text)
    assert seen["folder"] == []
    assert not await asyncio.to_thread(Path(seen["there"]).exists), "it goes with the program"
    # Python sets one itself where none is given.
    assert {n: v for n, v in seen["env"].items() if n != "LC_CTYPE"} == {"OF_MINE": "given", "A": "1"}
    assert "What now?" not in str(seen["argv"])


async def test_only_what_was_set_up_and_approved_as_it_is_now_is_started(tmp_path: Path) -> None:
    file = CommandFile(tmp_path)
    asked = CommandGateway(file)
    last = await end(asked)
    assert isinstance(last, Failed)
    assert "command add one" in str(last.hint)
    mark = tmp_path / "began"
    values = {"command": sys.executable, "arguments": ["-c", f"open({str(mark)!r}, 'w')"]}
    added = file.put("one", values)
    last = await end(asked)
    assert isinstance(last, Failed)
    assert (last.sent, added.line in str(last.message)) == (False, True)
    file.approve(file.put("one", {**values, "env": {"A": "1"}}).line)
    file.put("one", values)
    last = await end(asked)
    assert isinstance(last, Failed), "another line was approved"
    assert not mark.exists()
    file.put("one", {"command": "/not/there"})
    file.allow(file.read()["one"].line)
    last = await end(asked)
    assert isinstance(last, Failed)
    assert "/not/there is not there" in str(last.message)


def _ended(pid: int) -> bool:
    try:
        state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


async def _family(tmp_path: Path, asked: CommandGateway) -> tuple[asyncio.Task[Any], list[int], int]:
    """Begin a call of a program that has a child; return the call, both, and the host between."""
    task = asyncio.create_task(events(asked))
    marks = tmp_path / "family"
    await until(lambda: marks.exists() and " " in marks.read_text())
    host = asked.running["c1"].pid
    assert host is not None
    return task, [int(one) for one in marks.read_text().split()], host


@pytest.mark.parametrize("way", ["cancelled", "closed", "host killed"])
async def test_a_call_that_is_ended_leaves_nothing_running(tmp_path: Path, way: str) -> None:
    asked = gateway(tmp_path, "family", str(tmp_path / "family"))
    task, family, host = await _family(tmp_path, asked)
    if way == "cancelled":
        await asked.cancel("c1")
    elif way == "closed":
        task.cancel()
    else:
        os.kill(host, signal.SIGKILL)
    found: Any = (await asyncio.gather(task, return_exceptions=True))[0]
    if way != "closed":
        assert isinstance(found[-1], Failed)
        assert (found[-1].kind, found[-1].sent) == ("host_died", True)
    await until(lambda: _ended(host) and _ended(family[0]))
    if way != "host killed":
        await until(lambda: _ended(family[1]))
    else:
        # It left the group, and the one who would have found it was killed: the system alone knows it.
        os.kill(family[1], signal.SIGKILL)
