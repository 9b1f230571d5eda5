"""The seam of an answer that was cut off, and what was written on behind it."""

from __future__ import annotations

_SHORTEST, _LONGEST = 12, 400
"""Characters that are taken for the same words said again."""


def written_on(before: str, more: str) -> str:
    """Return an answer and what was written on behind it; what is said twice at the seam stands once."""
    for length in range(min(len(before), len(more), _LONGEST), _SHORTEST - 1, -1):
        if before.endswith(more[:length]):
            return before + more[length:]
    # Servers leave out the blank that a token begins with.
    apart = before[-1:].isalnum() and more[:1].isalnum()
    return f"{before} {more}" if apart else before + more
