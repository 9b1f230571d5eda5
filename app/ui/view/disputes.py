"""Which points are still disputed, and how many there were: one count for all that tell of it."""

from __future__ import annotations

from typing import NamedTuple

from app.projections.critiques import Point
from app.ui.kit.texts import tr
from app.ui.view.session_view import SessionView


class _Review(NamedTuple):
    """A gate at which a round lay before the person, and how many points were open there."""

    seq: int
    round: int
    attempt: int
    still: int


def _reviews(view: SessionView) -> list[_Review]:
    """Return the reviews up to the round that is looked at, oldest first."""
    gates, upto = view.fold.gates, view.looking_at or view.round
    found = [
        _Review(one.seq, one.round, one.attempt, still)
        for one in gates.answered.values()
        if isinstance(still := one.figures.get("open_disagreements"), int)
    ]
    found += [
        _Review(one.seq, one.round, one.attempt, now)
        for one in gates.open.values()
        if isinstance(now := one.fact.payload.get("open_disagreements"), int)
    ]
    return sorted(review for review in found if review.round <= upto)


def disputed(view: SessionView) -> list[Point]:
    """Return the points that stayed open when a round was last reviewed, the gravest first.

    What the person dismissed or put off since is none of them any more.
    """
    reviews = _reviews(view)
    if not reviews:
        return []
    points = view.fold.critiques.of_round(reviews[-1].round, reviews[-1].attempt)
    return sorted(filter(is_disputed, points), key=lambda point: (point.rank, point.seq))


def is_disputed(point: Point) -> bool:
    """Tell whether a member's point stands: it went to its author, who did not follow it."""
    if point.filed.mark is not None or point.verdict in ("dismiss", "defer") or point.answered == "fixed":
        return False
    return point.verdict == "accept" or not (point.filed.unstructured or point.apart)


def disputed_title(view: SessionView) -> str:
    """Return what these points are called: of a result the chair tells itself what stays disputed."""
    return tr("Critiques left open") if view.final() is not None else tr("Open disagreements")


def disputed_by_round(view: SessionView) -> dict[int, int]:
    """Return how many points stayed open after each round that was reviewed; empty where none is counted."""
    found = {review.round: review.still for review in _reviews(view)}
    if found:
        found[max(found)] = len(disputed(view))
    return found
