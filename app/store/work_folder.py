"""The folder through which workers on many machines hand sessions on; files are all that they share.

Layout: `<cell>/<generation>.claim` who took it, `<cell>/<generation>.<session>.roundtable` what that one has
handed back last, `<cell>/<generation>.told` how it ended. `word`: what all workers shall do.

Rules:
- A worker writes under its own generation's names alone. A claim is made before what was handed back is read;
  a hand-back is in place before it is looked whether there is a later claim, and before a model is asked.
  So either the earlier worker sees the later claim and asks nothing, or the later one finds the call
  as under way: no two of them ask the same unknown to each other.
- A worker lives while it gives a sign now and then: its claim's time, by the clock of the file system that
  all share. Where the lock that its claim names lies on this machine, it is dead once nobody holds that.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import InputError, SessionBusy, StorageError, disk_refused
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.private import make_private, put_whole, sync_folder
from app.domain.untrusted_files import read_untrusted
from app.engine.work_queue import Told
from app.store.layout import translated
from app.store.locks import is_locked, take_lock
from app.store.merging import age, copy_whole, length
from app.store.sessions import SUFFIX, FileSessionStore

if TYPE_CHECKING:
    from filelock import BaseFileLock

COMMAND = "command"
"""The file that names the command which hands out now."""
ALIVE = "alive"
"""The file in a worker's own data folder that is locked while it lives. Only there is anything removed."""
SCRATCH = "roundtable-worker-"
"""How the name of a worker's own data folder begins."""
_SCRATCH_SECONDS = 3600.0
"""After so long, what a dead worker has left is removed: one that is just beginning has no lock yet."""
LOST_SECONDS = 60.0
"""Without a sign for so long, a worker of another machine is taken for lost."""
STUCK_SECONDS = 600.0
"""The same where it is of this machine, and there: it hangs."""
_FRESH_SECONDS = 15.0
"""The same where it was of this machine and its folder is gone."""
TRIES = (0.2, 1.0, 5.0)
"""Waits before a hand-back is tried again: file systems of a network stop for a moment."""
HANDED = frozenset(
    {
        "call_asked",
        "call_completed",
        "call_failed",
        "call_cancelled",
        "call_interrupted",
        "effect_asked",
        "effect_completed",
        "gate_opened",
        "round_closed",
        "run_halted",
        "session_finished",
    }
)
"""Records that nobody may go on from before they are handed back."""
_LARGEST_NOTE = 2**20


