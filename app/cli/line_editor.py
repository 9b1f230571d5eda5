"""A line as it is typed or pasted at a terminal (POSIX): each key is taken as it comes.

The system's own line mode cuts a line at 4,095 bytes and hands over pasted lines one by one, each as an
answer of its own. Here all that is pasted is one answer, whether the terminal marks it or not.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import select
import sys
import termios
import unicodedata
from contextlib import suppress

_BEGIN, _END = "\x1b[200~", "\x1b[201~"
"""How a terminal that was asked to marks what is pasted."""
_MARKED, _PLAIN = b"\x1b[?2004h", b"\x1b[?2004l"
"""Asks a terminal to mark it, and not to."""
_KEY = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""A key that is no character, as those with arrows."""
_BEGUN = re.compile(r"\x1b(?:\[[0-9;?]*)?")
"""One of which the rest has yet to come."""
_PASTED_WITHIN = 0.05
"""Seconds after a line end within which more comes only of what is pasted: nobody types so quickly."""
_ahead = [""]
"""What was typed while nothing was asked: lines for the questions to come."""


class LineEditor:
    """What was typed of an answer so far. `ended`: it is whole; `closed`: there is no more input."""

    def __init__(self, decoder: codecs.IncrementalDecoder) -> None:
        self.text = ""
        self.ended = self.closed = False
        self._decoder = decoder
        self._waiting = ""
        """A key of which the rest has yet to come."""
        self._pasting = False

    @property
    def answer(self) -> str | None:
        """What was typed; None: there is no more input."""
        return None if self.closed else self.text

    def take(self, data: bytes) -> str:
        """Take what a terminal hands over; return what is to be shown of it."""
        rest, shown = self._decoder.decode(data), ""
        while rest:
            sign, rest = self._next(rest)
            if self.ended and sign:
                # A line end with more behind it is one of what is pasted.
                self.text, self.ended = f"{self.text}\n", False
            shown += self._key(sign)
        return shown

    def take_line(self, typed: str) -> str:
        """Take the first line of what was typed ahead, or all that is marked as pasted; return the rest."""
        while typed and not self.ended:
            sign, typed = self._next(typed)
            self._key(sign)
        return typed

    def _next(self, typed: str) -> tuple[str, str]:
        """Return the first key, empty where it stands for no character, and what comes behind it."""
        typed, self._waiting = self._waiting + typed, ""
        if typed[0] != "\x1b":
            return typed[0], typed[1:]
        if _BEGUN.fullmatch(typed):
            self._waiting = typed
            return "", ""
        key = _KEY.match(typed)
        assert key is not None
        self._pasting = key[0] == _BEGIN or (self._pasting and key[0] != _END)
        return "", typed[key.end() :]

    def _key(self, sign: str) -> str:
        """Take a character, or what a key does; return what is to be shown of it."""
        match sign:
            case "\n" | "\r":
                self.ended = not self._pasting
                self.text += "\n" if self._pasting else ""
                return "\n"
            case "\x7f" | "\x08":
                return self._erase(1)
            case "\x17":
                line = _line_of(self.text)
                return self._erase(len(line) - line.rstrip().rfind(" ") - 1)
            case "\x15":
                self.text = ""
                return "^U\n"
            case "\x04" | "\0":
                # What was typed ahead has it as the second one.
                self.closed = not self.text
                self.ended = True
                return "\n"
            case _ if sign == "\t" or sign.isprintable():
                self.text += sign
                return sign
            case _:
                return ""

    def _erase(self, number: int) -> str:
        """Take characters back, as far as the line goes that they stand in."""
        gone = _line_of(self.text)[-number:] if number else ""
        self.text = self.text[: len(self.text) - len(gone)]
        columns = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in gone)
        return "\b \b" * columns


def _line_of(text: str) -> str:
    return text.rpartition("\n")[2]


async def read_keys() -> str | None:
    """Return the text that a person types or pastes before Enter; None at the end of input."""
    terminal = sys.stdin.fileno()
    editor = LineEditor(codecs.getincrementaldecoder(sys.stdin.encoding)("replace"))
    before = termios.tcgetattr(terminal)
    by_key = termios.tcgetattr(terminal)
    by_key[3] &= ~(termios.ICANON | termios.ECHO)
    by_key[6][termios.VMIN], by_key[6][termios.VTIME] = 1, 0
    loop = asyncio.get_running_loop()
    came: asyncio.Queue[bytes] = asyncio.Queue()
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, by_key)
        if _took_line(editor, terminal):
            return editor.answer
        _show(terminal, _MARKED)
        loop.add_reader(terminal, lambda: came.put_nowait(_read(terminal)))
        while not editor.closed:
            try:
                data = await asyncio.wait_for(came.get(), _PASTED_WITHIN if editor.ended else None)
            except TimeoutError:
                break
            if not data:
                return editor.text or None
            _show(terminal, editor.take(data).encode(errors="replace"))
        return editor.answer
    finally:
        loop.remove_reader(terminal)
        _show(terminal, _PLAIN)
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _read(terminal: int) -> bytes:
    with suppress(OSError):
        return os.read(terminal, 1 << 16)
    return b""


def _took_line(editor: LineEditor, terminal: int) -> bool:
    """Take the first line that was typed ahead; tell whether there was one."""
    _ahead[0] = editor.take_line(_ahead[0] + _typed_ahead(terminal))
    return editor.ended


def _typed_ahead(terminal: int) -> str:
    """Return what was typed before anything was asked."""
    found = b""
    while select.select([terminal], [], [], 0)[0] and (data := _read(terminal)):
        found += data
    return found.decode(sys.stdin.encoding, "replace")


def _show(terminal: int, shown: bytes) -> None:
    """Show what was typed; where nobody takes it, it is left out."""
    with suppress(OSError):
        if shown and select.select([], [terminal], [], 0)[1]:
            os.write(terminal, shown)
