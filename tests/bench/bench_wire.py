"""Time a command to its first request, and what the model host costs in a debate in four dialects.

A server of one's own, and a provider's model (asked through a proxy on this machine that only looks at the
clock), each from the start of the command to the first byte that leaves; then the same
from *Start* in the window, its form filled in before; then a debate of three members and two rounds against
servers that answer for 1.4 s a call. Exit 1 where a median is above its bound; times are of a machine that
does nothing else. Run as a script it takes the names of parts: `command`, `window`, `debate`, and with
`baseline=FOLDER` each debate is followed by one of the program in that folder.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil

from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from tests.bench import debating, window_start, yardstick
from tests.faults.server import FaultServer

RUNS = 5
COMMAND = 5.5
"""From the command to the first request, by the clock; as all times here in imports of httpx."""
WINDOW = 2.0
"""From a press on Start to it."""
CPU, MEMORY, RATIO, GAP = 5.0, 4.0, 1.010, 0.15
"""The host's processor time and memory (this one in bare Pythons), the wall by the critical path, a gap."""
BASELINE = "baseline="


class Proxy:
    """Notes when it is connected to, and hangs up."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            self.at.append(time.monotonic())
            connection.close()


@contextmanager
def running(root: Path, model: str, extra: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command until the block ends."""
    env = {
        **os.environ,
        **extra,
        "ROUNDTABLE_DATA_DIR": str(root / "data"),
        "ROUNDTABLE_CONFIG_DIR": str(root / "config"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }
    arguments = ["run", "debate", "--question", "Where to?", "--model", model, "--approve", "all"]
    process = subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def phases(root: Path, began: float) -> str:
    """Return when the session was written and when its first call was, in milliseconds from the command."""
    newest = max((root / "data" / "sessions").glob("*.roundtable"), key=lambda file: file.stat().st_mtime)
    with sqlite3.connect(f"file:{newest}?mode=ro", uri=True) as found:
        rows = dict(found.execute("select type, min(at) from records group by type"))
    at = {name: round((rows[name] / 1e6 - began) * 1000) for name in ("session_created", "call_asked")}
    return f"session written at {at['session_created']} ms, call written at {at['call_asked']} ms"


def processors(pid: int) -> str:
    """Return what the command and its children have taken of the processor, no matter who else runs."""
    whole = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    taken = [times.user + times.system for times in (process.cpu_times() for process in whole)]
    return "processor " + " + ".join(f"{seconds * 1000:.0f}" for seconds in taken) + " ms"


def first_request(server: FaultServer, proxy: Proxy, root: Path, *, own: bool) -> float:
    """Return the seconds from the command to its first request, and print where they went."""
    config = root / "config"
    config.mkdir(parents=True, exist_ok=True)
    endpoint = Endpoint(base_url=f"{server.url}/v1")
    ProviderFile(config, frozenset({"openai"})).write(ProviderTable(endpoints={"work": endpoint}))
    server.asked.clear()
    proxy.at.clear()
    extra = {} if own else {"OPENAI_API_KEY": "sk-0123456789abcdef", "HTTPS_PROXY": proxy.url}
    wall, began = time.time(), time.monotonic()
    with running(root, "work/good" if own else "openai/gpt-4o-mini", extra) as process:
        while not (server.asked or proxy.at):
            time.sleep(0.002)
        seconds = (server.asked[0].at if server.asked else proxy.at[0]) - began
        print(f"  first request at {seconds * 1000:.0f} ms: {phases(root, wall)}; {processors(process.pid)}")
    return seconds


def keeps_bound(what: str, figures: list[float], bound: float, by: yardstick.By = "clock") -> bool:
    """Print a median of seconds as a multiple beside its bound; tell whether it is kept."""
    median = statistics.median(figures)
    print(f"{what}: {yardstick.of(median, bound, by)}", flush=True)
    return yardstick.times(median, by) <= bound


def commands(root: Path, server: FaultServer) -> Iterator[bool]:
    """Measure from the command to its first request."""
    proxy = Proxy()
    first_request(server, proxy, root / "own", own=True)
    own = [first_request(server, proxy, root / "own", own=True) for _ in range(RUNS)]
    yield keeps_bound("a server of one's own, command to first request", own, COMMAND)
    cloud = [first_request(server, proxy, root / str(n), own=False) for n in range(RUNS)]
    yield keeps_bound("a provider's model", cloud, COMMAND)


def presses(root: Path, server: FaultServer) -> Iterator[bool]:
    """Measure from *Start* in the window to the first request."""
    found = []
    for _ in range(1 + RUNS):
        seconds, wall = window_start.measure(root / "window", server)
        print(f"  first request {seconds * 1000:.0f} ms after Start: {phases(root / 'window', wall)}")
        found.append(seconds)
    # The first one writes bytecode.
    yield keeps_bound("Start in the window to first request", found[1:], WINDOW)


def debates(baseline: Path | None) -> Iterator[bool]:
    """Measure whole debates, each beside one of another version where there is one."""
    runs, before = [], []
    for _ in range(RUNS):
        runs.append(show(debating.measure()))
        if baseline is not None:
            before.append(show(debating.measure(baseline), "baseline: "))
    if before:
        ratio, gap = (statistics.median(getattr(run, name) for run in before) for name in ("ratio", "gap"))
        print(f"baseline: wall by critical path {ratio:.3f}, between stages {gap * 1000:.1f} ms")
    yield keeps_bound("the host in a debate, processor", [run.host for run in runs], CPU, "processor")
    yield keeps_bound("between stages", [run.gap for run in runs], GAP)
    memory = statistics.median(run.memory for run in runs)
    bare = yardstick.bare_memory()
    print(f"the host's memory: {memory / bare:.2f} × a bare Python's (at most {MEMORY:g}), {memory:.0f} MB")
    yield memory / bare <= MEMORY
    ratio = statistics.median(run.ratio for run in runs)
    print(f"wall by critical path: {ratio:.4f} (at most {RATIO:g})", flush=True)
    yield ratio <= RATIO


def show(took: debating.Took, whose: str = "") -> debating.Took:
    """Print where the time between the stages of a debate went, in milliseconds."""
    gaps = " ".join(f"{seconds * 1000:.0f}" for seconds in took.gaps)
    read, nodes, request = (seconds * 1000 for seconds in took.parts)
    print(
        f"  {whose}ratio {took.ratio:.4f}, between stages {gaps} ms; medians: {read:.1f} ms until the answer "
        f"is read, {nodes:.1f} ms until the next call is written down, {request:.1f} ms until its request is "
        f"there; processor: program {took.app:.2f} s, host {took.host:.2f} s",
        flush=True,
    )
    return took


def main(arguments: Sequence[str] = ()) -> int:
    """Print all figures, or those of the parts that are named; return 1 where a bound is missed."""
    wanted = {argument for argument in arguments if "=" not in argument}
    before = next((Path(a.removeprefix(BASELINE)) for a in arguments if a.startswith(BASELINE)), None)
    kept: list[bool] = []
    with FaultServer() as server, tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, part in (("command", commands), ("window", presses)):
            if not wanted or name in wanted:
                kept += part(root, server)
    if not wanted or "debate" in wanted:
        kept += debates(before)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
