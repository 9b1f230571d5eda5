"""A JSON text read value by value: only what is being read is held twice.

A text takes up to four times its bytes once it is decoded, and as much again once it is parsed. What is read
here is decoded a window at a time; a value that does not fit gets a larger one.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator

from app.domain.canonical import JsonValue

_WINDOW = 2**18
"""Bytes that are decoded at once: many records, and nothing beside what a file may hold."""
_NEAR = 16
"""Characters before the end of a window in which what looks wrong may only be cut off."""
_SPACE = re.compile(r"[ \t\n\r]*")
_ENDS = (",", "]", "}", ":")
_BOM = codecs.BOM_UTF8


class Pieces:
    """Reads the values of a JSON text one behind the other. Raises what json.loads does."""

    def __init__(self, data: bytes, decoder: json.JSONDecoder) -> None:
        self._data = memoryview(data)
        self._decoder = decoder
        self._text, self._at = "", 0
        # Bytes of the file up to where it is read, and up to what is decoded.
        self._byte = self._decoded = len(_BOM) if data.startswith(_BOM) else 0

    def next_sign(self) -> str:
        """Return the sign that comes next, empty at the end; it is not read yet."""
        while True:
            match = _SPACE.match(self._text, self._at)
            assert match is not None
            self._go_to(match.end())
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def sign(self, among: str) -> str:
        """Read one of some signs; raises ValueError where another comes."""
        found = self.next_sign()
        if not found or found not in among:
            raise ValueError(f"{found!r} in place of {among!r}")
        self._go_to(self._at + 1)
        return found

    def value(self) -> tuple[JsonValue, int, int]:
        """Read a value; return it, and the bytes between which it stands."""
        self.next_sign()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.pos >= len(self._text) - _NEAR or error.msg.startswith("Unterminated")
                if cut and self._more():
                    continue
                raise
            # A number may go on, also behind the point that a window ends with.
            whole = end < len(self._text) - _NEAR or self._text[end : end + 1] in _ENDS
            if whole or not self._more():
                begin = self._byte
                self._go_to(end)
                return value, begin, self._byte

    def members(self) -> Iterator[str]:
        """Read an object: yield the name of each member, whose value is to be read then."""
        self.sign("{")
        if self.next_sign() == "}":
            self.sign("}")
            return
        while True:
            if self.next_sign() != '"':
                raise ValueError("a member has no name")
            name = self.value()[0]
            self.sign(":")
            yield str(name)
            if self.sign(",}") == "}":
                return

    def items(self) -> Iterator[None]:
        """Read a list: yield at each item, which is to be read then."""
        self.sign("[")
        if self.next_sign() == "]":
            self.sign("]")
            return
        while True:
            yield
            if self.sign(",]") == "]":
                return

    def _go_to(self, at: int) -> None:
        self._byte += len(self._text[self._at : at].encode())
        self._at = at

    def _more(self) -> bool:
        """Decode more of the text, twice as much as is there; tell whether there was any."""
        rest = len(self._data) - self._decoded
        if not rest:
            return False
        kept = self._text[self._at :]
        size = min(rest, max(_WINDOW, len(kept)))
        window = self._data[self._decoded : self._decoded + size]
        found, used = codecs.utf_8_decode(window, "strict", size == rest)
        self._text, self._at = kept + found, 0
        self._decoded += used
        return True
