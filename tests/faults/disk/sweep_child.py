"""Does one thing again and again, each time with another system call failing; see `test_disk_sweep`.

Started with the fault library preloaded: `python -m tests.faults.disk.sweep_child SCENARIO FOLDER EVERY`.
Every case runs in a process of its own, forked here, so that the program is imported once. Prints a line of
JSON for each case that was not as promised, and one with the figures at the end.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import shutil
import signal
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from app.bootstrap import build
from app.domain.errors import RoundtableError
from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders

KINDS = {
    "kill": (1, 0),
    "torn": (2, 0),
    "full": (3, 0),
    "full for good": (3, 1),
    "io": (4, 0),
    "io for good": (4, 1),
}
REFUSED, WRONG = 3, 4
"""How a case ends that was refused in words, and one that fell over something else."""
SECONDS = 60
"""A case that takes longer hangs."""
SETUP = {"question": "Must we paint the hall?", "max_rounds": 1, "auto_stop_on_convergence": False}
EXPERIMENT = {"run_id": "r1", "prompt": "What lives in tide pools?", "cycle_count": 1}
LAST_LINE = "CYCLE_END"
LEFT_OPEN = ("decide", "rename", "fork")
"""What is done with a session whose process was killed: its records are in its log alone."""
READERS: list[sqlite3.Connection] = []
OLD, NEW = b"what was exported before", "answer.json"


@dataclass(frozen=True)
class Place:
    """A data folder with one session, and a file beside it."""

    root: Path

    def core(self) -> Core:
        """Open the program over it."""
        return build(Folders(self.root / "data", self.root / "config"), council_step=0.0)

    @property
    def exported(self) -> Path:
        """The session as a file, whole."""
        return self.root / "given.json"

    @property
    def target(self) -> Path:
        """Where an export goes; there is an older one."""
        return self.root / "data" / NEW


async def only(core: Core) -> SessionId:
    """Return the one session there is."""
    (session,) = await core.parts.store.ids()
    return session


async def records(core: Core, session: SessionId) -> list[Record]:
    """Return all records of a session."""
    return list(await core.sessions.records(session))


async def create(core: Core, place: Place) -> None:
    """Make a session."""
    del place
    await core.sessions.create("debate", SETUP, core.teams.default())


async def run(core: Core, place: Place) -> None:
    """Run the waiting session's successor from its creation to its first gate."""
    del place
    session = await core.sessions.create("debate", SETUP, core.teams.default())
    await core.sessions.start(session)
    await core.sessions.wait(session)


async def decide(core: Core, place: Place) -> None:
    """Answer the gate that is open, and go on to the end."""
    del place
    session = await only(core)
    await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))


async def take_in(core: Core, place: Place) -> None:
    """Import a session."""
    await core.exporting.import_file(place.exported)


async def fork(core: Core, place: Place) -> None:
    """Fork the session at its end."""
    del place
    session = await only(core)
    await core.sessions.fork(session, len(await records(core, session)))


async def export(core: Core, place: Place) -> None:
    """Export the session over an older export."""
    await core.exporting.export(await only(core), "json", place.target)


async def delete(core: Core, place: Place) -> None:
    """Move the session to the trash."""
    del place
    await core.admin.delete(await only(core))


async def restore(core: Core, place: Place) -> None:
    """Move the session back from the trash."""
    del place
    (kept,) = (core.parts.store.path(SessionId("0" * 26)).parent.parent / "trash").glob("*.roundtable")
    await core.admin.restore(SessionId(kept.stem))


async def rename(core: Core, place: Place) -> None:
    """Say something of a session that nobody has open."""
    del place
    await core.admin.rename(await only(core), "Another title")


async def cycle(core: Core, place: Place) -> None:
    """Run an experiment, whose lines lie beside its journal, to its end."""
    del place
    session = await core.sessions.create("experiment", EXPERIMENT, core.teams.default())
    await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))


SCENARIOS: dict[str, Callable[[Core, Place], Awaitable[None]]] = {
    f.__name__: f for f in (create, run, decide, take_in, fork, export, delete, restore, rename, cycle)
}


# --- how it begins -----------------------------------------------------------------------------------


