"""The whole program over HTTP: killed in mid-round and resumed; and where the key never is (row 17)."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import psutil
import pytest
from pypdf import PdfReader

from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.export.registry import EXPORTERS
from app.gateway.host_client import HostClient
from app.store.journal import SqliteReader
from tests.e2e.test_kill import check
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.commands import begun, call
from tests.support.one_host import build_over
from tests.support.small_team import prepare
from tests.support.waiting import AMPLE, LONG, wait_until

pytestmark = pytest.mark.loopback
CANARY = "sk-canary-7f3a91c2d4e5b6a7"
QUESTION = "Should the office move to the river?"
NIGHTLY_KILLS = 12
WITHOUT_QUESTIONS = ("--set", "interactive_clarifications=false", "--set", "max_rounds=1")


@pytest.fixture(autouse=True)
def _canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_KEY", CANARY)


def program(*arguments: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return begun(*arguments, "--approve", "all", "--json", errors=subprocess.STDOUT)


def start(team: Path) -> subprocess.Popen[str]:
    """Start a debate as a process of its own."""
    return program("run", "debate", "--question", QUESTION, "--team", str(team), *WITHOUT_QUESTIONS)


def kill(process: subprocess.Popen[str]) -> str:
    """Kill a program, wait until its model host is gone too, and return what it printed."""
    hosts = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    out, _ = process.communicate(timeout=AMPLE)
    left = psutil.wait_procs(hosts, timeout=AMPLE)[1]
    assert not left, "the model host outlived its parent"
    return out


def sessions() -> list[str]:
    """Return the sessions on disk."""
    return [row["session"] for row in call("list", "--json").value]


def kept(session: str) -> Sequence[str]:
    """Return what is on the disk of calls that go on."""

    async def work() -> Sequence[str]:
        path = Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "sessions" / f"{session}.roundtable"
        reader = await SqliteReader.open(SessionId(session), path)
        found = await reader.partials()
        await reader.close()
        return list(found.values())

    return asyncio.run(work())


def records(session: str) -> list[dict[str, Any]]:
    """Return a session's records."""
    found: list[dict[str, Any]] = call("log", session, "--json").value
    return found


def packed_in(path: Path) -> str:
    """Return what stands packed in a document; empty for a file that is none."""
    match path.suffix:
        case ".docx" | ".tracked":
            with ZipFile(path) as parts:
                return "".join(parts.read(name).decode("utf-8", "replace") for name in parts.namelist())
        case ".pdf":
            # Letters of a line may stand apart.
            return "".join("".join(page.extract_text().split()) for page in PdfReader(path).pages)
        case _:
            return ""


def test_a_program_killed_in_mid_round_asks_no_finished_call_again_and_its_key_is_nowhere(
    tmp_path: Path, host_client: HostClient
) -> None:
    def script(asked: Asked) -> Act:
        if asked.model == "slow" and asked.number == 0:
            answer = Said(f"Some words arrive first. {CANARY} is what I was given. ", pieces=3)
            return Act(events("openai", answer), stall_at=3)
        act = default(asked)
        # A provider that repeats the key in what it says.
        return Act([piece.replace(b"Mark", CANARY.encode()) for piece in act.pieces], gap=act.gap)

    with FaultServer() as server:
        default, server.script = server.script, script
        approve(server)
        team = team_file(panel(server, Ann="good", Bob="slow", Cy="good"), tmp_path / "team.toml")
        child = start(team)
        wait_until(lambda: len(server.asked) == 3 and sum(a.whole for a in server.asked) == 2)
        wait_until(lambda: "Some words arrive first. " in "".join(kept(sessions()[0])))
        running = [psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)]
        assert len(running) == 2
        printed = [" ".join(process.cmdline()) for process in running]
        printed.append(kill(child))
        (session,) = sessions()

        asked = call("resume", session, "--approve", "all", "--json")
        assert asked.code == 3, asked
        assert asked.value["gate"]["kind"] == "uncertain"
        gate = call("gates", session, "--json").value[0]
        (item,) = gate["payload"]["items"]
        assert item["seat"] == "Bob"
        assert item["partial"].startswith("Some words")
        assert len(server.asked) == 3, "something was asked again without a decision"

        again = ("--approve", "all", "--on-uncertain", "ask-again", "--json")
        resumed = call("resume", session, *again, make=lambda: build_over(host_client))
        assert resumed.code == 0, resumed
        assert {a.model: server.hashes[a.hash] for a in server.asked[:3]} == {"good": 1, "slow": 2}
        assert len(server.asked) == sum(1 for r in records(session) if r["type"] == "call_asked")
        for name in EXPORTERS:
            written = call("export", session, "--format", name, "-o", tmp_path / f"export.{name}")
            assert written.code == 0, written
        printed += [asked.out, asked.err, resumed.out, resumed.err, call("log", session, "--jsonl").out]
        assert all(a.headers["authorization"] == f"Bearer {CANARY}" for a in server.asked)
    folders = [tmp_path, Path(os.environ["ROUNDTABLE_DATA_DIR"]), Path(os.environ["ROUNDTABLE_CONFIG_DIR"])]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 4
    assert [str(path) for path in files if CANARY.encode() in path.read_bytes()] == []
    assert [path.name for path in files if CANARY in packed_in(path)] == []
    assert not [text for text in printed if CANARY in text]


