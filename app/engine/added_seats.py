"""Places added to the table of a session under way: whether one may be, by the workflow and by its name."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.fact_base import Fact
from app.domain.facts import SeatAdded
from app.domain.i18n import Message, words
from app.domain.seats import name_taken
from app.engine.fold import SessionFold


def added_seats(facts: Sequence[Fact]) -> Sequence[SeatAdded]:
    """Return what facts add to the table."""
    return [fact for fact in facts if isinstance(fact, SeatAdded)]


def seat_objection(fold: SessionFold, facts: Sequence[Fact]) -> Message | None:
    """Return why these places may not be added together, None where they may or there are none."""
    new = added_seats(facts)
    if not new:
        return None
    session = fold.session
    most = fold.plugin.seats_added(session.setup)
    if len(session.added) + len(new) > most:
        if most == 0:
            return words("Nobody can be added to the table of a session of this kind.")
        return words("{n} places may be added to this table at most.", n=most)
    for at, fact in enumerate(new):
        wrong = name_taken(fact.seat.name, (*session.seats, *(other.seat.name for other in new[:at])))
        if wrong is not None:
            return words("Nobody was added: {why}.", why=wrong)
    return None
