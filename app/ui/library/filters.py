"""Which sessions the library shows: a pure function of what is chosen. No widgets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.ids import SessionId
from app.engine.session_rows import IDLE, NEEDY, Found, SessionRow
from app.ui.kit.texts import model_text

DAY = 86_400_000_000
"""Microseconds."""
ARCHIVE = "archived"

STATES = (
    ("", QT_TRANSLATE_NOOP("ui", "Any state")),
    ("needs", QT_TRANSLATE_NOOP("ui", "Needs you")),
    ("running", QT_TRANSLATE_NOOP("ui", "Running")),
    ("finished", QT_TRANSLATE_NOOP("ui", "Finished")),
    ("halted", QT_TRANSLATE_NOOP("ui", "Stopped or paused")),
    (ARCHIVE, QT_TRANSLATE_NOOP("ui", "Archived")),
)
DATES = (
    ("", QT_TRANSLATE_NOOP("ui", "Any date")),
    ("1", QT_TRANSLATE_NOOP("ui", "Last 24 hours")),
    ("7", QT_TRANSLATE_NOOP("ui", "Last 7 days")),
    ("30", QT_TRANSLATE_NOOP("ui", "Last 30 days")),
    ("365", QT_TRANSLATE_NOOP("ui", "Last 12 months")),
)
COSTS = (
    ("", QT_TRANSLATE_NOOP("ui", "Any cost")),
    ("0-0", QT_TRANSLATE_NOOP("ui", "Free")),
    ("0-0.1", QT_TRANSLATE_NOOP("ui", "Up to $0.10")),
    ("0.1-1", QT_TRANSLATE_NOOP("ui", "$0.10 to $1")),
    ("1-", QT_TRANSLATE_NOOP("ui", "Over $1")),
    ("?", QT_TRANSLATE_NOOP("ui", "Unknown cost")),
)
_GROUPS = {
    "needs": NEEDY,
    "running": ("running",),
    "finished": ("finished",),
    "halted": ("stopped", "paused"),
}


class SessionFilter(NamedTuple):
    """What is chosen; empty: any."""

    kind: str = ""
    state: str = ""
    model: str = ""
    date: str = ""
    cost: str = ""


def chosen(
    rows: Sequence[SessionRow], wanted: SessionFilter, now: int, found: Sequence[Found] | None = None
) -> list[SessionRow]:
    """Return the rows that fit, in their order; where words were searched for, in the order of the hits.

    `now` in microseconds. What was put away is shown only where it is asked for.
    """
    fitting = (row for row in rows if fits(row, wanted, now))
    if found is None:
        return list(fitting)
    by_session: Mapping[SessionId, SessionRow] = {row.session: row for row in fitting}
    return [by_session[hit.session] for hit in found if hit.session in by_session]


def converged(rows: Iterable[SessionRow], reasons: Collection[str]) -> tuple[int, int] | None:
    """Return how many finished sessions ended for one of these reasons, and of how many; None: of none."""
    ended = [row.termination_reason for row in rows if row.state == "finished"]
    return (sum(reason in reasons for reason in ended), len(ended)) if reasons and ended else None


def fits(row: SessionRow, wanted: SessionFilter, now: int) -> bool:
    """Tell whether a session is among those asked for."""
    return (
        row.archived == (wanted.state == ARCHIVE)
        and not (wanted.state == "needs" and row.gate_event == IDLE)
        and (wanted.state not in _GROUPS or row.state in _GROUPS[wanted.state])
        and wanted.kind in ("", row.workflow)
        and (not wanted.model or wanted.model in map(model_text, row.models))
        and (not wanted.date or row.changed_at >= now - int(wanted.date) * DAY)
        and (not wanted.cost or _costs(row.cost, wanted.cost))
    )


def _costs(cost: float | None, wanted: str) -> bool:
    if wanted == "?" or cost is None:
        return wanted == "?" and cost is None
    least, _, most = wanted.partition("-")
    return float(least) <= cost and (not most or cost <= float(most))