# What costs money waits for a word whoever asked it: at a push the session above shows that.
@pytest.mark.parametrize("price", [0.0, pytest.param(1.0, marks=pytest.mark.nightly)])
def test_a_killed_batch_at_a_server_of_ones_own_goes_on_by_itself_unless_its_calls_cost_money(
    price: float, tmp_path: Path, host_client: HostClient
) -> None:
    """Nobody is asked whether a call that costs nothing is made again; what costs money waits for a word."""

    def script(asked: Asked) -> Act:
        return (
            default(asked) if len(server.asked) > 1 else Act(events("openai", Said("Some words")), stall_at=1)
        )

    table = tmp_path / "questions.csv"
    table.write_text("id,question,expected\nq1,Should a small bakery open on Sundays?,yes\n")
    with FaultServer() as server:
        default, server.script = server.script, script
        places = prepare(tmp_path, server.base("openai"), "good", price_in=price, price_out=price)
        batch = ("batch", "run", str(table), "--out", str(tmp_path / "out"), "--team", places["team"])
        child = program(*batch, *WITHOUT_QUESTIONS)
        wait_until(lambda: bool(server.asked))
        kill(child)
        again = call(
            *(*batch, *WITHOUT_QUESTIONS, "--approve", "all", "--json"), make=lambda: build_over(host_client)
        )
        (told,) = again.value["sessions"]
        types = [one["type"] for one in records(told["session"])]
    if price:
        assert told["state"] == "waiting"
        assert types.count("call_resolved") == 0
    else:
        assert told["state"] == "finished"
        # It stands in the record that the call was cut off, and who had it asked again.
        assert types.count("call_interrupted") == types.count("call_resolved") > 0


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_random_kills_of_the_whole_program_over_http_lose_and_repeat_nothing(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)

    def script(asked: Asked) -> Act:
        return Act(default(asked).pieces, gap=0.05)

    with FaultServer() as server:
        default, server.script = server.script, script
        approve(server)
        team = team_file(panel(server, Ann="good", Bob="good", Cy="good"), tmp_path / "team.toml")
        child = start(team)
        for _ in range(NIGHTLY_KILLS):
            wait_for_more(server, child)
            if child.poll() is not None:
                break
            time.sleep(rng.uniform(0.0, 1.5))
            kill(child)
            child = program("resume", sessions()[0], "--on-uncertain", "ask-again")
        out, _ = child.communicate(timeout=LONG)
        assert child.returncode == 0, out
    found = read(SessionId(sessions()[0]))
    check(found, set(), Counter())
    assert len(server.asked) <= sum(1 for record in found if record.type == "call_asked")


def wait_for_more(server: FaultServer, child: subprocess.Popen[str]) -> None:
    """Wait until a program asks something, or ends."""
    asked = len(server.asked)
    wait_until(lambda: len(server.asked) > asked or child.poll() is not None)


def read(session: SessionId) -> Sequence[Record]:
    """Return a session's records as they lie on disk."""

    async def work() -> Sequence[Record]:
        folder = Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "sessions"
        reader = await SqliteReader.open(session, folder / f"{session}.roundtable")
        records = await reader.read()
        await reader.close()
        return records

    return asyncio.run(work())
