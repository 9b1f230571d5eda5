"""A manuscript as a Word document: scenes, lines and footnotes are as its writer set them."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import docx
from hypothesis import given, settings
from hypothesis import strategies as st

from app.documents.child import read
from app.export.word import prose
from app.export.word.frame import word_file
from app.export.word.prose import Place
from tests.support.examples import examples

NOVEL = """# The Salt Road

“You are late,” said Mara – *again*.
She counted the coins.

#

They sang.

* * *

No one spoke of the well[^1] or the inn[^inn], nor of [^2].

[^1]: It was dug
    in 1802.
[^inn]: *The Heron*.
"""


def written(markdown: str) -> bytes:
    text, notes = prose.notes_apart(markdown)
    writer = prose.Prose(notes=notes)
    body = writer.write(text, Place(below=0))
    return word_file(body, title="x", at=datetime(2030, 1, 1, tzinfo=UTC), footnotes=writer.footnotes)


def text_of(content: bytes) -> str:
    return str(read("docx", content, 60)["text"])


def test_scenes_lines_and_footnotes_are_what_the_writer_set() -> None:
    assert text_of(written(NOVEL)) == (
        "The Salt Road\n\n“You are late,” said Mara – again.\nShe counted the coins.\n\n#\n\nThey sang.\n\n"
        "* * *\n\nNo one spoke of the well[1] or the inn[2], nor of [^2].\n\n"
        "Footnotes\n\n[1] It was dug in 1802.\n\n[2] The Heron."
    )


def test_a_break_between_scenes_is_centred_and_no_heading() -> None:
    found = docx.Document(io.BytesIO(written(NOVEL))).paragraphs
    headings = [one.text for one in found if str(one.style and one.style.name).startswith("Heading")]
    assert headings == ["The Salt Road"]
    assert [one.text for one in found if one.alignment is not None] == ["#", "* * *"]


def test_a_footnote_that_is_marked_and_nowhere_written_stays_as_it_is_typed() -> None:
    assert text_of(written("One[^1].\n")) == "One[^1]."


LINE = st.text("ab c", min_size=1).map(str.strip).filter(bool)


@settings(deadline=None, max_examples=examples(10, 200))
@given(st.lists(st.lists(LINE, min_size=1, max_size=3), min_size=1, max_size=4))
def test_every_line_of_a_manuscript_stays_a_line(paragraphs: list[list[str]]) -> None:
    text = "\n\n".join("\n".join(lines) for lines in paragraphs)
    assert [" ".join(line.split()) for line in text_of(written(text)).split("\n")] == [
        " ".join(line.split()) for line in text.split("\n")
    ]
