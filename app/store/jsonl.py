"""Files of JSON lines that are projections of journals: appended in order, mended on opening.

Rules:
- A line carries the `session` and the `seq` of its record; a session's lines stand in the order of their seq.
- A line is written whole in one write under the file's lock, and flushed; a tail without an end is cut.
- The journal is the truth: what could not be written is appended when the session is opened again.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.domain.canonical import unhidden
from app.domain.crashpoint import armed, reach
from app.domain.errors import StorageError, disk_refused
from app.domain.i18n import words
from app.domain.private import make_private
from app.domain.untrusted_files import shown_path, unreadable
from app.store.worker import Worker

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.engine.line_files import Line, LinePlace

MOST_PENDING = 1000
"""Lines kept in memory while the disk refuses; further ones wait for the next opening."""
_BLOCK = 1 << 16


class JsonlFiles:
    """The LineFiles of one data folder: `runs/<run>/logs/<run>.jsonl`."""

    def __init__(self, data: Path) -> None:
        self._runs = data / "runs"

    def exists(self, location: LinePlace) -> bool:
        path = self._path(location, location.elsewhere)
        try:
            return path.stat().st_size > 0
        except (OSError, ValueError):
            return False

    async def claim(self, location: LinePlace, session: SessionId) -> None:
        """Note that a person chose the location for a session on this machine.

        Raises StorageError, and InputError for what cannot be a location at all.
        """
        if not location.elsewhere:
            return
        marker, chosen = self._marker(location, session), location.elsewhere
        place = self._path(location, chosen)

        def write() -> None:
            with _translated(place):
                try:
                    place.stat()
                except FileNotFoundError:
                    pass
                except ValueError as error:
                    raise unreadable(place, error) from error
            with _translated(marker):
                make_private(marker.parent)
                marker.write_text(str(Path(chosen).expanduser().absolute()), encoding="utf-8")

        await asyncio.to_thread(write)

    async def open(self, location: LinePlace, session: SessionId) -> JsonlFile:
        # Made here and not in the thread: a caller cancelled meanwhile must leave none of its own behind.
        return JsonlFile(await asyncio.to_thread(self._path_of, location, session), session)

    def _path_of(self, location: LinePlace, session: SessionId) -> Path:
        elsewhere = ""
        if location.elsewhere:
            with suppress(OSError):
                elsewhere = self._marker(location, session).read_text(encoding="utf-8")
        return self._path(location, elsewhere)

    def _marker(self, location: LinePlace, session: SessionId) -> Path:
        return self._runs / location.run / f"{session}.place"

    def _path(self, location: LinePlace, elsewhere: str) -> Path:
        folder = Path(elsewhere).expanduser() if elsewhere else self._runs / location.run
        return folder / "logs" / f"{location.run}.jsonl"


class JsonlFile:
    """One session's way into a file; a thread of its own does the writing."""

    def __init__(self, path: Path, session: SessionId) -> None:
        self.path = path
        self.problem: StorageError | None = None
        self._session = session
        self._pending: deque[Line] = deque()
        self._overflowed = False
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self._worker = Worker(f"lines-{session[-6:]}")

    async def last(self) -> int | None:
        """Cut a torn tail; return the seq of the session's last line (0: none), None for no file."""
        return await self._worker.do(self._last)

    def post(self, lines: Sequence[Line]) -> None:
        """Append lines in order, in the background, each whole and flushed."""
        if not lines or self._closed or self._overflowed:
            return
        self._pending.extend(lines)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_pending(), name="lines")

    async def replace(self, lines: Sequence[Line]) -> None:
        """Write the file anew. Raises StorageError."""
        await self._worker.do(lambda: self._replace([encoded(line) for line in lines]))

    async def close(self) -> None:
        """Write what is posted and let go."""
        if not self._closed:
            self._closed = True
            try:
                if self._writing is not None:
                    await self._writing
            finally:
                # Once more for what the disk refused before.
                await self._worker.end(self._append)

    async def _write_pending(self) -> None:
        while True:
            before = len(self._pending)
            await self._worker.do(self._append)
            # What the disk refuses is tried again with the next lines, not in a circle.
            if not self._pending or (self.problem is not None and len(self._pending) >= before):
                return

    # --- in the thread --------------------------------------------------------------------------

    def _last(self) -> int | None:
        if not self.path.exists():
            return None
        with _translated(self.path), self._locked(), _private(self.path, "ab+") as stream:
            _cut_torn(stream)
            for line in _backwards(stream):
                found = _parsed(line)
                seq = found.get("seq") if found is not None else None
                if found is not None and found.get("session") == self._session and isinstance(seq, int):
                    return seq
        return 0

    def _append(self) -> None:
        if not self._pending:
            return
        try:
            with _translated(self.path):
                make_private(self.path.parent)
                with self._locked(), _private(self.path, "ab+") as stream:
                    _cut_torn(stream)
                    while self._pending:
                        _write(stream, encoded(self._pending[0]))
                        self._pending.popleft()
            self.problem = None
        except StorageError as error:
            self.problem = error
            # Later lines must not be written before these: all wait for the next opening.
            self._overflowed = len(self._pending) > MOST_PENDING
            if self._overflowed:
                self._pending.clear()

    def _replace(self, lines: Sequence[bytes]) -> None:
        with _translated(self.path):
            make_private(self.path.parent)
            part = self.path.with_suffix(".part")
            with self._locked():
                with _private(part, "wb") as stream:
                    for line in lines:
                        _whole(stream, line)
                    os.fsync(stream.fileno())
                reach("jsonl.replace.before_rename")
                part.replace(self.path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        # Late for start-up cost: no line is written before a session runs.
        from filelock import FileLock

        with FileLock(str(self.path.with_suffix(".lock")), timeout=10, mode=0o600):
            yield


def encoded(line: Line) -> bytes:
    """Return a line's bytes: UTF-8, keys in their own order, one end of line."""
    # Many readers take three of the hidden signs for an end of line, and terminals obey others.
    text = unhidden(json.dumps(line, ensure_ascii=False, separators=(", ", ": "), allow_nan=False))
    # Records hold sound text only, but a line must be readable whatever it is made of.
    return text.encode("utf-8", "replace") + b"\n"


def _write(stream: io.FileIO, line: bytes) -> None:
    reach("jsonl.append.before_write")
    if armed("jsonl.append.torn"):
        half = len(line) // 2
        stream.write(line[:half])
        reach("jsonl.append.torn")
        line = line[half:]
    _whole(stream, line)
    reach("jsonl.append.after_write")


def _whole(stream: io.FileIO, data: bytes) -> None:
    # Unbuffered: a write may take only a part, and nothing is left to be written when the file is closed.
    while data:
        data = data[stream.write(data) :]


def _private(path: Path, mode: Literal["ab+", "wb"]) -> io.FileIO:
    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return open(path, mode, buffering=0, opener=opener)


def _cut_torn(stream: io.FileIO) -> None:
    """Cut what stands behind the last end of line: a process died while it wrote it."""
    size = end = stream.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _BLOCK)
        stream.seek(start)
        block = stream.read(end - start)
        cut = block.rfind(b"\n")
        if cut >= 0:
            end = start + cut + 1
            break
        end = start
    if end < size:
        stream.truncate(end)
    stream.seek(0, os.SEEK_END)


def _backwards(stream: io.FileIO) -> Iterator[bytes]:
    """Yield the lines from the last to the first."""
    end = stream.seek(0, os.SEEK_END)
    rest = b""
    while end:
        start = max(0, end - _BLOCK)
        stream.seek(start)
        pieces = (stream.read(end - start) + rest).split(b"\n")
        rest, end = pieces[0], start
        yield from (piece for piece in reversed(pieces[1:]) if piece)
    if rest:
        yield rest


def _parsed(line: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise disk_refused(
            error,
            words("The log {file} could not be written: {why}.", file=shown_path(path)),
            words("Free some space or give yourself write permission; its missing lines are added then."),
        ) from error
