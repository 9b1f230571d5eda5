"""A team of three small models, in what one really said: every workflow comes to its end with them.

The nightly `tests/thirdparty/test_small_model.py` asks the model itself.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import FaultServer
from tests.support.commands import call
from tests.support.one_host import build_over
from tests.support.replayed import SmallModel
from tests.support.small_team import came_to_its_end, prepare

pytestmark = pytest.mark.loopback
TIMES = [3, pytest.param(10, marks=pytest.mark.nightly)]
"""How often at a push, and at night."""
RUNS: dict[str, tuple[str, ...]] = {
    "debate": ("debate", "--question", "Should a small bakery open on Sundays?", "--set", "max_rounds=2"),
    "draft": ("draft", "{leaflet}", "--template", "document", "--feedback", "Say it more shortly."),
    "research": ("research", "{files}", "--brief", "How is a charge retried?", "--set", "max_iterations=1"),
    "experiment": ("experiment", "--run-id", "e{n}", "--prompt", "Write one idea.", "--cycles", "2"),
}


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("workflow", RUNS)
def test_each_of_several_comes_to_its_end(
    workflow: str, times: int, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    for n in range(times):
        with FaultServer(SmallModel(start=n)) as server:
            places = prepare(tmp_path / str(n), server.base("openai"))
            ran = call(
                *("run", *(word.format(n=n, **places) for word in RUNS[workflow])),
                *("--team", places["team"], "--set", "max_output_tokens=300", "--approve", "all", "--json"),
                data=tmp_path / "data",
                make=lambda: build_over(host_client),
            )
            assert ran.code == 0, f"run {n}: {ran.err[-2500:]}{ran.out[-1500:]}"
            assert came_to_its_end(ran.value)
            assert server.asked
            log = call("log", ran.value["session"], "--json", data=tmp_path / "data")
            ends = [one["body"]["how"] for one in log.value if one["type"] == "draft_ended"]
            made = [one["body"]["paths"] for one in log.value if one["type"] == "draft_attempted"]
            # An attempt without a text cannot be accepted; one with a text is never given up.
            assert ("cancelled" in ends) == (bool(made) and not any(made)), f"run {n}: {ends}, {made}"


@pytest.mark.nightly
@pytest.mark.parametrize("times", TIMES)
def test_each_question_of_a_batch_with_a_baseline_comes_to_its_end(
    times: int, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    rows = [f"q{n},Should bakery {n} open on Sundays?,yes" for n in range(times)]
    table = tmp_path / "questions.csv"
    table.write_text("\n".join(["id,question,expected", *rows]) + "\n", encoding="utf-8")
    with FaultServer(SmallModel()) as server:
        places = prepare(tmp_path, server.base("openai"))
        ran = call(
            *("batch", "run", table, "--out", tmp_path / "out", "--baseline", "vote"),
            *("--team", places["team"]),
            *("--set", "max_rounds=1", "--set", "max_output_tokens=300", "--approve", "all", "--json"),
            data=tmp_path / "data",
            make=lambda: build_over(host_client),
        )
    assert ran.code == 0, ran.err[-2500:] + ran.out[-1500:]
    assert [one["state"] for one in ran.value["sessions"]] == ["finished"] * len(ran.value["sessions"])
    assert len(ran.value["sessions"]) >= times
