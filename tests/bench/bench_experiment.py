"""Run 1 000 cycles with the offline agent (`reflections`); exit 1 where one of the bounds below is passed.

Usage: bench_experiment.py [cycles [embedding model]], as in `1000 offline/terms`. Times are judged by the
processor, which other work on the machine does not lengthen; the clock's stand beside them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psutil

from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.engine.bus import Appended, BusMessage
from app.gateway.offline import OfflineCouncil
from app.services.drive import drive
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from app.workflows.experiment.state import ExperimentState
from app.workflows.registry import Registry
from tests.bench import yardstick
from tests.support.desk import make_parts, team
from tests.support.lab import log_of, read_lines

CYCLES = 1000
SLOWER, REOPEN = 1.5, 10.0
"""The last hundred cycles may take so much longer than the first; imports of httpx to open it again."""
PER_KEPT_BYTE = 6.0
"""Bytes of memory that may be held for one byte of kept text, with its objects."""
SPARE = 0.06
"""Share of the memory held early that may be added though no cycle's: caches, pages the allocator keeps."""
PROMPT = "Study how tide pools recover after a storm, and which species return first to the upper shore."


def resident() -> int:
    """Return the process's resident memory in bytes."""
    gc.collect()
    size: int = psutil.Process().memory_info().rss
    return size


def kept(state: ExperimentState) -> int:
    """Return the bytes of text a state keeps: the histories, and every version of every note."""
    messages = sum(
        len(m.text) + sum(len(call.arguments) + len(call.name) for call in m.tool_calls)
        for m in state.agent.message_history
    )
    reflections = sum(len(text) for text in state.agent.reflection_history)
    return messages + reflections + sum(len(change.value or "") for change in state.changes)


def cycle_seconds(records: Sequence[Record]) -> list[float]:
    """Return how long each cycle took, from its opening to its end."""
    opened = {record.round: record.at for record in records if record.type == "round_opened"}
    ended = {record.round: record.at for record in records if record.type == "cycle_ended"}
    return [(ended[number] - opened[number]) / 1e6 for number in sorted(opened)]


async def run(folder: Path, cycles: int, embedder: str) -> bool:
    """Run, reopen and check; print the figures; tell whether all bounds hold."""
    council = OfflineCouncil(Registry().voices, SystemClock(), 0.0)
    parts = make_parts(folder, council, SystemClock())
    sessions = Sessions(parts)
    setup = {
        "run_id": "bench",
        "prompt": PROMPT,
        "cycle_count": cycles,
        "carry_over": "reflections",
        "gate_policy": "never_ask",
        "embedding_model": embedder,
    }
    session = await sessions.create("experiment", setup, team("Ann", model="offline/analyst"))
    live = await sessions.attach(session)
    state = live.fold.state
    assert isinstance(state, ExperimentState)
    marks: dict[int, tuple[int, int]] = {}
    busy = [time.process_time()]
    wanted = {cycles // 5, cycles}

    def follow(message: BusMessage) -> None:
        if isinstance(message, Appended) and any(record.type == "cycle_ended" for record in message.records):
            number = state.agent.cycle_number
            busy.append(time.process_time())
            if number in wanted:
                marks[number] = (resident(), kept(state))

    unsubscribe = parts.bus.subscribe(follow)
    begun = time.perf_counter()
    end = await drive(sessions, Review(sessions), session, AnswerPlan(approve="all"))
    took = time.perf_counter() - begun
    unsubscribe()
    assert end == "finished", end
    records = await sessions.records(session)
    seconds = cycle_seconds(records)
    await sessions.shutdown()
    return report(cycles, seconds, busy, took, marks) & await reopen(folder, session, records)


def report(
    cycles: int, seconds: list[float], busy: list[float], took: float, marks: dict[int, tuple[int, int]]
) -> bool:
    """Print time and memory; tell whether they hold."""
    share = max(1, cycles // 10)
    first, last = busy[share] - busy[0], busy[-1] - busy[-1 - share]
    ratio = last / first
    by_clock = sum(seconds[:share]), sum(seconds[-share:])
    (early, early_kept), (late, late_kept) = marks[cycles // 5], marks[cycles]
    grown, more = late - early, late_kept - early_kept
    allowed = int(more * PER_KEPT_BYTE + early * SPARE)
    print(f"{cycles} cycles in {took:.1f} s, median {median(seconds) * 1000:.1f} ms a cycle")
    print(
        f"first {share}: {first:.2f} s   last {share}: {last:.2f} s   ratio {ratio:.2f} (at most {SLOWER}); "
        f"by the clock {by_clock[0]:.2f} s and {by_clock[1]:.2f} s"
    )
    print(
        f"memory from cycle {cycles // 5} to {cycles}: {grown / 2**20:+.1f} MiB for {more / 2**20:.1f} MiB "
        f"of kept text (at most {allowed / 2**20:.1f})"
    )
    return ratio <= SLOWER and grown <= allowed


async def reopen(folder: Path, session: SessionId, records: Sequence[Record]) -> bool:
    """Open the session again, look at its log; print the time and the lines."""
    times = []
    for _ in range(3):
        council = OfflineCouncil(Registry().voices, SystemClock(), 0.0)
        again = Sessions(make_parts(folder, council, SystemClock()))
        begun, worked = time.perf_counter(), time.process_time()
        await again.attach(session)
        times.append((time.process_time() - worked, time.perf_counter() - begun))
        await again.shutdown()
    opened, by_clock = min(times)
    lines = read_lines(log_of(folder, "bench"))
    types = Counter(record.type for record in records)
    events = Counter(line["event_type"] for line in lines)
    expected = {
        "CYCLE_START": types["round_opened"],
        # A comparison is a call and no invocation: it has no line.
        "LLM_INVOCATION": types["call_completed"] - types["reflections_embedded"],
        "TOOL_CALL": types["tool_called"],
        "CYCLE_END": types["cycle_ended"],
    }
    whole = dict(events) == expected and [line["seq"] for line in lines] == sorted(
        {line["seq"] for line in lines}
    )
    print(
        f"opened again: {yardstick.of(opened, REOPEN)} (by the clock {by_clock:.2f} s), "
        f"{len(records)} records"
    )
    print(f"log: {len(lines)} lines, {json.dumps(dict(events))}, one per event: {whole}")
    return yardstick.times(opened) < REOPEN and whole


def main() -> int:
    """Run it in a folder of its own."""
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else CYCLES
    embedder = sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(run(Path(folder), cycles, embedder)) else 1


if __name__ == "__main__":
    sys.exit(main())
