"""The sample debate brought to every state the window can be in, for its pictures and its tests."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.facts import (
    AutoApproveChanged,
    CallCancelled,
    CallInterrupted,
    GateOpened,
    NodeEntered,
    RoundClosed,
    RoundOpened,
    RunHalted,
    SessionRenamed,
    StopRequested,
    TextProposed,
)
from app.domain.ids import SessionId
from tests.support.scenes.core import FIRST, SampleCore
from tests.support.scenes.experiment import STATES as EXPERIMENT

STATES = (
    "running",
    "auto",
    "clarification",
    "approval",
    "attempt",
    "failure",
    "uncertain",
    "stored",
    "budget",
    "critique-review",
    "judge",
    "operator",
    "downstream",
    "stopped",
    "paused",
    "interrupted",
    "failed",
    "finished",
)

_QUESTIONS: dict[str, JsonValue] = {
    "questions": [
        {
            "id": "q1",
            "text": "Which country's labour law applies?",
            "options": ["Germany", "France"],
            "why": "It changes the legal part.",
            "asked_by": ["Ada", "Grace"],
        },
        {"id": "q2", "text": "Which budget is there?", "options": [], "why": "", "asked_by": ["Blaise"]},
    ]
}
_OTHER: dict[str, tuple[dict[str, JsonValue], tuple[str, ...], str]] = {
    "clarification": (_QUESTIONS, ("answer", "continue"), "answer"),
    "budget": (
        {"items": [{"key": "critique/Ada", "seat": "Ada", "needs": 1.98, "spent": 0.03, "limit": 2.0}]},
        ("raise", "stop"),
        "raise",
    ),
    "critique_review": ({"critiques": []}, ("send",), "send"),
    "judge": (
        {"attempt": 2, "feedback": "The opening is still hopeful; the choice costs nothing."},
        ("continue", "accept", "cancel"),
        "continue",
    ),
    "operator": ({"message": "May I forget the first notes?"}, ("reply", "time_out"), "reply"),
    "downstream": (
        {"summary": "Prose (8 files) and Analysis (3 reports) were made from the current chapters."},
        ("cull_all", "keep_all", "cancel"),
        "keep_all",
    ),
}


async def _branch(core: SampleCore) -> SessionId:
    """Fork a debate after its first round, and the fork three times; return the first fork."""
    sessions = core.sessions
    session = await core.begin()
    sessions.play_round(session, 1)
    first_gate = len(sessions.journals[session])
    await _approve(core, session)
    sessions.play_round(session, 2)
    fork = await sessions.fork(session, first_gate)
    await _approve(core, fork)
    sessions.play_round(fork, 2)
    for title in ("With part-time contracts", "A shorter pilot"):
        copy = await sessions.fork(fork, len(sessions.journals[fork]))
        sessions.add(copy, SessionRenamed(title=title))
    other = await sessions.fork(fork, first_gate)
    sessions.add(other, SessionRenamed(title="Only the support team"))
    sessions.journals[fork] = sessions.journals.pop(fork)
    return fork


async def _shelf(core: SampleCore) -> SessionId:
    """Begin debates in several states; return the newest."""
    for title, state in (
        ("Which name for the new product?", "finished"),
        ("Move the depot, or rent a second one?", "failure"),
        ("Pricing for small teams", "stopped"),
        ("Open on Sundays?", "finished"),
        ("How should we hand over the night shift?", "clarification"),
    ):
        session = await bring_to(core, state)
        core.sessions.add(session, SessionRenamed(title=title))
    return await bring_to(core, "approval")


async def bring_to(core: SampleCore, state: str) -> SessionId:
    """Begin a debate and play it to a state; return its id."""
    if state == "branches":
        return await _branch(core)
    if state == "library":
        return await _shelf(core)
    if state in (own := EXPERIMENT):
        return await own[state](core)
    sessions = core.sessions
    session = await core.begin()
    kind = state.replace("-", "_")
    if kind in _OTHER:
        payload, verbs, primary = _OTHER[kind]
        if state == "critique-review":
            sessions.add(session, RoundOpened(number=1))
            sessions.play_critiques(session, 1)
        elif state == "budget":
            sessions.play_round(session, 1)
            await _approve(core, session)
            sessions.add(session, RoundOpened(number=2), NodeEntered(node="critique"))
        sessions.halt_at(session, GateOpened(kind=kind, payload=payload, verbs=verbs, primary=primary))
    elif state in ("approval", "attempt", "finished"):
        await _review(core, session, state)
    elif state in ("stopped", "paused"):
        await _halt(core, session, "stopped" if state == "stopped" else "paused")
    elif state == "uncertain":
        _interrupt(core, session)
    elif state == "stored":
        _store(core, session)
    else:
        _begin(core, session, state)
    return session


async def _approve(core: SampleCore, session: SessionId) -> None:
    await core.review.answer(session, f"g{len(core.sessions.journals[session])}", "approve")


async def _review(core: SampleCore, session: SessionId, state: str) -> None:
    sessions = core.sessions
    sessions.play_round(session, 1)
    if state == "attempt":
        await core.review.answer(
            session, f"g{len(sessions.journals[session])}", "reject", {"feedback": "Cite sources."}
        )
        sessions.add(
            session,
            RoundClosed(number=1, attempt=1, accepted=False, feedback="Cite sources."),
            RoundOpened(number=1, attempt=2),
        )
        sessions.play_attempt(session, 1)
        return
    await _approve(core, session)
    sessions.play_round(session, 2)
    if state == "finished":
        await core.review.answer(session, f"g{len(sessions.journals[session])}", "finish")
        sessions.finish(session)


async def _halt(core: SampleCore, session: SessionId, how: str) -> None:
    sessions = core.sessions
    sessions.play_round(session, 1)
    await _approve(core, session)
    sessions.add(session, RoundOpened(number=2), NodeEntered(node="refinement"))
    call = sessions.ask(session, "Ada", "refinement")
    sessions.call(session, "Blaise", "refinement", "Done.")
    sessions.moving.discard(session)
    sessions.add(
        session,
        StopRequested(mode="now"),
        CallCancelled(asked=call, sent=True, partial="Half of a"),
        RunHalted(state="stopped" if how == "stopped" else "paused"),
    )


def _interrupt(core: SampleCore, session: SessionId) -> None:
    sessions = core.sessions
    sessions.add(session, RoundOpened(number=1), NodeEntered(node="critique"))
    items: list[JsonValue] = []
    for seat, partial, fitting in (
        ("Ada", "The second claim has no", ["ask_again", "use_partial", "drop"]),
        ("Grace", "", ["ask_again", "drop"]),
    ):
        asked = sessions.ask(session, seat, "critique")
        sessions.add(session, CallInterrupted(asked=asked, partial=partial))
        items.append(
            {
                "key": f"critique/{seat}",
                "asked": asked,
                "seat": seat,
                "purpose": "critique",
                "model": "m",
                "partial": partial,
                "cost": 0.02,
                "verbs": list[JsonValue](fitting),
            }
        )
    verbs = ("ask_again", "use_partial", "drop")
    payload: dict[str, JsonValue] = {"items": items}
    sessions.halt_at(session, GateOpened(kind="uncertain", payload=payload, verbs=verbs, primary="ask_again"))


def _store(core: SampleCore, session: SessionId) -> None:
    """Halt where another version of the program has asked in other words."""
    sessions = core.sessions
    sessions.add(session, RoundOpened(number=1), NodeEntered(node="proposal"))
    verbs = ("use_stored", "ask_again")
    items: list[JsonValue] = [
        {
            "key": f"proposal/{seat}",
            "asked": sessions.call(session, seat, "proposal", FIRST[seat]),
            "seat": seat,
            "purpose": "proposal",
            "model": "m",
            "partial": "",
            "stored": FIRST[seat],
            "cost": 0.02,
            "verbs": list[JsonValue](verbs),
        }
        for seat in ("Ada", "Grace")
    ]
    payload: dict[str, JsonValue] = {"items": items}
    sessions.halt_at(session, GateOpened(kind="uncertain", payload=payload, verbs=verbs, primary=verbs[0]))


def _begin(core: SampleCore, session: SessionId, state: str) -> None:
    sessions = core.sessions
    sessions.add(session, RoundOpened(number=1), NodeEntered(node="proposal"))
    if state == "auto":
        sessions.add(session, AutoApproveChanged(until_figure=90, until_cost=1.0))
    if state == "failure":
        sessions.call(session, "Ada", "proposal", FIRST["Ada"])
        sessions.add(session, TextProposed(slot="answer", seat="Ada", text=FIRST["Ada"]))
        sessions.fail(session, "Grace")
    elif state == "failed":
        sessions.moving.discard(session)
        sessions.add(session, RunHalted(state="failed", reason="error_occurred"))
    else:
        for seat in ("Ada", "Blaise", "Grace") if state != "interrupted" else ("Ada",):
            sessions.ask(session, seat, "proposal")
        if state == "interrupted":
            sessions.moving.discard(session)
