"""The headings of a text, by which its reader goes about in it."""

from __future__ import annotations

from app.markup.quoting import headings


def test_headings_are_found_with_their_depth_and_not_in_code() -> None:
    text = "# One #\n\n```\n# no\n```\n## Two\n~~~\n# no\n```\n# nor this\n~~~\n#not\n####### too deep\n"
    assert headings(text) == [(1, "One"), (2, "Two")]
