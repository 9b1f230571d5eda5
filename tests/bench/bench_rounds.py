"""Opening a long session and walking ten thousand rounds in the strip.

Run: `python packaging/dev.py bench rounds`. A session of 200 rounds × 5 members is
opened to its last round; a strip of 10,000 rounds with a branch at every
second takes a new round, a jump, an arrow key, a resize and a new branch.
Limits, in imports of httpx: opening at most 2.5 (median), no step of the strip over 0.5. Exit 1 where one is
missed.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.facts import (
    GateOpened,
    RoundOpened,
)
from app.domain.ids import SessionId
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import dress
from app.ui.session.strip import RoundStrip
from app.ui.session.strip_rows import Branch
from app.ui.shell.main_window import MainWindow
from app.ui.view.session_view import SessionView
from app.ui.view.view_state import ViewState
from tests.bench import yardstick
from tests.bench.stage import play
from tests.support.long import as_lines, records
from tests.support.quiet_desktop import QuietDesktop
from tests.support.scenes.debate_story import FIRST
from tests.support.scenes.stage import Stage, set_up

ROUNDS, MEMBERS, BOXES = 200, 5, 10_000
OPEN, STEP = 2.5, 0.5
NAMES = ("Ada", "Blaise", "Carl", "Dora", "Emmy")[:MEMBERS]


async def long_session(core: Stage) -> SessionId:
    """Write a session of many rounds that waits at the last one's approval."""
    session = await core.put(as_lines(records(ROUNDS, MEMBERS, FIRST["Ada"])))
    verbs = ("approve", "finish", "reject")
    await core.halt_at(session, GateOpened(kind="approval", payload={}, verbs=verbs, primary="approve"))
    return session


async def opening(folder: Path) -> tuple[float, int]:
    """Return the median time to open the session, in ms, and how many records it has."""
    core = set_up(folder / "stage")
    session = await long_session(core)
    window = MainWindow(core, Preferences(), desktop=QuietDesktop(), state=ViewState(folder))
    window.resize(1366, 768)
    window.show()
    took = []
    for _ in range(7):
        await asyncio.sleep(0.1)
        began = time.perf_counter()
        await window._open(session)
        window.repaint()
        took.append((time.perf_counter() - began) * 1000)
    assert window.page.view is not None
    assert window.page.view.round == ROUNDS
    head = window.page.view.head
    window.close()
    await window.aclose()
    window.deleteLater()
    await core.close()
    return statistics.median(took), head


async def walking(folder: Path) -> tuple[float, float]:
    """Return the median and the longest step in a strip of many rounds, in ms."""
    core = set_up(folder / "strip")
    session = await core.create()
    await core.write(session, *(RoundOpened(number=number) for number in range(1, BOXES + 21)))
    opened = await core.records(session)
    view = SessionView(core.catalogue)
    view.apply_all(opened[: BOXES + 1])
    strip = RoundStrip()
    dress(strip)
    strip.resize(1000, 60)
    strip.refresh(view, "running")
    strip.show_branches({n: [Branch(SessionId(f"b{n}"), f"◆ Branch {n}")] for n in range(1, BOXES, 2)})
    strip.show()
    await asyncio.sleep(0.1)
    took = []
    for step in range(100):
        began = time.perf_counter()
        match step % 5:
            case 0:
                view.apply_all(opened[view.head : view.head + 1])
                strip.refresh(view, "running")
            case 1:
                strip.look_at(1 + (step * 977) % BOXES)
            case 2:
                QTest.keyClick(strip, Qt.Key.Key_Right)
            case 3:
                strip.resize(900 + step, 60)
            case _:
                strip.show_branches({**strip.rounds.branches, 2: [Branch(SessionId(f"c{step}"), "◆ New")]})
        strip.repaint()
        await asyncio.sleep(0)
        took.append((time.perf_counter() - began) * 1000)
    strip.close()
    strip.deleteLater()
    await core.close()
    return statistics.median(took), max(took)


async def measure(folder: Path) -> bool:
    """Measure, print, judge."""
    opened, records = await opening(folder)
    median, longest = await walking(folder)
    sys.stdout.write(
        f"{ROUNDS} rounds × {MEMBERS} members, {records} records: opened "
        f"{yardstick.of(opened / 1000, OPEN, 'clock')}\n"
        f"strip of {BOXES} rounds: a step {median:.1f} ms (median), longest "
        f"{yardstick.of(longest / 1000, STEP, 'clock')}\n"
    )
    judged = ((opened, OPEN), (longest, STEP))
    return all(yardstick.times(ms / 1000, "clock") <= most for ms, most in judged)


if __name__ == "__main__":
    raise SystemExit(play(measure))
