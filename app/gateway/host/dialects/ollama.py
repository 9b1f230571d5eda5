"""All that is known of Ollama's dialect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from app.gateway.host.dialects.heard import Heard, ToolPart, add_finish, add_text, count_of


def read(heard: Heard, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    message = event.get("message") or {}
    add_text(heard.text, message.get("content"))
    add_text(heard.reasoning, message.get("thinking"))
    for call in message.get("tool_calls") or []:
        function = call.get("function") or {}
        number = len(heard.tools)
        arguments = json.dumps(function.get("arguments") or {}, ensure_ascii=False)
        heard.tools[number] = ToolPart("", str(function.get("name") or ""), arguments)
    if event.get("done"):
        add_finish(heard, event.get("done_reason") or "stop")
        heard.ended = True
        heard.tokens_in = count_of(event.get("prompt_eval_count"))
        heard.tokens_out = count_of(event.get("eval_count"))
    return False


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    if "message" in value:
        yield {"done": True, **value}
