"""All that is known of Anthropic's dialect. What each name means, `dialect` says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.domain import fault_messages
from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.stream_state import BadStream, StreamState, ToolPart, add_finish, count_of
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import (
    CACHE,
    OPTIONS,
    REPLY,
    Body,
    Cuts,
    Feature,
    Marks,
    arguments_of,
    arguments_text,
    marked_blocks,
    schema_of,
    set_options,
)

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest
    from app.gateway.host.dialects.dialect import Embedding

NAME: str = "anthropic"
WORDS: ServerWords = ServerWords(
    finishes={
        "end_turn": "whole",
        "stop_sequence": "whole",
        "tool_use": "tools",
        "max_tokens": "cut",
        "model_context_window_exceeded": "cut",
        "refusal": "held back",
        "pause_turn": "broken",
    },
    statuses={529: "overloaded"},
    errors={
        # The last is said by those who sell its models.
        "context_overflow": ("prompt is too long", "exceed context limit", "input is too long"),
        "no_credit": ("credit balance",),
    },
    error_types={
        "overloaded": ("overloaded",),
        "rate_limit": ("rate_limit",),
        "auth": ("authentication", "permission"),
        "server_error": ("api_error",),
    },
    parts={
        "schema": ("output_format", "output_config", "tool_choice"),
        "tools": ("tools",),
        "max_tokens": ("max_tokens",),
        "marks": ("cache_control",),
        "top_p": ("top_p",),
        "temperature": ("temperature",),
    },
)
VERSION = "2023-06-01"

VERSION_PATH: str = "/v1"

LINES: bool = False
KNOWN_BY: frozenset[str] = frozenset({"type"})
ENDS_WITH_BODY: bool = False

SIZED: bool = False

LISTED_UNDER: str = "data"
EMBEDDING: Embedding | None = None


def messages_of(messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks) -> Body:
    system = [
        block
        for at, message in enumerate(messages)
        if message.role == "system"
        for block in marked_blocks(message.text, marks.get(at, {}))
    ]
    turns: list[Body] = []
    for at, message in enumerate(messages):
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message, marks.get(at, {}))
        # Roles take turns: what one says twice in a row is one message.
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    return {"messages": turns, **({"system": system} if system else {})}


def _blocks(message: ChatMessage, cuts: Cuts) -> list[Body]:
    if message.role == "tool":
        result = {"type": "tool_result", "tool_use_id": message.tool_call_id, "content": message.text}
        return [{**result, **(CACHE if any(cuts.values()) else {})}]
    # Empty texts are refused.
    found: list[Body] = [
        {
            "type": "image",
            "source": {"type": "base64", "media_type": f"image/{one.kind}", "data": one.data},
        }
        for one in message.pictures
    ]
    found += marked_blocks(message.text, cuts)
    found.extend(
        {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments_of(call)}
        for call in message.tool_calls
    )
    return found


def address(base: str, model: str) -> str:
    return f"{base}/v1/messages"


def headers(key: str | None) -> Mapping[str, str]:
    return {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}


def body_of(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks
) -> tuple[Body, frozenset[Feature]]:
    options = set_options(request, {*without, "seed"}, quirks)
    body: Body = {
        "model": request.model.partition("/")[2],
        "max_tokens": request.options.max_output_tokens,
        "stream": True,
        **options,
    }
    carried: set[Feature] = {name for name in OPTIONS if name in options}
    tools: list[Body] = []
    if request.tools and "tools" not in without:
        carried.add("tools")
        tools = [
            {"name": t.name, "description": t.description, "input_schema": t.parameters}
            for t in request.tools
        ]
    schema = schema_of(request, without, quirks, tools=bool(tools))
    if schema is not None and quirks.schema == "native":
        carried.add("schema")
        body["output_format"] = {"type": "json_schema", "schema": schema}
    elif schema is not None and not tools:
        # Every version of the interface knows a tool that must be called.
        carried.add("schema")
        tools = [{"name": REPLY, "description": "Reply in this form.", "input_schema": schema}]
        body["tool_choice"] = {"type": "tool", "name": REPLY}
    if tools:
        body["tools"] = tools
    return body, frozenset(carried)


def read(state: StreamState, event: dict[str, Any]) -> bool:
    match event.get("type"):
        case "message_start":
            _read_prompt(state, (event.get("message") or {}).get("usage") or {})
            # It tells of one token written, long before there are more: no count of the answer.
        case "content_block_start":
            block = event.get("content_block") or {}
            if block.get("type") == "tool_use":
                index = count_of(event.get("index"))
                if index in state.tools:
                    raise BadStream(fault_messages.EVENTS_REPEATED)
                # An answer that is no stream, and some servers, tell all of it at once.
                given = arguments_text(block["input"]) if block.get("input") else ""
                state.tools[index] = ToolPart(str(block.get("id") or ""), str(block.get("name") or ""), given)
            state.text.add(block.get("text"))
        case "content_block_delta":
            delta = event.get("delta") or {}
            state.text.add(delta.get("text"))
            state.reasoning.add(delta.get("thinking"))
            part = state.tools.get(count_of(event.get("index")))
            # What tools of the provider's own are called with is none of ours.
            if part is not None and delta.get("type") == "input_json_delta":
                more = delta.get("partial_json") or ""
                part.arguments = more if more and part.whole else part.arguments + more
        case "message_delta":
            usage = event.get("usage") or {}
            if "output_tokens" in usage:
                state.tokens_out = count_of(usage["output_tokens"])
            if count_of(usage.get("input_tokens")):
                # Once more, with what was added to the prompt meanwhile.
                _read_prompt(state, usage)
            reason = (event.get("delta") or {}).get("stop_reason")
            if reason:
                add_finish(state, reason)
                return True
        case "message_stop":
            state.ended = True
        case _:
            pass
    return False


def _read_prompt(state: StreamState, usage: Mapping[str, Any]) -> None:
    """Take note of the three counts of a prompt: the first is what neither of the others counts."""
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    anew, state.tokens_cached, state.tokens_stored = (count_of(usage.get(name)) for name in names)
    state.tokens_in = anew + state.tokens_cached + state.tokens_stored


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if value.get("type") != "message" or not isinstance(value.get("content"), list):
        return
    usage = value.get("usage") or {}
    yield {"type": "message_start", "message": {"usage": usage}}
    for index, block in enumerate(value["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        if block.get("type") == "thinking":
            delta = {"type": "thinking_delta", "thinking": block.get("thinking")}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "message_delta", "delta": {"stop_reason": value.get("stop_reason")}, "usage": usage}
    yield {"type": "message_stop"}


def listing(base: str, key: str | None) -> tuple[str, Mapping[str, str]]:
    return f"{base}/v1/models?limit=1000", headers(key)
