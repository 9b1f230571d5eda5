"""What a provider charges is what we say that it cost, to the per cent, whatever it calls its counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import FaultServer
from tests.support.billing import KINDS, Biller
from tests.support.commands import call
from tests.support.one_host import build_over
from tests.support.small_team import came_to_its_end, prepare

pytestmark = [
    pytest.mark.loopback,
    # The host's pipes are read by threads that live as long as the host, which all tests share.
    pytest.mark.keeps_threads("model host"),
]
RUNS: dict[str, tuple[str, ...]] = {
    "debate": ("debate", "--question", "Should a small bakery open on Sundays?", "--set", "max_rounds=2"),
    "draft": ("draft", "{leaflet}", "--template", "document", "--feedback", "Say it more shortly."),
    "research": ("research", "{files}", "--brief", "How is a charge retried?", "--set", "max_iterations=1"),
    "experiment": ("experiment", "--run-id", "bill", "--prompt", "Write one idea.", "--cycles", "2"),
}


@pytest.mark.parametrize(
    ("kind", "workflow"),
    [
        pytest.param(kind, workflow, marks=() if workflow == "debate" else pytest.mark.nightly)
        for kind in KINDS
        for workflow in RUNS
    ],
)
@pytest.mark.parametrize("trouble", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_the_bill_is_what_we_say(
    kind: str,
    workflow: str,
    trouble: bool,
    tmp_path: Path,
    host_client: HostClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    biller = Biller(KINDS[kind], trouble=trouble)
    with FaultServer(biller) as server:
        dialect = biller.kind.dialect
        rates = biller.kind.told_rates
        places = prepare(tmp_path, server.base(dialect), biller.kind.model, dialect=dialect, **rates)
        ran = call(
            *("run", *(word.format(**places) for word in RUNS[workflow]), "--team", places["team"]),
            *("--set", "max_output_tokens=300", "--approve", "all", "--json"),
            data=tmp_path / "data",
            make=lambda: build_over(host_client),
        )
    assert ran.code == 0, ran.err[-2500:]
    assert came_to_its_end(ran.value)
    assert biller.bill > 0
    assert ran.value["cost"] == pytest.approx(biller.bill, rel=0.01)
    assert ran.value["tokens_cached"] > 0
