"""Thirty thousand sessions, each a real file: the window starts, its library scrolls, filters and searches.

At night: half a million pages of disk and some minutes of reading them for the first time. A turn is what the
window's own thread works between two beats of its loop, in units of a piece of work that is measured beside
it. `LARGE_LIBRARY=3000` tries it with fewer.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from app.bootstrap import build
from app.domain.facts import NoteAdded
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.ui.library.page import LibraryPage
from tests.support.pace import unit
from tests.support.waiting import until

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(7200),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
SESSIONS = int(os.environ.get("LARGE_LIBRARY", "30000"))
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
QUESTIONS = (
    "Which harbour is meant?",
    "Must we paint the hall?",
    "Where does the pilot board?",
    "Which mug?",
)
MOST = 40.0
"""Units of work in a turn: half a second of a machine whose unit takes an eightieth of one."""
MOST_MEMORY = 12_000
"""Bytes that the process may hold for each session."""


class Pulse:
    """Notes the longest that the window's thread has worked between two beats."""

    def __init__(self) -> None:
        self.slowest, self._last = 0.0, time.thread_time()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(5)

    def _beat(self) -> None:
        now = time.thread_time()
        self.slowest = max(self.slowest, now - self._last)
        self._last = now

    async def over(self, work: Callable[[], Awaitable[object]]) -> float:
        """Return the longest turn during some work, in units."""
        before = unit()
        self._last, self.slowest = time.thread_time(), 0.0
        await work()
        self._beat()
        found = self.slowest
        return found / max(before, unit())

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()


async def fill(core: Core, data: Path) -> None:
    """Run some sessions and copy their files under other names."""
    made = []
    for question in QUESTIONS:
        setup = {"question": question, "max_rounds": 1, "interactive_clarifications": False}
        session = await core.sessions.create("debate", setup, core.teams.default())
        await core.review.tell(session, NoteAdded(text="The pilot boards at the outer buoy."))
        if question != QUESTIONS[0]:
            plan = AnswerPlan(approve="all" if question == QUESTIONS[1] else "none")
            await drive(core.sessions, core.review, session, plan)
        made.append(data / "sessions" / f"{session}.roundtable")
    await core.sessions.shutdown()
    for number in range(SESSIONS - len(made)):
        source = made[number % len(made)]
        ending = "".join(ALPHABET[number >> shift & 31] for shift in (15, 10, 5, 0))
        target = source.with_name(f"{source.stem[:-4]}{ending}.roundtable")
        if not target.exists():
            shutil.copyfile(source, target)


class Person:
    """Opens the library of a window and looks for something in every way there is."""

    def __init__(self, d) -> None:
        self.d = d

    @property
    def page(self) -> LibraryPage:
        """The library."""
        found: LibraryPage = self.d.window.findChild(LibraryPage)
        return found

    async def start(self) -> None:
        await self.d.__aenter__()
        await self.d.settle()

    async def library(self) -> None:
        self.d.window.actions_by_id["library"].trigger()
        await until(lambda: self.d.window.findChild(LibraryPage) is not None)
        await until(lambda: self.page.rows.rowCount() > 0)
        await self.d.settle()

    async def scroll(self) -> None:
        down, up = [Qt.Key.Key_PageDown] * 30, [Qt.Key.Key_PageUp] * 30
        for key in (*down, Qt.Key.Key_End, *up, Qt.Key.Key_Home):
            QTest.keyClick(self.page.table, key)
            await self.d.settle()

    async def filter(self) -> None:
        page = self.page
        for box in (page.state, page.kind, page.date, page.cost, page.model):
            for at in (*range(box.count()), 0):
                box.setCurrentIndex(at)
                await self.d.settle()

    async def search(self) -> None:
        line = self.page.search
        for text in ("buoy", "outer buoy", "x"):
            line.setFocus()
            line.selectAll()
            QTest.keyClicks(line, text)
            await self.d.settle()
            await asyncio.sleep(1.0)
        line.clear()
        await self.d.settle()

    async def palette(self) -> None:
        self.d.window.actions_by_id["palette"].trigger()
        await self.d.settle()
        QTest.keyClicks(self.d.window.focusWidget(), "harbour")
        await self.d.settle()
        QTest.keyClick(self.d.window.focusWidget(), Qt.Key.Key_Escape)
        await self.d.settle()


def test_the_window_of_thirty_thousand_sessions_starts_scrolls_searches_and_filters_without_a_freeze(
    play_very_long, desk_on, tmp_path
):
    folders = Folders(tmp_path / "data", tmp_path / "config")
    me = psutil.Process()
    told: list[str] = []

    async def story():
        first = build(folders, council_step=0.0)
        await fill(first, tmp_path / "data")
        began = time.monotonic()
        number = len(await first.library.rows())
        told.append(f"{number} sessions read for the first time in {time.monotonic() - began:.0f} s")
        assert number >= 0.99 * SESSIONS
        await first.library.find("outer buoy")
        await first.close()
        del first
        gc.collect()
        before = me.memory_info().rss

        core, pulse = build(folders, council_step=0.0), Pulse()
        person = Person(desk_on(core))
        ways = (person.start, person.library, person.scroll, person.filter, person.search, person.palette)
        turns = {way.__name__: await pulse.over(way) for way in ways}
        grown = me.memory_info().rss - before
        pulse.stop()
        person.page.closed.emit()
        await person.d.settle()
        await person.d.__aexit__()
        await core.close()
        told.append(", ".join(f"{way} {found:.1f}" for way, found in turns.items()) + " units a turn at most")
        told.append(f"{grown / 2**20:.0f} MB more, {grown / SESSIONS:.0f} bytes for each session")
        sys.stdout.write("\n".join(["", *told, ""]))
        assert {way: found for way, found in turns.items() if found > MOST} == {}
        assert grown / SESSIONS < MOST_MEMORY or grown < 150 * 2**20

    play_very_long(story)
