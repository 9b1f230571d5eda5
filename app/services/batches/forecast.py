"""What a batch will use before anything of it begins: a range, from some of its sessions of each kind."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from app.domain.facts import WhoAnswers
from app.engine.plugin import WorkflowPlugin
from app.services.batches.plan import Job
from app.services.estimates import Estimates, Range, RunEstimate

MOST_LOOKED_AT = 5
"""Sessions of one kind that are estimated; the others are taken to be like them."""


async def estimate_batch(
    estimates: Estimates,
    plugins: Mapping[str, WorkflowPlugin],
    sessions: Sequence[Job],
    *,
    at_once: int,
    who: WhoAnswers,
    limit: float | None = None,
) -> RunEstimate | None:
    """Return what all sessions use together, None where that of one kind cannot be told.

    `at_once`: how many run beside each other; `limit`: dollars that all may cost. Raises InputError.
    """
    kinds: dict[tuple[str, str], list[Job]] = {}
    for one in sessions:
        kinds.setdefault((one.workflow, one.entry.variant), []).append(one)
    found: list[tuple[float, RunEstimate]] = []
    for alike in kinds.values():
        looked_at = alike[:: math.ceil(len(alike) / MOST_LOOKED_AT)]
        for one in looked_at:
            plugin = plugins[one.workflow]
            seats = plugin.seats(one.setup, one.team)
            told = await estimates.before_start(plugin, one.setup.model_dump(), seats, who)
            if told is None:
                return None
            found.append((len(alike) / len(looked_at), told))
    return _all_of(found, at_once, limit) if found else None


def _all_of(found: Sequence[tuple[float, RunEstimate]], at_once: int, limit: float | None) -> RunEstimate:
    """Return the sum of estimates, each of which stands for so many sessions."""

    def summed(ranges: Sequence[tuple[float, Range]]) -> Range:
        return Range(sum(n * one.low for n, one in ranges), sum(n * one.high for n, one in ranges))

    seconds = summed([(n, one.seconds) for n, one in found])
    own = any(one.own for _, one in found)
    calls = summed([(n, one.calls) for n, one in found])
    return RunEstimate(
        calls=Range(round(calls.low), round(calls.high)),
        tokens=summed([(n, one.tokens) for n, one in found]),
        cost=summed([(n, one.cost) for n, one in found]),
        expected=sum(n * one.expected for n, one in found),
        seconds=Range(
            max(seconds.low / at_once, *(one.seconds.low for _, one in found)),
            # What runs on this machine shares it: more of it at once may be no quicker.
            seconds.high if own else max(seconds.high / at_once, *(one.seconds.high for _, one in found)),
        ),
        seats=(),
        unpriced=tuple(dict.fromkeys(model for _, one in found for model in one.unpriced)),
        too_small=tuple(dict.fromkeys(text for _, one in found for text in one.too_small)),
        limit=limit,
        measured=all(one.measured for _, one in found),
        own=own,
    )
