"""Runs of the sessions that agents begin, each in a process of its own that outlives the server.

A run belongs to no client and to no server: it has a process group of its own, no pipe to anybody, and takes
the session's lock as every command does. It goes on to the next gate and ends there; who answers begins the
next one. It answers nothing itself: what fails waits for the person, too.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from app.domain.facts import WhoAnswers
from app.domain.ids import SessionId
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
