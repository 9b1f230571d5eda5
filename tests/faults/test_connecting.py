"""Connecting models from the command line: local servers, keys, endpoints, checks."""

from __future__ import annotations

import asyncio
import io
import json
import math
import os
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from app.bootstrap import build
from app.cli.main import main
from app.domain.errors import InputError, NotFound
from app.domain.i18n import Message
from app.domain.seats import Team
from app.gateway import local, reaching
from app.gateway.host_client import HostClient
from app.gateway.local import find_local
from app.services.core import Core
from app.services.readiness import NotReady
from app.settings.providers import Endpoint
from tests.faults.debating import SETUP, approve, panel, team_file
from tests.faults.listings import having, refusing
from tests.faults.server import Act, Asked, FaultServer, Script
from tests.faults.speaking import error_body
from tests.support.commands import ROOT, Ran, born
from tests.support.one_host import build_over
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.loopback


@pytest.fixture
def core(host_client: HostClient) -> Callable[[], Core]:
    """Return what builds the program over the host that all tests share."""
    return lambda: build_over(host_client)


@pytest.fixture
def call(core: Callable[[], Core]) -> Callable[..., Ran]:
    """Return what runs a command in this process."""

    def run(*arguments: object) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(argument) for argument in arguments], core)
        return Ran(code, out.getvalue(), err.getvalue())

    return run


Call = Callable[..., Ran]
MakeCore = Callable[[], Core]


