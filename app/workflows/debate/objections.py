"""The strongest objection that was raised and not taken up: what speaks against an answer that all agree to.

Rule: unanimity misleads; so where nobody dissents, the gravest point that its author did not follow stands in
its place, with who made it. One that a person dismissed, or that shows nothing, comes after those that stand.
"""

from __future__ import annotations

from app.domain.facts import Severity
from app.workflows.debate.facts import Objection
from app.workflows.debate.ledger import Point
from app.workflows.debate.state import DebateState

_RANK: tuple[Severity, ...] = ("high", "medium", "low")


def left_open(state: DebateState) -> list[Point]:
    """Return the points that were not taken up, the strongest first; none of a rejected attempt."""
    raised = (one for attempt in state.attempts if attempt.accepted is not False for one in attempt.points)
    found = [one for one in raised if _stands(one)]
    return sorted(found, key=_order)


def _stands(point: Point) -> bool:
    fact = point.fact
    return fact.mark is None and not fact.unstructured and not point.apart and point.answer != "fixed"


def _order(point: Point) -> tuple[bool, int, bool, int]:
    return (
        point.verdict == "dismiss",
        _RANK.index(point.fact.severity),
        point.fact.passage == "none",
        -point.round,
    )


def objection_of(state: DebateState) -> Objection | None:
    """Return the strongest of them, with how many there are; None: all that was raised was taken up."""
    found = left_open(state)
    if not found:
        return None
    point = found[0]
    return Objection(
        critique=point.fact.critique,
        seat=point.fact.critic,
        target=point.fact.target,
        claim=point.fact.claim.strip(),
        answer=point.reason if point.verdict == "dismiss" else point.justification,
        of=len(found),
    )
