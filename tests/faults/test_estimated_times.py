"""What a run of small models takes beside what was estimated for it, once they were measured.

The models answer what a real one wrote, at speeds that are given: time is worked out of the tokens of each
call, so that no clock and no busy machine has a part in it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Options, ToolCall, ToolSpec
from app.domain.seats import Seat
from app.domain.usage import Speed, Usage
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import Completed, Sent, TextDelta
from app.gateway.host_client import HostClient
from app.gateway.speeds import Speeds, Stopwatch
from app.services.estimates import Estimates, RunEstimate
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.draft.plugin import DraftPlugin
from app.workflows.experiment.plugin import ExperimentPlugin
from app.workflows.research.plugin import ResearchPlugin
from tests.faults.server import FaultServer
from tests.faults.test_small_model import RUNS
from tests.support.clocks import ManualClock
from tests.support.commands import Ran, call
from tests.support.one_host import build_over
from tests.support.replayed import SmallModel
from tests.support.small_team import prepare
from tests.unit.services.test_estimates import MeasuredGateway

pytestmark = pytest.mark.loopback
READ, WRITE = 200.0, 20.0
"""Tokens a second that the model reads and writes, one call at a time."""
STARTS = (0.0, 5.0)
"""Seconds that a server takes before each call, whatever its prompt."""
MODEL = "own/small"
PLUGINS: dict[str, type[WorkflowPlugin]] = {
    "debate": DebatePlugin,
    "draft": DraftPlugin,
    "research": ResearchPlugin,
    "experiment": ExperimentPlugin,
}


def run(workflow: str, start: int, folder: Path, host_client: HostClient) -> list[dict[str, Any]]:
    """Run a session with a team at such a server; return its records."""

    def here(*arguments: object) -> Ran:
        return call(*arguments, data=folder / "data", make=lambda: build_over(host_client))

    with FaultServer(SmallModel(start=start)) as server:
        places = prepare(folder / str(start), server.base("openai"))
        ran = here(
            *("run", *(word.format(n=start, **places) for word in RUNS[workflow])),
            *("--team", places["team"], "--set", "max_output_tokens=300", "--approve", "all", "--json"),
        )
        assert ran.code == 0, ran.err[-2500:]
    log = here("log", ran.value["session"], "--json")
    found: list[dict[str, Any]] = json.loads(log.out.splitlines()[-1])
    return found


def calls_of(records: Sequence[dict[str, Any]]) -> Iterator[tuple[ModelRequest, Completed]]:
    """Yield each call that says what it used: what was asked, and its end."""
    asked = {one["seq"]: one["body"] for one in records if one["type"] == "call_asked"}
    for one in records:
        body = one["body"]
        if one["type"] not in ("call_completed", "call_failed") or not body.get("usage"):
            continue
        about = asked[body["asked"]]
        tools = [ToolSpec(name=name, description="", parameters={}) for name in about["tools"]]
        request = ModelRequest(
            purpose=about["purpose"],
            seat=about["seat"],
            model=MODEL,
            messages=(ChatMessage(role="user", text="x"),),
            tools=tuple(tools),
            options=Options(max_output_tokens=about["options"]["max_output_tokens"]),
        )
        used = Usage.model_validate(body["usage"])
        made = tuple(ToolCall.model_validate(one) for one in body.get("tool_calls") or ())
        yield request, Completed(text="x", finish="stop", usage=used, tool_calls=made)


async def measured(
    ended: Iterable[tuple[ModelRequest, Completed]], starts: float = 0.0
) -> tuple[Speed, float]:
    """Return how fast the model is found to be by these calls, and the seconds that they took in a row."""
    clock, speeds = ManualClock(), Speeds()
    began = clock.now()
    for request, done in ended:
        watch = Stopwatch(clock, request)
        watch.take(Sent())
        await clock.sleep(starts + done.usage.tokens_in / READ)
        watch.take(TextDelta("x"))
        await clock.sleep(done.usage.tokens_out / WRITE)
        watch.take(done)
        assert watch.measured is not None
        speeds.learn("server", MODEL, request.purpose, watch.measured)
    speed = speeds.known("server", MODEL)
    assert speed is not None
    return speed, (clock.now() - began) / 1e6


def middle(found: RunEstimate | None) -> float:
    """Return the seconds in the middle of what was estimated."""
    assert found is not None
    return (found.seconds.low + found.seconds.high) / 2


@pytest.mark.parametrize("workflow", RUNS)
def test_a_run_takes_between_half_and_twice_what_was_estimated(
    workflow: str, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    first, second = (run(workflow, start, tmp_path, host_client) for start in (0, 1))
    created = next(one["body"] for one in second if one["type"] == "session_created")
    plugin = PLUGINS[workflow]()
    seats = {name: Seat.model_validate(seat) for name, seat in created["seats"].items()}

    async def ratio(starts: float) -> float:
        speed, _ = await measured(calls_of(first), starts)
        _, took = await measured(calls_of(second), starts)
        estimates = Estimates(MeasuredGateway(1, speed))
        found = await estimates.before_start(plugin, created["setup"], seats, "policy")
        return middle(found) / took

    ratios = [asyncio.run(ratio(starts)) for starts in STARTS]
    assert all(0.5 <= one <= 2.0 for one in ratios), ratios


ROUND: dict[str, tuple[str, ...]] = {**RUNS, "debate": (*RUNS["debate"][:-1], "max_rounds=1")}
"""Runs of one round, as the estimate behind the first answer tells it."""


@pytest.mark.parametrize(("workflow", "answers"), [(name, 4 if name == "research" else 1) for name in ROUND])
def test_behind_the_first_answers_of_a_session_its_time_is_known_to_half_and_twice(
    workflow: str, answers: int, tmp_path: Path, host_client: HostClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setitem(RUNS, workflow, ROUND[workflow])
    calls = list(calls_of(run(workflow, 0, tmp_path, host_client)))

    async def ratio(starts: float) -> float:
        core = build_over(host_client)
        (session,) = await core.parts.store.ids()
        fold = await core.sessions.fold(session)
        begun = SessionFold(fold.plugin, fold.catalogue)
        for record in await core.sessions.records(session):
            if begun.spend.total.calls < answers:
                begun.apply(record)
        speed, _ = await measured(calls[:answers], starts)
        _, took = await measured(calls, starts)
        found = await Estimates(MeasuredGateway(1, speed)).of_first_round(begun)
        await core.close()
        assert found is not None
        assert found.measured
        return middle(found) / took

    ratios = [asyncio.run(ratio(starts)) for starts in STARTS]
    assert all(0.5 <= one <= 2.0 for one in ratios), ratios
