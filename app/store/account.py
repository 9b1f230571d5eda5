"""The account of a batch's folder: what all commands, workers and machines at it have spent and hold back.

Rules:
- Every change is a line that is appended under a lock; whoever looks reads on from where they were. A line
  that a crash cut off is taken away by the next one who writes.
- What is held belongs to a process that lives: it keeps a file locked, and touches it now and then. What a
  dead one held is settled by what the session's own journal says, in the data folder that it was moved in.
- A session is known by its id and the moment it was created at: a copy of it counts once, wherever it lies.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from app.domain.canonical import dumps
from app.domain.errors import InputError, StorageError, disk_refused
from app.domain.held_folder import HeldFolder
from app.domain.i18n import words
from app.domain.private import make_private
from app.domain.untrusted_files import read_untrusted
from app.engine.ledger import Ledger, Line
from app.store.locks import is_locked
from app.store.merging import age

T = TypeVar("T")
LOST_SECONDS = 60.0
"""Without a sign for so long, a process of another machine is taken for dead."""
PATIENCE = 60.0
"""Seconds that the account is waited for: it is locked for moments only."""
_LARGEST_NOTE = 2**16


class FolderAccount(Ledger):
    """The ledger that all who move sessions of one folder share. `data`: this process's own data folder."""

    def __init__(self, held: HeldFolder, data: Path, scope: Collection[str] | None = None) -> None:
        super().__init__(scope)
        self._held, folder = held, held.path
        self._log, self._owners, self._data = folder / "account.jsonl", folder / "account", data
        self._place = ""
        self.owner, self._at = secrets.token_hex(8), 0
        self._dead: set[str] = set()
        self._lock = _lock(folder / "account.lock", PATIENCE)
        self._alive = _lock(self._owners / self.owner, 0)

    def open(self) -> None:
        """Say that this process lives, and read what there is; raises InputError, StorageError."""
        self._held.check()
        try:
            make_private(self._owners)
            # Who is first there must call it as all others do.
            make_private(self._data)
            # The data folder's name on the machines that see a batch's folder.
            self._place = f"{os.path.realpath(self._data)}:{self._data.stat().st_ino}"
            self._alive.acquire()
            about = {"host": socket.gethostname(), "place": self._place}
            (self._owners / f"{self.owner}.json").write_text(dumps(about), encoding="utf-8")
        except OSError as error:
            raise _unusable(self._owners, error) from error
        self.change(lambda: None)

    def beat(self) -> None:
        """Say that this process still lives. Never raises."""
        with suppress(OSError):
            os.utime(self._owners / self.owner)

    def close(self) -> None:
        """Say that this process is at an end; what it still holds is settled by others."""
        self._alive.release()
        if any(owner == self.owner for _, owner in self.held):
            return
        for name in (self.owner, f"{self.owner}.json"):
            with suppress(OSError):
                (self._owners / name).unlink(missing_ok=True)

    def change(self, does: Callable[[], T]) -> T:
        """Look and write as one step, one process after the other.

        Raises InputError where another folder lies in the place of the batch's, StorageError.
        """
        self._held.check()
        try:
            with self._lock:
                self._read()
                return does()
        except Timeout as error:
            raise StorageError(
                "locked",
                words("The account of the batch, {file}, stays locked.", file=self._log),
                words("See which process holds it, end that one, and try again."),
            ) from error
        except OSError as error:
            raise _unusable(self._log, error) from error

    def write(self, *lines: Line) -> None:
        """Append lines; whoever reads sees all of them or none that matters before another."""
        content = "".join(f"{dumps(line)}\n" for line in lines).encode()
        with self._log.open("ab") as stream:
            if stream.tell() != self._at:
                # What a crash cut off.
                stream.truncate(self._at)
            stream.write(content)
        self._at += len(content)
        super().write(*lines)

    def _read(self) -> None:
        try:
            with self._log.open("rb") as stream:
                size = stream.seek(0, os.SEEK_END)
                if size < self._at:
                    # Somebody removed it: what is known stays known, and is written anew as it grows.
                    self._at, self.held = 0, {}
                stream.seek(self._at)
                found = stream.read()
        except FileNotFoundError:
            self._at, self.held = 0, {}
            return
        whole = found[: found.rfind(b"\n") + 1]
        self._at += len(whole)
        for line in whole.splitlines():
            # It may lie where others write, too: what is no line of ours says nothing.
            with suppress(ValueError, KeyError, TypeError, OverflowError):
                self._take(json.loads(line))

    def dead(self) -> list[tuple[str, str, bool]]:
        """Return what dead processes held: session, owner, and whether it was moved in this data folder."""
        owners = {owner for _, owner in self.held} - {self.owner}
        self._dead |= {owner for owner in owners - self._dead if not self._lives(owner)}
        here = {owner: self._about(owner).get("place") == self._place for owner in owners & self._dead}
        return [(session, owner, here[owner]) for session, owner in self.held if owner in here]

    def _about(self, owner: str) -> Mapping[str, Any]:
        try:
            found = json.loads(read_untrusted(self._owners / f"{owner}.json", _LARGEST_NOTE))
        except (InputError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _lives(self, owner: str) -> bool:
        path = self._owners / owner
        if not path.name.isalnum() or not path.is_file():
            return False
        if is_locked(path):
            return True
        # A lock may not reach to another machine: there its owner lives while it gives a sign.
        return (
            self._about(owner).get("host") != socket.gethostname() and age(path, self._owners) < LOST_SECONDS
        )


def _lock(path: Path, patience: float) -> FileLock:
    return FileLock(str(path), timeout=patience, mode=0o600, thread_local=False, poll_interval=0.005)


def _unusable(path: Path, error: OSError) -> StorageError:
    return disk_refused(
        error,
        words("The account of the batch, {file}, cannot be kept: {why}.", file=path),
        words("See that the batch's folder is there and lets you write; run the batch again."),
    )
