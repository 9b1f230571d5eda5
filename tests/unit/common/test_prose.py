"""What the rules of the offline council see in a text, and what they make of it."""

from __future__ import annotations

from app.workflows.common import prose


def test_a_sentence_keeps_the_marks_that_close_it() -> None:
    assert prose.sentences("“It costs 610 euros.” (memo.md, line 1)") == [
        "“It costs 610 euros.”",
        "(memo.md, line 1)",
    ]
    assert prose.sentences("Er sagte: „Geh jetzt.“ Dann ging er.") == [
        "Er sagte: „Geh jetzt.“",
        "Dann ging er.",
    ]
