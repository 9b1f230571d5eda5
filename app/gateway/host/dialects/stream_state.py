"""What a stream has said so far, whatever its dialect."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

from app.domain.i18n import Message
from app.domain.tokens import Timings

_MOST_DOLLARS = 10**6
"""No call costs as much; a larger sum is none."""
MOST_TOKENS = 10**9
"""No answer of a model has as many; a larger count is none, and no file holds it."""
_DIGITS = 20
"""Of a count that is told as a string: more than any has."""
_SUM = re.compile(r"\d{1,7}(?:\.\d{1,20})?(?:[eE]-?\d{1,2})?")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD, _SAME_AGAIN = 3, 20
"""Characters that begin a word twice only by chance, and that nobody says twice with nothing else before."""
_HIGH = re.compile("[\ud800-\udbff]\\Z")


class BadStream(Exception):
    """The stream is not what the dialect allows."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why))
        self.why = why


class Pieces(list[str]):
    """Texts in the order in which they came. A character that came in two halves stands in one of them."""

    _half = ""
    _size = 0
    _again = ""
    """What said all of before once more and nothing else: the same words twice if anything follows."""

    def append(self, text: str) -> None:
        """Take a piece that is whole."""
        if self._again:
            again, self._again = self._again, ""
            self._take(again)
        if len(text) >= self._size > 0 and (more := self._behind_all(text)) is not None:
            self._again = "" if more else text
            text = more
        self._take(text)

    def _take(self, text: str) -> None:
        if text:
            self._size += len(text)
            super().append(text)

    def _behind_all(self, text: str) -> str | None:
        """Return what is new in a piece that says all of before once more, None in any other.

        Some servers send with each event, or with the last one, all that was written by then.
        """
        before = "".join(self)
        if not text.startswith(before) or not _LETTER.search(before):
            return None
        more = text[len(before) :]
        # A word may begin so, in pieces: “l” and “lama”, “ha” and “haha”; and some say one thing on and on.
        part = len(before) < _WORD and not more[:1].isspace()
        short = len(before) < _SAME_AGAIN and (not more or more.startswith(before))
        on_and_on = (before + before).find(before, 1) < len(before)
        return None if part or short or on_and_on else more

    def add(self, text: object) -> None:
        """Take note of a piece of text; anything else is passed over."""
        if not isinstance(text, str) or not text:
            return
        if not self._half and text.isascii():
            # No half of a character is in it.
            self.append(text)
            return
        text = _PAIR.sub(_joined, self._half + text)
        half = _HIGH.search(text)
        self._half = half[0] if half else ""
        if text := text.removesuffix(self._half):
            self.append(text)

    def close(self) -> None:
        """Nothing follows: half a character stays one."""
        half, self._half = self._half, ""
        if half:
            self.append(half)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


@dataclass(slots=True)
class ToolPart:
    """A tool call as far as it has arrived."""

    id: str = ""
    name: str = ""
    arguments: str = ""

    @property
    def whole(self) -> bool:
        """Tell whether it has all that it is called with: what follows is another's, or all of it again."""
        with suppress(ValueError, RecursionError):
            return isinstance(json.loads(self.arguments), dict)
        return False


@dataclass(slots=True)
class StreamState:
    """Everything a stream has said so far."""

    text: Pieces = field(default_factory=Pieces)
    reasoning: Pieces = field(default_factory=Pieces)
    tools: dict[int, ToolPart] = field(default_factory=dict)
    slots: dict[int, int] = field(default_factory=dict)
    """Which of them a server's own number means now, in a dialect where it may mean several."""
    refusal: Pieces = field(default_factory=Pieces)
    choice: int | None = None
    """Which of several answers is read: the one that was told first."""
    finishes: list[str] = field(default_factory=list)
    """The raw finish reasons, each once, in the order in which they were told."""
    ended: bool = False
    """The dialect's last event was seen."""
    ends_with_body: bool = False
    """The end of the body does as well, once a finish was told."""
    settling: bool = False
    """The answer is over, in a dialect that names no end of its own after the finish reason."""
    stops: int = 0
    """Events that told a finish, in such a dialect: some servers tell it with every piece."""
    error: dict[str, Any] | None = None
    """An error event."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int = 0
    """Of the prompt: read from a cache."""
    tokens_stored: int = 0
    """Of the prompt: written to a cache."""
    cost: float | None = None
    """Dollars that the server says it charges."""
    timings: Timings | None = None
    """How long it took, where the server tells."""
    unmarked: bool = False
    """It ended without a reason, or with one in words of the server's own."""
    one_piece: bool = False
    """The answer came as one JSON text, and that is whole."""
    events: int = 0
    strange: bool = False
    """There were events, and none of this dialect."""
    aside: dict[str, Any] = field(default_factory=dict)
    """The last event that is none of this dialect."""
    charset: str = ""
    """What the answer's head says its letters are in."""
    whole: int = 0
    """Bytes of an answer that is no stream and is read at its end."""
    vectors: list[list[float]] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    """What the provider's own search found, titles by addresses, where that was asked for."""
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
        texts = len(self.text) + len(self.reasoning) + len(self.refusal) + self.whole
        return texts + sum(1 + len(part.arguments) for part in self.tools.values())


class Reader(Protocol):
    """Makes sense of an answer's bytes."""

    state: StreamState

    def feed(self, data: bytes) -> None:
        """Take bytes; raises BadStream."""
        ...

    def close(self) -> None:
        """The body ended as HTTP says it should. Raises BadStream."""
        ...


def decoded(data: bytes | bytearray, charset: str) -> str:
    """Return a server's bytes as text: UTF-8, whatever it calls that, else in what it names."""
    for name, errors in (("utf-8", "strict"), (charset, "strict"), ("utf-8", "replace")):
        with suppress(UnicodeError, LookupError):
            return data.decode(name, errors)
    return ""


def add_finish(state: StreamState, reason: object) -> None:
    """Take note of a finish reason."""
    state.text.close()
    state.reasoning.close()
    finish = str(reason)
    if finish not in state.finishes:
        state.finishes.append(finish)


def is_chosen(state: StreamState, choice: dict[str, Any]) -> bool:
    """Tell whether a choice is the one that is read: a server may send more than were asked for."""
    index = count_of(choice.get("index"))
    if state.choice is None:
        state.choice = index
    return index == state.choice


def count_of(value: object) -> int:
    """Return a count of tokens, in digits or a string of them; 0 for what is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value[:_DIGITS])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return (
        value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS else 0
    )


def timings_of(told: Mapping[str, object], names: Sequence[str], unit: float) -> Timings | None:
    """Return the times that a server tells by these names, `unit` of them a second, or none of them.

    A time that is missing is none at all, but a prompt was read and an answer written.
    """
    load, read, write = (
        number / unit if isinstance(number := told.get(name), int | float) and 0 <= number < inf else 0.0
        for name in names
    )
    return Timings(load, read, write) if read > 0 and write > 0 else None


def dollars_of(value: object) -> float | None:
    """Return a sum of dollars, a number or a string of one; None for what is none."""
    if isinstance(value, str) and _SUM.fullmatch(value):
        value = float(value)
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    return float(number) if 0 <= number <= _MOST_DOLLARS else None
