"""How long a round has run, and how long it will by what the one before took. Pure."""

from __future__ import annotations

from typing import NamedTuple

from app.projections.folding import Projections
from app.projections.steps import Visit
from app.ui.kit.texts import tr

LEAST = 10_000_000
"""Microseconds below which what is left is not worth telling."""
HOUR = 3600


class Clock(NamedTuple):
    """What a clock in the bar counts from and to, in microseconds UTC."""

    began: int
    """When the round would have begun had it never stood still."""
    done_by: int = 0
    """When it will be done if it takes as long as the one before; 0: nobody knows."""


def clock(microseconds: int) -> str:
    """Return how long something took, as a clock shows it; nothing where nobody was there to see."""
    seconds = microseconds // 1_000_000
    return f"{seconds // 60}:{seconds % 60:02}" if 0 < seconds < HOUR else ""


def clock_words(counted: Clock, now: int) -> tuple[str, ...]:
    """Return “0:48” and “about 2 min left”, what there is of them."""
    # No more than it takes in all: a clock that is set back lets nothing take longer.
    left = counted.done_by - max(now, counted.began)
    minutes = round(left / 60e6)
    words = tr("about {n} min left", n=minutes) if minutes else tr("under 1 min left")
    return tuple(filter(None, (clock(now - counted.began), words if left >= LEAST else "")))


def round_clock(fold: Projections, number: int, attempt: int) -> Clock | None:
    """Return what the clock of a round counts; None while none of its steps runs."""
    visits = fold.steps.at(number, attempt)
    running = next((visit for visit in visits.values() if visit.since), None)
    if running is None or not number:
        return None
    began = running.since - sum(visit.took for visit in visits.values())
    before = _before(fold, number, attempt)
    if not before:
        return Clock(began)
    name = next(name for name, visit in visits.items() if visit is running)
    if name not in before:
        # A step that the one before did not have, as is the last one: it tells nothing about it.
        return Clock(began)
    ahead = sum(visit.took for other, visit in before.items() if other not in visits)
    return Clock(began, running.since - running.took + before[name].took + ahead)


def _before(fold: Projections, number: int, attempt: int) -> dict[str, Visit]:
    """Return the steps of the newest attempt before that was brought to its end."""
    for row in reversed([row for row in fold.timeline.rounds.values() if row.number <= number]):
        for tried in reversed(row.attempts):
            if (row.number, tried.number) < (number, attempt) and tried.closed_at is not None:
                return fold.steps.at(row.number, tried.number)
    return {}
