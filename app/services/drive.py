"""Running a session to its end or to a gate nobody may answer: what headless commands do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from app.domain.errors import GateError
from app.domain.facts import WhoAnswers
from app.domain.ids import SessionId
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.projections.gate_inbox import Gate
from app.services.live import Live
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.unattended import Options

_DUE_POLL_SECONDS = 0.2
_AskPerson = Callable[[Gate, SessionFold], Awaitable[Options | None]]


class Answering(Protocol):
    """Who answers gates before a person is asked."""

    def answer(self, gate: Gate, fold: SessionFold) -> Options | None:
        """Return the answer to an open gate, or None where a person must give it."""
        ...


async def _start(
    sessions: Sessions, session: SessionId, who: WhoAnswers, called_off: Callable[[], bool]
) -> None:
    """Let a session move; one that is called off pauses before its next step."""
    await sessions.start(session, who)
    if called_off():
        await sessions.pause(session)


async def drive(
    sessions: Sessions,
    review: Review,
    session: SessionId,
    plan: Answering | None,
    ask: _AskPerson | None = None,
    *,
    who: WhoAnswers = "person",
    until_due: bool = False,
    on_wait: Callable[[float], None] | None = None,
    called_off: Callable[[], bool] = bool,
) -> str:
    """Move a session on, answering gates by the plan, if any, then by `ask`; return the state it ends in.

    `who`: who answers what its members ask. `until_due`: where nobody answers a gate that answers itself
    in time, wait until it does.
    `on_wait`: told the seconds before an answer that is not given at once. `called_off`: whether it is to
    pause as soon as it moves.
    """
    async with sessions.opened(session) as live:
        while True:
            if live.fold.session.state != "finished":
                await _start(sessions, session, who, called_off)
            state = await sessions.wait(session)
            gate = live.fold.gates.open_gate()
            if state != "waiting" or gate is None:
                return state
            given = plan.answer(gate, live.fold) if plan is not None else None
            due_at, due_verb = gate.fact.due_at, gate.fact.due_verb
            if given is None and due_at is not None and due_verb and due_at <= sessions.parts.clock.now():
                given = Options(due_verb, {}, "", "timeout")
            reads = kind_of(live.fold.plugin, gate.fact.kind).reads is not None
            if given is None and ask is not None and (reads or not gate.fact.idle):
                given = await _asked(live, gate, ask)
            if gate.id not in live.fold.gates.open:
                # It fell due while a person was thinking about it.
                continue
            if given is None and until_due and due_at is not None and await _fallen_due(live, gate.id):
                continue
            if given is None or not await _waited(sessions, live, gate.id, given.after, on_wait):
                return live.fold.session.state
            try:
                await review.answer(
                    session, gate.id, given.verb, given.data, given.note, given.by, go_on=False
                )
            except GateError:
                if gate.id in live.fold.gates.open:
                    raise
                # It fell due in the same moment.
                continue
            after = live.fold.session.state
            if after in ("stopped", "failed"):
                return after


async def _asked(live: Live, gate: Gate, ask: _AskPerson) -> Options | None:
    """Ask a person; a pause, a stop or an answer from elsewhere takes the question back."""
    asking = asyncio.ensure_future(ask(gate, live.fold))
    try:
        while _still_open(live, gate.id):
            done, _ = await asyncio.wait([asking], timeout=_DUE_POLL_SECONDS)
            if done:
                return asking.result()
        return None
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


async def _waited(
    sessions: Sessions, live: Live, gate: str, seconds: float, on_wait: Callable[[float], None] | None
) -> bool:
    """Wait before a gate is answered; False: the run was paused or stopped meanwhile."""
    if not seconds:
        return True
    if on_wait is not None:
        on_wait(seconds)
    clock = sessions.parts.clock
    until = clock.elapsed() + int(seconds * 1e6)
    while _still_open(live, gate) and (left := (until - clock.elapsed()) / 1e6) > 0:
        await clock.sleep(min(left, _DUE_POLL_SECONDS))
    return _still_open(live, gate)


def _still_open(live: Live, gate: str) -> bool:
    """Tell whether a gate waits for its answer: the run was neither paused nor stopped meanwhile."""
    fold = live.fold
    return gate in fold.gates.open and fold.session.state == "waiting" and not live.runner.pausing


async def _fallen_due(live: Live, gate: str) -> bool:
    """Wait until an open gate has answered itself; False: the run was paused or stopped meanwhile."""
    while _still_open(live, gate):
        if live.due is None:
            await asyncio.sleep(_DUE_POLL_SECONDS)
        else:
            await asyncio.wait([live.due], timeout=_DUE_POLL_SECONDS)
    return gate not in live.fold.gates.open
