"""Qt objects die in the thread they live in."""

from __future__ import annotations

import asyncio
import gc
import threading

from PySide6.QtCore import QObject, QTimer

from app.ui.collector import Collector


def _cycle(found: list[str]) -> None:
    class Told(QObject):
        itself: QObject

        def __del__(self) -> None:
            found.append(threading.current_thread().name)

    made = Told()
    made.itself = made


def test_a_cycle_of_widgets_is_collected_by_the_window_alone(play) -> None:
    found: list[str] = []

    def allocate() -> None:
        for _ in range(40):
            _ = [[n] for n in range(5000)]

    async def story() -> None:
        for _ in range(20):
            _cycle(found)
        await asyncio.to_thread(allocate)
        assert found == []
        keep = [[n] for n in range(5000)]
        async with asyncio.timeout(5):
            while len(found) < 20:  # noqa: ASYNC110  nothing tells of a collection
                await asyncio.sleep(0.02)
        assert set(found) == {threading.main_thread().name}
        assert len(keep) == 5000

    play(story)


def test_collection_is_given_back(app) -> None:
    assert gc.isenabled()
    with Collector() as collector:
        assert not gc.isenabled()
        timer = collector.findChild(QTimer)
        assert timer is not None
        assert timer.isActive()
    assert gc.isenabled()
