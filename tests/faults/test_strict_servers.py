"""A server that refuses all that some servers refuse, and one whose model takes in little.

Every workflow comes to its end at both.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import events
from tests.faults.test_narrow_windows import size_of
from tests.faults.test_small_model import RUNS
from tests.support.commands import call
from tests.support.one_host import build_over
from tests.support.replayed import SmallModel
from tests.support.small_team import came_to_its_end, prepare

pytestmark = pytest.mark.loopback
LONGEST, WINDOW = 256, 4096
OF_FOUR_CHARACTERS = 0.9
"""What four characters of English are, in tokens of a usual model."""
MODEL = SmallModel()


def strict(asked: Asked) -> Act:
    """Refuse system text, tools, forms of replies, roles that are not by turns and long answers."""
    body = asked.json
    roles = [one["role"] for one in body["messages"]]
    by_turns = roles[0] == "user" and all(a != b for a, b in pairwise(roles))
    refusals = {
        "Error rendering prompt with jinja template: Only user and assistant roles are supported!": "system"
        in roles,
        "registry.ollama.ai/library/gemma:2b does not support tools": "tools" in body,
        "'response_format' is not supported": "response_format" in body,
        "Conversation roles must alternate user/assistant/user/assistant/...": not by_turns,
        f"max_tokens must be less than or equal to {LONGEST}": body["max_tokens"] > LONGEST,
    }
    for words, holds in refusals.items():
        if holds:
            refused = json.dumps({"error": {"message": words}}).encode()
            return Act([refused], 400, {"content-type": "application/json"}, "length")
    return Act(events("openai", MODEL.said(asked)))


@pytest.mark.parametrize("workflow", RUNS)
def test_a_session_comes_to_its_end_at_a_server_that_takes_hardly_anything(
    workflow: str, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    with FaultServer(strict) as server:
        run(workflow, server, tmp_path, host_client, "--set", "max_output_tokens=300")
    # What was refused once is left out from then on.
    assert not {"tools", "response_format"}.intersection(server.asked[-1].json)


@pytest.mark.parametrize("workflow", RUNS)
def test_nothing_is_sent_that_does_not_fit_the_window_that_a_server_tells_of(
    workflow: str, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    with FaultServer(SmallModel()) as server:
        told = json.dumps({"total_slots": 1, "default_generation_settings": {"n_ctx": WINDOW}}).encode()
        server.sizes = {"/props": Act([told], headers={"content-type": "application/json"})}
        run(workflow, server, tmp_path, host_client)
    # The longest answer is the usual one, which alone takes up the window: it is lowered, not refused.
    sizes = [(OF_FOUR_CHARACTERS * size_of(one), one.json["max_tokens"]) for one in server.asked]
    assert [size for size in sizes if sum(size) > WINDOW] == []


def run(workflow: str, server: FaultServer, folder: Path, host_client: HostClient, *more: str) -> None:
    """Run a session with a team at the server to its end."""
    places = prepare(folder, server.base("openai"))
    ran = call(
        *("run", *(word.format(n=0, **places) for word in RUNS[workflow])),
        *("--team", places["team"], *more, "--approve", "all", "--json"),
        data=folder / "data",
        make=lambda: build_over(host_client),
    )
    assert ran.code == 0, ran.err[-2500:] + ran.out[-1500:]
    assert came_to_its_end(ran.value)
