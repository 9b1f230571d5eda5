"""The report as a Word document: what a reader finds in it, and that no text breaks out of its place."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import qn

from app.documents.edited import read_edited
from app.documents.edited_file import EditedFile
from app.domain.facts import CritiqueFiled, TextDecided, TextProposed
from app.domain.reporting import WorkflowReport
from app.export.registry import EXPORTERS
from app.export.report_model import (
    Authored,
    Changes,
    Comment,
    Foreign,
    Item,
    Items,
    Prose,
    ReportDocument,
    Section,
    Table,
)
from app.export.word.prose import PAGE, table
from app.export.word.report import docx_of
from tests.unit.export.test_report import HOSTILE, TOLD, debate, request

AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)


def opened(content: bytes) -> WordDocument:
    return Document(io.BytesIO(content))


def written(*facts: object, **more: object) -> bytes:
    return EXPORTERS["docx"].write(request(*facts, **more))  # type: ignore[arg-type]


def headings(document: WordDocument) -> list[str]:
    return [
        p.text for p in document.paragraphs if p.style is not None and str(p.style.name).startswith("Head")
    ]


def report(*sections: Section) -> ReportDocument:
    return ReportDocument(title="Four days", head="Finished.", sections=sections, at=AT)


def test_the_report_has_the_sections_of_the_others_as_headings_and_its_figures_as_a_table() -> None:
    document = opened(written(*debate(), workflow_report=TOLD))
    found = headings(document)
    assert found[:2] == ["Summary", "The answer"]
    assert "Round 1" in found
    assert found[-1] == "Who took part, and what it cost"
    rows = [[cell.text for cell in row.cells] for row in document.tables[-1].rows]
    assert rows[0][:3] == ["Seat", "Role", "Model"]
    assert any(row[0] == "Ada" for row in rows)
    assert document.core_properties.title == "Four days"


def test_a_critique_is_a_comment_of_its_critic_at_the_words_it_speaks_of() -> None:
    found = EditedFile.model_validate(read_edited(written(*debate(), workflow_report=TOLD)))
    comment = next(one for one in found.comments if one.text.startswith("Too long"))
    assert comment.author == "Bo"
    (text,) = found.texts()
    assert text.words(comment.begin, comment.end) == "one year"


def test_an_edit_of_the_person_stands_as_tracked_changes_by_the_person() -> None:
    facts = list(debate())
    at = next(n for n, one in enumerate(facts) if isinstance(one, CritiqueFiled))
    edit = TextDecided(
        slot="answer", seat="Ada", choice="edit", edit="It is cold.\n\nWe should try it for one week."
    )
    facts.insert(at, edit)
    (text,) = EditedFile.model_validate(read_edited(written(*facts))).texts()
    mine = [(one.text, one.brought, one.taken) for one in text.letters if "The person" in one[2:3] + one[5:6]]
    assert ("week", True, False) in mine
    assert ("year", False, True) in mine


def test_names_that_are_left_out_are_in_no_change_and_no_comment() -> None:
    content = written(*debate(), workflow_report=TOLD, redact_names=True)
    found = EditedFile.model_validate(read_edited(content))
    assert {one.author for one in found.comments} == {"Member 2"}
    assert {one.brought_by for one in found.pieces} <= {"", "Member 1", "Member 2", "The person"}
    assert "Ada" not in "".join(one.text for one in found.pieces)


def test_an_answer_wanted_alone_has_nothing_of_the_report() -> None:
    result = "# Try it\n\nFor a **month**.\n\n- one\n- two"
    document = opened(written(*debate(result=result), contents=frozenset({"answer"})))
    assert [p.text for p in document.paragraphs] == ["Try it", "For a month.", "•\tone", "•\ttwo"]
    assert headings(document) == ["Try it"]


def test_a_text_that_would_break_out_stays_a_quotation_and_loads_nothing() -> None:
    document = opened(written(*debate(text=HOSTILE, result=HOSTILE), workflow_report=WorkflowReport()))
    assert "Approved" not in headings(document)
    targets = [rel.target_ref for rel in document.part.rels.values() if rel.is_external]
    assert targets == []
    assert "<script>x</script>" in "\n".join(p.text for p in document.paragraphs)


def test_every_block_of_a_report_is_written_and_its_links_lead_to_sections() -> None:
    said = Comment("c1", "Bo", "Which month?", AT, quote="a month")
    content = docx_of(
        report(
            Section("summary", 2, "Summary", (Prose("See [the costs](#costs)."), Foreign("It `is` so."))),
            Section(
                "texts",
                3,
                "Texts",
                (
                    Authored(
                        "**Ada**", "Ada", AT, "For a *month*.", (Foreign("For a *month*."),), None, (said,)
                    ),
                    Items((Item("One", (Changes("old word", "new word", "- Changed"),)), Item("Two"))),
                ),
            ),
            Section("costs", 2, "Costs", (Table(("Seat", "Calls"), (("Ada", "2"),), frozenset({1})),)),
        )
    )
    document = opened(content)
    link = next(document.element.body.iter(qn("w:hyperlink")))
    marks = [one.get(qn("w:name")) for one in document.element.body.iter(qn("w:bookmarkStart"))]
    assert link.get(qn("w:anchor")) in marks
    found = EditedFile.model_validate(read_edited(content))
    (text,) = found.texts()
    assert text.words(found.comments[0].begin, found.comments[0].end) == "a *month*"
    assert "new word" in text.accepted
    assert "old word" in text.rejected
    assert [cell.text for cell in document.tables[0].rows[1].cells] == ["Ada", "2"]


def test_the_form_is_among_those_of_every_session_and_gives_the_same_bytes() -> None:
    assert EXPORTERS["docx"].suffix == ".docx"
    assert written(*debate()) == written(*debate())


def test_a_base_that_is_told_anew_stands_whole() -> None:
    facts = [*debate()[:5], TextProposed(slot="answer", seat="Ada", text="Quite another thing.", base=5)]
    (text,) = EditedFile.model_validate(read_edited(written(*facts))).texts()
    assert "Quite another thing." in text.accepted


def test_a_column_has_room_for_its_longest_word_and_a_sum_stays_with_its_sign() -> None:
    heads = ["Platz", "Rolle", "Modell", "Aufrufe", "Token hinein", "Token heraus", "Kosten"]
    role, model = "simplicity, den anderen gezeigt als „Response B“", "anthropic/claude-sonnet-4-5"
    row = ["Blaise", role, model, "5", "4\u202f500", "361", "0,0550\N{NO-BREAK SPACE}$"]
    whole = table(
        [heads, row, ["Insgesamt", "", "", "20", "18\u202f000", "1\u202f403", "0,22\N{NO-BREAK SPACE}$"]]
    )
    widths = [int(width) for width in re.findall(r'<w:gridCol w:w="(\d+)"', whole)]
    longest = ["Insgesamt", "simplicity,", "anthropic/claude-", "Aufrufe", "hinein", "heraus", row[-1]]
    assert sum(widths) <= PAGE
    # A letter of a cell is 4.6 points wide, bold; beside its words are 9 points.
    assert all(width >= 92 * len(word) + 180 for width, word in zip(widths, longest, strict=True))


def test_few_rows_stay_on_one_page_and_a_line_that_leads_in_stays_with_them() -> None:
    rows = tuple((f"{number}", "x") for number in range(3))
    long = tuple((f"{number}", "x") for number in range(40))
    told = Section(
        "costs",
        2,
        "Cost",
        (Prose("These:"), Table(("No.", "What"), rows), Prose("Those."), Table(("No.", "What"), long)),
    )
    document = opened(docx_of(report(told)))
    kept = {p.text: p.paragraph_format.keep_with_next for p in document.paragraphs}
    assert kept["These:"]
    assert not kept["Those."]
    short, whole = (
        [bool(row.cells[0].paragraphs[0].paragraph_format.keep_with_next) for row in one.rows]
        for one in document.tables
    )
    assert short == [True, True, True, False]
    assert whole == [True, *[False] * 40]


def test_columns_of_a_text_that_are_set_to_the_right_are_and_numbers_of_a_long_list_have_room() -> None:
    numbers = "\n".join(f"{number}. item" for number in range(1, 12))
    text = f"| a | b |\n| --- | ---: |\n| word | 12 |\n\n{numbers}"
    document = opened(docx_of(report(Section("documents", 2, "Figures", (Prose(text),)))))
    (table,) = document.tables
    assert [str(cell.paragraphs[0].alignment) for cell in table.rows[1].cells] == ["None", "RIGHT (2)"]
    (last,) = [p for p in document.paragraphs if p.text.startswith("11.")]
    indent = last.paragraph_format.first_line_indent
    assert indent is not None
    # Two digits, a point and a blank of eleven points.
    assert indent.pt <= -24
