"""How many examples a property is tried with, and on what: few at every push, all at night."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import settings

PUSH, NIGHTLY = "push", "nightly"
"""Names of the two profiles, which `conftest.py` registers and chooses from."""


def examples(push: int, nightly: int) -> int:
    """Return the number of examples under the profile that is loaded."""
    return nightly if settings.get_current_profile_name() == NIGHTLY else push


def sampled(cases: Iterable[Any], at_push: Collection[Any], *, several: bool = False) -> list[Any]:
    """Return all cases as parameters of a test; those that are not in `at_push` run every night alone.

    `several`: a case has a value for each of several parameters.
    """
    return [
        case if case in at_push else pytest.param(*(case if several else (case,)), marks=pytest.mark.nightly)
        for case in cases
    ]
