"""Eight calls at once under a hard limit of money: it is never passed, and nothing waits for ever.

Source of the figure (10 000 random schedules of eight calls): the reliability promises, row 11.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from app.domain.facts import LimitChanged, NodeEntered, NodeLeft, SessionCreated
from app.domain.i18n import verbatim
from app.domain.ids import CallKey, SessionId
from app.domain.messages import ChatMessage, ModelRequest
from app.domain.usage import Usage
from app.engine.bus import Bus
from app.engine.calling import CallRunner
from app.engine.fold import SessionFold
from app.engine.folders import SessionPorts
from app.engine.interruptions import Blocked
from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.engine.retry import RetryPolicy
from app.engine.streaming import StreamBuffer
from app.engine.tool_source import Connections
from app.engine.tool_use import ToolUse
from app.engine.writer import SessionWriter
from app.prompts.templates import PromptTemplates
from app.store.journal import SqliteJournal
from tests.support.clocks import ManualClock
from tests.support.desk import make_parts
from tests.support.scripted import Charging, Line

TEMPLATES = PromptTemplates()
SEATS = [f"Seat {number}" for number in range(8)]


@dataclass
class Purse:
    """What is charged on the other side of the wire, and the most that was ever promised on ours."""

    random: Random
    prices: dict[str, float] = field(default_factory=dict)
    charged: float = 0.0
    overdrawn: list[str] = field(default_factory=list)

    def price(self, request: ModelRequest) -> float | None:
        return self.prices[request.seat]

    def play(self, request: ModelRequest) -> Line:
        """End in one of the ways calls end, after a random number of turns of the loop."""
        reserve = self.prices[request.seat]
        pieces = [TextDelta("x")] * self.random.randrange(4)
        how = self.random.random()
        if how < 0.1:
            return Failed("auth", verbatim("No."), sent=True)
        if how < 0.2:
            self.charged += reserve
            return [Sent(), TextDelta("x"), Failed("connection", verbatim("Cut."), sent=True, received=True)]
        if how < 0.25:
            self.charged += reserve
            return [Sent(), *pieces, Failed("host_died", verbatim("The host died."), sent=True)]
        cost = reserve * self.random.random()
        self.charged += cost
        return [Sent(), *pieces, Completed("done", usage=Usage(cost=cost, source="provider"))]


@asynccontextmanager
async def till(purse: Purse, folder: Path) -> AsyncIterator[tuple[SessionWriter, CallRunner]]:
    """Open a runner over a journal in memory that is checked at every record."""
    clock = ManualClock()
    gateway = Charging(purse.play, clock, cost=purse.price)
    parts = make_parts(folder, gateway, clock)
    journal = await SqliteJournal.start(SessionId("0" * 26), None, clock, new=True)
    fold, bus = SessionFold(parts.plugins["toy"], parts.catalogue), Bus()
    writer = SessionWriter(journal, fold, bus)

    def check(_message: object) -> None:
        spend = fold.spend
        if spend.cost_limit is not None and spend.total.most + spend.reserved > spend.cost_limit + 1e-9:
            purse.overdrawn.append(f"at record {fold.head}")

    bus.subscribe(check)
    runner = CallRunner(
        writer=writer,
        gateway=gateway,
        prompts=TEMPLATES,
        clock=clock,
        bus=bus,
        buffer=StreamBuffer(journal),
        retry=RetryPolicy(retries=0),
        app_version="1",
        ports=SessionPorts("toy", (), SessionId("0" * 26), None),
        tools=ToolUse(writer, Connections()),
    )
    await writer.append(
        SessionCreated(
            session="0" * 26,
            workflow="toy",
            title="t",
            setup={"question": "?"},
            seats={},
            seed=1,
            app_version="1",
        )
    )
    try:
        yield writer, runner
    finally:
        await journal.close()


async def ask(runner: CallRunner, entry: int, seat: str) -> str:
    request = ModelRequest(
        purpose="p", seat=seat, model="scripted/any", messages=(ChatMessage(role="user", text="?"),)
    )
    try:
        await runner.call(CallKey(entry, "p", seat, ""), request, request.identity(), None)
    except Blocked:
        return "blocked"
    return "asked"


async def schedule(purse: Purse, writer: SessionWriter, runner: CallRunner) -> tuple[int, int]:
    """Run one schedule under a fresh rest of money; return how many calls were asked and refused."""
    random, spend = purse.random, writer.fold.spend
    purse.prices = {seat: random.choice([0.0, random.random(), 3 * random.random()]) for seat in SEATS}
    limit = spend.total.most + random.random() * 6
    await writer.append(LimitChanged(limit="cost", value=limit))
    (entered,) = await writer.append(NodeEntered(node="ask"))
    order = random.sample(SEATS, len(SEATS))
    outcomes = await asyncio.gather(*(ask(runner, entered.entry, seat) for seat in order))
    assert not spend.open, "nothing stays reserved once every call has ended"
    for seat, outcome in zip(order, outcomes, strict=True):
        # Refused only where it did not fit when nothing ran any more; what is spent only grows since.
        assert outcome == "asked" or spend.total.most + purse.prices[seat] > limit
    await writer.append(NodeLeft(node="ask", signal="DONE"))
    return outcomes.count("asked"), outcomes.count("blocked")


async def run_schedules(folder: Path, count: int, seed: int) -> None:
    purse = Purse(Random(seed))
    asked = blocked = 0
    async with till(purse, folder) as (writer, runner):
        for _ in range(count):
            one, other = await schedule(purse, writer, runner)
            asked, blocked = asked + one, blocked + other
        assert purse.overdrawn == []
        total = writer.fold.spend.total
        assert total.uncertain > 0, "some calls had an end that nobody knows"
        assert purse.charged <= total.most + 1e-6, "more was charged than was counted"
    assert asked > count, "most calls fit"
    assert blocked > count // 4, "and enough do not for the test to mean something"


async def test_spent_and_reserved_never_pass_the_limit_over_random_schedules_of_eight_calls(
    tmp_path: Path,
) -> None:
    await run_schedules(tmp_path, 400, seed=11)


@pytest.mark.nightly
async def test_spent_and_reserved_never_pass_the_limit_over_ten_thousand_schedules(tmp_path: Path) -> None:
    await run_schedules(tmp_path, 10_000, seed=12)
