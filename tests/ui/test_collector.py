"""Qt objects die in the thread they live in."""

from __future__ import annotations

import asyncio
import gc
import threading

from PySide6.QtCore import QObject, QTimer

from app.ui.kit.collector import Collector
from tests.support.waiting import AMPLE, until
from tests.ui.conftest import _playing


def _cycle(found: list[str]) -> None:
    class Told(QObject):
        itself: QObject

        def __del__(self) -> None:
            found.append(threading.current_thread().name)

    cyclic = Told()
    cyclic.itself = cyclic


async def test_a_cycle_of_widgets_is_collected_by_the_window_alone() -> None:
    found: list[str] = []

    def allocate() -> None:
        for _ in range(40):
            _ = [[n] for n in range(5000)]

    for _ in range(20):
        _cycle(found)
    await asyncio.to_thread(allocate)
    # The window's timer may have come by; the thread that allocated collects nothing.
    assert set(found) <= {threading.main_thread().name}
    keep = [[n] for n in range(5000)]
    await until(lambda: len(found) == 20)
    assert set(found) == {threading.main_thread().name}
    assert len(keep) == 5000


def test_collection_is_given_back(app) -> None:
    assert gc.isenabled()
    with Collector() as collector:
        assert not gc.isenabled()
        timer = collector.findChild(QTimer)
        assert timer is not None
        assert timer.isActive()
    assert gc.isenabled()


def test_an_old_cycle_dies_in_this_thread_when_collection_is_given_back(app) -> None:
    found: list[str] = []
    with Collector():
        _cycle(found)
        # Twice looked through while it was in use: it is among the oldest.
        kept = [thing for thing in gc.get_objects() if type(thing).__name__ == "Told"]
        gc.collect(0)
        gc.collect(1)
        kept.clear()
        assert found == []
    assert found == [threading.main_thread().name]


def test_the_loop_of_a_window_has_ended_its_threads_before_collection_is_given_back(app) -> None:
    going = threading.Event()
    seen: list[bool] = []

    def work() -> None:
        going.set()
        for _ in range(5):
            seen.append(gc.isenabled())
            threading.Event().wait(0.02)

    async def story() -> None:
        waiting = asyncio.ensure_future(asyncio.to_thread(work))
        await until(going.is_set)
        waiting.cancel()

    playing = _playing(app, [], AMPLE)
    next(playing)(story)
    next(playing, None)
    assert seen == [False] * 5
