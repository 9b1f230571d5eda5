"""The library with five thousand sessions: reading it, opening its dialog, walking, filtering and searching.

Run: `python packaging/dev.py bench library`. Every session is a real file.
Limits, in imports of httpx: once they are indexed all rows 1.25, a word of every text 2.5, no step of the
dialog over 0.5 of the window's own time. Exit 1 where one is missed.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.bootstrap import build
from app.domain.facts import NoteAdded
from app.services.core import Core
from app.settings.folders import Folders
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import dress
from app.ui.library.page import LibraryPage
from tests.bench import yardstick
from tests.bench.stage import play

SESSIONS = 5_000
ROWS, SEARCH, STEP = 1.25, 2.5, 0.5
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


async def fill(core: Core, data: Path) -> None:
    """Write one session and copy its file under other names."""
    team = core.teams.default()
    session = await core.sessions.create("debate", {"question": "Which of the two harbours is meant?"}, team)
    for number in range(10):
        await core.review.tell(session, NoteAdded(text=f"Note {number}: the pilot boards at the outer buoy."))
    await core.sessions.detach(session)
    source = data / "sessions" / f"{session}.roundtable"
    endings = ("".join(ALPHABET[number >> shift & 31] for shift in (10, 5, 0)) for number in range(SESSIONS))
    # Chance may have given the first one an ending of these.
    names = [f"{session[:-3]}{ending}" for ending in endings if not session.endswith(ending)]
    for name in names[: SESSIONS - 1]:
        shutil.copyfile(source, source.with_name(f"{name}.roundtable"))


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Return how long something takes, in ms."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def walk(core: Core) -> tuple[float, float]:
    """Return the median and the longest step in the dialog, in ms of this thread's own time."""
    owner = QWidget()
    dress(owner)
    owner.resize(1366, 768)
    owner.show()
    dialog = LibraryPage(core, Preferences())
    in_whole = QVBoxLayout(owner)
    in_whole.addWidget(dialog)
    while dialog.rows.rowCount() == 0:  # noqa: ASYNC110  nothing tells of what a person sees
        await asyncio.sleep(0.01)
    took = []
    for step in range(60):
        began = time.thread_time()
        match step % 4:
            case 0:
                QTest.keyClick(dialog.table, Qt.Key.Key_End)
            case 1:
                QTest.keyClick(dialog.table, Qt.Key.Key_PageUp)
            case 2:
                dialog.state.setCurrentIndex(step // 4 % dialog.state.count())
            case _:
                dialog.search.setText("buoy" if step % 8 == 3 else "")
        dialog.repaint()
        await asyncio.sleep(0)
        took.append((time.thread_time() - began) * 1000)
        await asyncio.sleep(0.25 if step % 4 == 3 else 0)
    dialog.hide()
    await dialog.aclose()
    owner.close()
    return statistics.median(took), max(took)


async def measure(folder: Path) -> bool:
    """Measure, print, judge."""
    core = build(Folders.of_this_machine())
    await fill(core, folder)
    indexed = await timed(core.library.rows)
    await asyncio.sleep(2.5)  # a file is trusted to be as it was two seconds after it was written
    await core.library.rows()
    rows = statistics.median([await timed(core.library.rows) for _ in range(5)])
    search = statistics.median([await timed(lambda: core.library.find("outer buoy")) for _ in range(5)])
    median, longest = await walk(core)
    await core.close()
    sys.stdout.write(
        f"{SESSIONS} sessions indexed in {indexed / 1000:.1f} s; then\n"
        f"all rows {yardstick.of(rows / 1000, ROWS, 'clock')}\n"
        f"a word that all have {yardstick.of(search / 1000, SEARCH, 'clock')}\n"
        f"dialog: a step {median:.1f} ms (median), longest {yardstick.of(longest / 1000, STEP)}\n"
    )
    asked = ((rows, ROWS), (search, SEARCH))
    fine = all(yardstick.times(ms / 1000, "clock") <= most for ms, most in asked)
    return fine and yardstick.times(longest / 1000) <= STEP


if __name__ == "__main__":
    raise SystemExit(play(measure))
