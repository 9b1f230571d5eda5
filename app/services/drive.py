"""Running a session to its end or to a gate nobody may answer: what headless commands do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.domain.ids import SessionId
from app.engine.fold import SessionFold
from app.engine.position import Gate
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.unattended import AnswerPlan, Given

AskPerson = Callable[[Gate, SessionFold], Awaitable[Given | None]]


async def drive(
    sessions: Sessions, review: Review, session: SessionId, plan: AnswerPlan, ask: AskPerson | None = None
) -> str:
    """Move a session on, answering gates by the plan, then by `ask`; return the state it ends in."""
    live = await sessions.attach(session)
    while True:
        if live.fold.position.state != "finished":
            await sessions.start(session)
        state = await sessions.wait(session)
        gate = live.fold.position.open_gate()
        if state != "waiting" or gate is None:
            return state
        given = plan.answer(gate, live.fold)
        due_at, due_verb = gate.fact.due_at, gate.fact.due_verb
        if given is None and due_at is not None and due_verb and due_at <= sessions.parts.clock.now():
            given = Given(due_verb, {}, "", "timeout")
        if given is None and ask is not None and not gate.fact.idle:
            given = await ask(gate, live.fold)
        if given is None:
            return state
        await review.answer(session, gate.id, given.verb, given.data, given.note, given.by, go_on=False)
        after = live.fold.position.state
        if after in ("stopped", "failed"):
            return after
