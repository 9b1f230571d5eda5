"""Two thousand sessions in one process, each run, decided and read: what stays behind of them.

Run: `python packaging/dev.py bench sessions`. First as a long process does it, without a window; then in the
window, by its own buttons, each session shown while it runs. Handles, threads and tasks are counted once
nothing is under way, memory is what the process holds (resident) after a collection.
Limits, from the first count to the last: no handle, thread or task more, a tenth more memory. Exit 1
where one is missed. In the window that takes half an hour; with the words `window 400` this
file shows its slope.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.bootstrap import build
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders

SESSIONS = 2_000
WARM, EVERY = 50, 200
MOST_GROWTH = 1.1
SETUP = {
    "question": "Must we paint the hall?",
    "max_rounds": 1,
    "interactive_clarifications": False,
    "auto_stop_on_convergence": False,
}


@dataclass(frozen=True)
class Count:
    """What the process holds after some sessions."""

    sessions: int
    handles: int
    threads: int
    tasks: int
    memory: int

    def line(self) -> str:
        """Return it as a row."""
        figures = f"{self.sessions:>8} {self.handles:>8} {self.threads:>8} {self.tasks:>6}"
        return f"{figures} {self.memory / 2**20:>10.1f}"


HEAD = f"{'sessions':>8} {'handles':>8} {'threads':>8} {'tasks':>6} {'memory MB':>10}"


async def count(sessions: int) -> Count:
    """Return what the process holds when nothing is under way any more."""
    # What was let go is closed, and the window's list has caught up: nobody tells.
    await asyncio.sleep(1.5)
    gc.collect()
    me = psutil.Process()
    # Those that the loop keeps for whoever has work for one come as they are needed; they are few.
    threads = [one for one in threading.enumerate() if not one.name.startswith("asyncio")]
    tasks = [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]
    return Count(sessions, me.num_fds(), len(threads), len(tasks), me.memory_info().rss)


async def curve(one: Callable[[int], Awaitable[None]], sessions: int) -> bool:
    """Do `one` again and again; print what the process holds, and tell whether it stays within its limits."""
    sys.stdout.write(HEAD + "\n")
    counts: list[Count] = []
    for number in range(1, sessions + 1):
        await one(number)
        if number == WARM or number % EVERY == 0:
            counts.append(await count(number))
            sys.stdout.write(counts[-1].line() + "\n")
            sys.stdout.flush()
    first, last = counts[0], counts[-1]
    grown = last.memory / first.memory
    flat = (last.handles, last.threads, last.tasks) <= (first.handles, first.threads, first.tasks)
    ok = flat and grown <= MOST_GROWTH
    sys.stdout.write(
        f"handles, threads and tasks {'stay' if flat else 'GROW'}; memory {grown:.3f} ×"
        f" (at most {MOST_GROWTH})  {'ok' if ok else 'MISSED'}\n"
    )
    return ok


async def without_a_window(folder: Path, sessions: int) -> bool:
    """Run, note and read sessions as a program does that goes on for weeks."""
    core = build(Folders(folder / "data", folder / "config"), council_step=0.0)
    team = core.teams.default()

    async def one(number: int) -> None:
        session = await core.sessions.create("debate", {**SETUP, "question": f"Paint hall {number}?"}, team)
        await core.sessions.start(session)
        await core.sessions.wait(session)
        await core.review.tell(session, NoteAdded(text="Seen."))
        await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
        await core.sessions.records(session)
        if number % 10 == 0:
            await core.library.rows()

    try:
        return await curve(one, sessions)
    finally:
        await core.close()


async def in_the_window(folder: Path, sessions: int) -> bool:
    """Begin, decide and leave sessions in the window."""
    from app.ui.kit.preferences import Preferences  # late: the other half has no window
    from app.ui.shell.main_window import MainWindow

    core = build(Folders(folder / "data", folder / "config"), council_step=0.0)
    team = core.teams.default()
    window = MainWindow(core, Preferences())
    window.resize(1366, 768)
    window.show()
    # A person takes longer than that for every button.
    window.page.bar.guard.setInterval(0)

    async def until(state: str, session: SessionId) -> None:
        page, end = window.page, time.monotonic() + 120
        while page.session != session or page.state != state or core.sessions.running(session):
            await asyncio.sleep(0.005)
            if time.monotonic() > end:
                raise TimeoutError(f"{session} is {page.state}, not {state}")

    async def one(number: int) -> None:
        session = await core.sessions.create("debate", {**SETUP, "question": f"Paint hall {number}?"}, team)
        await core.sessions.start(session)
        window.open_session(session)
        await until("waiting", session)
        window.page.bar.press_primary()
        # Nobody thinks better of it.
        window.page.decider.held.send_now()
        await until("finished", session)

    try:
        return await curve(one, sessions)
    finally:
        window.close()
        await window.aclose()
        await core.close()
        window.deleteLater()


def main() -> int:
    """Measure both, each in a process of its own."""
    if sys.argv[1:2] == ["window"]:
        from tests.bench.stage import play  # late: as above

        return play(lambda folder: in_the_window(folder, int(sys.argv[2])))
    if sys.argv[1:2] == ["none"]:
        with tempfile.TemporaryDirectory() as name:
            return 0 if asyncio.run(without_a_window(Path(name), int(sys.argv[2]))) else 1
    missed = 0
    for part, words in (("none", "Without a window"), ("window", "In the window")):
        sys.stdout.write(f"{words}:\n")
        sys.stdout.flush()
        command = [sys.executable, "-m", "tests.bench.bench_sessions", part, str(SESSIONS)]
        missed |= subprocess.run(command, check=False).returncode
    return missed


if __name__ == "__main__":
    sys.exit(main())
