"""Drafts at a terminal: a novel that lies in a folder, lines that are typed, and what is said to them."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.commands import environment
from tests.support.laid_out import lay_out
from tests.support.nursery import Command
from tests.support.terminal import Terminal
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


class Drafting(Terminal):
    """`run draft` in a terminal of its own, and a person who types when it asks."""

    def __init__(self, folder: Path, lines: int = 200, more: Sequence[str] = ()) -> None:
        given = {"TERM": "xterm", "COLUMNS": "140", "LINES": str(lines)}
        super().__init__("run", "draft", str(folder), *more, data=folder.parent / "data", given=given)
        self.wait()

    def wait(self) -> str:
        """Return what is said until it asks for something and is quiet."""
        new, until = "", time.monotonic() + AMPLE
        while time.monotonic() < until:
            said = self.read(QUIET)
            new += _MARKS.sub("", said)
            if not said and (_ASKS.search(new) or self.child.poll() is not None):
                break
        return new

    def type(self, line: str) -> str:
        """Type a line and return what it brings."""
        self.types(line.replace("\n", "\r") + "\r")
        return self.wait()


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
