"""All that is known of Gemini's dialect. What each name means, `dialect` says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.domain.canonical import JsonValue
from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects.stream_state import StreamState, ToolPart, add_finish, count_of, is_chosen
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import (
    OPTIONS,
    Body,
    Feature,
    Layout,
    arguments_of,
    schema_of,
    set_options,
    stripped,
)

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Embedding

NAME: str = "gemini"
WORDS: ServerWords = ServerWords(
    finishes={
        "stop": "whole",
        "max_tokens": "cut",
        "safety": "held back",
        "recitation": "held back",
        "language": "held back",
        "blocklist": "held back",
        "prohibited_content": "held back",
        "spii": "held back",
        "image_safety": "held back",
        "other": "held back",
        "block_reason_unspecified": "held back",
    },
    errors={
        "context_overflow": ("exceeds the maximum number of tokens", "input token count"),
        "no_credit": ("exceeded your current quota", "billing"),
        "auth": ("api key",),
    },
    error_types={
        "overloaded": ("unavailable",),
        "rate_limit": ("resource_exhausted",),
        "auth": ("permission", "unauthenticated"),
        "server_error": ("internal",),
    },
    # It speaks of quota and billing also where only a minute must pass.
    delays=(re.compile(r"perminute.*\"retrydelay\": ?\"(\d+(?:\.\d+)?)s\"", re.DOTALL),),
    parts={
        "schema": (
            *("response_schema", "responseschema", "response_json_schema", "responsejsonschema"),
            *("mime_type", "mimetype", "json mode"),
        ),
        "tools": ("functiondeclarations", "function_declarations", "function call"),
        "top_p": ("topp", "top_p"),
        "temperature": ("temperature",),
        "seed": ("seed",),
    },
    before_names=("models/",),
)

MESSAGE_MEMBERS: tuple[str, ...] = ("contents", "system_instruction", "systemInstruction")
VERSION_PATH: str = ""
LAYOUT: Layout = Layout(
    options_in="generationConfig",
    options={"top_p": ("topP",)},
    formats=("response_mime_type", "responseMimeType"),
)

LINES: bool = False
KNOWN_BY: frozenset[str] = frozenset({"candidates", "promptFeedback", "usageMetadata"})
ENDS_WITH_BODY: bool = True

LISTED_UNDER: str = "models"
EMBEDDING: Embedding | None = None
_UNKNOWN = ("additionalProperties", "title", "$schema")
"""What Google's schemas do not have."""
_CAMEL = ("systemInstruction", "functionCall", "functionResponse")
_SNAKE = ("system_instruction", "function_call", "function_response")


def _written(messages: Sequence[Message], names: tuple[str, str, str] = _CAMEL) -> Body:
    calls = {call.id: call.name for message in messages for call in message.tool_calls}
    system = [{"text": m.text} for m in messages if m.role == "system" and m.text.strip()]
    contents: list[Body] = []
    last = ""
    for message in messages:
        if message.role == "system":
            continue
        if message.role != last or not contents:
            contents.append({"role": "model" if message.role == "assistant" else "user", "parts": []})
        last = message.role
        contents[-1]["parts"] += _parts(message, calls, names)
    return {"contents": contents, **({names[0]: {"parts": system}} if system else {})}


STYLES: Mapping[str, Callable[[Sequence[Message]], Body]] = {
    "plain": _written,
    "snake": lambda messages: _written(messages, _SNAKE),
}


def _parts(message: Message, calls: Mapping[str, str], names: tuple[str, str, str]) -> list[Body]:
    if message.role == "tool":
        name = calls.get(message.tool_call_id or "", "")
        return [{names[2]: {"name": name, "response": {"content": message.text}}}]
    found: list[Body] = [{"text": message.text}] if message.text.strip() else []
    return found + [{names[1]: {"name": c.name, "args": arguments_of(c)}} for c in message.tool_calls]


def address(base: str, model: str) -> str:
    """Return where a model is asked."""
    return f"{base}/models/{model}:streamGenerateContent?alt=sse"


def headers(key: str | None) -> Mapping[str, str]:
    """Return the headers that are the dialect's own."""
    return {"x-goog-api-key": key} if key else {}


def body_of(request: ModelRequest, without: Collection[Feature]) -> tuple[Body, frozenset[Feature]]:
    """Return a request's body without its messages, and what of it some servers refuse."""
    options = set_options(request, without)
    names = {"temperature": "temperature", "top_p": "topP", "seed": "seed"}
    config: Body = {"maxOutputTokens": request.options.max_output_tokens}
    config.update({names[name]: value for name, value in options.items()})
    body: Body = {"generationConfig": config}
    carried: set[Feature] = {name for name in OPTIONS if name in options}
    if request.tools and "tools" not in without:
        carried.add("tools")
        declared = [
            {"name": t.name, "description": t.description, "parameters": stripped(t.parameters, _UNKNOWN)}
            for t in request.tools
        ]
        body["tools"] = [{"functionDeclarations": declared}]
    schema = schema_of(request, without)
    if schema is not None:
        carried.add("schema")
        config["responseMimeType"] = "application/json"
        config["responseSchema"] = _googled(stripped(schema, _UNKNOWN))
    return body, frozenset(carried)


def forced_tool(body: Body) -> str:
    """Return no tool: replies are held to a form without one."""
    del body
    return ""


def library_options(request: ModelRequest) -> Body:
    """Return no options: none is this dialect's alone."""
    del request
    return {}


def _googled(schema: JsonValue) -> JsonValue:
    """Return a schema in Google's words: what may be null says so, a constant is a list of one."""
    if isinstance(schema, list):
        return [_googled(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {n: _googled(v) for n, v in schema.items() if n not in ("const", "anyOf")}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    options = schema.get("anyOf")
    if isinstance(options, list):
        some = [_googled(one) for one in options if one != {"type": "null"}]
        found.update({"nullable": True} if len(some) < len(options) else {})
        one = some[0]
        found.update(one if len(some) == 1 and isinstance(one, dict) else {"anyOf": some})
    return found


def read(state: StreamState, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    usage = event.get("usageMetadata")
    if isinstance(usage, dict):
        state.tokens_in = count_of(usage.get("promptTokenCount"))
        state.tokens_out = count_of(usage.get("candidatesTokenCount")) + count_of(
            usage.get("thoughtsTokenCount")
        )
    blocked = (event.get("promptFeedback") or {}).get("blockReason")
    if blocked:
        add_finish(state, blocked)
        return False
    finished = False
    before = state.content
    for candidate in event.get("candidates") or []:
        if not is_chosen(state, candidate):
            continue
        for part in (candidate.get("content") or {}).get("parts") or []:
            (state.reasoning if part.get("thought") else state.text).add(part.get("text"))
            call = part.get("functionCall")
            if call:
                arguments = json.dumps(call.get("args") or {}, ensure_ascii=False)
                number = len(state.tools)
                state.tools[number] = ToolPart(
                    str(call.get("id") or ""), str(call.get("name") or ""), arguments
                )
        if candidate.get("finishReason"):
            add_finish(state, candidate["finishReason"])
            finished = True
    brought = state.content > before
    if finished:
        state.stops += brought
    if finished or brought:
        # A finish that comes with words, or before any, may be told with every piece: the body's end counts.
        state.settling = finished and not brought and state.content > 0
    return finished


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    if "candidates" in value or "promptFeedback" in value:
        yield value


def listing(base: str, key: str | None) -> tuple[str, Mapping[str, str]]:
    """Return where a server lists its models, and the headers that go with the question."""
    return f"{base}/models?pageSize=1000", headers(key)
