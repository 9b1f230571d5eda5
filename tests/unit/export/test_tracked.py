"""A text as a Word document with tracked changes: both texts come back, and comments stand at their words."""

from __future__ import annotations

import io
from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC, datetime
from zipfile import ZipFile

import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from app.diffing import compare
from app.documents.edited import read_edited
from app.documents.edited_file import EditedFile
from app.export.word.frame import word_file
from app.export.word.markup import Stamp
from app.export.word.setting import lists_of
from app.export.word.tracked import Numbers, Remark, tracked_paragraphs
from app.markup.visible import visible
from app.services.returned_texts import returned
from tests.support.editing import Editor
from tests.support.examples import examples

AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
ADA, BO = Stamp("Ada", AT), Stamp("Bo & <Co>", AT)
PIECES = st.sampled_from(
    [
        *("The sea was calm.", "Mara waited for the boat.", "# One", "- item", "> said", "**bold** and *it*"),
        *(
            "1. one",
            "2. **two**",
            "  - under",
            "| a | **b** |",
            "$a*b*c$ *d*",
            "\\*no\\* __yes__",
            "**שלום** עולם",
        ),
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
    numbers = Numbers()
    body, notes = tracked_paragraphs(old, new, ADA, numbers, remarks, **more)  # type: ignore[arg-type]
    return word_file(body, title="A text", at=AT, notes=notes, numbering=lists_of(numbers.lists))


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


@settings(max_examples=examples(8, 200))  # each writes a whole file
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
        "Of the whole.": "The sea",
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


HARD = """# The *first* heading

**In short:** we take *neither* of the 2 * 3 ways.

## Reasons

1. **Cost.** It is dear.
2. Time: *very* long
   - in summer
   - in winter
     - with snow
3. Rest

- One with `code **x**`
- Two with [a link](http://a.b) and **bold**

* a star
1) a bracket

1. One

1. One again

| Column | Value |
|---|---|
| **a** | 1 |

```python
x = "**no**"
# no heading
```

$$
* a * b
$$

It is $a*b*c$ and *so*, \\*not so\\*, __this__ and ***both***.

> Said **loudly**.

שלום **עולם** וגם *זה*.
"""


def editor(old: str, new: str) -> Editor:
    return Editor(document(old, new))


def shown(edited: Editor) -> list[str]:
    """Return the paragraphs of words, each with its style or the depth of its list."""
    found = []
    for one in edited.document.paragraphs:
        places = one._p.xpath("./w:pPr/w:numPr/w:ilvl/@w:val")
        where = f"item {places[0]}" if places else str(one.style and one.style.name)
        found += [f"{where}: {one.text}"] if one.text else []
    return found


def test_headings_lists_and_bold_words_stand_as_such_and_what_word_has_no_like_of_as_it_was_written() -> None:
    lines = shown(editor(HARD, HARD))
    assert lines[:8] == [
        "Heading 1: The first heading",
        "Normal: In short: we take neither of the 2 * 3 ways.",
        "Heading 2: Reasons",
        "item 0: Cost. It is dear.",
        "item 0: Time: very long",
        "item 1: in summer",
        "item 1: in winter",
        "item 2: with snow",
    ]
    assert "item 0: One with `code **x**`" in lines
    assert "Normal: It is $a*b*c$ and *so*, \\*not so\\*, __this__ and ***both***." in lines
    assert lines[-1] == "Normal: שלום עולם וגם זה."
    runs = {
        one.text: (one.bold, one.italic) for p in editor(HARD, HARD).document.paragraphs for one in p.runs
    }
    assert runs["In short:"] == (True, None)
    assert runs["neither"] == (None, True)


def test_a_hard_text_that_nobody_changed_comes_back_sign_by_sign() -> None:
    (text,) = read(document(HARD, HARD)).texts()
    assert text.accepted == HARD
    assert returned(HARD, HARD, text).untouched


def test_numbered_lists_of_a_document_begin_at_one_each() -> None:
    text = "1. a\n2. b\n\nWords.\n\n1. c\n2. d\n"
    edited = editor(text, text)
    lists = [p._p.xpath("./w:pPr/w:numPr/w:numId/@w:val") for p in edited.document.paragraphs]
    ids = [one[0] for one in lists if one]
    assert ids[0] == ids[1] != ids[2] == ids[3]
    numbering = edited.document.part.numbering_part.element
    assert {one.get(qn("w:numId")) for one in numbering.xpath("./w:num[w:lvlOverride]")} == {*ids}


OLD = "# A title\n\nIt **is** so.\n\n- one\n- two\n\nThe end.\n"
NEW = "# A new title\n\nIt **is** not so.\n\n- one\n- two **bold**\n- three\n\n## More\n\nWell.\n\nThe end.\n"


def test_what_is_decided_on_in_headings_lists_and_bold_words_gives_the_texts_sign_by_sign() -> None:
    edited = editor(OLD, NEW)
    more, three = (edited.run_with(words).getparent().getparent() for words in ("More", "three"))
    assert more.xpath("string(./w:pPr/w:pStyle/@w:val)") == "Heading2"
    assert three.xpath("./w:pPr/w:numPr")
    for accept, wanted in ((True, NEW), (False, OLD)):
        edited = editor(OLD, NEW)
        edited.decide(accept)
        (text,) = read(edited.saved()).texts()
        assert text.accepted == wanted


def test_what_an_editor_does_to_a_heading_an_item_or_a_bold_word_comes_back_as_markdown() -> None:
    text = "# A title\n\nIt **is** *so*.\n\n1. one\n2. two\n"
    edited = editor(text, text)
    lines = {one.text: one for one in edited.document.paragraphs}
    lines["A title"].style = edited.document.styles["Heading 2"]
    bold, italic = (one for one in lines["It is so."].runs if one.text in ("is", "so"))
    bold.bold, italic.bold = None, True
    # As Enter makes it behind the first item.
    new = deepcopy(lines["one"]._p)
    lines["one"]._p.addnext(new)
    next(new.iter(qn("w:t"))).text = "more"
    (found,) = read(edited.saved()).texts()
    assert found.accepted == "## A title\n\nIt is ***so***.\n\n1. one\n2. more\n3. two\n"


def test_a_heading_keeps_its_mark_where_a_fence_that_goes_runs_past_it() -> None:
    old, new = "Begin.\n\n```\ncode\n", "Begin.\n\n# A title\n\nEnd.\n"
    for accept, wanted in ((True, new), (False, old)):
        edited = editor(old, new)
        edited.decide(accept)
        (text,) = read(edited.saved()).texts()
        assert text.accepted == wanted


def test_a_comment_on_a_text_of_which_nothing_is_left_begins_and_ends() -> None:
    found = read(document("It was so.\n\nAll of it.\n", "\n", [Remark(BO, "Why?", "words of nobody")]))
    assert [(one.text, one.begin) for one in found.comments] == [("Why?", 0)]
    with ZipFile(io.BytesIO(document("It was so.\n", "\n", [Remark(BO, "Why?", "x y z")]))) as made:
        page = made.read("word/document.xml").decode()
    assert page.count("commentRangeStart") == page.count("commentRangeEnd") == 1


PRICES = """# Prices

| Item | Price | *Note* |
| :--- | ---: | --- |
| **Boat** | 1,200 | old \\| new |
| Oar | 30 |  |

The end.
"""


def test_a_table_that_nobody_changed_is_one_and_comes_back_sign_by_sign() -> None:
    content = document(PRICES, PRICES, [Remark(BO, "Dear!", "1,200"), Remark(BO, "What?", "Note* |\n| :---")])
    (table,) = Editor(content).document.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Item", "Price", "Note"],
        ["Boat", "1,200", "old \\| new"],
        ["Oar", "30", ""],
    ]
    found = read(content)
    (text,) = found.texts()
    assert text.accepted == PRICES
    assert returned(PRICES, PRICES, text).untouched
    assert text.words(found.comments[0].begin, found.comments[0].end) == "1,200"
    assert found.not_read == ()


def test_cells_and_rows_that_an_editor_writes_come_back_as_markdown() -> None:
    edited = editor(PRICES, PRICES)
    edited.replace("1,200", "1,100 | net")
    (table,) = edited.document.tables
    new = deepcopy(table.rows[2]._tr)
    table.rows[2]._tr.addnext(new)
    next(new.iter(qn("w:t"))).text = "Sail"
    # As programs do that keep no name of a table.
    for name in edited.body.iter(qn("w:bookmarkStart")):
        name.set(qn("w:name"), "another")
    (text,) = read(edited.saved()).texts()
    back = returned(PRICES, PRICES, text).text
    changed = PRICES.replace("1,200", "1,100 \\| net").replace(
        "| Oar | 30 |  |", "| Oar | 30 |  |\n| Sail | 30 |  |"
    )
    assert back == changed


@pytest.mark.parametrize(
    "head",
    ["| | b |", "|  | b |", "|a|b|", "| a  | b |", "| `a | b` |", "| **a** | \\| |", "| a<br>*b* | # c |"],
)
def test_however_a_table_is_written_it_comes_back_and_what_follows_is_set_as_it_was(head: str) -> None:
    old = f"{head}\n| --- | :-: |\n| 1 | 2 |\n\n**Why.** It is *so*.\n"
    for new in (old, old.replace("so", "not so")):
        (text,) = read(document(old, new, [Remark(BO, "Why?", "1 | 2")])).texts()
        assert (text.accepted, text.rejected) == (new, old)


def test_a_table_in_which_something_changed_stands_line_by_line() -> None:
    new = PRICES.replace("1,200", "1,300")
    for accept, wanted in ((True, new), (False, PRICES)):
        edited = editor(PRICES, new)
        assert not edited.document.tables
        edited.decide(accept)
        (text,) = read(edited.saved()).texts()
        assert text.accepted == wanted
