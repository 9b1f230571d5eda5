"""Over the wire: most of what is asked about a file stands in a beginning that the provider has kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.ids import SessionId
from app.domain.seats import Team
from tests.bench.bench_prompts import OFF, SHARE, debate, file_text, measured
from tests.faults.speaking import Dialect
from tests.support.desk import Desk

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_a_debate_about_a_file_reads_most_of_it_from_the_providers_cache(
    tmp_path: Path, dialect: Dialect
) -> None:
    took = await debate(tmp_path, dialect, with_file=True, seconds=0.1)
    assert took.known >= SHARE
    assert 1 - took.price(dialect) / took.tokens >= OFF


@pytest.mark.parametrize("carry_over", ["full", "reflections"])
@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_an_experiment_on_a_long_task_reads_most_of_it_from_the_providers_cache(
    tmp_path: Path, dialect: Dialect, carry_over: str
) -> None:
    setup = {"run_id": "queue", "prompt": file_text(), "cycle_count": 8, "gate_policy": "never_ask"}

    async def create(d: Desk, team: Team) -> SessionId:
        return await d.sessions.create("experiment", {**setup, "carry_over": carry_over}, team)

    took = await measured(tmp_path, dialect, create, seconds=0.1)
    assert len(took.sent) == 8
    assert took.known >= SHARE
    assert 1 - took.price(dialect) / took.tokens >= OFF
