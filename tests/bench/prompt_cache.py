"""A server on this machine that keeps prompts as providers do, and records what goes over the wire.

Its beginnings are those that providers count: tools, then the form of the reply, then the messages. It reads
them at a speed, so that a beginning which it has kept makes its first word come sooner; it keeps one from its
first word on, as providers do. OpenAI's keeps what it read by itself, in steps of 128 tokens from 1 024 on;
Anthropic's keeps and finds what ends at a mark.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.domain.counting import count_tokens
from tests.bench.paid_answers import answer
from tests.faults.server import Act, Asked
from tests.faults.speaking import Said, events

LEAST, STEP = 1_024, 128
MARKS = 4
_BARE: dict[str, Any] = {"tools": [], "response_format": None, "output_format": None}
READ_SPEED = 20_000
"""Tokens a second that are read anew."""
SECONDS, PIECES = 1.4, 14
"""What an answer of as many pieces takes; a shorter one is over sooner."""
PRICES = {"openai": (0.25, 1.0), "anthropic": (0.1, 1.25)}
"""What a token costs that is read from a cache, and one that is written to it, of one that is read anew."""


@dataclass(frozen=True)
class Sent:
    """A prompt as its server took it, in tokens; `known`: what an earlier call of its model began with."""

    model: str
    text: str
    tokens: int
    messages: int
    """Of them, those of the messages: without tools and forms."""
    known: int
    cached: int
    written: int
    fields: str

    def price(self, dialect: str) -> float:
        """Return what the prompt costs in tokens that are read anew."""
        read, write = PRICES[dialect]
        fresh = self.tokens - self.cached - self.written
        return fresh + read * self.cached + write * self.written


@dataclass
class KeepingServer:
    """The script of a `FaultServer`."""

    seconds: float = SECONDS
    sent: list[Sent] = field(default_factory=list)
    _kept: list[tuple[str, float, str]] = field(default_factory=list)
    """Model, the time from which on it is known, and the beginning."""

    def __call__(self, asked: Asked) -> Act:
        """Read a prompt and answer it."""
        now, parts = time.monotonic(), list(beginning(asked.dialect, asked.json))
        text = "".join(part for part, _ in parts)
        tokens = count_tokens(text)
        if asked.dialect == "anthropic":
            marked = list(_marked(parts))
            cached = max((count_tokens(t) for t in marked if self._knows(asked.model, t, now)), default=0)
            whole = max(map(count_tokens, marked), default=0)
            written = max(0, whole - cached) if whole >= LEAST else 0
            keep: Sequence[str] = [t for t in marked if count_tokens(t) >= LEAST]
        else:
            known = max((self._common(asked.model, text, now)), key=len, default="")
            cached = _steps(count_tokens(known)) if known else 0
            written, keep = 0, [text]
        before = (tokens - cached) / READ_SPEED
        known_ever = max(
            (common(text, one.text) for one in self.sent if one.model == asked.model),
            key=len,
            default="",
        )
        self._kept += [(asked.model, now + before, kept) for kept in keep]
        self.sent.append(
            Sent(
                asked.model,
                text,
                tokens,
                count_tokens("".join(part for part, _ in beginning(asked.dialect, {**asked.json, **_BARE}))),
                count_tokens(known_ever) if known_ever else 0,
                cached,
                written,
                ", ".join(_fields(asked.json)),
            )
        )
        said = answer(asked.prompt, asked.hash[:6])
        spoken = events(
            asked.dialect, Said(said, pieces=PIECES, tokens_in=tokens, tokens_out=count_tokens(said))
        )
        return Act(spoken, before=before, gap=self.seconds / max(PIECES, len(spoken)))

    def _knows(self, model: str, text: str, now: float) -> bool:
        return any(one == model and at <= now and kept == text for one, at, kept in self._kept)

    def _common(self, model: str, text: str, now: float) -> Iterator[str]:
        for one, at, kept in self._kept:
            if one == model and at <= now:
                yield common(text, kept)


def common(one: str, other: str) -> str:
    """Return what both texts begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return one[:low]


def beginning(dialect: str, body: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a prompt in the order in which a provider reads them, and whether one is marked."""
    for tool in body.get("tools") or []:
        yield json.dumps(tool), "cache_control" in tool
    form = body.get("response_format") or body.get("output_format")
    if form and form.get("type") != "json_object":
        yield json.dumps(form), False
    if dialect == "anthropic":
        for block in body.get("system") or []:
            yield f"system: {block['text']}\n", "cache_control" in block
    for message in body["messages"]:
        content = message.get("content") or ""
        blocks = [{"text": content}] if isinstance(content, str) else content
        for number, block in enumerate(blocks):
            who = "" if number else f"{message['role']}: "
            said = block.get("text") or json.dumps({k: v for k, v in block.items() if k != "cache_control"})
            yield f"{who}{said}", "cache_control" in block
        if message.get("tool_calls"):
            yield json.dumps(message["tool_calls"]), False
        yield "\n", False


def _marked(parts: Sequence[tuple[str, bool]]) -> Iterator[str]:
    assert sum(marked for _, marked in parts) <= MARKS, "Anthropic refuses more marks"
    for end, (_, marked) in enumerate(parts, 1):
        if marked:
            yield "".join(text for text, _ in parts[:end])


def _steps(tokens: int) -> int:
    return tokens // STEP * STEP if tokens >= LEAST else 0


def _fields(body: dict[str, Any]) -> list[str]:
    form = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {})
    form = form or (body.get("output_format") or {}).get("schema", {})
    return list(form.get("properties", {}))[:2] or [
        t.get("name") or t["function"]["name"] for t in body.get("tools") or []
    ]
