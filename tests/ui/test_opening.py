"""How the window opens, what it learns from outside, and what is dropped on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.preferences import Preferences
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.theme import colours
from app.ui.shell.main_window import MainWindow
from app.ui.shell.sizes import opening_size, opens_maximised, remember_size
from app.ui.startup.frame import Frame
from app.ui.startup.qt_app import show_begun
from tests.support.counting import Widths
from tests.support.scenes.states import bring_to
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def test_a_window_left_over_the_whole_screen_opens_so_and_keeps_its_own_size(app):
    preferences, window = Preferences(), QWidget()
    window.resize(900, 620)
    remember_size(window, preferences)
    assert not opens_maximised(preferences)
    window.setWindowState(Qt.WindowState.WindowMaximized)
    remember_size(window, preferences)
    assert opens_maximised(Preferences())
    window.setWindowState(Qt.WindowState.WindowNoState)
    assert opening_size(window, Preferences()).width() == 900


async def test_the_session_that_was_open_is_open_again(desk, core):
    waiting = await bring_to(core, "approval")
    finished = await bring_to(core, "finished")
    async with desk() as d:
        # Nothing was open before: what needs the person comes first.
        assert d.window.page.session == waiting
        d.window.open_session(finished)
        await d.settle()
        assert d.window.page.session == finished
    async with desk() as d:
        assert d.window.page.session == finished


async def test_the_answers_of_a_session_are_laid_out_for_the_room_that_they_have_and_for_no_other(
    desk, core, app
):
    await bring_to(core, "approval")
    widths = Widths(app, SafeTextView)
    async with desk() as d:
        answers = {name: told for name, told in widths.told.items() if name.startswith("Answer of")}
        app.removeEventFilter(widths)
        assert len(answers) == 3
        # A pixel that three do not share goes from one to the other.
        assert all(max(told) - min(told) <= 1 for told in answers.values()), answers
        assert d.window.page.isVisible()


async def test_what_is_shown_in_place_of_the_sketch_has_a_session_in_it_already(desk, core):
    """Neither a grey window nor the first steps, to somebody whose sessions are not known yet."""
    session = await bring_to(core, "approval")
    preferences = Preferences()
    assert not preferences.flag("sessions", False), "as where only the command line was used"
    frame = Frame(preferences)
    frame.show()
    await frame.painted.wait()
    d = desk()
    shown = Shown(d.window)
    assert await show_begun(d.window, frame, preferences, AMPLE) is None
    assert shown.sessions == [session]
    assert d.window.painted.is_set()
    assert not frame.isVisible()
    async with d:
        assert d.window.page.session == session


class Shown(QObject):
    """Notes which session a window has open whenever it is shown."""

    def __init__(self, window):
        super().__init__(window)
        self.sessions, self._window = [], window
        window.installEventFilter(self)

    def eventFilter(self, watched, event):
        if watched is self._window and event.type() == QEvent.Type.Show:
            self.sessions.append(self._window.page_stack.session)
        return False


@pytest.mark.parametrize("known", [False, True])
def test_the_sketch_is_more_than_a_grey_ground(app, known: bool):
    preferences = Preferences()
    preferences.write("sessions", int(known))
    frame = Frame(preferences)
    frame.resize(1280, 800)
    picture = frame.grab().toImage()
    at = {picture.pixelColor(x, y).name() for x in range(0, 1280, 3) for y in range(0, 800, 3)}
    assert colours().hover in at
    assert (colours().base in at) is known
    frame.deleteLater()


async def test_a_session_that_another_process_moves_is_not_listed_as_paused(desk, core):
    async with desk() as d:
        d.window.bridge.close()
        d.window.look_again.setInterval(50)
        session = await core.begin("Moved elsewhere")
        # Made, and then moved: the list learns of both without a word from the bus.
        await until(lambda: "Running (1)" in d.window.rail.model.items)
        assert d.window.rail.lists(session)
        await core.sessions.shutdown()
        # Nobody moves it any more.
        await until(lambda: "Running (1)" not in d.window.rail.model.items)


async def test_a_session_that_another_process_moves_is_not_called_interrupted(desk, core, monkeypatch):
    session = await bring_to(core, "running")
    # As seen from a second process: somebody moves it, and not this window.
    monkeypatch.setattr(core.sessions, "running", lambda _session: False)
    async with desk() as d:
        page = d.window.page
        assert page.session == session
        assert page.state == "running"
        d.window.look_again.setInterval(50)
        monkeypatch.setattr(d.window, "_moves_elsewhere", lambda _session: False)
        await until(lambda: page.state == "interrupted")
        await core.sessions.shutdown()


async def test_a_session_this_window_moves_runs_in_the_list_before_its_records_say_so(desk, core):
    session = await bring_to(core, "paused")
    async with desk() as d:
        assert (await core.library.row(session)).state == "paused"
        running, core.sessions.running = core.sessions.running, lambda _session: True
        try:
            (row,) = await d.window._load_rows()
        finally:
            core.sessions.running = running
        assert row.state == "running"
        assert d.window.rail.model.index(0, 0).data() == "Running (1)"


def drop(window: MainWindow, *paths: Path):
    """Drag files over the window, and let go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(40, 40), *how))
    assert window.drop_zone.isVisible()
    QApplication.sendEvent(window, QDropEvent(QPointF(40, 40), *how))
    assert not window.drop_zone.isVisible()


async def test_files_that_are_dropped_are_asked_about_and_an_exported_session_is_imported(
    desk, core, tmp_path
):
    notes, other = tmp_path / "notes.md", tmp_path / "figures.json"
    notes.write_text("Forty people.", encoding="utf-8")
    other.write_text("[1, 2]", encoding="utf-8")
    session = await bring_to(core, "finished")
    exported = tmp_path / "kept.json"
    await core.exporting.export(session, "json", exported)
    async with desk() as d:
        drop(d.window, exported)
        await until(lambda: d.window.notices.kept)
        assert "what is here already" in d.window.notices.kept[-1][1]
        assert not d.window.session_forms._forms
        drop(d.window, other)
        await until(lambda: d.window.session_forms.now is not None)
        form = d.window.session_forms.now
        await until(form.isVisible)
        assert form.basic.rows["context"].value() == [other]
        form.reject()
        drop(d.window, notes)
        await until(form.isVisible)
        assert notes in form.basic.rows["context"].value()
        form.reject()
        # Over a batch that is being made a table is what it is made of, and all else is asked about.
        table = tmp_path / "questions.csv"
        table.write_text("question\nWhich mug?\n", encoding="utf-8")
        d.window.actions_by_id["batch"].trigger()
        batch = d.window.over.form
        drop(d.window, table)
        await until(lambda: batch.table_file.text() == str(table))
        assert not form.isVisible()
        drop(d.window, notes)
        await until(form.isVisible)
        form.reject()


async def test_a_sample_can_be_seen_again_later(desk, core):
    await bring_to(core, "finished")
    async with desk() as d:
        sample = [c for c in d.window.commands.commands() if "sample" in c.words.lower()]
        assert [c.why for c in sample] == [""]
        sample[0].run()
        await until(lambda: d.window.page.view.fold.session.title.startswith("Sample: "))
