"""How often the person, each member, the vote and the result were right, as it turned out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.verdict_facts import OutcomeRecorded
from app.projections.intervals import FEWEST, Share, share

__all__ = ["FEWEST", "RightRate", "rates"]


@dataclass(frozen=True, slots=True)
class RightRate:
    """How often somebody was right, of the sessions that say so, with its interval."""

    who: str
    right: int
    share: Share


def rates(told: Mapping[str, Mapping[str, bool]]) -> tuple[RightRate, ...]:
    """Return the rates by who, those beside the seats first; `told`: by session who was right and who not."""
    found: dict[str, dict[str, list[float]]] = {}
    for session, right in told.items():
        for who, was in right.items():
            found.setdefault(who, {})[session] = [float(was)]
    first = list(OutcomeRecorded.beside_seats)
    order = sorted(found, key=lambda who: (first.index(who) if who in first else len(first), who))
    return tuple(
        RightRate(who, round(sum(map(sum, found[who].values()))), share(found[who])) for who in order
    )
