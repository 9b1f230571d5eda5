"""What the rest of some rows will cost and take, by what the finished ones of their kind did."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, median

from app.services.batches.plan import Entry
from app.ui.batches.batch_run import WindowBatch
from app.ui.kit.texts import count, money, tr


def cost_left(batch: WindowBatch, entries: Sequence[Entry]) -> float | None:
    """Return the dollars that some rows will still cost; None: nothing tells, or nothing costs anything."""
    known: dict[str, list[float]] = {}
    for one in batch.entries:
        row = batch.rows.get(one.session)
        if row is not None and row.state == "finished" and row.cost is not None:
            known.setdefault(one.variant, []).append(row.cost)
    if not entries or any(one.variant not in known for one in entries):
        return None
    spent = {one.session: row.known_cost for one in entries if (row := batch.rows.get(one.session))}
    return sum(max(0.0, fmean(known[one.variant]) - spent.get(one.session, 0.0)) for one in entries) or None


def minutes_left(batch: WindowBatch, number: int, jobs: int) -> int | None:
    """Return how long so many rows will take, `jobs` at once; None: nothing tells."""
    took = [one.seconds for one in batch.came_to.values() if one is not None and one.seconds]
    return max(1, round(median(took) * math.ceil(number / max(1, jobs)) / 60)) if took else None


def with_price(text: str, dollars: float | None) -> str:
    """Return what is offered, with what it will cost where that is known."""
    return text if dollars is None else tr("{text}, about {money}", text=text, money=money(dollars))


def deciding(batch: WindowBatch, waiting: Sequence[Entry], jobs: int) -> str:
    """Return what deciding all rows that wait will cost and take; empty where nothing tells."""
    dollars, minutes = cost_left(batch, waiting), minutes_left(batch, len(waiting), jobs)
    parts = [tr("about {cost}", cost=money(dollars)) if dollars is not None else ""]
    parts.append(count(minutes, "{n} min", "{n} min") if minutes is not None and dollars is not None else "")
    told = " · ".join(filter(None, parts))
    return tr("Deciding all {n}: {told}", n=len(waiting), told=told) if told else ""
