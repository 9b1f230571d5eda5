"""Calls that failed and are asked again by themselves: which they are, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.retry import policy_of
from app.ui.kit.texts import single_line, tr

if TYPE_CHECKING:
    from app.projections.live_calls import SeatCall
    from app.ui.view.session_view import SessionView


def wait_of(view: SessionView, call: SeatCall | None) -> float | None:
    """Return the seconds between a call's failure and its next try; None: it is not asked again by itself."""
    if call is None or call.failure is None or not view.under_way or view.fold.session.state != "running":
        return None
    return policy_of(view.fold.session.setup).delay(call.failure, call.retries)


def waiting(view: SessionView) -> list[str]:
    """Return the seats whose calls wait for their next try."""
    return [seat for seat, call in view.live_calls.calls.items() if wait_of(view, call) is not None]


def stoppable(view: SessionView) -> list[str]:
    """Return the seats that can be stopped alone: who writes, and who is asked again in a moment."""
    return list(dict.fromkeys([*view.writing(), *waiting(view)]))


def again_text(view: SessionView, call: SeatCall, wait: float) -> str:
    """Say when a call is asked again and why, but not what to do: nothing has to be done."""
    from app.domain.message_lookup import read_sentence  # late: start-up cost

    when = tr(
        "Trying again after {wait} s (try {n} of {most}).",
        wait=f"{wait:.3g}",
        n=call.retries + 2,
        most=policy_of(view.fold.session.setup).retries + 1,
    )
    why = tr(read_sentence(call.failure.message)) if call.failure is not None else ""
    return f"{when} {single_line(view.names.veil(why), 160)}"