async def lay_ground(scenario: str, place: Place) -> list[str]:
    """Prepare a folder for a scenario; return the types of its session's records."""
    core = place.core()
    session = await core.sessions.create("debate", SETUP, core.teams.default())
    if scenario in LEFT_OPEN:
        # Whoever reads it keeps its log from being taken in when it is closed.
        READERS.append(sqlite3.connect(core.parts.store.path(session)))
        READERS[-1].execute("SELECT count(*) FROM records").fetchone()
    await core.sessions.start(session)
    await core.sessions.wait(session)
    if scenario not in ("decide", "run"):
        await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
    types = [record.type for record in await records(core, session)]
    place.exported.write_bytes(await core.exporting.content(session, "json"))
    place.target.write_bytes(OLD)
    await core.library.rows()
    await core.sessions.shutdown()
    if scenario in ("take_in", "restore"):
        await core.admin.delete(session)
    if scenario == "take_in":
        shutil.rmtree(place.root / "data" / "trash")
    await core.close()
    return types


# --- what must hold afterwards -------------------------------------------------------------------------


async def check(scenario: str, place: Place, before: list[str]) -> str:
    """Return what is not as promised, empty where all is."""
    core = place.core()
    try:
        rows = await core.library.rows()
        broken = [row.problem for row in rows if row.problem]
        if broken:
            return f"damaged: {broken}"
        found = {row.session: [r.type for r in await records(core, row.session)] for row in rows}
        if len(found) != len(await core.parts.store.ids()) or not all(found.values()):
            return "an empty session"
        problem = await AFTER[scenario](core, place, before, found)
        left = [row.session for row in rows if scenario in ("run", "decide", "create", "cycle")]
        problem = problem or next(filter(None, [await goes_on(core, session) for session in left]), "")
        return problem or (lines_wrong(place) if scenario == "cycle" else "")
    finally:
        await core.sessions.shutdown()
        await core.close()


async def goes_on(core: Core, session: SessionId) -> str:
    """Run a session to its end and see that nothing was paid for twice."""
    plan = AnswerPlan(approve="all", on_uncertain="ask-again", on_failure="retry", resumed=True)
    state = await drive(core.sessions, core.review, session, plan)
    if state != "finished":
        return f"it ends as {state}"
    asked: dict[int, tuple[object, ...]] = {}
    done = set[tuple[object, ...]]()
    for record in await records(core, session):
        body = record.body()
        if record.type == "call_asked":
            key = asked[record.seq] = (record.entry, *(body[name] for name in ("purpose", "seat", "part")))
            if key in done:
                return f"asked again: {key}"
        if record.type == "call_completed":
            done.add(asked[int(str(body["asked"]))])
    return ""


def lines_wrong(place: Place) -> str:
    """Return what is wrong with the lines of an experiment that has come to its end, empty for nothing."""
    written = place.root / "data" / "runs" / "r1" / "logs" / "r1.jsonl"
    if not written.exists():
        # It was not even made.
        return ""
    lines = [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()]
    numbers = [line["seq"] for line in lines]
    if not lines or numbers != sorted(set(numbers)):
        return f"lines are missing or stand twice: {numbers}"
    return "" if lines[-1]["event_type"] == LAST_LINE else f"its last line tells of {lines[-1]['event_type']}"


Found = dict[SessionId, list[str]]


