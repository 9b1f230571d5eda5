"""Reading the raw stream of a provider: what was said, whether it ended, and what was wrong.

Pure: bytes in, `Heard` out, no clock, no I/O. An answer is whole only if its finish event and the dialect's
own end were seen on the wire; nobody's word is taken for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.gateway.providers import Dialect

LARGEST_EVENT = 16 * 2**20
"""Bytes of one event; a longer one is no answer of a model."""


class BadStream(Exception):
    """The stream is not what the dialect allows; the message says why."""


@dataclass(slots=True)
class ToolPart:
    """A tool call as far as it has arrived."""

    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Heard:
    """Everything a stream has said so far."""

    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    tools: dict[int, ToolPart] = field(default_factory=dict)
    refusal: list[str] = field(default_factory=list)
    finish: str | None = None
    """The raw finish reason."""
    ended: bool = False
    """The dialect's last event was seen."""
    error: dict[str, Any] | None = None
    """An error event."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    events: int = 0
    whole: int = 0
    """Bytes of an answer that is no stream and is read at its end."""
    vectors: list[list[float]] = field(default_factory=list)
    reply_tool: str = ""
    """The tool that the model was made to call to reply: what it is called with is text."""

    @property
    def calls(self) -> dict[int, ToolPart]:
        """The calls of tools that the request offers."""
        if not self.reply_tool:
            return self.tools
        return {index: part for index, part in self.tools.items() if part.name != self.reply_tool}

    @property
    def content(self) -> int:
        """Pieces of content so far: what the idle limit looks at."""
        return len(self.text) + len(self.reasoning) + len(self.refusal) + self._tool_size() + self.whole

    def _tool_size(self) -> int:
        return sum(1 + len(part.arguments) for part in self.tools.values())


class Reader(Protocol):
    """Makes sense of an answer's bytes."""

    heard: Heard

    def feed(self, data: bytes) -> None:
        """Take bytes; raises BadStream."""
        ...

    def close(self) -> None:
        """The body ended as HTTP says it should. Raises BadStream."""
        ...


class StreamReader:
    """Feeds one dialect from bytes in pieces of any size."""

    def __init__(self, dialect: Dialect, reply_tool: str = "") -> None:
        self.heard = Heard(reply_tool=reply_tool)
        self._lines = _Lines()
        self._ndjson = dialect == "ollama"
        self._handle = {
            "openai": _openai,
            "anthropic": _anthropic,
            "gemini": _gemini,
            "ollama": _ollama,
        }[dialect]
        self._data: list[str] = []
        self._finish_event = ""

    def feed(self, data: bytes) -> None:
        """Take bytes; raises BadStream."""
        for line in self._lines.feed(data):
            self._line(line)

    def close(self) -> None:
        """The body ended as HTTP says it should: an event without its blank line still counts."""
        for line in self._lines.rest():
            self._line(line)
        self._line("")

    def _line(self, line: str) -> None:
        if self._ndjson:
            if line.strip():
                self._event(line)
        elif not line:
            if self._data:
                data, self._data = "\n".join(self._data), []
                self._event(data)
        elif line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))

    def _event(self, data: str) -> None:
        heard = self.heard
        if data.strip() == "[DONE]":
            heard.ended = True
            return
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            raise BadStream("an event of the stream is not valid JSON") from None
        if not isinstance(value, dict):
            raise BadStream("an event of the stream is not an object")
        if heard.ended:
            return
        heard.events += 1
        error = value.get("error")
        if error:
            heard.error = error if isinstance(error, dict) else {"message": str(error)}
            return
        try:
            finished = self._handle(heard, value)
        except (TypeError, ValueError, AttributeError, KeyError, IndexError):
            raise BadStream("an event of the stream has an unknown form") from None
        if heard.reply_tool:
            _reply(heard)
        if finished:
            # A stream that says every event twice has doubled its text as well.
            if data == self._finish_event:
                raise BadStream("the stream repeats its events")
            self._finish_event = data


