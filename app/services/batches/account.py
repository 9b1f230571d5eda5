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
import tempfile
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import InputError, StorageError, storage_reason
from app.domain.i18n import words
from app.domain.private import make_private
from app.domain.strange_files import read_strange

if TYPE_CHECKING:
    from filelock import BaseFileLock

T = TypeVar("T")
LOST_SECONDS = 60.0
"""Without a sign for so long, a process of another machine is taken for dead."""
PATIENCE = 60.0
"""Seconds that the account is waited for: it is locked for moments only."""
_LARGEST_NOTE = 2**16


@dataclass(frozen=True, slots=True)
class Held:
    """What is held back for a session, which is the most it may use from here on; None: nothing limits it."""

    cost: float | None
    tokens: int | None


Line = dict[str, JsonValue]


class Ledger:
    """What sessions have come to and what is held for them, of this process alone.

    `scope`: the sessions that count; None: all.
    """

    def __init__(self, scope: Collection[str] | None = None) -> None:
        self.owner = ""
        self.held: dict[tuple[str, str], Held] = {}
        """By the session and who holds it."""
        self.cost, self.tokens = 0.0, 0
        self._spent: dict[tuple[str, int], tuple[float, int]] = {}
        self._scope = scope

    def in_scope(self) -> dict[tuple[str, str], Held]:
        """Return what is held for the sessions that count, by session and owner."""
        return {key: held for key, held in self.held.items() if self._counts(key[0])}

    def _counts(self, session: str) -> bool:
        return self._scope is None or session in self._scope

    def spend(self, session: str, born: int, cost: float, tokens: int) -> bool:
        """Take in what a session has come to; return whether it is more than was known."""
        before = self._spent.get((session, born), (0.0, 0))
        now = max(before[0], cost), max(before[1], tokens)
        if now == before:
            return False
        self._spent[session, born] = now
        if self._counts(session):
            self.cost += now[0] - before[0]
            self.tokens += now[1] - before[1]
        return True

    def change(self, does: Callable[[], T]) -> T:
        """Look and write as one step; raises StorageError."""
        return does()

    def write(self, *lines: Line) -> None:
        """Take in lines, as one step; called within `change` alone."""
        for line in lines:
            self._take(line)

    def dead(self) -> list[tuple[str, str, bool]]:
        """Return what dead processes held: session, owner, and whether it was moved in this data folder."""
        return []

    def _take(self, line: Mapping[str, Any]) -> None:
        if "hold" in line:
            cost, tokens = line["cost"], line["tokens"]
            self.held[str(line["hold"]), str(line["by"])] = Held(
                None if cost is None else _amount(cost), None if tokens is None else int(_amount(tokens))
            )
        elif "free" in line:
            self.held.pop((str(line["free"]), str(line["by"])), None)
        elif "spent" in line:
            cost, tokens = _amount(line["cost"]), int(_amount(line["tokens"]))
            self.spend(str(line["spent"]), int(line["born"]), cost, tokens)


class FolderAccount(Ledger):
    """The same, shared by all who move sessions of one folder. `place`: names this data folder."""

    def __init__(self, folder: Path, place: str, scope: Collection[str] | None = None) -> None:
        super().__init__(scope)
        self._log, self._owners, self._place = folder / "account.jsonl", folder / "account", place
        self.owner, self._at = secrets.token_hex(8), 0
        self._dead: set[str] = set()
        self._lock = _lock(folder / "account.lock", PATIENCE)
        self._alive = _lock(self._owners / self.owner, 0)

    def open(self) -> None:
        """Say that this process lives, and read what there is; raises StorageError."""
        try:
            make_private(self._owners)
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
        """Look and write as one step, one process after the other; raises StorageError."""
        from filelock import Timeout

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
        here = {owner: self._place_of(owner) == self._place for owner in owners if self._is_dead(owner)}
        return [(session, owner, here[owner]) for session, owner in self.held if owner in here]

    def _place_of(self, owner: str) -> str:
        return str(self._about(owner).get("place", ""))

    def _about(self, owner: str) -> Mapping[str, Any]:
        try:
            found = json.loads(read_strange(self._owners / f"{owner}.json", _LARGEST_NOTE))
        except (InputError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _is_dead(self, owner: str) -> bool:
        if owner not in self._dead and not self._lives(owner):
            self._dead.add(owner)
        return owner in self._dead

    def _lives(self, owner: str) -> bool:
        from filelock import Timeout

        path = self._owners / owner
        if not path.name.isalnum() or not path.is_file():
            return False
        lock = _lock(path, 0)
        try:
            lock.acquire()
        except Timeout:
            return True
        lock.release()
        # A lock may not reach to another machine: there its owner lives while it gives a sign.
        return self._about(owner).get("host") != socket.gethostname() and self._age(path) < LOST_SECONDS

    def _age(self, path: Path) -> float:
        """Return how long ago a file was touched, by the clock of the file system that it lies on."""
        handle, name = tempfile.mkstemp(dir=self._owners, prefix=".now-")
        os.close(handle)
        try:
            return Path(name).stat().st_mtime - path.stat().st_mtime
        finally:
            Path(name).unlink(missing_ok=True)


def place_of(folder: Path) -> str:
    """Return what names a data folder on the machines that see a batch's folder."""
    with suppress(OSError):
        # Who is first there must call it as all others do.
        make_private(folder)
        return f"{os.path.realpath(folder)}:{folder.stat().st_ino}"
    return os.path.realpath(folder)


def _amount(value: Any) -> float:
    number = float(value)
    if not isfinite(number) or number < 0:
        raise ValueError("no amount")
    return number


def _lock(path: Path, patience: float) -> BaseFileLock:
    # Late for start-up cost: only a batch under a limit needs one.
    from filelock import FileLock

    return FileLock(str(path), timeout=patience, mode=0o600, thread_local=False, poll_interval=0.005)


def _unusable(path: Path, error: OSError) -> StorageError:
    return StorageError(
        storage_reason(error),
        words(
            "The account of the batch, {file}, cannot be kept: {why}.",
            file=path,
            why=error.strerror or str(error),
        ),
        words("See that the batch's folder is there and lets you write; run the batch again."),
    )
