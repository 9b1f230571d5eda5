"""What commands print reaches its reader as it is, and nobody sees a traceback where it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.output import print_json, show
from tests.support.commands import ROOT, call, debate, environment, spawn
from tests.support.waiting import AMPLE

BROKEN = """
import sys
from app.cli.main import main

def build():
    raise KeyError("a part")

sys.exit(main(["list", "--json"], build))
"""


def shell(line: str, session: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a shell; `roundtable` is the program, `$S` the session."""
    program = f'roundtable() {{ "{sys.executable}" -m app "$@"; }}; set -o pipefail; '
    done = subprocess.run(
        ["bash", "-c", program + line],
        cwd=ROOT,
        env={**environment(), **variables, "S": session},
        capture_output=True,
        encoding="utf-8",
        timeout=AMPLE,
        check=False,
    )
    # The shell's own word on a locale that is not installed is none of the program's.
    lines = done.stderr.splitlines(keepends=True)
    done.stderr = "".join(line for line in lines if "warning: setlocale:" not in line)
    return done


def test_a_text_is_printed_as_it_is_with_marks_for_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show("a :warning: b\tc [bold]x[/bold] \\[y] http://x.org 'q' 3.14 \x1b[31mred\x07 \u202eback")
    assert capsys.readouterr().out == (
        "a :warning: b\tc [bold]x[/bold] \\[y] http://x.org 'q' 3.14 ␛[31mred␇ ⟦U+202E⟧back\n"
    )


def test_json_is_sound_whatever_the_text_holds(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"text": "line\x1b[31m\u2028 \ud800 ✓"})
    assert json.loads(capsys.readouterr().out) == {"text": "line\x1b[31m\u2028 \ud800 ✓"}


PING = '(echo \'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\'; sleep 1)'
UNREAD = {
    "roundtable log $S | head -1": 0,
    "roundtable log $S > /dev/full": 5,
    "roundtable export $S --format docx -o - > /dev/full": 5,
    "roundtable --help > /dev/full": 5,
    "roundtable show zzz 2> /dev/full": 2,
}
ALL_UNREAD = {
    **UNREAD,
    "roundtable log $S --json | true": 0,
    "roundtable show $S >&-": 0,
    "roundtable show zzz 2>&-": 2,
    "roundtable show $S --json > /dev/full": 5,
    "roundtable export $S --format docx -o - | true": 0,
    "roundtable --help | true": 0,
    "roundtable --version > /dev/full": 5,
    f"{PING} | roundtable mcp > /dev/full": 5,
}


@pytest.mark.skipif(sys.platform == "win32", reason="it is about a POSIX shell and its devices")
@pytest.mark.parametrize("cases", [UNREAD, pytest.param(ALL_UNREAD, marks=pytest.mark.nightly)])
def test_output_that_nobody_reads_or_that_finds_no_room_ends_without_a_traceback(
    cases: dict[str, int],
) -> None:
    session = debate()
    for line, code in cases.items():
        done = shell(line, session)
        assert done.returncode == code, (line, done)
        assert "Traceback" not in done.stderr, (line, done)
        assert "Exception ignored" not in done.stderr, (line, done)
        assert "made a mistake" not in done.stderr, (line, done)
        if line.endswith(" > /dev/full") and "--json" not in line and " 2>" not in line:
            assert "Standard output" in done.stderr, (line, done)


ENDS = {
    "list --json": 0,
    "show $S": 0,
    "log $S": 0,
    "config": 0,
    "key openai": 2,
    "show zzz --json": 2,
    "run debate --question Must? --approve all --json": 0,
}
CLOSED = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")
ALL = CLOSED[-1]
A_FEW = {"show zzz --json", "run debate --question Must? --approve all --json"}
"""One that is refused, one that works for a while."""


@pytest.mark.skipif(sys.platform == "win32", reason="it is about a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "commands"),
    [
        pytest.param(ALL, {*A_FEW, "key openai"}, id=ALL),
        *(pytest.param(closed, {"list --json"}, id=closed) for closed in CLOSED[:-1]),
        *(pytest.param(c, set(ENDS), id=f"{c}-every", marks=pytest.mark.nightly) for c in CLOSED),
    ],
)
def test_whatever_streams_are_closed_a_command_ends_with_its_own_status(
    closed: str, commands: set[str]
) -> None:
    session = debate()
    for command in sorted(commands):
        done = shell(f"roundtable {command} {closed}", session)
        assert done.returncode == ENDS[command], (command, done)
        assert "Traceback" not in done.stdout + done.stderr, (command, done)
        assert "made a mistake" not in done.stdout + done.stderr, (command, done)


@pytest.mark.skipif(sys.platform == "win32", reason="it is about a POSIX shell")
def test_what_is_printed_into_a_closed_stream_stands_in_no_file_of_the_program() -> None:
    done = shell("roundtable run debate --question 'Which mug?' --approve all >&- 2>&-", "")
    assert done.returncode == 0
    (listed,) = call("list", "--json").value
    assert listed["state"] == "finished"
    assert call("show", listed["session"], "--json").value["state"] == "finished"


def test_a_terminal_without_the_signs_gets_escapes_and_json_stays_sound() -> None:
    session = debate(question="Must we “move” to 東京 😀?")
    plain = shell("roundtable show $S", session, PYTHONIOENCODING="ascii")
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "\\u201cmove\\u201d" in plain.stdout
    listed = shell("roundtable list --json", session, PYTHONIOENCODING="ascii")
    assert json.loads(listed.stdout)[0]["title"] == "Must we “move” to 東京 😀?"


def test_a_name_that_is_no_text_is_refused_in_words() -> None:
    ran = spawn("show", os.fsdecode(b"\xff"), "--json")
    assert (ran.code, ran.error["kind"]) == (2, "not_found")
    assert call("search", "\udcff\0", "--json").value == []


@pytest.mark.skipif(sys.platform == "win32", reason="a shell sets the limit")
@pytest.mark.parametrize("most", [*(pytest.param(n, marks=pytest.mark.nightly) for n in (8, 12)), 10, 14])
def test_too_low_a_limit_of_open_files_is_no_mistake_of_the_program(most: int) -> None:
    ran = shell(f"ulimit -n {most}; roundtable run debate --question Must? --approve all --json", "")
    assert "Traceback" not in ran.stdout + ran.stderr
    value = json.loads(ran.stdout.splitlines()[-1])
    if ran.returncode:
        assert value["error"]["kind"] in ("storage", "machine", "input"), value
        assert value["error"]["next"]
    else:
        assert value["state"] == "finished"


def test_a_mistake_of_the_program_is_a_sentence_and_its_traceback_a_report() -> None:
    ran = spawn(program=("-c", BROKEN))
    assert ran.code == 5
    error = ran.error
    assert error["kind"] == "bug"
    assert "KeyError: 'a part'" in error["message"]
    assert "Traceback" not in ran.out + ran.err
    (report,) = (Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "crashes").glob("report-*.txt")
    assert str(report) in error["next"]
    assert "KeyError: 'a part'" in report.read_text(encoding="utf-8")
    assert report.stat().st_mode & 0o077 == 0
