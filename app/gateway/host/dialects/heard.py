"""What a stream has said so far, whatever its dialect."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol


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
    finishes: list[str] = field(default_factory=list)
    """The raw finish reasons, each once, in the order in which they were told."""
    ended: bool = False
    """The dialect's last event was seen."""
    settling: bool = False
    """The answer is over, in a dialect that names no end of its own after the finish reason."""
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
    def finish(self) -> str | None:
        """The finish reason that was told last."""
        return self.finishes[-1] if self.finishes else None

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


def add_finish(heard: Heard, reason: object) -> None:
    """Take note of a finish reason."""
    said = str(reason)
    if said not in heard.finishes:
        heard.finishes.append(said)


def count_of(value: object) -> int:
    """Return a count of tokens; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def add_text(pieces: list[str], text: object) -> None:
    """Take note of a piece of text; anything else is passed over."""
    if isinstance(text, str) and text:
        pieces.append(text)
