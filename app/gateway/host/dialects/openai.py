"""All that is known of OpenAI's dialect, which most servers speak."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects.heard import Heard, ToolPart, add_finish, add_text, count_of
from app.gateway.host.dialects.writing import OPTIONS, REPLY, Body, schema_of, set_options
from app.gateway.host.refusals import Feature

PARTS: tuple[str, ...] = ("messages",)
"""The members of a body that the messages make."""


def _written(messages: Sequence[Message], system: str = "system") -> Body:
    return {"messages": [_message(message, system) for message in messages]}


STYLES: Mapping[str, Callable[[Sequence[Message]], Body]] = {
    "plain": _written,
    # Some reasoning models know no system text.
    "system as user": lambda messages: _written(messages, "user"),
}
"""Ways of writing the messages; the first is for servers of one's own."""


def _message(message: Message, system: str) -> Body:
    body: Body = {"role": system if message.role == "system" else message.role}
    if message.text or not message.tool_calls:
        body["content"] = message.text
    if message.tool_calls:
        body["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.tool_calls
        ]
    if message.tool_call_id is not None:
        body["tool_call_id"] = message.tool_call_id
    return body


def address(base: str, model: str) -> str:
    """Return where a model is asked."""
    return f"{base}/chat/completions"


def headers(key: str | None) -> Mapping[str, str]:
    """Return the headers that are the dialect's own."""
    return {"authorization": f"Bearer {key}"} if key else {}


def body_of(request: ModelRequest, without: Collection[Feature]) -> tuple[Body, frozenset[Feature]]:
    """Return a request's body without its messages, and what of it some servers refuse."""
    longest = request.options.max_output_tokens
    body: Body = {"model": request.model.partition("/")[2], "stream": True}
    carried: set[Feature] = set()
    if "usage" not in without:
        body["stream_options"] = {"include_usage": True}
        carried.add("usage")
    if "max_tokens" in without:
        body["max_completion_tokens"] = longest
    else:
        body["max_tokens"] = longest
        carried.add("max_tokens")
    options = set_options(request, without)
    body.update(options)
    carried.update(name for name in OPTIONS if name in options)
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
        named = {"name": REPLY, "schema": schema, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    return body, frozenset(carried)


def read(heard: Heard, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    problem = event if event.get("object") == "error" else (event.get("x_groq") or {}).get("error")
    if problem:
        # vLLM tells an error as an event of its own, Groq beside the last one.
        heard.error = problem if isinstance(problem, dict) else {"message": str(problem)}
        return False
    usage = event.get("usage")
    if isinstance(usage, dict):
        heard.tokens_in = count_of(usage.get("prompt_tokens"))
        heard.tokens_out = count_of(usage.get("completion_tokens"))
    finished = False
    for choice in (event.get("choices") or [])[:1]:
        delta = choice.get("delta") or {}
        content = delta.get("content")
        if isinstance(content, list):
            for part in content:
                _part(heard, part)
        add_text(heard.text, content)
        add_text(heard.reasoning, delta.get("reasoning_content") or delta.get("reasoning"))
        add_text(heard.refusal, delta.get("refusal"))
        for call in delta.get("tool_calls") or []:
            part = heard.tools.setdefault(count_of(call.get("index")), ToolPart())
            function = call.get("function") or {}
            part.id = call.get("id") or part.id
            part.name += function.get("name") or ""
            part.arguments += function.get("arguments") or ""
        if choice.get("finish_reason"):
            add_finish(heard, choice["finish_reason"])
            finished = True
    return finished


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    choices = value.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict) or not isinstance(first.get("message"), dict):
        return
    delta = dict(first["message"])
    calls = delta.get("tool_calls") or []
    delta["tool_calls"] = [{**call, "index": number} for number, call in enumerate(calls)]
    choice = {"delta": delta, "finish_reason": first.get("finish_reason")}
    yield {"choices": [choice], "usage": value.get("usage")}


def _part(heard: Heard, part: dict[str, Any]) -> None:
    if part.get("type") == "thinking":
        for piece in part.get("thinking") or []:
            add_text(heard.reasoning, piece.get("text"))
    else:
        add_text(heard.text, part.get("text"))
