"""Which actions can be used now: a pure function of the session in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.ui.view.retries import stoppable

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Action
    from app.ui.view.session_view import SessionView

ALWAYS = (
    "new",
    "library",
    "find_everywhere",
    "import",
    "settings",
    "providers",
    "team",
    "quit",
    "next_pane",
    "previous_pane",
    "sessions",
    "insights",
    "reset_layout",
    "zoom_in",
    "zoom_out",
    "zoom_reset",
    "theme_system",
    "theme_light",
    "theme_dark",
    "palette",
    "shortcuts",
    "messages",
    "about",
)


def usable_without_session(*, waiting: bool) -> dict[str, bool]:
    """Return, by action, whether it can be used while no session is in sight."""
    nothing = (False, False)
    return usable(None, "", lambda _does: False, primary=False, waiting=waiting, branches=False, undo=nothing)


def usable(
    view: SessionView | None,
    state: str,
    offers: Callable[[str], bool],
    *,
    primary: bool,
    waiting: bool,
    branches: bool,
    undo: tuple[bool, bool],
) -> dict[str, bool]:
    """Return, by action, whether it can be used.

    `offers` tells of a bar's button; `primary`: the bar has a filled one that can be pressed;
    `waiting`: some session needs the person; `branches`: the round that is looked at has some;
    `undo`: whether there is something to undo and to redo.
    """
    is_open = view is not None
    running, going = state == "running", state in ("running", "waiting")
    kind = view.asked() if view is not None else None

    def gives(action: Action) -> bool | None:
        """Tell whether an action's answer can be given now; None: this gate has none such."""
        verb = kind.by_action(action) if kind is not None else None
        return offers(f"gate:{verb.name}") if verb is not None else None

    approve = gives("approve")
    accepted = view is not None and view.can_finish
    found = dict.fromkeys(ALWAYS, True)
    found |= dict.fromkeys(
        (
            "export",
            "export_json",
            "find",
            "follow_up",
            "rename",
            "next_change",
            "previous_change",
            "mark_reviewed",
            "compare",
            "previous_round",
            "next_round",
            "next_view",
        ),
        is_open,
    )
    found["fork"] = view is not None and view.no_fork is None
    members = len(view.members()) if view is not None else 0
    found |= {f"member_{n}": n <= members for n in range(1, 10)}
    found |= {
        "undo": undo[0],
        "redo": undo[1],
        "resume": state in ("paused", "stopped", "interrupted", "failed"),
        "stop_menu": going,
        "pause": running,
        "stop_after_round": running,
        "stop_now": going,
        "stop_member": running and view is not None and bool(stoppable(view)),
        "stop_with_answer": going and accepted,
        "next_waiting": waiting,
        "branches": branches,
        "approve": approve if approve is not None else kind is not None and primary,
        "finish": bool(gives("finish")),
        "reject": bool(gives("reject")),
        "choose_texts": view is not None and view.asks("texts"),
        "auto_off": view is not None and view.auto is not None,
    }
    return found
