"""Does one thing again and again, each time with another system call failing; see `test_disk_sweep`.

Started with the fault library preloaded: `python -m tests.faults.disk.sweep_child SCENARIO FOLDER EVERY
[KIND]`; without a kind, calls fail in each of them.
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
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.bootstrap import build
from app.domain.canonical import JsonValue
from app.domain.errors import RoundtableError
from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.services.batches.budget import Budget
from app.services.batches.builder import PlannedBatch, plan_batch
from app.services.batches.wish import BatchWish
from app.services.context_files import context_texts
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan, FileAnswer
from app.settings.folders import Folders
from tests.support.git_reading import git

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
SECONDS = 600
"""A case that takes longer hangs, also on a machine that has other things to do."""
SETUP = {"question": "Must we paint the hall?", "max_rounds": 1, "auto_stop_on_convergence": False}
EXPERIMENT = {"run_id": "r1", "prompt": "What lives in tide pools?", "cycle_count": 1}
LAST_LINE = "CYCLE_END"
TABLE = "id,question,max-rounds\na,Must we paint the hall?,1\nb,Which depot opens on Sundays?,1\n"
REQUEST = "Begin each section with its result"
"""The one thing that the sample of drafts has a text for."""
GIVEN = "Paint it in May, before the rain."
"""What stands in the file of a given answer."""
READERS: list[sqlite3.Connection] = []
OLD, NEW = b"what was exported before", "answer.json"
Ground = Literal["finished", "waits", "to accept", "elsewhere", "in the trash"]
"""How the one session stands before: at its first gate, at the acceptance of a text, in a file alone, …"""


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

    @property
    def drafted(self) -> Path:
        """The folder that the sample of drafts writes to."""
        (folder,) = (self.root / "data" / "samples").iterdir()
        return folder

    @property
    def answer(self) -> Path:
        """The file of a given answer."""
        return self.root / "given.md"

    def planned(self, core: Core) -> PlannedBatch:
        """Read the table of a batch."""
        wish = BatchWish(self.root / "rows.csv", self.root / "data" / "batch", ["debate"])
        return plan_batch(core.plugins, core.teams, wish)


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


async def given(core: Core, place: Place) -> list[dict[str, JsonValue]]:
    """Return answers to be given: the final one of the oldest session, a member's there, and a file's."""
    origin, member = min(await core.parts.store.ids()), core.teams.default().members[0].name
    final, own = [await core.taken_answers.answer(origin, of) for of in ("", member)]
    return [{**final}, {**own}, *context_texts([place.answer]).texts]


async def guest(core: Core, place: Place) -> None:
    """Run a debate over given answers, that a member revises, to its first gate."""
    team = core.teams.default()
    setup = {**SETUP, "guests": await given(core, place), "revised_by": team.members[1].name}
    session = await core.sessions.create("debate", setup, team)
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


async def sample(core: Core, place: Place) -> None:
    """Begin the sample that is given a folder of its own, and run it to its first gate."""
    del place
    session = await core.samples.begin(core.samples.of("draft"))
    await core.sessions.start(session)
    await core.sessions.wait(session)


async def accept(core: Core, place: Place) -> None:
    """Accept what was written: files, a commit, and the records of it."""
    del place
    plan = AnswerPlan(approve="none", answers=[FileAnswer(gate="draft_acceptance", verb="accept")])
    await drive(core.sessions, core.review, await only(core), plan)


async def batch(core: Core, place: Place) -> None:
    """Run a batch of two rows, both at once."""
    planned = place.planned(core)
    planned.keep()
    budget, sessions = Budget(), [one.session for one in planned.plan.sessions]
    answers = AnswerPlan(approve="all", on_uncertain="ask-again", on_failure="retry")
    async with core.batches.account(budget, planned.folder.held, sessions):
        await core.batches.run(planned.plan, answers, budget, jobs=2, tell=lambda *_: None)


# --- how it begins -----------------------------------------------------------------------------------


async def begun(core: Core, ground: Ground) -> SessionId:
    """Make the one session there is; return it where it waits."""
    if ground != "to accept":
        session = await core.sessions.create("debate", SETUP, core.teams.default())
    else:
        session = await core.samples.begin(core.samples.of("draft"))
        asked = FileAnswer(gate="draft_feedback", verb="feedback", data={"text": REQUEST})
        judged = FileAnswer(gate="draft_judge", verb="continue")
        await drive(core.sessions, core.review, session, AnswerPlan(approve="none", answers=[asked, judged]))
    return session


async def lay_ground(verb: Verb, place: Place) -> list[str]:
    """Prepare a folder for what is to be done; return the types of its session's records."""
    core = place.core()
    session = await begun(core, verb.ground)
    if verb.left_open:
        # Whoever reads it keeps its log from being taken in when it is closed.
        READERS.append(sqlite3.connect(core.parts.store.path(session)))
        READERS[-1].execute("SELECT count(*) FROM records").fetchone()
    await core.sessions.start(session)
    await core.sessions.wait(session)
    if verb.ground not in ("waits", "to accept"):
        await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
    types = [record.type for record in await records(core, session)]
    place.exported.write_bytes(await core.exporting.content(session, "json"))
    place.target.write_bytes(OLD)
    (place.root / "rows.csv").write_text(TABLE, encoding="utf-8")
    place.answer.write_text(GIVEN, encoding="utf-8")
    await core.library.rows()
    await core.sessions.shutdown()
    if verb.ground in ("elsewhere", "in the trash"):
        await core.admin.delete(session)
    if verb.ground == "elsewhere":
        shutil.rmtree(place.root / "data" / "trash")
    await core.close()
    return types


