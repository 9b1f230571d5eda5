"""Eight members stream at once into the real window: what the window's process pays, and what is lost.

`QT_QPA_PLATFORM=offscreen python tests/bench/bench_streams.py`. At 100 tokens a second each: nothing lost,
the window's process takes 12.5 imports of httpx for them all, 99 of 100 gaps between repaints at most half an
import (exit 1 where one is missed). At 200 tokens a second each: nothing lost; the lag behind
the server is printed. The server and the model host are processes of their own. Then the same with no
window (`headless`).
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import psutil
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractScrollArea

from app.bootstrap import build
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.engine.bus import Appended, BusMessage
from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE, Folders
from app.settings.providers import ProviderFile, ProviderTable
from app.ui.panels.answer_card import MemberCard
from app.ui.startup.start import run_lazily
from tests.bench import headless, yardstick
from tests.faults.catalogue import token

ROOT = Path(__file__).resolve().parents[2]
MEMBERS, TOKENS = 8, 1000
MOST_CPU, LONGEST_GAP = 12.5, 0.5
"""Imports of httpx: of the processor for all tokens, and by the clock."""
SETUP = {"question": "Where to?", "interactive_clarifications": False, "max_output_tokens": 4000}


class Paints(QObject):
    """Notes when one of some widgets is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.times.append(time.monotonic())
        return False


@dataclass
class Result:
    """What one run showed."""

    cpu: float = 0.0
    host_cpu: float = 0.0
    gaps: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    lost: int = 0
    text: int = 0
    """Pixels of answers in sight: what is painted, and so what it costs, grows with them."""


def gap_at(gaps: list[float], share: float) -> float:
    """Return the gap that this share of all gaps does not exceed."""
    return sorted(gaps)[min(len(gaps) - 1, int(len(gaps) * share))]


async def end_of(server: IO[str], model: str) -> float:
    """Return when the server wrote the next whole answer of this model."""
    while True:
        name, at, whole = (await asyncio.to_thread(server.readline)).split()
        if model.endswith(name) and whole == "1":
            return float(at)


async def stream(window: Any, core: Any, server: IO[str], port: int, rate: int) -> Result:
    """Let eight members stream their first answers, and measure until the last is on disk."""
    connection: dict[str, Any] = {
        "base_url": f"http://127.0.0.1:{port}/v1",
        "price_in": 0.0,
        "price_out": 0.0,
    }
    model = f"openai/stream-{TOKENS}-{rate}"
    seats = tuple(Seat(name=f"Member{n}", model=model, **connection) for n in range(MEMBERS))
    team = Team(members=seats, chair=Seat(name="Chair", model=model, **connection))
    done: dict[int, float] = {}
    texts: list[str] = []

    def hear(message: BusMessage) -> None:
        for record in message.records if isinstance(message, Appended) else ():
            if record.type == "call_completed":
                done[record.seq] = time.monotonic()
                texts.append(str(record.body()["text"]))

    unsubscribe = core.bus.subscribe(hear)
    session: SessionId = await core.sessions.create("debate", SETUP, team)
    window.open_session(session)
    await core.sessions.start(session)
    # From when all eight stream to when the first of them is at its end.
    await asyncio.sleep(2.0)
    paints = Paints()
    views = [view.viewport() for view in window.findChildren(QAbstractScrollArea)]
    for viewport in views:
        viewport.installEventFilter(paints)
    answers = [
        card.text.viewport().visibleRegion().boundingRect() for card in window.findChildren(MemberCard)
    ]
    me, host = psutil.Process(), psutil.Process(core.providers.desk.hosted.host_client.pid)
    cpu, host_cpu, began = sum(me.cpu_times()[:2]), sum(host.cpu_times()[:2]), time.monotonic()
    await asyncio.sleep(TOKENS / rate - 3.0)
    took = time.monotonic() - began
    result = Result((sum(me.cpu_times()[:2]) - cpu) / took, (sum(host.cpu_times()[:2]) - host_cpu) / took)
    result.text = sum(seen.width() * seen.height() for seen in answers)
    stamps = paints.times
    result.gaps = [b - a for a, b in pairwise(stamps)]
    ends = [await end_of(server, model) for _ in range(MEMBERS)]
    async with asyncio.timeout(60):
        while len(done) < MEMBERS:  # noqa: ASYNC110  a benchmark may look again and again
            await asyncio.sleep(0.05)
    await core.sessions.stop(session, "now")
    while core.sessions.running(session):  # noqa: ASYNC110  a benchmark may look again and again
        await asyncio.sleep(0.05)
    unsubscribe()
    result.lags = [late - early for late, early in zip(sorted(done.values()), sorted(ends), strict=False)]
    whole = "".join(token(number) for number in range(TOKENS))
    result.lost = sum(text != whole for text in texts[:MEMBERS])
    return result


async def both(window: Any, core: Any, server: IO[str], port: int, found: dict[int, Result]) -> None:
    """Run at both rates and close the window."""
    try:
        await core.providers.desk.ready()
        for rate in (100, 200):
            found[rate] = await stream(window, core, server, port, rate)
    finally:
        window.close()


def main() -> int:
    """Print a line per rate; return 0 where the bounds hold."""
    found: dict[int, Result] = {}
    with tempfile.TemporaryDirectory() as folder:
        folders = Folders(Path(folder) / "data", Path(folder) / "config")
        # The window's own, too: neither a remembered size nor a report of an earlier run takes part.
        os.environ |= {DATA_VARIABLE: str(folders.data), CONFIG_VARIABLE: str(folders.config)}
        core = build(folders)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as server:
            assert server.stdout is not None
            assert server.stdin is not None
            lines, port = server.stdout, int(server.stdout.readline())
            table = ProviderTable(approved=(f"http://127.0.0.1:{port}",))
            ProviderFile(folders.config, frozenset()).write(table)

            def watch(thing: Any, stage: str) -> None:
                if stage == "usable":
                    thing.run(both(thing, core, lines, port, found))

            run_lazily(lambda: core, watch)
            server.stdin.close()
            for line in server.stdout:
                del line
    for rate, result in found.items():
        print(
            f"{MEMBERS} × {rate}/s: window {result.cpu:.0%} of a core, host {result.host_cpu:.0%}, "
            f"repaint gaps p50 {gap_at(result.gaps, 0.5) * 1000:.0f} ms, "
            f"p99 {gap_at(result.gaps, 0.99) * 1000:.0f} ms, longest {max(result.gaps) * 1000:.0f} ms, "
            f"{result.lost} answers with losses, behind the server by {statistics.median(result.lags):.2f} s "
            f"(at most {max(result.lags):.2f} s), {result.text // 1000} thousand pixels of answers in sight"
        )
    first = found[100]
    bare = headless.show()
    taken, gap = first.cpu * TOKENS / 100, gap_at(first.gaps, 0.99)
    print(
        f"the window: {yardstick.of(taken, MOST_CPU)}; repaint gaps {yardstick.of(gap, LONGEST_GAP, 'clock')}"
    )
    fine = bare and yardstick.times(taken) < MOST_CPU and yardstick.times(gap, "clock") <= LONGEST_GAP
    return 0 if fine and not any(result.lost for result in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
