"""All sessions, teams and settings in one file, and back from it; keys and approvals never go along."""

from __future__ import annotations

import asyncio
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import tomli_w

from app.domain.errors import (
    ImportDiffers,
    InputError,
    RoundtableError,
)
from app.domain.held_folder import HeldFolder
from app.domain.i18n import Message, words
from app.domain.ids import SessionId, is_session_id
from app.domain.private import make_private, sync_folder
from app.domain.untrusted_files import is_there, open_strange, read_untrusted
from app.services.exporting import LARGEST_IMPORT, Exporting
from app.services.parts import Parts
from app.services.writing import MAY_WRITE, unwritable, write_whole
from app.settings.options import OF_THIS_MACHINE
from app.settings.settings import NAME
from app.settings.toml_files import parsed_toml

FORMAT, VERSION = "roundtable-backup", 1
_ABOUT = "about.json"
_SESSIONS, _CONFIG, _DAMAGED = "sessions/", "config/", "damaged/"
_CONFIG_FILE = re.compile(r"(settings\.toml|(teams|templates)/[\w .-]{1,100}\.toml)", re.ASCII)
"""What of the settings goes along; not the providers and the tool servers: whom the program may call and
start, a person says here, and keys may stand in those files."""
_LARGEST_SETTING = 2**18
_MOST_MEMBERS = 100_000
_PIECE = 2**20
_UNSOUND = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What reading an archive that is damaged, encrypted or packed in an unknown way raises."""
_NEXT = words("Make the backup again, or name another file.")


@dataclass(frozen=True, slots=True)
class _BackedUp:
    """What a backup holds: so many sessions, and files of those that could not be read."""

    path: Path
    sessions: int
    damaged: Sequence[SessionId]
    missing: Sequence[tuple[str, Message]]
    """Files that no byte, or not all, could be read of, by their names in the backup, and why."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup would bring: sessions in it, and which of them are here already."""

    sessions: Sequence[SessionId]
    known: Sequence[SessionId]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was taken from a backup, and what was left as it is here."""

    taken: Sequence[SessionId]
    same: Sequence[SessionId]
    differing: Sequence[SessionId]
    """Here already, and gone on otherwise: what is here stays."""
    refused: Sequence[tuple[str, Message]]
    settings: Sequence[str]
    """Files of settings, teams and templates that were taken."""
    kept: Sequence[str]
    """Those that are here already and differ."""


class Backups:
    """Writes and reads one file of everything."""

    def __init__(self, parts: Parts, exporting: Exporting, config: Path) -> None:
        self._parts, self._exporting, self._config = parts, exporting, config

    async def write(self, path: Path) -> _BackedUp:
        """Write a new file.

        Raises InputError where there is one already, or where another folder than at the beginning lies where
        it is to be in the end, and StorageError.
        """
        ids = await self._parts.store.ids()
        damaged: list[SessionId] = []
        missing: list[tuple[str, Message]] = []
        _must_be_new(path)
        folder = HeldFolder(path.parent)
        try:
            with folder.part(path.name) as (handle, part):
                with os.fdopen(handle, "w+b") as stream:
                    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                        sound = [one for one in ids if await self._add(archive, one, damaged, missing)]
                        missing += await asyncio.to_thread(self._add_settings, archive)
                        about = {"format": FORMAT, "version": VERSION, "made_at": self._parts.clock.now()}
                        _put(archive, _ABOUT, json.dumps(about).encode())
                    await asyncio.to_thread(_bring_to_disk, stream)
                await asyncio.to_thread(folder.place, part, path.name)
            await asyncio.to_thread(sync_folder, path.parent)
        except OSError as error:
            raise unwritable(path, error, MAY_WRITE) from error
        return _BackedUp(path, len(sound), damaged, missing)

    async def _add(
        self,
        archive: zipfile.ZipFile,
        session: SessionId,
        damaged: list[SessionId],
        missing: list[tuple[str, Message]],
    ) -> bool:
        """Add a session; False: it cannot be understood, and what can be read of its files went along."""
        try:
            content = await self._exporting.content(session, "json")
        except RoundtableError:
            lost = await asyncio.to_thread(_add_files, archive, self._parts.store.path(session))
            missing += lost
            if not lost:
                damaged.append(session)
            return False
        await asyncio.to_thread(_put, archive, f"{_SESSIONS}{session}.json", content)
        return True

    def _add_settings(self, archive: zipfile.ZipFile) -> list[tuple[str, Message]]:
        """Add the settings; return those that could not be read, and why."""
        missing: list[tuple[str, Message]] = []
        for path in sorted(self._config.rglob("*.toml")):
            name = path.relative_to(self._config).as_posix()
            if _CONFIG_FILE.fullmatch(name):
                try:
                    # Whole or not at all: half a team would be taken for one when it is restored.
                    _put(archive, f"{_CONFIG}{name}", read_untrusted(path, _LARGEST_SETTING))
                except InputError as error:
                    missing.append((f"{_CONFIG}{name}", error.message))
        return missing

    async def look_into(self, path: Path) -> Contents:
        """Tell what a backup would bring; raises InputError."""
        with _opened(path) as archive:
            found = _sessions_in(archive)
        here = set(await self._parts.store.ids())
        return Contents(found, [session for session in found if session in here])

    async def restore(self, path: Path) -> Restored:
        """Take in what is not here; what is here stays as it is. Raises InputError or StorageError."""
        taken: list[SessionId] = []
        same: list[SessionId] = []
        differing: list[SessionId] = []
        refused: list[tuple[str, Message]] = []
        with _opened(path) as archive:
            here = set(await self._parts.store.ids())
            for session in _sessions_in(archive):
                name = f"{_SESSIONS}{session}.json"
                try:
                    content = await asyncio.to_thread(_content, archive, path, name, LARGEST_IMPORT)
                    found = await self._exporting.import_content(content, name)
                except ImportDiffers:
                    differing.append(session)
                    continue
                except InputError as error:
                    refused.append((name, error.message))
                    continue
                (same if found in here else taken).append(found)
            try:
                settings, kept, wrong = await asyncio.to_thread(self._restore_settings, archive, path)
            except OSError as error:
                raise unwritable(self._config, error, MAY_WRITE) from error
        return Restored(taken, same, differing, [*refused, *wrong], settings, kept)

    def _restore_settings(
        self, archive: zipfile.ZipFile, path: Path
    ) -> tuple[list[str], list[str], list[tuple[str, Message]]]:
        """Return the files that were taken, that were left as they are here, and that are no sound ones."""
        taken: list[str] = []
        kept: list[str] = []
        refused: list[tuple[str, Message]] = []
        for member in archive.namelist():
            name = member.removeprefix(_CONFIG)
            if name == member or not _CONFIG_FILE.fullmatch(name):
                continue
            target = self._config / name
            try:
                content = _content(archive, path, member, _LARGEST_SETTING)
            except InputError as error:
                refused.append((name, error.message))
                continue
            if os.path.lexists(target):
                if _differs(target, content) and _differs(target, _ours(name, content)):
                    kept.append(name)
                continue
            make_private(target.parent)
            write_whole(target, _ours(name, content))
            taken.append(name)
        return taken, kept, refused


def _ours(name: str, content: bytes) -> bytes:
    """Return settings without those that say whom anything is told: that a person says on each machine."""
    if name != NAME:
        return content
    try:
        table = parsed_toml(content, name)
    except InputError:
        # It says nothing to anybody until somebody mends it.
        return content
    kept = {key: value for key, value in table.items() if key not in OF_THIS_MACHINE}
    return content if len(kept) == len(table) else tomli_w.dumps(kept).encode()


def _differs(path: Path, content: bytes) -> bool:
    try:
        return read_untrusted(path, _LARGEST_SETTING) != content
    except InputError:
        return True


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup; raises InputError where it is none."""
    with ExitStack() as open_files:
        try:
            archive = open_files.enter_context(zipfile.ZipFile(open_files.enter_context(open_strange(path))))
            if len(archive.infolist()) > _MOST_MEMBERS:
                raise zipfile.BadZipFile
            about = json.loads(_content(archive, path, _ABOUT, _LARGEST_SETTING))
            version = about["version"] if about["format"] == FORMAT else 0
            if type(version) is not int or version < 1:
                raise zipfile.BadZipFile
        except (*_UNSOUND, KeyError, TypeError, OSError) as error:
            raise InputError(words("{file} is no backup of Roundtable.", file=path), _NEXT) from error
        if version > VERSION:
            raise InputError(
                words("{file} was written by a later version of Roundtable.", file=path),
                words("Update Roundtable and restore it again."),
            )
        yield archive


