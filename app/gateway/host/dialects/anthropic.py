"""All that is known of Anthropic's dialect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from app.gateway.host.dialects.heard import BadStream, Heard, ToolPart, add_finish, add_text, count_of


def read(heard: Heard, event: dict[str, Any]) -> bool:
    """Take an event; tell whether it is the one that finishes the answer."""
    match event.get("type"):
        case "message_start":
            usage = (event.get("message") or {}).get("usage") or {}
            heard.tokens_in = sum(
                count_of(usage.get(name))
                for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            )
            # It tells of one token written, long before there are more: no count of the answer.
        case "content_block_start":
            block = event.get("content_block") or {}
            if block.get("type") == "tool_use":
                index = count_of(event.get("index"))
                if index in heard.tools:
                    raise BadStream("the stream repeats its events")
                heard.tools[index] = ToolPart(block.get("id") or "", block.get("name") or "")
            add_text(heard.text, block.get("text"))
        case "content_block_delta":
            delta = event.get("delta") or {}
            add_text(heard.text, delta.get("text"))
            add_text(heard.reasoning, delta.get("thinking"))
            if delta.get("type") == "input_json_delta":
                heard.tools[count_of(event.get("index"))].arguments += delta.get("partial_json") or ""
        case "message_delta":
            usage = event.get("usage") or {}
            if "output_tokens" in usage:
                heard.tokens_out = count_of(usage["output_tokens"])
            reason = (event.get("delta") or {}).get("stop_reason")
            if reason:
                add_finish(heard, reason)
                return True
        case "message_stop":
            heard.ended = True
        case _:
            pass
    return False


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that a whole answer stands for; none for JSON of another form."""
    if value.get("type") != "message" or not isinstance(value.get("content"), list):
        return
    usage = value.get("usage") or {}
    yield {"type": "message_start", "message": {"usage": usage}}
    for index, block in enumerate(value["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        delta: dict[str, Any] = {}
        if block.get("type") == "tool_use":
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block.get("input") or {})}
        elif block.get("type") == "thinking":
            delta = {"type": "thinking_delta", "thinking": block.get("thinking")}
        if delta:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "message_delta", "delta": {"stop_reason": value.get("stop_reason")}, "usage": usage}
    yield {"type": "message_stop"}
