"""Forecast, decision, outcome: what may be told of them and when, and who was right over many sessions.

Rule: a forecast is written before the first round opens, when no answer is there yet, and stays as it is.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from datetime import date

from app.domain.errors import InputError, one_of
from app.domain.fact_base import Fact
from app.domain.i18n import words
from app.domain.ids import members_of
from app.domain.verdict_facts import DecisionRecorded, ForecastMade, OutcomeRecorded, seat_who
from app.engine.session_rows import SessionRow, counted_once
from app.projections.intervals import RightRate, rates
from app.projections.session import Session

MOST = 300
"""Characters of a forecast: one line."""


def check_looking_back(session: Session, fact: Fact) -> None:
    """Refuse what may not be told now, or names nobody; raises InputError."""
    match fact:
        case ForecastMade():
            _check_forecast(session, fact.text)
        case DecisionRecorded():
            if not fact.text.strip():
                raise InputError(
                    words("A decision of no words tells nothing later."),
                    words("Say in a line what was decided."),
                )
            if fact.look_back:
                day_of(fact.look_back)
        case OutcomeRecorded():
            known = who_may_be_right(session)
            for who in fact.right:
                if who not in known:
                    raise InputError(words("Nobody here is called “{who}”.", who=who), one_of(known))


def _check_forecast(session: Session, text: str) -> None:
    if session.rounds_opened:
        raise InputError(
            words(
                "The first answers are open: what was expected before can no longer be written or changed."
            ),
            words("Write a note instead, or a forecast in the next session before it begins."),
        )
    if not text.strip() or "\n" in text.strip() or len(text) > MOST:
        raise InputError(
            words("A forecast is one line of at most {n} characters.", n=MOST),
            words("Say in one line what you expect."),
        )


def day_of(text: str) -> date:
    """Return a day that was typed as 2027-01-31; raises InputError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError(
            words("“{text}” is no day.", text=text), words("Write it as year-month-day: 2027-01-31.")
        ) from error


def in_months(day: date, number: int) -> date:
    """Return the same day some months later, or the last one of a month that is shorter."""
    month = day.month - 1 + number
    year, month = day.year + month // 12, month % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def who_may_be_right(session: Session) -> tuple[str, ...]:
    """Return the names by which an outcome tells who was right."""
    members = members_of(session.seats)
    return (*OutcomeRecorded.beside_seats, *map(seat_who, members))


def who_was_right(rows: Iterable[SessionRow]) -> tuple[int, tuple[RightRate, ...]]:
    """Return how many sessions have an outcome that says who was right, and how often each was.

    A copy counts only where the session that it is of tells of no outcome.
    """
    told = {str(row.session): row.right for row in counted_once(row for row in rows if row.right)}
    return len(told), rates(told)
