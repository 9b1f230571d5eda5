"""A session that cannot be created leaves nothing behind."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from app.services.sessions import Sessions
from tests.support.desk import desk, team
from tests.support.toy import ToyPlugin


class Untitled(ToyPlugin):
    """A workflow that cannot say what its session is called."""

    def title_of(self, setup: Any) -> str:
        """Fail."""
        raise RuntimeError("no title")


async def test_a_workflow_that_fails_over_the_title_leaves_no_empty_session(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        parts = dataclasses.replace(d.parts, plugins={**d.parts.plugins, "toy": Untitled()})
        with pytest.raises(RuntimeError, match="no title"):
            await Sessions(parts).create("toy", {"question": "What now?"}, team("Ann"))
        assert await d.parts.store.ids() == []
