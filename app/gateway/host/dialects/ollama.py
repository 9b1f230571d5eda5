"""All that is known of Ollama's dialect."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects.stream_state import StreamState, ToolPart, add_finish, count_of
from app.gateway.host.dialects.writing import OPTIONS, Body, arguments_of, schema_of, set_options
from app.gateway.host.refusals import Feature

PARTS: tuple[str, ...] = ("messages",)
"""The members of a body that the messages make."""
KNOWN_BY = frozenset({"message", "done"})
"""Members by which its events are known; a stream with none of them is of another dialect."""


def _written(messages: Sequence[Message]) -> Body:
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    return {"messages": [_message(message, names) for message in messages]}


STYLES: Mapping[str, Callable[[Sequence[Message]], Body]] = {"plain": _written}
"""Ways of writing the messages; the first is for servers of one's own."""


def _message(message: Message, names: Mapping[str, str]) -> Body:
    body: Body = {"role": message.role, "content": message.text}
    if message.tool_calls:
        body["tool_calls"] = [
            {"function": {"name": c.name, "arguments": arguments_of(c)}} for c in message.tool_calls
        ]
    if message.role == "tool":
        body["tool_name"] = names.get(message.tool_call_id or "", "")
    return body


def address(base: str, model: str) -> str:
    """Return where a model is asked."""
    return f"{base}/api/chat"


def headers(key: str | None) -> Mapping[str, str]:
    """Return the headers that are the dialect's own."""
    # A server behind a proxy may ask for one.
    return {"authorization": f"Bearer {key}"} if key else {}


def body_of(request: ModelRequest, without: Collection[Feature]) -> tuple[Body, frozenset[Feature]]:
    """Return a request's body without its messages, and what of it some servers refuse."""
    options = set_options(request, without)
    how: Body = {"num_predict": request.options.max_output_tokens, **options}
    if request.options.context_length is not None:
        # Models on this machine take in only a few thousand tokens unless they are told.
        how["num_ctx"] = request.options.context_length
    body: Body = {"model": request.model.partition("/")[2], "stream": True, "options": how}
    carried: set[Feature] = {name for name in OPTIONS if name in options}
    if request.tools and "tools" not in without:
        carried.add("tools")
        body["tools"] = [
            {
                "type": "function",
                "function": {"name": t.name, "description": t.description, "parameters": t.parameters},
            }
            for t in request.tools
        ]
    schema = schema_of(request, without)
    if schema is not None:
        carried.add("schema")
        body["format"] = schema
    return body, frozenset(carried)


def read(state: StreamState, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    message = event.get("message") or {}
    state.text.add(message.get("content"))
    state.reasoning.add(message.get("thinking"))
    for call in message.get("tool_calls") or []:
        function = call.get("function") or {}
        number = len(state.tools)
        arguments = json.dumps(function.get("arguments") or {}, ensure_ascii=False)
        state.tools[number] = ToolPart("", str(function.get("name") or ""), arguments)
    if event.get("done"):
        add_finish(state, event.get("done_reason") or "stop")
        state.ended = True
        state.tokens_in = count_of(event.get("prompt_eval_count"))
        state.tokens_out = count_of(event.get("eval_count"))
    return False


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    if "message" in value:
        yield {"done": True, **value}