def _sessions_in(archive: zipfile.ZipFile) -> list[SessionId]:
    stems = (
        name.removeprefix(_SESSIONS).removesuffix(".json")
        for name in archive.namelist()
        if name.startswith(_SESSIONS) and name.endswith(".json")
    )
    return [SessionId(stem) for stem in dict.fromkeys(stems) if is_session_id(stem)]


def _content(archive: zipfile.ZipFile, path: Path, name: str, most: int) -> bytes:
    """Return a member of at most `most` bytes; raises InputError, and KeyError where there is none."""
    try:
        with archive.open(name) as member:
            # Not what it says of itself: what it unpacks to.
            content = member.read(most + 1)
    except (*_UNSOUND, OSError) as error:
        raise InputError(words("{file}: {name} is damaged.", file=path, name=name), _NEXT) from error
    if len(content) > most:
        raise InputError(
            words("{file}: {name} is larger than {limit} KB.", file=path, name=name, limit=most // 2**10),
            _NEXT,
        )
    return content


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file without a date of its own: a clock may show one that no archive can bear."""
    archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def _add_files(archive: zipfile.ZipFile, path: Path) -> list[tuple[str, Message]]:
    """Add a session's files as they are; return those that could not be read to their end, and why."""
    found: list[tuple[str, Message]] = []
    for one in (path, path.with_name(f"{path.name}-wal")):
        if os.path.lexists(one):
            name = f"{_DAMAGED}{one.name}"
            why = _add_file(archive, one, name)
            found += [(name, why)] if why is not None else []
    return found


def _add_file(archive: zipfile.ZipFile, path: Path, name: str) -> Message | None:
    """Add what can be read of a file; return why that is not all. Raises OSError of the backup's own disk."""
    try:
        source = open_strange(path)
    except InputError as error:
        return error.message
    with source, archive.open(name, "w", force_zip64=True) as target:
        while True:
            try:
                piece = source.read(_PIECE)
            except OSError as error:
                why = error.strerror or str(error)
                return words("{file} cannot be read: {why}.", file=path, why=why)
            if not piece:
                return None
            target.write(piece)


def _must_be_new(path: Path) -> None:
    """Raise InputError where there is a file already."""
    if is_there(path):
        raise InputError(
            words("There is a file {file} already.", file=path),
            words("Name a new one: a backup never replaces another."),
        )


def _bring_to_disk(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())
