"""A text as a Word document with tracked changes: both texts come back, and comments stand at their words."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from zipfile import ZipFile

from hypothesis import given, settings
from hypothesis import strategies as st

from app.diffing import compare
from app.documents.edited import read_edited
from app.documents.edited_file import EditedFile
from app.export.word.frame import word_file
from app.export.word.markup import Stamp
from app.export.word.tracked import Numbers, Remark, tracked_paragraphs
from app.markup.visible import visible

AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
ADA, BO = Stamp("Ada", AT), Stamp("Bo & <Co>", AT)
PIECES = st.sampled_from(
    [
        *("The sea was calm.", "Mara waited for the boat.", "# One", "- item", "> said", "**bold** and *it*"),
        *(
            "\n",
            "\n\n",
            " ",
            "\t",
            "x",
            "é",
            "日本",
            "```\ncode\n```",
            "\x07",
            "`a_b`",
            "\r\n",
            "&<>\"'",
            "\u2011",
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def document(old: str, new: str, remarks: Sequence[Remark] = (), **more: object) -> bytes:
    body, notes = tracked_paragraphs(old, new, ADA, Numbers(), remarks, **more)  # type: ignore[arg-type]
    return word_file(body, title="A text", at=AT, notes=notes)


def read(content: bytes) -> EditedFile:
    return EditedFile.model_validate(read_edited(content))


def test_what_hides_in_texts_names_and_comments_stands_as_a_mark_in_every_part() -> None:
    stamp = Stamp("Ada \u202eevE\u202c", AT)
    remark = Remark(stamp, "No \u2066isolate\u2069, \u200bno gap.", "a \u202eword")
    body, notes = tracked_paragraphs("a \u202eword", "a \u202eword\u00ad here", stamp, Numbers(), [remark])
    with ZipFile(io.BytesIO(word_file(body, title="\u202eeltiT", at=AT, notes=notes))) as made:
        parts = {name: made.read(name).decode() for name in made.namelist() if name.endswith(".xml")}
    assert not [
        name for name, text in parts.items() if set(text) & set("\u202e\u202c\u2066\u2069\u200b\u00ad")
    ]
    assert "U+2066" in parts["word/comments.xml"]
    assert "Ada ⟦U+202E⟧evE⟦U+202C⟧" in parts["word/comments.xml"]
    assert "⟦U+202E⟧eltiT" in parts["docProps/core.xml"]
    assert "⟦U+00AD⟧" in parts["word/document.xml"]
    assert '<w:commentRangeStart w:id="0"/>' in parts["word/document.xml"]


@settings(max_examples=20)  # each writes a whole file
@given(old=TEXTS, new=TEXTS)
def test_accepting_all_gives_the_new_text_and_rejecting_all_the_old_one(old: str, new: str) -> None:
    (text,) = read(document(old, new)).texts()
    assert text.accepted == visible(new)
    assert text.rejected == visible(old)
    assert {one.brought_by for one in text.letters if one.brought} <= {"Ada"}


def test_a_comment_stands_at_its_words_whatever_their_marks_and_where_they_are_gone_as_they_were() -> None:
    old = "# The sea\n\nThe sea was **calm** that day.\n\nMara waited for the boat.\n"
    new = "# The sea\n\nThe sea was **rough** that day.\n"
    remarks = [
        Remark(BO, "Why rough?\nSay it.", "was rough that"),
        Remark(BO, "Who is she?", "Mara waited"),
        Remark(BO, "Of the whole.", "words that stand nowhere"),
    ]
    found = read(document(old, new, remarks))
    (text,) = found.texts()
    said = {one.text: text.words(one.begin, one.end) for one in found.comments}
    assert said == {
        "Why rough?\nSay it.": "was **rough** that",
        "Who is she?": "Mara waited",
        "Of the whole.": "# The sea",
    }
    assert {one.author for one in found.comments} == {"Bo & <Co>"}
    assert {one.at for one in found.comments} == {"2026-11-23T04:00:00Z"}


def test_each_change_carries_who_made_it() -> None:
    old, new = (
        "One is here.\n\nTwo stays.\n\nThree is here.\n",
        "One was here.\n\nTwo stays.\n\nThree was here.\n",
    )
    last = compare(old, new).hunks[-1].key
    (text,) = read(document(old, new, by={last: BO})).texts()
    assert [one.brought_by for one in text.letters if one.brought] == ["Ada", "Bo & <Co>"]


def test_the_same_texts_give_the_same_bytes_and_no_time_of_writing() -> None:
    one, other = (document("A\n", "B\n", [Remark(BO, "Why?", "B")]) for _ in range(2))
    assert one == other
    with ZipFile(io.BytesIO(one)) as packed:
        assert {entry.date_time[:1] for entry in packed.infolist()} == {(1980,)}
        assert not [name for name in packed.namelist() if "thumbnail" in name]


def test_as_a_part_of_a_report_marks_are_left_out_and_unchanged_lines_where_that_is_wanted() -> None:
    old, new = "## A title\n\nIt **is** so.\n\nIt stays.\n", "## A title\n\nIt **was** so.\n\nIt stays.\n"
    (whole,) = read(document(old, new, form="whole")).texts()
    # What is set bold comes back with marks of its own.
    assert whole.accepted == "**A title**\n\nIt **was** so.\n\nIt stays.\n"
    (changed,) = read(document(old, new, form="changes")).texts()
    assert (changed.accepted, changed.rejected) == ("It **was** so.", "It is so.")
