"""Folders that nobody else may look into, and files that are on the disk whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path


def sync_folder(folder: Path | str, within: int | None = None) -> None:
    """Bring a folder's names onto the disk, where it may be read and the system can. Raises OSError.

    `within`: the folder opened that its name is relative to.
    """
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY, dir_fd=within)
    except PermissionError:
        # It may be written to and not be read: what was put there is there.
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL
for _flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
    _NEW |= getattr(os, _flag, 0)
"""A file that was not there: what `tempfile` opens one with."""
_PRIVATE = 0o700
DEEPEST = 4
"""Levels below a folder of the program that it makes folders in: `runs/<run>/logs`, and one to spare."""


def make_private(path: Path) -> None:
    """Make a folder, and every one above it that is not there yet, for this user alone; raises OSError.

    `Path.mkdir` gives its mode to the last one only.
    """
    missing: list[Path] = []
    at = path
    while not at.is_dir() and at != at.parent:
        missing.append(at)
        at = at.parent
    for folder in reversed(missing):
        folder.mkdir(mode=_PRIVATE, exist_ok=True)
        # What is synced in a folder is lost with it where the power goes before its own name is on the disk.
        sync_folder(folder.parent)


def new_part(target: Path, within: int | None = None) -> tuple[int, str]:
    """Make an empty file beside one that is to be, for this user alone; return it open, and its name.

    `within`: the folder opened, which the name is then relative to. Raises OSError.
    """
    while True:
        name = f".{target.name[:60]}.{secrets.token_hex(4)}.part"
        part = name if within is not None else str(target.with_name(name))
        with suppress(FileExistsError):
            return os.open(part, _NEW, 0o600, dir_fd=within), part


def put_whole(target: Path, content: bytes, within: int | None = None) -> None:
    """Give a file its content in one step, on the disk before it is seen; `within` as in `new_part`.

    Raises OSError.
    """
    handle, part = new_part(target, within)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        name = target.name if within is not None else str(target)
        os.replace(part, name, src_dir_fd=within, dst_dir_fd=within)
    except BaseException:
        # A disk that has just failed may fail here too: what went wrong first is told.
        with suppress(OSError):
            os.unlink(part, dir_fd=within)
        raise
    sync_folder(target.parent)


def put_new(target: Path, content: bytes, within: int | None = None) -> None:
    """Make a file that was not there, for this user alone, with its content on the disk.

    `within`: the folder opened that its path is relative to. Raises OSError.
    """
    with os.fdopen(os.open(target, _NEW, 0o600, dir_fd=within), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def tighten(root: Path, own: Collection[str]) -> None:
    """Close a folder of the program, and those in it, that an earlier version left open to others.

    `own`: how the names of what the program keeps there begin. A folder that holds anything else is shared
    by the person's wish (or is a home folder): it is left as it is, and so is what is no folder of ours.
    """
    if os.name == "nt":
        return
    with suppress(OSError):
        with os.scandir(root) as found:
            entries = list(found)
        ours = [entry for entry in entries if entry.name.startswith(tuple(own))]
        for entry in ours:
            if entry.is_dir(follow_symlinks=False) and _is_open(Path(entry.path)):
                _close(Path(entry.path), DEEPEST)
        if len(ours) == len(entries):
            _shut(root)


def _close(folder: Path, levels: int) -> None:
    """Close what is inside first: while a folder is open, it is not yet done; no link is followed."""
    if levels > 1:
        with os.scandir(folder) as inside:
            for entry in inside:
                if entry.is_dir(follow_symlinks=False):
                    _close(Path(entry.path), levels - 1)
    _shut(folder)


def _shut(folder: Path) -> None:
    """Take from others what they may do; what this user may not do stays so."""
    if _is_open(folder):
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) & _PRIVATE)


def _is_open(folder: Path) -> bool:
    """Tell whether others may look into a folder of this user's that nobody shares on purpose."""
    found = folder.stat()
    return bool(found.st_mode & 0o077) and not found.st_mode & stat.S_ISVTX and found.st_uid == os.getuid()
