"""All that is known of OpenAI's dialect, which most servers speak."""

from __future__ import annotations

from typing import Any

from app.gateway.host.dialects.heard import Heard, ToolPart, add_text, count_of


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
            heard.finish = str(choice["finish_reason"])
            finished = True
    return finished


def _part(heard: Heard, part: dict[str, Any]) -> None:
    if part.get("type") == "thinking":
        for piece in part.get("thinking") or []:
            add_text(heard.reasoning, piece.get("text"))
    else:
        add_text(heard.text, part.get("text"))
