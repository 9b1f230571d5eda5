"""Tools natively and as text, options that are refused, structured replies, prices: through the real host."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Options, ToolCall, ToolSpec
from app.engine.ports import Completed, Failed, ToolCallDelta
from app.gateway.hosted import HostedGateway
from app.gateway.protocol import Limits
from app.gateway.providers import SPOKEN
from app.store.clock import SystemClock
from tests.faults.asking import end, events, request
from tests.faults.catalogue import by_name
from tests.faults.debating import ALL, begin, of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Dialect, Said, error_body
from tests.faults.speaking import events as spoken
from tests.support.commands import spawn
from tests.support.desk import desk

pytestmark = pytest.mark.loopback
FIND = ToolSpec(
    name="find",
    description="Find a passage.",
    parameters={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
)
NATIVE: list[tuple[Dialect, str]] = [
    ("openai", "gpt-4o-mini"),
    ("anthropic", "claude-sonnet-4-5"),
    ("gemini", "gemini-2.5-flash"),
]
CONVERSATION = (
    ChatMessage(role="system", text="Be brief."),
    ChatMessage(role="user", text="Where to?"),
    ChatMessage(role="assistant", tool_calls=(ToolCall(id="t0", name="find", arguments='{"q": "rent"}'),)),
    ChatMessage(role="tool", text="Rent is lower there.", tool_call_id="t0"),
)


@pytest.mark.parametrize(("dialect", "model"), NATIVE)
async def test_a_model_with_tools_is_given_them_and_its_calls_come_back(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, model: str
) -> None:
    answer = Said("", tools=(("find", {"q": "river"}), ("find", {"q": "rent"})))
    server.script = lambda asked: Act(spoken(asked.dialect, answer))
    found = await events(gateway, request(server, model, dialect, tools=(FIND,), messages=CONVERSATION))
    last = found[-1]
    assert isinstance(last, Completed), last
    assert [(c.name, json.loads(c.arguments)) for c in last.tool_calls] == list(answer.tools)
    assert len({c.id for c in last.tool_calls} | {"t-before"}) == 3
    deltas = [event for event in found if isinstance(event, ToolCallDelta)]
    assert "".join(d.arguments for d in deltas if d.index == deltas[0].index) == last.tool_calls[0].arguments
    body = json.dumps(server.asked[0].json)
    assert '"find"' in body
    assert "Rent is lower there." in body
    assert "```tool" not in body
    # Nothing was put into the person's or the model's mouth.
    assert "sanitised" not in body


def without_tools(text: str) -> Callable[[Asked], Act]:
    """Return the mind of a server that refuses tools and says this text."""

    def script(asked: Asked) -> Act:
        if asked.json.get("tools"):
            words = f"{asked.model} does not support tools"
            return Act([error_body(asked.dialect, 400, "invalid_request_error", words)], 400)
        return Act(spoken(asked.dialect, Said(text)))

    return script


@pytest.mark.parametrize(("dialect", "model"), [("openai", "some-local-model"), ("ollama", "tiny")])
async def test_a_model_without_tools_is_told_the_form_and_its_blocks_are_read(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, model: str
) -> None:
    text = 'Let me look.\n\n```tool\n{"tool": "find", "arguments": {"q": "river"}}\n```\n'
    server.script = without_tools(text)
    last = await end(gateway, request(server, model, dialect, tools=(FIND,), messages=CONVERSATION))
    assert isinstance(last, Completed)
    assert last.text == "Let me look."
    assert [(c.id, c.name, json.loads(c.arguments)) for c in last.tool_calls] == [
        ("call_1", "find", {"q": "river"})
    ]
    messages = server.asked[-1].json["messages"]
    assert "Find a passage." in messages[0]["content"]
    assert '{"tool": "find", "arguments": {"q": "rent"}}' in messages[2]["content"]
    assert messages[3]["content"] == "Result of find:\nRent is lower there."


BLOCK = 'Let me look.\n\n```tool\n{"tool": "find", "arguments": {"q": "river"}}\n```\n'


def passing_over(text: str) -> Callable[[Asked], Act]:
    """Return the mind of a server that takes tools and shows its model none of them."""
    return lambda asked: Act(spoken(asked.dialect, Said(text)))


@pytest.mark.parametrize(("dialect", "model"), [("openai", "deaf-model"), ("ollama", "deaf")])
async def test_a_server_that_passes_tools_over_without_a_word_is_noticed_and_no_answer_is_paid_twice(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, model: str
) -> None:
    server.script = passing_over(BLOCK)
    asked = request(server, model, dialect, tools=(FIND,))
    first = await end(gateway, asked)
    assert isinstance(first, Completed)
    assert (first.text, [call.name for call in first.tool_calls]) == ("Let me look.", ["find"])
    assert len(server.asked) == 1
    assert server.asked[0].json["tools"]
    # From then on they are told as text alone.
    second = await end(gateway, asked)
    assert isinstance(second, Completed)
    assert [call.name for call in second.tool_calls] == ["find"]
    assert len(server.asked) == 2
    assert "tools" not in server.asked[1].json


async def test_a_server_whose_model_calls_natively_is_told_no_other_form_again(
    gateway: HostedGateway, server: FaultServer
) -> None:
    answer = Said("", tools=(("find", {"q": "river"}),))
    server.script = lambda asked: Act(spoken(asked.dialect, answer))
    asked = request(server, "able-model", tools=(FIND,))
    for _ in range(2):
        last = await end(gateway, asked)
        assert isinstance(last, Completed)
        assert [call.name for call in last.tool_calls] == ["find"]
    fenced = ["```tool" in json.dumps(one.json) for one in server.asked]
    assert fenced == [True, False]
    assert all(one.json["tools"] for one in server.asked)


async def test_a_model_that_needs_no_tool_keeps_them_and_its_text(
    gateway: HostedGateway, server: FaultServer
) -> None:
    text = "By the river. In Markdown it would be ```tool``` or so."
    server.script = passing_over(text)
    asked = request(server, "content-model", tools=(FIND,))
    for _ in range(3):
        last = await end(gateway, asked)
        assert isinstance(last, Completed)
        assert (last.text, last.tool_calls) == (text, ())
    assert len(server.asked) == 3
    assert all(one.json["tools"] for one in server.asked)


@pytest.mark.parametrize(
    "block",
    [
        '```tool\n{"tool": "delete", "arguments": {}}\n```',
        "```tool\nnot json\n```",
        "```tool\n[1]\n```",
        'Say ```tool {"tool": "find"} ``` inline.',
    ],
)
async def test_a_block_that_names_no_tool_stays_text(
    gateway: HostedGateway, server: FaultServer, block: str
) -> None:
    server.script = without_tools(block)
    last = await end(gateway, request(server, "some-local-model", tools=(FIND,)))
    assert isinstance(last, Completed)
    assert (last.text, last.tool_calls) == (block, ())


def as_openai_does(asked: Asked) -> Act:
    """Refuse one option after another, in the words of a provider whose reasoning models know few."""
    body = asked.json
    if asked.model != "o3-mini":
        return by_name(asked)
    message = ""
    if "max_tokens" in body:
        message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    elif "temperature" in body:
        message = "Unsupported value: 'temperature' does not support 0.4 with this model."
    elif "top_p" in body:
        message = "Unsupported parameter: 'top_p' is not supported with this model."
    return (
        Act([error_body("openai", 400, "invalid_request_error", message)], 400) if message else by_name(asked)
    )


async def test_options_a_model_refuses_are_left_out_and_recorded(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    server.script = as_openai_does
    options = Options(temperature=0.4, top_p=0.9, seed=3, max_output_tokens=300)
    last = await end(gateway, request(server, "o3-mini", options=options))
    assert isinstance(last, Completed)
    assert set(last.dropped_options) == {"temperature", "top_p"}
    body = server.asked[-1].json
    assert (body["max_completion_tokens"], body["seed"]) == (300, 3)
    assert "temperature" not in body
    # It was found out once.
    again = len(server.asked)
    assert isinstance(await end(gateway, request(server, "o3-mini", options=options)), Completed)
    assert len(server.asked) == again + 1
    kept = await end(gateway, request(server, "gpt-4o-mini", options=options))
    assert isinstance(kept, Completed)
    assert kept.dropped_options == ()
    team = panel(server, Ann="o3-mini")
    seats = tuple(seat.model_copy(update={"temperature": 0.5}) for seat in team.members)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, team.model_copy(update={"members": seats}), enabled=False)
        await table.drive(session, ALL)
        records = await table.sessions.records(session)
    assert ["temperature"] in [body["dropped_options"] for body in of(records, "call_completed")]


async def test_a_reply_that_is_no_json_is_asked_for_once_more_and_then_marked(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    def script(asked: Asked) -> Act:
        act = default(asked)
        asks_for_json = "Reply with one JSON object" in json.dumps(asked.json)
        if asked.model == "chatty" and asks_for_json:
            return Act(spoken(asked.dialect, Said("I would rather chat about it.")))
        return act

    default, server.script = server.script, script
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="chatty"))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    parts = [body["part"] for body in of(records, "call_asked") if body["seat"] == "Bob"]
    assert any(part.endswith("reask") for part in parts)
    # One re-ask for each, never two.
    assert not [part for part in parts if part.count("reask") > 1]
    bodies = json.dumps([record.body() for record in records if record.type != "call_asked"])
    assert "Bob" in bodies


async def test_prices_limits_and_counts_come_from_the_library_and_unknown_is_said(
    gateway: HostedGateway, server: FaultServer
) -> None:
    message = (ChatMessage(role="user", text="word " * 1000),)

    def plain(model: str, **more: Any) -> ModelRequest:
        return ModelRequest(purpose="p", seat="s", model=model, messages=message, **more)

    asked = [
        plain("openai/gpt-4o-mini"),
        plain("anthropic/claude-sonnet-4-5"),
        plain("openai/nobody-knows-it"),
        plain("openai/gpt-4o-mini", base_url=server.base("openai")),
        plain("openai/x", base_url=server.base("openai"), price_in=10.0, price_out=20.0),
        plain("ollama/llama3"),
        plain("nowhere/x"),
    ]
    gpt, claude, unknown, elsewhere, own, local, nowhere = await gateway.estimate(asked)
    assert 1000 <= gpt.tokens_in <= 1100
    assert gpt.cost_max == pytest.approx(gpt.tokens_in * 0.15e-6 + 4000 * 0.6e-6)
    assert (gpt.context_limit, claude.context_limit) == (128_000, 200_000)
    assert (unknown.cost_max, nowhere.cost_max) == (None, None)
    # On this machine it stands in front of its provider.
    assert elsewhere.cost_max == gpt.cost_max
    assert own.cost_max == pytest.approx(own.tokens_in * 10e-6 + 4000 * 20e-6)
    assert local.cost_max == 0.0


@pytest.mark.parametrize("name", SPOKEN)
@pytest.mark.parametrize("version", ["", "/v1", "/v1/"])
async def test_every_provider_of_the_table_is_spoken_to_in_its_dialect(
    gateway: HostedGateway, server: FaultServer, name: str, version: str
) -> None:
    provider = SPOKEN[name]
    asked = request(server, "sound", base_url=server.url + version)
    last = await end(gateway, asked.model_copy(update={"model": f"{name}/sound"}))
    assert isinstance(last, Completed), last
    assert last.text == Said().text
    (seen,) = server.asked
    assert seen.dialect == provider.dialect.NAME
    assert seen.method == "POST"
    assert "/v1/v1" not in seen.path
    keyed = [value for value in seen.headers.values() if "key-for-tests" in value]
    assert len(keyed) == 1
    assert "key-for-tests" not in seen.path


async def test_a_model_that_is_served_otherwise_is_refused_before_anything_is_sent(
    gateway: HostedGateway, server: FaultServer
) -> None:
    # The library that knows it takes seconds to come.
    gateway.limits = Limits.of
    last = await end(gateway, request(server, "gpt-5-pro", base_url=None))
    assert isinstance(last, Failed)
    assert "does not speak" in str(last.message)
    assert (last.kind, last.sent) == ("not_found", False)
    assert server.asked == []


def test_the_library_can_open_no_connection_in_the_host(server: FaultServer) -> None:
    program = """
import asyncio, socket, sys
from app.gateway.host.http_call import Clients, only_our_clients_connect
only_our_clients_connect()
address = ("127.0.0.1", int(sys.argv[1]))
try:
    socket.create_connection(address)
    print("connected")
except ConnectionRefusedError:
    print("refused")
async def ours():
    url = f"http://127.0.0.1:{address[1]}/v1/models"
    async with Clients().make(url) as client:
        return (await client.get(url)).status_code
print(asyncio.run(ours()))
"""
    assert spawn(server.port, program=("-c", program)).out.split() == ["refused", "200"]
    assert server.connections == 1
