"""What a sound answer looks like on the wire, event by event, in each dialect."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Dialect = Literal["openai", "anthropic", "gemini", "ollama"]
DIALECTS: tuple[Dialect, ...] = ("openai", "anthropic", "gemini", "ollama")


class Place(Protocol):
    """A server that speaks the dialects."""

    def base(self, dialect: Dialect) -> str:
        """Return the `base_url` for a dialect."""


@dataclass(frozen=True)
class Said:
    """An answer, before it is put into a dialect."""

    text: str = "Yes, by the river. The costs are known."
    reasoning: str = ""
    tools: tuple[tuple[str, dict[str, Any]], ...] = ()
    finish: str = ""
    """The dialect's own word for the end; empty: its word for a whole answer."""
    tokens_in: int = 21
    tokens_out: int = 13
    usage: bool = True
    counts: Mapping[str, Any] = field(default_factory=dict)
    """What a server tells of usage besides, in its own words."""
    pieces: int = 6

    def cut(self) -> list[str]:
        """Return the text in pieces."""
        words = re.findall(r"\S+\s*|\s+", self.text)
        size = max(1, -(-len(words) // self.pieces))
        return ["".join(words[at : at + size]) for at in range(0, len(words), size)]


def events(dialect: Dialect, answer: Said, model: str = "m") -> list[bytes]:
    """Return the events of a stream, the dialect's last one included."""
    return {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini, "ollama": _ollama}[dialect](
        answer, model
    )


def content_type(dialect: Dialect) -> str:
    """Return the type a server names."""
    return "application/x-ndjson" if dialect == "ollama" else "text/event-stream"


def error_body(dialect: Dialect, status: int, kind: str, message: str) -> bytes:
    """Return the body of an error answer."""
    body: Any
    match dialect:
        case "anthropic":
            body = {"type": "error", "error": {"type": kind, "message": message}}
        case "gemini":
            body = [{"error": {"code": status, "message": message, "status": kind.upper()}}]
        case "ollama":
            body = {"error": message}
        case _:
            body = {"error": {"message": message, "type": kind, "code": kind}}
    return json.dumps(body).encode()


def error_event(dialect: Dialect, kind: str, message: str) -> bytes:
    """Return an error in the middle of a stream."""
    if dialect == "anthropic":
        return _named("error", {"type": "error", "error": {"type": kind, "message": message}})
    if dialect == "ollama":
        return _line({"error": message})
    if dialect == "gemini":
        return _data({"error": {"code": 500, "message": message, "status": kind.upper()}}, "\r\n")
    return _data({"error": {"message": message, "type": kind, "code": kind}})


def whole(dialect: Dialect, answer: Said | None = None) -> bytes:
    """Return an answer in one JSON text, as a server that does not stream gives it."""
    answer = answer or Said()
    body: Any
    match dialect:
        case "anthropic":
            body = {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "text", "text": answer.text}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": answer.tokens_in, "output_tokens": answer.tokens_out},
            }
        case "gemini":
            parts = [{"text": answer.text}]
            body = [{"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}]
        case "ollama":
            body = {
                "message": {"role": "assistant", "content": answer.text},
                "done": True,
                "done_reason": "stop",
            }
        case _:
            message = {"role": "assistant", "content": answer.text}
            body = {
                "object": "chat.completion",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": answer.tokens_in, "completion_tokens": answer.tokens_out},
            }
    return json.dumps(body).encode()


def comment(dialect: Dialect) -> bytes:
    """Return a sign of life that is no content."""
    if dialect == "anthropic":
        return _named("ping", {"type": "ping"})
    return b"\n" if dialect == "ollama" else b": keep-alive\n\n"


def _data(body: dict[str, Any], end: str = "\n") -> bytes:
    return f"data: {json.dumps(body, ensure_ascii=False)}{end}{end}".encode()


def _named(name: str, body: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n".encode()


def _line(body: dict[str, Any]) -> bytes:
    return f"{json.dumps(body, ensure_ascii=False)}\n".encode()


def _openai(answer: Said, model: str) -> list[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        body = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model}
        return _data({**body, "choices": [choice]})

    found = [chunk({"role": "assistant", "content": ""})]
    if answer.reasoning:
        found.append(chunk({"reasoning_content": answer.reasoning}))
    found += [chunk({"content": piece}) for piece in answer.cut()]
    for index, (name, arguments) in enumerate(answer.tools):
        text = json.dumps(arguments)
        half = len(text) // 2
        call = {"index": index, "id": f"t{index}", "type": "function"}
        found.append(chunk({"tool_calls": [{**call, "function": {"name": name, "arguments": ""}}]}))
        for part in (text[:half], text[half:]):
            found.append(chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]}))
    found.append(chunk({}, answer.finish or ("tool_calls" if answer.tools else "stop")))
    if answer.usage:
        usage = {
            "prompt_tokens": answer.tokens_in,
            "completion_tokens": answer.tokens_out,
            "total_tokens": answer.tokens_in + answer.tokens_out,
            **answer.counts,
        }
        found.append(_data({"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": usage}))
    return [*found, b"data: [DONE]\n\n"]


def _anthropic(answer: Said, model: str) -> list[bytes]:
    usage = {"input_tokens": answer.tokens_in, "output_tokens": 1, **answer.counts} if answer.usage else {}
    start = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "usage": usage,
    }
    found = [_named("message_start", {"type": "message_start", "message": start})]
    index = 0

    def block(head: dict[str, Any], deltas: Sequence[dict[str, Any]]) -> None:
        nonlocal index
        position = {"index": index}
        found.append(
            _named("content_block_start", {"type": "content_block_start", **position, "content_block": head})
        )
        found.extend(
            _named("content_block_delta", {"type": "content_block_delta", **position, "delta": delta})
            for delta in deltas
        )
        found.append(_named("content_block_stop", {"type": "content_block_stop", **position}))
        index += 1

    if answer.reasoning:
        thought = {"type": "thinking_delta", "thinking": answer.reasoning}
        block({"type": "thinking", "thinking": ""}, [thought, {"type": "signature_delta", "signature": "s"}])
    if answer.text:
        block({"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in answer.cut()])
    for number, (name, arguments) in enumerate(answer.tools):
        text = json.dumps(arguments)
        half = len(text) // 2
        parts = [{"type": "input_json_delta", "partial_json": p} for p in (text[:half], text[half:])]
        block({"type": "tool_use", "id": f"t{number}", "name": name, "input": {}}, parts)
    end = {
        "stop_reason": answer.finish or ("tool_use" if answer.tools else "end_turn"),
        "stop_sequence": None,
    }
    last = {"output_tokens": answer.tokens_out} if answer.usage else {}
    found.append(_named("message_delta", {"type": "message_delta", "delta": end, "usage": last}))
    return [*found, _named("message_stop", {"type": "message_stop"})]


def _gemini(answer: Said, model: str) -> list[bytes]:
    def chunk(parts: list[dict[str, Any]], finish: str = "") -> bytes:
        candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
        body: dict[str, Any] = {"candidates": [candidate], "modelVersion": model}
        if finish:
            candidate["finishReason"] = finish
        if finish and answer.usage:
            body["usageMetadata"] = {
                "promptTokenCount": answer.tokens_in,
                "candidatesTokenCount": answer.tokens_out,
                "totalTokenCount": answer.tokens_in + answer.tokens_out,
                **answer.counts,
            }
        return _data(body, "\r\n")

    found = [chunk([{"text": answer.reasoning, "thought": True}])] if answer.reasoning else []
    found += [chunk([{"text": piece}]) for piece in answer.cut()]
    found += [chunk([{"functionCall": {"name": name, "args": args}}]) for name, args in answer.tools]
    return [*found, chunk([{"text": ""}], answer.finish or "STOP")]


def _ollama(answer: Said, model: str) -> list[bytes]:
    def chunk(message: dict[str, Any], **more: Any) -> bytes:
        body = {"model": model, "created_at": "2026-01-01T00:00:00Z"}
        return _line({**body, "message": {"role": "assistant", **message}, "done": False, **more})

    found = [chunk({"content": "", "thinking": answer.reasoning})] if answer.reasoning else []
    found += [chunk({"content": piece}) for piece in answer.cut()]
    if answer.tools:
        calls = [{"function": {"name": name, "arguments": args}} for name, args in answer.tools]
        found.append(chunk({"content": "", "tool_calls": calls}))
    counts = {"prompt_eval_count": answer.tokens_in, "eval_count": answer.tokens_out} if answer.usage else {}
    return [*found, chunk({"content": ""}, done=True, done_reason=answer.finish or "stop", **counts)]
