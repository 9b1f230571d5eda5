"""When an action can be used: pure functions of what is in sight, each with the words for when it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from app.ui.kit.actions import gate_choice
from app.ui.kit.texts import round_noun, tr
from app.ui.view.retries import stoppable

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Action
    from app.domain.i18n import Words
    from app.ui.view.session_view import SessionView


class InSight(NamedTuple):
    """The session in sight, and what can be done with it now."""

    view: SessionView | None = None
    state: str = ""
    offers: Callable[[str], bool] = lambda _does: False
    """Tells whether a button of the decision bar can be pressed."""
    primary: bool = False
    """The bar has a filled button that can be pressed."""
    waiting: bool = False
    """Some session needs the person."""
    branches: bool = False
    """The round that is looked at has branches."""
    undo: bool = False
    redo: bool = False

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def going(self) -> bool:
        return self.state in ("running", "waiting")

    def gives(self, action: Action) -> bool | None:
        """Tell whether an action's answer can be given now; None: what is asked has none such."""
        kind = self.view.asked() if self.view is not None else None
        verb = kind.by_action(action) if kind is not None else None
        return self.offers(gate_choice(verb.name)) if verb is not None else None

    def approves(self) -> bool:
        """Tell whether the answer that goes on can be given; where there is none, the filled button."""
        gives = self.gives("approve")
        asks = self.view is not None and self.view.asked() is not None
        return gives if gives is not None else asks and self.primary


class Condition(NamedTuple):
    """What must hold for an action, and why it cannot be used while it does not."""

    holds: Callable[[InSight], bool]
    why: str
    own: Callable[[InSight], Words | None] = lambda _now: None
    """The reason that the workflow in sight has, where it is that."""

    def refusal(self, now: InSight, word: str | Words) -> str:
        """Return why an action cannot be used now, empty while it can."""
        if self.holds(now):
            return ""
        own = self.own(now)
        return tr(own) if own is not None else tr(self.why, round=round_noun(word))


ALWAYS = Condition(lambda _now: True, "")
IS_OPEN = Condition(lambda now: now.view is not None, "no session is open")
CAN_FORK = Condition(
    lambda now: now.view is not None and now.view.no_fork is None,
    "no session is open",
    lambda now: now.view.no_fork if now.view is not None else None,
)
HAS_CHANGES = Condition(lambda now: now.view is not None, "no change is in sight")
CAN_UNDO = Condition(lambda now: now.undo, "there is nothing to take back")
CAN_REDO = Condition(lambda now: now.redo, "there is nothing to take back")
HALTED = Condition(
    lambda now: now.state in ("paused", "stopped", "interrupted", "failed"), "the session is not halted"
)
RUNNING = Condition(lambda now: now.running, "nothing is running")
GOING = Condition(lambda now: now.going, "nothing is running")
WRITING = Condition(
    lambda now: now.running and now.view is not None and bool(stoppable(now.view)), "nothing is running"
)
CAN_FINISH = Condition(
    lambda now: now.going and now.view is not None and now.view.can_finish,
    "there is nothing to write a final answer from",
)
BRANCHES = Condition(lambda now: now.branches, "nothing was forked in this {round}")
SOME_WAIT = Condition(lambda now: now.waiting, "no session needs you")
APPROVES = Condition(InSight.approves, "nothing is waiting for you")
FINISHES = Condition(lambda now: bool(now.gives("finish")), "nothing is waiting for you")
REJECTS = Condition(lambda now: bool(now.gives("reject")), "nothing is waiting for you")
CHOOSES_TEXTS = Condition(
    lambda now: now.view is not None and now.view.asks("texts"), "nothing is waiting for you"
)
BY_ITSELF = Condition(
    lambda now: now.view is not None and now.view.fold.session.auto is not None,
    "nothing is approved by itself",
)


def member(number: int) -> Condition:
    """Return the condition that so many members sit at the table."""
    return Condition(
        lambda now: now.view is not None and number <= len(now.view.members()), "no session is open"
    )
