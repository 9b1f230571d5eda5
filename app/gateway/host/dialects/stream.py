"""Reading the raw stream of a provider: what was said, whether it ended, and what was wrong.

Pure: bytes in, `Heard` out, no clock, no I/O. An answer is whole only if its finish event and the dialect's
own end were seen on the wire; nobody's word is taken for it.
"""

from __future__ import annotations

import json

from app.gateway.host.dialects import anthropic, gemini, ollama, openai
from app.gateway.host.dialects.heard import BadStream, Heard
from app.gateway.host.dialects.lines import Lines
from app.gateway.providers import Dialect


class StreamReader:
    """Feeds one dialect from bytes in pieces of any size."""

    def __init__(self, dialect: Dialect, reply_tool: str = "") -> None:
        self.heard = Heard(reply_tool=reply_tool)
        self._lines = Lines()
        self._ndjson = dialect == "ollama"
        self._handle = {
            "openai": openai.read,
            "anthropic": anthropic.read,
            "gemini": gemini.read,
            "ollama": ollama.read,
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


def _reply(heard: Heard) -> None:
    """Take for text what the tool for replies is called with."""
    for part in heard.tools.values():
        if part.name == heard.reply_tool and part.arguments:
            heard.text.append(part.arguments)
            part.arguments = ""
