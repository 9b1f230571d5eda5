"""What counts as one piece of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diffing.units import heading_of, units

# Thousands of examples at night.

LINES = (
    "# Title",
    "Plain words that go on for a while and are no code at all",
    "- an item",
    "2. second item",
    "| a | b |",
    "```python",
    "```",
    "    indented = 1",
    "def f(x):",
    "",
    "   ",
    "\u3042\u3044",
    "\u0645\u0631\u062d\u0628\u0627",
)
texts = st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(("\n", "\r\n", "\r"))), max_size=25).map(
    lambda lines: "".join(line + end for line, end in lines)
)


def pieces(text: str) -> list[str]:
    return [unit.text for unit in units(text)]


@given(st.one_of(texts, st.text(max_size=60)), st.booleans())
def test_pieces_and_gaps_joined_are_the_text_and_every_gap_breaks_the_line(text: str, by_line: bool) -> None:
    found = units(text, by_line=by_line)
    assert "".join(unit.text + unit.gap for unit in found) == text
    assert all("\n" in unit.gap or "\r" in unit.gap for unit in found[:-1])
    assert all(text[unit.start :].startswith(unit.text) for unit in found)
    assert all(unit.text.strip() for unit in found[1:])


def test_a_paragraph_broken_at_a_width_is_one_piece() -> None:
    text = (
        "It was the best of times, it was the worst of times, it was the\n"
        "age of wisdom, it was the age of foolishness, it was the epoch\n"
        "of belief.\n\nNext."
    )
    assert len(pieces(text)) == 2


def test_lines_of_verse_are_pieces() -> None:
    text = "I wandered lonely as a Cloud that floats\nThat floats on high o'er Vales and Hills now\nWhen all"
    assert len(pieces(text)) == 3


def test_items_headings_and_table_rows_are_pieces_of_their_own() -> None:
    text = "# Plan\nSome words.\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert pieces(text) == [
        "# Plan",
        "Some words.",
        "- one",
        "- two",
        "| a | b |",
        "|---|---|",
        "| 1 | 2 |",
    ]


def test_lines_of_code_are_pieces_in_a_fence_and_without_one() -> None:
    assert pieces("```\na = 1\n\nb = 2\n```\nText.") == ["```", "a = 1", "b = 2", "```", "Text."]
    assert pieces("def f(x):\n    y = x\n    return y") == ["def f(x):", "    y = x", "    return y"]


@pytest.mark.parametrize(
    ("text", "heading"),
    [("## Costs ##", "Costs"), ("def cost(x):", "def cost(x)"), ("Plain words.", ""), ("#hash", "")],
)
def test_headings_and_named_code_are_known(text: str, heading: str) -> None:
    assert heading_of(text) == heading