async def after_making(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session of before is as it was; a new one may be there."""
    del core, place
    return "" if before in found.values() and len(found) <= 2 else "the older session has changed"


async def after_saying(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session is as it was, or with what was said; it can be said now."""
    (session,) = found
    if found[session] not in (before, [*before, "session_renamed"]):
        return "records are gone"
    await rename(core, place)
    return "" if (await core.library.row(session)).title == "Another title" else "it cannot be said again"


async def after_deciding(core: Core, place: Place, before: list[str], found: Found) -> str:
    """What was there is still there."""
    del core, place
    (now,) = found.values()
    return "" if now[: len(before)] == before else "records are gone"


async def after_import(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session is there whole or not at all, and can be imported now."""
    if list(found.values()) not in ([], [before]):
        return "a part of the session"
    session = await core.exporting.import_file(place.exported)
    whole = [r.type for r in await records(core, session)]
    return "" if whole == before else "it cannot be imported again"


async def after_fork(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session is as it was, a fork is whole, and it can be forked now."""
    if before not in found.values():
        return "the older session has changed"
    point = max(i for i, type_ in enumerate(before, 1) if type_ in ("gate_opened", "node_left"))
    whole = [*before[:point], "session_forked"]
    if any(types not in (before, whole) for types in found.values()):
        return "a part of a fork"
    origin = next(session for session, types in found.items() if types == before)
    await core.sessions.fork(origin, len(before))
    return "" if len(await core.parts.store.ids()) == len(found) + 1 else "it cannot be forked again"


async def after_export(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The file is the old one or the new one, and can be written now."""
    (session,) = found
    there = place.target.read_bytes() if place.target.exists() else b""
    whole = await core.exporting.content(session, "json")
    if there != OLD and json.loads(there)["records"] != json.loads(whole)["records"]:
        return "a part of an export"
    await core.exporting.export(session, "json", place.target)
    return "" if len(json.loads(place.target.read_bytes())["records"]) == len(before) else "not written again"


async def after_moving(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session is whole, here or in the trash, and can be moved to and fro."""
    kept = list((place.root / "data" / "trash").glob("*.roundtable"))
    if len(found) + len(kept) != 1:
        return f"{len(found)} sessions here, {len(kept)} in the trash"
    session = next(iter(found), None) or SessionId(kept[0].stem)
    if kept:
        await core.admin.restore(session)
    await core.admin.delete(session)
    await core.admin.restore(session)
    whole = [r.type for r in await records(core, session)]
    return "" if whole == before else "records are gone"


AFTER = {
    "create": after_making,
    "run": after_making,
    "decide": after_deciding,
    "take_in": after_import,
    "fork": after_fork,
    "export": after_export,
    "delete": after_moving,
    "restore": after_moving,
    "rename": after_saying,
    "cycle": after_making,
}


# --- the sweep ---------------------------------------------------------------------------------------


def forked(work: Callable[[], int]) -> tuple[int, bool]:
    """Do something in a process of its own; return how it ended, and whether it was killed."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        code = WRONG
        try:
            code = work()
        finally:
            sys.stdout.flush()
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return os.WTERMSIG(status), True
    return os.WEXITSTATUS(status), False


def tell(name: str, problem: str) -> None:
    """Print what was not as promised."""
    print(json.dumps({"case": name, "problem": problem}))


class Sweep:
    """One scenario in a folder, with what it begins with laid out once."""

    def __init__(self, scenario: str, folder: Path) -> None:
        self._scenario = scenario
        self._library = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self._ground, self._place = Place(folder / "ground"), Place(folder / "case")
        self._calls = folder / "calls"
        self.ends: Counter[str] = Counter()
        self._ground.root.mkdir(parents=True)
        # Here and not in a process of its own: what is imported on the way is there for every case.
        self._before = asyncio.run(lay_ground(scenario, self._ground))
        assert threading.active_count() == 1, "a process with threads cannot be forked"

    def case(self, name: str, at: int = 0, kind: int = 0, lasting: int = 0) -> int:
        """Do it once with call `at` failing, and look at what is left; return the number of calls."""
        shutil.rmtree(self._place.root, ignore_errors=True)
        shutil.copytree(self._ground.root, self._place.root)
        code, killed = forked(lambda: self._act(name, at, kind, lasting))
        self.ends["killed" if killed else {0: "done", REFUSED: "refused"}.get(code, "wrong")] += 1
        if killed and code != signal.SIGKILL:
            tell(name, f"ended by signal {code}")
        code, killed = forked(lambda: self._look(name))
        if killed or code:
            tell(name, f"looking at it ended with {code}")
        return int(self._calls.read_text())

    def _act(self, name: str, at: int, kind: int, lasting: int) -> int:
        self._library.disk_fault_arm(str(self._place.root / "data").encode(), at, kind, lasting)
        try:
            return asyncio.run(self._story())
        except BaseException as error:  # noqa: BLE001  told
            tell(name, f"{type(error).__name__}: {error}")
            return WRONG

    async def _story(self) -> int:
        try:
            await SCENARIOS[self._scenario](self._place.core(), self._place)
        except RoundtableError:
            return REFUSED
        finally:
            self._calls.write_text(str(self._library.disk_fault_count()))
        return 0

    def _look(self, name: str) -> int:
        self._library.disk_fault_arm(b"", 0, 0, 0)
        try:
            problem = asyncio.run(check(self._scenario, self._place, self._before))
        except BaseException as error:  # noqa: BLE001  told
            problem = f"{type(error).__name__}: {error}"
        if problem:
            tell(name, problem)
        return 0


def sweep(scenario: str, folder: Path, every: int) -> None:
    """Let each call of a scenario fail in each way; `every`: of so many cases one is tried."""
    cases = Sweep(scenario, folder)
    number = cases.case(f"{scenario}, undisturbed")
    wanted = [(kind, at) for kind in KINDS for at in range(1, number + 1)]
    for kind, at in wanted[every - 1 :: every]:
        cases.case(f"{scenario}, {kind} at call {at} of {number}", at, *KINDS[kind])
    print(json.dumps({"scenario": scenario, "calls": number, **cases.ends}))


if __name__ == "__main__":
    sweep(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
