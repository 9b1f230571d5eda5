"""LiteLLM's proxy between the program and aimock: models of four dialects behind the proxy's own three."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import ChatMessage
from app.domain.seats import Team
from app.engine.ports import Completed, Failed
from app.gateway.hosted import HostedGateway
from tests.faults.asking import end, request
from tests.faults.debating import failures, finished, of
from tests.faults.speaking import Dialect
from tests.thirdparty.debating import FIND, debate, seat
from tests.thirdparty.served import MODELS, Aimock, Proxy, Served

FRONTS: list[tuple[Dialect, str]] = [
    *(("openai", model) for model in MODELS.values()),
    ("anthropic", MODELS["anthropic"]),
    ("gemini", MODELS["gemini"]),
]
"""The dialect the program speaks with the proxy, and the model behind it."""
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.loopback,
]
each_front = pytest.mark.parametrize(("dialect", "model"), FRONTS)
MEGABYTE = "Grün am Fluß, 漢字, مرحبا. " * 30_000
"""Nothing that aimock would cut in two halves of a character: the proxy itself fails at those."""
NARROW = {("openai", MODELS["openai"]), ("openai", MODELS["anthropic"])}
"""Where the model is known by its name, and a megabyte to be more than its window holds."""


@pytest.fixture
def asked_server(server: Aimock, proxy: Proxy) -> Served:
    """Let the gateway ask the proxy alone."""
    return proxy


async def ask(
    gateway: HostedGateway, proxy: Proxy, dialect: Dialect, model: str, text: str, **more: Any
) -> Completed | Failed:
    """Return the end of one call; the proxy was asked once."""
    before = proxy.asked
    last = await end(
        gateway, request(proxy, model, dialect, messages=(ChatMessage(role="user", text=text),), **more)
    )
    assert proxy.asked == before + 1, last
    return last


@each_front
async def test_text_tools_reasoning_and_a_megabyte_come_through(
    gateway: HostedGateway, proxy: Proxy, dialect: Dialect, model: str
) -> None:
    thought = await ask(gateway, proxy, dialect, model, "Think first.")
    assert isinstance(thought, Completed), thought
    assert thought.text == "To the river."
    assert thought.reasoning == ("" if model == MODELS["ollama"] else "The rent is lower.")
    called = await ask(gateway, proxy, dialect, model, "Use the tool.", tools=(FIND,))
    assert isinstance(called, Completed), called
    assert [(call.name, json.loads(call.arguments)) for call in called.tool_calls] == [
        ("find", {"q": "river"})
    ]
    most = MEGABYTE
    if (dialect, model) in NARROW:
        asked, words = proxy.asked, (ChatMessage(role="user", text=MEGABYTE),)
        refused = await end(gateway, request(proxy, model, dialect, messages=words))
        assert isinstance(refused, Failed), refused
        assert (refused.kind, proxy.asked) == ("context_overflow", asked)
        most = MEGABYTE[: len(MEGABYTE) // 4]
    back = await ask(gateway, proxy, dialect, model, f"Say it back: {most}")
    assert isinstance(back, Completed), back
    assert back.text == most


@each_front
async def test_a_fault_behind_the_proxy_is_told_and_never_taken_for_an_answer(
    gateway: HostedGateway, server: Aimock, proxy: Proxy, dialect: Dialect, model: str
) -> None:
    found = []
    for rate in ("dropRate", "rateLimitRate", "disconnectRate", "malformedRate", ""):
        server.reset()
        if rate:
            server.chaos(**{rate: 1})
        failed = await ask(gateway, proxy, dialect, model, "Where to?" if rate else "Break off.")
        assert isinstance(failed, Failed), failed
        assert len(server.asked) == 1
        found.append((failed.kind, failed.retry_after, bool(failed.partial)))
    assert found == [
        ("server_error", None, False),
        # Where the proxy speaks Anthropic's dialect it does not hand on how long to wait.
        ("rate_limit", None if dialect == "anthropic" else 1.0, False),
        # What broke behind the proxy is an error of the proxy's own.
        ("server_error", None, False),
        ("bad_reply", None, False),
        ("server_error", None, True),
    ]


async def test_debates_through_the_proxy_ask_as_often_as_the_journal_says(
    tmp_path: Path, gateway: HostedGateway, server: Aimock, proxy: Proxy
) -> None:
    members = [seat(proxy, f"M{number}", *front) for number, front in enumerate(FRONTS)]
    team = Team(members=tuple(members), chair=seat(proxy, "Chair", *FRONTS[0]))
    for rate in (0.0, 0.1):
        server.chaos(dropRate=rate)
        before = proxy.asked
        state, records, _ = await debate(tmp_path / str(rate), gateway, server, team)
        assert state == "finished"
        assert proxy.asked - before == len(of(records, "call_asked"))
        assert {kind for _, kind in failures(records)} <= {"server_error"}
        assert rate or finished(records)["degradation"] == []
