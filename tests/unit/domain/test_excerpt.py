"""An excerpt keeps the words and drops the marks."""

from __future__ import annotations

import pytest

from app.domain.excerpt import LOOKED_AT, excerpt


@pytest.mark.parametrize(
    ("text", "plain_text"),
    [
        ("## What I did\n\nI put **nine** pools in *order*.", "What I did: I put nine pools in order."),
        ("# Done!\nYes.", "Done! Yes."),
        ("- [x] one\n- [ ] two\n* three\n> said", "one two three said"),
        ("| A | B |\n|---|:-:|\n| 1 | 2 |", "A · B 1 · 2"),
        ("```python\nx = a * b * c\n```", "x = a * b * c"),
        ("Use `count` and __never__ guess.", "Use count and never guess."),
        ("a_b_c and 2*3*4 and Vec<T> x", "a_b_c and 2*3*4 and Vec<T> x"),
        ("## About C#\n# Closed ##\n", "About C#: Closed:"),
        ("---\nAfter the rule", "After the rule"),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(text: str, plain_text: str) -> None:
    assert excerpt(text) == plain_text


def test_a_table_behind_prose_is_left_out_and_so_is_its_title() -> None:
    prose = (
        "Nine pools were put in order by height, and of each species it was asked what it needs first. " * 2
    )
    table = "| Species | Returns |\n|---|---|\n| Weed | 10 days |\n\nAfter it."
    assert excerpt(f"# Done\n{prose}\n\n## Sure\n\n{table}") == f"Done: {prose.strip()}"
    assert excerpt(f"{prose}\n\nIn short:\n\n{table}") == f"{prose.strip()} In short:"
    assert excerpt(f"In short:\n\n{table}") == "In short: Species · Returns Weed · 10 days After it."


@pytest.mark.parametrize("text", ["word " * 100_000, "`a" * 50_000, "_a *b " * 20_000])
def test_only_the_beginning_is_looked_at(text: str) -> None:
    assert excerpt(text) == excerpt(text[:LOOKED_AT])
