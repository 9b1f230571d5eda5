"""Places at a provider, and leaving it alone when it asks for it."""

from __future__ import annotations

import asyncio

from app.gateway.throttle import Place, Throttle
from app.settings.providers import Pace
from tests.support.clocks import ManualClock

PLACE = "https://api.example:443"


class Crowd:
    """Calls that enter a throttle and hold their place until they are let go."""

    def __init__(self, throttle: Throttle, clock: ManualClock) -> None:
        self.throttle, self.clock = throttle, clock
        self.inside: list[int] = []
        self.begun: list[tuple[int, float]] = []
        self.go = asyncio.Event()

    async def call(self, number: int, pace: Pace) -> None:
        async with self.throttle.slot(Place(PLACE, pace)):
            self.inside.append(number)
            self.begun.append((number, self.clock.now() / 1e6))
            await self.go.wait()
            self.inside.remove(number)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_no_more_than_the_width_run_and_the_others_follow_in_order() -> None:
    clock = ManualClock()
    crowd = Crowd(Throttle(clock), clock)
    async with asyncio.TaskGroup() as group:
        for number in range(6):
            group.create_task(crowd.call(number, Pace(at_once=2)))
        await settle()
        assert crowd.inside == [0, 1]
        crowd.go.set()
    assert [number for number, _ in crowd.begun] == [0, 1, 2, 3, 4, 5]


async def test_a_call_cancelled_as_it_is_given_a_place_hands_it_on() -> None:
    clock = ManualClock()
    crowd = Crowd(Throttle(clock), clock)
    tasks = [asyncio.create_task(crowd.call(number, Pace(at_once=1))) for number in range(3)]
    await settle()
    tasks[0].cancel()
    await asyncio.sleep(0)
    # Its place is given, and it has not run since.
    tasks[1].cancel()
    await settle()
    assert [number for number, _ in crowd.begun] == [0, 2]
    crowd.go.set()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_where_the_width_is_raised_nobody_overtakes_those_that_wait() -> None:
    clock = ManualClock()
    crowd = Crowd(Throttle(clock), clock)
    async with asyncio.TaskGroup() as group:
        for number, width in enumerate((1, 1, 3, 3)):
            group.create_task(crowd.call(number, Pace(at_once=width)))
            await settle()
        crowd.go.set()
    assert [number for number, _ in crowd.begun] == [0, 1, 2, 3]


async def test_a_waiting_call_that_is_cancelled_leaves_no_hole() -> None:
    clock = ManualClock()
    crowd = Crowd(Throttle(clock), clock)
    tasks = [asyncio.create_task(crowd.call(number, Pace(at_once=1))) for number in range(4)]
    await settle()
    tasks[1].cancel()
    tasks[0].cancel()
    await settle()
    assert crowd.inside == [0, 2] or crowd.inside[-1] == 2
    crowd.go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [number for number, _ in crowd.begun] == [0, 2, 3]


async def test_a_provider_that_asks_to_wait_is_left_alone_for_a_minute_at_most() -> None:
    clock = ManualClock()
    throttle = Throttle(clock)
    crowd = Crowd(throttle, clock)
    crowd.go.set()
    began = clock.now() / 1e6
    throttle.pause(PLACE, 7.0)
    await crowd.call(1, Pace())
    assert crowd.begun[-1][1] - began >= 7.0
    throttle.pause(PLACE, 86_400.0)
    began = clock.now() / 1e6
    await crowd.call(2, Pace())
    assert 59.0 <= crowd.begun[-1][1] - began <= 61.0


async def test_no_more_than_the_set_number_begin_in_any_minute() -> None:
    clock = ManualClock()
    crowd = Crowd(Throttle(clock), clock)
    crowd.go.set()
    for number in range(10):
        await crowd.call(number, Pace(per_minute=3))
    times = [at for _, at in crowd.begun]
    assert all(times[i + 3] - times[i] >= 60.0 for i in range(len(times) - 3))
