"""The sessions that are printed in the design of drafts, typed at a terminal as they stand there."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.commands import ROOT, call, environment
from tests.support.drafting import git
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="types into a terminal")
BRIEF = "A fantasy. Ada keeps the light at Skerry Point and finds letters from the future."
HALF = "Replace Ada by Eda in chapter 2. Make it darker."
"""Of two things the second is one that no rule can do: a judge made of rules asks for more, for ever."""
QUIET = 0.1
"""Seconds without a word behind a question after which nothing more of it comes: it is written at one go."""
_MARKS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\r")
_ASKS = re.compile(r"(?:^|\n)(?:> ?|[^\n]*(?:leave it: ?|open\): ?|no\): ?|N\) ?))\n?$")


class Terminal:
    """`run draft` in a terminal of its own, and a person who types when it asks."""

    def __init__(self, folder: Path, lines: int = 200, more: Sequence[str] = ()) -> None:
        import pty

        self.said = ""
        self._pid, self._end = pty.fork()
        if self._pid == 0:
            os.chdir(ROOT)
            env = {
                **environment(folder.parent / "data"),
                "TERM": "xterm",
                "COLUMNS": "140",
                "LINES": str(lines),
            }
            command = [sys.executable, "-m", "app", "run", "draft", str(folder), *more]
            os.execvpe(command[0], command, env)
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
        os.waitpid(self._pid, 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "my-novel"
    for level in ("premise", "treatment", "chapters", "prose"):
        words = ("--template", "novel", "--brief", BRIEF, "--generate", level, "--approve", "all", "--json")
        ran = call("run", "draft", found, *words, data=tmp_path / "data")
        assert ran.code == 0, ran.err
    return found


@pytest.fixture
def terminal(folder: Path) -> Iterator[Terminal]:
    found = Terminal(folder)
    yield found
    found.close()


def test_the_three_sessions_are_typed_to_their_ends(folder: Path, terminal: Terminal) -> None:
    # Session 2: another target; what stands below is culled by a yes, and written anew.
    told = terminal.type("/iterate treatment")
    assert "Target: treatment" in told
    assert "Loaded: premise, taxonomy, treatment" in told
    told = terminal.type("Replace light by lamp")
    assert "cull_all, delete: Delete all and go on" in told
    assert "accept, yes: Accept (recommended)" in terminal.type("yes")
    terminal.type("yes")
    told = terminal.type("/iterate chapters")
    assert "There is nothing in Chapters yet. Generate it first: /generate chapters" in told
    assert "new, +" in terminal.type("/generate chapters")
    told = terminal.type("all")
    assert re.search(r"\n  \+ ", told), told
    assert not re.search(r"\n  [−~] ", told), "a new file is compared with nothing"
    terminal.type("yes")
    # Session 1: feedback, a judge that asks for more, and one that approves.
    terminal.type(HALF)
    assert "attempt 2" in terminal.type("yes")
    # Session 3: the attempt is looked at before it is decided.
    told = terminal.type("view-partial")
    assert "What changed" in told
    assert "View the changes in full? (yes/no)" in told
    terminal.type("no")
    assert "attempt 3" in terminal.type("yes")
    assert "Accept the new text?" in terminal.type("no"), "no: the attempt is taken as it is"
    told = terminal.type("chapter-2")
    assert re.search(r"~ .*\[−Ada−\]\{\+Eda\+\}", told), told
    terminal.type("skip")
    terminal.type("yes")
    # Several lines that are pasted are one request, though this terminal marks nothing.
    terminal.type("1. Replace Eda by Ida in chapter 2\n2. Replace lamp by lantern in chapter 2")
    terminal.type("yes")
    told = terminal.type("/status")
    assert "Target: chapters" in told
    assert "2 iterations" in told
    assert "“yes” answers a question, and none is open." in " ".join(terminal.type("yes").split())
    terminal.type("/close")
    log = git(folder, "log", "--format=%s").splitlines()
    assert log[:4] == [
        "[chapters] 1. Replace Eda by Ida in chapter 2 2. Replace lamp by lantern in chapter 2",
        f"[chapters] {HALF}",
        "[chapters] Generate",
        "[treatment] Replace light by lamp",
    ], terminal.said


def test_what_is_typed_in_place_of_reading_on_is_the_answer(folder: Path) -> None:
    terminal = Terminal(folder, lines=14)
    try:
        terminal.type("/iterate chapters")
        terminal.type("Replace light by lamp")
        assert "q to leave it:" in terminal.type("keep")
        assert "Saved; " in terminal.type("yes")
    finally:
        terminal.close()
    assert git(folder, "log", "-1", "--format=%s").strip() == "[chapters] Replace light by lamp"