class FileHanding:
    """The Handing of one batch; `data`: this process's own data folder."""

    def __init__(self, root: Path, store: FileSessionStore, data: Path) -> None:
        self._root, self._store, self._data = root, store, data
        self._alive: BaseFileLock | None = None

    @contextmanager
    def alone(self) -> Iterator[str]:
        """Keep other commands from handing out of this folder, and name this one; raises SessionBusy."""
        with translated(self._root):
            make_private(self._root)
        lock = take_lock(self._root / "command.lock")
        if lock is None:
            raise SessionBusy(
                words("Another command hands out the sessions of {folder}.", folder=self._root.parent),
                words("Wait for its end, or stop it there."),
            )
        command = secrets.token_hex(8)
        try:
            with translated(self._root):
                put_whole(self._root / COMMAND, command.encode())
            yield command
        finally:
            with suppress(OSError):
                (self._root / COMMAND).unlink(missing_ok=True)
            lock.release()

    def begin_worker(self) -> None:
        alive = self._data / ALIVE
        if not alive.exists():
            raise InputError(
                words("{folder} is no worker's own folder.", folder=self._data),
                words("Run the batch without --cells: it begins its workers itself."),
            )
        self._alive = take_lock(alive)
        _clear_scratch(self._data)

    def end_worker(self) -> None:
        if self._alive is not None:
            shutil.rmtree(self._data, ignore_errors=True)

    async def claim(self, cell: SessionId, sessions: Sequence[SessionId], command: str) -> _FileClaim | None:
        """Take a cell, with its sessions as they were handed back last; None: it is not to be had."""
        assert self._alive is not None, "begin_worker comes first"
        claim = await asyncio.to_thread(self._claim, cell, sessions, command)
        if claim is not None:
            for session in sessions:
                self._store.mirror(session, claim.mirror(session))
        return claim

    def _claim(self, cell: SessionId, sessions: Sequence[SessionId], command: str) -> _FileClaim | None:
        folder = self._root / cell
        with translated(folder):
            if self._text(COMMAND) != command:
                return None
            make_private(folder)
            newest = _newest(folder)
            if newest and self._lives(folder, newest):
                return None
            about = {
                "host": socket.gethostname(),
                "alive": str(self._data / ALIVE),
                "token": secrets.token_hex(8),
            }
            claim = _FileClaim(folder, newest + 1, about["token"], sessions, self._store)
            claim.lost = newest > 0 and not _told(folder, newest).exists()
            if not _link(_claimed(folder, claim.generation), dumps(about).encode()):
                return None
            if self._text(COMMAND) != command:
                # It ended in between, and may have taken in and removed all that was here.
                _claimed(folder, claim.generation).unlink(missing_ok=True)
                return None
        for session in sessions:
            self._store.forget_file(session)
            last = _last(folder, session, claim.generation)
            if last is not None:
                try:
                    self._store.make_of(session, last)
                except StorageError:
                    # Whoever comes next must not wait for one that could not even begin.
                    with suppress(StorageError):
                        claim.give_up()
                    raise
        return claim

    async def at_work(self, cell: SessionId) -> bool:
        def look() -> bool:
            folder = self._root / cell
            with translated(folder):
                newest = _newest(folder)
                return bool(newest) and self._lives(folder, newest)

        return await asyncio.to_thread(look)

    def _lives(self, folder: Path, generation: int) -> bool:
        """Tell whether whoever has a generation may still be at work on it."""
        if _told(folder, generation).exists():
            return False
        about = _note(_claimed(folder, generation))
        alive = Path(str(about.get("alive", ""))) if isinstance(about, dict) and about.get("alive") else None
        if alive is not None and alive.is_file():
            return is_locked(alive) and age(_claimed(folder, generation), self._root) < STUCK_SECONDS
        here = isinstance(about, dict) and about.get("host") == socket.gethostname()
        return age(_claimed(folder, generation), self._root) < (_FRESH_SECONDS if here else LOST_SECONDS)

    async def generation(self, cell: SessionId) -> int:
        return await asyncio.to_thread(_newest, self._root / cell)

    async def told(self, cell: SessionId) -> Sequence[Told]:
        def look() -> Sequence[Told]:
            folder = self._root / cell
            newest = _newest(folder)
            found = _note(_told(folder, newest)) if newest else None
            return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

        return await asyncio.to_thread(look)

    async def take_in(self, cell: SessionId, sessions: Sequence[SessionId]) -> None:
        for session in sessions:
            last = await asyncio.to_thread(_last, self._root / cell, session)
            if last is not None:
                await self._store.take_in(session, last)

    async def give(self, cell: SessionId, sessions: Sequence[SessionId]) -> None:
        await asyncio.to_thread(self._give, cell, sessions)

    def _give(self, cell: SessionId, sessions: Sequence[SessionId]) -> None:
        folder, newer = self._root / cell, []
        for session in sessions:
            path, last = self._store.path(session), _last(self._root / cell, session)
            if path.exists() and (last is None or length(last) < self._store.length(session)):
                newer.append(session)
        if not newer:
            return
        with translated(folder):
            make_private(folder)
            generation = _newest(folder) + 1
            # Nobody's: who dies before it is told leaves one that is given again.
            if not _link(_claimed(folder, generation), dumps({"token": secrets.token_hex(8)}).encode()):
                raise StorageError(
                    "locked", words("{file} was taken meanwhile.", file=folder), words("Try again.")
                )
            for session in newer:
                copy_whole(self._store.path(session), _handed(folder, generation, session))
            put_whole(_told(folder, generation), b"[]")

    async def forget(self, cell: SessionId) -> None:
        await asyncio.to_thread(shutil.rmtree, self._root / cell, ignore_errors=True)

    def say(self, word: str) -> None:
        with translated(self._root):
            make_private(self._root)
            put_whole(self._root / "word", word.encode())

    def word(self) -> str:
        return self._text("word")

    def _text(self, name: str) -> str:
        try:
            return read_untrusted(self._root / name, 1000).decode()
        except (InputError, ValueError):
            return ""


