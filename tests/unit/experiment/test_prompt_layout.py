"""Prompts of an experiment are laid out for the caches of providers: the rules and the task come first."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.shared_parts import beginning
from tests.support.lab import Turns, lab


@pytest.mark.parametrize("carry_over", ["full", "reflections", "summary"])
async def test_all_calls_of_a_run_begin_with_the_same_bytes_up_to_the_task(
    tmp_path: Path, carry_over: str
) -> None:
    turns = Turns({2: [[("write", {"key": "a", "value": "b"})]]})
    async with lab(tmp_path, turns) as it:
        await it.open(cycle_count=4, gate_policy="never_ask", carry_over=carry_over)
        assert len(it.requests) == 5
        assert {request.shared_by for request in it.requests} == {"system"}
        (shared,) = {beginning(request) for request in it.requests}
        assert shared.endswith("Study the tide pools.")
        assert "Reflection 1:" not in shared, "what a cycle carries stands behind it"
