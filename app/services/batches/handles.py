"""How many files this process may have open: a session takes four, and most systems allow 1024 unasked."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import resource

PER_SESSION, BESIDE = 5, 200
"""Files: what a session has open (its journal takes three, its lock one) and one to spare; all others."""


def make_room(sessions: int) -> None:
    """Raise this process's limit where so many sessions at once need it, as far as the system lets it."""
    if sys.platform == "win32":
        # There is none there.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PER_SESSION * sessions + BESIDE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
