"""The folder through which workers hand sessions on: two machines here are two data folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import ImportDiffers, InputError, SessionBusy, StorageError
from app.domain.fact_base import Fact, NewRecord
from app.domain.facts import CallAsked, NoteAdded, SessionCreated
from app.domain.ids import SessionId
from app.engine.work_queue import Claim
from app.store.clock import SystemClock
from app.store.sessions import FileSessionStore
from app.store.work_folder import ALIVE, LOST_SECONDS, STUCK_SECONDS, FileHanding

SESSION = SessionId("01" + "h" * 24)
TOLD: JsonValue = {"session": SESSION, "state": "finished", "cost": 0.0, "tokens": 1, "why": ""}


class Machine:
    """A data folder, and the way from it to what all share."""

    def __init__(self, folder: Path, shared: Path) -> None:
        self.data = folder
        folder.mkdir(parents=True)
        self.store = FileSessionStore(folder, SystemClock())
        self.handing = FileHanding(shared, self.store, folder)

    def worker(self) -> Machine:
        """Let it be a worker's."""
        (self.data / ALIVE).touch()
        self.handing.begin_worker()
        return self

    def dies(self) -> None:
        """Let its lock go, as the system does with that of a process that is killed."""
        assert self.handing._alive is not None
        self.handing._alive.release()

    async def types(self) -> list[str]:
        """Return the types of the session's records here."""
        reader = await self.store.follow(SESSION)
        try:
            return [one.type for one in await reader.read()]
        finally:
            await reader.close()

    async def append(self, *facts: Fact) -> None:
        """Append to the session."""
        journal = await self.store.open(SESSION)
        try:
            await journal.append([NewRecord(fact) for fact in facts])
        finally:
            await journal.close()


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    return tmp_path / "batch" / "handed"


@pytest.fixture
def command(tmp_path: Path, shared: Path) -> Machine:
    return Machine(tmp_path / "command", shared)


@pytest.fixture
def one(tmp_path: Path, shared: Path) -> Machine:
    return Machine(tmp_path / "one", shared).worker()


@pytest.fixture
def two(tmp_path: Path, shared: Path) -> Machine:
    return Machine(tmp_path / "two", shared).worker()


def created() -> SessionCreated:
    return SessionCreated(
        session=SESSION, workflow="debate", title="T", setup={}, seats={}, seed=1, app_version="0"
    )


def asked() -> CallAsked:
    return CallAsked(
        purpose="draft", seat="Ada", part="", tries=0, model="m", identity="i", messages=(), app_version="0"
    )


async def claimed(machine: Machine, token: str) -> Claim:
    claim = await machine.handing.claim(SESSION, [SESSION], token)
    assert claim is not None
    return claim


async def begun(machine: Machine, token: str) -> Claim:
    """Take the cell, begin its session there and leave a call under way."""
    claim = await claimed(machine, token)
    await machine.store.create(SESSION, [NewRecord(created())])
    await machine.append(asked())
    return claim


async def test_a_call_is_handed_back_before_whoever_asks_it_goes_on(
    command: Machine, one: Machine, two: Machine
) -> None:
    with command.handing.alone() as token:
        await begun(one, token)
        one.dies()
        after = await claimed(two, token)
        assert after.lost
        assert await two.types() == ["session_created", "call_asked"]


async def test_two_workers_never_have_one_session(command: Machine, one: Machine, two: Machine) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        assert await command.handing.at_work(SESSION)
        assert await two.handing.claim(SESSION, [SESSION], token) is None
        await claim.end([TOLD])
        assert not await command.handing.at_work(SESSION)
        assert not (await claimed(two, token)).lost


async def test_a_worker_that_was_taken_for_lost_hands_nothing_back_and_asks_nothing(
    command: Machine, one: Machine, two: Machine
) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        one.dies()
        await claimed(two, token)
        with pytest.raises(StorageError, match="taken for lost"):
            await one.append(asked())
        with pytest.raises(StorageError, match="taken for lost"):
            await claim.end([TOLD])
        assert claim.superseded
        # What is taken in is the later one's.
        await two.append(NoteAdded(text="mine"), asked())
        await command.handing.take_in(SESSION, [SESSION])
        assert await command.types() == ["session_created", "call_asked", "note_added", "call_asked"]
        assert await command.handing.told(SESSION) == []


async def test_a_worker_of_another_machine_is_lost_once_it_has_given_no_sign_for_long(
    command: Machine, one: Machine, two: Machine, shared: Path
) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        # Its lock lies where nobody here can look.
        (one.data / ALIVE).unlink()
        file = shared / SESSION / "1.claim"
        file.write_text(file.read_text().replace('"host":"', '"host":"far-'))
        assert await two.handing.claim(SESSION, [SESSION], token) is None
        long_ago = file.stat().st_mtime - 2 * LOST_SECONDS
        os.utime(file, (long_ago, long_ago))
        await claim.beat()
        assert await two.handing.claim(SESSION, [SESSION], token) is None
        os.utime(file, (long_ago, long_ago))
        assert (await claimed(two, token)).lost


