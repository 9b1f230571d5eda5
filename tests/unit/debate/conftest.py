"""The table of a debate, as a fixture."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.unit.debate.debate_table import Table


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Return an empty table, closed at the end."""
    empty_table = Table(tmp_path)
    yield empty_table
    await empty_table.sessions.shutdown()
