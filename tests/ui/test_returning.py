"""A document that an editor worked on comes in through the window: seen first, then taken in."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document
from PySide6.QtWidgets import QFileDialog, QLabel

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.kit.dialog import TellOnly
from app.ui.shell.exchange import ReturningDialog
from tests.support.editing import Editor
from tests.support.examples import sampled
from tests.support.scenes.states import bring_to
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def import_into(d: Desk, path: Path) -> None:
    """Choose a file to be imported."""
    d.window.actions_by_id["import"].trigger()
    await d.settle()
    dialog = d.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await d.settle()


async def test_what_a_document_brings_is_seen_before_it_is_taken_in(desk, core, tmp_path):
    session = await bring_to(core, "approval")
    editor = Editor(await core.exporting.content(session, "tracked"))
    line = next(p for p in editor.document.paragraphs if len(p.runs) == 1 and len(p.text) > 40)
    first = line.runs[0].text.split(". ")[0]
    editor.comment(first, "Says who?")
    editor.replace(first, "Nobody knows whether")
    path = tmp_path / "back.docx"
    editor.saved(path)
    async with desk() as d:
        before = len(await core.sessions.records(session))
        await import_into(d, path)
        await until(lambda: d.window.findChild(ReturningDialog))
        dialog = d.window.findChild(ReturningDialog)
        told = "\n".join(dialog.lines)
        assert "Worked on by Anna." in told
        assert "Nobody knows whether" in told
        assert "Says who?" in told
        assert len(await core.sessions.records(session)) == before, "nothing is taken in yet"
        dialog.main.click()
        points = d.window.page.view.fold.critiques.points
        await until(lambda: any(point.filed.author == "Anna" for point in points.values()))
        assert [p.filed.claim for p in points.values() if p.filed.author] == ["Says who?"]


@pytest.mark.parametrize("hidden", sampled([True, False], {True}))
async def test_texts_of_members_are_told_by_letters_while_names_are_hidden(desk, core, tmp_path, hidden):
    core.setup["hide_names"] = hidden
    session = await bring_to(core, "approval")
    editor = Editor(await core.exporting.content(session, "tracked"))
    line = next(p for p in editor.document.paragraphs if len(p.runs) == 1 and len(p.text) > 40)
    editor.replace(line.runs[0].text.split(". ")[0], "Nobody knows whether")
    path = tmp_path / "back.docx"
    editor.saved(path)
    async with desk() as d:
        await import_into(d, path)
        await until(lambda: d.window.findChild(ReturningDialog))
        dialog = d.window.findChild(ReturningDialog)
        titles = {line.text() for line in dialog.sheet.findChildren(QLabel)} - set(dialog.lines)
        names = {"Ada", "Blaise", "Grace"}
        letters = {f"Response {letter}" for letter in "ABC"}
        assert titles == (letters if hidden else names)
        dialog.reject()


async def test_what_an_editor_did_to_a_draft_lies_before_the_person_and_comments_in_the_line(
    desk_on, tmp_path
):
    book = tmp_path / "book"
    book.mkdir()
    (book / "text.md").write_text("# The sea\n\nThe sea was calm.\n\nMara waited.\n", encoding="utf-8")
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        setup = {"project": str(book), "template": "document"}
        session = await core.sessions.create("draft", setup, core.teams.default())
        await core.sessions.start(session)
        await core.sessions.wait(session)
        editor = Editor(await core.exporting.content(session, "tracked"))
        editor.comment("Mara waited.", "For whom?")
        editor.replace("calm", "rough")
        path = tmp_path / "back.docx"
        editor.saved(path)
        await import_into(d, path)
        await until(lambda: d.window.findChild(ReturningDialog))
        d.window.findChild(ReturningDialog).main.click()
        await until(lambda: d.window.page is not None and d.window.page.session == session)
        page = d.window.page
        await until(lambda: (gate := page.view.gate()) and gate.fact.kind == "draft_acceptance")
        await until(lambda: page.draft_store.draft.guidance == "“Mara waited.”: For whom?")
        assert "calm" in (book / "text.md").read_text(encoding="utf-8")
        await d.guard()
        await until(lambda: page.bar.offers("gate:accept"))
        page.bar.press("gate:accept")
        await until(lambda: "rough" in (book / "text.md").read_text(encoding="utf-8"))
        await until(lambda: page.bar.guidance.text.toPlainText() == "“Mara waited.”: For whom?")
    await core.close()


async def test_a_document_that_was_never_sent_from_here_is_refused_in_words(desk, core, tmp_path):
    path = tmp_path / "letter.docx"
    document = Document()
    document.add_paragraph("A letter about the weather, the cats, and nothing else at all.")
    document.save(str(path))
    await bring_to(core, "approval")
    async with desk() as d:
        await import_into(d, path)
        refusal = "letter.docx holds none of the texts of"
        await until(lambda: bool(d.window.findChildren(TellOnly) or d.window.findChildren(ReturningDialog)))
        assert refusal in d.window.findChild(TellOnly).text.text()
        assert d.window.findChild(ReturningDialog) is None
