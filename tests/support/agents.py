"""Agents at the api: the protocol's own client, beside a server in this process or over its pipes."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import Implementation

from app.cli.agents.api import AgentApi, Terms
from app.cli.agents.serving import make_server
from app.domain.fact_base import agent_called
from app.domain.ids import SessionId
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from tests.support.waiting import AMPLE

QUESTION = "Should the library open on Sundays? It must not raise the yearly cost."
SCOUT = "scout"
VARIABLES = ("ROUNDTABLE_DATA_DIR", "ROUNDTABLE_CONFIG_DIR", "PYTHON_KEYRING_BACKEND", "LANGUAGE")


@asynccontextmanager
async def at_the_door(
    core: Core, name: str = SCOUT, terms: Terms | None = None, *, mode: str = "auto"
) -> AsyncIterator[Client]:
    """Connect a client of this name to a server in this process."""
    api = AgentApi(core, terms or Terms(5.0))
    try:
        info = Implementation(name=name, version="1")
        async with Client(make_server(api, set()), client_info=info, mode=mode) as client:
            yield client
    finally:
        # A run outlives its server; no test outlives a run.
        await api.runs.all_over(AMPLE)
        api.runs.close()


def server(*options: str, env: Mapping[str, str] | None = None) -> StdioServerParameters:
    """Return how a client starts the real server, in the folders of this test."""
    kept = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    arguments = ["-P", "-m", "app", "mcp", *options]
    return StdioServerParameters(command=sys.executable, args=arguments, env={**kept, **(env or {})})


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool; return what it gives."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = result.structured_content
    return found


async def answered(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool as `told` does, once more where the machine is too busy for one call."""
    end = time.monotonic() + AMPLE
    while True:
        result = await client.call_tool(tool, arguments)
        found: dict[str, Any] = result.structured_content
        if not result.is_error:
            return found
        assert "takes longer" in found["error"]["message"], found
        assert time.monotonic() < end


async def begun(client: Client, **arguments: Any) -> dict[str, Any]:
    """Start a session; where the machine is too busy for one call, find it in the list as the error says."""
    result = await client.call_tool("start", arguments)
    found: dict[str, Any] = result.structured_content
    if not result.is_error:
        return found
    assert "takes longer" in found["error"]["message"], found
    end = time.monotonic() + AMPLE
    while not (rows := (await told(client, "list"))["sessions"]):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return await told(client, "status", session=rows[0]["session"])


async def decided(client: Client, session: str, gate: str, verb: str, **more: Any) -> None:
    """Answer a gate; where the machine is too busy for one call, wait until the answer is there."""
    result = await client.call_tool("answer", {"session": session, "gate": gate, "verb": verb, **more})
    if not result.is_error:
        return
    error = result.structured_content["error"]
    assert "takes longer" in error["message"], error
    end = time.monotonic() + AMPLE
    while gate in (one["id"] for one in (await answered(client, "gates", session=session))["gates"]):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def refused(client: Client, tool: str, **arguments: Any) -> dict[str, str]:
    """Call a tool; return the error it gives."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    found: dict[str, str] = result.structured_content["error"]
    assert set(found) == {"kind", "message", "next"}
    assert found["message"], "an error says what is wrong"
    return found


async def settled(client: Client, session: str) -> dict[str, Any]:
    """Ask until a session is not running any more; return where it stands."""
    end = time.monotonic() + AMPLE
    while (found := await answered(client, "status", session=session))["state"] == "running":
        assert time.monotonic() < end, found
        await asyncio.sleep(0.05)
    return found


async def at_a_gate(core: Core, *, agent: str = SCOUT, **setup: Any) -> tuple[SessionId, str]:
    """Begin a debate as an agent would, and bring it to its first gate; return both ids."""
    values = {"question": QUESTION, "cost_limit": 1.0, "interactive_clarifications": False, **setup}
    team = core.teams.load("offline")
    session = await core.sessions.create("debate", values, team, actor=agent_called(agent))
    assert await drive(core.sessions, core.review, session, AnswerPlan(approve="none")) == "waiting"
    reader = await core.sessions.parts.store.follow(session)
    await reader.close()
    rows = {row.session: row for row in await core.library.rows()}
    return session, rows[session].gate