class _Lines:
    """Cuts bytes into lines ended by CR, LF or both; a byte order mark at the start is no text."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._fresh = True
        self._seen = 0

    def feed(self, data: bytes) -> Iterator[str]:
        self._buffer += data
        if self._fresh:
            if len(self._buffer) < 3 and b"\xef\xbb\xbf".startswith(self._buffer):
                return
            if self._buffer.startswith(b"\xef\xbb\xbf"):
                del self._buffer[:3]
            self._fresh = False
        # Only what is new is searched: one-byte pieces of a long event must not take quadratic time.
        end = self._buffer.rfind(b"\n", self._seen)
        cr = self._buffer.rfind(b"\r", self._seen, max(self._seen, len(self._buffer) - 1))
        end = max(end, cr)
        if end < 0:
            self._seen = max(0, len(self._buffer) - 1)
            if len(self._buffer) > LARGEST_EVENT:
                raise BadStream("one event of the stream is too long")
            return
        if self._buffer[end : end + 2] == b"\r\n":
            end += 1
        whole, self._buffer = self._buffer[: end + 1], self._buffer[end + 1 :]
        self._seen = 0
        yield from _split(bytes(whole))

    def rest(self) -> Iterator[str]:
        yield from _split(bytes(self._buffer))
        self._buffer.clear()


def _split(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return lines[:-1] if text.endswith("\n") or not text else lines


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _said(pieces: list[str], text: object) -> None:
    if isinstance(text, str) and text:
        pieces.append(text)


def _reply(heard: Heard) -> None:
    """Take for text what the tool for replies is called with."""
    for part in heard.tools.values():
        if part.name == heard.reply_tool and part.arguments:
            heard.text.append(part.arguments)
            part.arguments = ""


def _openai(heard: Heard, event: dict[str, Any]) -> bool:
    usage = event.get("usage")
    if isinstance(usage, dict):
        heard.tokens_in = _count(usage.get("prompt_tokens"))
        heard.tokens_out = _count(usage.get("completion_tokens"))
    finished = False
    for choice in (event.get("choices") or [])[:1]:
        delta = choice.get("delta") or {}
        content = delta.get("content")
        if isinstance(content, list):
            for part in content:
                _openai_part(heard, part)
        _said(heard.text, content)
        _said(heard.reasoning, delta.get("reasoning_content") or delta.get("reasoning"))
        _said(heard.refusal, delta.get("refusal"))
        for call in delta.get("tool_calls") or []:
            part = heard.tools.setdefault(_count(call.get("index")), ToolPart())
            function = call.get("function") or {}
            part.id = call.get("id") or part.id
            part.name += function.get("name") or ""
            part.arguments += function.get("arguments") or ""
        if choice.get("finish_reason"):
            heard.finish = str(choice["finish_reason"])
            finished = True
    return finished


def _openai_part(heard: Heard, part: dict[str, Any]) -> None:
    if part.get("type") == "thinking":
        for piece in part.get("thinking") or []:
            _said(heard.reasoning, piece.get("text"))
    else:
        _said(heard.text, part.get("text"))


def _anthropic(heard: Heard, event: dict[str, Any]) -> bool:
    match event.get("type"):
        case "message_start":
            usage = (event.get("message") or {}).get("usage") or {}
            heard.tokens_in = sum(
                _count(usage.get(name))
                for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            )
            heard.tokens_out = _count(usage.get("output_tokens"))
        case "content_block_start":
            block = event.get("content_block") or {}
            if block.get("type") == "tool_use":
                index = _count(event.get("index"))
                if index in heard.tools:
                    raise BadStream("the stream repeats its events")
                heard.tools[index] = ToolPart(block.get("id") or "", block.get("name") or "")
            _said(heard.text, block.get("text"))
        case "content_block_delta":
            delta = event.get("delta") or {}
            _said(heard.text, delta.get("text"))
            _said(heard.reasoning, delta.get("thinking"))
            if delta.get("type") == "input_json_delta":
                heard.tools[_count(event.get("index"))].arguments += delta.get("partial_json") or ""
        case "message_delta":
            usage = event.get("usage") or {}
            if "output_tokens" in usage:
                heard.tokens_out = _count(usage["output_tokens"])
            reason = (event.get("delta") or {}).get("stop_reason")
            if reason:
                heard.finish = str(reason)
                return True
        case "message_stop":
            heard.ended = True
        case _:
            pass
    return False


def _gemini(heard: Heard, event: dict[str, Any]) -> bool:
    usage = event.get("usageMetadata")
    if isinstance(usage, dict):
        heard.tokens_in = _count(usage.get("promptTokenCount"))
        heard.tokens_out = _count(usage.get("candidatesTokenCount")) + _count(usage.get("thoughtsTokenCount"))
    blocked = (event.get("promptFeedback") or {}).get("blockReason")
    if blocked:
        heard.finish = str(blocked)
        return False
    finished = False
    for candidate in (event.get("candidates") or [])[:1]:
        for part in (candidate.get("content") or {}).get("parts") or []:
            _said(heard.reasoning if part.get("thought") else heard.text, part.get("text"))
            call = part.get("functionCall")
            if call:
                arguments = json.dumps(call.get("args") or {}, ensure_ascii=False)
                number = len(heard.tools)
                heard.tools[number] = ToolPart(call.get("id") or "", str(call.get("name") or ""), arguments)
        if candidate.get("finishReason"):
            heard.finish = str(candidate["finishReason"])
            finished = True
    return finished


def _ollama(heard: Heard, event: dict[str, Any]) -> bool:
    message = event.get("message") or {}
    _said(heard.text, message.get("content"))
    _said(heard.reasoning, message.get("thinking"))
    for call in message.get("tool_calls") or []:
        function = call.get("function") or {}
        number = len(heard.tools)
        arguments = json.dumps(function.get("arguments") or {}, ensure_ascii=False)
        heard.tools[number] = ToolPart("", str(function.get("name") or ""), arguments)
    if event.get("done"):
        heard.finish = str(event.get("done_reason") or "stop")
        heard.ended = True
        heard.tokens_in = _count(event.get("prompt_eval_count"))
        heard.tokens_out = _count(event.get("eval_count"))
    return False
