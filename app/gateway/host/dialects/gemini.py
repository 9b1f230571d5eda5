"""All that is known of Gemini's dialect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from app.gateway.host.dialects.heard import Heard, ToolPart, add_finish, add_text, count_of


def read(heard: Heard, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    usage = event.get("usageMetadata")
    if isinstance(usage, dict):
        heard.tokens_in = count_of(usage.get("promptTokenCount"))
        heard.tokens_out = count_of(usage.get("candidatesTokenCount")) + count_of(
            usage.get("thoughtsTokenCount")
        )
    blocked = (event.get("promptFeedback") or {}).get("blockReason")
    if blocked:
        add_finish(heard, blocked)
        return False
    finished = False
    for candidate in (event.get("candidates") or [])[:1]:
        for part in (candidate.get("content") or {}).get("parts") or []:
            add_text(heard.reasoning if part.get("thought") else heard.text, part.get("text"))
            call = part.get("functionCall")
            if call:
                arguments = json.dumps(call.get("args") or {}, ensure_ascii=False)
                number = len(heard.tools)
                heard.tools[number] = ToolPart(call.get("id") or "", str(call.get("name") or ""), arguments)
        if candidate.get("finishReason"):
            add_finish(heard, candidate["finishReason"])
            finished = heard.settling = True
    return finished


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    if "candidates" in value or "promptFeedback" in value:
        yield value
