"""All that is known of Ollama's dialect. What each name means, `dialect` says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.stream_state import StreamState, ToolPart, add_finish, count_of, timings_of
from app.gateway.host.dialects.vectors import OpenAIEmbedding
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import (
    OPTIONS,
    Body,
    Feature,
    Marks,
    arguments_of,
    arguments_text,
    function_tool,
    schema_of,
    set_options,
)

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest
    from app.gateway.host.dialects.dialect import Embedding

NAME: str = "ollama"
WORDS: ServerWords = ServerWords(
    finishes={"stop": "whole", "length": "cut"},
    errors={"context_overflow": ("max context length",)},
    parts={"schema": ("grammar",), "tools": ("tools",)},
)

# Of the address at which it speaks OpenAI's dialect.
VERSION_PATH: str = "/v1"

LINES: bool = True
KNOWN_BY: frozenset[str] = frozenset({"message", "done"})
ENDS_WITH_BODY: bool = False

SIZED: bool = True

LISTED_UNDER: str = "models"
# In OpenAI's words.
EMBEDDING: Embedding | None = OpenAIEmbedding("/v1/embeddings")


def messages_of(messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks) -> Body:
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    return {"messages": [_message(message, names) for message in messages]}


def _message(message: ChatMessage, names: Mapping[str, str]) -> Body:
    body: Body = {"role": message.role, "content": message.text}
    if message.pictures:
        body["images"] = [one.data for one in message.pictures]
    if message.tool_calls:
        body["tool_calls"] = [
            {"function": {"name": c.name, "arguments": arguments_of(c)}} for c in message.tool_calls
        ]
    if message.role == "tool":
        body["tool_name"] = names.get(message.tool_call_id or "", "")
    return body


def address(base: str, model: str) -> str:
    return f"{base}/api/chat"


def headers(key: str | None) -> Mapping[str, str]:
    # A server behind a proxy may ask for one.
    return {"authorization": f"Bearer {key}"} if key else {}


def body_of(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks
) -> tuple[Body, frozenset[Feature]]:
    options = set_options(request, without, quirks)
    how: Body = {"num_predict": request.options.max_output_tokens, **options}
    # Models on this machine take in only a few thousand tokens unless they are told.
    if request.options.context_length is not None:
        how["num_ctx"] = request.options.context_length
    body: Body = {"model": request.model.partition("/")[2], "stream": True, "options": how}
    carried: set[Feature] = {name for name in OPTIONS if name in options}
    if request.tools and "tools" not in without:
        carried.add("tools")
        body["tools"] = [function_tool(tool) for tool in request.tools]
    schema = schema_of(request, without, quirks, tools="tools" in carried)
    if schema is not None:
        carried.add("schema")
        body["format"] = schema
    return body, frozenset(carried)


def read(state: StreamState, event: dict[str, Any]) -> bool:
    message = event.get("message") or {}
    state.text.add(message.get("content"))
    state.reasoning.add(message.get("thinking"))
    for call in message.get("tool_calls") or []:
        function = call.get("function") or {}
        number = len(state.tools)
        state.tools[number] = ToolPart(
            "", str(function.get("name") or ""), arguments_text(function.get("arguments"))
        )
    if event.get("done"):
        add_finish(state, event.get("done_reason") or "stop")
        state.ended = True
        state.tokens_in = count_of(event.get("prompt_eval_count"))
        state.tokens_out = count_of(event.get("eval_count"))
        state.timings = timings_of(event, ("load_duration", "prompt_eval_duration", "eval_duration"), 1e9)
    return False


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "message" in value:
        yield {"done": True, **value}


def listing(base: str, key: str | None) -> tuple[str, Mapping[str, str]]:
    return f"{base}/api/tags", headers(key)
