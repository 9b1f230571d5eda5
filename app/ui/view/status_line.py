"""What the line at the bottom says of a session: what is kept, what it used, who answers."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from app.domain.no_model import without_model
from app.ui.kit.texts import count, tr
from app.ui.view.labels import cost_text

if TYPE_CHECKING:
    # For start-up cost.
    from app.ui.view.session_view import SessionView


class StatusFacts(NamedTuple):
    """The parts of the line, in its order."""

    saved: str
    tokens: str
    cost: str
    providers: str
    all_work: bool
    """Whether every provider of the session has answered in it."""


def status_facts(view: SessionView) -> StatusFacts:
    """Return “Saved 12:04”, “11,600 tokens”, “$0.20 of $2.00”, and “3 providers work” or “rules, no AI”."""
    at = datetime.fromtimestamp(view.log[-1].at / 1e6 if view.log else 0).astimezone()
    saved = tr("Saved {at}", at=f"{at:%H:%M}")
    tokens = count(view.fold.spend.total.tokens, "{n} token", "{n} tokens")
    session, used = view.fold.session, view.fold.spend.by_seat
    sitting = {name: seat for name, seat in session.seats.items() if name not in session.dropped}
    every = {_provider(seat.model) for seat in sitting.values()}
    answered = {_provider(seat.model) for name, seat in sitting.items() if name in used and used[name].calls}
    asked = view.asked()
    failed = asked is not None and asked.event == "failed"
    all_work = bool(every) and answered == every and not failed
    kind = without_model(seat.model for seat in sitting.values())
    if kind is not None:
        # Those of whom no text is sent count none.
        providers, tokens = tr(kind.short), ""
    elif all_work:
        providers = count(len(every), "{n} provider works", "{n} providers work")
    else:
        providers = count(len(every), "{n} provider", "{n} providers") if every else ""
    return StatusFacts(saved, tokens, cost_text(view), providers, all_work)


def _provider(model: str) -> str:
    return model.partition("/")[0]
