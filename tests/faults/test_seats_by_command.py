"""Seats by command: real programs that answer well and badly, seen as the engine sees a model."""

from __future__ import annotations

import asyncio
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import pytest

from app.domain.messages import ChatMessage, ModelRequest, ToolSpec
from app.engine.ports import Completed, Failed, ModelEvent, Sent, TextDelta
from app.gateway.commands.gateway import CommandGateway
from app.processes.child import own_program
from app.processes.child_env import chosen
from app.processes.frames import FrameReader, pack
from app.settings.programs import CommandFile
from tests.support import answering_program
from tests.support.answering_program import ANSWER
from tests.support.pace import PACE
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
    [("colours", {}), ("deaf", {}), ("json", {"answer": "json"})],
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
        ("json login", "auth", "Please run /login", {"answer": "json"}),
        ("empty", "bad_reply", "no answer that can be read", {}),
        ("die", "server_error", "Half an ans", {}),
        ("hang", "timeout", "Waiting for the browser", {"seconds": math.ceil(PACE)}),
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
    # One of both left its group, and is ended all the same.
    await until(lambda: all(map(_ended, (host, *family))))


ASKING = """
import asyncio, sys
from pathlib import Path
from tests.faults.test_seats_by_command import events, gateway

async def main():
    asked = gateway(Path(sys.argv[1]), "family", sys.argv[1] + "/family")
    task = asyncio.create_task(events(asked))
    while not asked.running or asked.running["c1"].pid is None:
        await asyncio.sleep(0.01)
    print(asked.running["c1"].pid, flush=True)
    await task

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere what left its group is not found")
@pytest.mark.parametrize("also", ["host", "who goes on in it"])
async def test_what_left_its_group_does_not_outlive_the_program_and_a_host_killed_at_once(
    tmp_path: Path, also: str
) -> None:
    with _begun([sys.executable, "-c", ASKING, str(tmp_path)]) as app:
        assert app.stdout is not None
        host = int(await asyncio.to_thread(app.stdout.readline) or 0)
        marks = tmp_path / "family"
        await until(lambda: marks.exists() and " " in marks.read_text())
        family = [int(one) for one in marks.read_text().split()]
        inner = _parent(family[0])
        assert _parent(inner) == host
        app.send_signal(signal.SIGSTOP)
        os.kill(host if also == "host" else inner, signal.SIGKILL)
        app.kill()
    await until(lambda: all(map(_ended, (host, inner, *family))))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing ties a program to who started it")
async def test_a_program_does_not_outlive_all_that_stands_between_killed_at_once(tmp_path: Path) -> None:
    with _begun([sys.executable, "-c", ASKING, str(tmp_path)]) as app:
        assert app.stdout is not None
        host = int(await asyncio.to_thread(app.stdout.readline) or 0)
        marks = tmp_path / "family"
        await until(lambda: marks.exists() and " " in marks.read_text())
        program, child = map(int, marks.read_text().split())
        between = (app.pid, host, _parent(program))
        for way in (signal.SIGSTOP, signal.SIGKILL):
            for one in between:
                os.kill(one, way)
    try:
        await until(lambda: _ended(program))
    finally:
        # What it started itself, apart from it, is tied to nobody.
        os.kill(child, signal.SIGKILL)


def _begun(argv: list[str], env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)


def _parent(pid: int) -> int:
    return int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace tells which files are opened; install it")
async def test_nothing_of_the_persons_folders_is_opened_by_a_host_or_for_its_program(tmp_path: Path) -> None:
    home, config = tmp_path / "home", tmp_path / "config"
    for folder in (home, config):
        folder.mkdir()
        (folder / "canary.txt").write_text("private")
    seen = tmp_path / "seen"
    job = {"argv": [sys.executable, "-I", SCRIPT, "look"], "env": {}, "prompt": "What now?", "seconds": 60}
    argv = ["strace", "-f", "-qq", "-y", "-e", "trace=file,getdents64", "-s", "4096", "-o", str(seen)]
    told = chosen({**os.environ, "HOME": str(home), "ROUNDTABLE_CONFIG_DIR": str(config)})
    with _begun([*argv, *own_program("--command-host")], told) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write(pack(json.dumps(job).encode()))
        host.stdin.flush()
        frames = [json.loads(body) for body in FrameReader().feed(await asyncio.to_thread(host.stdout.read))]
    assert (frames[-1]["end"], frames[-1]["status"]) == ("done", 0), frames[-1]
    lines = seen.read_text("utf-8", "replace").splitlines()
    assert any("roundtable-seat-" in line for line in lines), "the calls of files were seen"
    touched = [line for line in lines if str(home) in line or str(config) in line]
    assert touched == []
