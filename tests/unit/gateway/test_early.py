"""The model host begins with the command that will ask models, and with no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from app.gateway.early import early_host
from app.gateway.host_client import HostClient, HostGone
from app.gateway.protocol import Answer, Ask

Begins = Callable[..., bool]


@pytest.fixture
def begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begins:
    """Return whether a command begins with a host; `served`: models were asked here before."""
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))

    def tell(command: str, *, served: bool = False) -> bool:
        if served:
            (tmp_path / "wire").mkdir(exist_ok=True)
        host = early_host(command.split())
        if host is None:
            return False
        process = psutil.Process(host.pid)
        host.end_now()
        assert not process.is_running()
        return True

    return tell


@pytest.mark.parametrize(
    "command",
    [
        "run debate --question Where? --model openai/gpt-5",
        "run debate --model=work/good --team offline",
        "run experiment --prompt x --model ollama/llama3",
    ],
)
def test_a_model_of_a_provider_begins_with_a_host(begins: Begins, command: str) -> None:
    assert begins(command)


@pytest.mark.parametrize("command", ["run debate --question Where?", "run debate --team panel.toml"])
def test_a_team_begins_with_one_where_models_were_asked_before(begins: Begins, command: str) -> None:
    assert not begins(command)
    assert begins(command, served=True)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "list",
        "--help",
        "run --help",
        "run debate",
        "show --model openai/gpt-5",
        "run debate --question Where? --model offline/analyst",
        "run debate --question Where? --model=offline/analyst",
        "run debate --question Where? --team offline-pair",
    ],
)
def test_what_asks_no_model_begins_without(begins: Begins, command: str) -> None:
    assert not begins(command, served=True)


async def test_the_host_that_began_early_is_the_one_that_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    host = early_host(["run", "debate", "--model", "openai/gpt-5"])
    assert host is not None
    pid = host.pid
    line = await host.open()
    line.send(Ask(line.id, "ping"))
    assert isinstance(await anext(line.frames()), Answer)
    assert (host.pid, host.starts) == (pid, 1)
    await host.close()
    assert pid not in psutil.pids()


async def test_a_host_that_could_not_begin_is_tried_again_by_the_first_call(tmp_path: Path) -> None:
    host = HostClient([str(tmp_path / "no such program")])
    host.begin()
    with pytest.raises(HostGone, match="cannot be started"):
        await host.open()
    assert host.starts == 2
