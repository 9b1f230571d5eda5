"""`roundtable batch run --executor`: engines that hand sessions to workers, each with a folder of its own."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.bootstrap import build
from app.domain.errors import InputError
from app.domain.ids import SessionId
from app.services.batches.engines import make_engine
from app.services.batches.worker_pipe import Share
from app.settings.folders import Folders
from tests.support.batch_tables import batch, table
from tests.support.commands import Ran, begun, call, spawn
from tests.support.waiting import AMPLE, wait_until

ROWS = 4
SAME = int(os.environ.get("ROUNDTABLE_TEST_SESSIONS", "12"))
"""Sessions that every way of running them must make the same."""
LONGEST = 7200.0
"""Seconds that a command may take that runs them all."""


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return table(tmp_path / "questions.csv", ROWS)


def timeless(value: Any) -> Any:
    """Return an export without what tells when something was, or how long it took."""
    if isinstance(value, dict):
        return {
            name: timeless(one)
            for name, one in value.items()
            if name not in ("at", "duration_seconds", "seconds", "timestamp") and not name.endswith("_at")
        }
    if isinstance(value, str):
        return re.sub(r"\btook [\w ]+:", "took:", value)
    return [timeless(one) for one in value] if isinstance(value, list) else value


def unordered(records: list[dict[str, Any]]) -> list[str]:
    """Return records without their order: of members that are asked at once any may answer first."""
    seats = {one["seq"]: one["body"]["seat"] for one in records if one["type"] == "call_asked"}
    found = []
    for one in records:
        body = one["body"]
        if "asked" in body:
            body = {**body, "asked": seats.get(body["asked"], "")}
        found.append(json.dumps({**one, "seq": 0, "body": body}, sort_keys=True))
    return sorted(found)


def exports(data: Path, sessions: Collection[str]) -> dict[str, bytes]:
    """Return each session, whole but for times and for who answered first, by its id."""

    async def work() -> dict[str, bytes]:
        core = build(Folders(data, data / "config"), council_step=0.0)
        try:
            found = {}
            for session in sessions:
                value = timeless(json.loads(await core.exporting.content(SessionId(session), "json")))
                value["records"] = unordered(value["records"])
                found[session] = json.dumps(value).encode()
            return found
        finally:
            await core.close()

    return asyncio.run(work())


def ids(ran: Ran) -> list[str]:
    return [one["session"] for one in ran.value["sessions"]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the sessions as one process makes them that does one after the other."""
    folder = tmp_path_factory.mktemp("plain")
    data, questions = folder / "data", table(folder / "questions.csv", SAME)
    ran = spawn(*batch(questions, folder / "survey", "--jobs", 1), data=data, seconds=LONGEST)
    assert ran.value["states"] == {"finished": SAME}
    return exports(data, ids(ran))


@pytest.mark.parametrize(("executor", "package"), [("dask", "distributed"), ("slurm", "submitit")])
def test_an_engine_whose_package_is_missing_is_told_with_the_command_that_installs_it(
    questions: Path, tmp_path: Path, executor: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == package else there(name))
    ran = call(*batch(questions, tmp_path / "survey", "--executor", executor), data=tmp_path / "data")
    assert ran.code == 2
    assert f"needs the Python package {package}" in ran.error["message"]
    assert f"-m pip install '{package}>=" in ran.error["next"]


@pytest.mark.skipif(shutil.which("sbatch") is not None, reason="there is a Slurm here")
def test_slurm_is_told_to_be_missing_before_anything_begins(questions: Path, tmp_path: Path) -> None:
    ran = call(*batch(questions, tmp_path / "survey", "--executor", "slurm"), data=tmp_path / "data")
    assert ran.code == 2
    assert "sbatch" in ran.error["message"]
    assert call("list", "--json", data=tmp_path / "data").value == []


@pytest.mark.nightly
def test_a_dask_scheduler_that_does_not_answer_is_told(questions: Path, tmp_path: Path) -> None:
    where = ("--executor", "dask", "--scheduler", "nowhere://here")
    ran = call(*batch(questions, tmp_path / "survey", *where), data=tmp_path / "data")
    assert ran.code == 2
    assert "No Dask scheduler answers at nowhere://here" in ran.error["message"]


async def test_what_fails_in_a_job_is_told_by_its_last_line_and_only_its_own_files_go(tmp_path: Path) -> None:
    broken = Share(command=["--version"], config="", orders=[{"command": "c"}])
    async with make_engine("slurm", "here", 1, 1, tmp_path / "jobs") as engine:
        # Of another command that was killed: it is about to write into its folder.
        (tmp_path / "jobs" / "7").mkdir()
        with pytest.raises(InputError, match=r"A worker failed: KeyError: 'cell'"):
            await engine.run(broken)
    assert [one.name for one in (tmp_path / "jobs").iterdir()] == ["7"]
    (tmp_path / "jobs" / "7").rmdir()
    async with make_engine("slurm", "here", 1, 1, tmp_path / "jobs"):
        pass
    assert not (tmp_path / "jobs").exists()


