"""How fast a model answers is measured at its calls, and kept."""

from __future__ import annotations

import json
import time
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import Options
from app.domain.tokens import Timings
from app.domain.usage import Speed, Typical, Usage
from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.gateway.hosted import HostedGateway
from app.gateway.speeds import MOST_TURNS, Speeds, Stopwatch, Sums
from app.store.clock import SystemClock
from tests.faults.asking import end, request
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Dialect, Said, events
from tests.support.pace import Own
from tests.support.waiting import until

pytestmark = pytest.mark.loopback
BEFORE, GAP, PIECES = 0.3, 0.02, 10


def drip(asked: Asked) -> Act:
    """Begin late, and write slowly."""
    return Act(events("openai", Said("word " * PIECES)), before=BEFORE, gap=GAP)


async def test_after_its_first_call_the_speed_of_a_model_is_known_and_kept_for_the_next_start(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    gateway.speeds = Speeds(tmp_path)
    server.script = drip
    asked = request(server, "slow", options=Options(max_output_tokens=1000))
    (before,) = await gateway.estimate([asked])
    assert before.speed is None
    own = Own()
    began = time.monotonic()
    done = await end(gateway, asked)
    stood = time.monotonic() - began - own.seconds
    assert isinstance(done, Completed)
    (found,) = await gateway.estimate([asked])
    assert found.speed is not None
    # Not faster than the server was, but for the time that this process was not let look.
    read, write = found.speed.read, found.speed.write
    seconds = found.speed.starts + done.usage.tokens_in / read + done.usage.tokens_out / write
    assert seconds >= BEFORE + GAP * (PIECES - 1) - stood
    assert seconds <= time.monotonic() - began
    assert found.speed.fills == done.usage.tokens_out / 1000
    assert (found.server, found.at_once) == (server.url, 64)
    # Whoever goes on with the answer need not wait for the disk.
    await until(lambda: Speeds(tmp_path).known(server.url, "openai/slow") == found.speed)
    # Another model of this server was not asked yet.
    (other,) = await gateway.estimate([request(server, "other")])
    assert other.speed is None


async def test_how_long_answers_are_is_known_by_what_they_were_for_also_of_one_that_went_round_in_a_loop(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = drip
    asked = request(server, "slow", purpose="proposal", options=Options(max_output_tokens=1000))
    done = await end(gateway, asked)
    assert isinstance(done, Completed)
    other = asked.model_copy(update={"purpose": "critique"})
    events = gateway.start("2", other)
    async with aclosing(events):  # type: ignore[type-var]  # every gateway's stream is a generator
        async for event in events:
            if isinstance(event, TextDelta):
                break
    (found,) = await gateway.estimate([asked])
    assert found.speed is not None
    assert found.speed.purposes["proposal"].ends == done.usage.tokens_out
    assert found.speed.purposes["proposal"].cut == 0
    assert 0 < found.speed.purposes["critique"].ends < done.usage.tokens_out


def test_an_answer_that_was_cut_is_expected_to_take_all_it_is_given_and_others_are_not() -> None:
    typical = Typical(shown=100, waits=1, ends=50, cut=0.5)
    assert typical.writes(200) == (50 + 200) / 2
    assert typical.writes(40) == pytest.approx((40 + 40) / 2, abs=5)


def test_a_prompt_that_the_server_had_almost_whole_says_nothing_of_how_fast_it_reads(
    server: FaultServer,
) -> None:
    speeds, clock = Speeds(), Hands()
    for tokens, cached, seconds in ((1000, 0, 4.0), (1000, 990, 0.5)):
        clock.at += 1
        watch = Stopwatch(clock, request(server, "own"))
        watch.take(Sent())
        clock.at += int(seconds * 1e6)
        watch.take(TextDelta("a word"))
        clock.at += 1_000_000
        watch.take(Completed("", usage=Usage(tokens_in=tokens, tokens_cached=cached, tokens_out=20)))
        assert watch.measured is not None
        speeds.learn("s", "m", "p", watch.measured)
    speed = speeds.known("s", "m")
    assert speed is not None
    assert speed.read == pytest.approx(250)
    assert 0.5 < speed.purposes["p"].waits < 4.0


class Hands(SystemClock):
    """A clock whose time a test says."""

    at = 0

    def elapsed(self) -> int:
        """Return the time that was set, in microseconds."""
        return self.at


def test_an_answer_that_came_in_one_go_was_written_during_the_wait_for_it(server: FaultServer) -> None:
    clock = Hands()
    watch = Stopwatch(clock, request(server, "whole"))
    usage = Usage(tokens_in=100, tokens_out=40)
    for at, event in (
        (1, Sent()),
        (5_000_001, TextDelta("word " * 40)),
        (5_001_001, Completed("", usage=usage)),
    ):
        clock.at = at
        watch.take(event)
    assert watch.measured is not None
    speed = watch.measured.speed()
    assert speed is not None
    assert speed.write < 20
    assert 100 / speed.read + 40 / speed.write == pytest.approx(5.001)


def measured(turns: list[bool]) -> float | None:
    """Return how many calls a task with tools takes, after calls that asked for one or not."""
    speeds = Speeds()
    for called in turns:
        speeds.learn(
            "s",
            "m",
            "p",
            Sums(waited=1, shown=100, written=100, writing=1, calls=1, offered=1, called=called),
        )
    speed = speeds.known("s", "m")
    return speed.turns if speed is not None else None


def test_how_many_calls_a_task_with_tools_takes_is_learned() -> None:
    assert measured([False]) == 1.0
    assert measured([True]) == MOST_TURNS
    after_three = measured([True, True, False])
    assert after_three is not None
    assert 2.0 < after_three < 3.0


READS, WRITES, STARTS = 100.0, 50.0, 20.0
"""Tokens a second of a server, and the seconds that it takes before each call."""


def timed(server: FaultServer, *calls: tuple[int, int], told: bool, load: float = 0.0) -> Speed:
    """Return what is known of such a server after calls of so many tokens read and written."""
    speeds, clock = Speeds(), Hands()
    for tokens, written in calls:
        watch = Stopwatch(clock, request(server, "own"))
        clock.at += 1
        watch.take(Sent())
        clock.at += int(1e6 * (STARTS + load + tokens / READS))
        watch.take(TextDelta("a word"))
        clock.at += int(1e6 * written / WRITES)
        timings = Timings(load, tokens / READS, written / WRITES) if told else None
        usage = Usage(tokens_in=tokens, tokens_out=written)
        watch.take(Completed("", usage=usage, timings=timings))
        assert watch.measured is not None
        speeds.learn("s", "m", "p", watch.measured, watch.loading)
    speed = speeds.known("s", "m")
    assert speed is not None
    return speed


def test_a_wait_that_is_the_same_before_each_call_is_told_from_reading_by_the_servers_own_times(
    server: FaultServer,
) -> None:
    once = timed(server, (300, 40), told=True)
    assert once.read == pytest.approx(READS)
    assert once.starts == pytest.approx(STARTS)
    # What is loaded for the first call is there for the next; a model loaded for each is always waited for.
    assert timed(server, (300, 40), told=True, load=30).starts == pytest.approx(STARTS)
    again = timed(server, *[(300, 40)] * 12, told=True, load=30).starts
    assert STARTS + 25 < again <= STARTS + 30


def test_without_such_times_it_is_told_by_two_prompts_of_different_length(server: FaultServer) -> None:
    speed = timed(server, (300, 40), (2000, 40), told=False)
    assert speed.read == pytest.approx(READS)
    assert speed.starts == pytest.approx(STARTS)


def test_after_one_call_nothing_counts_as_reading_that_would_be_slower_than_its_writing(
    server: FaultServer,
) -> None:
    speed = timed(server, (300, 40), told=False)
    assert speed.read == pytest.approx(WRITES)
    assert speed.starts == pytest.approx(STARTS + 300 / READS - 300 / WRITES)


def test_times_that_are_longer_than_the_call_was_are_not_believed(server: FaultServer) -> None:
    clock = Hands()
    watch = Stopwatch(clock, request(server, "own"))
    for at, event in (
        (1, Sent()),
        (2_000_001, TextDelta("a word")),
        (3_000_001, Completed("", usage=Usage(tokens_in=100, tokens_out=20), timings=Timings(0, 2000, 1000))),
    ):
        clock.at = at
        watch.take(event)
    assert watch.measured is not None
    assert (watch.measured.reading, watch.measured.writing) == (2.0, 1.0)


@pytest.mark.parametrize(
    ("dialect", "told"),
    [
        ("openai", {"timings": {"prompt_n": 100, "prompt_ms": 10, "predicted_n": 13, "predicted_ms": 20}}),
        ("ollama", {"load_duration": 5e6, "prompt_eval_duration": 10e6, "eval_duration": 20e6}),
    ],
)
async def test_the_times_that_llama_cpp_and_ollama_tell_come_with_the_answer(
    dialect: Dialect, told: dict[str, Any], gateway: HostedGateway, server: FaultServer
) -> None:
    def script(asked: Asked) -> Act:
        *begun, last = events(dialect, Said(tokens_in=100))
        *_, count = (n for n, one in enumerate(begun) if b"usage" in one) if dialect == "openai" else (0,)
        if dialect == "openai":
            begun[count] = b"data: " + json.dumps(json.loads(begun[count][6:]) | told).encode() + b"\n\n"
        else:
            last = json.dumps(json.loads(last) | told).encode() + b"\n"
        return Act([*begun, last], before=0.2)

    server.script = script
    done = await end(gateway, request(server, "own", dialect))
    assert isinstance(done, Completed)
    load = 0.005 if dialect == "ollama" else 0.0
    assert done.timings == Timings(load, 0.01, 0.02)
    (found,) = await gateway.estimate([request(server, "own", dialect)])
    assert found.speed is not None
    assert found.speed.read == pytest.approx(100 / 0.01)
    assert found.speed.starts > 0.1


async def test_a_call_that_failed_before_its_first_word_tells_nothing_of_speed(
    gateway: HostedGateway, server: FaultServer
) -> None:
    asked = request(server, "status-500")
    assert isinstance(await end(gateway, asked), Failed)
    (found,) = await gateway.estimate([asked])
    assert found.speed is None


async def test_a_file_of_speeds_that_cannot_be_read_costs_the_speeds_and_no_call(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    (tmp_path / "speeds.json").write_text('{"format": 4, "found": {"a b": [1, "x"]}}')
    gateway.speeds = Speeds(tmp_path)
    server.script = drip
    asked = request(server, "slow")
    assert isinstance(await end(gateway, asked), Completed)
    (found,) = await gateway.estimate([asked])
    assert found.speed is not None