class _FileClaim:
    """A worker's hold on one cell."""

    def __init__(
        self,
        folder: Path,
        generation: int,
        token: str,
        sessions: Sequence[SessionId],
        store: FileSessionStore,
    ) -> None:
        self.generation = generation
        self.lost = False
        self._folder, self._token, self._sessions, self._store = folder, token, sessions, store
        self._superseded = False

    @property
    def superseded(self) -> bool:
        """Whether somebody else was given it since."""
        return self._superseded

    def check(self) -> None:
        """Raise StorageError where somebody else was given it since."""
        if not self._superseded:
            newest = _newest(self._folder)
            about = _note(_claimed(self._folder, self.generation))
            mine = isinstance(about, dict) and about.get("token") == self._token
            self._superseded = newest != self.generation or not mine
        if self._superseded:
            raise StorageError(
                "gone",
                words("This worker was taken for lost, and its session was handed to another one."),
                words("What it had handed back before is kept; nothing that came later is mixed into it."),
            )

    def mirror(self, session: SessionId) -> _Mirror:
        """Return what hands one of its sessions back."""
        return _Mirror(self, _handed(self._folder, self.generation, session))

    async def beat(self) -> None:
        """Say that this worker lives. Never raises."""

        def touch() -> None:
            # The next hand-back tells what is wrong.
            with suppress(OSError, StorageError):
                self.check()
                os.utime(_claimed(self._folder, self.generation))

        await asyncio.to_thread(touch)

    async def end(self, told: Sequence[JsonValue]) -> None:
        """Hand everything back, say how it stands, and let go of it; raises StorageError."""
        await asyncio.to_thread(self._end, told)

    def _end(self, told: Sequence[JsonValue]) -> None:
        try:
            self.check()
            for session in self._sessions:
                path = self._store.path(session)
                if path.exists():
                    copy_whole(path, _handed(self._folder, self.generation, session))
            self.check()
            self._let_go(told)
        except StorageError:
            if not self._superseded:
                # It goes on from what was handed back before, wherever there is room.
                with suppress(StorageError):
                    self._let_go(())
            raise
        finally:
            for session in self._sessions:
                self._store.mirror(session, None)
                self._store.forget_file(session)

    def give_up(self) -> None:
        """Say that nothing came of it; raises StorageError."""
        self._let_go(())

    def _let_go(self, told: Sequence[JsonValue]) -> None:
        with translated(self._folder):
            put_whole(_told(self._folder, self.generation), dumps(list(told)).encode())


class _Mirror:
    """The HandBack of one session."""

    wants = HANDED

    def __init__(self, claim: _FileClaim, target: Path) -> None:
        self._claim, self._target = claim, target
        self._failed: StorageError | None = None

    def check(self) -> None:
        """Raise StorageError where a hand-back failed: what came since must not be built upon."""
        if self._failed is not None:
            raise self._failed

    def renew(self, content: bytes) -> None:
        try:
            self._renew(content)
        except StorageError as error:
            self._failed = error
            raise

    def _renew(self, content: bytes) -> None:
        for pause in (*TRIES, None):
            try:
                put_whole(self._target, content)
                break
            except OSError as error:
                # A folder that is gone was forgotten by the command: it has the session.
                if pause is None or not self._target.parent.is_dir():
                    raise disk_refused(
                        error,
                        words("{file} cannot be handed back: {why}.", file=self._target.name),
                        words(
                            "See that the batch's folder is there and lets you write; run the batch again."
                        ),
                    ) from error
                time.sleep(pause)
        # Only now: a claim that is made after this look is made of what is in place.
        self._claim.check()


def _clear_scratch(mine: Path) -> None:
    """Remove what workers that were killed have left beside this one's folder, once nobody asks for it."""
    for alive in mine.parent.glob(f"{SCRATCH}*/{ALIVE}"):
        with suppress(OSError):
            left = alive.parent != mine and time.time() - alive.stat().st_mtime > _SCRATCH_SECONDS
            if left and (lock := take_lock(alive)) is not None:
                shutil.rmtree(alive.parent, ignore_errors=True)
                lock.release()


def _newest(folder: Path) -> int:
    """Return the number of the last handing out, 0 where there was none."""
    try:
        # A listing, and no look for one name: a file system of a network remembers that a name was not there.
        with os.scandir(folder) as entries:
            names = [one.name for one in entries if one.name.endswith(".claim")]
    except FileNotFoundError:
        return 0
    return max(
        (int(name.partition(".")[0]) for name in names if name.partition(".")[0].isdecimal()), default=0
    )


def _last(folder: Path, session: SessionId, before: int = 10**9) -> Path | None:
    """Return what was handed back last of a session, by a handing out before one."""
    found = [
        (int(one.name.partition(".")[0]), one)
        for one in folder.glob(f"*.{session}{SUFFIX}")
        if one.name.partition(".")[0].isdecimal()
    ]
    return max(((number, one) for number, one in found if number < before), default=(0, None))[1]


def _claimed(folder: Path, generation: int) -> Path:
    return folder / f"{generation}.claim"


def _told(folder: Path, generation: int) -> Path:
    return folder / f"{generation}.told"


def _handed(folder: Path, generation: int, session: SessionId) -> Path:
    return folder / f"{generation}.{session}{SUFFIX}"


def _note(path: Path) -> object:
    """Return what a small file says, None where it says nothing."""
    try:
        return json.loads(read_untrusted(path, _LARGEST_NOTE))
    except (InputError, ValueError, OSError):
        return None


def _link(path: Path, content: bytes) -> bool:
    """Make a file with its content in one step where there is none; return whether it is ours."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            return False
        sync_folder(path.parent)
        return True
    finally:
        Path(name).unlink(missing_ok=True)