@contextmanager
def cluster(folder: Path, *workers: Sequence[object]) -> Iterator[tuple[str, list[psutil.Process]]]:
    """Begin a Dask scheduler and workers with these arguments; yields its address and the workers."""
    where = folder / "scheduler.json"

    def dask(part: str, *more: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                *(sys.executable, "-m", f"distributed.cli.dask_{part}", "--scheduler-file", str(where)),
                *("--host", "127.0.0.1", "--no-dashboard", *map(str, more)),
            ],
            # What one that is killed leaves lies there.
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    begun = [dask("scheduler", "--port", 0)]
    try:
        wait_until(where.exists)
        begun += [dask("worker", "--nthreads", 1, "--no-nanny", *more) for more in workers]
        wait_until(lambda: "address" in where.read_text(encoding="utf-8"))
        address = json.loads(where.read_text(encoding="utf-8"))["address"]
        yield address, [psutil.Process(one.pid) for one in begun[1:]]
    finally:
        for process in begun:
            process.kill()
            process.wait(AMPLE)


WITHOUT_ROUNDTABLE = """
import sys


class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "app":
            raise ModuleNotFoundError("No module named 'app'", name="app")


sys.meta_path.insert(0, Hidden())
"""


@pytest.mark.nightly
def test_a_cluster_whose_workers_have_no_roundtable_is_told_so_and_costs_nothing(
    questions: Path, tmp_path: Path
) -> None:
    preload = tmp_path / "without.py"
    preload.write_text(WITHOUT_ROUNDTABLE, encoding="utf-8")
    with cluster(tmp_path, ("--preload", preload)) as (address, (worker,)):
        wait_until(lambda: len(worker.net_connections()) > 1)
        command = batch(questions, tmp_path / "survey", "--executor", "dask", "--scheduler", address)
        ran = spawn(*command, data=tmp_path / "data")
    assert ran.code == 2, ran.err
    assert re.fullmatch(
        r"The Dask worker at tcp://127.0.0.1:\d+ has no Roundtable, or an old one\.",
        ran.error["message"],
    )
    assert "Install the same version there as here" in ran.error["next"]
    assert call("list", "--json", data=tmp_path / "data").value == []


WAYS: dict[str, Sequence[object]] = {
    "two processes": ("--workers", 2),
    "four processes": ("--workers", 4),
    "one of dask": ("--executor", "dask", "--workers", 1, "--jobs", 2),
    "two of dask": ("--executor", "dask", "--workers", 2, "--jobs", 1),
    "four of dask": ("--executor", "dask", "--workers", 4, "--jobs", 1),
    "two jobs": ("--executor", "slurm", "--scheduler", "here", "--workers", 2, "--jobs", 2),
}


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_running_a_batch_gives_the_same_sessions(
    plain: dict[str, bytes], tmp_path: Path, way: str
) -> None:
    data, out, questions = tmp_path / "data", tmp_path / "survey", table(tmp_path / "q.csv", SAME)
    ran = spawn(*batch(questions, out, *WAYS[way]), data=data, seconds=LONGEST)
    assert ran.code == 0, ran.err
    assert ran.value["states"] == {"finished": SAME}
    assert exports(data, ids(ran)) == plain
    again = spawn(*batch(questions, out, *WAYS[way]), data=data, seconds=LONGEST)
    assert again.value["sessions"] == ran.value["sessions"]
    assert "finished ·" not in again.err
    # Nothing of it is kept twice.
    assert list(out.rglob("*.roundtable")) == []


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("parts", [2, 3])
def test_every_division_into_shards_gives_the_same_sessions(
    plain: dict[str, bytes], tmp_path: Path, parts: int
) -> None:
    questions = table(tmp_path / "questions.csv", SAME)
    found: dict[str, bytes] = {}
    for part in range(1, parts + 1):
        data = tmp_path / f"data-{part}"
        ran = spawn(
            *batch(questions, tmp_path / "survey", "--shard", f"{part}/{parts}"), data=data, seconds=LONGEST
        )
        found.update(exports(data, ids(ran)))
    assert found == plain


@pytest.mark.nightly
def test_baselines_and_gates_come_back_from_workers_as_from_one_process(
    questions: Path, tmp_path: Path
) -> None:
    data, out = tmp_path / "data", tmp_path / "survey"
    dask = ("--executor", "dask", "--workers", 2, "--jobs", 2, "--baseline", "vote")
    command = [one if one != "all" else "none" for one in batch(questions, out, *dask)]
    waiting = spawn(*command, data=data)
    assert waiting.code == 3
    assert waiting.value["states"] == {"waiting": ROWS, "not begun": ROWS}
    gates = call("batch", "gates", out, "--json", data=data).value
    assert len(gates) == ROWS
    # One is answered here, as in the window; the workers go on from that.
    answered = call(
        "answer",
        gates[0]["session"],
        gates[0]["gate"],
        "--verb",
        "finish",
        "--approve",
        "all",
        "--json",
        data=data,
    )
    assert answered.code == 0, answered.err
    done = spawn(*batch(questions, out, *dask), data=data)
    assert done.value["states"] == {"finished": 2 * ROWS}, done.err
    plain = spawn(
        *batch(questions, tmp_path / "plain" / "survey", "--baseline", "vote"), data=tmp_path / "other"
    )
    used = {(one["id"], one.get("baseline", "")): one["tokens"] for one in plain.value["sessions"]}
    found = {(one["id"], one.get("baseline", "")): one["tokens"] for one in done.value["sessions"]}
    first = gates[0]["id"]
    assert {key: n for key, n in found.items() if key[0] != first} == {
        key: n for key, n in used.items() if key[0] != first
    }


