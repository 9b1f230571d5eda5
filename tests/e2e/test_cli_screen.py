"""A run as somebody sees it who sits at a terminal: all of it, standard output and progress on one screen."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.commands import SAMPLES, call
from tests.support.terminal import Terminal

BRIEF = ("--question", f"@{SAMPLES / 'four-day-week-brief.md'}")
UNHURRIED = "tests.support.unhurried_life"
CONTEXT = ("--context", str(SAMPLES / "four-day-week-context.md"))


Begin = Callable[..., Terminal]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Return what runs a command on a terminal, of which the person who runs the tests wants nothing."""
    for name in ("NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    with ExitStack() as opened:

        def run(*arguments: str, columns: int = 100, given: Mapping[str, str] = {}, **more: Any) -> Terminal:
            variables = {"TERM": "xterm-256color", **given}
            return opened.enter_context(Terminal(*arguments, columns=columns, given=variables, **more))

        yield run


def test_the_first_deliberation_ends_with_its_answer_and_what_to_do_next(begin: Begin) -> None:
    screen = begin("run", "debate", *BRIEF, *CONTEXT, "--approve", "all")
    assert screen.ends() == 0
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


def test_a_narrow_terminal_gets_whole_words_and_no_colours_where_none_are_wanted(begin: Begin) -> None:
    screen = begin("run", "debate", *BRIEF, *CONTEXT, "--approve", "all", columns=40, given={"NO_COLOR": "1"})
    assert screen.ends() == 0
    lines = screen.lines()
    assert "\x1b[1m" not in screen.said
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
def test_a_terminal_that_can_do_little_gets_the_answer_all_the_same(
    variables: dict[str, str], begin: Begin
) -> None:
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
    assert screen.ends() == 0
    assert "Traceback" not in screen.said
    assert "Quoted " in screen.said


def test_what_goes_into_a_file_is_the_markdown_and_nothing_of_a_terminal() -> None:
    ran = call("run", "debate", *BRIEF, *CONTEXT, "--approve", "all")
    assert "\x1b" not in ran.out + ran.err
    assert "\n- “" in ran.out
    assert "Saved in " not in ran.out, "what to do next is no part of the result"
    assert "Saved in " in ran.err


def test_an_interrupt_while_a_line_lives_leaves_a_sound_terminal_and_a_session_to_go_on_with(
    begin: Begin,
) -> None:
    screen = begin("0.03", "run", "debate", *BRIEF, *CONTEXT, "--approve", "all", life=UNHURRIED)
    screen.until("Answer: ")
    screen.until(re.compile(r" · \d+ s"))
    screen.child.send_signal(signal.SIGINT)
    assert screen.ends() == 3
    assert "Traceback" not in screen.said
    hidden, shown = screen.said.rfind("\x1b[?25l"), screen.said.rfind("\x1b[?25h")
    assert shown > hidden, "the cursor is there again"
    text = "\n".join(screen.lines())
    assert "Pausing: running calls end" in text
    assert "■ Paused" in text
    assert " resume " in text
