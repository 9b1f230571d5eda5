"""Where in a text something is said."""

from __future__ import annotations

from app.ui.view.paragraphs import paragraph_like, paragraph_of, paragraphs

TEXT = """# Recommendation

Start a trial in the offices.

## Cost

- **Cover** in support costs 46,000 euros for eight months.
- Planning costs 40,000.

Production waits for a study of the lines at full load."""


def test_headings_are_not_counted():
    assert len(paragraphs(TEXT)) == 3
    assert paragraph_of(TEXT, "a trial in  the offices") == 1
    assert paragraph_of(TEXT, "Planning costs") == 2
    assert paragraph_of(TEXT, "never said") == 0
    assert paragraph_of(TEXT, " ") == 0


def test_what_is_said_in_other_words_is_found_with_its_sentence():
    found = paragraph_like(TEXT, "The lines need a study before production begins")
    assert found is not None
    assert (found.paragraph, found.passage) == (3, "Production waits for a study of the lines at full load.")
    cover = paragraph_like(TEXT, "Cover for support: eight months")
    assert cover is not None
    assert cover.passage.startswith("**Cover**")


def test_nothing_is_found_where_nobody_says_it():
    assert paragraph_like(TEXT, "Weekend work was ruled unlawful twice") is None
    assert paragraph_like(TEXT, "No.") is None
