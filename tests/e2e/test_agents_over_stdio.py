"""The real server over its pipes, with the protocol's own client: whole debates, held models, kills."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client
from mcp.types import Implementation

from app.bootstrap import build
from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from tests.faults.server import FaultServer
from tests.support.agents import QUESTION, SCOUT, answered, begun, decided, refused, server, settled, told
from tests.support.commands import ROOT, call, environment, spawn
from tests.support.held import CANARY, Held, agent_apart, held_team, server_of
from tests.support.waiting import until, wait_until

pytestmark = pytest.mark.loopback


def agent(name: str = SCOUT) -> Implementation:
    return Implementation(name=name, version="1")


async def decide(client: Client, session: str) -> list[str]:
    """Answer every gate as it is recommended until the session is finished; return the gates' kinds."""
    kinds = []
    while (standing := await settled(client, session))["state"] == "waiting":
        gate = (await answered(client, "gates", session=session))["gates"][0]
        verb = next((verb for verb in gate["verbs"] if verb["recommended"]), gate["verbs"][0])
        data = verb["example"] if verb["name"] == "answer" else {}
        kinds.append(gate["kind"])
        await decided(client, session, gate["id"], verb["name"], data=data, note="As recommended.")
    assert standing["state"] == "finished", standing
    return kinds


async def test_the_server_says_what_it_can_and_refuses_a_start_without_a_limit() -> None:
    async with Client(server(), client_info=agent()) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} >= {"start", "answer"}
        error = await refused(client, "start", workflow="debate", fields={"question": QUESTION})
        assert "cost_limit" in error["message"]
        assert (await told(client, "list"))["total"] == 0


@pytest.mark.nightly
def test_a_client_that_ends_before_it_is_answered_is_no_mistake_of_the_program(tmp_path: Path) -> None:
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": SCOUT, "version": "1"},
        },
    }
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "app", "mcp"],
        cwd=ROOT,
        env=environment(tmp_path),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as served:
        sends, hears, complains = served.stdin, served.stdout, served.stderr
        assert sends is not None
        assert hears is not None
        assert complains is not None
        hears.close()

        def over() -> bool:
            # Whatever it reads next lets it see that nobody hears it.
            with suppress(BrokenPipeError):
                sends.write(json.dumps(asked).encode() + b"\n")
            return served.poll() is not None

        wait_until(over)
        assert (served.returncode, complains.read()) == (0, b"")
    assert not list(tmp_path.glob("crashes/*"))


def test_its_help_tells_how_to_register_it() -> None:
    ran = call("mcp", "--help")
    assert ran.code == 0
    for told_of in ("mcpServers", "--cost-limit", "--may-approve", "roundtable allow", "Needs you"):
        assert told_of in ran.out, told_of


@pytest.mark.nightly
async def test_an_allowed_client_drives_a_whole_debate_and_a_second_one_decides_nothing() -> None:
    async with (
        Client(server("--may-approve"), client_info=agent()) as scout,
        Client(server("--every-session"), client_info=agent("rival"), mode="legacy") as rival,
    ):
        fields = {"question": QUESTION, "max_rounds": 2, "auto_stop_on_convergence": False}
        start = {"workflow": "debate", "fields": fields, "cost_limit": 1.0, "team": "offline"}
        session = (await begun(scout, **start))["session"]
        standing = await settled(scout, session)
        gate = standing["gate"]
        verb = gate["verbs"][0]
        error = await refused(rival, "answer", session=session, gate=gate["id"], verb=verb)
        assert error["kind"] == "not_allowed"
        kinds = await decide(scout, session)
        assert kinds.count("approval") == 2
        answer = await told(scout, "result", session=session)
        assert answer["text"]
    shown = spawn("show", session, "--json").value
    assert shown["state"] == "finished"
    log = spawn("log", session, "--json").value
    decided = [r["body"] for r in log if r["type"] == "gate_answered" and r["body"]["by"] == "agent"]
    assert len(decided) == len(kinds)
    assert all(body["actor"] == {"kind": "agent", "name": SCOUT} for body in decided)


@pytest.mark.nightly
async def test_calls_return_while_models_are_still_thinking_and_tell_no_key() -> None:
    script = Held()
    with FaultServer(script) as held:
        team = held_team(held)
        async with Client(server(env={"TEST_KEY": CANARY}), client_info=agent()) as client:
            told_all: list[Any] = []
            fields = {"question": QUESTION}
            start = {"workflow": "debate", "fields": fields, "cost_limit": 1.0, "team": team}
            first = await begun(client, **start)
            session = first["session"]
            await until(lambda: len(held.asked) >= 2)
            for tool, more in (("status", {}), ("gates", {}), ("result", {"part": "report"})):
                told_all.append(await told(client, tool, session=session, **more))
            told_all += [first, await told(client, "list")]
            told_all.append(await refused(client, "answer", session=session, gate="g1", verb="approve"))
            assert not script.go.is_set(), "every call came back while the models were held"
            assert told_all[0]["state"] == "running"
            assert set(told_all[0]["at_work"]) == {"Ann", "Ben"}
            script.go.set()
            assert (await settled(client, session))["state"] == "waiting"
        assert any(CANARY in str(asked.headers) for asked in held.asked), "the run had the key"
        assert CANARY not in json.dumps(told_all)
    files = [path for path in Folders.of_this_machine().data.rglob("*") if path.is_file()]
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]


@pytest.mark.nightly
@pytest.mark.parametrize("dies", ["client", "server", "both"])
async def test_who_dies_leaves_a_session_that_goes_on_and_is_asked_nothing_twice(dies: str) -> None:
    script = Held()
    with FaultServer(script) as held:
        team = held_team(held)
        child = agent_apart(team)
        with child:
            assert child.stdout is not None
            session = SessionId(json.loads(child.stdout.readline())["session"])
            await until(lambda: len(held.asked) >= 2)
            serving = server_of(child.pid)
            if dies in ("server", "both"):
                serving.send_signal(signal.SIGKILL)
            if dies in ("client", "both"):
                child.kill()
            else:
                child.terminate()
        await until(lambda: not serving.is_running() or serving.status() == psutil.STATUS_ZOMBIE)
        asked = len(held.asked)
        script.go.set()
        core = build(council_step=0.0)
        try:
            # What the window does: it lists the session, and goes on with it once it asks.
            rows = await core.library.rows()
            assert [(row.session, row.begun_by) for row in rows] == [(session, SCOUT)]
            # Read a moment before the run lets go of it, a session looks cut off until it is read again.
            for _ in range(2000):
                if (row := (await core.library.rows())[0]).state == "waiting":
                    break
                await asyncio.sleep(0.01)
            assert (row.state, row.gate_kind, row.needy) == ("waiting", "approval", True)
            while await core.parts.store.busy(session):
                await until(lambda: True)
            assert len(held.asked) > asked, "the run went on by itself"
            state = await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
            assert state == "finished"
            records = await core.sessions.records(session)
        finally:
            await core.close()
        assert max(held.hashes.values()) == 1, "nothing was asked twice"
    _each_call_ended_once(records)


def _each_call_ended_once(records: Sequence[Record]) -> None:
    asked = [r.seq for r in records if r.type == "call_asked"]
    ended = Counter(r.body()["asked"] for r in records if r.type == "call_completed")
    assert ended == Counter(asked)
