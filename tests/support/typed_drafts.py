"""Drafts at a terminal: a novel that lies in a folder, lines that are typed, and what is said to them."""

from __future__ import annotations

import json
import os
import re
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.support.commands import environment
from tests.support.laid_out import lay_out
from tests.support.nursery import Command
from tests.support.waiting import AMPLE
from tests.unit.draft.test_offline_draft import SETTINGS, level_of, new_level

NOVEL = ("--template", "novel")
BRIEF = "A fantasy. Ada keeps the light at Skerry Point and finds letters from the future."
HALF = "Replace Ada by Eda in chapter 2. Make it darker."
"""Of two things the second is one that no rule can do: a judge made of rules asks for more, for ever."""
QUIET = 0.05
"""Seconds without a word behind a question after which nothing more of it comes: it is written at one go."""
_MARKS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\r")
_ASKS = re.compile(r"(?:^|\n)(?:> ?|[^\n]*(?:leave it: ?|open\): ?|no\): ?|N\) ?))\n?$")


class Terminal:
    """`run draft` in a terminal of its own, and a person who types when it asks."""

    def __init__(self, folder: Path, lines: int = 200, more: Sequence[str] = ()) -> None:
        self.said = ""
        self._end, slave = os.openpty()
        env = {**environment(folder.parent / "data"), "TERM": "xterm", "COLUMNS": "140", "LINES": str(lines)}
        line = ("run", "draft", str(folder), *more)
        self._command = Command(line, env, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.wait()

    def wait(self) -> str:
        """Return what is said until it asks for something and is quiet."""
        new, until = "", time.monotonic() + AMPLE
        while time.monotonic() < until:
            if select.select([self._end], [], [], QUIET)[0]:
                try:
                    data = os.read(self._end, 1 << 16)
                except OSError:
                    break
                new += _MARKS.sub("", data.decode("utf-8", "replace"))
            elif _ASKS.search(new):
                break
        self.said += new
        return new

    def type(self, line: str) -> str:
        """Type a line and return what it brings."""
        os.write(self._end, line.replace("\n", "\r").encode() + b"\r")
        return self.wait()

    def close(self) -> None:
        """Leave it."""
        with suppress(OSError):
            os.write(self._end, b"\x04")
        os.close(self._end)
        self._command.wait()


def typed(folder: Path, *lines: str, more: tuple[str, ...] = ()) -> str:
    """Run `run draft` at a terminal, type these lines and the end of input; return what is said."""
    master, slave = os.openpty()
    reading, writing = os.pipe()
    env = {**environment(folder.parent / "data"), "COLUMNS": "200"}
    child = Command(("run", "draft", str(folder), *more), env, stdin=slave, stdout=writing, stderr=writing)
    os.close(slave)
    os.close(writing)
    os.write(master, "".join(f"{line}\n" for line in lines).encode() + b"\x04")
    try:
        with open(reading, encoding="utf-8") as said:  # noqa: PTH123  a descriptor has no path
            out = said.read()
        child.wait()
    finally:
        os.close(master)
    return out


def laid(folder: Path, *levels: str) -> None:
    """Lay these levels into the folder, as somebody would who wrote them elsewhere."""
    files = {SETTINGS: json.dumps({"genre": "fantasy", "brief": BRIEF})}
    for level in levels:
        files |= new_level(level_of(files, level, ""))
    lay_out(folder, files)