# --- what must hold afterwards -------------------------------------------------------------------------


async def check(verb: Verb, place: Place, before: list[str]) -> str:
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
        problem = await verb.after(core, place, before, found)
        left = await core.parts.store.ids() if verb.goes_on else ()
        problem = problem or next(filter(None, [await goes_on(core, session) for session in left]), "")
        return problem or lines_wrong(place)
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


async def after_giving(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The older session is as it was; what was given is there whole, stands once, and can be given again."""
    problem = await after_making(core, place, before, found)
    for session in [one for one, types in found.items() if types != before]:
        problem = problem or await goes_on(core, session)
        bodies = [(record.type, record.body()) for record in await records(core, session)]
        setup = bodies[0][1]["setup"]
        assert isinstance(setup, dict)
        if setup["guests"] != await given(core, place):
            return "another answer than was given"
        stood = [body for type_, body in bodies if type_ == "text_proposed"]
        first = sorted(str(body["seat"]) for body in stood if body["asked"] is body["base"] is None)
        if first != ["Guest", "Guest 2", "Guest 3"]:
            return f"the given answers stand as {first}"
    await guest(core, place)
    again = len(await core.parts.store.ids()) == len(found) + 1
    return problem or ("" if again else "it cannot be given again")


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


async def after_sample(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The older session is as it was, the sample goes on, and it can be begun again."""
    problem = await after_making(core, place, before, found)
    for session in [one for one, types in found.items() if types != before]:
        await core.sessions.start(session)
        if (state := await core.sessions.wait(session)) != "waiting":
            return f"the sample stands as {state}"
    await sample(core, place)
    again = len(await core.parts.store.ids()) == len(found) + 1
    return problem or ("" if again else "it cannot be begun again")


async def after_accepting(core: Core, place: Place, before: list[str], found: Found) -> str:
    """What was there is there; accepted at last, the text is there whole, in files and in one commit."""
    ((session, now),) = found.items()
    if now[: len(before)] != before:
        return "records are gone"
    await accept(core, place)
    types = [record.type for record in await records(core, session)]
    if types.count("draft_finalized") != 1:
        return f"it ends as {types[-3:]}"
    texts = core.samples.of("draft").texts
    wanted = {one.removeprefix("after/"): text for one, text in texts.items() if one.startswith("after/")}
    written = {name: (place.drafted / "text" / name).read_text(encoding="utf-8").strip() for name in wanted}
    wrong = [name for name, text in wanted.items() if written[name] != text]
    if wrong:
        return f"other texts: {wrong}"
    titles = git(place.drafted, "log", "--format=%s").splitlines()
    if len([one for one in titles if REQUEST in one]) != 1:
        return f"the commits are {titles}"
    return git(place.drafted, "status", "--porcelain") + git(
        place.drafted, "fsck", "--strict", "--no-dangling"
    )


async def after_batch(core: Core, place: Place, before: list[str], found: Found) -> str:
    """The session of before is as it was; the same batch comes to its end, each row once."""
    if before not in found.values() or len(found) > 3:
        return "the older session has changed"
    await batch(core, place)
    planned = place.planned(core)
    standings = await core.batches.standings(one.entry for one in planned.plan.sessions)
    states = [one.state for one in standings.values()]
    if states != ["finished"] * 2 or len(await core.parts.store.ids()) != 3:
        return f"the rows stand as {states}"
    return ""


@dataclass(frozen=True)
class Verb:
    """What is done while calls fail, and what must hold afterwards."""

    do: Callable[[Core, Place], Awaitable[None]]
    after: Callable[[Core, Place, list[str], Found], Awaitable[str]]
    ground: Ground = "finished"
    left_open: bool = False
    """Whether the process of before was killed: the records are in the session's log alone."""
    goes_on: bool = False
    """Whether every session is run to its end afterwards."""


VERBS = {
    "create": Verb(create, after_making, goes_on=True),
    "run": Verb(run, after_making, "waits", goes_on=True),
    "guest": Verb(guest, after_giving),
    "decide": Verb(decide, after_deciding, "waits", left_open=True, goes_on=True),
    "accept": Verb(accept, after_accepting, "to accept"),
    "batch": Verb(batch, after_batch, goes_on=True),
    "sample": Verb(sample, after_sample),
    "take_in": Verb(take_in, after_import, "elsewhere"),
    "fork": Verb(fork, after_fork, left_open=True),
    "export": Verb(export, after_export),
    "delete": Verb(delete, after_moving),
    "restore": Verb(restore, after_moving, "in the trash"),
    "rename": Verb(rename, after_saying, left_open=True),
    "cycle": Verb(cycle, after_making, goes_on=True),
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


def lay_again(ground: Path, place: Path) -> None:
    """Make a folder what another one is. Folders in it stay: a draft knows its own by its number."""
    for there in place.iterdir():
        if not there.is_dir():
            there.unlink()
        elif not (ground / there.name).is_dir():
            shutil.rmtree(there)
    for one in ground.iterdir():
        target = place / one.name
        if one.is_dir():
            target.mkdir(exist_ok=True)
            lay_again(one, target)
        else:
            shutil.copy2(one, target)


class Sweep:
    """One scenario in a folder, with what it begins with laid out once."""

    def __init__(self, scenario: str, folder: Path) -> None:
        self._verb = VERBS[scenario]
        self._library = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self._ground, self._place = folder / "ground", Place(folder / "case")
        self._calls = folder / "calls"
        self.ends: Counter[str] = Counter()
        self._place.root.mkdir(parents=True)
        # Here and not in a process of its own: what is imported on the way is there for every case.
        self._before = asyncio.run(lay_ground(self._verb, self._place))
        shutil.copytree(self._place.root, self._ground)
        assert threading.active_count() == 1, "a process with threads cannot be forked"

    def case(self, name: str, at: int = 0, kind: int = 0, lasting: int = 0) -> int:
        """Do it once with call `at` failing, and look at what is left; return the number of calls."""
        lay_again(self._ground, self._place.root)
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
            await self._verb.do(self._place.core(), self._place)
        except RoundtableError:
            return REFUSED
        finally:
            self._calls.write_text(str(self._library.disk_fault_count()))
        return 0

    def _look(self, name: str) -> int:
        self._library.disk_fault_arm(b"", 0, 0, 0)
        try:
            problem = asyncio.run(check(self._verb, self._place, self._before))
        except BaseException as error:  # noqa: BLE001  told
            problem = f"{type(error).__name__}: {error}"
        if problem:
            tell(name, problem)
        return 0


def sweep(scenario: str, folder: Path, every: int, kinds: Sequence[str]) -> None:
    """Let each call of a scenario fail in each of the ways; `every`: of so many cases one is tried."""
    cases = Sweep(scenario, folder)
    number = cases.case(f"{scenario}, undisturbed")
    wanted = [(kind, at) for kind in kinds for at in range(1, number + 1)]
    for kind, at in wanted[every - 1 :: every]:
        cases.case(f"{scenario}, {kind} at call {at} of {number}", at, *KINDS[kind])
    print(json.dumps({"scenario": scenario, "calls": number, **cases.ends}))


if __name__ == "__main__":
    sweep(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:] or list(KINDS))
