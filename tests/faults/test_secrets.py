"""A secret goes only to the server its owner bound it to: teams, imports and their variables (row 21)."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.gateway.host_client import HostClient
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import FaultServer
from tests.support.commands import Ran, spawn
from tests.support.one_host import build_over

pytestmark = pytest.mark.loopback

CANARY = "sk-canary-4b1d09e7c2f35a68"
QUICKLY = ("--set", "interactive_clarifications=false", "--set", "max_rounds=1", "--approve", "all", "--json")
Call = Callable[..., Ran]


@pytest.fixture
def call(host_client: HostClient, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return what runs a command in this process, which has a canary for a key."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("TEST_KEY", CANARY)

    def run(*arguments: object) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(argument) for argument in arguments], lambda: build_over(host_client))
        return Ran(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return what types lines at a terminal."""
    with ExitStack() as opened:

        def put(*lines: str) -> None:
            typing, terminal = os.openpty()
            opened.callback(os.close, typing)
            monkeypatch.setattr("sys.stdin", opened.enter_context(os.fdopen(terminal, encoding="utf-8")))
            os.write(typing, "".join(f"{line}\n" for line in lines).encode())

        yield put


on_terminals = pytest.mark.skipif(
    sys.platform == "win32", reason="this system has no terminal of a program's"
)


def team_of(server: FaultServer, folder: Path, variable: str = "OPENAI_API_KEY") -> Path:
    """Write a team as a stranger would, who names a server and one of our variables."""
    team = panel(server, Ann="good", Bob="good")
    seats = [seat.model_copy(update={"api_key_env": variable}) for seat in (*team.members, team.chair)]
    foreign_team = team.model_copy(update={"members": tuple(seats[:-1]), "chair": seats[-1]})
    return team_file(foreign_team, folder / "team.toml")


def run(call: Call, team: Path, *more: object) -> Ran:
    return call("run", "debate", "--question", "Where to?", "--team", team, *QUICKLY, *more)


def host(server: FaultServer) -> str:
    return server.url.removeprefix("http://")


def remembered() -> str:
    file = Path(os.environ["ROUNDTABLE_CONFIG_DIR"], "providers.toml")
    return file.read_text(encoding="utf-8") if file.exists() else ""


def keys_at(server: FaultServer) -> set[str]:
    return {
        value
        for asked in (*server.asked, *server.looked)
        for value in asked.headers.values()
        if CANARY in value
    }


def test_a_team_file_carries_no_variable_to_the_server_it_names(
    server: FaultServer, tmp_path: Path, call: Call
) -> None:
    refused = run(call, team_of(server, tmp_path))
    assert (refused.code, refused.error["kind"]) == (2, "not_approved"), refused.error
    assert server.url in refused.error["message"]
    assert "OPENAI_API_KEY" in refused.error["message"]
    assert f"--allow-server {host(server)}" in refused.error["next"]
    assert server.connections == 0, (
        "neither an estimate nor a look at the server may come before the question"
    )
    assert remembered() == ""
    assert call("list", "--json").value == []


def test_a_server_that_is_allowed_is_asked_in_this_command_alone(
    server: FaultServer, tmp_path: Path, call: Call
) -> None:
    team = team_of(server, tmp_path)
    ran = run(call, team, "--allow-server", host(server))
    assert (ran.code, ran.value["state"]) == (0, "finished"), ran
    assert keys_at(server) == {f"Bearer {CANARY}"}
    assert remembered() == ""
    seen = server.connections
    assert run(call, team).error["kind"] == "not_approved"
    assert run(call, team, "--allow-server", "127.0.0.1:1").error["kind"] == "not_approved"
    assert run(call, team, "--allow-server", "127.0.0.1").error["kind"] == "not_approved", "another port"
    assert run(call, team, "--allow-server", "/").code == 2
    assert server.connections == seen


def test_an_approved_server_is_sent_no_variable_that_was_not_bound_to_it(
    server: FaultServer, tmp_path: Path, call: Call
) -> None:
    approve(server, "TEST_KEY")
    assert run(call, team_of(server, tmp_path, "TEST_KEY")).code == 0
    seen = server.connections
    refused = run(call, team_of(server, tmp_path, "OPENAI_API_KEY"))
    assert refused.error["kind"] == "not_approved"
    assert server.connections == seen


