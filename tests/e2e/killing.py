"""Lives of a process that are killed at any moment, and runs that come to the same as one left alone."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.domain.crashpoint import VARIABLE
from tests.support.nursery import Nursery
from tests.support.waiting import AMPLE


class Child:
    """One life of the process, forked by a nursery or lived `within` it; it dies at the point `crash`."""

    module = "tests.e2e.kill_child"
    arguments: tuple[str, ...] = ()

    def __init__(
        self, folder: Path, port: int, born: Nursery, crash: str = "", *, within: bool = False
    ) -> None:
        command = [str(folder), str(port), *self.arguments]
        reading, writing = os.pipe()
        environment = {**os.environ, VARIABLE: crash}
        self._pid = born.begin(self.module, command, environment, {1: writing}, within=within)
        os.close(writing)
        self._ended = partial(born.wait, self._pid)
        self._stdout = open(reading, encoding="utf-8")  # noqa: PTH123, SIM115  closed by `lines`
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


NURSERIES = 2
"""From which lives come by turns (the fixture `born`)."""


def often(push: int, night: int, seconds: int) -> list[Any]:
    """Return the kills at a push, and those at night with the seconds they may take."""
    return [push, pytest.param(night, marks=[pytest.mark.nightly, pytest.mark.timeout(seconds)])]


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


@dataclass(frozen=True)
class OverFolders:
    """Runs over folders of their own, that come to the same as one that nobody kills."""

    life: type[Child]
    laid_out: Callable[[Path], Path]
    checked: Callable[[Path, set[tuple[int, str]]], list[Any]]
    """What must not depend on the kills, of a run that is over; it asserts what must hold of each."""

    def undisturbed(self, folder: Path, born: Iterator[Nursery]) -> list[Any]:
        """Return what runs come to that nobody kills, one in each nursery."""
        found = []
        for number in range(NURSERIES):
            place = self.laid_out(folder / f"run-{number}")
            assert self.life(place, 0, next(born), within=True).lines()[-1] == "end finished"
            found.append(self.checked(place, set()))
        assert all(one == found[0] for one in found)
        return found[0]

    @contextmanager
    def begun(self, folder: Path, born: Iterator[Nursery], undisturbed: list[Any]) -> Iterator[Run]:
        """Begin a run that is compared with one that nobody killed."""
        self.laid_out(folder)

        def over(acknowledged: set[tuple[int, str]]) -> None:
            assert self.checked(folder, acknowledged) == undisturbed

        yield Run(lambda: self.life(folder, 0, next(born)), over)


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
