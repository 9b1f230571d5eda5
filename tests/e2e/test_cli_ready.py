"""What is said before a session begins: missing keys, unknown models, servers that are not there."""

from __future__ import annotations

import math
import os
import shlex
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from app.gateway import reaching
from app.gateway.host_client import HostClient
from tests.faults.listings import having, refusing
from tests.faults.server import Act, Asked, FaultServer, Script
from tests.support.commands import Ran, call, spawn
from tests.support.one_host import build_over
from tests.support.pace import PACE
from tests.support.waiting import AMPLE

QUESTION = "Must we move the office to the river?"


def config(name: str, text: str) -> Path:
    """Write a file of the person's settings."""
    path = Path(os.environ["ROUNDTABLE_CONFIG_DIR"]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def team(*models: str, chair: str = "offline/judge") -> None:
    """Keep a team called “mine” with these models."""
    members = "".join(f'[[member]]\nname = "M{n}"\nmodel = "{model}"\n' for n, model in enumerate(models, 1))
    config("teams/mine.toml", f'name = "Mine"\n{members}[chair]\nname = "Chair"\nmodel = "{chair}"\n')


LINE = ("run", "debate", "--question", QUESTION, "--team", "mine", "--approve", "all")
Run = Callable[..., Ran]


@pytest.fixture
def run(host_client: HostClient) -> Run:
    """Return what tries to begin a debate with the team, in this process and over the host of all tests."""
    return lambda *options: call(*LINE, *options, make=lambda: build_over(host_client))


def nothing_was_started() -> bool:
    """Tell whether no session is there, nor a file of one."""
    there = list((Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "sessions").glob("*"))
    return call("list", "--json").value == [] and there == []


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(autouse=True)
def _no_keys_and_no_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what the person who runs the tests has set up."""
    config("providers.toml", f'[providers.ollama]\nbase_url = "http://127.0.0.1:{free_port()}"\n')
    for name in list(os.environ):
        if name.endswith("_API_KEY"):
            monkeypatch.delenv(name)


@pytest.mark.loopback
def test_missing_keys_are_said_once_each_with_whom_they_concern_and_a_team_that_works(run: Run) -> None:
    team(
        "openai/gpt-4o-mini", "openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5", chair="openai/gpt-4o-mini"
    )
    ran = run()
    assert ran.code == 2
    assert "✕ There is no key for OpenAI (M1, M2, the chair, the judge)." in ran.err
    assert "✕ There is no key for Anthropic (M3)." in ran.err
    assert "roundtable key openai" in ran.err
    assert ran.err.count("There is no key for OpenAI") == 1
    assert nothing_was_started()
    offered = ran.err.splitlines()[-1].strip()
    assert offered.endswith("--approve all --team offline")
    again = call(*shlex.split(offered)[1:])
    assert again.code == 0, "the command that is offered works as it stands"


@pytest.mark.loopback
def test_a_name_that_leads_nowhere_and_a_voice_there_is_not_are_said_before_anything_begins(run: Run) -> None:
    team("nowhere/model", "offline/poet")
    ran = run("--json")
    assert (ran.code, ran.error["kind"]) == (2, "not_ready")
    assert "“nowhere/model” (M1)" in ran.error["message"]
    assert "“offline/poet” (M2)" in ran.error["message"]
    assert "offline/sceptic" in ran.error["next"]
    assert ran.error["team_that_works"] == "offline"
    assert nothing_was_started()


@pytest.mark.parametrize("text", ["name = ", None], ids=["not sound", "not there"])
def test_beside_a_team_that_cannot_be_read_one_that_works_is_offered(text: str | None, run: Run) -> None:
    if text is not None:
        config("teams/mine.toml", text)
    ran = run()
    assert ran.code == 2
    assert "mine" in ran.err.splitlines()[0]
    assert nothing_was_started()
    offered = ran.err.splitlines()[-1].strip()
    assert offered.endswith("--approve all --team offline")
    as_json = run("--json")
    assert (as_json.error["kind"], as_json.error["team_that_works"]) == (
        "input" if text else "not_found",
        "offline",
    )
    assert call(*shlex.split(offered)[1:]).code == 0


@pytest.mark.loopback
def test_a_server_that_is_not_there_is_said_once_for_all_who_would_ask_it(run: Run) -> None:
    port = free_port()
    config("providers.toml", f'[endpoints.work]\nbase_url = "http://127.0.0.1:{port}/v1"\n')
    team(*["work/a", "work/b", "work/c"] * 2, chair="work/a")
    ran = run()
    assert ran.code == 2
    assert ran.err.count("cannot be reached") == 1
    assert f"nothing listens at 127.0.0.1:{port} (M1, M2, M3, M4, M5, M6, the chair, the judge)" in ran.err
    assert "Traceback" not in ran.err
    assert nothing_was_started()


@pytest.mark.loopback
def test_a_server_is_tried_with_one_connection_whoever_sits_there_and_then_the_debate_runs() -> None:
    with FaultServer() as server:
        config("providers.toml", f'[endpoints.work]\nbase_url = "{server.url}/v1"\n')
        team("work/nothing-there", "work/nothing-there", chair="work/nothing-there")
        ran = spawn(*LINE, "--on-failure", "stop", "--json")
        # Taken for reachable: that it refuses every question is for the session to tell.
        assert ran.value["state"] in ("failed", "finished"), ran.err
        unasked = server.connections - len(server.asked) - len(server.looked) - len(server.sized)
        assert unasked <= 1, "one connection without a question"
        assert len(server.looked) == 1, "asked once what it has"
        assert len(server.sized) <= 1, "and once how much it takes in"


@pytest.mark.loopback
def test_a_model_that_ollama_does_not_have_is_named_with_those_it_has(run: Run) -> None:
    with FaultServer() as server:
        config("providers.toml", f'[providers.ollama]\nbase_url = "{server.url}"\n')
        team("ollama/goood", chair="ollama/good")
        ran = run()
    assert ran.code == 2
    assert "Ollama has no model “goood” (M1)." in ran.err
    assert "ollama pull goood" in ran.err
    assert "ollama/good:latest" in ran.err
    assert nothing_was_started()


@pytest.mark.loopback
def test_ollama_is_asked_once_whatever_models_are_wanted_of_it(run: Run) -> None:
    with FaultServer() as server:
        config("providers.toml", f'[providers.ollama]\nbase_url = "{server.url}"\n')
        team("ollama/one", "ollama/two", "ollama/three", chair="ollama/good")
        ran = run()
        assert [asked.path for asked in server.looked] == ["/api/tags"]
        assert server.asked == []
    assert ran.code == 2
    assert ran.err.count("Ollama has no model") == 3


@pytest.mark.loopback
def test_a_server_that_takes_connections_and_never_answers_begins_no_session(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    seconds = 0.3 * PACE
    monkeypatch.setattr(reaching, "LIST_SECONDS", seconds)
    with FaultServer(lists=lambda _: Act(before=AMPLE)) as server:
        config("providers.toml", f'[providers.ollama]\nbase_url = "{server.url}"\n')
        team("ollama/one", "ollama/two", chair="ollama/good")
        ran = run()
        assert len(server.looked) <= 1
        assert server.asked == []
    assert ran.code == 2
    said = f"Ollama takes connections, and does not answer within {seconds:g} seconds (M1, M2, "
    assert ran.err.count(said) == 1
    assert nothing_was_started()


@pytest.mark.loopback
def test_a_model_that_no_table_knows_is_looked_for_in_its_providers_own_list(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with FaultServer(lists=having("good", "better", owner="vllm")) as server:
        config("providers.toml", f'[providers.openai]\nbase_url = "{server.url}/v1"\n')
        team("openai/goood", "openai/goood", chair="openai/good")
        # In this process: how long a list may take is no matter of this test.
        monkeypatch.setattr(reaching, "CONNECT_SECONDS", AMPLE)
        ran = run()
    assert ran.code == 2
    assert "OpenAI has no model “goood” (M1, M2)." in ran.err
    assert "openai/good" in ran.err
    assert nothing_was_started()
    assert len(server.looked) == 1, "asked once, whatever names are in doubt"


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("lists", "model", "says", "do"),
    [
        (having("good", "better", owner="vllm"), "goood", "has no model “goood” (M1, M2).", "work/good"),
        (refusing(401), "good", "work asks for a key (M1, M2, ", "roundtable key work"),
        (
            refusing(math.inf),
            "good",
            f"does not answer within {0.5 * PACE:g} seconds (M1, M2, ",
            "busy",
        ),
    ],
    ids=["unknown model", "refused key", "mute"],
)
def test_a_server_of_ones_own_that_cannot_answer_begins_no_session(
    lists: Script,
    model: str,
    says: str,
    do: str,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    # In this process: what a server that is there takes to answer is no matter of this test.
    monkeypatch.setattr(reaching, "OTHERS_SECONDS", AMPLE if do != "busy" else 0.5 * PACE)
    with FaultServer(lists=lists) as server:
        config("providers.toml", f'[endpoints.work]\nbase_url = "{server.url}/v1"\n')
        team(f"work/{model}", f"work/{model}", chair="work/good")
        ran = run("--json")
        assert len(server.looked) == 1, "asked once, whoever sits there"
        assert server.asked == []
    assert (ran.code, ran.error["kind"]) == (2, "not_ready")
    assert ran.error["message"].count(says) == 1, ran.error["message"]
    assert do in ran.error["next"]
    assert ran.error["team_that_works"] == "offline"
    assert nothing_was_started()


@pytest.mark.loopback
@pytest.mark.parametrize(
    "lists",
    [
        having("one", "two"),
        refusing(403),
        # At a push one that refuses for all that do.
        *(pytest.param(refusing(status), marks=pytest.mark.nightly) for status in (404, 504)),
    ],
    ids=["other names", "403", "404", "504"],
)
def test_a_server_of_ones_own_that_may_answer_all_the_same_is_asked(lists: Script, run: Run) -> None:
    with FaultServer(lists=lists) as server:
        config("providers.toml", f'[endpoints.work]\nbase_url = "{server.url}/v1"\n')
        team("work/good", "work/good", chair="work/good")
        ran = run("--json")
    assert (ran.code, ran.value["state"]) == (0, "finished"), ran.err


@pytest.mark.loopback
def test_each_address_of_one_server_is_asked_what_it_has_itself(run: Run) -> None:
    def lists(asked: Asked) -> Act:
        return having(asked.path.split("/")[1], owner="vllm")(asked)

    with FaultServer(lists=lists) as server:
        places = [f'[endpoints.{name}]\nbase_url = "{server.url}/{name}/v1"\n' for name in "ab"]
        config("providers.toml", "".join(places))
        team("a/a", "b/b", "b/a", chair="a/a")
        ran = run("--json")
        assert sorted(asked.path for asked in server.looked) == ["/a/v1/models", "/b/v1/models"]
    assert ran.error["message"] == "b has no model “a” (M3). Nothing was started."
    assert ran.error["next"] == "Use another one, such as b/b."


@pytest.mark.loopback
def test_ollama_at_another_address_is_asked_what_it_has() -> None:
    with FaultServer() as server:
        # The same machine, by a name that is none of the usual ones.
        elsewhere = server.url.replace("127.0.0.1", "127.1")
        config("providers.toml", f'[providers.ollama]\nbase_url = "{elsewhere}"\n')
        team("ollama/goood", chair="ollama/good")
        # In a process of its own: the guard of this one knows no such name.
        ran = spawn(*LINE, "--json")
    assert ran.error["message"] == "Ollama has no model “goood” (M1). Nothing was started."


@pytest.mark.loopback
def test_beside_a_server_that_nobody_approved_all_else_that_is_in_the_way_is_said(run: Run) -> None:
    with FaultServer() as server:
        team("anthropic/claude-sonnet-4-5", chair="offline/judge")
        file = Path(os.environ["ROUNDTABLE_CONFIG_DIR"]) / "teams" / "mine.toml"
        own = f'[[member]]\nname = "Own"\nmodel = "openai/x"\nbase_url = "{server.url}/v1"\n'
        text = file.read_text(encoding="utf-8").replace("[chair]", f"{own}[chair]")
        file.write_text(text, encoding="utf-8")
        ran, as_json = run(), run("--json")
        assert server.connections == 0
    assert ran.code == 2
    assert f"✕ You have not approved that Own asks the server {server.url}." in ran.err
    assert f"--allow-server 127.0.0.1:{server.port}" in ran.err
    assert "✕ There is no key for Anthropic (M1)." in ran.err
    assert "Nothing was started." in ran.err
    assert ran.err.splitlines()[-1].endswith("--team offline")
    assert (as_json.error["kind"], as_json.error["team_that_works"]) == ("not_approved", "offline")
    assert nothing_was_started()


@pytest.mark.loopback
async def test_a_server_that_says_nothing_is_given_up_in_bounded_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reaching, "CONNECT_SECONDS", 0.3)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            # Its queue is full: the next one that knocks hears nothing.
            one.setblocking(False)
            one.connect_ex(deaf.getsockname())
        why = await reaching._closed("127.0.0.1", deaf.getsockname()[1])
        for one in waiting:
            one.close()
    assert "does not answer" in str(why)


def test_an_offline_team_contacts_nobody_and_asks_for_no_key() -> None:
    # The guard of the tests refuses every connection of this process.
    ran = call("run", "debate", "--question", QUESTION, "--approve", "all", "--json")
    assert (ran.code, ran.value["state"]) == (0, "finished")
