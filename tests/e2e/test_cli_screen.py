"""A run as somebody sees it who sits at a terminal: all of it, standard output and progress on one screen."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import pytest

from tests.support.commands import ROOT, SAMPLES, call, environment
from tests.support.nursery import Command
from tests.support.waiting import AMPLE

BRIEF = ("--question", f"@{SAMPLES / 'four-day-week-brief.md'}")
CONTEXT = ("--context", str(SAMPLES / "four-day-week-context.md"))
SGR = re.compile(r"\x1b\[[\d;]*m")


@dataclass
class Screen:
    """A command on a terminal of its own."""

    child: subprocess.Popen[bytes] | Command
    master: int
    written: str = ""
    decoder: codecs.IncrementalDecoder = field(default_factory=codecs.getincrementaldecoder("utf-8"))
    """What is read may end in the middle of a sign."""

    def read(self) -> bool:
        """Take what is there; False: it has ended."""
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            piece = b""
        self.written += self.decoder.decode(piece, final=not piece)
        return bool(piece)

    def until(self, pattern: str) -> None:
        """Read until the command has said what fits."""
        ends = time.monotonic() + AMPLE
        while not re.search(pattern, self.written):
            assert select.select([self.master], [], [], max(0.0, ends - time.monotonic()))[0], self.written
            assert self.read(), f"it ended without “{pattern}”: {self.written}"

    def end(self) -> int:
        """Read to the end; return the exit status."""
        while self.read():
            pass
        os.close(self.master)
        return self.child.wait(timeout=AMPLE)

    def lines(self) -> list[str]:
        """Return what stands there in the end: what was drawn over is gone."""
        text = re.sub(r"\x1b\[\?25[lh]", "", SGR.sub("", self.written))
        rows: list[str] = [""]
        for piece in re.findall(r"\x1b\[1A|\x1b\[2K|\r|\n|[^\x1b\r\n]+", text):
            match piece:
                case "\n":
                    rows.append("")
                case "\r":
                    pass
                case "\x1b[2K":
                    rows[-1] = ""
                case "\x1b[1A":
                    rows.pop()
                case _:
                    rows[-1] += piece
        return rows


def begin(
    *arguments: str,
    columns: int = 100,
    slow: bool = False,
    given: Mapping[str, str] = MappingProxyType({}),
    anew: bool = False,
) -> Screen:
    """Run a command on a terminal; `given`: variables, `anew`: which Python heeds at the start alone."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {name: value for name, value in environment().items() if name not in ("NO_COLOR", "COLUMNS")}
    env = {**kept, "TERM": "xterm-256color", **given}
    child: subprocess.Popen[bytes] | Command
    if anew:
        line = [sys.executable, "-m", "app", *arguments]
        child = subprocess.Popen(
            line, cwd=ROOT, env=env, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
    elif slow:
        life = "tests.support.unhurried_life"
        child = Command(("0.03", *arguments), env, life, stdin=slave, stdout=slave, stderr=slave)
    else:
        child = Command(arguments, env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    return Screen(child, master)


def test_the_first_deliberation_ends_with_its_answer_and_what_to_do_next() -> None:
    screen = begin("run", "debate", *BRIEF, *CONTEXT, "--approve", "all")
    assert screen.end() == 0
    lines = screen.lines()
    text = "\n".join(lines)
    stages = [line for line in lines if re.match(r"  [A-Z].*: .* · [\d.]+ (s|min)$", line)]
    assert len(stages) >= 5, text
    assert any("Ada, Bram, Cleo" in line for line in stages)
    finished = next(n for n, line in enumerate(lines) if line.startswith("✓ Finished after "))
    brief = ("Decided ", "Quoted ", "Disputed ", "Dissent ")
    gist = [n for n, line in enumerate(lines) if line.startswith(brief)]
    assert [n - gist[0] for n in gist] == [0, 1, 2, 3]
    assert lines[gist[3] + 1] == "", "four lines, not four paragraphs"
    answer = lines[finished + 1 : gist[0]]
    assert len("\n".join(answer).split()) > 50, "the answer itself stands there"
    assert "_" not in lines[finished], "no machine value"
    assert "**" not in text, "Markdown is drawn"
    assert not [line for line in lines if line.startswith("#")]
    session = call("list", "--json").value[0]["session"]
    saved = next(line for line in lines if line.startswith("Saved in "))
    assert saved.endswith(f"{session}.roundtable")
    commands = [line.strip() for line in lines if "roundtable " in line and not line.startswith("Saved")]
    assert len(commands) == 3, commands
    export = next(line for line in commands if " export " in line).split()
    assert call("show", export[export.index("export") + 1], "--json").value["session"] == session


def test_a_narrow_terminal_gets_whole_words_and_no_colours_where_none_are_wanted() -> None:
    screen = begin("run", "debate", *BRIEF, *CONTEXT, "--approve", "all", columns=40, given={"NO_COLOR": "1"})
    assert screen.end() == 0
    lines = screen.lines()
    assert "\x1b[1m" not in screen.written
    finished = next(n for n, line in enumerate(lines) if line.startswith("✓ Finished after "))
    saved = next(n for n, line in enumerate(lines) if line.startswith("Saved in "))
    assert max(map(len, lines[finished + 1 : saved])) <= 40
    gist = next(n for n, line in enumerate(lines) if line.startswith("Decided "))
    assert [line.split()[0] for line in lines[gist : gist + 4]] == [
        "Decided",
        "Quoted",
        "Disputed",
        "Dissent",
    ]
    assert lines[gist + 4] == "", "four lines in a narrow one, too"


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "LANG": "C"},
        pytest.param({"PYTHONIOENCODING": "ascii"}, marks=pytest.mark.nightly),
        pytest.param({"TERM": "dumb"}, marks=pytest.mark.nightly),
    ],
)
def test_a_terminal_that_can_do_little_gets_the_answer_all_the_same(variables: dict[str, str]) -> None:
    screen = begin(
        "run",
        "debate",
        "--question",
        "Must we move to the river?",
        "--approve",
        "all",
        given=variables,
        anew=True,
    )
    assert screen.end() == 0
    assert "Traceback" not in screen.written
    assert "Quoted " in screen.written


def test_what_goes_into_a_file_is_the_markdown_and_nothing_of_a_terminal() -> None:
    ran = call("run", "debate", *BRIEF, *CONTEXT, "--approve", "all")
    assert "\x1b" not in ran.out + ran.err
    assert "\n- “" in ran.out
    assert "Saved in " not in ran.out, "what to do next is no part of the result"
    assert "Saved in " in ran.err


def test_an_interrupt_while_a_line_lives_leaves_a_sound_terminal_and_a_session_to_go_on_with() -> None:
    screen = begin("run", "debate", *BRIEF, *CONTEXT, "--approve", "all", slow=True)
    screen.until("Answer: ")
    screen.until(r" · \d+ s")
    screen.child.send_signal(signal.SIGINT)
    assert screen.end() == 3
    assert "Traceback" not in screen.written
    hidden, shown = screen.written.rfind("\x1b[?25l"), screen.written.rfind("\x1b[?25h")
    assert shown > hidden, "the cursor is there again"
    text = "\n".join(screen.lines())
    assert "Pausing: running calls end" in text
    assert "■ Paused" in text
    assert " resume " in text
