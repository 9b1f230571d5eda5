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
    from app.domain.i18n import Message
    from app.ui.session.page import SessionPage
    from app.ui.view.session_view import SessionView


class InSight(NamedTuple):
    """The page of the session in sight, and what it says of what can be done now."""

    page: SessionPage | None = None
    waiting: bool = False
    """Some session needs the person."""

    @property
    def view(self) -> SessionView | None:
        return self.page.view if self.page is not None else None

    @property
    def state(self) -> str:
        return self.page.state if self.page is not None else ""

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def going(self) -> bool:
        return self.state in ("running", "waiting")

    def gives(self, action: Action) -> bool | None:
        """Tell whether an action's answer can be given now; None: what is asked has none such."""
        verb = self.page.verb_of(action) if self.page is not None else None
        if self.page is None or verb is None:
            return None
        return self.page.bar.offers(gate_choice(verb.name))

    def approves(self) -> bool:
        """Tell whether the answer that goes on can be given; where there is none, the filled button."""
        gives = self.gives("approve")
        if gives is not None or self.page is None or self.view is None:
            return bool(gives)
        return self.view.asked() is not None and self.page.bar.ready_primary() is not None


class Condition(NamedTuple):
    """What must hold for an action, and why it cannot be used while it does not."""

    holds: Callable[[InSight], bool]
    why: str
    own: Callable[[InSight], Message | None] = lambda _now: None
    """The reason that the workflow in sight has, where it is that."""

    def refusal(self, now: InSight, word: str | Message) -> str:
        """Return why an action cannot be used now, empty while it can."""
        if self.holds(now):
            return ""
        own = self.own(now)
        return tr(own) if own is not None else tr(self.why, round=round_noun(word))


def _of_page(holds: Callable[[SessionPage], bool]) -> Callable[[InSight], bool]:
    return lambda now: now.page is not None and holds(now.page)


def _of_view(holds: Callable[[SessionView], bool]) -> Callable[[InSight], bool]:
    return lambda now: now.view is not None and holds(now.view)


ALWAYS = Condition(lambda _now: True, "")
IS_OPEN = Condition(lambda now: now.view is not None, "no session is open")
CAN_FORK = Condition(
    _of_view(lambda view: view.workflow.no_fork is None),
    "no session is open",
    lambda now: now.view.workflow.no_fork if now.view is not None else None,
)
HAS_CHANGES = Condition(lambda now: now.view is not None, "no change is in sight")
CAN_UNDO = Condition(_of_page(lambda page: page.draft_store.stack.canUndo()), "there is nothing to take back")
CAN_REDO = Condition(_of_page(lambda page: page.draft_store.stack.canRedo()), "there is nothing to redo")
HALTED = Condition(
    lambda now: now.state in ("paused", "stopped", "interrupted", "failed"), "the session is not halted"
)
FINISHED = Condition(lambda now: now.state == "finished", "the session is not finished")
RUNNING = Condition(lambda now: now.running, "nothing is running")
GOING = Condition(lambda now: now.going, "nothing is running")
WRITING = Condition(
    lambda now: now.running and now.view is not None and bool(stoppable(now.view)), "nothing is running"
)
CAN_FINISH = Condition(
    lambda now: now.going and now.view is not None and now.view.can_finish,
    "there is nothing to write a final answer from",
)
BRANCHES = Condition(_of_page(lambda page: page.strip.has_branches), "nothing was forked in this {round}")
SOME_WAIT = Condition(lambda now: now.waiting, "no session needs you")
APPROVES = Condition(InSight.approves, "nothing is waiting for you")
FINISHES = Condition(lambda now: bool(now.gives("finish")), "nothing is waiting for you")
REJECTS = Condition(lambda now: bool(now.gives("reject")), "nothing is waiting for you")
CHOOSES_TEXTS = Condition(_of_view(lambda view: view.asks("texts")), "nothing is waiting for you")
AGENT_ASKS = Condition(
    _of_view(lambda view: bool(view.agent) and not view.fold.session.agents), "no agent waits to be let in"
)
AGENT_DECIDES = Condition(_of_view(lambda view: bool(view.fold.session.agents)), "no agent decides here")
BY_ITSELF = Condition(
    _of_view(lambda view: view.fold.session.auto is not None), "nothing is approved by itself"
)


def member(number: int) -> Condition:
    """Return the condition that so many members sit at the table."""
    return Condition(_of_view(lambda view: number <= len(view.members())), "no session is open")
