"""Pictures of what was decided and how it turned out, and of the page that tells of many sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.domain.fact_base import Fact
from app.domain.verdict_facts import DecisionRecorded, OutcomeRecorded, seat_who
from app.ui.shell.main_window import MainWindow
from tests.support.scenes.replaying import Cut, Lines, cut, recorded
from tests.support.scenes.stage import Stage

REASON = "Nobody reads it for that."
Step = Callable[[MainWindow], object]
DECIDED = DecisionRecorded(text="A trial of three months, from May, with two teams.", look_back="2026-05-01")
TURNED_OUT = OutcomeRecorded(
    text="It was prolonged: nobody left, and tickets wait as long as before.",
    right={"you": True, "result": True, "vote": False, seat_who("Ada"): True, seat_who("Grace"): False},
)


def _with(lines: Lines, type: str, **body: Any) -> Lines:
    """Return records with one more behind them."""
    last = lines[-1]
    return [*lines, {**last, "seq": last["seq"] + 1, "type": type, "body": body}]


async def with_outcomes(core: Stage, number: int) -> None:
    """Tell of so many sessions who was right."""
    begun = cut(recorded("debate"), Cut("node_entered"))
    for at in range(number):
        right = {"you": at % 2 == 0, "result": True, seat_who("Ada"): at % 4 == 0}
        await core.put(_with(begun, "outcome_recorded", text="So.", right=right))


async def with_refusals(core: Stage, number: int) -> str:
    """Dismiss a point of one category in so many sessions; return the category."""
    filed = cut(recorded("look"), Cut("critique_filed"))
    point = filed[-1]["body"]
    for _ in range(number):
        lines = _with(filed, "critique_decided", critique=point["critique"], verdict="dismiss", reason=REASON)
        await core.put(lines)
    return str(point["category"])


def _many(window: MainWindow) -> None:
    """Show the page once there are sessions enough."""
    core = window.core
    assert isinstance(core, Stage)

    async def show() -> None:
        await with_outcomes(core, 23)
        await with_refusals(core, 6)
        window.actions_by_id["track_record"].trigger()

    window.run(show())


def _told(*facts: Fact) -> Step:
    async def tell(window: MainWindow) -> None:
        for fact in facts:
            session = window.page_stack.session
            assert session is not None
            await window.core.review.tell(session, fact)

    return lambda window: window.run(tell(window))


def _asks(action: str) -> Step:
    return lambda window: window.actions_by_id[action].trigger()


SCENES: tuple[tuple[str, str, Step], ...] = (
    ("decided", "look-best", _told(DECIDED)),
    ("turned-out", "look-best", _told(DECIDED, TURNED_OUT)),
    ("track-record-empty", "look-best", _asks("track_record")),
    ("track-record", "look-best", _many),
    ("dialog-decision", "look-best", _asks("decision")),
    ("dialog-outcome", "look-best", _asks("outcome")),
)