OTHERS = {
    "experiment": "id,run_id,prompt,cycle_count\na,primes,Find three primes,3\nb,colours,Find colours,2\n",
    "research": "id,brief,folder\na,What is said of sick days?,{0}\nb,Is support to be kept open?,{0}\n",
}


@pytest.mark.nightly
@pytest.mark.parametrize("workflow", OTHERS)
def test_sessions_of_other_workflows_come_back_from_workers_as_from_one_process(
    workflow: str, tmp_path: Path
) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "memo.md").write_text("# Memo\nKeep support open.\nIn 2022 sick days fell by 65%.\n")
    questions = tmp_path / "rows.csv"
    questions.write_text(OTHERS[workflow].format(sources))
    ways = {"one": (), "two": ("--executor", "slurm", "--scheduler", "here", "--workers", 2)}
    came = []
    for name, way in ways.items():
        data = tmp_path / name
        ran = spawn(
            *batch(questions, data / "survey", "--workflow", workflow, *way),
            data=data / "data",
            seconds=LONGEST,
        )
        assert ran.value["states"] == {"finished": 2}, ran.err
        came.append(exports(data / "data", ids(ran)))
    assert came[0] == came[1]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is sent as on POSIX")
def test_an_interrupt_pauses_what_the_workers_do_and_brings_it_here(tmp_path: Path) -> None:
    rows = 40
    data, out, questions = tmp_path / "data", tmp_path / "survey", table(tmp_path / "questions.csv", 40)
    command = batch(questions, out, "--executor", "dask", "--workers", 2, "--jobs", 1)
    with begun(*command, data=data, errors=subprocess.DEVNULL) as child:
        wait_until(lambda: any((data / "sessions").glob("*.roundtable")))
        child.send_signal(signal.SIGINT)
        said, _ = child.communicate(timeout=AMPLE)
        assert child.returncode == 3
    states = json.loads(said.splitlines()[-1])["states"]
    assert states["finished"] >= 1
    assert states["not begun"] >= 1
    assert set(states) <= {"finished", "not begun", "paused"}
    done = spawn(*command, data=data)
    assert done.value["states"] == {"finished": rows}, done.err


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_session_whose_machine_is_lost_goes_on_at_another_one_of_a_cluster_that_is_there(
    tmp_path: Path,
) -> None:
    rows = 12
    data, out, questions = tmp_path / "data", tmp_path / "survey", table(tmp_path / "questions.csv", rows)
    with cluster(tmp_path, (), ()) as (address, workers):
        command = batch(questions, out, "--executor", "dask", "--scheduler", address)
        with begun(*command, "--on-uncertain", "ask-again", data=data) as child:
            wait_until(lambda: any((data / "sessions").glob("*.roundtable")))
            # All of one machine at once: the engine's worker, and the process that it feeds.
            for one in [*workers[0].children(recursive=True), workers[0]]:
                with suppress(psutil.NoSuchProcess):
                    one.kill()
            said, errors = child.communicate(timeout=AMPLE)
        assert child.returncode == 0, errors
    value = json.loads(said.splitlines()[-1])
    assert value["states"] == {"finished": rows}
    undisturbed = spawn(*batch(questions, tmp_path / "plain" / "survey"), data=tmp_path / "other")
    sessions = ids(undisturbed)
    assert [one["session"] for one in value["sessions"]] == sessions

    def answers(folder: Path) -> dict[str, str]:
        # How often it was cut off stands in its records: that is recorded, too.
        return {
            name: json.loads(text)["final_answer"]["text"] for name, text in exports(folder, sessions).items()
        }

    assert answers(data) == answers(tmp_path / "other")


@pytest.mark.nightly
def test_a_limit_of_tokens_holds_over_all_workers(questions: Path, tmp_path: Path) -> None:
    ran = spawn(
        *batch(questions, tmp_path / "survey", "--executor", "dask", "--workers", 2, "--jobs", 1),
        *("--token-limit", 1),
        data=tmp_path / "data",
    )
    assert ran.code == 3
    assert "finished" not in ran.value["states"]
    assert sum(one["tokens"] for one in ran.value["sessions"]) == 0
    enough = spawn(
        *batch(questions, tmp_path / "survey", "--executor", "dask", "--workers", 2, "--jobs", 1),
        *("--token-limit", 12_000),
        data=tmp_path / "data",
    )
    used = sum(one["tokens"] for one in enough.value["sessions"])
    assert 0 < used <= 12_000, enough.value
