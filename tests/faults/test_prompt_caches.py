"""Over the wire: most of a debate about a file stands in a beginning that the provider has kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_prompts import OFF, SHARE, debate
from tests.faults.speaking import Dialect

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_a_debate_about_a_file_reads_most_of_it_from_the_providers_cache(
    tmp_path: Path, dialect: Dialect
) -> None:
    took = await debate(tmp_path, dialect, with_file=True, seconds=0.1)
    assert took.known >= SHARE
    assert 1 - took.price(dialect) / took.tokens >= OFF
