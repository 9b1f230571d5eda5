"""`roundtable ask`: what can be asked for at an open gate, from a terminal."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from app.bootstrap import build
from app.services.core import Core
from app.workflows.registry import SHIPPED
from tests.support.commands import Ran, call
from tests.support.toy_asking import AskingPlugin


def make() -> Core:
    return build(council_step=0.0, makers={**SHIPPED, "asking": AskingPlugin})


@pytest.fixture
def session(tmp_path: Path) -> str:
    """Return a session of the toy that waits at its gate."""
    import asyncio
    import os
    from unittest.mock import patch

    async def begun() -> str:
        core = make()
        new_session = await core.sessions.create("asking", {"question": "What now?"}, core.teams.default())
        await core.sessions.start(new_session)
        await core.sessions.wait(new_session)
        await core.close()
        return new_session

    with patch.dict(os.environ, {"ROUNDTABLE_DATA_DIR": str(tmp_path)}):
        return asyncio.run(begun())


@pytest.fixture
def typed(tmp_path: Path) -> partial[Ran]:
    """Type a command over the same data."""
    return partial(call, data=tmp_path, make=make)


def test_the_gate_says_that_something_can_be_asked_for_and_ask_lists_it(
    session: str, typed: partial[Ran]
) -> None:
    assert f"ask {session}" in typed("gates", session).out
    listed = typed("ask", session)
    assert listed.code == 0
    assert "Explain this – free" in listed.out
    assert f"""ask {session} question --data '{{"member": "…", "question": "…"}}'""" in listed.out
    value = typed("ask", session, "--json").value
    assert [one["name"] for one in value["commands"]] == ["explain", "question", "check"]
    assert value["asked"] == []


def test_an_explanation_is_printed_and_the_gate_is_still_open(session: str, typed: partial[Ran]) -> None:
    ran = typed("ask", session, "explain", "--data", '{"about": "the tone"}')
    assert ran.code == 0
    assert "Estimate: free" in ran.err
    assert "Explain this" in ran.out
    assert "Explain the tone" in ran.out
    assert typed("show", session, "--json").value["state"] == "waiting"
    (command,) = typed("ask", session, "--json").value["asked"]
    assert (command["command"], command["state"]) == ("explain", "done")
    log = typed("log", session).out
    assert "You ask for: Explain this" in log
    assert "Explain this: done" in log


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing",), "Use one of: explain, question, check."),
        (("question",), "member"),
        (("--go-on", "7", "--verb", "retry"), "Nothing stands in the way"),
        (("--leave", "7"), "number 7"),
    ],
)
def test_what_does_not_fit_is_told_with_the_way_out(
    session: str, typed: partial[Ran], arguments: tuple[str, ...], says: str
) -> None:
    ran = typed("ask", session, *arguments)
    assert ran.code == 2
    assert says in ran.err


def test_a_session_that_is_over_has_nothing_to_ask_for_of_what_is_for_gates(
    session: str, typed: partial[Ran]
) -> None:
    gate = typed("gates", session, "--json").value[0]["id"]
    assert typed("answer", session, gate, "--verb", "finish").code == 0
    assert "Nothing can be asked for now." in typed("ask", session).out
    assert "“explain” cannot be asked for in this session any more." in typed("ask", session, "explain").err
