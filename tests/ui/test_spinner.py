"""The signs of what runs turn while they are seen, and stand still where no motion is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QListView, QWidget

from app.settings.options import STILL
from app.ui.gates.facts_row import Progress
from app.ui.kit.chip import Pill
from app.ui.kit.preferences import Preferences
from app.ui.kit.spinner import LOADER, ROUND_MS, Turning, is_still, keep_still, turn_along
from app.ui.kit.states import state_look
from app.ui.startup.qt_app import make_app
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def drawn(widget: QWidget, name: str) -> QImage:
    image = QImage(16, 16, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    Turning(widget).paint(painter, QRectF(image.rect()), name, "accent")
    painter.end()
    return image


def turned(widget: QWidget) -> list[Turning]:
    return [one for one in widget.findChildren(Turning) if one.turns]


def test_a_loader_turns_once_in_1200_ms_and_other_signs_stand(app, qtbot, monkeypatch):
    keep_still(app, False)
    widget = QWidget()
    qtbot.addWidget(widget)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    first, other = drawn(widget, LOADER), drawn(widget, "hourglass")
    monkeypatch.setattr("time.monotonic", lambda: ROUND_MS / 2000)
    assert drawn(widget, LOADER) != first
    assert drawn(widget, "hourglass") == other
    monkeypatch.setattr("time.monotonic", lambda: ROUND_MS / 1000)
    assert drawn(widget, LOADER) == first
    assert ROUND_MS == 1200


def test_only_what_is_painted_is_painted_again(app, qtbot):
    keep_still(app, False)
    pill = Pill()
    qtbot.addWidget(pill)
    pill.show_state(state_look("running"), "Running")
    pill.show()
    qtbot.waitUntil(lambda: bool(turned(pill)), timeout=int(AMPLE * 1000))
    pill.show_state(state_look("finished"), "Finished")
    qtbot.waitUntil(lambda: not turned(pill), timeout=int(AMPLE * 1000))
    pill.show_state(state_look("running"), "Running")
    qtbot.waitUntil(lambda: bool(turned(pill)), timeout=int(AMPLE * 1000))
    pill.hide()
    qtbot.waitUntil(lambda: not turned(pill), timeout=int(AMPLE * 1000))


class Painted(QObject):
    """Notes what is painted together: which widgets at each time the window is put together."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.times: list[set[QWidget]] = []
        for widget in (window, *window.findChildren(Pill)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.UpdateRequest:
            self.times.append(set())
        elif event.type() == QEvent.Type.Paint and isinstance(watched, Pill) and self.times:
            self.times[-1].add(watched)
        return False


def test_all_loaders_of_a_window_are_painted_together_whenever_they_began(app, qtbot):
    keep_still(app, False)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QHBoxLayout(window)
    pills = [Pill(), Pill()]
    for pill in pills:
        layout.addWidget(pill)
    pills[0].show_state(state_look("running"), "Running")
    window.show()
    painted = Painted(window)
    qtbot.waitUntil(lambda: len(painted.times) > 2, timeout=int(AMPLE * 1000))
    pills[1].show_state(state_look("running"), "Running")
    qtbot.waitUntil(lambda: len(turned(window)) == 2, timeout=int(AMPLE * 1000))
    before = len(painted.times)
    qtbot.waitUntil(lambda: len(painted.times) > before + 8, timeout=int(AMPLE * 1000))
    assert painted.times[before + 1 : -1] == [set(pills)] * len(painted.times[before + 1 : -1])


async def test_nothing_turns_where_motion_is_to_be_reduced_and_that_is_remembered(desk, core, app):
    await core.begin()
    async with desk() as d:
        keep_still(app, False)
        d.window.actions_by_id["settings"].trigger()
        await d.settle()
        box = d.named("Reduce motion: nothing on the screen turns")
        assert not box.isChecked()
        box.click()
        assert is_still()
        assert core.settings.value(STILL) is True
        await d.click("Close")
        # The next step of each was due before.
        await until(lambda: not turned(d.window))
        d.window.repaint()
        assert turned(d.window) == []
    keep_still(app, False)
    preferences = Preferences()
    preferences.use(core.settings)
    make_app(preferences)
    assert is_still()


async def test_every_sign_of_a_running_session_turns(desk, core, app):
    await core.begin()
    async with desk() as d:
        keep_still(app, False)
        d.window.resize(1366, 768)
        d.window.repaint()
        await d.settle()
        assert d.window.page.state == "running"
        seen: list[Any] = [one.parent() for one in turned(d.window)]
        places = {type(view if isinstance(view := w.parent(), QListView) else w) for w in seen}
        assert {one.__name__ for one in places} == {
            *("Pill", "StateSign", "Picture", "RoundStrip", "StepList", "QListView"),
        }


async def test_what_stands_around_a_turning_sign_stays_whole(desk, core, app, monkeypatch):
    # So slow that it seems to stand: what is compared is painted at two times.
    monkeypatch.setattr("app.ui.kit.spinner.ROUND_MS", 1e15)
    await core.begin()
    async with desk() as d:
        keep_still(app, False)
        d.window.resize(1366, 768)
        painted = Painted(d.window)
        beats = 3
        for part in (d.window.rail.list.viewport(), d.window):
            part.update()
            before = len(painted.times)
            await until(lambda before=before: len(painted.times) > before + beats)
            screen = app.primaryScreen().grabWindow(d.window.winId()).toImage()
            with monkeypatch.context() as everything:
                everything.setattr(Turning, "alone", lambda *_: False)
                whole = d.window.grab().toImage().convertToFormat(screen.format())
            assert screen == whole


def test_a_sign_that_is_due_soon_is_painted_along_with_what_is_painted_anyway(app, qtbot, monkeypatch):
    keep_still(app, False)
    pill = Pill()
    qtbot.addWidget(pill)
    pill.show_state(state_look("running"), "Running")
    pill.show()
    for step, soon in ((0, False), (7_200_000, True)):
        # Half of this is what counts as soon.
        monkeypatch.setattr("app.ui.kit.spinner.STEP_MS", step)
        qtbot.waitUntil(lambda: bool(turned(pill)), timeout=int(AMPLE * 1000))
        turn_along()
        assert bool(turned(pill)) != soon


def test_the_line_of_what_nobody_can_count_stands_still_too(app, qtbot):
    line = Progress()
    qtbot.addWidget(line)
    line.setRange(0, 0)
    for still, taken in ((True, False), (False, True)):
        keep_still(app, still)
        event = QEvent(QEvent.Type.StyleAnimationUpdate)
        event.setAccepted(True)
        QApplication.sendEvent(line, event)
        assert event.isAccepted() == taken, "one that is not taken ends the style's animation"
