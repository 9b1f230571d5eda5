"""What a disk may hold after the power went: built from a log of what a program wrote to it.

What was synced is there. Of what was not, a file has a prefix of its writes, the last of them torn at a
sector; a folder has a prefix of the names that were made, moved and removed in it. A file that moves from one
folder to another does so at once. This is less than what common file systems keep.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.canonical import digest
from app.domain.errors import StorageError
from app.store.layout import check, connect_to_read
from app.store.packing import Bodies

SECTOR = 512


def digest_of(*parts: object) -> str:
    """Return what tells a record from another one."""
    return digest(json.dumps(parts))


@dataclass(frozen=True, slots=True)
class Call:
    """A line of the log; see power_library.c."""

    kind: str
    inode: int
    at: int
    path: str
    target: str
    content: bytes


def calls_of(log: Path) -> list[Call]:
    """Read a log."""
    found, content, at = [], log.read_bytes(), 0
    while at < len(content):
        end = content.index(b"\n", at)
        kind, inode, place, size, path, target = content[at:end].decode().split("\t")
        at = end + 1 + int(size)
        found.append(Call(kind, int(inode), int(place), path, target, content[end + 1 : at]))
    return found


@dataclass(slots=True)
class File:
    """A file: what is on the disk of it, and what was written since it was synced."""

    content: bytearray = field(default_factory=bytearray)
    unsynced: list[tuple[int, bytes | None]] = field(default_factory=list)
    """(offset, bytes); (size, None) where it was cut or grown."""

    def sync(self) -> None:
        """Put all of it on the disk."""
        for one in self.unsynced:
            _write(self.content, *one)
        self.unsynced = []

    def after_loss(self, chance: random.Random) -> bytes:
        """Return what is left of it."""
        left, kept = bytearray(self.content), chance.randint(0, len(self.unsynced))
        for one in self.unsynced[:kept]:
            _write(left, *one)
        if kept < len(self.unsynced) and chance.random() < 0.5:
            at, torn = self.unsynced[kept]
            if torn is not None:
                _write(left, at, torn[: chance.randrange(0, len(torn) + 1, SECTOR)])
        return bytes(left)


def _write(content: bytearray, at: int, written: bytes | None) -> None:
    if written is None:
        del content[at:]
        content.extend(bytes(at - len(content)))
        return
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(written)] = written


@dataclass(slots=True, eq=False)
class Naming:
    """A name that came or went: (path, file), None where it went; a move is two of them."""

    changes: list[tuple[str, File | None]]
    synced: bool = False


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


class Disk:
    """Follows a log."""

    def __init__(self) -> None:
        self._files: dict[int, File] = {}
        self._names: dict[str, File] = {}
        """As the program sees them."""
        self._kept: dict[str, File] = {}
        """As they are on the disk."""
        self._unsynced: list[Naming] = []
        self._folders: set[str] = set()
        """Folders that were made; those that were there before stay."""

    def follow(self, call: Call) -> None:
        """Take in a call."""
        match call.kind:
            case "C":
                file = self._files[call.inode] = File()
                self._name((call.path, file))
            case "O":
                self._files[call.inode].unsynced.append((0, None))
            case "W":
                self._files[call.inode].unsynced.append((call.at, call.content))
            case "T":
                self._files[call.inode].unsynced.append((call.at, None))
            case "S" if call.at:
                self._sync_folder(call.path)
            case "S":
                self._files[call.inode].sync()
            case "R":
                self._name((call.path, None), (call.target, self._names[call.path]))
            case "U":
                self._name((call.path, None))
            case "M":
                self._folders.add(call.path)
                self._name((call.path, File()))
            case _:
                raise ValueError(f"the log has a call of an unknown kind: {call.kind}")

    def _name(self, *changes: tuple[str, File | None]) -> None:
        for path, file in changes:
            _rename(self._names, path, file)
        self._unsynced.append(Naming(list(changes)))

    def _sync_folder(self, folder: str) -> None:
        for naming in self._unsynced:
            if any(_folder(path) == folder for path, _ in naming.changes):
                _apply(self._kept, naming)
                naming.synced = True
        self._unsynced = [naming for naming in self._unsynced if not naming.synced]

    def after_loss(self, chance: random.Random) -> Iterator[tuple[str, bytes]]:
        """Yield the files that are left, by their paths."""
        folders = {_folder(path) for naming in self._unsynced for path, _ in naming.changes}
        kept = set[Naming]()
        for folder in sorted(folders):
            here = [n for n in self._unsynced if any(_folder(path) == folder for path, _ in n.changes)]
            kept.update(here[: chance.randint(0, len(here))])
        names = dict(self._kept)
        for naming in self._unsynced:
            if naming in kept:
                _apply(names, naming)
        gone = tuple(f"{folder}/" for folder in self._folders - names.keys())
        for path, file in names.items():
            if path not in self._folders and not path.startswith(gone):
                yield path, file.after_loss(chance)


def _apply(names: dict[str, File], naming: Naming) -> None:
    for path, file in naming.changes:
        _rename(names, path, file)


def _rename(names: dict[str, File], path: str, file: File | None) -> None:
    if file is not None:
        names[path] = file
    else:
        names.pop(path, None)


# --- what must be there ------------------------------------------------------------------------------


class Promised:
    """What a program has acknowledged."""

    def __init__(self) -> None:
        self.records: dict[str, dict[str, str]] = {}
        """Digests of records by seq, by session."""
        self.leaving: set[str] = set()
        """Sessions that may be in the trash."""
        self.files: dict[str, list[str]] = {}
        """Digests of what was written to a file, the newest last."""

    def take(self, mark: dict[str, object]) -> None:
        """Take in a mark."""
        session = str(mark.get("session", ""))
        match mark["kind"]:
            case "records" | "there":
                assert isinstance(mark["records"], dict)
                self.records.setdefault(session, {}).update(mark["records"])
                if mark["kind"] == "there":
                    self.leaving.discard(session)
            case "leaving":
                self.leaving.add(session)
            case "file":
                self.files.setdefault(str(mark["path"]), []).append(str(mark["digest"]))

    def missing(self, root: Path) -> list[str]:
        """Return what a folder lacks of it, or holds damaged."""
        problems, found = [], dict[str, dict[str, str]]()
        for folder in ("sessions", "trash"):
            for path in sorted((root / folder).glob("*.roundtable")):
                try:
                    found[path.stem] = _records(path)
                except (StorageError, sqlite3.Error, ValueError) as error:
                    problems.append(f"{folder}/{path.name}: {error}")
                if folder == "trash" and path.stem not in self.leaving:
                    problems.append(f"{path.stem} is in the trash")
        for session, records in self.records.items():
            there = found.get(session, {})
            lost = [seq for seq, value in records.items() if there.get(seq) != value]
            if lost:
                problems.append(f"{session}: records {lost} of {len(records)} are lost")
        for name, digests in self.files.items():
            path = root / Path(name).name
            # While it was written anew either was there.
            if not path.exists() or digest(path.read_text()) not in digests[-1:]:
                problems.append(f"{path.name} is not what was written")
        return problems


def _records(path: Path) -> dict[str, str]:
    """Return the digests of a session's records; raises what refuses it."""
    with closing(connect_to_read(path)) as db:
        check(db, path)

        def text_of(name: str) -> str:
            text = str(db.execute("SELECT text FROM blobs WHERE hash = ?", (name,)).fetchone()[0])
            if digest(text) != name:
                raise ValueError(f"the text {name} is another one")
            return text

        bodies, found = Bodies(text_of), {}
        for seq, at, entry, round_, type_, body in db.execute(
            "SELECT seq, at, entry, round, type, body FROM records ORDER BY seq"
        ):
            bodies.load(body)
            found[str(seq)] = digest_of(seq, at, entry, round_, type_, body)
    if not found:
        raise ValueError("an empty session")
    return found
