"""An answer while it arrives: its text and its thoughts apart, pictures as marks, and loops that end it.

Nobody reads a thought as the answer, nor the letters that a picture is made of. What may yet turn out to be
the mark of either is held back. The record has the whole as it came.

A loop is the same line five times in a row, or a stretch of text that stands there three times in a row and
holds 200 characters or more. Lines and stretches without words (rules, brackets, figures) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from app.domain.live_text import THOUGHTS
from app.domain.pictures import BEGIN, LARGEST_LEFT, mark_of
from app.domain.thoughts import MODELS_OWN

_SAME_LINES = 5
_LEAST_LINE = 8
"""Characters of a line that counts: shorter ones are closing brackets and tags."""
_STRETCH = 200
TIMES = 3
_LONGEST_STRETCH = 1_000
_KEPT = TIMES * _LONGEST_STRETCH + _STRETCH
_EVERY = 64
"""Characters after which it is looked again."""
_WORD = re.compile(r"[^\W\d_]{3}")


class LoopWatch:
    """Takes an answer piece by piece; `feed` tells whether it has begun to loop."""

    def __init__(self) -> None:
        self._text = ""
        self._unseen = 0

    def feed(self, piece: str) -> bool:
        """Take a piece in; return whether what has come by now ends in a loop."""
        self._text = (self._text + piece)[-_KEPT:]
        self._unseen += len(piece)
        if self._unseen < _EVERY:
            return False
        self._unseen = 0
        return _same_lines(self._text) or _same_stretch(self._text)


def _same_lines(text: str) -> bool:
    # The last line may not be whole yet.
    lines = [line.rstrip() for line in text.split("\n")[:-1] if line.strip()][-_SAME_LINES:]
    return len(lines) == _SAME_LINES and len(set(lines)) == 1 and _counts(lines[0], _LEAST_LINE)


def _same_stretch(text: str) -> bool:
    end = text[-_STRETCH:]
    before = text.rfind(end, 0, len(text) - 1) if len(end) == _STRETCH and _counts(end, _LEAST_LINE) else -1
    period = len(text) - _STRETCH - before
    if before < 0 or period > _LONGEST_STRETCH:
        return False
    # Short periods must fill the length of a long one.
    length = TIMES * max(period, _STRETCH)
    return len(text) >= length and text[-length:-period] == text[-length + period :]


def _counts(text: str, least: int) -> bool:
    return len(text.strip()) >= least and _WORD.search(text) is not None


_HEAD = re.compile(rf"{BEGIN}[a-zA-Z0-9.+-]{{1,20}}(?:;[a-zA-Z0-9=.-]{{1,40}})*,")
_LETTERS = re.compile(r"[A-Za-z0-9+/=_%-]*")
_LONGEST_HEAD = 120
_LONGEST_MARK = 24
_FENCE = "```"
_OPENS, _LEAST_BEGUN = ("(", "<", '"', "'"), 4
"""Signs behind which an address may begin, and letters of one that are taken for it elsewhere."""


class Piece(NamedTuple):
    """Some of what arrived."""

    text: str
    thought: bool = False


class Arriving:
    """Takes an answer as it comes, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = ""
        """What is not known yet for what it is."""
        self._begun = False
        """Words of the answer have come."""
        self._closing = ""
        """The mark that ends the thoughts we are in."""
        self._new_line = True
        """Nothing but blanks stands in the line by now."""
        self._fences, self._ticks = 0, ""
        """Fences of code by now, and the marks at the end that may become one."""
        self._after_thought = False
        self._letters = 0
        """Of the picture we are in."""
        self._last = ""
        """The last letter that was told."""

    def feed(self, text: str) -> Iterator[Piece]:
        """Take in what arrived; yield what it is known to be by now."""
        self._rest += text
        while self._rest:
            before = len(self._rest), self._closing, self._letters
            if self._closing:
                yield from self._in_thought()
            elif self._letters:
                yield from self._in_picture()
            elif not self._opens_thought():
                yield from self._in_text()
            if before == (len(self._rest), self._closing, self._letters):
                # More must come.
                return

    def _opens_thought(self) -> bool:
        """Tell whether thoughts begin here, or may begin with what comes next."""
        if not self._new_line or self._fences % 2:
            return False
        bare = self._rest.lstrip()
        head = bare[:_LONGEST_MARK].casefold()
        for opened, closed in MODELS_OWN if self._begun else THOUGHTS:
            if head.startswith(opened):
                self._closing, self._rest = closed, bare[len(opened) :]
                return True
        marks = (opened for opened, _ in (MODELS_OWN if self._begun else THOUGHTS))
        return any(mark.startswith(head) for mark in marks)

    def _in_thought(self) -> Iterator[Piece]:
        at = self._rest.casefold().find(self._closing)
        if at < 0:
            kept = len(self._closing) - 1
            said, self._rest = self._rest[:-kept], self._rest[-kept:]
        else:
            said, self._rest = self._rest[:at], self._rest[at + len(self._closing) :]
            self._closing, self._after_thought = "", True
        if said:
            yield Piece(said, thought=True)

    def _in_picture(self) -> Iterator[Piece]:
        found = _LETTERS.match(self._rest)
        assert found is not None
        self._letters += found.end()
        self._rest = self._rest[found.end() :]
        if self._rest:
            letters, self._letters = self._letters, 0
            yield self._text(mark_of(letters))

    def _in_text(self) -> Iterator[Piece]:
        if self._after_thought:
            # The break that thoughts ended with.
            self._rest = self._rest.lstrip("\n")
            self._after_thought = not self._rest
        end = self._rest.find("\n") + 1 or len(self._rest)
        at = self._rest.find(BEGIN, 0, end)
        if at == 0:
            yield from self._at_address()
            return
        if at < 0 and end == len(self._rest):
            at = end - next((n for n in range(min(len(BEGIN), end), 0, -1) if self._may_begin(n)), 0)
        said = self._rest[: at if at >= 0 else end]
        self._rest = self._rest[len(said) :]
        if said:
            yield self._text(said)

    def _may_begin(self, length: int) -> bool:
        """Tell whether the last letters may begin an address: few do only behind what opens one."""
        if not self._rest.endswith(BEGIN[:length]):
            return False
        before = self._last + self._rest[:-length]
        return length >= _LEAST_BEGUN or before.endswith(_OPENS)

    def _at_address(self) -> Iterator[Piece]:
        head = _HEAD.match(self._rest)
        if head is None:
            if len(self._rest) > _LONGEST_HEAD or "\n" in self._rest:
                said, self._rest = self._rest[: len(BEGIN)], self._rest[len(BEGIN) :]
                yield self._text(said)
            return
        letters = _LETTERS.match(self._rest, head.end())
        assert letters is not None
        if letters.end() > LARGEST_LEFT:
            self._letters = letters.end() - head.end()
            self._rest = self._rest[letters.end() :]
        elif letters.end() < len(self._rest):
            said, self._rest = self._rest[: letters.end()], self._rest[letters.end() :]
            yield self._text(said)

    def _text(self, said: str) -> Piece:
        marks = self._ticks + said
        self._fences += marks.count(_FENCE)
        self._ticks = "`" * ((len(marks) - len(marks.rstrip("`"))) % len(_FENCE))
        self._begun, self._last = self._begun or bool(said.strip()), said[-1:]
        self._new_line = not said.rpartition("\n")[2].strip() and (self._new_line or "\n" in said)
        return Piece(said)
