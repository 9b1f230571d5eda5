"""Agents that have a folder studied or written in: those alone that the person opened to them."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import Implementation

from app.cli.agents.api import Terms
from app.cli.agents.serving import held
from app.domain.fact_base import Actor, agent_called
from app.services.core import Core
from tests.support.agents import SCOUT, answered, at_the_door, begun, decided, refused, server, settled, told
from tests.support.commands import call, spawn
from tests.support.laid_out import lay_out
from tests.support.replacing import replace_folder
from tests.support.study import BRIEF, FILES
from tests.support.worked import FERRY, WORKED

Decide = Callable[[dict[str, Any]], tuple[str, dict[str, Any]]]


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """Lay out a folder that the person opens to agents, and one beside it."""
    for name in ("opened", "opened/inner", "opened too"):
        lay_out(tmp_path / name, FILES)
    return tmp_path / "opened"


def _start(workflow: str, folder: object, **more: Any) -> dict[str, Any]:
    field = {"research": "folder", "draft": "project"}[workflow]
    return {
        "workflow": workflow,
        "fields": {field: str(folder), "brief": BRIEF, **more},
        "cost_limit": 1.0,
        "team": "offline",
    }


@pytest.mark.parametrize("workflow", ["research", "draft"])
async def test_an_agent_begins_nothing_in_a_folder_that_was_not_opened_to_it(
    core: Core, opened: Path, workflow: str
) -> None:
    async with at_the_door(core) as scout:
        error = await refused(scout, "start", **_start(workflow, opened))
        assert "No agent can start" in error["message"]
    link = opened.parent / "link"
    link.symlink_to(opened.parent / "opened too")
    elsewhere = (
        *(opened / "inner", opened.parent, opened.parent / "opened too", link, "/etc", "", "."),
        *(f"{opened}/", f"{opened}/../opened too", f"{opened}/inner/..", [str(opened)]),
    )
    async with at_the_door(core, terms=Terms(5.0, folders=(str(opened),))) as scout:
        for folder in elsewhere:
            error = await refused(scout, "start", **_start(workflow, folder))
            assert str(opened) in error["next"], folder
        wrong = {"allowed": ".env", "tool_servers": ["files"], "gate_policy": "never_ask", "judge_model": "x"}
        for name, value in wrong.items():
            error = await refused(scout, "start", **_start(workflow, opened, **{name: value}))
            assert name in error["message"]
        description = {tool.name: str(tool.description) for tool in (await scout.list_tools()).tools}["start"]
        assert f'these alone are open to you: ["{opened}"]' in description
    assert await core.parts.store.ids() == []


@pytest.mark.parametrize("workflow", ["research", "draft"])
@pytest.mark.parametrize("by_a_link", [True, False])
async def test_a_folder_that_was_put_in_the_place_of_an_opened_one_is_closed_to_agents(
    core: Core, opened: Path, workflow: str, by_a_link: bool
) -> None:
    async with at_the_door(core, terms=Terms(5.0, folders=(str(opened),))) as scout:
        replace_folder(opened, opened.parent / "opened too", by_a_link=by_a_link)
        error = await refused(scout, "start", **_start(workflow, opened))
    assert "is another folder than the one that was opened" in error["message"]
    assert await core.parts.store.ids() == []


@pytest.mark.parametrize(("by", "told_of"), [(None, False), (agent_called(SCOUT), True)])
async def test_a_second_draft_of_a_folder_is_not_begun_and_another_s_session_is_not_told(
    core: Core, opened: Path, by: Actor | None, told_of: bool
) -> None:
    setup = {"project": str(opened), "brief": BRIEF}
    session = await core.sessions.create("draft", setup, core.teams.load("offline"), actor=by)
    async with at_the_door(core, terms=Terms(5.0, folders=(str(opened),))) as scout:
        error = await refused(scout, "start", **_start("draft", opened))
    assert "not finished" in error["message"]
    assert (session in error["next"]) is told_of
    assert await core.parts.store.ids() == [session]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no folder that is held")
def test_a_folder_that_is_deleted_and_made_anew_has_another_number_while_agents_are_served(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "opened"
    folder.mkdir()
    number = folder.stat().st_ino
    with held([str(folder)]):
        for _ in range(20):
            folder.rmdir()
            folder.mkdir()
            assert folder.stat().st_ino != number


def test_a_folder_that_is_not_there_is_refused_before_anybody_is_served(tmp_path: Path) -> None:
    ran = call("mcp", "--folder", tmp_path / "nowhere")
    assert ran.code == 2
    assert f"There is no folder {tmp_path / 'nowhere'}" in ran.err


async def _driven(client: Client, session: str, decide: Decide) -> list[str]:
    """Answer gates until the session is finished; return their kinds."""
    kinds = []
    while (standing := await settled(client, session))["state"] == "waiting":
        gate = (await answered(client, "gates", session=session))["gates"][0]
        assert gate["text"] or gate["asks"], "it is told what is to be decided"
        verb, data = decide(gate)
        kinds.append(gate["kind"])
        await decided(client, session, gate["id"], verb, data=data)
        assert len(kinds) < 20, kinds
    assert standing["state"] == "finished", standing
    return kinds


def _as_recommended(gate: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    verbs = gate["verbs"]
    return next((verb["name"] for verb in verbs if verb["recommended"]), verbs[0]["name"]), {}


@pytest.mark.nightly
async def test_an_allowed_agent_drives_a_whole_research(tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    shutil.copytree(WORKED / "ferry", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    options = ("--may-approve", "--folder", str(folder))
    confirmed: list[str] = []

    def decide(gate: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if gate["kind"] == "iteration" and not confirmed:
            said = re.search(r"Conflict (f\d+)-(f\d+):", gate["text"])
            assert said, gate["text"]
            kept, other = said.groups()
            items = {"f1": "confirm", f"{kept}-{other}": "keep_a"}
            confirmed.append(kept)
            return "decide", {"items": items, "reasons": {"f1": "It does."}}
        return _as_recommended(gate)

    async with Client(server(*options), client_info=Implementation(name=SCOUT, version="1")) as scout:
        brief = FERRY["brief"]
        start = _start("research", folder, max_iterations=2, brief=brief)
        session = (await begun(scout, **start))["session"]
        kinds = await _driven(scout, session, decide)
        report = await told(scout, "result", session=session, limit=20_000)
    assert kinds[0] == "scope"
    assert confirmed
    assert f"confirmed by the agent {SCOUT}" in report["text"]
    assert f"{confirmed[0]} stands ({SCOUT})" in report["text"]
    assert "by the person" not in report["text"], "no person decided anything"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    log = spawn("log", session, "--json").value
    mine = [r for r in log if r["type"] in ("gate_answered", "research_finding_decided")]
    assert {r["body"]["actor"]["name"] for r in mine} == {SCOUT}


@pytest.mark.nightly
async def test_an_allowed_agent_drives_a_whole_draft_and_its_folder_has_the_text(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    folder.mkdir()
    wanted = ["outline", "sections"]

    def decide(gate: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if gate["kind"] != "draft_feedback":
            return _as_recommended(gate)
        return ("generate", {"level": wanted.pop(0)}) if wanted else ("close", {})

    options = ("--may-approve", "--folder", str(folder))
    async with Client(server(*options), client_info=Implementation(name=SCOUT, version="1")) as scout:
        session = (await begun(scout, **_start("draft", folder, template="report")))["session"]
        kinds = await _driven(scout, session, decide)
    assert kinds.count("draft_acceptance") == 2
    assert [*folder.rglob("*.md")], "what it accepted was written"
    assert f"By the agent {SCOUT}" in spawn("log", session).out
