"""Schemas and tools go natively wherever the server takes them; a refusal costs one request, once."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.messages import ChatMessage, ModelRequest, ToolSpec
from app.engine.ports import Completed, Failed, TextDelta
from app.gateway.host_client import HostClient, host_command
from app.gateway.hosted import HostedGateway
from tests.faults.asking import end, events, request
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import DIALECTS, Dialect, Said, error_body
from tests.faults.speaking import events as spoken

pytestmark = pytest.mark.loopback
SCHEMA: dict[str, JsonValue] = {
    "$defs": {"Point": {"type": "object", "properties": {"text": {"type": "string", "default": ""}}}},
    "type": "object",
    "properties": {
        "verdict": {"enum": ["yes", "no"], "type": "string"},
        "points": {"type": "array", "items": {"$ref": "#/$defs/Point"}},
    },
    "required": ["verdict"],
}
REPLY = '{"verdict": "yes", "points": [{"text": "Zoë"}]}'
ASKED = (ChatMessage(role="user", text="Reply with one JSON object."),)
TOOL = ToolSpec(name="find", description="Find.", parameters={"type": "object", "properties": {}})


def structured(server: FaultServer, dialect: Dialect, model: str) -> ModelRequest:
    """Return a request that wants a structured reply."""
    return request(server, model, dialect, messages=ASKED, reply_schema=SCHEMA)


def schema_in(body: dict[str, Any], dialect: Dialect) -> Any:
    """Return the schema a request carries in its dialect's own place; None without one."""
    match dialect:
        case "openai":
            return body.get("response_format", {}).get("json_schema", {}).get("schema")
        case "anthropic":
            forced = body.get("tool_choice", {}).get("name")
            tools = [tool for tool in body.get("tools", []) if tool["name"] == forced]
            return tools[0]["input_schema"] if tools else None
        case "gemini":
            config = body.get("generationConfig", {})
            names = ("response_json_schema", "responseJsonSchema", "responseSchema", "response_schema")
            return next((config[name] for name in names if name in config), None)
        case "ollama":
            return body.get("format")


def answer(asked: Asked) -> Act:
    """Answer as a server that holds its model to the schema."""
    if asked.dialect == "anthropic" and schema_in(asked.json, "anthropic") is not None:
        tool = asked.json["tool_choice"]["name"]
        return Act(spoken("anthropic", Said("", tools=((tool, json.loads(REPLY)),))))
    return Act(spoken(asked.dialect, Said(REPLY)))


def refusing(words: str, status: int = 400) -> Callable[[Asked], Act]:
    """Return a server's mind that takes no schema."""

    def script(asked: Asked) -> Act:
        if schema_in(asked.json, asked.dialect) is None:
            return answer(asked)
        return Act([error_body(asked.dialect, status, "invalid_request_error", words)], status)

    return script


NAMES: dict[Dialect, str] = {
    "openai": "one-of-ours",
    "anthropic": "one-of-ours",
    "gemini": "gemini-2.5-flash",
    "ollama": "one-of-ours",
}


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_schema_goes_natively_to_a_server_of_ones_own_and_the_reply_is_text(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    server.script = answer
    found = await events(gateway, structured(server, dialect, NAMES[dialect]))
    last = found[-1]
    assert isinstance(last, Completed), last
    assert json.loads(last.text) == json.loads(REPLY)
    assert last.tool_calls == ()
    assert "".join(e.text for e in found if isinstance(e, TextDelta)) == last.text
    (seen,) = server.asked
    schema = schema_in(seen.json, dialect)
    assert schema["properties"]["verdict"]["enum"] == ["yes", "no"]
    # References are written out, and nothing is open: strict servers refuse both.
    assert "$ref" not in json.dumps(schema)
    assert schema["properties"]["points"]["items"]["required"] == ["text"]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "words", ["Unknown field: response_format (json_schema) tool_choice format.", "Bad request."]
)
async def test_a_server_that_refuses_schemas_is_asked_once_more_and_never_again_with_one(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, words: str
) -> None:
    server.script = refusing(words)
    asked = structured(server, dialect, NAMES[dialect])
    for _ in range(3):
        last = await end(gateway, asked)
        assert isinstance(last, Completed), last
        assert last.text == REPLY
    assert [schema_in(one.json, dialect) is not None for one in server.asked] == [True, False, False, False]


async def test_a_server_that_ignores_the_schema_is_believed_and_asked_once(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(spoken(asked.dialect, Said("I would rather chat.")))
    last = await end(gateway, structured(server, "openai", "chatty-of-ours"))
    assert isinstance(last, Completed)
    assert (last.text, len(server.asked)) == ("I would rather chat.", 1)


@pytest.mark.parametrize("status", [401, 429, 503])
async def test_a_refusal_for_another_reason_is_no_word_about_schemas(
    gateway: HostedGateway, server: FaultServer, status: int
) -> None:
    server.script = lambda asked: Act([error_body("openai", status, "error", "No schema today.")], status)
    last = await end(gateway, structured(server, "openai", "busy-of-ours"))
    assert isinstance(last, Failed)
    assert len(server.asked) == 1


async def test_a_server_that_once_took_a_schema_is_not_suspected_for_a_bad_request(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = answer
    asked = structured(server, "openai", "moody-of-ours")
    assert isinstance(await end(gateway, asked), Completed)
    server.script = lambda asked: Act([error_body("openai", 400, "error", "Bad request.")], 400)
    assert isinstance(await end(gateway, asked), Failed)
    assert len(server.asked) == 2


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_tools_go_natively_to_any_server_and_as_text_once_it_refused_them(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    asked = request(server, NAMES[dialect], dialect, messages=ASKED, tools=(TOOL,))

    def takes_none(one: Asked) -> Act:
        if one.json.get("tools"):
            words = f"{one.model} does not support tools"
            return Act([error_body(one.dialect, 400, "invalid_request_error", words)], 400)
        block = '```tool\n{"tool": "find", "arguments": {}}\n```'
        return Act(spoken(one.dialect, Said(block)))

    server.script = takes_none
    for _ in range(2):
        last = await end(gateway, asked)
        assert isinstance(last, Completed), last
        assert [call.name for call in last.tool_calls] == ["find"]
    assert [bool(one.json.get("tools")) for one in server.asked] == [True, False, False]


async def test_what_was_found_out_outlasts_the_host_in_a_file_for_its_owner_alone(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    server.script = refusing("response_format is not supported")
    asked = structured(server, "openai", "one-of-ours")
    folder = tmp_path / "wire"
    for _ in range(2):
        gateway.host_client = HostClient(host_command(folder))
        assert isinstance(await end(gateway, asked), Completed)
        await gateway.close()
    assert [schema_in(one.json, "openai") is not None for one in server.asked] == [True, False, False]
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "Reply with" not in file.read_text()
    file.write_text("no cache at all")
    gateway.host_client = HostClient(host_command(folder))
    assert isinstance(await end(gateway, asked), Completed)
    await gateway.close()
