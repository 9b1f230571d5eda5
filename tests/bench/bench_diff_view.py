"""Time the Changes tab in the real window: from choosing two texts to their first picture, and what follows.

Run: `python packaging/dev.py bench diff_view`. `on screen`: comparing in a thread, showing and painting,
median of three and the best; `cpu`: the processor time of the whole program for it, which other work on the
machine disturbs less. `longest step`: the longest time in which the Qt thread did not come round during all
that and while the heights out of sight were measured (`all measured`). `apart`: pixels by which two sides
were painted apart after five widths and another font. Bounds are multiples of
`import httpx`; exit 1 where one is missed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont

from app.domain.facts import TextProposed
from app.ui.kit.preferences import Preferences
from app.ui.panels.changes import ChangesPanel
from app.ui.shell.main_window import MainWindow
from tests.bench import yardstick
from tests.bench.bench_diff import edited, prose
from tests.bench.stage import play
from tests.support.looking import sides_apart
from tests.support.scenes.stage import set_up

BOUNDS = {10_000: 0.5, 100_000: 1.25, 1_000_000: 10.0}
"""Imports of httpx until texts of so many characters are on screen."""
STEP_BOUND = 0.5
"""Imports that one step may take."""


class Heart:
    """Beats whenever the Qt thread comes round; keeps the longest pause."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        # Not without a pause: a loop that spins takes half of the interpreter from the comparing thread.
        self._timer.start(4)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self._last) * 1000)
        self._last = now

    def reset(self) -> None:
        """Forget what was."""
        self.longest, self._last = 0.0, time.perf_counter()


async def shown(panel: ChangesPanel, new: str) -> None:
    """Wait until a text is on screen."""
    while panel.diff.prepared.new != new:  # noqa: ASYNC110  an event would come a turn later
        await asyncio.sleep(0.002)
    panel.diff.viewport().repaint()


async def story(folder: Path) -> bool:
    """Print the table; tell whether its bounds hold."""
    fine = True
    core = set_up(folder / "stage")
    session = await core.begin()
    await core.play_round(session)
    texts: dict[tuple[int, float], tuple[str, str]] = {}
    for size in BOUNDS:
        words = prose(1, size)
        for share in (0.02, 0.10, 0.50):
            texts[size, share] = ("".join(words), "".join(edited(words, share, 2)))
    for pair in texts.values():
        for text in pair:
            await core.write(session, TextProposed(slot="answer", seat="Ada", text=text))
    window = MainWindow(core, Preferences())
    window.resize(1366, 768)
    window.show()
    await window.begin()
    await window._open(session)
    window.page.tabs.show_tab("changes")
    # The other tabs lay their long texts out first.
    await asyncio.sleep(5)
    panel = window.page.panel("changes")
    assert isinstance(panel, ChangesPanel)
    known = {version.text: version for version in panel.picker._by_name.values()}
    short = min(known.values(), key=lambda version: len(version.text))
    heart = Heart()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(
        "   size edited | on screen   best    cpu  bound  × im. | longest × im.  bound | all measured | apart"
    )
    for (size, share), (old, new) in texts.items():
        took, busy, steps = [], [], []
        for _ in range(3):
            panel.picker.choose(short, short)
            await asyncio.sleep(0.2)
            gc.collect()
            heart.reset()
            began, cpu = time.perf_counter(), time.process_time()
            panel.picker.choose(known[old], known[new])
            await shown(panel, new)
            took.append((time.perf_counter() - began) * 1000)
            busy.append((time.process_time() - cpu) * 1000)
            panel.diff.fold_all(False)
            while panel.diff._timer.isActive():  # noqa: ASYNC110  no event says that nobody measures
                await asyncio.sleep(0.01)
            measured = (time.perf_counter() - began) * 1000
            steps.append(heart.longest)
        apart = 0.0
        for width in (1280, 1000, 860, 1100, 1366):
            window.resize(width, 768)
            await asyncio.sleep(0.02)
            apart = max(apart, *sides_apart(panel.diff))
        panel.diff.setFont(QFont(panel.diff.font().family(), 14))
        apart = max(apart, *sides_apart(panel.diff))
        panel.diff.setFont(window.font())
        ours, step = statistics.median(took), statistics.median(steps)
        imports, stepped = (yardstick.times(ms / 1000, "clock") for ms in (ours, step))
        fine &= imports <= BOUNDS[size] and stepped <= STEP_BOUND
        print(
            f"{size / 1000:6,.0f}K {share:6.0%} | {ours:9.0f} {min(took):6.0f} {statistics.median(busy):6.0f}"
            f" {BOUNDS[size]:6} {imports:5.2f} |"
            f" {step:7.0f} {stepped:4.2f} {STEP_BOUND:6} | {measured:9.0f} ms | {apart:4.1f} px"
        )
    window._may_close = True
    window.close()
    await window.aclose()
    await core.close()
    return fine


if __name__ == "__main__":
    raise SystemExit(play(story))
