"""HTML, PDF and CSV of a report: nothing in them runs or loads, and they say what Markdown says."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import Destination

from app.diffing.units import units
from app.domain.errors import InputError
from app.domain.facts import CriterionMeasured, TextProposed
from app.domain.reporting import WorkflowReport
from app.engine.exporting import CONTENTS
from app.export.composing import compose
from app.export.html import html_of
from app.export.html_text import changes
from app.export.markdown import markdown_of
from app.export.registry import EXPORTERS
from app.export.spreadsheet import spreadsheet
from tests.support.examples import examples
from tests.support.html_page import Page
from tests.unit.export.test_report import HOSTILE, TOLD, created, debate, request

TAG_NAMES = (
    "a article blockquote body br code del div em h1 h2 h3 h4 h5 h6 head hr html ins li main meta nav ol p"
    " pre s span strong style table tbody td th thead title tr ul"
)
TAGS = frozenset(TAG_NAMES.split())
SOUND = frozenset({"align", "class", "id", "start"})


def html(*facts: Any, **more: Any) -> str:
    return EXPORTERS["html"].write(request(*facts, **more)).decode()


def test_html_holds_no_script_no_address_that_is_loaded_and_a_policy_that_forbids_both() -> None:
    hostile = (
        f'{HOSTILE}\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://x.example/?q="><s>)'
    )
    found = Page(html(*debate(hostile, f"{hostile}\n\n![p](https://x.example/p.png)"), workflow_report=TOLD))
    assert set(found.tags) <= TAGS
    for tag, name, value in found.attributes:
        assert tag in ("meta", "html", "nav") or name in SOUND or (tag, name) == ("a", "href"), (tag, name)
        if name == "href":
            assert value.startswith(("#", "https://x.example/", "http://h/"))
    policy = next(value for value in found.of("content") if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "unsafe" not in policy


def test_the_policy_allows_the_one_style_sheet_that_the_file_holds() -> None:
    page = html(*debate())
    sheet = page[page.index("<style>") + 7 : page.index("</style>")]
    allowed = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert f"'sha256-{allowed}'" in page
    assert "url(" not in sheet
    assert "@import" not in sheet


def test_every_link_inside_the_file_leads_to_a_place_that_is_there_once() -> None:
    found = Page(html(*debate(), workflow_report=TOLD))
    places = found.of("id")
    assert len(places) == len(set(places))
    links = [value[1:] for value in found.of("href") if value.startswith("#")]
    assert "round-1" in links
    assert set(links) <= set(places)


def test_html_says_every_word_that_markdown_says() -> None:
    wanted = ["Try it for a month.", "Too long", "Now a month", "Mention the cost", "A year", "$0.01"]
    page = Page(html(*debate(), workflow_report=TOLD)).text
    written = markdown_of(compose(request(*debate(), workflow_report=TOLD)))
    for words in wanted:
        assert words in written
        assert words in page


def test_a_changed_text_is_shown_with_its_old_words_struck_and_its_new_ones_marked() -> None:
    page = html(*debate(), workflow_report=TOLD)
    assert "We should try it for one <del>year</del><ins>month</ins>." in page


MARKDOWN = st.lists(
    st.sampled_from(
        ["# One", "- an item", "2. second", "A line of words.", "Another line.", "```\ncode\n```", "> q"]
    )
    | st.text("ab <&*_`#\n", max_size=20),
    max_size=6,
).map("\n\n".join)


@given(MARKDOWN, MARKDOWN)
@settings(max_examples=examples(60, 2000))
def test_no_letter_of_a_new_text_is_lost_where_its_changes_are_shown(old: str, new: str) -> None:
    shown = Page(f"<div>{changes(old, new, below=3)}</div>").text
    known = {unit.text for unit in units(old)}
    letters = re.compile(r"[^\W\d_]")  # numbers of a list are drawn, not written
    for unit in units(new):
        if unit.text not in known:
            wanted = "".join(letters.findall(unit.text))
            rest = iter("".join(letters.findall(shown)))
            assert all(letter in rest for letter in wanted), (unit.text, shown)


# --- what goes in ---------------------------------------------------------------------------------


def test_each_part_can_be_left_out_and_no_link_leads_to_what_is_not_there() -> None:
    for name in CONTENTS:
        asked = request(*debate(), workflow_report=TOLD, contents=frozenset(CONTENTS) - {name})
        document = compose(asked)
        assert name not in {section.name for section in document.sections}
        found = Page(html_of(document))
        assert {value[1:] for value in found.of("href") if value.startswith("#")} <= set(found.of("id"))
    without = compose(
        request(*debate(), workflow_report=TOLD, contents=frozenset({"summary", "costs", "ending"}))
    )
    assert not any(section.name == "rounds" for section in without.sections)
    assert "](#" not in markdown_of(without)


def test_the_answer_alone_is_the_answer_as_it_was_written() -> None:
    answer = "# Yes\n\nTry *it* for a [month](https://x.example/).\n"
    asked = request(*debate(result=answer), contents=frozenset({"answer"}))
    assert EXPORTERS["md"].write(asked).decode() == answer
    page = Page(EXPORTERS["html"].write(asked).decode())
    assert page.text.endswith("Yes Try it for a month ⟨https://x.example/⟩ .")
    assert "How it was decided" not in page.text


def test_asking_for_an_answer_that_is_not_there_is_refused_with_what_to_do() -> None:
    with pytest.raises(InputError, match="no final answer yet") as refused:
        compose(request(created(), contents=frozenset({"answer"})))
    assert "Export the whole report" in str(refused.value.next)


def test_no_form_tells_a_name_or_a_sum_that_is_to_be_left_out() -> None:
    asked = request(
        *debate("Ada agrees with vendor/two."), workflow_report=TOLD, redact_names=True, redact_costs=True
    )
    pages = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked))).pages
    )
    for text in (
        Page(EXPORTERS["html"].write(asked).decode()).text,
        EXPORTERS["csv"].write(asked).decode(),
        pages,
    ):
        assert not re.search(r"\bAda\b|\bBo\b|vendor/", text)
        assert "$" not in text
        assert "USD" not in text
        assert "Member 1" in text


# --- PDF ------------------------------------------------------------------------------------------


def _leaves(outline: list[Any], depth: int = 0) -> Iterator[tuple[int, Destination]]:
    for item in outline:
        if isinstance(item, list):
            yield from _leaves(item, depth + 1)
        else:
            yield depth, item


def test_a_pdf_has_bookmarks_a_table_of_contents_that_is_right_and_numbers_on_its_pages() -> None:
    passages = "\n\n".join(f"Passage {number} of the answer. " + "And so on. " * 30 for number in range(40))
    asked = request(*debate(result=passages + "\n\n[more](https://x.example/y)"), workflow_report=TOLD)
    sections = compose(asked).sections
    reader = PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked)))
    marks = list(_leaves(reader.outline))
    assert [mark.title for _, mark in marks] == [section.title for section in sections]
    assert [depth for depth, _ in marks] == [section.level - 2 for section in sections]
    texts = [page.extract_text() for page in reader.pages]
    assert len(texts) > 3
    first = " ".join(texts[0].split())
    for depth, mark in marks:
        at = reader.get_destination_page_number(mark)
        assert at is not None
        assert str(mark.title) in " ".join(texts[at].split())
        if depth == 0:
            assert f"{mark.title} {at + 1}" in first
    for number, text in enumerate(texts, 1):
        assert f"{number} / {len(texts)}" in text
    for number in range(40):
        assert f"Passage {number} of the answer." in " ".join("".join(texts).split())
    addresses = [
        note.get_object()["/A"]["/URI"]
        for page in reader.pages
        for note in page.get("/Annots", [])
        if "/A" in note.get_object()
    ]
    assert set(addresses) == {"https://x.example/y"}
    inner = [
        note.get_object()
        for page in reader.pages
        for note in page.get("/Annots", [])
        if "/Dest" in note.get_object()
    ]
    # Each line of the contents twice, its words and its number, and the links of the summary.
    assert len(inner) > 2 * sum(1 for section in sections if section.level == 2)
    assert reader.metadata is not None
    assert reader.metadata.title == "Four days"


# --- figures --------------------------------------------------------------------------------------


def figures(*facts: Any, **more: Any) -> list[dict[str, str]]:
    content = EXPORTERS["csv"].write(request(*facts, **more)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content, newline="")))


def test_figures_stand_one_a_line_as_programs_read_them() -> None:
    rows = figures(*debate(), workflow_report=TOLD)
    (agreement,) = (row for row in rows if row["figure"] == "Agreement")
    assert agreement["of"] == "attempt"
    assert (agreement["round"], agreement["value"], agreement["threshold"]) == ("1", "79.96", "80")
    assert (agreement["unit"], agreement["passes"]) == ("%", "no")
    (cost,) = (row for row in rows if row["of"] == "session" and row["figure"] == "Cost")
    assert (cost["value"], cost["unit"]) == ("0.0125", "USD")
    assert {row["title"] for row in rows} == {"Four days"}


def test_every_figure_says_what_it_is_of_and_stands_in_its_column() -> None:
    content = EXPORTERS["csv"].write(request(*debate(), workflow_report=TOLD)).decode("utf-8-sig")
    head, *lines = csv.reader(io.StringIO(content, newline=""))
    assert {len(line) for line in lines} == {len(head)}
    assert {line[head.index("of")] for line in lines} >= {"attempt", "text", "round", "seat", "session"}
    figures_of = {(line[head.index("of")], line[head.index("figure")]) for line in lines}
    assert {("attempt", "Time taken"), ("text", "Share of the text that changed")} <= figures_of
    for line in lines:
        float(line[head.index("value")])


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "  @"])
def test_no_cell_is_taken_for_a_formula(sign: str) -> None:
    facts = (
        created(f'{sign}HYPERLINK("http://h")'),
        CriterionMeasured(name="x", value=-2.5, note=f"{sign}1+1"),
    )
    for row in figures(
        *facts, TextProposed(slot="answer", seat="Ada", text="x"), workflow_report=WorkflowReport()
    ):
        for name, cell in row.items():
            assert not cell.lstrip().startswith(("=", "+", "@")), (name, cell)
            assert not cell.startswith("-") or cell == "-2.5"


def test_a_head_that_somebody_wrote_is_made_as_safe_as_the_cells_below_it() -> None:
    content = spreadsheet(["=1+1", "a\u202eb", "c"], [["=1+1", "a\u202eb", "c"]]).decode("utf-8-sig")
    head, line = csv.reader(io.StringIO(content, newline=""))
    assert head == line == ["'=1+1", "a⟦U+202E⟧b", "c"]


@pytest.mark.nightly
def test_a_table_wider_than_the_paper_is_drawn_smaller_and_nothing_stands_beside_the_page() -> None:
    row = "| " + " | ".join("7777" for _ in range(50)) + " |\n"
    asked = request(*debate(result=row + "|---" * 50 + "|\n" + row * 3))
    reader = PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked)))
    ends: list[float] = []

    def seen(text: str, matrix: list[float], text_matrix: list[float], *_: Any) -> None:
        if text.strip():
            ends.append(text_matrix[4] * matrix[0] + matrix[4])

    for page in reader.pages:
        page.extract_text(visitor_text=seen)
    assert 400 < max(ends) < float(reader.pages[0].mediabox.width) - 40


@pytest.mark.nightly
def test_headings_that_move_to_their_words_leave_no_page_nearly_empty() -> None:
    parts = [f"### Part {number}\n\n" + "It is so. " * (9 + 37 * number % 90) for number in range(48)]
    asked = request(*debate(result="\n\n".join(parts)))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked))).pages]
    lines = [len(text.splitlines()) for text in pages[1:] if "Part " in text][:-1]
    assert len(lines) > 5
    assert min(lines) > 0.75 * max(lines)
    told = [re.sub(r"\n\d+ / \d+(\n.*)?$", "", text) for text in pages]
    assert not [text for text in told if re.search(r"Part \d+$", text)]


@pytest.mark.nightly
def test_a_heading_has_two_lines_of_its_words_below_it_or_begins_the_next_page() -> None:
    parts = [f"### Part {number}\n\n" + "It is so. " * (28 + 11 * (number % 5)) for number in range(150)]
    asked = request(*debate(result="\n\n".join(parts)))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked))).pages]
    told = [re.sub(r"\n\d+ / \d+(\n.*)?$", "", text) for text in pages]
    parted = [text for text, after in pairwise(told) if after.startswith(("It", "is", "so"))]
    assert len(parted) > 5
    assert not [text for text in parted if re.search(r"Part \d+\n[^\n]*$", text)]


@pytest.mark.nightly
def test_a_line_that_leads_in_stands_on_the_page_of_what_it_leads_to() -> None:
    table = "| a | b |\n| --- | --- |\n| row 1 | x |\n| row 2 | y |\n| row 3 | z |"
    parts = [
        "\n\n".join(
            [
                "Words.",
                *["More words."] * (number % 13),
                f"Led {number}:",
                table.replace("row", f"{number} row"),
            ]
        )
        for number in range(26)
    ]
    asked = request(*debate(result="\n\n".join(parts)))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(EXPORTERS["pdf"].write(asked))).pages]
    assert len(pages) > 4
    for number in range(26):
        (page,) = [text for text in pages if f"Led {number}:" in text]
        # A small table is on that page whole.
        assert f"{number} row 1" in page
        assert f"{number} row 3" in page
