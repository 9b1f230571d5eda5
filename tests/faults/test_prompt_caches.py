"""Over the wire: most of what is asked about a file stands in a beginning that the provider has kept."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.domain.counting import count_tokens
from app.domain.ids import SessionId
from app.domain.seats import Team
from app.engine import beginnings
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from tests.bench.bench_prompts import OFF, SHARE, debate, file_text, measured
from tests.bench.paid_answers import answer
from tests.faults.debating import ALL, begin, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Dialect, Said, events
from tests.support.desk import Desk, desk
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.asyncio
AT_ONCE = 0.02
"""Seconds for an answer: how long one takes is no part of what is read from a cache."""


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_a_debate_about_a_file_reads_most_of_it_from_the_providers_cache(
    tmp_path: Path, dialect: Dialect, host_client: HostClient
) -> None:
    took = await debate(tmp_path, dialect, with_file=True, seconds=AT_ONCE, host_client=host_client)
    assert took.known >= SHARE
    assert 1 - took.price(dialect) / took.tokens >= OFF


@pytest.mark.parametrize(
    ("dialect", "carry_over"),
    [
        ("openai", "full"),
        # The workflow writes what is carried over, the dialect says who keeps it: below the others.
        pytest.param("anthropic", "reflections", marks=pytest.mark.nightly),
        pytest.param("openai", "reflections", marks=pytest.mark.nightly),
        pytest.param("anthropic", "full", marks=pytest.mark.nightly),
    ],
)
async def test_an_experiment_on_a_long_task_reads_most_of_it_from_the_providers_cache(
    tmp_path: Path, dialect: Dialect, carry_over: str, host_client: HostClient
) -> None:
    setup = {"run_id": "queue", "prompt": file_text(), "cycle_count": 8, "gate_policy": "never_ask"}

    async def create(d: Desk, team: Team) -> SessionId:
        return await d.sessions.create("experiment", {**setup, "carry_over": carry_over}, team)

    took = await measured(tmp_path, dialect, create, AT_ONCE, host_client)
    assert len(took.sent) == 8
    assert took.known >= SHARE
    assert 1 - took.price(dialect) / took.tokens >= OFF


@pytest.mark.parametrize("dialect", [pytest.param("openai", marks=pytest.mark.nightly), "anthropic"])
async def test_a_cycle_reads_from_the_cache_what_it_carries_over_from_the_cycles_before_the_last(
    tmp_path: Path, dialect: Dialect, host_client: HostClient
) -> None:
    setup = {"run_id": "short", "prompt": "Write one idea for a garden.", "cycle_count": 14, "tools": False}

    async def create(d: Desk, team: Team) -> SessionId:
        more = {"carry_over": "reflections", "reflections_window": 14, "gate_policy": "never_ask"}
        return await d.sessions.create("experiment", {**setup, **more}, team)

    took = await measured(tmp_path, dialect, create, AT_ONCE, host_client)
    last, before = took.sent[-1], took.sent[-2]
    carried = before.text.rindex("</data>")
    assert last.text[:carried] == before.text[:carried]
    # What is written in steps is read in steps.
    assert last.cached > 0.9 * count_tokens(before.text[:carried])


async def test_the_others_are_asked_once_the_first_ones_answer_begins_without_a_word_of_it(
    tmp_path: Path, server: FaultServer, gateway: HostedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who waited for a word would wait for ever: the first answer has none before all are asked.
    monkeypatch.setattr(beginnings, "LONGEST", 10 * AMPLE)
    all_asked = threading.Event()

    def script(asked: Asked) -> Act:
        spoken = events(asked.dialect, Said(answer(asked.prompt, asked.hash[:6])))
        if asked.number == 0:
            return Act(spoken, hold=(1, all_asked))
        if asked.number == 2:
            assert server.asked[0].written == 1
            all_asked.set()
        return Act(spoken)

    server.script = script
    team = panel(server, Ann="good", Bob="good", Cy="good")
    # Of a server that tells no price for what its cache gives, nobody knows that it saves anything.
    members = tuple(one.model_copy(update={"price_in": None, "price_out": None}) for one in team.members)
    context = [{"name": "queue.md", "text": file_text()}]
    async with desk(tmp_path, gateway=gateway) as d:
        session = await begin(d, team.model_copy(update={"members": members}), context=context)
        assert await d.drive(session, ALL) == "finished"
    assert all_asked.is_set()
