"""Opening a long session and walking ten thousand rounds in the strip.

Run: `python packaging/dev.py bench rounds`. A session of 200 rounds × 5 members is
opened to its last round; a strip of 10,000 rounds with a branch at every
second takes a new round, a jump, an arrow key, a resize and a new branch.
Limits: opening at most 500 ms (median), no step of the strip over 100 ms. Exit 1 where one is missed.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.facts import (
    CriterionMeasured,
    GateAnswered,
    GateOpened,
    NodeEntered,
    RoundClosed,
    RoundOpened,
    TextAssessed,
    TextProposed,
)
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.ui.kit.preferences import Preferences
from app.ui.session.branches import Branch
from app.ui.session.strip import RoundStrip
from app.ui.shell.main_window import MainWindow
from app.ui.shell.notices import QuietDesktop
from app.ui.view.session_view import SessionView
from app.ui.view.view_state import ViewState
from app.workflows.registry import Registry
from tests.bench.stage import play
from tests.support.scenes.core import FIRST, SampleCore

ROUNDS, MEMBERS, BOXES = 200, 5, 10_000
OPEN_MS, STEP_MS = 500.0, 100.0
NAMES = ("Ada", "Blaise", "Carl", "Dora", "Emmy")[:MEMBERS]


async def long_session(core: SampleCore) -> SessionId:
    """Write a session of many rounds."""
    team = Team(
        name="Five",
        members=tuple(Seat(name=name, model="m") for name in NAMES),
        chair=Seat(name="Chair", model="m"),
    )
    sessions = core.sessions
    sessions.team = team
    session = await sessions.create("debate", {"question": "Q?", "max_rounds": ROUNDS}, team)
    await sessions.start(session)
    for number in range(1, ROUNDS + 1):
        sessions.add(session, RoundOpened(number=number), NodeEntered(node="refinement"))
        for name in NAMES:
            text = f"{FIRST['Ada']}\n\nRound {number}, said by {name}."
            asked = sessions.call(session, name, "refinement", text)
            sessions.add(
                session,
                TextProposed(slot="answer", seat=name, text=text, asked=asked),
                TextAssessed(slot="answer", seat=name, status="changed", ratio=0.1, summary="More."),
            )
        sessions.add(session, CriterionMeasured(name="agreement", value=70, threshold=80, passes=False))
        gate = GateOpened(
            kind="approval", payload={}, verbs=("approve", "finish", "reject"), primary="approve"
        )
        if number == ROUNDS:
            sessions.halt_at(session, gate)
        else:
            sessions.add(session, gate)
            answered = GateAnswered(gate=f"g{len(sessions.journals[session])}", verb="approve")
            sessions.add(session, answered, RoundClosed(number=number, attempt=1, accepted=True))
    return session


async def opening(folder: Path) -> tuple[float, int]:
    """Return the median time to open the session, in ms, and how many records it has."""
    core = SampleCore(Registry().plugins)
    session = await long_session(core)
    window = MainWindow(cast("Any", core), Preferences(), desktop=QuietDesktop(), state=ViewState(folder))
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
    core.sessions.moving.clear()
    window.close()
    await window.aclose()
    window.deleteLater()
    return statistics.median(took), len(core.sessions.journals[session])


async def walking() -> tuple[float, float]:
    """Return the median and the longest step in a strip of many rounds, in ms."""
    core = SampleCore(Registry().plugins)
    session = await core.begin()
    for number in range(1, BOXES + 1):
        core.sessions.add(session, RoundOpened(number=number))
    view = SessionView(core.catalogue)
    view.apply_all(core.sessions.journals[session])
    strip = RoundStrip()
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
                core.sessions.add(session, RoundOpened(number=BOXES + 1 + step // 5))
                view.apply_all(core.sessions.journals[session][-1:])
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
    return statistics.median(took), max(took)


async def measure(folder: Path) -> bool:
    """Measure, print, judge."""
    opened, records = await opening(folder)
    median, longest = await walking()
    sys.stdout.write(
        f"{ROUNDS} rounds × {MEMBERS} members, {records} records: opened in {opened:.0f} ms\n"
        f"strip of {BOXES} rounds: a step {median:.1f} ms (median), {longest:.0f} ms (longest)\n"
    )
    return opened <= OPEN_MS and longest <= STEP_MS


if __name__ == "__main__":
    raise SystemExit(play(measure))
