"""An experiment over HTTP: whatever happened in a cycle, the next request is one that the provider takes."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.domain.seats import Seat, Team
from app.gateway.hosted import HostedGateway
from app.services.unattended import AnswerPlan
from tests.faults.asking import PROVIDER
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Dialect, Said, error_body
from tests.faults.speaking import events as spoken
from tests.support.lab import Lab, lab

pytestmark = pytest.mark.loopback
MODELS: dict[Dialect, str] = {"openai": "gpt-4o-mini", "anthropic": "claude-sonnet-4-5"}
NOTE = {"key": "plan", "value": "count limpets"}
ANSWERS: list[Said | None] = [
    Said("", tools=(("write", NOTE), ("fly", {"to": "the reef"}))),
    Said(
        "I ask first.", tools=(("send_message_to_operator", {"message": "May I?"}), ("read", {"key": "plan"}))
    ),
    Said("Looking.", tools=(("list", {}),) * 6),
    Said("Reflection of cycle 3."),
    None,
    Said("Reflection of cycle 5."),
]
"""Cycle 1 and 2 end at the cap of four calls, cycle 4 fails and is gone on without."""


def script(asked: Asked) -> Act:
    answer = ANSWERS[asked.number]
    if answer is None:
        return Act(
            [error_body(asked.dialect, 400, "invalid_request_error", "No.")], status=400, framing="length"
        )
    return Act(spoken(asked.dialect, answer))


async def start(it: Lab, server: FaultServer, dialect: Dialect, model: str, **setup: Any) -> None:
    seat = Seat(
        name="Ann",
        model=f"{PROVIDER[dialect]}/{model}",
        base_url=server.base(dialect),
        api_key_env="TEST_KEY",
    )
    team = Team.model_validate({"member": [seat], "chair": seat})
    values = {"run_id": "tide-pools", "prompt": "Study the tide pools.", "retries": 0, **setup}
    it.id = await it.desk.sessions.create("experiment", values, team)


def check_openai(body: dict[str, Any]) -> None:
    """Check what OpenAI refuses: roles, unanswered calls, arguments that are no JSON."""
    messages = body["messages"]
    assert [message["role"] for message in messages].count("system") == 1
    assert messages[0]["role"] == "system"
    assert any(message["role"] == "user" and message["content"].strip() for message in messages)
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] == waiting.pop(0)
            assert isinstance(message["content"], str)
            continue
        assert not waiting, "a tool call has no result directly behind it"
        calls = message.get("tool_calls") or []
        assert message.get("content") or calls, "an empty message"
        waiting = [call["id"] for call in calls]
        for call in calls:
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", call["function"]["name"])
    assert not waiting
    assert {tool["function"]["name"] for tool in body["tools"]} >= {"write", "read", "pattern_search"}


def check_anthropic(body: dict[str, Any]) -> None:
    """Check what Anthropic refuses: the order of roles, empty texts, tool uses without results."""
    assert body["system"]
    messages = body["messages"]
    roles = [message["role"] for message in messages]
    assert roles[0] == "user"
    assert all(one != other for one, other in itertools.pairwise(roles)), roles
    waiting: list[str] = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        assert blocks
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        assert results == waiting, "every tool use has its result in the next message, in order"
        waiting = [block["id"] for block in blocks if block["type"] == "tool_use"]
        for block in blocks:
            if block["type"] == "text":
                assert block["text"].strip(), "an empty text"
            if block["type"] == "tool_use":
                assert isinstance(block["input"], dict)
                assert re.fullmatch(r"[a-zA-Z0-9_-]+", block["id"])
                assert re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", block["name"])
    assert not waiting
    assert {tool["name"] for tool in body["tools"]} >= {"write", "read", "pattern_search"}


CHECKS = {"openai": check_openai, "anthropic": check_anthropic}


@pytest.mark.parametrize("carry_over", ["full", "reflections"])
@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_every_history_is_valid_where_it_is_sent(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, dialect: Dialect, carry_over: str
) -> None:
    server.script = script
    async with lab(tmp_path, gateway=gateway) as it:
        setup = {"cycle_count": 5, "tool_cap": 4, "carry_over": carry_over, "gate_policy": "never_ask"}
        await start(it, server, dialect, MODELS[dialect], **setup)
        plan = AnswerPlan(approve="all", on_failure="fallback")
        assert await it.desk.drive(it.id, plan) == "finished"
        assert list(it.state.agent.reflection_history) == [
            "", "", "Reflection of cycle 3.", "", "Reflection of cycle 5.",
        ]  # fmt: skip
        assert len(server.asked) == len(ANSWERS)
        for asked in server.asked:
            CHECKS[dialect](asked.json)
        last = json.dumps(server.asked[-1].json)
        if carry_over == "full":
            for passage in ("count limpets", "there is no tool", "not run: cap reached", "gives no answer"):
                assert passage in last
        assert "Reflection of cycle 3." in last
        options = server.asked[0].json
        assert options["temperature"] == 0.6


async def test_a_model_without_tools_of_its_own_writes_its_calls_as_text(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    block = '```tool\n{"tool": "write", "arguments": {"key": "plan", "value": "count"}}\n```'
    broken = '```tool\n{"tool": "read", "arguments": {"key": "pl\n```'
    texts = [f"First a note.\n{block}", broken, "Reflection at last."]

    def script(asked: Asked) -> Act:
        if asked.number == 0:
            words = "some-local-model does not support tools"
            return Act([error_body(asked.dialect, 400, "invalid_request_error", words)], 400)
        return Act(spoken(asked.dialect, Said(texts[asked.number - 1])))

    server.script = script
    async with lab(tmp_path, gateway=gateway) as it:
        await start(it, server, "openai", "some-local-model", cycle_count=1, gate_policy="never_ask")
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        assert it.state.memory == {"plan": "count"}
        assert list(it.state.agent.reflection_history) == ["Reflection at last."]
        first, *bodies = [asked.json for asked in server.asked]
        assert first["tools"]
        assert all("tools" not in body for body in bodies)
        assert {message["role"] for body in bodies for message in body["messages"]} <= {
            "system", "user", "assistant",
        }  # fmt: skip
        assert "Result of write:" in bodies[1]["messages"][-1]["content"]
        assert "not one JSON object" in bodies[2]["messages"][-1]["content"]


async def test_a_model_on_this_machine_is_told_how_much_to_take_in(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(spoken(asked.dialect, Said("Reflection.")))
    async with lab(tmp_path, gateway=gateway) as it:
        await start(
            it, server, "ollama", "llama3", cycle_count=1, gate_policy="never_ask", context_length=8192
        )
        assert await it.go() == "finished"
        (asked,) = server.asked
        assert asked.json["options"]["num_ctx"] == 8192
        assert asked.json["options"]["temperature"] == 0.6
