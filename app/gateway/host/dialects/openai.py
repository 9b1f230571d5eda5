"""All that is known of OpenAI's dialect, which most servers speak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.gateway.host.dialects.heard import Heard, ToolPart, add_finish, add_text, count_of


def read(heard: Heard, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
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
