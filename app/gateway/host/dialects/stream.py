"""Reading the raw stream of a provider: what was said, whether it ended, and what was wrong.

Pure: bytes in, `StreamState` out, no clock, no I/O. An answer is whole only if its finish event and the
dialect's own end were seen on the wire; nobody's word is taken for it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.domain import fault_messages
from app.gateway.host.dialects.registry import WORDS
from app.gateway.host.dialects.searching import pages_in
from app.gateway.host.dialects.stream_state import BadStream, StreamState, decoded

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Dialect


_LARGEST_EVENT = 16 * 2**20
"""Bytes of one event; a longer one is no answer of a model."""


class Lines:
    """Cuts bytes into lines ended by CR, LF or both; a byte order mark at the start is no text."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._fresh = True
        self._seen = 0

    def feed(self, data: bytes, charset: str = "") -> list[str]:
        """Take bytes; return the lines that are whole. Raises BadStream."""
        self._buffer += data
        if self._fresh:
            if len(self._buffer) < 3 and b"\xef\xbb\xbf".startswith(self._buffer):
                return []
            if self._buffer.startswith(b"\xef\xbb\xbf"):
                del self._buffer[:3]
            self._fresh = False
        # Only what is new is searched: one-byte pieces of a long event must not take quadratic time.
        end = self._buffer.rfind(b"\n", self._seen)
        cr = self._buffer.rfind(b"\r", self._seen, max(self._seen, len(self._buffer) - 1))
        end = max(end, cr)
        if end < 0:
            self._seen = max(0, len(self._buffer) - 1)
            if len(self._buffer) > _LARGEST_EVENT:
                raise BadStream(fault_messages.EVENT_TOO_LONG)
            return []
        if self._buffer[end : end + 2] == b"\r\n":
            end += 1
        whole, self._buffer = self._buffer[: end + 1], self._buffer[end + 1 :]
        self._seen = 0
        return _split(whole, charset)

    def rest(self, charset: str = "") -> list[str]:
        """Return what is left at the end."""
        rest, self._buffer = self._buffer, bytearray()
        return _split(rest, charset)


def _split(data: bytearray, charset: str) -> list[str]:
    text = decoded(data, charset)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return lines[:-1] if text.endswith("\n") or not text else lines


_FIELDS = (":", "id:", "retry:")
"""What a line of a stream begins with, data and name aside; another is noise, or no stream at all."""

_END_MARKS = WORDS.end_marks
_ENDS = frozenset(mark.strip("[]").casefold() for mark in _END_MARKS)
_ALIVE = frozenset(("ping", "pong", "keepalive", "keep-alive", "heartbeat", "processing"))
"""Data of events that are but signs of life, in plain words."""


