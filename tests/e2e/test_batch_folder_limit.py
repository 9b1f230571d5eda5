"""One limit for a batch's folder: several commands at it, killed at random, and a server that counts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from app.gateway.host_client import HostClient
from app.settings.folders import Folders
from tests.faults.debating import approve, panel, team_file
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.batch_tables import batch, table
from tests.support.commands import begun, call
from tests.support.one_host import build_over
from tests.support.waiting import LONG, wait_until

pytestmark = [pytest.mark.loopback, pytest.mark.timeout(900)]

ROWS = 14
LIMIT = 0.2
TOKENS_IN, TOKENS_OUT = 150, 50
PRICE_IN, PRICE_OUT = 20.0, 0.2
BILLED = (TOKENS_IN * PRICE_IN + TOKENS_OUT * PRICE_OUT) / 1e6
"""Dollars of one call, whether anybody waited for its answer or not."""


def billed(asked: Asked) -> Act:
    prompt = asked.json["messages"][-1]["content"]
    text = prompt if isinstance(prompt, str) else "".join(part["text"] for part in prompt)
    said = Said(answer(text), tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)
    return Act(events("openai", said), gap=0.01)


class Commands:
    """The same command, several times at once in processes of their own."""

    def __init__(self, number: int, line: list[str], data: Path) -> None:
        self._line, self._data = line, data
        self.running = [self._begun() for _ in range(number)]

    def _begun(self) -> subprocess.Popen[str]:
        return begun(*self._line, data=self._data, errors=subprocess.DEVNULL, apart=True)

    def kill_and_begin(self, at: int) -> None:
        """Kill one, with whatever it began, and begin it again."""
        os.killpg(self.running[at].pid, signal.SIGKILL)
        self.running[at].communicate(timeout=LONG)
        self.running[at] = self._begun()

    def ended(self) -> list[float]:
        """Wait for all; return what each says was spent."""
        ends = [one.communicate(timeout=LONG * 4)[0] for one in self.running]
        return [json.loads(out.splitlines()[-1])["spent"] for out in ends]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TEST_KEY", "k")
    return tmp_path / "data"


def line_of(server: FaultServer, folder: Path, *more: object) -> list[str]:
    team = panel(server, Ada="good", Blaise="good")
    seats = [one.model_copy(update={"price_in": PRICE_IN, "price_out": PRICE_OUT}) for one in team.members]
    assert team.chair is not None
    chair = team.chair.model_copy(update={"price_in": PRICE_IN, "price_out": PRICE_OUT})
    file = team_file(team.model_copy(update={"members": tuple(seats), "chair": chair}), folder / "team.toml")
    questions = table(folder / "questions.csv", ROWS)
    approve(server)
    ways = ("--team", file, "--set", "max_rounds=1", "--set", "interactive_clarifications=false")
    return batch(questions, folder / "out", *ways, "--on-uncertain", "ask-again", *more)


@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is killed as POSIX has it")
@pytest.mark.nightly
@pytest.mark.parametrize(("number", "kills"), [(2, 1), (3, 6)])
def test_commands_at_one_folder_that_are_killed_at_random_never_spend_more_than_its_limit(
    tmp_path: Path, data: Path, number: int, kills: int
) -> None:
    chance = Random(43)
    with FaultServer(billed) as server:
        commands = Commands(number, line_of(server, tmp_path, "--cost-limit", LIMIT, "--jobs", 3), data)
        for kill in range(1, kills + 1):
            # At moments of the work, not of a clock: after so many more calls.
            enough = kill * 8 + chance.randrange(8)
            wait_until(lambda enough=enough: len(server.asked) >= enough, seconds=LONG)
            commands.kill_and_begin(chance.randrange(number))
        told = commands.ended()
        bill = len(server.asked) * BILLED
    print(f"billed {bill:.3f}, told {told}")
    assert Folders.of_this_machine().data == data
    assert bill <= LIMIT + 1e-9
    # What killed calls may have cost is counted at its worst; the rest is too little for one more.
    assert 0.8 * LIMIT <= max(told) <= LIMIT + 1e-9
    assert max(told) >= bill - 1e-9, "more was billed than was counted"


def test_workers_and_commands_one_after_the_other_share_the_limit_and_use_it(
    tmp_path: Path, data: Path, host_client: HostClient
) -> None:
    with FaultServer(billed) as server:
        line = line_of(server, tmp_path, "--cost-limit", LIMIT / 2, "--jobs", 2)
        for workers in ((), ("--workers", "2")):
            ran = call(*line, *workers, data=data, make=lambda: build_over(host_client))
            spent = ran.value["spent"]
            bill = len(server.asked) * BILLED
            assert bill == pytest.approx(spent), "nothing was cut off: what is told is what was billed"
            assert 0.8 * LIMIT / 2 <= bill <= LIMIT / 2 + 1e-9