def settings(text: str) -> Path:
    """Write the person's settings of providers."""
    folder = Path(os.environ["ROUNDTABLE_CONFIG_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "providers.toml").write_text(text, encoding="utf-8")
    return folder / "providers.toml"


def everything_at(server: FaultServer) -> Path:
    """Set every local server up at the fault server, so that no real one of this machine is found."""
    return settings(
        f'[providers.ollama]\nbase_url = "{server.url}"\n'
        f'[providers.lm_studio]\nbase_url = "{server.url}/v1"\n'
        f'[providers.llamacpp]\nbase_url = "{server.url}/nothing"\n'
    )


@pytest.fixture
def waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server of this machine take the time it needs on a busy one."""
    monkeypatch.setattr(local, "SECONDS", AMPLE)


@pytest.mark.usefixtures("waited_for")
async def test_servers_on_this_machine_are_found_with_their_models(server: FaultServer) -> None:
    bases = {
        "ollama": server.url,
        "lm_studio": f"{server.url}/v1",
        "llamacpp": f"{server.url}/nothing",
    }
    found = await find_local(bases)
    assert [(one.name, one.models) for one in found] == [
        ("ollama", ("ollama/good:latest",)),
        ("lm_studio", ("lm_studio/good", "lm_studio/status-401")),
    ]


@pytest.mark.parametrize(
    "act",
    [
        Act([b"<html>"]),
        Act([b'{"data": 5}'], framing="length"),
        Act([b"[1]"], framing="length"),
        Act(raw=b"SSH-2.0\r\n"),
        Act(hang_up=True),
        Act(before=30.0),
        Act([b"{" * 3_000_000], framing="close"),
        Act([], 401, framing="length"),
    ],
)
async def test_what_is_no_model_server_is_not_taken_for_one(server: FaultServer, act: Act) -> None:
    server.lists = lambda _: act
    assert await find_local(dict.fromkeys(("ollama", "lm_studio", "llamacpp"), server.url)) == []


async def test_an_address_elsewhere_is_not_probed() -> None:
    bases = dict.fromkeys(("ollama", "lm_studio", "llamacpp"), "http://192.0.2.1:11434")
    assert await find_local(bases) == []


@pytest.mark.usefixtures("waited_for")
def test_models_lists_what_can_be_put_into_a_seat_now(server: FaultServer, call: Call) -> None:
    everything_at(server)
    rows = {row["name"]: row for row in call("models", "--json").value}
    assert rows["ollama/good:latest"]["price_in"] == 0.0
    assert "offline/analyst" in rows
    assert not [name for name in rows if name.startswith("openai/")]
    plain = call("models")
    assert "ollama/good:latest" in plain.out
    assert "Not connected: openai, anthropic, gemini" in plain.out


@pytest.mark.usefixtures("waited_for")
def test_models_of_connected_providers_and_own_endpoints_are_listed_when_asked(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    file = everything_at(server)
    with file.open("a", encoding="utf-8") as text:
        text.write(f'[endpoints.work]\nbase_url = "{server.url}/v1"\napi_key_env = "WORK_KEY"\n')
    monkeypatch.setenv("WORK_KEY", "sk-work-0123456789")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0123456789")
    rows = {row["name"]: row for row in call("models", "--json").value}
    assert rows["anthropic/claude-sonnet-4-5"]["price_out"] == 15.0
    assert rows["anthropic/claude-sonnet-4-5"]["context_limit"] == 200_000
    server.looked.clear()
    with FaultServer() as other:
        settings(f'[providers.anthropic]\nbase_url = "{other.url}"\n' + file.read_text(encoding="utf-8"))
        other.lists = lambda _: Act([b'{"data": [{"id": "claude-sonnet-4-5"}, {"id": "claude-new"}]}'])
        asked = {row["name"]: row for row in call("models", "--ask", "--json").value}
        assert other.looked[0].headers["x-api-key"] == "sk-ant-0123456789"
    assert "work/good" in asked
    assert asked["anthropic/claude-sonnet-4-5"]["price_out"] == 15.0
    assert asked["anthropic/claude-new"]["price_out"] is None
    listed = [a for a in server.looked if a.headers.get("authorization") == "Bearer sk-work-0123456789"]
    assert len(listed) == 1


def test_doctor_names_providers_and_says_what_a_refused_key_needs(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    def script(asked: Asked) -> Act:
        return Act([b'{"error": {"message": "Bad key sk-bad-0123456789."}}'], 401, framing="length")

    server.lists = script
    settings(f'[endpoints.work]\nbase_url = "{server.url}/v1"\napi_key_env = "WORK_KEY"\n')
    monkeypatch.setenv("WORK_KEY", "sk-bad-0123456789")
    quiet = call("doctor", "--json")
    assert quiet.code == 0
    checks = {check["check"]: check for check in quiet.value}
    assert "ready" in checks["model host"]["detail"]
    assert "variable WORK_KEY" in checks["providers"]["detail"]
    assert server.looked == []
    loud = call("doctor", "--connect", "--json")
    assert loud.code == 5
    check = {check["check"]: check for check in loud.value}["provider work"]
    assert not check["ok"]
    assert "key was refused (401)" in check["detail"]
    assert check["next"]
    assert "sk-bad-0123456789" not in loud.out


def test_settings_that_cannot_be_read_are_one_sentence_in_every_command(call: Call) -> None:
    settings("[providers.openai]\nspeed = 9\n")
    for command in (("models",), ("doctor",)):
        ran = call(*command, "--json")
        assert ran.code in (2, 5)
        assert "providers.toml" in ran.out
        assert "Traceback" not in ran.err


def test_a_debate_with_a_team_file_runs_over_http_once_its_server_is_allowed(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("TEST_KEY", "key-for-tests")
    team = team_file(panel(server, Ann="good", Bob="good"), tmp_path / "team.toml")
    options = ("--set", "interactive_clarifications=false", "--set", "max_rounds=1", "--approve", "all")
    allowed = ("--allow-server", server.url.removeprefix("http://"))
    ran = call("run", "debate", "--question", "Where to?", "--team", team, *options, *allowed, "--json")
    assert ran.code == 0, ran
    assert ran.value["state"] == "finished"
    assert ran.value["cost"] > 0
    exported = tmp_path / "x.json"
    assert call("export", ran.value["session"], "--format", "json", "-o", exported).code == 0
    assert ran.value["session"] in exported.read_text(encoding="utf-8")


def test_a_debate_of_two_of_whom_one_fails_is_a_failed_session_and_exits_with_five(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("TEST_KEY", "key-for-tests")
    approve(server)
    team = team_file(panel(server, Ann="good", Bob="status-401"), tmp_path / "team.toml")
    ran = call("run", "debate", "--question", "Where to?", "--team", team, "--approve", "all", "--json")
    assert (ran.code, ran.value["state"]) == (5, "failed")


async def test_an_imported_session_carries_no_key_to_the_server_it_names(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, core: MakeCore
) -> None:
    monkeypatch.setenv("TEST_KEY", "key-for-tests")
    new_core = core()
    approve(server)
    team = panel(server, Ann="good", Bob="good")
    setup: dict[str, Any] = {"question": "Where to?", "interactive_clarifications": False}
    session = await new_core.sessions.create("debate", setup, team)
    exported = tmp_path / "x.json"
    await new_core.exporting.export(session, "json", exported)
    # As on another machine: nothing is approved there.
    settings("")
    copy = await new_core.exporting.import_file(exported, as_copy=True)
    await new_core.sessions.start(copy)
    assert await new_core.sessions.wait(copy) == "waiting"
    records = await new_core.sessions.records(copy)
    gate = next(record.body() for record in records if record.type == "gate_opened")
    assert gate["kind"] == "failure"
    assert "which you have not approved" in json.dumps(gate)
    assert server.connections == 0
    await new_core.close()


async def test_a_server_that_refused_the_key_is_asked_anew_at_the_next_start(
    server: FaultServer, core: MakeCore
) -> None:
    refused = error_body("openai", 401, "error", "Not for you.")
    sound, server.lists = server.lists, lambda _: Act([refused], 401, framing="length")
    new_core = core()
    new_core.providers.put_endpoint("work", Endpoint(base_url=f"{server.url}/v1"))
    plugin = new_core.parts.plugin("debate")
    setup = plugin.setup.model_validate(SETUP)
    seat = {"name": "Ann", "model": "work/good"}
    seats = plugin.seats(setup, Team.model_validate({"member": [seat], "chair": seat}))
    with pytest.raises(NotReady, match="work asks for a key"):
        await new_core.readiness.check(plugin, setup, seats)
    server.lists = sound
    await new_core.readiness.check(plugin, setup, seats)
    await new_core.readiness.check(plugin, setup, seats)
    assert len(server.looked) == 2, "what is sound is asked once"
    await new_core.close()


async def test_a_look_that_is_cancelled_while_another_team_is_looked_for_keeps_nothing_of_what_it_saw(
    server: FaultServer, core: MakeCore, tmp_path: Path
) -> None:
    sound, server.lists = server.lists, refusing(401)
    new_core = core()
    plugin = new_core.parts.plugin("debate")
    setup = plugin.setup.model_validate(SETUP)
    with FaultServer(lists=refusing(math.inf)) as mute:
        for name, its in (("work", server), ("elsewhere", mute)):
            new_core.providers.put_endpoint(name, Endpoint(base_url=f"{its.url}/v1"))
        there, other = ({"name": "Ann", "model": f"{name}/good"} for name in ("work", "elsewhere"))
        new_core.teams.save(Team.model_validate({"name": "Other", "member": [other], "chair": other}))
        seats = plugin.seats(setup, Team.model_validate({"member": [there], "chair": there}))
        look = asyncio.create_task(new_core.readiness.check(plugin, setup, seats))
        await until(lambda: mute.looked)
        look.cancel()
        with pytest.raises(asyncio.CancelledError):
            await look
        server.lists = sound
        await new_core.readiness.check(plugin, setup, seats)
    await new_core.close()


def parts_of(said: Message) -> list[object]:
    """Return a sentence with all that fills its places, at any depth, but for a provider's own words."""
    inner = [part for name, part in said.params.items() if name != "rest"]
    return [
        said,
        *(deep for part in inner for deep in (parts_of(part) if isinstance(part, Message) else [part])),
    ]


@pytest.mark.parametrize(
    ("model", "lists", "why"),
    [
        ("work/good", refusing(401), "work asks for a key"),
        ("kept/good", refusing(401), "kept: The key was refused"),
        ("work/good", refusing(math.inf), "work takes connections, and does not"),
        ("work/goood", having("good", owner="vllm"), "work has no model “goood”"),
        ("gone/good", None, "gone cannot be reached: nothing listens at"),
        ("openai/gpt-4o-mini", None, "There is no key for OpenAI"),
        ("nobody/good", None, "No provider is connected for the model “nobody/good”"),
        ("offline/nobody", None, "There is no model “offline/nobody”"),
    ],
)
async def test_why_a_session_cannot_begin_is_said_in_sentences_that_can_be_translated(
    server: FaultServer,
    core: MakeCore,
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    lists: Script | None,
    why: str,
) -> None:
    # One alone is waited for in vain: what answers has all the time it takes.
    monkeypatch.setattr(reaching, "OTHERS_SECONDS", 0.3 if "does not" in why else AMPLE)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server.lists = lists or server.lists
    new_core = core()
    for name in ("work", "kept"):
        new_core.providers.put_endpoint(name, Endpoint(base_url=f"{server.url}/v1"))
    new_core.providers.put_endpoint("gone", Endpoint(base_url="http://127.0.0.1:9/v1"))
    await new_core.providers.put_key("kept", "sk-0123456789abcdef", session_only=True)
    plugin = new_core.parts.plugin("debate")
    seat = {"name": "Ann", "model": model}
    setup = plugin.setup.model_validate(SETUP)
    seats = plugin.seats(setup, Team.model_validate({"member": [seat], "chair": seat}))
    with pytest.raises(NotReady) as refused:
        await new_core.readiness.check(plugin, setup, seats)
    (obstacle,) = refused.value.obstacles
    assert str(obstacle.message).startswith(why)
    assert str(obstacle.hint)
    german = ET.parse(ROOT / "resources" / "i18n" / "roundtable_de.ts")
    known = {source.text for source in german.iter("source")}
    for said in (refused.value.message, refused.value.next, obstacle.message, obstacle.hint):
        for part in parts_of(said):
            if isinstance(part, Message):
                # What only puts sentences beside each other says nothing itself.
                assert part.source in known or not re.search(r"[a-z]", re.sub(r"\{\w+\}", "", part.source))
            else:
                assert [name for name in str(part).split(", ") if " " in name] == []
    await new_core.close()


async def test_keys_endpoints_and_settings_are_kept_and_wrong_ones_refused(
    server: FaultServer, core: MakeCore
) -> None:
    new_core = core()
    providers = new_core.providers
    # With what is copied along from a page or a file of settings.
    assert await providers.put_key("openai", " “sk-0123456789abcdef'\n", session_only=True) == "this session"
    info = await providers.get("openai")
    assert (info.key_place, info.key_tail, info.connected) == ("this session", "cdef", True)
    await providers.forget_key("openai")
    assert not (await providers.get("openai")).connected
    with pytest.raises(NotFound, match="nobody"):
        await providers.get("nobody")
    providers.put_endpoint("work", Endpoint(base_url=f"{server.url}/v1", price_in=1.0, price_out=2.0))
    assert (await providers.check("work")).models == ("good", "status-401")
    assert (await providers.get("work")).rates == (1.0, 2.0)
    await providers.put_key("work", "sk-of-the-server-at-work", session_only=True)
    await providers.forget_endpoint("work")
    assert providers.keys.get("work") is None
    assert providers.settings.read().endpoints == {}
    for wrong in ("Work Place", "openai", ""):
        with pytest.raises(InputError):
            providers.put_endpoint(wrong, Endpoint(base_url=server.url))
    for address in ("nonsense", "ftp://x", "http://"):
        with pytest.raises(InputError, match="no server"):
            providers.approve(address)
    assert providers.approve(f"{server.url}/v1") == server.url
    await new_core.close()


def test_a_key_from_a_pipe_is_refused_where_no_keyring_would_keep_it(call: Call) -> None:
    done = born("key", "openai", "--json", given="sk-0123456789abcdef\n")
    assert done.code == 2
    error = done.error
    assert "no keyring" in error["message"]
    assert "OPENAI_API_KEY" in error["next"]
    assert "sk-0123" not in done.out + done.err
    assert call("key", "openai", "--forget", "--json").value == {"name": "openai", "key": "forgotten"}
    assert call("key", "nobody", "--forget", "--json").code == 2
    assert asyncio.run(_places()) == ""


async def _places() -> str:
    core = build(council_step=0.0)
    try:
        return (await core.providers.get("openai")).key_place
    finally:
        await core.close()
