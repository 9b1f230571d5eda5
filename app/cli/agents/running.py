"""Runs of the sessions that agents begin, each in a process of its own that outlives the server.

A run belongs to no client and to no server: it has a process group of its own, no pipe to anybody, and takes
the session's lock as every command does. It goes on to the next gate and ends there; who answers begins the
next one. It answers nothing itself: what fails waits for the person, too.

The day's limit holds for the sessions of all agents together in 24 hours, whichever server began them, and
the journals are the account. A session that is not over counts with the whole limit it was begun with, one
that is over with what it came to. One that nothing has touched for a day counts no more; an agent that goes
on with it needs room for what is left of its limit. Hours and not dates: no summer time takes part.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import IO

from app.cli.agents.shapes import NoMoney, plain
from app.domain.errors import RoundtableError
from app.domain.facts import WhoAnswers
from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.processes.child import own_program
from app.processes.child_env import environment
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan

_LONGEST_ERROR = 4000
_APART = 0x00000208
"""On Windows: no console, and a process group of its own (DETACHED_PROCESS, CREATE_NEW_PROCESS_GROUP)."""


async def go_on(core: Core, text: str, plan: AnswerPlan | None = None) -> int:
    """Move a session to its next gate or its end, in this process; `plan`: what the person said of gates."""
    session = await core.sessions.resolve(text)
    async with core.sessions.opened(session) as live:
        core.sessions.check_servers(live.fold.session.seats)
        # Who may decide nothing is asked nothing.
        who: WhoAnswers = "person" if live.fold.session.agents else "policy"
    # Without a plan nobody answers: an agent's session is not decided by a flag either.
    await drive(core.sessions, core.review, session, plan, who=who)
    return 0


@dataclass
class _Run:
    process: subprocess.Popen[bytes]
    said: IO[bytes]


@dataclass
class Runs:
    """The runs that this server began; those of another one are told by the sessions' locks."""

    arguments: tuple[str, ...] = ("mcp", "--go-on-with")
    """What this program is started with to move a session; its id follows."""
    _runs: dict[SessionId, _Run] = field(default_factory=dict)

    def begin(self, session: SessionId) -> None:
        """Begin a run; where one is under way already, the session's lock ends this one."""
        # Without a name: nothing is left of it, whoever dies first.
        said = tempfile.TemporaryFile()  # noqa: SIM115  read when the run is over
        flags = _APART if sys.platform == "win32" else 0
        process: subprocess.Popen[bytes] = subprocess.Popen(
            own_program(*self.arguments, session),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.DEVNULL,
            env=dict(environment()),
            creationflags=flags,
            start_new_session=sys.platform != "win32",
        )
        self._forget(session)
        self._runs[session] = _Run(process, said)

    def alive(self, session: SessionId) -> bool:
        """Tell whether a run that this server began is under way."""
        run = self._runs.get(session)
        return run is not None and run.process.poll() is None

    def count(self) -> int:
        """Return how many are under way."""
        return sum(self.alive(session) for session in self._runs)

    async def over(self, session: SessionId, seconds: float) -> None:
        """Wait until a run has let go of its session, for so long at most."""
        if self.alive(session):
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._runs[session].process.wait, seconds)

    async def all_over(self, seconds: float) -> None:
        """Wait until no run is under way any more, for so long at most in each."""
        for session in list(self._runs):
            await self.over(session, seconds)

    def problem(self, session: SessionId) -> str:
        """Return why the last run here could not go on, empty where it could or is under way."""
        run = self._runs.get(session)
        if run is None or run.process.poll() in (None, 0):
            return ""
        run.said.seek(0)
        lines = run.said.read(_LONGEST_ERROR).decode("utf-8", "replace").strip().splitlines()
        try:
            error = json.loads(lines[-1])["error"]
            return f"{error['message']} {error['next']}".strip()
        except (IndexError, ValueError, KeyError, TypeError):
            return "The run ended before its time. The person can go on with it in the window."

    def _forget(self, session: SessionId) -> None:
        before = self._runs.pop(session, None)
        if before is not None:
            before.said.close()
            if before.process.poll() is None:
                # It goes on by itself on purpose: nobody waits for it, and nothing is to warn of that.
                before.process.returncode = 0

    def close(self) -> None:
        """Let go of what is known of the runs; they go on."""
        for session in list(self._runs):
            self._forget(session)


# --- the limit of a day ------------------------------------------------------------------------------------

_DAY = 24 * 3600 * 1_000_000
"""Microseconds."""
_PATIENCE = 20.0
"""Seconds that another server may take to begin a session."""
_LEAST = 1e-9


@asynccontextmanager
async def one_at_a_time(core: Core) -> AsyncIterator[None]:
    """Let no two servers look for room and take it at once; raises RoundtableError, OSError."""
    until = time.monotonic() + _PATIENCE
    while (turn := core.agents_turn()) is None:
        if time.monotonic() > until:
            raise RoundtableError(
                plain("Another agent is beginning a session."), plain("Call again in a moment.")
            )
        await asyncio.sleep(0.02)
    try:
        yield
    finally:
        turn.release()


async def check_start(core: Core, most: float, wanted: float) -> None:
    """Raise NoMoney where a session of `wanted` dollars has no room in the day's sum."""
    _check(most, wanted, await _used(core, await core.library.rows()))


async def check_answer(core: Core, most: float, session: SessionId) -> None:
    """Raise NoMoney where a session that was left alone for a day has no room to go on."""
    rows = await core.library.rows()
    row = next((one for one in rows if one.session == session), None)
    # A person's own session has the person's own limit.
    if row is None or not row.begun_by or _is_of_today(core, row):
        return
    _check(most, await _held(core, row) - row.known_cost, await _used(core, rows))


def _check(most: float, wanted: float, used: float) -> None:
    if used + wanted <= most + _LEAST:
        return
    raise NoMoney(
        plain(
            "Sessions of agents may cost ${most} together in 24 hours here; ${used} are spent, or held by "
            "sessions that are not over.",
            most=f"{most:,.2f}",
            used=f"{used:,.2f}",
        ),
        plain(
            "Give a cost_limit up to ${left}, wait until a session is over, or ask the person to register "
            "another --day-limit.",
            left=f"{max(0.0, most - used):,.2f}",
        ),
    )


async def _used(core: Core, rows: Iterable[SessionRow]) -> float:
    return sum([await _held(core, row) for row in rows if row.begun_by and _is_of_today(core, row)])


def _is_of_today(core: Core, row: SessionRow) -> bool:
    # Whatever a clock that was set back makes of the future, it counts.
    return row.changed_at > core.parts.clock.now() - _DAY


async def _held(core: Core, row: SessionRow) -> float:
    """Return what a session has come to, of one that is not over what it may come to."""
    if row.problem or row.state == "finished":
        return row.known_cost
    try:
        fold = await core.sessions.fold(row.session)
    except RoundtableError:
        return row.known_cost
    limit = fold.session.setup.get("cost_limit")
    return max(row.known_cost, float(limit) if isinstance(limit, int | float) else 0.0)
