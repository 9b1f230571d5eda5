"""What the line at the bottom says of a session: what is kept, what it used, who answers."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from app.domain.no_model import without_model
from app.ui.kit.texts import count, tr
from app.ui.view.labels import cost_text

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.session_rows import SessionRow
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
    saved, tokens = _saved(view.log[-1].at if view.log else 0), _tokens(view.fold.spend.total.tokens)
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
        providers = _providers(every)
    return StatusFacts(saved, tokens, cost_text(view), providers, all_work)


def facts_of_rows(rows: Collection[SessionRow], cost: str) -> StatusFacts | None:
    """Return the same of several sessions together, of which at least one has begun; `cost`: in words."""
    if not rows:
        return None
    models = {model for row in rows for model in row.models}
    kind = without_model(models)
    used = sum(row.tokens for row in rows)
    providers = tr(kind.short) if kind is not None else _providers({_provider(one) for one in models})
    tokens = "" if kind is not None else _tokens(used)
    return StatusFacts(_saved(max(row.changed_at for row in rows)), tokens, cost, providers, False)


def _saved(at: int) -> str:
    """Return when a record was written last, `at` in microseconds since 1970."""
    return tr("Saved {at}", at=f"{datetime.fromtimestamp(at / 1e6).astimezone():%H:%M}")


def _tokens(number: int) -> str:
    return count(number, "{n} token", "{n} tokens")


def _providers(names: Collection[str]) -> str:
    return count(len(names), "{n} provider", "{n} providers") if names else ""


def _provider(model: str) -> str:
    return model.partition("/")[0]
