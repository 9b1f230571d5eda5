"""A table that grows, from a terminal: a server that a newcomer names is asked about, or allowed."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from app.bootstrap import build
from app.services.core import Core
from app.workflows.registry import SHIPPED
from tests.support.commands import Ran, call
from tests.support.toy_table import TablePlugin

CARA = {"name": "Cara", "model": "offline/sceptic"}


def make() -> Core:
    return build(council_step=0.0, makers={**SHIPPED, "table": TablePlugin})


@pytest.fixture
def session(tmp_path: Path) -> str:
    """Return a session of the toy that waits at its gate."""

    async def begun() -> str:
        core = make()
        setup = {"question": "What now?", "rounds": 4}
        new_session = await core.sessions.create("table", setup, core.teams.default())
        await core.sessions.start(new_session)
        await core.sessions.wait(new_session)
        await core.close()
        return new_session

    with patch.dict(os.environ, {"ROUNDTABLE_DATA_DIR": str(tmp_path)}):
        return asyncio.run(begun())


@pytest.fixture
def typed(tmp_path: Path) -> Iterator[partial[Ran]]:
    """Type a command over the same data and settings of its own."""
    with patch.dict(os.environ, {"ROUNDTABLE_CONFIG_DIR": str(tmp_path / "config")}):
        yield partial(call, data=tmp_path, make=make)


def test_a_newcomer_is_told_of_in_the_log_and_the_report(session: str, typed: partial[Ran]) -> None:
    gate = typed("gates", session, "--json").value[0]["id"]
    ran = typed("answer", session, gate, "--verb", "invite", "--data", json.dumps(CARA))
    assert ran.code == 3, "it waits at the next gate"
    assert "Cara joins the table (offline/sceptic): You asked for it." in typed("log", session).out
    report = typed("show", session, "--json").value["report"]
    assert [one["seat"] for one in report["team"]][-1] == "Cara"
    assert [one["kind"] for one in report["decisions"]] == ["seat_added", "gate"]


def test_a_newcomers_server_is_refused_without_a_terminal_unless_it_is_allowed(
    session: str, typed: partial[Ran]
) -> None:
    gate = typed("gates", session, "--json").value[0]["id"]
    data = json.dumps({**CARA, "model": "openai/at-home", "base_url": "http://127.0.0.1:9/v1"})
    refused = typed("answer", session, gate, "--verb", "invite", "--data", data)
    assert refused.code == 2
    assert "--allow-server 127.0.0.1:9" in refused.err
    assert typed("gates", session, "--json").value[0]["id"] == gate, "the gate is as it was"
    allowed = ("--allow-server", "127.0.0.1:9")
    typed("answer", session, gate, "--verb", "invite", "--data", data, "--on-failure", "stop", *allowed)
    assert "Cara joins the table" in typed("log", session).out
