"""The tables of models are litellm's, of the version that is locked, and lead to the providers alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Options
from app.gateway.host.dialects.quirks import PLAIN, Quirks, found_in
from app.gateway.host.dialects.stream_state import StreamState
from app.gateway.host.prices import estimate, usage
from app.gateway.host.table import all_rows, find_row
from app.gateway.providers import PROVIDERS, SPOKEN, origin


def request(model: str, **more: object) -> ModelRequest:
    """Return a request to a model."""
    return ModelRequest(
        purpose="say",
        seat="-",
        model=model,
        messages=(ChatMessage(role="user", text="Hi"),),
        **more,  # type: ignore[arg-type]  # by their names
    )


def test_both_are_made_from_the_litellm_that_is_locked(repository: Path) -> None:
    lock = (repository / "packaging" / "locks" / "dev.txt").read_text(encoding="utf-8")
    locked = re.findall(r"^litellm==(\S+)", lock, re.MULTILINE)
    models = repository / "resources" / "models"
    made = json.loads((models / "quirks.json").read_text(encoding="utf-8"))["made_from"]
    first = (models / "table.tsv").read_text(encoding="utf-8").partition("\n")[0]
    assert [f"litellm {version}" for version in locked] == [made]
    assert first.startswith(f"# Made from {made}:")


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_both_are_as_litellm_has_it(repository: Path) -> None:
    command = [sys.executable, str(repository / "packaging" / "models.py"), "--check"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def test_no_request_is_led_to_another_server_than_the_providers(repository: Path) -> None:
    file = repository / "resources" / "models" / "quirks.json"
    kinds = json.loads(file.read_text(encoding="utf-8"))["providers"]
    assert kinds.keys() == {name for name, provider in SPOKEN.items() if not provider.local}
    for name, some in kinds.items():
        for kind in some:
            base = Quirks(**kind["quirks"]).base
            assert not base or origin(base) == PROVIDERS[name].origin


def test_a_name_has_its_own_quirks_else_those_of_its_longest_beginning() -> None:
    one, other, whole = Quirks(seed=""), Quirks(tools=False), Quirks(chat=False)
    names = {"*": one, "o3*": other, "o3-pro": whole}
    assert found_in(names, "o3-pro") == whole
    assert found_in(names, "o3-pro-2031") == other
    assert found_in(names, "o3") == other
    assert found_in(names, "gpt") == one
    assert found_in({}, "gpt") == PLAIN


def test_prices_and_windows_are_told_of_known_models_alone() -> None:
    row = find_row("openai/gpt-4o-mini")
    assert row is not None
    assert (row.listed, row.window) == (True, 128_000)
    assert (row.prices.into, row.prices.out, row.prices.cached) == (0.15, 0.6, 0.075)
    assert find_row("openai/gpt-4o-min") is None
    assert find_row("gpt-4o-mini") is None
    known = estimate(request("openai/gpt-4o-mini", options=Options(max_output_tokens=1000)))
    assert known["cost_max"] == pytest.approx((int(str(known["tokens_in"])) * 0.15 + 1000 * 0.6) / 1e6)
    assert known["context_limit"] == 128_000
    assert estimate(request("openai/nobody-knows-it"))["cost_max"] is None
    # Somebody else's server has prices of its own.
    assert estimate(request("openai/gpt-4o-mini", base_url="http://192.0.2.1/v1"))["cost_max"] is None
    counted = StreamState(tokens_in=1_000_000)
    vectors = usage(request("openai/text-embedding-3-small", embeds=True), counted, 0, "")
    assert vectors["cost"] == pytest.approx(0.02)


def test_the_table_is_sorted_and_every_line_of_it_can_be_read() -> None:
    names = [row.name for row in all_rows()]
    assert names == sorted(set(names))
    assert len(names) > 900
    assert {name.partition("/")[0] for name in names} <= PROVIDERS.keys()
    assert [row for row in all_rows() if find_row(row.name) != row] == []
