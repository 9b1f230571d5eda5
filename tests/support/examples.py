"""How many examples a property is tried with: few at every push, many at night."""

from __future__ import annotations

from hypothesis import settings

PUSH, NIGHTLY = "push", "nightly"
"""Names of the two profiles, which `conftest.py` registers and chooses from."""


def examples(push: int, nightly: int) -> int:
    """Return the number of examples under the profile that is loaded."""
    return nightly if settings.get_current_profile_name() == NIGHTLY else push
