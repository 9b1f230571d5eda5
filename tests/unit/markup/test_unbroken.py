"""Numbers stay with what they count, where a text is laid out and nowhere else."""

from __future__ import annotations

import pytest

from app.markup.unbroken import JOINER, glued, unglued


@pytest.mark.parametrize(
    ("html", "laid_out"),
    [
        ("92 % of 46,000 €", "92~% of 46,000~€"),
        ("13.3 µA by 1 May, 1. Mai", "13.3~µA by 1~May, 1.~Mai"),
        ("<strong>5</strong> km", "<strong>5</strong>~km"),
        ("€ 5", "€~5"),
        ("5 men, 5 members", "5 men, 5 members"),
        ("<code>5 m</code> 5 m", "<code>5 m</code> 5~m"),
        ('<a href="5 m">6 m</a>', '<a href="5 m">6~m</a>'),
        ("<pre>x = 5 % y</pre>", "<pre>x = 5 % y</pre>"),
        ("ab 1. Mai und 92 %", "ab 1.~Mai und 92~%"),
        ("46,000 € in 3 min", "46,000~€ in 3~min"),
        ("In 2026 Maybe not, 3 minutes", "In 2026 Maybe not, 3 minutes"),
    ],
)
def test_no_line_ends_between_a_number_and_its_unit(html: str, laid_out: str) -> None:
    assert glued(html) == laid_out.replace("~", "\u00a0")
    assert unglued(glued(html)) == html


@pytest.mark.parametrize(
    ("html", "laid_out"),
    [
        ("an e-mail, <em>X-ray</em>", "an e-~mail, <em>X-~ray</em>"),
        ("$0.09–$0.75 for 1–3, 2024-11-03", "$0.09–~$0.75 for 1–~3, 2024-~11-~03"),
        ("state-of-the-art, well-known", "state-of-the-art, well-known"),
        ("<code>e-mail</code> - a dash – here", "<code>e-mail</code> - a dash – here"),
        ('<a href="e-mail:1-3">re-do</a>', '<a href="e-mail:1-3">re-~do</a>'),
    ],
)
def test_no_line_ends_behind_one_letter_of_a_word_or_within_a_range(html: str, laid_out: str) -> None:
    assert glued(html) == laid_out.replace("~", JOINER)
    assert unglued(glued(html)) == html
