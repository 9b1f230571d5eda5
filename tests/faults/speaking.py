"""What a sound answer looks like on the wire, event by event, in each dialect."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
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
    pieces: int = 6

    def cut(self) -> list[str]:
        """Return the text in pieces."""
        words = re.findall(r"\S+\s*|\s+", self.text)
        size = max(1, -(-len(words) // self.pieces))
        return ["".join(words[at : at + size]) for at in range(0, len(words), size)]


def events(dialect: Dialect, said: Said, model: str = "m") -> list[bytes]:
    """Return the events of a stream, the dialect's last one included."""
    return {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini, "ollama": _ollama}[dialect](
        said, model
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


def whole(dialect: Dialect, said: Said | None = None) -> bytes:
    """Return an answer in one JSON text, as a server that does not stream gives it."""
    said = said or Said()
    body: Any
    match dialect:
        case "anthropic":
            body = {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "text", "text": said.text}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": said.tokens_in, "output_tokens": said.tokens_out},
            }
        case "gemini":
            parts = [{"text": said.text}]
            body = [{"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}]
        case "ollama":
            body = {
                "message": {"role": "assistant", "content": said.text},
                "done": True,
                "done_reason": "stop",
            }
        case _:
            message = {"role": "assistant", "content": said.text}
            body = {
                "object": "chat.completion",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": said.tokens_in, "completion_tokens": said.tokens_out},
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


def _openai(said: Said, model: str) -> list[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        body = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model}
        return _data({**body, "choices": [choice]})

    found = [chunk({"role": "assistant", "content": ""})]
    if said.reasoning:
        found.append(chunk({"reasoning_content": said.reasoning}))
    found += [chunk({"content": piece}) for piece in said.cut()]
    for index, (name, arguments) in enumerate(said.tools):
        text = json.dumps(arguments)
        half = len(text) // 2
        call = {"index": index, "id": f"t{index}", "type": "function"}
        found.append(chunk({"tool_calls": [{**call, "function": {"name": name, "arguments": ""}}]}))
        for part in (text[:half], text[half:]):
            found.append(chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]}))
    found.append(chunk({}, said.finish or ("tool_calls" if said.tools else "stop")))
    if said.usage:
        usage = {
            "prompt_tokens": said.tokens_in,
            "completion_tokens": said.tokens_out,
            "total_tokens": said.tokens_in + said.tokens_out,
        }
        found.append(_data({"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": usage}))
    return [*found, b"data: [DONE]\n\n"]


def _anthropic(said: Said, model: str) -> list[bytes]:
    usage = {"input_tokens": said.tokens_in, "output_tokens": 1} if said.usage else {}
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
        place = {"index": index}
        found.append(
            _named("content_block_start", {"type": "content_block_start", **place, "content_block": head})
        )
        found.extend(
            _named("content_block_delta", {"type": "content_block_delta", **place, "delta": delta})
            for delta in deltas
        )
        found.append(_named("content_block_stop", {"type": "content_block_stop", **place}))
        index += 1

    if said.reasoning:
        thought = {"type": "thinking_delta", "thinking": said.reasoning}
        block({"type": "thinking", "thinking": ""}, [thought, {"type": "signature_delta", "signature": "s"}])
    if said.text:
        block({"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in said.cut()])
    for number, (name, arguments) in enumerate(said.tools):
        text = json.dumps(arguments)
        half = len(text) // 2
        parts = [{"type": "input_json_delta", "partial_json": p} for p in (text[:half], text[half:])]
        block({"type": "tool_use", "id": f"t{number}", "name": name, "input": {}}, parts)
    end = {"stop_reason": said.finish or ("tool_use" if said.tools else "end_turn"), "stop_sequence": None}
    last = {"output_tokens": said.tokens_out} if said.usage else {}
    found.append(_named("message_delta", {"type": "message_delta", "delta": end, "usage": last}))
    return [*found, _named("message_stop", {"type": "message_stop"})]


def _gemini(said: Said, model: str) -> list[bytes]:
    def chunk(parts: list[dict[str, Any]], finish: str = "") -> bytes:
        candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
        body: dict[str, Any] = {"candidates": [candidate], "modelVersion": model}
        if finish:
            candidate["finishReason"] = finish
        if finish and said.usage:
            body["usageMetadata"] = {
                "promptTokenCount": said.tokens_in,
                "candidatesTokenCount": said.tokens_out,
                "totalTokenCount": said.tokens_in + said.tokens_out,
            }
        return _data(body, "\r\n")

    found = [chunk([{"text": said.reasoning, "thought": True}])] if said.reasoning else []
    found += [chunk([{"text": piece}]) for piece in said.cut()]
    found += [chunk([{"functionCall": {"name": name, "args": args}}]) for name, args in said.tools]
    return [*found, chunk([{"text": ""}], said.finish or "STOP")]


def _ollama(said: Said, model: str) -> list[bytes]:
    def chunk(message: dict[str, Any], **more: Any) -> bytes:
        body = {"model": model, "created_at": "2026-01-01T00:00:00Z"}
        return _line({**body, "message": {"role": "assistant", **message}, "done": False, **more})

    found = [chunk({"content": "", "thinking": said.reasoning})] if said.reasoning else []
    found += [chunk({"content": piece}) for piece in said.cut()]
    if said.tools:
        calls = [{"function": {"name": name, "arguments": args}} for name, args in said.tools]
        found.append(chunk({"content": "", "tool_calls": calls}))
    counts = {"prompt_eval_count": said.tokens_in, "eval_count": said.tokens_out} if said.usage else {}
    return [*found, chunk({"content": ""}, done=True, done_reason=said.finish or "stop", **counts)]
