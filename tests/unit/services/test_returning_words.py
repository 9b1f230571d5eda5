"""What a document that came back brings, said so that a reader sees what is another now."""

from __future__ import annotations

import pytest

from app.services.returned_texts import Edit
from app.services.returning_words import edit_told


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit("They sang.", "They hummed."), "Changed: “They sang.” → “They hummed.”"),
        (Edit("They sang.", "They *sang*."), "Set otherwise: They sang. → They *sang*."),
        (Edit("Page 5.", "Page\u00a05."), "Set otherwise: Page 5. → Page␣5."),
        (Edit("A chapter", "## A chapter"), "Set otherwise: A chapter → ## A chapter"),
        (Edit("", "## A chapter"), "New: “## A chapter”"),
        (Edit("They sang.", ""), "Removed: “They sang.”"),
    ],
)
def test_a_passage_that_is_only_set_otherwise_is_told_with_its_marks(edit: Edit, said: str) -> None:
    assert str(edit_told(edit)) == said
