"""A draft over four chapters, which most tests of drafts begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.drafting import CHAPTERS, Draft, drafting


@pytest.fixture
async def draft(tmp_path: Path) -> AsyncIterator[Draft]:
    """A draft over `CHAPTERS`, not opened yet."""
    async with drafting(tmp_path, CHAPTERS) as one:
        yield one
