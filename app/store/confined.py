"""Confined access to a folder: no link is followed, no `..`, and only regular files are opened.

Rules:
- Where the system knows it (Linux, macOS), each step of a path is opened relative to the one before and
  without following links: who swaps a folder for a link in between gets an error, not a way out.
- Elsewhere each step is looked at before the file is opened.
- The folder itself is what it was when it was opened, told by its number: another one that is put in its
  place, or a link, is refused.
- A file is replaced through a temporary one beside it, flushed: a reader sees the old or the new one whole.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal

from app.domain.crashpoint import reach
from app.domain.errors import InputError
from app.domain.held_folder import RELATIVE, not_the_same
from app.domain.i18n import words
from app.engine.folders import OpenedFolder

LONGEST_PATH = 4096
_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""A pipe that nobody writes to must not be waited for."""
_numbers = count()
_PART = re.compile(r"(.*\.)\d+-\d+\.part", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """What lies in the folder. `kind`: what it is by itself, links not followed."""

    path: str
    kind: Literal["file", "folder", "link", "special"]
    size: int = 0
    executable: bool = False


def steps_of(path: str) -> tuple[str, ...]:
    """Return the steps of a path inside a folder. Raises InputError for one that leads out of it."""
    steps = [step for step in path.split("/") if step not in ("", ".")]
    wrong = path.startswith("/") or ".." in steps or "\0" in path or len(path) > LONGEST_PATH
    if os.name == "nt":
        # Another drive, a stream of a file, or the other sign between steps.
        wrong = wrong or "\\" in path or ":" in path
    if wrong:
        raise InputError(
            words("“{file}” is not inside the folder.", file=path[:200].replace("\0", "")),
            words("Name a file by its path in the folder."),
        )
    if not steps:
        raise InputError(words("No file is named."), words("Name a file by its path in the folder."))
    return tuple(steps)


class Confined:
    """Reading and writing beneath one folder; raises OSError, and InputError for paths that lead out."""

    def __init__(self, folder: Path | OpenedFolder) -> None:
        """`folder` as it was opened, else as its name leads to it now; raises InputError as `check` does."""
        opened = folder if isinstance(folder, OpenedFolder) else OpenedFolder(Path(os.path.realpath(folder)))
        # The person chose it, perhaps by a link: from here on none is followed.
        self.root, self._number = opened.path, opened.number
        self._seen: tuple[int, int] | None = None
        """The disk and the number of the folder, once it was opened."""
        if os.path.realpath(self.root) != str(self.root):
            raise _replaced(self.root)

    def check(self) -> None:
        """Raise InputError where the folder is another one than when it was opened, OSError where none is."""
        with self._folder((), ""):
            pass

    def read(self, path: str, most: int) -> bytes:
        """Return a file's bytes; raises InputError for a link, a special file or one larger than `most`."""
        *above, name = steps_of(path)
        with self._folder(above, path) as (folder, inside):
            try:
                handle = os.open(inside(name), _READ | _NO_LINK | _AT_ONCE, dir_fd=folder)
            except OSError as error:
                raise _refused(error, path) from error
            try:
                found = os.fstat(handle)
                if not stat.S_ISREG(found.st_mode):
                    raise _no_file(path)
                if found.st_size > most:
                    raise _too_large(path, most)
                # It stays open here: a folder cannot be made a stream, and nobody would close it then.
                with os.fdopen(handle, "rb", closefd=False) as stream:
                    content = stream.read(most + 1)
            finally:
                os.close(handle)
        if len(content) > most:
            # It grew, or told no size.
            raise _too_large(path, most)
        return content

    def stat(self, path: str) -> os.stat_result | None:
        """Return what is known of a file, links not followed; None: there is none."""
        *above, name = steps_of(path)
        try:
            with self._folder(above, path) as (folder, inside):
                return os.stat(inside(name), dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def write(self, path: str, content: bytes) -> None:
        """Write a file whole, making the folders above it; a file that is replaced keeps its mode."""
        *above, name = steps_of(path)
        with self._folder(above, path, make=True) as (folder, inside):
            try:
                there: os.stat_result | None = os.stat(inside(name), dir_fd=folder, follow_symlinks=False)
            except FileNotFoundError:
                there = None
            if there is not None and not stat.S_ISREG(there.st_mode):
                raise _no_file(path)
            part = f"{_part_of(name)}{os.getpid()}-{next(_numbers)}.part"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
            handle = os.open(inside(part), flags, 0o666, dir_fd=folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    if there is not None and hasattr(os, "fchmod"):
                        os.fchmod(stream.fileno(), stat.S_IMODE(there.st_mode))
                    os.fsync(stream.fileno())
                reach("confined.part.written")
                os.replace(inside(part), inside(name), src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                with suppress(OSError):
                    os.unlink(inside(part), dir_fd=folder)
                raise
            if folder is not None:
                os.fsync(folder)

    def clear(self, path: str) -> None:
        """Remove the temporary files that writes of a file left when they were killed.

        To be called by who knows that nobody else is writing it.
        """
        *above, name = steps_of(path)
        for entry in list(self.entries("/".join(above))):
            found = _PART.fullmatch(entry.path.rpartition("/")[2])
            if entry.kind == "file" and found and found[1] == _part_of(name):
                self.remove(entry.path)

    def remove(self, path: str) -> None:
        """Remove a file, where there is one, and the folders above it that are empty then."""
        steps = steps_of(path)
        with suppress(FileNotFoundError), self._folder(steps[:-1], path) as (folder, inside):
            there = os.stat(inside(steps[-1]), dir_fd=folder, follow_symlinks=False)
            if not stat.S_ISREG(there.st_mode):
                raise _no_file(path)
            os.unlink(inside(steps[-1]), dir_fd=folder)
            if folder is not None:
                os.fsync(folder)
        for depth in range(len(steps) - 1, 0, -1):
            try:
                with self._folder(steps[: depth - 1], path) as (folder, inside):
                    os.rmdir(inside(steps[depth - 1]), dir_fd=folder)
            except OSError:
                return

    def entries(self, path: str = "") -> Iterator[Entry]:
        """Yield what lies in a folder, unsorted; nothing for one that is not there."""
        above = steps_of(path) if path else ()
        try:
            with (
                self._folder(above, path) as (folder, inside),
                # A number in place of a name: what is listed is what was opened.
                os.scandir(inside("") if folder is None else folder) as found,
            ):
                for entry in found:
                    yield _entry(entry, path)
        except (FileNotFoundError, NotADirectoryError):
            return

    @contextmanager
    def _folder(
        self, steps: Iterable[str], path: str, *, make: bool = False
    ) -> Iterator[tuple[int | None, _Inside]]:
        """Open the folder at the end of `steps`; yield its number, and how a name in it is written."""
        names = tuple(steps)
        if not RELATIVE:
            yield None, _Inside(self._looked_at(names, path, make=make))
            return
        at = self._opened_root()
        try:
            for name in names:
                try:
                    after = os.open(name, _READ | os.O_DIRECTORY | _NO_LINK, dir_fd=at)
                except FileNotFoundError:
                    if not make:
                        raise
                    os.mkdir(name, dir_fd=at)
                    os.fsync(at)
                    after = os.open(name, _READ | os.O_DIRECTORY | _NO_LINK, dir_fd=at)
                except OSError as error:
                    if error.errno == errno.ENOTDIR and not _is_link(name, at):
                        raise _no_file(path) from error
                    raise _refused(error, path) from error
                os.close(at)
                at = after
            yield at, _Inside(None)
        finally:
            os.close(at)

    def _opened_root(self) -> int:
        try:
            at = os.open(self.root, _READ | os.O_DIRECTORY | _NO_LINK)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR) and (self._seen or self._number):
                raise _replaced(self.root) from error
            raise
        if not self._is_the_same(os.fstat(at)):
            os.close(at)
            raise _replaced(self.root)
        return at

    def _is_the_same(self, found: os.stat_result) -> bool:
        here = found.st_dev, found.st_ino
        self._seen = self._seen or here
        # Of an earlier life the number alone: a disk may be called otherwise each time it is there.
        return here == self._seen and self._number in (None, found.st_ino)

    def _looked_at(self, names: tuple[str, ...], path: str, *, make: bool) -> Path:
        if not self._is_the_same(os.lstat(self.root)):
            raise _replaced(self.root)
        at = self.root
        for name in names:
            at /= name
            if make and not at.exists():
                at.mkdir()
            found = at.lstat()
            if stat.S_ISLNK(found.st_mode) or bool(getattr(found, "st_reparse_tag", False)):
                raise _link(path)
        return at


class _Inside:
    """How a name in an opened folder is given to the system: as it is, or behind the folder's path."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def __call__(self, name: str) -> str:
        return name if self._folder is None else str(self._folder / name)


def _part_of(name: str) -> str:
    """Return how the names of a file's temporary ones begin."""
    # By bytes: a name may have 255 of them, and a letter up to four.
    return f".{os.fsencode(name)[:100].decode('utf-8', 'ignore')}."


def _is_link(name: str, folder: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _entry(entry: os.DirEntry[str], above: str) -> Entry:
    path = f"{above}/{entry.name}" if above else entry.name
    junction = getattr(entry, "is_junction", None)  # Windows, and Python 3.12
    if entry.is_symlink() or (junction is not None and junction()):
        return Entry(path, "link")
    if entry.is_dir(follow_symlinks=False):
        return Entry(path, "folder")
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return Entry(path, "special")
    if not stat.S_ISREG(found.st_mode):
        return Entry(path, "special")
    return Entry(path, "file", found.st_size, bool(found.st_mode & 0o100))


def _refused(error: OSError, path: str) -> Exception:
    """Return what a person is told, or the error itself."""
    # ELOOP is Linux's and macOS's word for a link that must not be followed; ENXIO: a pipe or a socket.
    if error.errno in (errno.ELOOP, getattr(errno, "EMLINK", -1)):
        return _link(path)
    if error.errno == errno.ENOTDIR:
        return _link(path)
    if error.errno == errno.ENXIO:
        return _no_file(path)
    return error


def _replaced(folder: Path) -> InputError:
    return not_the_same(
        folder,
        words(
            "Put it back, or name it again: Resume asks for it in the window; in a terminal it is "
            "roundtable resume SESSION --folder FIELD=FOLDER."
        ),
    )


def _link(path: str) -> InputError:
    return InputError(
        words("“{file}” leads through a link, and links are not followed.", file=path),
        words("Name the file itself, by its path in the folder."),
    )


def _no_file(path: str) -> InputError:
    return InputError(
        words("“{file}” is no regular file.", file=path),
        words("Name a file, not a folder, a pipe or a device."),
    )


def _too_large(path: str, most: int) -> InputError:
    return InputError(
        words("“{file}” is larger than {limit} MB.", file=path, limit=most // 2**20),
        words("Cut out the part that matters and use that."),
    )