class StreamReader:
    """Feeds one dialect from bytes in pieces of any size."""

    def __init__(self, dialect: Dialect, reply_tool: str = "", *, searches: bool = False) -> None:
        """`searches`: its provider may search for the answer, and tells what it found."""
        self.state = StreamState(reply_tool=reply_tool, ends_with_body=dialect.ENDS_WITH_BODY)
        self._dialect, self._searches = dialect, searches
        self._by_line = dialect.LINES
        self._lines = Lines()
        self._data: list[str] = []
        self._loose: list[str] = []
        """Lines that belong to no event, as long as there was none: perhaps an answer that is no stream."""
        self._finish_event = self._last_event = ""
        self._doubled = False
        self._name = ""
        """What the event that is being read is called."""

    def feed(self, data: bytes) -> None:
        for line in self._lines.feed(data, self.state.charset):
            self._line(line)

    def close(self) -> None:
        """The body ended as HTTP says it should: an event without its blank line still counts."""
        rest = self._lines.rest(self.state.charset)
        try:
            for line in (*rest, ""):
                self._line(line)
        except BadStream as error:
            # Half an event: the connection broke within it.
            if not rest or error.why != fault_messages.EVENT_NO_JSON:
                raise
        if self._loose:
            self._whole("\n".join(self._loose))

    def _line(self, line: str) -> None:
        if self.state.ended:
            # What follows the end is none of the answer's, whatever it is.
            return
        # Where a gateway puts pieces together, each may begin with a mark of its own.
        line = line.removeprefix("\ufeff")
        if self._by_line:
            line = line.removeprefix("data:").strip()
            if line and not line.startswith((*_FIELDS, "event:")):
                self._event(line)
        elif not line:
            data, self._data = "\n".join(self._data), []
            # An event without data is a sign of life.
            if data.strip():
                self._event(data)
            self._name = ""
        elif line.startswith("data:"):
            data = line[5:].removeprefix(" ")
            while data.startswith("data:"):
                # A gateway that hands on what was framed already.
                data = data[5:].removeprefix(" ")
            if len(self._data) == 1 and self._is_whole(self._data[0]):
                # No blank line parts this server's events.
                self._event(self._data.pop())
            # A comment that was framed once more is one all the same.
            if not data.startswith(":"):
                self._data.append(data)
        elif line.startswith("event:"):
            self._name = line[6:].strip()
        elif not line.startswith(_FIELDS):
            self._stray(line)

    def _value(self, data: str) -> dict[str, Any] | None:
        """Return what an event says, its error in the one place; None: nothing."""
        value: dict[str, Any] | None
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            if self._name != "error" and not data.lower().startswith("[error]"):
                raise BadStream(fault_messages.EVENT_NO_JSON) from None
            # An error in plain words.
            value = {"error": {"type": "server_error", "message": data}}
        if value is not None and not isinstance(value, dict):
            raise BadStream(fault_messages.EVENT_NO_OBJECT)
        if self._name == "error" and value:
            value.setdefault("error", dict(value))
        return value

    @staticmethod
    def _is_whole(data: str) -> bool:
        """Tell whether a line of data is an event by itself."""
        try:
            return data.strip() in _END_MARKS or isinstance(json.loads(data), dict)
        except (ValueError, RecursionError):
            return False

    def _stray(self, line: str) -> None:
        """Take a line that is none of a stream's."""
        state, start = self.state, line.lstrip()[:1]
        if state.events == 0 and (self._loose or start in ("{", "[")):
            self._loose.append(line)
            state.whole += len(line)
        elif state.events and start == "<":
            raise BadStream(fault_messages.PAGE_WITHIN)
        elif state.events and start == "{":
            # Some proxies tell an error as a bare line.
            self._event(line)
        elif line.startswith(WORDS.error_fields):
            self._event(f'{{"error": {line.partition(":")[2].strip() or "{}"}}}')

    def _whole(self, text: str) -> None:
        """Take an answer, or an error, that came as one JSON text."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            self._each_line()
            return
        self.state.whole = 0
        # Gemini tells its chunks, and its errors, as one list.
        for item in value if isinstance(value, list) else [value]:
            if not isinstance(item, dict):
                raise BadStream(fault_messages.UNKNOWN_JSON)
            try:
                events = [item] if item.get("error") else list(self._dialect.unstreamed(item))
            except (TypeError, ValueError, AttributeError, KeyError):
                raise BadStream(fault_messages.UNKNOWN_JSON) from None
            for event in events:
                self._event(json.dumps(event))
        self.state.one_piece = bool(self.state.content)
        self.state.ended = self.state.finish is not None

    def _each_line(self) -> None:
        """Take events that stand in lines of their own, without the word that begins an event."""
        lines = [line for line in self._loose if line.strip()]
        if not all(map(self._is_whole, lines)):
            raise BadStream(fault_messages.NO_JSON)
        self.state.whole = 0
        for line in lines:
            self._event(line)

    def _event(self, data: str) -> None:
        state = self.state
        word = data.strip(' "[]').casefold()
        if data.strip() in _END_MARKS or word in _ENDS:
            state.ended = True
            return
        if word in _ALIVE:
            return
        value = self._value(data)
        if value is None or state.ended:
            # `null` is as good as no event.
            return
        known = any(value.get(name) for name in self._dialect.KNOWN_BY)
        state.aside = state.aside if known else value
        state.strange = not known and (state.strange or state.events == 0)
        state.events += 1
        error = value.get("error")
        if error:
            if isinstance(error, str | list):
                error = {"message": error, "type": value.get("error_type")}
            # Of one that is but a mark or a code the words stand beside it.
            state.error = error if isinstance(error, dict) else {**value, "code": error}
            return
        try:
            finished = self._dialect.read(state, value)
            if self._searches:
                for url, title in pages_in(value):
                    state.pages.setdefault(url, title)
        except (TypeError, ValueError, AttributeError, KeyError, IndexError):
            raise BadStream(fault_messages.EVENT_UNKNOWN) from None
        if state.reply_tool:
            _reply(state)
        if finished and state.content:
            # A stream that says every event twice has doubled its text as well; one its end alone has not.
            if data == self._finish_event and self._doubled:
                raise BadStream(fault_messages.EVENTS_REPEATED)
            self._finish_event = data
        else:
            self._doubled = data == self._last_event
        self._last_event = data


def _reply(state: StreamState) -> None:
    """Take for text what the tool for replies is called with."""
    for part in state.tools.values():
        if part.name == state.reply_tool and part.arguments:
            state.text.add(part.arguments)
            part.arguments = ""
