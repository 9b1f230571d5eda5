"""First paint and usable time of the window against a bare QMainWindow, both with qasync.

Run: `QT_QPA_PLATFORM=offscreen python tests/bench/bench_window.py`. Medians of fresh processes,
after one that writes the bytecode, for the bare window and for ours.
Limits: first paint at most 1.3 × bare, usable at most 700 ms. Exit 1 where one is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

STARTS = 7
FACTOR = 1.3
USABLE_MS = 700.0
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
from app.ui.start import run_lazily
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


def measure(program: str, folder: str) -> tuple[float, float]:
    """Return the medians of (first paint, usable) in milliseconds over fresh processes."""
    env = dict(os.environ, ROUNDTABLE_DATA_DIR=folder, ROUNDTABLE_CONFIG_DIR=folder)
    env.setdefault("QT_QPA_PLATFORM", "offscreen")
    # An installed program finds its bytecode; the first start writes it and does not count.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
    paints, usables = [], []
    for _ in range(1 + STARTS):
        done = subprocess.run(
            [sys.executable, "-c", COMMON + program],
            cwd=ROOT,
            env=env,
            check=True,
            capture_output=True,
            text=True,
        )
        paint, usable = (float(x) for x in done.stdout.split())
        paints.append(paint)
        usables.append(usable)
    return statistics.median(paints[1:]), statistics.median(usables[1:])


def main() -> int:
    """Measure, print, judge."""
    with tempfile.TemporaryDirectory() as folder:
        bare, _ = measure(BARE, folder)
        paint, usable = measure(OURS, folder)
    sys.stdout.write(
        f"bare {bare:.0f} ms, first paint {paint:.0f} ms ({paint / bare:.2f}×), usable {usable:.0f} ms\n"
    )
    return 0 if paint <= FACTOR * bare and usable <= USABLE_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
