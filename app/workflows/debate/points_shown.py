"""How many of a member's points showed what they are about: one count for report, window and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.domain.i18n import Message, ngettext, words
from app.domain.reporting import PointsShown, Remark
from app.workflows.debate.state import DebateState

_KINDS: dict[str, Message] = {
    "quoted": words("quoting a passage: {n}"),
    "missing": words("naming what is missing: {n}"),
    "none": words("showing nothing: {n}"),
    "absent": words("apart, for their passage does not stand in the answer: {n}"),
    "met": words("suggesting what the answer says already: {n}"),
}


def points_shown(state: DebateState) -> tuple[PointsShown, ...]:
    """Return the figures of all critics whose points were looked up, in the order of the members.

    What was raised in an attempt that was rejected is no more counted than it is told to be left open.
    """
    found: dict[str, Counter[str]] = {}
    rejected = {(one.round, one.number) for one in state.attempts if one.accepted is False}
    for point in state.points.values():
        if point.fact.passage and (point.round, point.attempt) not in rejected:
            counts = found.setdefault(point.fact.critic, Counter())
            counts[point.fact.passage] += 1
            counts["points"] += 1
            counts["met"] += point.fact.met
    seats = sorted(found, key=[*state.members, *found].index)
    return tuple(
        PointsShown(
            seat=seat,
            points=found[seat]["points"],
            quoted=found[seat]["stands"],
            missing=found[seat]["missing"],
            none=found[seat]["none"],
            absent=found[seat]["absent"],
            met=found[seat]["met"],
        )
        for seat in seats
    )


def shown_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield for each critic how many of its points show what they rest on, and what the others are."""
    for one in points_shown(state):
        counts = one.model_dump()
        kinds = [str(said.filled(n=counts[kind])) for kind, said in _KINDS.items() if counts[kind]]
        head = ngettext(
            one.points,
            "{stood} of {n} point shows what it rests on",
            "{stood} of {n} points show what they rest on",
            stood=one.stood,
        )
        yield Remark(text=f"{head} ({'; '.join(kinds)})", who=(one.seat,))
