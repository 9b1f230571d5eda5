"""A seeded monkey at the window: it clicks, types, resizes and lets things happen, and nothing may break."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)
from shiboken6 import Shiboken

from app.ui.kit.text.bounded import PlainEditor
from tests.support.longest_turn import LongestTurn, allowed, set_apart
from tests.support.scenes.states import STATES, bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

WORDS = ("cite sources", "<b>no</b> & “quotes”", "ä¨日本語 🙂", "x" * 400, "\n\n- a\n- b\n", "$x^2$ `code`")
KEYS = (
    (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
    (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier),
    (Qt.Key.Key_F8, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier),
    (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier),
    (Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier),
    (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier),
)
NEVER = {"quit"}
SIZES = ((860, 600), (960, 640), (1180, 760), (1366, 768))


class Monkey:
    """One random walk."""

    def __init__(self, d: Any, core: Any, seed: int) -> None:
        self._d, self._core, self._random = d, core, random.Random(seed)
        self._did = ""
        self.turns = LongestTurn(d.window, lambda: self._did)
        self.done = 0

    @property
    def _top(self) -> QWidget:
        return QApplication.activeModalWidget() or self._d.window

    async def run(self, events: int) -> None:
        """Do so many things."""
        ways = (
            (self._click, 30),
            (self._type, 14),
            (self._key, 16),
            (self._action, 14),
            (self._choose, 6),
            (self._turn, 6),
            (self._resize, 4),
            (self._happen, 10),
        )
        kinds, weights = [w for w, _ in ways], [n for _, n in ways]
        for at in range(events):
            # A menu of Qt's own has a loop of its own, which ends when it closes.
            QTimer.singleShot(20, self._d.window, self._close_popup)
            # Loose in a file dialog it would make folders where the last one was left.
            self._leave_file_dialogs()
            way = self._random.choices(kinds, weights)[0]
            self._did = way.__name__
            await way()
            # Painting and timers have their turn here; events processed by hand would run inside this task.
            await asyncio.sleep(0)
            self._tidy(at)
            self.done += 1
            await asyncio.sleep(0)

    async def _outside(self, do: Callable[[], object]) -> None:
        """Do something as a person does it: from Qt's loop, outside of every task.

        A menu's own loop would else run other tasks inside this one, which asyncio refuses.
        """
        QTimer.singleShot(0, self._d.window, do)
        await asyncio.sleep(0.005)

    def _close_popup(self) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()

    def _leave_file_dialogs(self) -> None:
        for dialog in self._d.window.findChildren(QFileDialog):
            dialog.reject()

    def _tidy(self, at: int) -> None:
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu) or (popup is not None and at % 3 == 0):
            popup.close()
        self._leave_file_dialogs()
        if not self._d.window.isVisible():
            self._d.window.show()
        if at % 9 == 0 and isinstance(self._top, QDialog):
            self._top.reject()

    def _some(self, *kinds: type[QWidget]) -> Any:
        found = [w for kind in kinds for w in self._top.findChildren(kind) if w.isVisible() and w.isEnabled()]
        found = [w for w in found if w.window() is self._top]
        return self._random.choice(found) if found else None

    async def _click(self) -> None:
        target = self._some(QAbstractButton)
        if target is not None and target.accessibleName() != "Stop and quit":
            self._did = f"click {target.accessibleName() or target.text()}"
            click = partial(QTest.mouseClick, target, Qt.MouseButton.LeftButton)
            # What was chosen may have gone before Qt's loop has its turn.
            await self._outside(lambda: click() if Shiboken.isValid(target) else None)

    async def _type(self) -> None:
        target = self._some(PlainEditor, QLineEdit)
        if isinstance(target, PlainEditor | QLineEdit) and not target.isReadOnly():
            words = self._random.choice(WORDS)
            self._did = f"type into {target.accessibleName()}"
            if isinstance(target, PlainEditor):
                target.insertPlainText(words)
            else:
                target.setText(words.replace("\n", " "))

    async def _key(self) -> None:
        key, modifier = self._random.choice(KEYS)
        self._did = f"key {key.name}"
        focused: QWidget | None = self._top.focusWidget()
        where = focused if focused is not None else self._top
        press = partial(QTest.keyClick, where, key, modifier)
        await self._outside(lambda: press() if Shiboken.isValid(where) else None)

    async def _action(self) -> None:
        if isinstance(self._top, QDialog):
            return
        name, action = self._random.choice(sorted(self._d.window.actions_by_id.items()))
        if name not in NEVER and action.isEnabled():
            self._did = f"action {name}"
            await self._outside(action.trigger)

    async def _choose(self) -> None:
        target = self._some(QComboBox)
        if target is not None and target.count():
            self._did = f"choose in {target.accessibleName()}"
            target.setCurrentIndex(self._random.randrange(target.count()))

    async def _turn(self) -> None:
        target = self._some(QTabBar)
        if target is not None and target.count():
            target.setCurrentIndex(self._random.randrange(target.count()))
            self._did = f"turn to {target.tabText(target.currentIndex())}"

    async def _resize(self) -> None:
        self._d.window.resize(*self._random.choice(SIZES))

    async def _happen(self) -> None:
        """Let something happen in a session, or another one begin."""
        there, cues = self._core.there(), list(self._core.players.waiting.values())
        if len(there) < 8:
            self._did = "begin"
            session = await bring_to(self._core, self._random.choice(STATES))
        else:
            session = self._random.choice(there)
        self._did = "open"
        if self._random.random() < 0.5 and not isinstance(self._top, QDialog):
            self._d.window.open_session(session)
        elif cues and self._random.random() < 0.3:
            self._core.players.stream(self._random.choice(cues).request.seat, self._random.choice(WORDS))
            self._did = "stream"
        await self._d.settle()


def walk(play: Any, desk: Any, core: Any, seed: int, events: int) -> Monkey:
    """Run a monkey in a window."""
    kept: list[Monkey] = []

    async def story() -> None:
        async with desk() as d:
            # As the program does at its start.
            await d.window.warm()
            monkey = Monkey(d, core, seed)
            kept.append(monkey)
            await monkey.run(events)
            while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
                dialog.reject()
                await d.settle()
            # Each in a turn of its own, as a person would: both polish every control of the window anew.
            d.window.set_zoom(100)
            await d.settle()
            d.window.set_theme("light")
            await d.settle()
            await core.sessions.shutdown()

    play(story)
    return kept[0]


@pytest.mark.nightly  # At a push random events come upon real sessions, in test_monkey_real.
def test_a_monkey_breaks_nothing(play_long, desk, core):
    assert walk(play_long, desk, core, 1, 40).done == 40


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(20))
def test_twenty_thousand_events_break_freeze_and_leak_nothing(play_very_long, desk, core, seed):
    set_apart()
    before = len(QApplication.allWidgets())
    monkey = walk(play_very_long, desk, core, seed, 1000)
    gc.collect()
    QApplication.sendPostedEvents(None, 0)
    assert monkey.turns.longest <= allowed(), monkey.turns.worst
    assert len(QApplication.allWidgets()) <= before + 200
