"""A server that refuses all that some servers refuse: every workflow comes to its end at it all the same."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import events
from tests.faults.test_small_model import RUNS
from tests.support.commands import call
from tests.support.one_host import build_over
from tests.support.replayed import SmallModel
from tests.support.small_team import came_to_its_end, prepare

pytestmark = [
    pytest.mark.loopback,
    # The host's pipes are read by threads that live as long as the host, which all tests share.
    pytest.mark.keeps_threads("model host"),
]
LONGEST = 256
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
        places = prepare(tmp_path, server.base("openai"))
        ran = call(
            *("run", *(word.format(n=0, **places) for word in RUNS[workflow])),
            *("--team", places["team"], "--set", "max_output_tokens=300", "--approve", "all", "--json"),
            data=tmp_path / "data",
            make=lambda: build_over(host_client),
        )
    assert ran.code == 0, ran.err[-2500:] + ran.out[-1500:]
    assert came_to_its_end(ran.value)
    # What was refused once is left out from then on.
    assert not {"tools", "response_format"}.intersection(server.asked[-1].json)
