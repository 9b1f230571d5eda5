"""First paint and usable time of the window against a bare QMainWindow, and its pauses behind a slow host.

Run: `python packaging/dev.py bench window`. Fresh processes, a bare window and ours in turn, both with
qasync, after one of each that writes the bytecode; medians of the times, and of the ratios of the pairs,
which the machine's mood touches less. Then a whole debate of the offline council in a window whose model host
imports for ten seconds: the longest time in which the loop did not come round.
Limits: first paint at most 1.15 × bare, usable at most 2.2 × bare, pauses at most 2.5 × `import httpx`. Exit
1 where one is missed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench import yardstick

STARTS = 9
PAINT_FACTOR = 1.15
USABLE_FACTOR = 2.2
PAUSE = 2.5
ROOT = Path(__file__).resolve().parents[2]

COMMON = """
import time; t0 = time.perf_counter()
import asyncio, sys
import qasync
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Paint(QObject):
    seen = None
    def eventFilter(self, o, e):
        if e.type() == QEvent.Type.Paint and Paint.seen is None:
            Paint.seen = time.perf_counter() - t0
        return False
"""
BARE = """
app = QApplication([]); loop = qasync.QEventLoop(app); asyncio.set_event_loop(loop)
async def main():
    w = QMainWindow(); w.resize(1280, 800); p = Paint(); w.installEventFilter(p); w.show()
    while Paint.seen is None: await asyncio.sleep(0.001)
    print(Paint.seen * 1000, (time.perf_counter() - t0) * 1000)
with loop: loop.run_until_complete(main())
"""
OURS = """
from PySide6.QtCore import QTimer
from app.ui.startup.start import run_lazily
def make():
    from app.bootstrap import build
    return build()
times = {}
def watch(thing, stage):
    times[stage] = (time.perf_counter() - t0) * 1000
    if stage == "usable":
        assert thing.first.ask.isEnabled()
        QTimer.singleShot(0, thing.close)
run_lazily(make, watch)
print(times["frame"], times["usable"])
"""
BEHIND_A_SLOW_HOST = """
import json
from app.bootstrap import build
from app.gateway.host_client import HostClient
from app.ui.startup.start import run_lazily
core = build(council_step=0.0)
core.providers.desk.hosted.host_client = host_client = HostClient(json.loads(sys.argv[1]))
gaps = []
async def beat(last):
    await asyncio.sleep(0.01)
    now = time.perf_counter()
    gaps.append((now - last) * 1000)
    return now
async def use(window):
    setup = {"question": "Where to?", "gate_policy": "never_ask", "interactive_clarifications": False}
    session = await core.sessions.create("debate", setup, core.teams.load("offline"))
    await core.sessions.start(session)
    now = time.perf_counter()
    while core.sessions.running(session) or host_client.pid is None:
        now = await beat(now)
    for _ in range(100):
        now = await beat(now)
    window.close()
run_lazily(lambda: core, lambda window, stage: window.run(use(window)) if stage == "usable" else None)
print(sorted(gaps)[len(gaps) // 2], max(gaps))
"""
PROVIDERS = '[endpoints.work]\nbase_url = "http://127.0.0.1:9/v1"\n'
SLOW_HOST = [sys.executable, str(ROOT / "tests" / "faults" / "stand_in_host.py"), "slow", "10"]


def run(program: str, folder: str, *arguments: str) -> tuple[float, float]:
    """Return the two figures a program prints, in milliseconds, from a fresh process."""
    env = dict(os.environ, ROUNDTABLE_DATA_DIR=folder, ROUNDTABLE_CONFIG_DIR=folder)
    env.setdefault("QT_QPA_PLATFORM", "offscreen")
    # An installed program finds its bytecode; the first start writes it and does not count.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
    done = subprocess.run(
        [sys.executable, "-c", COMMON + program, *arguments],
        cwd=ROOT,
        env=env,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    first, second = (float(x) for x in done.stdout.split())
    return first, second


def main() -> int:
    """Measure, print, judge."""
    median = statistics.median
    with tempfile.TemporaryDirectory() as folder:
        # With no provider there would be no host to wait for.
        Path(folder, "providers.toml").write_text(PROVIDERS, encoding="utf-8")
        pairs = [(run(BARE, folder)[0], run(OURS, folder)) for _ in range(1 + STARTS)][1:]
        pauses = [run(BEHIND_A_SLOW_HOST, folder, json.dumps(SLOW_HOST)) for _ in range(4)][1:]
    painted = median(paint / bare for bare, (paint, _) in pairs)
    usable = median(usable / bare for bare, (_, usable) in pairs)
    usual, pause = (median(figures) for figures in zip(*pauses, strict=True))
    sys.stdout.write(
        f"bare {median(bare for bare, _ in pairs):.0f} ms\n"
        f"first paint {median(paint for _, (paint, _) in pairs):.0f} ms, "
        f"{painted:.2f} × bare (limit {PAINT_FACTOR})\n"
        f"usable {median(end for _, (_, end) in pairs):.0f} ms, "
        f"{usable:.2f} × bare (limit {USABLE_FACTOR})\n"
        f"while the host imports: {usual:.0f} ms from turn to turn (median), "
        f"longest {yardstick.of(pause / 1000, PAUSE, 'clock')}\n"
    )
    quick = yardstick.times(pause / 1000, "clock") <= PAUSE
    return 0 if painted <= PAINT_FACTOR and usable <= USABLE_FACTOR and quick else 1


if __name__ == "__main__":
    raise SystemExit(main())
