"""The library with five thousand sessions, each a real file: reading it, and searching in it.

Run: `python packaging/dev.py bench library`. Limits, in imports of httpx: once they are indexed all rows
1.25, a word of every text 2.5. Exit 1 where one is missed.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from app.bootstrap import build
from app.domain.facts import NoteAdded
from app.services.core import Core
from app.settings.folders import Folders
from tests.bench import yardstick
from tests.bench.stage import play

SESSIONS = 5_000
ROWS, SEARCH = 1.25, 2.5
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


async def measure(folder: Path) -> bool:
    """Measure, print, judge."""
    core = build(Folders.of_this_machine())
    await fill(core, folder)
    indexed = await timed(core.library.rows)
    await asyncio.sleep(2.5)  # a file is trusted to be as it was two seconds after it was written
    await core.library.rows()
    rows = statistics.median([await timed(core.library.rows) for _ in range(5)])
    search = statistics.median([await timed(lambda: core.library.find("outer buoy")) for _ in range(5)])
    await core.close()
    sys.stdout.write(
        f"{SESSIONS} sessions indexed in {indexed / 1000:.1f} s; then\n"
        f"all rows {yardstick.of(rows / 1000, ROWS, 'clock')}\n"
        f"a word that all have {yardstick.of(search / 1000, SEARCH, 'clock')}\n"
    )
    asked = ((rows, ROWS), (search, SEARCH))
    return all(yardstick.times(ms / 1000, "clock") <= most for ms, most in asked)


if __name__ == "__main__":
    raise SystemExit(play(measure))
