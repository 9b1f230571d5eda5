"""Headings of a text set below those around it, and nothing else of it changed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.export.markdown import lowered
from app.markup.parser import parse

LEVELS = "# One\n\nText # stays.\n\n## Two #\n\n```\n# code\n```\n"
PIECES = ("# ", "## ", "### ", "word", "\n", "\n\n", "> ", "- ", "===", "---", "```", "    ", "#", "1. ")


def levels(text: str) -> list[int]:
    """Return the levels of headings with words: a sign alone is none."""
    found = pairwise(parse(text))
    return [int(one.tag[1]) for one, inner in found if one.type == "heading_open" and inner.content.strip()]


def test_headings_begin_one_below_and_code_and_words_stay() -> None:
    assert lowered(LEVELS, below=2) == LEVELS.replace("## Two", "#### Two").replace("# One", "### One")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("One\nmore\n===\n\ntext", "### One more\n\ntext"),
        ("> One\n> ---\n> text", "> ### One\n> text"),
        ("- # One\n- text", "- ### One\n- text"),
        ("- One\n  ===\n\n  text", "- ### One\n\n  text"),
        ("###### One", "### One"),
        ("### One\n\n#### Two", "### One\n\n#### Two"),
        ("no heading\n\n    # code", "no heading\n\n    # code"),
    ],
)
def test_a_heading_of_every_form_is_set_below(given: str, wanted: str) -> None:
    assert lowered(given, below=2) == wanted


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_a_text_of_any_shape_keeps_its_headings_in_their_order(text: str) -> None:
    before, after = levels(text), levels(lowered(text, below=2))
    shift = 3 - min(before, default=3)
    assert after == [min(6, level + shift) for level in before]


def test_a_break_between_scenes_is_no_heading_that_is_lowered() -> None:
    assert lowered("# One\n\nText.\n\n#\n\nMore.\n", below=2) == "### One\n\nText.\n\n#\n\nMore.\n"
    assert lowered("## One\n\n#\n\nMore.", below=2) == "### One\n\n#\n\nMore."
