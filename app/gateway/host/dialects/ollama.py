"""All that is known of Ollama's dialect."""

from __future__ import annotations

import json
from typing import Any

from app.gateway.host.dialects.heard import Heard, ToolPart, add_text, count_of


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
        heard.finish = str(event.get("done_reason") or "stop")
        heard.ended = True
        heard.tokens_in = count_of(event.get("prompt_eval_count"))
        heard.tokens_out = count_of(event.get("eval_count"))
    return False