@on_terminals
def test_in_a_terminal_it_is_asked_once_and_can_be_taken_back(
    server: FaultServer,
    tmp_path: Path,
    call: Call,
    typed: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    team = team_of(server, tmp_path)
    typed("n")
    refused = run(call, team)
    assert "It would also be sent the value of the variable OPENAI_API_KEY." in refused.err
    assert refused.error["kind"] == "not_approved"
    assert server.connections == 0
    typed("y")
    assert run(call, team).code == 0
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(call, team).code == 0, "it is not asked again"
    listed = call("config", "servers", "--json").value["servers"]
    assert listed == [{"place": server.url, "variables": ["OPENAI_API_KEY"]}]
    assert f"{server.url}  with the value of OPENAI_API_KEY" in call("config").out
    assert call("config", "servers", host(server), "--remove").code == 0
    assert call("config", "servers", "--json").value["servers"] == []
    assert run(call, team).error["kind"] == "not_approved"
    assert call("config", "servers", host(server), "--remove", "--json").code == 2


def test_an_imported_session_is_asked_about_when_it_is_resumed(
    server: FaultServer, tmp_path: Path, call: Call
) -> None:
    approve(server, "OPENAI_API_KEY")
    team = team_of(server, tmp_path)
    waiting = call("run", "debate", "--question", "Where to?", "--team", team, *QUICKLY, "--approve", "none")
    assert waiting.code == 3, waiting
    exported = tmp_path / "x.json"
    assert call("export", waiting.value["session"], "--format", "json", "-o", exported).code == 0
    assert call("config", "servers", server.url, "--remove").code == 0
    copy = call("import", exported, "--as-copy", "--json").value["session"]
    seen = server.connections
    refused = call("resume", copy, "--approve", "all", "--json")
    assert (refused.code, refused.error["kind"]) == (2, "not_approved"), refused.error
    assert server.connections == seen
    resumed = call("resume", copy, "--approve", "all", "--allow-server", server.url, "--json")
    assert (resumed.code, resumed.value["state"]) == (0, "finished"), resumed


def test_a_gate_that_is_answered_leads_to_no_server_that_was_not_approved(
    server: FaultServer, tmp_path: Path, call: Call
) -> None:
    approve(server, "OPENAI_API_KEY")
    waiting: Any = call(
        "run", "debate", "--question", "Where to?", "--team", team_of(server, tmp_path), *QUICKLY,
        "--approve", "none",
    )  # fmt: skip
    assert call("config", "servers", server.url, "--remove").code == 0
    seen = server.connections
    gate = waiting.value["gate"]["id"]
    answered = call("answer", waiting.value["session"], gate, "--verb", "finish", "--json")
    assert (answered.code, answered.error["kind"]) == (2, "not_approved")
    assert server.connections == seen


LEAKY = """
import os, subprocess, sys
from keyring.backend import KeyringBackend

class Leaky(KeyringBackend):
    priority = 1

    def get_password(self, service, username):
        script = "import os; open(os.environ['KEYRING_TOLD'], 'a').write(repr(dict(os.environ)) + chr(10))"
        subprocess.run([sys.executable, "-c", script], check=True)

    def set_password(self, service, username, password):
        raise RuntimeError

    def delete_password(self, service, username):
        raise RuntimeError
"""


@pytest.mark.nightly
def test_a_keyring_that_asks_another_program_hands_it_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaky.py").write_text(LEAKY, encoding="utf-8")
    file = tmp_path / "told.txt"
    for name in ("OPENAI_API_KEY", "TEST_KEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, CANARY)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "leaky.Leaky")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("KEYRING_TOLD", str(file))
    looked = spawn("doctor", "--json")
    assert looked.code == 0, looked
    (providers,) = [one for one in looked.value if one["check"] == "providers"]
    assert "OpenAI" in providers["detail"], "the key is found all the same"
    inherited = file.read_text(encoding="utf-8")
    assert "PYTHON_KEYRING_BACKEND" in inherited
    assert CANARY not in inherited
