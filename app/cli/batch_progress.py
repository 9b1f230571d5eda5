"""A line for each session of a batch that came as far as it could, and how the whole goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from app.cli.batch_texts import SIGNS, STATES
from app.cli.output import say
from app.cli.status import money
from app.domain.ids import SessionId
from app.services.batches.running import ELSEWHERE, FINISHED, LIMIT_REACHED, NOT_BEGUN, BatchRun, Standing

_GOES_ON = (NOT_BEGUN, "running", "interrupted")
"""States that this command has not come to, or is at."""


class Progress:
    """Tells sessions as they come. `asked`: what gates ask, by their kinds; `now` in seconds."""

    def __init__(
        self, asked: Mapping[str, str] = MappingProxyType({}), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._asked, self._now, self._began = asked, now, now()
        self._moved: set[SessionId] = set()

    def tell(self, run: BatchRun, one: Standing) -> None:
        """Say where a session stands now, and how the whole goes."""
        say(self.line(run, one))

    def line(self, run: BatchRun, one: Standing) -> str:
        """Return what is said of a session that stands so now."""
        if one.state not in (NOT_BEGUN, ELSEWHERE):
            self._moved.add(one.entry.session)
        states = run.states()
        parts = [f"{states[FINISHED]:,} of {len(run.standing):,} finished"]
        parts += [f"{states[state]:,} {state}" for state in ("waiting", "failed") if states[state]]
        parts.append(money(run.purse.spent))
        a_second = len(self._moved) / max(self._now() - self._began, 1e-3)
        if self._moved:
            parts.append(f"{_rate(60 * a_second)} a minute")
            left = sum(1 for _ in self._left(run))
            parts += [f"about {_time(left / a_second)} left"] if left else []
        why = (
            f" – {self._asked.get(one.why, one.why)}"
            if one.why and one.state not in (FINISHED, one.why)
            else ""
        )
        state = f"{STATES.get(one.state, one.state)}{why}"
        return f"{SIGNS.get(one.state, '■')} {one.entry.id} · {one.entry.arm}: {state} · {' · '.join(parts)}"

    def _left(self, run: BatchRun) -> Iterator[SessionId]:
        """Yield what this command will still move: no baseline of a session that does not come to its end."""
        for cell in run.plan.cells:
            session = run.standing[cell.session]
            if _comes(session):
                yield cell.session
            if _comes(session) or session.state == FINISHED:
                yield from (one.session for one in cell.baselines if _comes(run.standing[one.session]))


def _comes(one: Standing) -> bool:
    return one.state in _GOES_ON and not one.why.startswith(str(LIMIT_REACHED))


def _rate(a_minute: float) -> str:
    return f"{a_minute:,.0f}" if a_minute >= 10 else f"{a_minute:.1f}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
