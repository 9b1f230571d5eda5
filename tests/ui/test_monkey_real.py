"""Somebody who presses anything anywhere while real sessions run: no error, no freeze, nothing left behind.

It has the engine, the journal and the offline council behind it: sessions of every workflow and a batch, in
English and in German, by night also recorded ones in every state that there is. Source of the freeze's figure
(500 ms): the reliability promises.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import psutil
import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt, QTimer, QTranslator
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from shiboken6 import isValid

from app.bootstrap import build
from app.domain.ids import SessionId
from app.services.core import Core
from app.settings.folders import Folders
from app.ui.batches.page import BatchPage
from app.ui.kit.preferences import Preferences
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import tr
from app.ui.shell.main_window import MainWindow
from app.ui.startup.qt_app import speak
from tests.support.longest_turn import LongestTurn, allowed, set_apart
from tests.support.scenes.replaying import RECORDED, recorded, replay
from tests.support.waiting import until

pytestmark = [
    pytest.mark.loopback,
    pytest.mark.qt_log_ignore(
        "This plugin does not support",
        # Said by the hand that presses: what it hit takes no such event.
        "not accepted by receiving widget",
        # Said where F2 or a double click meets a row that is not edited.
        "edit: editing failed",
    ),
]

W = TypeVar("W", bound=QWidget)
GROWTH = 60 * 2**20
"""Bytes of resident memory that all but the first quarter of the events may add."""
KEYS = [
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_F6, Qt.Key.Key_F8, Qt.Key.Key_Delete),
]
CHORDS = [
    *(Qt.Key.Key_N, Qt.Key.Key_K, Qt.Key.Key_J, Qt.Key.Key_B, Qt.Key.Key_I, Qt.Key.Key_F, Qt.Key.Key_L),
    *(Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Z, Qt.Key.Key_R, Qt.Key.Key_Period, Qt.Key.Key_1),
    *(Qt.Key.Key_2, Qt.Key.Key_0, Qt.Key.Key_Plus, Qt.Key.Key_Comma, Qt.Key.Key_Slash, Qt.Key.Key_E),
]
SIZES = [(1366, 768), (860, 600), (1024, 700), (1920, 1080)]
VISITS = 40
"""One of so many events leads to another session, or to the batch: by hand it would hardly be found."""
A_PUSH = 50
"""Events at a push."""
ROWS = ("Must we paint the hall?", "Which depot shall open on Sundays?", "Zwei Türen oder drei?")


@dataclass
class Monkey:
    """Acts on whatever window is on top, and notes what it should not have seen."""

    random: Random
    window: MainWindow
    unexpected: str
    """How the sentence begins that no person should ever see, in the language of the window."""
    done: list[str] = field(default_factory=list)

    def target(self) -> QWidget:
        """Return the top of what is open: a popup, a dialog, or the window."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def found(self, kind: type[W]) -> list[W]:
        """Return what there is of a kind in the top window."""
        # Qt's own file dialog deletes parts of itself without telling their Python side.
        return [widget for widget in self.target().findChildren(kind) if isValid(widget)]

    def act(self) -> None:
        """Do one thing."""
        top = self.target()
        if isinstance(top, QFileDialog):
            # Loose in a file dialog it would walk up to folders that are not the test's, and make or delete
            # what it likes: it takes what is proposed, or leaves.
            self.done.append("file dialog")
            self.random.choice([top.accept, top.reject])()
            return
        widgets = [w for w in self.found(QWidget) if w.isVisible() and w.isEnabled()] or [top]
        which = self.random.random()
        if isinstance(top, QMenu) and which < 0.3:
            # A person who does not know what a menu is for leaves it.
            self.press(top, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        elif which < 0.45:
            buttons = [w for w in widgets if isinstance(w, QAbstractButton)]
            self.click(self.random.choice(buttons if buttons and which < 0.25 else widgets))
        elif which < 0.6:
            self.press(top, self.random.choice(KEYS), Qt.KeyboardModifier.NoModifier)
        elif which < 0.72:
            extra = self.random.choice([Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
            self.press(top, self.random.choice(CHORDS), Qt.KeyboardModifier.ControlModifier | extra)
        elif which < 0.84:
            self.type(self.random.choice(widgets))
        elif which < 0.95:
            self.wheel(self.random.choice(widgets))
        else:
            size = self.random.choice(SIZES)
            self.done.append(f"resize {size}")
            self.window.resize(*size)

    def click(self, widget: QWidget) -> None:
        x = self.random.randrange(max(1, widget.width()))
        y = self.random.randrange(max(1, widget.height()))
        button = Qt.MouseButton.LeftButton if self.random.random() < 0.9 else Qt.MouseButton.RightButton
        self.done.append(f"click {type(widget).__name__} {widget.accessibleName()!r}")
        if isinstance(widget, QMenu):
            QTest.mouseMove(widget, QPoint(x, y))
        if self.random.random() < 0.1:
            QTest.mouseDClick(widget, button, Qt.KeyboardModifier.NoModifier, QPoint(x, y))
        else:
            QTest.mouseClick(widget, button, Qt.KeyboardModifier.NoModifier, QPoint(x, y))

    def press(self, top: QWidget, key: Qt.Key, modifier: Any) -> None:
        self.done.append(f"key {key.name} {modifier}")
        QTest.keyClick(QApplication.focusWidget() or top, key, modifier)

    def type(self, widget: QWidget) -> None:
        if isinstance(widget, QLineEdit | PlainEditor):
            widget.setFocus()
            self.done.append(f"type {widget.accessibleName()!r}")
            QTest.keyClicks(widget, self.random.choice(["3", "why?", "a b", "0.5", "Ü ß"]))

    def wheel(self, widget: QWidget) -> None:
        self.done.append(f"wheel {type(widget).__name__}")
        at = QPointF(widget.width() / 2, widget.height() / 2)
        turn = QPoint(0, self.random.choice([-120, 120]))
        event = QWheelEvent(
            at,
            QPointF(widget.mapToGlobal(at.toPoint())),
            turn,
            turn,
            Qt.MouseButton.NoButton,
            self.random.choice([Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)

    async def step(self) -> None:
        """Act once, as the person's hand does: outside every coroutine, for a menu runs a loop of its own."""
        over = asyncio.Event()

        def hand() -> None:
            self.act()
            over.set()

        QTimer.singleShot(0, hand)
        with suppress(TimeoutError):
            # Where a menu holds the hand, the next thing is done to the menu.
            await asyncio.wait_for(over.wait(), 0.1)
        for label in self.found(QLabel):
            assert not label.text().startswith(self.unexpected), f"{label.text()} after {self.done[-8:]}"

    async def visit(self, places: list[SessionId]) -> None:
        """Go to a session or to the batch, unless something stands in the way."""
        if self.target() is not self.window:
            return
        place = self.random.choice([*places, None])
        self.done.append(f"visit {place}")
        if place is None:
            self.window.actions_by_id["batch"].trigger()
        else:
            self.window.open_session(place)
        await asyncio.sleep(0)


async def prepared(core: Core) -> list[SessionId]:
    """Make a session of every workflow to play with, each at its first gate, and two debates by rules."""
    places = [await core.samples.begin(core.samples.of(workflow)) for workflow in core.plugins]
    for question in ROWS[:2]:
        setup = {"question": question, "max_rounds": 3}
        places.append(await core.sessions.create("debate", setup, core.teams.default()))
    for place in places:
        await core.sessions.start(place)
        await core.sessions.wait(place)
    return places


async def begin_batch(window: MainWindow, table: Path) -> None:
    """Begin a batch from the window: two sessions at once, each waits for the person."""
    window.actions_by_id["batch"].trigger()
    page = window.findChild(BatchPage)
    assert page is not None
    for line, path in ((page.form.table_file, table), (page.form.folder, table.parent / "batch")):
        QTest.keyClicks(line, str(path))
    page.form.jobs.setValue(2)
    await until(page.bar.main.isEnabled)
    page.bar.main.click()
    await until(lambda: page.model.rowCount() == len(ROWS))
    window.show_session()


async def play_about(seed: int, events: int, preferences: Preferences, table: Path) -> None:
    core = build(Folders.of_this_machine(), council_step=0.001)
    places = await prepared(core)
    if events > A_PUSH:
        # Calls that failed or are uncertain, questions, a round sent back: a hand would hardly come to them.
        names = sorted(file.stem for file in RECORDED.glob("*.json"))
        places += [await replay(core, recorded(name), table.parent) for name in names]
    window = MainWindow(core, preferences)
    window.show()
    await window.begin()
    # As the program does at its start.
    await window.warm()
    await begin_batch(window, table)
    monkey = Monkey(Random(seed), window, tr("Something went wrong inside the program: {what}", what=""))
    turns = LongestTurn(window, lambda: str(monkey.done[-2:]))
    process = psutil.Process()
    settled = 0
    try:
        for number in range(events):
            await monkey.step()
            if monkey.random.randrange(VISITS) == 0:
                await monkey.visit(places)
            if not window.isVisible():
                # It has found the way out; a person would start the program again.
                window.show()
            if number == events // 4:
                gc.collect()
                settled = process.memory_info().rss
                turns.skip()
        gc.collect()
        grown = process.memory_info().rss - settled
        assert turns.longest <= allowed(), f"{turns.longest:.2f} s at {turns.worst}"
        assert grown < GROWTH, f"{grown / 2**20:.0f} MB more after {events} events"
    finally:
        turns.stop()
        for widget in QApplication.topLevelWidgets():
            if widget is not window and widget.isVisible():
                widget.close()
        window._may_close = True
        window.close()
        await window.page._tasks.cancel_all()
        await window.aclose()
        await core.close()
        window.deleteLater()
        await asyncio.sleep(0)


def run_monkey(play: Any, seed: int, events: int, caplog: pytest.LogCaptureFixture) -> None:
    table = Path.cwd() / "rows.csv"
    table.write_text("\n".join(["question", *ROWS]), encoding="utf-8")
    set_apart()
    with caplog.at_level(logging.ERROR):
        play(lambda: play_about(seed, events, Preferences(), table))
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("app.bootstrap.SAMPLE_STEP", 0.001)
    # A dialog that is given no folder begins in the working folder.
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


@pytest.fixture
def german(app: QApplication) -> Iterator[None]:
    """Speak German."""
    before, there = QLocale(), app.findChildren(QTranslator)
    assert speak(app, "de")
    yield
    for translator in app.findChildren(QTranslator):
        if translator not in there:
            app.removeTranslator(translator)
            translator.deleteLater()
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("seed", "events"),
    [(2, A_PUSH), *(pytest.param(seed, 400, marks=pytest.mark.nightly) for seed in (1, 2))],
)
def test_random_events_on_real_sessions_bring_no_error_and_no_freeze(
    play_long: Any, caplog: pytest.LogCaptureFixture, seed: int, events: int
) -> None:
    run_monkey(play_long, seed, events, caplog)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [3, 4])
def test_five_thousand_random_events_on_real_sessions_bring_no_error_and_no_freeze(
    play_very_long: Any, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    run_monkey(play_very_long, seed, 5_000, caplog)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("seed", [3, 4])
def test_five_thousand_random_events_in_german_bring_no_error_and_no_freeze(
    play_very_long: Any, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    run_monkey(play_very_long, seed, 5_000, caplog)
