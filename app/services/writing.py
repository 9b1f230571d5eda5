"""Writing files for a person: whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from app.domain.errors import Bug, InputError, StorageError, disk_refused
from app.domain.held_folder import HeldFolder
from app.domain.i18n import Message, words
from app.domain.untrusted_files import is_there

LONGEST_NAME = 200
"""Bytes of one step of a path: every file system takes 255, and a part's name is longer."""
_ELSEWHERE = words("Choose another place, or free some space, and try again.")
_DATABASE = b"SQLite format 3\x00"
_DATABASES = (_DATABASE, b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
"""How a database begins, its log and its journal; source: sqlite.org/fileformat2.html."""
MAY_WRITE = words("Give yourself write permission for the folder, and free some space.")


def write_whole(path: Path, content: bytes, folder: HeldFolder | None = None) -> None:
    """Write a file through a temporary one beside it. Raises StorageError; an older file then stays.

    `folder`: the one that it lies in, where that was opened before. Raises InputError where another one lies
    in its place, and where something else than a file is at `path`: it would be replaced by one.
    """
    _check_replaceable(path)
    try:
        (folder or HeldFolder(path.parent)).put(path.name, content)
    except OSError as error:
        raise unwritable(path, error) from error


def _check_replaceable(path: Path) -> None:
    """Raise InputError where there is something at a path that is no file."""
    try:
        # A link may lead to what is printed to, which has the kind of whatever that is.
        is_open = path.is_symlink() and path.readlink().is_relative_to("/proc")
        kind = path.stat().st_mode
        database = stat.S_ISREG(kind) and _is_database(path)
    except OSError:
        # There is nothing yet; or writing tells why it cannot be.
        return
    if stat.S_ISDIR(kind):
        raise InputError(
            words("{file} is a folder, not a file.", file=path), words("Name a file in it, or another one.")
        )
    if database:
        raise InputError(
            words("{file} is a session or another database; it would be replaced.", file=path),
            words("Name another file."),
        )
    if is_open or not stat.S_ISREG(kind):
        raise InputError(
            words("{file} is a pipe or a device, not a file; it would be replaced by one.", file=path),
            words("Name a file, or print to standard output with -o - where the command can."),
        )


def _is_database(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_DATABASE)).startswith(_DATABASES)


def write_folder(path: Path, files: Mapping[str, bytes], folder: HeldFolder | None = None) -> None:
    """Write a new folder of files through a temporary one beside it.

    `files`: by their paths in the folder, with `/`; `folder`: as in `write_whole`. Raises InputError where
    there is something at `path` already, StorageError for the disk, and Bug for a name that leads out of the
    folder.
    """
    _check(files)
    _must_be_free(path)
    try:
        (folder or HeldFolder(path.parent)).put_folder(path.name, files)
    except OSError as error:
        raise unwritable(path, error) from error


def _must_be_free(path: Path) -> None:
    try:
        free = not os.path.lexists(path) or (
            not path.is_symlink() and path.is_dir() and not any(path.iterdir())
        )
    except OSError as error:
        raise unwritable(path, error) from error
    if not free:
        raise InputError(
            words("There is something at {file} already, and nothing of it is replaced.", file=path),
            words("Name a folder that is not there yet."),
        )


def make_folder(path: Path) -> None:
    """Make a folder where there is none. Raises StorageError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error


def _check(files: Mapping[str, bytes]) -> None:
    if not files:
        raise InputError(
            words("There is nothing to export in this form yet."),
            words("Go on with the session first, or choose another form."),
        )
    taken: dict[str, str] = {}
    for name in files:
        for step in (steps := name.split("/")):
            wrong = step in ("", ".", "..") or not step.isprintable() or set(step) & set('<>:"\\|?*')
            if wrong or step[-1] in " ." or len(step.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
                raise Bug(f"an export names a file {name!r}; no system would take it")
        # Some systems keep one file for two names that differ in their capitals alone.
        if taken.setdefault("/".join(steps).casefold(), name) != name:
            raise Bug(f"an export names two files {name!r} that differ in capitals alone")


def unwritable(path: Path, error: OSError, step: Message = _ELSEWHERE) -> StorageError:
    """Return what is told of a place that cannot be written to; `step`: what helps where it is at fault."""
    return disk_refused(error, words("{file} cannot be written: {why}.", file=path), step)


# --- names that every file system takes -----------------------------------------------------------------


_LONGEST_STEM = 60
"""Characters of a name, without its ending."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows has for devices."""


def file_stem(title: str) -> str:
    """Return a name that every file system takes."""
    line = " ".join(title.split())[: _LONGEST_STEM + 20]
    safe = "".join(c if c.isalnum() or c in "-_()" else " " for c in line)
    whole = " ".join(safe.split())
    stem = whole[:_LONGEST_STEM].strip() or "session"
    if whole[len(stem) : len(stem) + 1].strip():
        # No word is cut in two, where there is one to end with before it.
        stem = stem.rpartition(" ")[0] or stem
    return f"{stem} session" if _DEVICES.fullmatch(stem) else stem


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return a path at which there is nothing yet; `suffix` without the dot, empty for a folder."""
    ending = f".{suffix}" if suffix else ""
    path, number = folder / f"{stem}{ending}", 2
    while is_there(path):
        path, number = folder / f"{stem} ({number}){ending}", number + 1
    return path
