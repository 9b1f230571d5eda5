"""Open and accept in a project of 60 chapters of 20 KB, 200 times; exit 1 where one of the bounds is passed.

Usage: bench_draft.py [iterations]. Times are judged by the processor, which other work on the machine does
not lengthen; the clock's stand beside them. Time of models is none: they are scripted.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psutil

from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.store.clock import SystemClock
from tests.bench.yardstick import times
from tests.support.drafting import Draft, drafting, files

ITERATIONS = 200
OPENING, ACCEPTING = 5.0, 10.0
"""Imports of httpx."""
SLOWER = 1.6
"""The last twenty acceptances may take so much longer than the first."""
GROWN = 1.03
"""How many times as much memory may be held in the last twenty iterations as in the second."""
CHAPTERS, SIZE = 60, 20_000


def chapter(number: int, version: int = 0) -> str:
    """Return a chapter of about 20 KB."""
    line = "Marcus walks along the quay of {} and counts the ships that did not come, {} of them.\n\n"
    text = "".join(line.format(number, n) for n in range(SIZE // 85))
    return f"# {number} The quay\n\nVersion {version}.\n\n{text}"


def resident() -> int:
    """Return the process's resident memory in bytes, without what its allocator keeps for later."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    size: int = psutil.Process().memory_info().rss
    return size


class Watch:
    """Seconds of the processor and of the clock since it was made."""

    def __init__(self) -> None:
        self._cpu, self._clock = time.process_time(), time.monotonic()

    def read(self) -> tuple[float, float]:
        """Return both."""
        return time.process_time() - self._cpu, time.monotonic() - self._clock


async def iterate(draft: Draft, number: int) -> tuple[float, float]:
    """Ask for a change, and return what its acceptance took."""
    path = f"chapters/{number % CHAPTERS + 1:02}.md"

    def outline(request: ModelRequest) -> str:
        del request
        return json.dumps({"files": [{"path": path, "action": "change", "what": "Change it."}]})

    draft.scripts["draft_outline"] = outline
    draft.scripts["draft_write_file"] = lambda _: files({path: chapter(number % CHAPTERS + 1, number + 1)})
    kind = await draft.change(f"Change chapter {number % CHAPTERS + 1} for the {number}th time")
    assert kind == "draft_acceptance", kind
    watch = Watch()
    kind = await draft.answer("accept")
    assert kind == "draft_feedback", kind
    figures = watch.read()
    # The scripted models keep what they were asked, and the desk what was heard of them, for tests.
    draft.requests.clear()
    draft.desk.said.clear()
    return figures


async def run(folder: Path, iterations: int) -> bool:
    """Run, reopen and check; print the figures; tell whether all bounds hold."""
    texts = {f"chapters/{n:02}.md": chapter(n) for n in range(1, CHAPTERS + 1)}
    texts |= {f"chapter-beats/{n:02}.md": f"# {n}\n\nThe quay.\n" for n in range(1, CHAPTERS + 1)}
    async with drafting(folder, texts, clock=SystemClock()) as draft:
        watch = Watch()
        await draft.open()
        opened = watch.read()
        await draft.answer("target", level="prose")
        taken, held = [], []
        for number in range(iterations):
            taken.append(await iterate(draft, number))
            held.append(resident())
        session = draft.id
    async with drafting(folder, clock=SystemClock()) as draft:
        watch = Watch()
        draft.id = SessionId(session)
        await draft.desk.run(draft.id)
        again = watch.read()
    cpu = [one for one, _ in taken]
    slower = median(cpu[-20:]) / median(cpu[:20])
    # From one moment to the next it may fall and rise, as the machine needs its pages elsewhere.
    grown = median(held[-20:]) / median(held[20:40] or held)
    figures = {
        "opening, imports": (times(opened[0]), opened[1], OPENING),
        f"opening after {iterations}, imports": (times(again[0]), again[1], OPENING),
        "slowest acceptance, imports": (times(max(cpu)), max(clock for _, clock in taken), ACCEPTING),
        "last against first": (slower, 0.0, SLOWER),
        "memory, last against early": (grown, 0.0, GROWN),
    }
    for name, (value, clock, bound) in figures.items():
        print(f"{name:32} {value:8.3f}  (clock {clock:6.2f} s)  at most {bound:g}")
    return all(value <= bound for value, _, bound in figures.values())


def main(arguments: Sequence[str]) -> int:
    """Run it in a folder of its own."""
    iterations = int(arguments[0]) if arguments else ITERATIONS
    with tempfile.TemporaryDirectory() as folder:
        good = asyncio.run(run(Path(folder), iterations))
        journal = sum(path.stat().st_size for path in Path(folder).rglob("*.roundtable*"))
        print(f"{'journal, MB':28} {journal / 2**20:8.1f}")
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
