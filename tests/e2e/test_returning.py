"""The round trip: texts go out as a Word document, an editor works on it, and what they did comes back in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from docx.opc.part import XmlPart
from docx.oxml.ns import qn

from app.domain.errors import InputError
from app.domain.facts import TextDecided
from app.domain.ids import PERSON, SessionId
from app.domain.messages import ModelRequest
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.services.parts import Parts
from app.services.returning import ReturnedFile, Returning, as_feedback
from app.services.returning_words import told
from tests.support.asked import read
from tests.support.drafting import CHAPTERS, Draft, drafting, files
from tests.support.editing import Editor
from tests.unit.debate.conftest import table as table
from tests.unit.debate.debate_table import Table, refine

pytestmark = pytest.mark.asyncio
END = "chapter-beats/03-end.md"
ROAD = "chapter-beats/02-road.md"


async def sent(parts: Parts, session: SessionId, format: str = "tracked") -> bytes:
    return await Exporting(parts, EXPORTERS, read_json_export).content(session, format)


def longer(request: ModelRequest) -> str:
    text = read(request)["text"]
    return refine(request, f"{text.replace('plan', 'clear plan')}\n\nIt costs nothing.")


def sentences(found: ReturnedFile) -> list[str]:
    """Return what a person is told of a document."""
    parts = list(told(found))
    return [str(line) for part in parts for line in ((part.title,) if part.title else ()) + part.lines]


async def debating(table: Table, **setup: Any) -> bytes:
    """Bring a debate to the gate at which its answers are decided on, and return what goes out."""
    table.scripts["refinement"] = longer
    await table.open(max_rounds=3, **setup)
    if setup:
        await table.answer("approve")
    assert table.gate.fact.kind == "approval"
    return await sent(table.parts, table.id)


async def test_what_an_editor_decides_and_writes_goes_on_and_comments_go_to_their_author(
    table: Table, tmp_path: Path
) -> None:
    editor = Editor(await debating(table))
    texts = [p.text for p in editor.document.paragraphs if "Text Title" in str(p.style and p.style.name)]
    assert texts == ["Ada", "Ben", "Cy"]
    editor.decide(False, "clear ")
    editor.replace("Ada proposes", "Ada suggests")
    editor.comment("of its own", "Whose plan?")
    back = tmp_path / "back.docx"
    editor.saved(back)
    returning = Returning(table.sessions)
    found = await returning.read(back)
    assert found.authors == ("Anna",)
    assert found.marks
    ada, ben, _ = found.texts
    assert ada.back.changes == ("not_taken", "open")
    assert ada.back.text == "Ada suggests a plan of its own.\n\nIt costs nothing."
    assert ben.back.changes == ("not_taken", "open")
    before = len(await table.records())
    await returning.take_in(found)
    decided = await table.facts("text_decided")
    assert [(one.seat, one.choice) for one in decided][:1] == [("Ada", "edit")]
    assert table.state.attempt.text("Ada").text != decided[0].edit  # type: ignore[union-attr]
    (mark,) = [one for one in await table.facts("critique_filed") if one.author]
    assert (mark.critic, mark.author, mark.target, mark.claim) == (PERSON, "Anna", "Ada", "Whose plan?")
    assert "of its own" in mark.quote
    again = await returning.read(back)
    assert not again.brings
    await returning.take_in(again)
    records = await table.records()
    assert len(records) == before + 2 + len(decided) + len(await table.facts("changes_reviewed"))
    await table.answer("approve")
    assert "Whose plan?" in table.given("Ada")
    assert "Ada suggests a plan" in str(read(table.asked("refinement", "Ada")[-1])["text"])


async def test_what_an_editor_will_be_given_can_be_seen_before_it_is_sent(table: Table) -> None:
    await debating(table)
    exporting = Exporting(table.parts, EXPORTERS, read_json_export)
    seen = await exporting.glance(table.id, "tracked")
    assert seen is not None
    assert seen.startswith(
        "── Ada\nAda proposes a [+clear +]plan of its own.\n\n[+It costs nothing.+]\n\n── Ben"
    )
    assert await exporting.glance(table.id, "md") is None


async def test_a_document_says_in_sentences_what_it_brings(table: Table, tmp_path: Path) -> None:
    editor = Editor(await debating(table), "Bea")
    editor.decide(True)
    editor.replace("It costs nothing.", "It costs a little.")
    editor.comment("Ben proposes", "Why Ben?")
    editor.saved(tmp_path / "back.docx")
    found = await Returning(table.sessions).read(tmp_path / "back.docx")
    assert sentences(found) == [
        "Worked on by Bea.",
        "Ada",
        "Of 2 changes that went out: 1 accepted, 1 written over.",
        "Changed: “It costs nothing.” → “It costs a little.”",
        "Ben",
        "Of 2 changes that went out: 2 accepted.",
        "Cy",
        "Of 2 changes that went out: 2 accepted.",
        "Comments",
        "Bea on “Ben proposes a”: Why Ben?",
        "They become marks that the authors of the texts are given.",
    ]
    assert as_feedback(found.comments) == "“Ben proposes a”: Why Ben?"


@pytest.mark.parametrize(
    ("result_by", "end", "ended"), [("chair", "Do it", "Do it now"), ("best", "a number", "a number now")]
)
async def test_the_final_answer_can_be_edited_when_all_is_over(
    result_by: str, end: str, ended: str, table: Table, tmp_path: Path
) -> None:
    await table.open(max_rounds=1, result_by=result_by)
    assert await table.answer("finish") == "finished"
    editor = Editor(await sent(table.parts, table.id))
    editor.comment(end, "Sure?")
    editor.replace(end, ended)
    editor.saved(tmp_path / "back.docx")
    returning = Returning(table.sessions)
    found = await returning.read(tmp_path / "back.docx")
    assert not found.marks
    await returning.take_in(found)
    assert ended in (await sent(table.parts, table.id, "md")).decode()
    assert ended in "".join(one.text for one in await table.facts("note_added"))
    # It goes out again with what was made of it marked.
    again = Editor(await sent(table.parts, table.id))
    assert [again.words(change) for change in again.body.iter(qn("w:ins"))] == [" now"]


async def test_a_text_that_was_changed_here_since_takes_the_edits_where_they_find_their_place(
    table: Table, tmp_path: Path
) -> None:
    editor = Editor(await debating(table))
    text = table.state.attempt.text("Ada")
    assert text is not None
    await table.tell(
        TextDecided(slot="answer", seat="Ada", choice="edit", edit=text.text.replace("nothing", "much"))
    )
    editor.replace("Ada proposes", "Ada suggests")
    editor.replace("It costs nothing.", "It costs nothing at all.")
    editor.saved(tmp_path / "back.docx")
    returning = Returning(table.sessions)
    found = await returning.read(tmp_path / "back.docx")
    await returning.take_in(found)
    edit = (await table.facts("text_decided"))[-1].edit
    assert edit.startswith("Ada suggests a clear plan of its own.")
    assert "much" in edit


async def test_what_was_decided_since_is_refused_in_words_and_changes_nothing(
    table: Table, tmp_path: Path
) -> None:
    editor = Editor(await debating(table))
    editor.replace("Ada proposes", "Ada suggests")
    editor.saved(tmp_path / "back.docx")
    await table.answer("finish")
    found = await Returning(table.sessions).read(tmp_path / "back.docx")
    assert not found.brings
    assert "It is not changed. It was decided on since, and nothing asks about it now." in sentences(found)


@pytest.mark.parametrize("setup", [{}, {"new_letters": True}, {"new_letters": True, "hide_names": True}])
async def test_comments_that_went_out_stay_out_though_names_and_times_were_taken_from_the_document(
    table: Table, tmp_path: Path, setup: dict[str, object]
) -> None:
    editor = Editor(await debating(table, **setup))
    part = next(p for p in editor.document.part.package.iter_parts() if p.partname == "/word/comments.xml")
    assert isinstance(part, XmlPart)
    marks = [*part.element, *editor.body.iter(qn("w:ins"), qn("w:del"))]
    assert len(part.element) >= 3
    for mark in marks:
        mark.set(qn("w:author"), "Author")
        mark.attrib.pop(qn("w:date"), None)
    editor.saved(tmp_path / "back.docx")
    found = await Returning(table.sessions).read(tmp_path / "back.docx")
    assert not found.comments
    assert not found.brings


async def test_a_text_whose_title_is_gone_is_told_and_left_alone(table: Table, tmp_path: Path) -> None:
    editor = Editor(await debating(table))
    line = next(p for p in editor.document.paragraphs if p.text == "Cy")
    line._p.getparent().remove(line._p)
    editor.saved(tmp_path / "back.docx")
    found = await Returning(table.sessions).read(tmp_path / "back.docx")
    assert found.lacking == ("Cy",)
    assert [one.text.seat for one in found.texts] == ["Ada", "Ben"]
    run_on = "It is not changed. The title “Cy” is gone behind it: nobody knows where it ends."
    assert run_on in sentences(found)


async def test_documents_of_no_session_or_of_another_are_refused_in_words(
    table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "letter.docx"
    document = Document()
    document.add_paragraph("Dear Sir, this is a letter of quite another kind about weather and cats.")
    document.save(str(path))
    await debating(table)
    returning = Returning(table.sessions)
    with pytest.raises(InputError, match="does not say which session it is of"):
        await returning.read(path)
    editor = Editor(await sent(table.parts, table.id))
    editor.saved(tmp_path / "back.docx")
    with pytest.raises(InputError, match="is of another session"):
        await returning.read(tmp_path / "back.docx", SessionId("01" + "a" * 24))


def through_pandoc(editor: Editor) -> None:
    """Take out of a document what pandoc leaves out: own styles, bookmarks, properties, empty lines."""
    for tag in ("w:bookmarkStart", "w:bookmarkEnd", "w:pStyle", "w:ind"):
        for one in list(editor.body.iter(qn(tag))):
            if not (one.get(qn("w:val")) or "").startswith("Heading"):
                one.getparent().remove(one)
    for line in list(editor.body.iter(qn("w:p"))):
        if not "".join(one.text or "" for one in line.iter(qn("w:t"), qn("w:delText"))):
            line.getparent().remove(line)
    relations = editor.document.part.package.rels
    for id in [id for id, one in relations.items() if one.reltype.endswith("custom-properties")]:
        del relations[id]


async def test_what_went_through_pandoc_names_its_session_and_comes_back_text_by_text(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        await run_to_acceptance(draft)
        assert await draft.answer("accept") == "draft_feedback"
        editor = Editor(await sent(draft.desk.parts, draft.id))
        editor.decide(True)
        editor.replace("He meets Ilse.", "He meets Ilse and Jan.", tracked=False)
        through_pandoc(editor)
        editor.saved(tmp_path / "back.docx")
        returning = Returning(draft.desk.sessions)
        with pytest.raises(InputError, match="it reads like “My novel”") as refused:
            await returning.read(tmp_path / "back.docx")
        assert f"--session {draft.id}" in str(refused.value.next)
        found = await returning.read(tmp_path / "back.docx", draft.id)
        assert found.answer is not None
        assert found.answer["edits"] == {ROAD: CHAPTERS[ROAD].replace("Ilse.", "Ilse and Jan.")}


async def run_to_acceptance(draft: Draft, texts: Mapping[str, str] = CHAPTERS) -> None:
    end = texts[END].replace("wins clearly", "barely wins").replace("All are glad.", "Nobody cheers.")
    draft.scripts["draft_write"] = lambda request: files({**texts, END: end})
    await draft.open()
    await draft.answer("target", level="chapters")
    assert await draft.change("Make the end darker") == "draft_acceptance"


async def test_an_editors_decisions_on_a_draft_are_what_is_accepted(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        await run_to_acceptance(draft)
        editor = Editor(await sent(draft.desk.parts, draft.id))
        assert editor.document.paragraphs[0].text.startswith("3")
        editor.decide(False, "All are glad", "Nobody cheers")
        editor.decide(True, "wins clearly", "barely wins")
        editor.comment("Marcus", "Why Marcus?")
        editor.saved(tmp_path / "back.docx")
        returning = Returning(draft.desk.sessions)
        found = await returning.read(tmp_path / "back.docx")
        assert found.texts[0].back.changes == ("taken", "not_taken")
        assert not found.marks
        await returning.take_in(found)
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read(END) == CHAPTERS[END].replace("wins clearly", "barely wins")
        (note,) = await draft.facts("note_added")
        assert note.text.startswith("Anna: Why Marcus?")


async def test_an_accepted_draft_goes_out_whole_and_comes_back_as_an_iteration_of_its_own(
    tmp_path: Path,
) -> None:
    texts = {**CHAPTERS, ROAD: CHAPTERS[ROAD].replace("\n", "\r\n")}
    async with drafting(tmp_path, texts) as draft:
        await run_to_acceptance(draft)
        assert await draft.answer("accept") == "draft_feedback"
        asked = len(draft.requests)
        editor = Editor(await sent(draft.desk.parts, draft.id))
        titles = [p.text for p in editor.document.paragraphs if "Text Title" in str(p.style and p.style.name)]
        assert titles == list(CHAPTERS)
        # What the newest iteration changed is marked, and can be taken back.
        editor.decide(False, "wins clearly", "barely wins")
        editor.replace("He meets Ilse.", "He meets Ilse and Jan.")
        editor.saved(tmp_path / "back.docx")
        returning = Returning(draft.desk.sessions)
        found = await returning.read(tmp_path / "back.docx")
        assert (found.gate, found.verb) == (draft.gate.id, "edited")
        assert found.answer is not None
        await returning.take_in(found)
        assert await draft.answer(found.verb, **found.answer) == "draft_acceptance"
        assert len(draft.requests) == asked, "no model is asked about what a person wrote"
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read(ROAD) == texts[ROAD].replace("Ilse.", "Ilse and Jan.")
        assert "wins clearly" in draft.read(END)
        assert "Nobody cheers." in draft.read(END)
        assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Edited by Anna."
        assert not (await returning.read(tmp_path / "back.docx")).answer
