"""Pictures of what was decided and how it turned out, and of the page that tells of many sessions."""

from __future__ import annotations

from collections.abc import Callable

from app.domain.fact_base import Fact
from app.domain.verdict_facts import DecisionRecorded, OutcomeRecorded, seat_who
from app.ui.shell.main_window import MainWindow

Step = Callable[[MainWindow], object]
DECIDED = DecisionRecorded(text="A trial of three months, from May, with two teams.", look_back="2026-05-01")
TURNED_OUT = OutcomeRecorded(
    text="It was prolonged: nobody left, and tickets wait as long as before.",
    right={"you": True, "result": True, "vote": False, seat_who("Ada"): True, seat_who("Grace"): False},
)


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
    ("dialog-decision", "look-best", _asks("decision")),
    ("dialog-outcome", "look-best", _asks("outcome")),
)
