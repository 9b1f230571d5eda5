"""All that is known of Gemini's dialect. What each name means, `dialect` says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.stream_state import StreamState, ToolPart, add_finish, count_of, is_chosen
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import (
    OPTIONS,
    Body,
    Feature,
    Marks,
    arguments_of,
    arguments_text,
    schema_of,
    set_options,
    stripped,
    wants_json,
)

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import ChatMessage, ModelRequest
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

VERSION_PATH: str = ""

LINES: bool = False
KNOWN_BY: frozenset[str] = frozenset({"candidates", "promptFeedback", "usageMetadata"})
ENDS_WITH_BODY: bool = True

SIZED: bool = False

LISTED_UNDER: str = "models"
EMBEDDING: Embedding | None = None
_UNKNOWN = ("additionalProperties", "title", "$schema")
"""What Google's schemas do not have."""
_UNSIGNED = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="
"""Google's word for calls that come without the signature they had: skip_thought_signature_validator."""


def messages_of(messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks) -> Body:
    calls = {call.id: call.name for message in messages for call in message.tool_calls}
    system = [{"text": m.text} for m in messages if m.role == "system" and m.text.strip()]
    contents: list[Body] = []
    last = ""
    if not quirks.system and system:
        contents, system, last = [{"role": "user", "parts": system}], [], "user"
    for message in messages:
        if message.role == "system":
            continue
        if message.role != last or not contents:
            contents.append({"role": "model" if message.role == "assistant" else "user", "parts": []})
        last = message.role
        contents[-1]["parts"] += _parts(message, calls, quirks)
    return {"contents": contents, **({"systemInstruction": {"parts": system}} if system else {})}


def _parts(message: ChatMessage, calls: Mapping[str, str], quirks: Quirks) -> list[Body]:
    if message.role == "tool":
        name = calls.get(message.tool_call_id or "", "")
        id_ = {"id": message.tool_call_id} if quirks.signed else {}
        return [{"functionResponse": {"name": name, "response": {"content": message.text}, **id_}}]
    found: list[Body] = [
        {"inlineData": {"mimeType": f"image/{one.kind}", "data": one.data}} for one in message.pictures
    ]
    found += [{"text": message.text}] if message.text.strip() else []
    for call in message.tool_calls:
        id_ = {"id": call.id} if quirks.signed else {}
        signature = {"thoughtSignature": _UNSIGNED} if quirks.signed and call is message.tool_calls[0] else {}
        found.append({"functionCall": {"name": call.name, "args": arguments_of(call), **id_}, **signature})
    return found


def address(base: str, model: str) -> str:
    return f"{base}/models/{model}:streamGenerateContent?alt=sse"


def headers(key: str | None) -> Mapping[str, str]:
    return {"x-goog-api-key": key} if key else {}


def body_of(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks
) -> tuple[Body, frozenset[Feature]]:
    options = set_options(request, without, quirks)
    config: Body = {"maxOutputTokens": request.options.max_output_tokens}
    config.update({"topP" if name == "top_p" else name: value for name, value in options.items()})
    body: Body = {"generationConfig": config}
    carried: set[Feature] = {name for name in OPTIONS if name in options}
    if request.tools and "tools" not in without:
        carried.add("tools")
        declared = [
            {"name": t.name, "description": t.description, "parameters": stripped(t.parameters, _UNKNOWN)}
            for t in request.tools
        ]
        body["tools"] = [{"functionDeclarations": declared}]
    schema = schema_of(request, without, quirks, tools="tools" in carried)
    if schema is not None:
        carried.add("schema")
        if quirks.schema == "native":
            config["responseJsonSchema"] = schema
        elif quirks.schema == "plain":
            config["responseSchema"] = _googled(stripped(schema, _UNKNOWN))
    elif wants_json(request, without, quirks):
        carried.add("json")
    if not carried.isdisjoint(("schema", "json")):
        config["responseMimeType"] = "application/json"
    return body, frozenset(carried)


def _googled(schema: JsonValue) -> JsonValue:
    """Return a schema in Google's words: what may be null says so, a constant is a list of one."""
    if isinstance(schema, list):
        return [_googled(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {n: _googled(v) for n, v in schema.items() if n not in ("const", "anyOf")}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    if isinstance(properties := schema.get("properties"), Mapping):
        # Else a model answers in the order of the alphabet.
        found["propertyOrdering"] = [*properties]
    options = schema.get("anyOf")
    if isinstance(options, list):
        some = [_googled(one) for one in options if one != {"type": "null"}]
        found.update({"nullable": True} if len(some) < len(options) else {})
        one = some[0]
        found.update(one if len(some) == 1 and isinstance(one, dict) else {"anyOf": some})
    return found


def read(state: StreamState, event: dict[str, Any]) -> bool:
    usage = event.get("usageMetadata")
    if isinstance(usage, dict):
        state.tokens_in = count_of(usage.get("promptTokenCount"))
        state.tokens_cached = count_of(usage.get("cachedContentTokenCount"))
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
                named = str(call.get("id") or ""), str(call.get("name") or "")
                state.tools[len(state.tools)] = ToolPart(*named, arguments_text(call.get("args")))
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
    if "candidates" in value or "promptFeedback" in value:
        yield value


def listing(base: str, key: str | None) -> tuple[str, Mapping[str, str]]:
    return f"{base}/models?pageSize=1000", headers(key)
