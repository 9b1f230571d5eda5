"""Lives of a process that are killed at any moment, and runs that come to the same as one left alone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path

from app.domain.crashpoint import VARIABLE
from tests.e2e.nursery import ROOT, Nursery
from tests.support.waiting import AMPLE


class Child:
    """One life of the process: forked by a nursery, or started anew, where its environment is of its own."""

    module = "tests.e2e.kill_child"
    arguments: tuple[str, ...] = ()

    def __init__(self, folder: Path, port: int, born: Nursery | str) -> None:
        command = [str(folder), str(port), *self.arguments]
        if isinstance(born, Nursery):
            self._pid, stdout = born.begin(command)
            self._ended: Callable[[], int] = partial(born.ended, self._pid)
        else:
            process = subprocess.Popen(
                [sys.executable, "-m", self.module, *command],
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: born},
            )
            assert process.stdout is not None
            self._pid, stdout = process.pid, os.dup(process.stdout.fileno())
            process.stdout.close()
            self._ended = process.wait
        self._stdout = open(stdout, encoding="utf-8")  # noqa: PTH123, SIM115  closed by `lines`
        self.status: int | None = None
        assert self._stdout.readline() == "ready\n"

    def kill_after(self, seconds: float) -> list[str]:
        """Kill it unless it ends first; return the lines it wrote whole."""
        timer = threading.Timer(seconds, os.kill, (self._pid, signal.SIGKILL))
        timer.start()
        text = self._stdout.read()
        # Nobody has waited for the process yet: its id is its own for as long as the timer may still ring.
        timer.cancel()
        timer.join()
        return self._whole(text)

    def lines(self) -> list[str]:
        """Wait for its end and return the lines it wrote whole."""
        return self._whole(self._stdout.read())

    def _whole(self, text: str) -> list[str]:
        self._stdout.close()
        self.status = self._ended()
        return text[: text.rfind("\n") + 1].splitlines()


@contextmanager
def nurseries(module: str) -> Iterator[Iterator[Nursery]]:
    """Yield two nurseries by turns."""
    with ExitStack() as stack:
        found = [Nursery(module) for _ in range(2)]
        for nursery in found:
            stack.callback(nursery.close)
        yield cycle(found)


def parse(lines: Sequence[str]) -> set[tuple[int, str]]:
    """Return the records a child said are on disk."""
    return {(int(a), b) for a, b in (line.split() for line in lines) if a.isdigit()}


@dataclass(frozen=True)
class Run:
    """One run over a folder: how its next life begins, and what is looked at once it is over.

    `over` is given the records that its lives said are on disk; it asserts what must hold.
    """

    life: Callable[[], Child]
    over: Callable[[set[tuple[int, str]]], None]


def kill_until(
    wanted: int, tmp_path: Path, begun: Callable[[Path], AbstractContextManager[Run]], within: float = 0.45
) -> None:
    """Kill so many lives at random, each within so many seconds, and bring each of their runs to its end."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    kills = runs = 0
    while kills < wanted:
        runs += 1
        acknowledged: set[tuple[int, str]] = set()
        with begun(tmp_path / f"run-{runs}") as run:
            while True:
                child = run.life()
                lines = child.kill_after(rng.uniform(0.0, within) if kills < wanted else AMPLE)
                acknowledged |= parse(lines)
                if lines and lines[-1].startswith("end"):
                    assert lines[-1] == "end finished"
                    break
                assert child.status == -9, "the process died of something else"
                kills += 1
            run.over(acknowledged)
