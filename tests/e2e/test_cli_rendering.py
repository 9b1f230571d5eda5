"""A model's Markdown on a terminal: drawn, whole, and never a command to the terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import rendered

SGR = re.compile(r"\x1b\[[\d;]*m")
EVIL = (
    "\x1b[31mred\x07",
    "&#27;[31mred",
    "&#x1b;]8;;http://evil.example&#7;link",
    "&#155;31mred",
    "\u202eback&#x202e;wards",
    "[text](http://evil.example/&#27;[31m)",
    "```\x1b]0;title\x07\n&#27;[2J\x1b[2J\n```",
    "| a\x1b[2K | b |\n|---|---|\n| &#27;c | d |",
)


@pytest.mark.parametrize("text", EVIL)
@pytest.mark.parametrize("colours", [True, False])
def test_no_text_reaches_the_terminal_as_a_command(text: str, colours: bool) -> None:
    drawn = SGR.sub("", rendered(text, 60, colours=colours))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", drawn), repr(drawn)


def test_without_colours_there_is_no_code_at_all() -> None:
    assert "\x1b" not in rendered("# A\n\n**b** `c` [d](http://e.example)", 40, colours=False)


def test_nothing_of_a_text_is_left_out() -> None:
    text = (
        "# Head\n\nA <b>tag</b>, List<String>, 5 \\* 3, &amp; more, $x_1 + y$ and [Result]: none.\n\n"
        "$$\na^2\n$$\n\n[Result]: no\n\n- one\n  - two\n\n> quoted\n\n| k | v |\n|---|---|\n| 1 | 2 | 3 |\n"
    )
    drawn = rendered(text, 100, colours=False)
    wanted = ("Head", "<b>tag</b>", "List<String>", "5 * 3", "& more", "$x_1 + y$", "a^2", "[Result]: no")
    assert [part for part in (*wanted, "one", "two", "quoted", "2 | 3") if part not in drawn] == []


def test_an_address_is_shown_and_not_hidden_behind_a_word() -> None:
    assert "http://evil.example" in rendered("[your bank](http://evil.example)", 60, colours=True)


def test_a_text_that_is_nested_too_deeply_is_shown_as_it_was_written() -> None:
    text = ">" * 200 + " deep"
    assert rendered(text, 60, colours=False) == text


@given(st.text(max_size=200), st.integers(20, 100))
def test_any_text_can_be_drawn_at_any_width(text: str, width: int) -> None:
    drawn = SGR.sub("", rendered(text, width, colours=True))
    assert "\x1b" not in drawn
