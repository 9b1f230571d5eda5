"""Which points are still disputed, and how many there were: one count for all that tell of it."""

from __future__ import annotations

from app.projections.critiques import Point
from app.projections.gate_inbox import Gate
from app.ui.view.session_view import SessionView


def _reviews(view: SessionView) -> list[Gate]:
    """Return the gates at which a round lay before the person, up to the one that is looked at."""
    gates = [*view.fold.gates.answered.values(), *view.fold.gates.open.values()]
    upto = view.looking_at or view.round
    told = [gate for gate in gates if isinstance(gate.fact.payload.get("open_disagreements"), int)]
    return sorted((gate for gate in told if gate.round <= upto), key=lambda gate: gate.seq)


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
    return point.verdict == "accept" or not point.filed.unstructured


def disputed_by_round(view: SessionView) -> dict[int, int]:
    """Return how many points stayed open after each round that was reviewed; empty where none is counted."""
    found: dict[int, int] = {}
    for gate in _reviews(view):
        still = gate.fact.payload["open_disagreements"]
        if isinstance(still, int):
            found[gate.round] = still
    if found:
        found[max(found)] = len(disputed(view))
    return found
