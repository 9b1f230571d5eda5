"""A folder that stays what it was when it was opened: told by its number on the disk, not by its name.

Where the system knows it (Linux, macOS), what is put there is named relative to the opened folder: who puts a
link, or another folder, in its place gets an error, and nothing is written elsewhere. Elsewhere it is looked
at before.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.private import new_part, put_new, put_whole, sync_folder

RELATIVE = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
"""Whether a file can be named relative to an opened folder."""
# It may be written to and not be read: to name what is in it no more is needed.
_OPENS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NAME_IT = words("Put it back, or name it again and begin anew.")


class HeldFolder:
    """A folder as it was when it was looked at first; a link that led to it then is the person's own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number: tuple[int, int] | None = None
        """The disk and the number; None: nobody looked, or there was none."""

    def check(self) -> None:
        """Raise InputError where another folder lies in its place; one that is not there yet is right."""
        # Where it cannot be looked at, whoever writes is told why.
        with suppress(OSError):
            self._compare(self.path.stat())

    @contextmanager
    def opened(self) -> Iterator[int | None]:
        """Open it, and yield what names are relative to (None: to nothing, the folder was looked at).

        Raises InputError as `check` does, and OSError where there is no folder.
        """
        if not RELATIVE:
            self._compare(self.path.stat())
            yield None
            return
        handle = os.open(self.path, _OPENS)
        try:
            self._compare(os.fstat(handle))
            yield handle
        finally:
            os.close(handle)

    def put(self, name: str, content: bytes) -> None:
        """Give a file in it its content in one step; raises InputError as `check` does, and OSError."""
        with self.opened() as handle:
            put_whole(self.path / name, content, within=handle)

    @contextmanager
    def part(self, name: str) -> Iterator[tuple[int, str]]:
        """Make an empty file beside one of this name that is to be; yield it open, and how it is called.

        It is gone in the end, unless `place` was called. Raises as `opened` does.
        """
        with self.opened() as within:
            handle, called = new_part(self.path / name, within)
            try:
                yield handle, called
            finally:
                # A disk that has just failed may fail here too: what went wrong first is told.
                with suppress(OSError):
                    os.unlink(called, dir_fd=within)

    def place(self, part: str, name: str) -> None:
        """Give what `part` yielded its name; raises InputError as `check` does, and OSError."""
        with self.opened() as within:
            target = name if within is not None else str(self.path / name)
            os.replace(part, target, src_dir_fd=within, dst_dir_fd=within)

    def put_folder(self, name: str, files: Mapping[str, bytes]) -> None:
        """Put a new folder into it in one step, in the place of an empty one or of none.

        `files`: by their paths in the new one, with `/`. Raises InputError as `check` does, and OSError.
        """
        with self.opened() as within, self._new_folder(name, within) as part:
            with _entered(part, within) as inside:
                root = Path() if inside is not None else Path(part)
                above = {folder for file in files for folder in Path(file).parents}
                # The shortest first; the last of them, and the shortest, is the folder itself.
                for folder in sorted(above - {Path()}, key=lambda one: len(one.parts)):
                    os.mkdir(root / folder, 0o700, dir_fd=inside)
                for file, content in files.items():
                    put_new(root / file, content, inside)
                for folder in above:
                    sync_folder(root / folder, inside)
            # Nothing stays of what was made in a folder that has lost its place.
            self.check()
            target = name if within is not None else str(self.path / name)
            with suppress(FileNotFoundError):
                # It is empty, or this fails.
                os.rmdir(target, dir_fd=within)
            os.rename(part, target, src_dir_fd=within, dst_dir_fd=within)
            sync_folder("." if within is not None else self.path, within)

    @contextmanager
    def _new_folder(self, name: str, within: int | None) -> Iterator[str]:
        """Make an empty folder for this user alone; yield its name; what is in its place then, goes."""
        called = f".{name[:60]}.{secrets.token_hex(4)}.part"
        part = called if within is not None else str(self.path / called)
        os.mkdir(part, 0o700, dir_fd=within)
        try:
            yield part
        finally:
            shutil.rmtree(part, ignore_errors=True, dir_fd=within)

    def _compare(self, found: os.stat_result) -> None:
        if not stat.S_ISDIR(found.st_mode):
            if self._number is not None:
                raise not_the_same(self.path, _NAME_IT)
            return
        here = found.st_dev, found.st_ino
        if (self._number or here) != here:
            raise not_the_same(self.path, _NAME_IT)
        self._number = here


@contextmanager
def _entered(folder: str, within: int | None) -> Iterator[int | None]:
    """Open a folder in an opened one, no link; yield what names are relative to, None where to nothing."""
    if within is None:
        yield None
        return
    handle = os.open(folder, _OPENS | os.O_NOFOLLOW, dir_fd=within)
    try:
        yield handle
    finally:
        os.close(handle)


def not_the_same(folder: Path, step: Message) -> InputError:
    """Return what is told where another folder lies in the place of one that was opened."""
    return InputError(
        words(
            "{file} is not the folder that was opened: another one lies in its place, or a link.", file=folder
        ),
        step,
    )
