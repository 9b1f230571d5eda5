"""What the offline reporter writes is read as Markdown: names of files stay what they are."""

from __future__ import annotations

import pytest

from app.workflows.research.offline.lead import as_markdown


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("guess in lexers/__init__.py", r"guess in lexers/\_\_init\_\_.py"),
        ("`__init__` runs first", "`__init__` runs first"),
        ("a plain line", "a plain line"),
        ("`a` and __b__ and `c", r"`a` and \_\_b\_\_ and `c"),
    ],
)
def test_a_name_with_underscores_is_not_taken_for_bold_words(said: str, written: str) -> None:
    assert as_markdown(said) == written
