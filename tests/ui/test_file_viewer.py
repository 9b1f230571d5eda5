"""A citation is opened at its lines, the quotation marked: from the records, and from the folder as it is."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from app.bootstrap import build
from app.diffing.quotations import quoted_spans
from app.documents import reader
from app.domain.i18n import words
from app.engine.tabs import FilePlace
from app.settings.folders import Folders
from app.ui.kit.theme import CODE, LIGHT, colours
from app.ui.panels.file_text import FileDialog
from app.workflows.registry import SHIPPED
from tests.support.documents import pdf
from tests.support.toy_folders import BinderPlugin
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

TEXT = "One.\nThe pump at Nord-\nheim runs at “340 rpm”, they say.\nThree 🙂 four.\nLast.\n"


def marked(dialog: FileDialog) -> list[str]:
    """Return the passages that are marked as the quotation."""
    hit = QColor(colours().hit)
    return [
        one.cursor.selectedText().replace("\u2029", "\n")
        for one in dialog.text.extraSelections()
        if one.format.background().color() == hit
    ]


def rows(dialog: FileDialog) -> list[int]:
    """Return the numbers of the lines that are marked whole."""
    hit = QColor(colours().hit)
    chosen = [one for one in dialog.text.extraSelections() if one.format.background().color() != hit]
    return [one.cursor.block().blockNumber() for one in chosen]


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("runs at 340 rpm", ["runs at “340 rpm"]),
        ('RUNS  at "340 rpm" they say', ["runs at “340 rpm”, they say"]),
        ("at Nord- heim runs … four", ["at Nord-\nheim runs", "four"]),
        ("Three 🙂 four", ["Three 🙂 four"]),
        ("runs at 34", []),
        ("…", []),
        ("", []),
    ],
)
def test_a_quotation_is_found_whatever_space_and_signs_lie_between_its_words(quote, found):
    assert [TEXT[begin:end] for begin, end in quoted_spans(TEXT, quote, 2, 3)] == found


def test_of_two_places_the_one_near_the_lines_is_marked():
    text = "same words\n" + "x\n" * 40 + "same words\n"
    assert quoted_spans(text, "same words", 42, 42) == [(91, 101)]
    assert quoted_spans(text, "same words", 1, 1) == [(0, 10)]
    # Lines that are nowhere near: it is found all the same.
    assert quoted_spans(text, "same words", 20, 20) == [(0, 10)]


def test_the_lines_of_a_place_and_its_quotation_are_marked(qtbot):
    place = FilePlace("a.md", 2, TEXT, last=3, quote="runs at 340 rpm", place=words("page {n}", n=7))
    dialog = FileDialog(None, place)
    qtbot.addWidget(dialog)
    assert dialog.where.text() == "Line 3 of 5 · page 7"
    assert rows(dialog) == [2]
    assert marked(dialog) == ["runs at “340 rpm"]


def test_letters_beyond_the_first_plane_do_not_shift_the_mark(qtbot):
    dialog = FileDialog(None, FilePlace("a.md", 4, TEXT, quote="four"))
    qtbot.addWidget(dialog)
    assert marked(dialog) == ["four"]


def test_code_is_shown_in_letters_of_one_width_and_a_note_is_not(qtbot):
    for path, code in (("a.py", True), ("Makefile", True), ("a.md", False), ("a.pdf", False)):
        dialog = FileDialog(None, FilePlace(path, 1, "x"))
        qtbot.addWidget(dialog)
        assert (dialog.text.font().families()[0] == CODE) == code


def test_an_excerpt_has_the_numbers_of_its_file(qtbot):
    dialog = FileDialog(None, FilePlace("a.md", 101, "a\nb\nc", last=102, first=100))
    qtbot.addWidget(dialog)
    assert (dialog.line, dialog.where.text()) == (101, "Lines 101–102 of 102")
    assert rows(dialog) == [1, 2]


def test_lines_end_where_they_are_counted_and_nowhere_else(qtbot):
    dialog = FileDialog(None, FilePlace("a.md", 3, "a\u2028b\r\nc\rd\x0ce\nthird\r\n", quote="third"))
    qtbot.addWidget(dialog)
    assert dialog.where.text() == "Line 3 of 3"
    assert marked(dialog) == ["third"]


async def test_a_file_is_read_from_the_folder_and_what_changed_since_is_said(desk_on, tmp_path):
    for name in ("sources", "project"):
        (tmp_path / name).mkdir()
    source = tmp_path / "sources" / "a.md"
    source.write_text("Limpets hold on.\n", encoding="utf-8")
    setup = {name: str(tmp_path / name) for name in ("sources", "project")}
    data = Folders(tmp_path / "data", tmp_path / "config")
    core = build(data, council_step=0.0, makers={**SHIPPED, "binder": BinderPlugin})
    async with desk_on(core) as d:
        session = await core.sessions.create("binder", setup, core.teams.default())
        await d.window._open(session)
        await core.sessions.start(session)
        page = d.window.page
        await until(lambda: page.state == "waiting")
        page.tabs.show_tab("passages")
        await d.settle()

        async def opened() -> FileDialog:
            table = d.named("Passages read")
            table.setFocus()
            table.setCurrentIndex(table.model().index(0, 0))
            QTest.keyClick(table, Qt.Key.Key_Return)
            dialog: FileDialog
            (dialog,) = [one for one in d.window.findChildren(FileDialog) if one.isVisible()]
            await until(lambda: "Reading" not in dialog.where.text())
            return dialog

        dialog = await opened()
        assert dialog.text.toPlainText() == "Limpets hold on."
        assert dialog.where.text() == "Line 1 of 1 · page 1"
        assert dialog.state.isHidden()
        assert marked(dialog) == ["hold on"]
        dialog.main.click()

        source.write_text("New.\nLimpets hold on.\n", encoding="utf-8")
        dialog = await opened()
        assert "the quotation stands at line 2 now" in dialog.state.text()
        assert (dialog.line, marked(dialog)) == (2, ["hold on"])
        dialog.main.click()

        source.write_text("Limpets let go.\n", encoding="utf-8")
        dialog = await opened()
        assert "does not stand in it any more" in dialog.state.text()
        assert marked(dialog) == []
        dialog.main.click()

        source.unlink()
        source.symlink_to(tmp_path / "data" / "library.db")
        dialog = await opened()
        assert "a.md" in dialog.where.text()
        assert "links are not followed" in dialog.where.text()
        assert dialog.text.toPlainText() == ""
        dialog.main.click()
    await core.close()


def test_a_page_that_lacks_the_quotation_stays_behind_the_text_and_that_is_said(qtbot):
    place = FilePlace("a.pdf", 2, TEXT, last=3, quote="runs at 340 rpm")
    with reader.DocumentReader() as drawing:
        there, missing = (
            drawing.draw_page("a.pdf", pdf([["The pump runs at 340 rpm."]]), 1, quote)
            for quote in ("runs at 340 rpm", "runs at 999 rpm")
        )
    for page, shown, said in ((there, 1, ""), (missing, 0, "The quotation was not found on the page")):
        dialog = FileDialog(None, place)
        qtbot.addWidget(dialog)
        dialog.show_page(page, 1)
        assert dialog.tabs.currentIndex() == shown
        assert dialog.state.text().startswith(said)
        assert dialog.state.isHidden() is not bool(said)


async def test_a_citation_of_a_pdf_is_shown_on_its_page_and_its_text_is_one_key_away(
    desk_on, tmp_path, monkeypatch
):
    folder = tmp_path / "mill"
    folder.mkdir()
    lines = ["The mill stands at Nordheim.", "The wheel of the mill turns at 340 rpm in spring."]
    (folder / "mill.pdf").write_bytes(pdf([["The mill is old."], lines]))
    (folder / "other.md").write_text("The wheel of the barn does not turn.\n", encoding="utf-8")
    setup = {"folder": str(folder), "brief": "How fast does the wheel of the mill turn?"}
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        session = await core.sessions.create("research", setup, core.teams.default())
        await d.window._open(session)
        await core.sessions.start(session)
        page = d.window.page
        await until(lambda: page.state == "waiting")
        await core.review.answer(session, page.view.gate().id, "confirm")
        await until(lambda: page.state == "waiting" and page.view.own.findings)
        cited = [one for finding in page.view.own.findings for one in finding.citations if one.verified]
        citation = next(one for one in cited if one.file == "mill.pdf" and "340 rpm" in one.quote)
        place = FilePlace(citation.file, citation.lines[0], quote=citation.quote, digest=citation.digest)

        async def opened() -> FileDialog:
            page.open_place(place)
            dialog: FileDialog
            (dialog,) = [one for one in d.window.findChildren(FileDialog) if one.isVisible()]
            await until(lambda: dialog.tabs.isVisible() or not dialog.state.isHidden())
            return dialog

        dialog = await opened()
        assert dialog.page.isVisible()
        assert dialog.page.hasFocus()
        assert dialog.page.accessibleName() == "Page 2 of mill.pdf"
        assert [dialog.tabs.tabText(at) for at in range(2)] == ["Text", "Page 2"]
        (mark,) = [dialog.page.sheet.placed(one) for one in dialog.page.sheet.marks]
        drawn = dialog.page.sheet.grab().toImage()
        seen = {
            drawn.pixelColor(x, round(mark.center().y())).name()
            for x in range(round(mark.left()) + 1, round(mark.right()))
        }
        # As marked on paper: the ground is the marker's, the letters stay dark.
        assert LIGHT.hit in seen
        assert any(QColor(one).lightness() < 100 for one in seen)
        QTest.keyClick(dialog.tabs, Qt.Key.Key_Left)
        assert dialog.text.isVisible()
        assert marked(dialog) == [citation.quote]
        dialog.main.click()

        # Without the library it is the text, and that is said.
        start = "import sys; sys.modules['pypdfium2'] = None; from app.documents.child import main; main()"
        monkeypatch.setattr(reader, "own_program", lambda *_more: [sys.executable, "-c", start])
        dialog = await opened()
        assert dialog.text.isVisible()
        assert dialog.tabs.isHidden()
        assert "the library pypdfium2 is missing" in dialog.state.text()
        dialog.main.click()
    await core.close()
