"""When a failed call is asked again by itself: a policy as data.

Rule (reliability, row 10): only when nothing was received and the fault may pass by itself; never after the
first token, never on quota. Retry-After is honoured; a provider that asks for longer than `cap` is given up
at once, for asking it sooner would only be refused again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.errors import ProviderErrorKind
    from app.domain.facts import CallFailed
    from app.engine.ports import Failed

PASSING: frozenset[ProviderErrorKind] = frozenset({"rate_limit", "overloaded", "server_error", "connection"})
"""Faults that may be over a moment later, where nothing of an answer came. The server has failed, or the
connection broke before a word: what was lost is an answer that nobody has seen."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`retries` further askings; waits of base, 2·base, 4·base… seconds, never over `cap`."""

    retries: int = 3
    base: float = 1.0
    cap: float = 60.0

    def delay(self, failed: Failed | CallFailed, done: int) -> float | None:
        """Return seconds to wait before asking again after `done` retries, or None for never."""
        if done >= self.retries or failed.received or failed.partial:
            return None
        if failed.kind == "timeout" and done:
            # A limit of minutes that was reached twice is reached again.
            return None
        by_kind = failed.kind in PASSING or (failed.kind == "host_died" and not failed.sent)
        if not (by_kind if failed.passing is None else failed.passing):
            return None
        if failed.retry_after is not None:
            # A provider that asks for no wait, or names a time that is over, is taken at its word once.
            least = min(self.base * 2.0 ** (done - 1), self.cap) if done else 0.0
            return None if failed.retry_after > self.cap else max(failed.retry_after, least)
        return min(self.base * 2.0**done, self.cap)


def policy_of(setup: Mapping[str, object]) -> RetryPolicy:
    """Return the policy of a session by its setup."""
    retries = setup.get("retries")
    return RetryPolicy(retries=retries) if isinstance(retries, int) else RetryPolicy()
