"""Sessions go out to files and come in again, without the command line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from app.domain.errors import NotFound
from app.domain.facts import SessionRenamed
from app.engine.exporting import ANSWER_ALONE, ExportChoice
from app.services.writing import file_stem
from app.ui.kit.export import ExportDialog
from app.ui.kit.preferences import Preferences
from app.ui.shell.exchange import ImportDialog
from app.ui.shell.sizes import FIRST, opening_size, remember_size
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_an_export_is_seen_before_it_is_written_and_written_as_seen(desk, core, tmp_path):
    session = await bring_to(core, "approval")
    whole = (await core.exporting.content(session, "md")).decode()
    without = (await core.exporting.content(session, "md", ExportChoice(redact_names=True))).decode()
    assert "Blaise" in whole
    assert "Blaise" not in without
    async with desk() as d:
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        dialog = d.window.findChild(ExportDialog)
        await until(dialog.main.isEnabled)
        assert dialog.preview.toPlainText() == whole
        dialog.parts.names.click()
        await until(dialog.main.isEnabled)
        assert dialog.preview.toPlainText() == without
        dialog.copy.click()
        assert QGuiApplication.clipboard().text() == without
        dialog.main.click()
        await d.settle()
        where = d.window.findChild(QFileDialog)
        where.fileSelected.emit(str(tmp_path / "mine.md"))
        where.close()
        written = tmp_path / "mine.md"
        await until(lambda: written.exists() and written.read_text())
        assert written.read_text(encoding="utf-8") == without


async def test_a_session_file_opened_on_the_desktop_is_shown_and_a_strangers_is_refused(desk, core, tmp_path):
    shown = await bring_to(core, "finished")
    other = await bring_to(core, "approval")
    file = core.parts.store.path(shown)
    (tmp_path / "elsewhere").mkdir()
    strange = tmp_path / "elsewhere" / file.name
    strange.write_bytes(b"of somebody else")
    async with desk() as d:
        pages = d.window.page_stack
        d.window.open_session(other)
        await d.settle()
        d.window.commands.exchange.show_file(str(strange))
        await d.settle()
        assert pages.session == other
        d.window.commands.exchange.show_file(str(file))
        await until(lambda: pages.session == shown)
        # Dropped on the library, too: nobody asks a question about it.
        d.window.open_session(other)
        await until(lambda: pages.session == other)
        d.window.actions_by_id["library"].trigger()
        await d.settle()
        d.window.drop_zone.dropped.emit([file])
        await until(lambda: pages.session == shown and d.window.over is None)
    with pytest.raises(NotFound, match="is no session of this library") as refusal:
        await core.admin.of_file(strange)
    assert "JSON export" in str(refusal.value.next)


async def test_the_answer_alone_and_the_parts_that_were_chosen_are_there_again_next_time(desk, core):
    session = await bring_to(core, "finished")
    answer = (await core.exporting.content(session, "md", ExportChoice(contents=ANSWER_ALONE))).decode()
    async with desk() as d:
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        dialog = d.window.findChild(ExportDialog)
        await until(dialog.main.isEnabled)
        dialog.parts.ticks["critiques"].click()
        await until(lambda: dialog.main.isEnabled() and "### Critiques" not in dialog.preview.toPlainText())
        dialog.parts.alone.click()
        await until(lambda: dialog.main.isEnabled() and dialog.preview.toPlainText() == answer)
        assert not dialog.parts.ticks["summary"].isEnabled()
        dialog.formats.setCurrentIndex(dialog.formats.findData("html"))
        await until(dialog.main.isEnabled)
        assert dialog.reading.isVisible()
        assert "How it was decided" not in dialog.reading.toPlainText()
        dialog.copy.click()
        pasted = QGuiApplication.clipboard().mimeData()
        assert pasted.text() == answer
        assert "<p>" in pasted.html()
        dialog.main.click()
        await d.settle()
        for asked in d.window.findChildren(QFileDialog):
            asked.close()
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        again = d.window.findChildren(ExportDialog)[-1]
        await until(again.main.isEnabled)
        assert again.format() == "html"
        assert again.parts.alone.isChecked()
        assert not again.parts.ticks["critiques"].isChecked()
        again.reject()


async def test_a_complete_format_leaves_nothing_out_and_says_why_not(desk, core):
    session = await core.begin()
    async with desk() as d:
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        dialog = d.window.findChild(ExportDialog)
        dialog.parts.names.click()
        dialog.formats.setCurrentIndex(dialog.formats.findData("json"))
        await until(dialog.main.isEnabled)
        assert dialog.preview.toPlainText() == (await core.exporting.content(session, "json")).decode()
        assert not dialog.parts.names.isEnabled()
        assert "complete" in dialog.parts.names.toolTip()


@pytest.mark.nightly
async def test_a_session_comes_in_from_a_file_and_one_that_differs_only_as_a_copy(desk, core, tmp_path):
    one = await core.begin("The one in sight")
    other = await core.begin("The one in the file")
    await core.exporting.export(other, "json", tmp_path / "session.json")
    await core.write(other, SessionRenamed(title="The one that is here"))
    async with desk() as d:
        d.window.open_session(one)
        await d.settle()
        d.window.actions_by_id["import"].trigger()
        await d.settle()
        dialog = d.window.findChild(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / "session.json"))
        dialog.close()
        await d.settle()
        await until(lambda: d.shown("Import as a copy"))
        await d.click("Import as a copy")
        await until(lambda: d.window.page.session not in (one, other))
        assert d.window.windowTitle() == "The one in the file – Roundtable"


async def test_what_a_file_holds_is_shown_before_anything_of_it_is_taken_in(desk, core, tmp_path):
    other = await bring_to(core, "finished")
    file = tmp_path / "session.json"
    await core.exporting.export(other, "json", file)
    await core.admin.delete(other)
    one = await core.begin("The one in sight")
    async with desk() as d:
        d.window.open_session(one)
        await d.settle()
        exchange = d.window.commands.exchange
        await exchange.look_into(file)
        dialog = d.window.findChild(ImportDialog)
        held = " ".join(line.text() for line in dialog.findChildren(QLabel))
        assert "no model is asked" in held
        assert dialog.found.report.question in held
        assert "Rounds accepted" in held
        dialog.reject()
        assert other not in [row.session for row in await core.library.rows()]
        await exchange.look_into(file)
        # What was looked at is taken in, whatever becomes of the file meanwhile.
        file.write_text("{}", encoding="utf-8")
        d.window.findChildren(ImportDialog)[-1].main.click()
        await until(lambda: d.window.page.session == other)


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_file_tells_the_models_of_a_session_only_where_its_names_are_not_hidden(
    desk, core, tmp_path, hidden
):
    core.setup["hide_names"] = hidden
    session = await bring_to(core, "approval")
    file = tmp_path / "session.json"
    await core.exporting.export(session, "json", file)
    await core.admin.rename(session, "Another title than in the file")
    async with desk() as d:
        await d.window.commands.exchange.look_into(file)
        dialog = d.window.findChild(ImportDialog)
        held = " ".join(line.text() for line in dialog.findChildren(QLabel))
        assert ("Hidden until the session is finished" in held) == hidden
        assert ("gpt-4o-mini" in held) != hidden
        dialog.reject()


def test_a_window_opens_with_the_size_it_was_left_with(app):
    preferences = Preferences()
    window = QWidget()
    window.setMinimumSize(640, 480)
    assert opening_size(window, preferences) == FIRST
    window.resize(900, 620)
    remember_size(window, preferences)
    assert opening_size(window, preferences) == QSize(900, 620)
    window.setMinimumSize(1000, 480)
    assert opening_size(window, preferences) == FIRST


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Must we paint the hall? (fork 2)", "Must we paint the hall (fork 2)"),
        ("a/b\\c: *?", "a b c"),
        ("../../etc/passwd", "etc passwd"),
        ("???", "session"),
        ("CON?", "CON session"),
        ("ÄÖ 日本", "ÄÖ 日本"),
        ("x" * 200, "x" * 60),
        # No word is cut in two: “…60 000 euros sa” is what a reader would hand on.
        (
            "Should we rent or buy a flat in Leipzig with 60,000 euros saved?",
            "Should we rent or buy a flat in Leipzig with 60 000 euros",
        ),
        ("word " * 11 + "ended", "word " * 11 + "ended"),
    ],
)
def test_a_files_name_has_no_sign_that_some_system_refuses(title, stem):
    assert file_stem(title) == stem
