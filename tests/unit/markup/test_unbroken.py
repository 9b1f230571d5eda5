"""Numbers stay with what they count, where a text is laid out and nowhere else."""

from __future__ import annotations

import pytest

from app.markup.unbroken import glued, unglued


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
    ],
)
def test_no_line_ends_between_a_number_and_its_unit(html: str, laid_out: str) -> None:
    assert glued(html) == laid_out.replace("~", "\u00a0")
    assert unglued(glued(html)) == html
