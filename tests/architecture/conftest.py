"""Sources are parsed here by the hundred."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    """A million nodes are made at once and none in a circle: to look through them takes most of the time."""
    gc.disable()
    yield
    gc.enable()