async def test_a_worker_that_hangs_is_taken_for_lost_and_asks_nothing_once_it_goes_on(
    command: Machine, one: Machine, two: Machine, shared: Path
) -> None:
    with command.handing.alone() as token:
        await begun(one, token)
        file = shared / SESSION / "1.claim"
        long_ago = file.stat().st_mtime - 2 * STUCK_SECONDS
        os.utime(file, (long_ago, long_ago))
        assert (await claimed(two, token)).lost
        with pytest.raises(StorageError, match="taken for lost"):
            await one.append(asked())


async def test_what_an_earlier_command_had_ordered_is_not_begun(command: Machine, one: Machine) -> None:
    with command.handing.alone() as earlier:
        pass
    assert await one.handing.claim(SESSION, [SESSION], earlier) is None
    with command.handing.alone():
        assert await one.handing.claim(SESSION, [SESSION], earlier) is None


def test_one_command_at_a_time_hands_out(command: Machine, two: Machine) -> None:
    with (
        command.handing.alone(),
        pytest.raises(SessionBusy, match="Another command"),
        two.handing.alone(),
    ):
        pass


async def test_what_the_data_folder_has_more_is_handed_out(command: Machine, one: Machine) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        await claim.end([TOLD])
        await command.handing.take_in(SESSION, [SESSION])
        await command.handing.give(SESSION, [SESSION])
        assert await command.handing.generation(SESSION) == 1, "there was nothing more"
        await command.append(NoteAdded(text="here"))
        await command.handing.give(SESSION, [SESSION])
        after = await claimed(one, token)
        assert await one.types() == ["session_created", "call_asked", "note_added"]
        assert not after.lost


@pytest.mark.parametrize("here", [(), (NoteAdded(text="a"),), (NoteAdded(text="a"), asked())])
async def test_a_session_that_went_on_in_two_places_is_not_mixed(
    command: Machine, one: Machine, here: Sequence[Fact]
) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        await command.handing.take_in(SESSION, [SESSION])
        for fact in here:
            await command.append(fact)
        before = await command.types()
        await one.append(asked())
        await claim.end([TOLD])
        if not here:
            await command.handing.take_in(SESSION, [SESSION])
            assert await command.types() == ["session_created", "call_asked", "call_asked"]
            return
        with pytest.raises(ImportDiffers, match="nothing is mixed"):
            await command.handing.take_in(SESSION, [SESSION])
        assert await command.types() == before


async def test_what_is_handed_back_is_one_file_with_nothing_beside_it(
    command: Machine, one: Machine, shared: Path
) -> None:
    with command.handing.alone() as token:
        claim = await begun(one, token)
        names = sorted(path.name for path in (shared / SESSION).iterdir())
        assert names == [f"1.{SESSION}.roundtable", "1.claim"]
        await claim.end([TOLD])
        assert not one.store.path(SESSION).exists()
        await command.handing.take_in(SESSION, [SESSION])
        await command.handing.forget(SESSION)
        assert not (shared / SESSION).exists()


async def test_a_hand_back_that_fails_lets_nothing_more_be_asked(
    command: Machine, one: Machine, two: Machine, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.work_folder.TRIES", ())
    with command.handing.alone() as token:
        claim = await begun(one, token)
        handed, away = shared / SESSION, shared / "away"
        handed.rename(away)
        journal = await one.store.open(SESSION)
        try:
            for _ in range(2):
                with pytest.raises(StorageError):
                    await journal.append([NewRecord(asked())])
        finally:
            await journal.close()
        away.rename(handed)
        await claim.end([TOLD])
        assert await two.handing.claim(SESSION, [SESSION], token) is not None


async def test_a_session_that_another_process_is_just_making_is_not_made_over_it(
    one: Machine,
) -> None:
    other = FileSessionStore(one.data, SystemClock())
    one.store._make_folder()
    release = one.store._lock(SESSION)
    with pytest.raises(SessionBusy):
        await other.create(SESSION, [NewRecord(created())], contested=True)
    assert not one.store.path(SESSION).exists()
    release()
    await other.create(SESSION, [NewRecord(created())], contested=True)
    assert await one.types() == ["session_created"]


def test_only_a_folder_of_its_own_makes_a_worker(command: Machine) -> None:
    with pytest.raises(InputError, match="no worker's own folder"):
        command.handing.begin_worker()
