"""When a failed call is asked again by itself: a policy as data.

Rule (reliability, row 10): only when nothing was received and the fault is safe; never after the first
token, never on quota. Retry-After is honoured and capped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.facts import CallFailed
from app.engine.ports import Failed


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
        safe = failed.kind in {"rate_limit", "overloaded"} or (
            failed.kind == "connection" and not failed.sent
        )
        if failed.kind == "host_died" and not failed.sent:
            safe = True
        if not safe:
            return None
        if failed.retry_after is not None:
            return min(max(failed.retry_after, 0.0), self.cap)
        return min(self.base * 2.0**done, self.cap)


def policy_of(setup: Mapping[str, object]) -> RetryPolicy:
    """Return the policy of a session by its setup."""
    retries = setup.get("retries")
    return RetryPolicy(retries=retries) if isinstance(retries, int) else RetryPolicy()
