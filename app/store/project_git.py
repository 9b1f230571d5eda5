"""A project's history: files and commits of a folder under git, by dulwich alone.

Rules:
- Only objects, one branch and the index are touched; no hook, filter or other configured program is run,
  since nothing here knows how to run one. Bytes are committed as they are on the disk.
- Files are written first, then one commit, found again by its trailers, then the index. Repeating it after a
  crash at any point comes to the same commit.
- Who writes holds `.git/roundtable.lock`. While it writes, `.git/roundtable.writing` stands beside and names
  the files: only those of git's locks and those temporary files are removed that such a marker explains,
  never those of another program.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import shutil
import stat
import tempfile
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TypeVar

from dulwich.config import StackedConfig
from dulwich.file import FileLocked
from dulwich.index import validate_path_element_hfs, validate_path_element_ntfs
from dulwich.objects import Blob
from dulwich.repo import Repo
from filelock import BaseFileLock

from app.domain.crashpoint import reach
from app.domain.errors import (
    Bug,
    InputError,
    RoundtableError,
    StorageError,
    StorageReason,
    disk_refused,
    storage_reason,
)
from app.domain.i18n import Message, words
from app.engine.folders import (
    Change,
    Commit,
    Committed,
    Edit,
    HistoryConflict,
    HistoryMoved,
    HistoryState,
    OpenedFolder,
    Snapshot,
)
from app.engine.ports import Clock
from app.store.confined import Confined, steps_of
from app.store.git_branch import (
    LARGEST,
    MOST_FILES,
    OpenedProject,
    let_go_of_files,
    letting_go_of_files,
    with_ends_of,
)
from app.store.git_checks import Repository, check_whole, inspect, outer
from app.store.ignoring import MOST_IN_FORCE, left_out, rules_of
from app.store.locks import take_lock

_MARKER = "roundtable.writing"
_LARGEST_MARK = 2**22
"""Bytes: thousands of long names."""
_LARGEST_TEXT = 4 * 2**20
"""Bytes of one text that is read: a million tokens, more than a model takes in; War and Peace has three."""
_NAMED = 3
"""Files that are named where all together are too large."""
LOCK_SECONDS = 3.0
"""How long another git program is waited for."""
_FIRST_BRANCH = b"main"
_FILE, _EXECUTABLE = 0o100644, 0o100755
_NEXT: Mapping[StorageReason, Message] = {
    "full": words("Free some space and go on."),
    "read_only": words("Give yourself permission to write there, and go on."),
}
T = TypeVar("T")
_log = logging.getLogger(__name__)


class GitProject:
    """The ProjectHistory of a folder on this machine."""

    def __init__(self, folder: Path | OpenedFolder, clock: Clock) -> None:
        self._files = Confined(folder)
        self._clock = clock
        self._one = threading.Lock()
        """One thread at a time: a run that was stopped may still be writing."""
        self._lock: BaseFileLock | None = None
        self._open: list[OpenedProject] = []
        """What the work under way has opened."""

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self._files.root

    async def state(self) -> HistoryState:
        return await self._do(lambda: self._state_of(self._opened()))

    async def read(self, path: str, at: str = "") -> bytes | None:
        """Return a file as it is on the disk, or in a commit."""
        return await self._do(lambda: self._read(path, at))

    async def files(self, at: str) -> Sequence[str]:
        return await self._do(lambda: sorted(self._known(self._opened()).tree(at)))

    async def snapshot(self, wanted: Callable[[str], bool], most: int, commits: int = 0) -> Snapshot:
        return await self._do(lambda: self._snapshot(wanted, most, commits))

    async def find(self, trailers: Mapping[str, str], since: str = "") -> Commit | None:
        """Return the newest commit that carries all these trailers."""

        def work() -> Commit | None:
            opened = self._opened()
            return None if opened is None else opened.find(trailers, since)

        return await self._do(work)

    async def log(self, limit: int = 100) -> Sequence[Commit]:
        def work() -> list[Commit]:
            opened = self._opened()
            return [] if opened is None else list(islice(opened.walk(), limit))

        return await self._do(work)

    async def commit(self, change: Change) -> Committed:
        return await self._do(lambda: self._commit(change))

    async def revert(
        self, sha: str, message: str, trailers: Mapping[str, str], leave: Sequence[str] = ()
    ) -> Committed:
        return await self._do(lambda: self._revert(sha, message, trailers, leave))

    async def write_beside(self, files: Mapping[str, bytes]) -> None:
        await self._do(lambda: self._write_beside(files))

    async def close(self) -> None:
        def work() -> None:
            if self._lock is not None:
                self._lock.release()
                self._lock = None

        await self._do(work, looks=False)

    async def _do(self, work: Callable[[], T], *, looks: bool = True) -> T:
        """Do work in a thread; `looks`: in the folder, which must be the one that was opened."""

        def translated() -> T:
            with self._one:
                try:
                    # It need not be there yet; the first commit makes it.
                    with suppress(FileNotFoundError, NotADirectoryError):
                        if looks:
                            self._files.check()
                    return work()
                except (RoundtableError, Bug):
                    raise
                except FileLocked as error:
                    raise _at_work(self.root, os.fsdecode(error.lockfilename)) from error
                except OSError as error:
                    step = _NEXT.get(
                        storage_reason(error), words("Look whether the disk is all right, and go on.")
                    )
                    raise disk_refused(error, words("{file}: {why}.", file=self.root), step) from error
                except Exception as error:
                    _log.exception("a repository could not be read")
                    raise InputError(
                        words("The repository in {file} is damaged.", file=self.root),
                        words("Look at it with “git fsck”, or restore it from a copy."),
                    ) from error
                finally:
                    while self._open:
                        self._open.pop().close()

        # A person's stop does not cut a write in two, and waits for its end: what was closed is left alone.
        working = asyncio.ensure_future(asyncio.to_thread(translated))
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            while not working.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([working])
            if (failed := working.exception()) is not None:
                # It is met again by whoever goes on; a stop that raised it would be none.
                _log.info("git's work failed after its asker was stopped: %s", failed)
            raise

    # --- in a thread ------------------------------------------------------------------------------

    def _opened(self) -> OpenedProject | None:
        found = inspect(self.root)
        if found is None:
            return None
        self._open.append(OpenedProject(found))
        return self._open[-1]

    def _known(self, opened: OpenedProject | None) -> OpenedProject:
        if opened is None:
            raise InputError(
                words("{file} has no history yet.", file=self.root), words("Accept a first change.")
            )
        return opened

    def _state_of(self, opened: OpenedProject | None) -> HistoryState:
        if opened is None:
            return HistoryState(repository=False, outer=outer(self.root))
        branch = opened.repository.branch.decode("utf-8", "replace").removeprefix("refs/heads/")
        return HistoryState(True, branch, (opened.head or b"").decode())

    def _read(self, path: str, at: str) -> bytes | None:
        name = project_path(path)
        if not at:
            return self._on_disk(name)
        opened = self._known(self._opened())
        found = opened.tree(at).get(name)
        return None if found is None else opened.blob(found[1])

    def _on_disk(self, path: str, *, listed: bool = False) -> bytes | None:
        """Return a file's bytes. A disk that knows no capitals finds it by another name, too: that is none.

        `listed`: the name was read from the disk itself.
        """
        try:
            content = self._files.read(path, LARGEST)
        except FileNotFoundError:
            return None
        knows_no_capitals = not listed and self._files.stat(".GIT") is not None
        return None if knows_no_capitals and not self._is_named_so(path) else content

    def _is_named_so(self, path: str) -> bool:
        """Tell whether a file and the folders above it are listed by these very names."""
        steps = path.split("/")
        above = ["/".join(steps[:depth]) for depth in range(len(steps) + 1)]
        return all(
            any(entry.path == one for entry in self._files.entries(folder))
            for folder, one in itertools.pairwise(above)
        )

    def _size(self, path: str) -> int:
        found = self._files.stat(path)
        return found.st_size if found is not None and stat.S_ISREG(found.st_mode) else 0

    def _snapshot(self, wanted: Callable[[str], bool], most: int, commits: int) -> Snapshot:
        opened = self._opened()
        state = self._state_of(opened)
        if opened is None and not self.root.exists():
            return Snapshot(state, {})
        tree = opened.tree(opened.head.decode()) if opened is not None and opened.head else {}
        known = {path: sha for path, (mode, sha) in tree.items() if stat.S_ISREG(mode) and wanted(path)}
        named = (path for path in self._walk() if not any("\ud800" <= sign <= "\udfff" for sign in path))
        there = {path for path in named if wanted(path)}
        files: dict[str, bytes] = {}
        left_out: dict[str, Message] = {}
        edits: list[Edit] = []
        limit = min(most, _LARGEST_TEXT)
        for path in sorted(there | set(known)):
            try:
                size = self._size(project_path(path))
                if size > limit:
                    left_out[path] = words(
                        "It has {size} MB, at most {limit} MB are read, and it is left as it is.",
                        size=size // 2**20,
                        limit=limit // 2**20,
                    )
                    continue
                content = self._on_disk(project_path(path), listed=path in there)
            except InputError as error:
                left_out[path] = error.message
                continue
            if content is None:
                edits.append(Edit(path, "removed"))
                continue
            most -= len(content)
            files[path] = content
            if most < 0:
                largest = sorted(files, key=lambda one: len(files[one]), reverse=True)[:_NAMED]
                raise InputError(
                    words(
                        "The texts of {file} are too large to work on together; the largest: {files}.",
                        file=self.root,
                        files=", ".join(largest),
                    ),
                    words("Use a folder that holds the project alone."),
                )
            if path not in known:
                edits.append(Edit(path, "added"))
            elif opened is None or Blob.from_string(content).id == known[path]:
                continue
            elif not _same(content, opened.blob(known[path])):
                edits.append(Edit(path, "changed"))
        newest = opened.walk() if opened is not None else iter(())
        return Snapshot(state, files, left_out, tuple(edits), tuple(islice(newest, commits)))

    def _walk(self) -> Iterator[str]:
        """Yield the files that git would not ignore, and links, which are refused by name."""
        todo = [("", (*rules_of(self._files, "", ".git/info/exclude"), *rules_of(self._files, "")))]
        number = 0
        while todo:
            folder, ignored = todo.pop()
            # A repository within, as a submodule is: its files are committed there.
            if folder and self._files.stat(f"{folder}/.git") is not None:
                continue
            for entry in self._files.entries(folder):
                number += 1
                if number > MOST_FILES:
                    raise InputError(
                        words("{file} holds more than {n} files.", file=self.root, n=MOST_FILES),
                        words("Use a folder that holds the project alone."),
                    )
                name = entry.path.rpartition("/")[2]
                if name == ".git" or name.startswith((".roundtable-init-",)):
                    continue
                is_folder = entry.kind == "folder"
                if left_out(entry.path, ignored, folder=is_folder):
                    continue
                if is_folder:
                    own = rules_of(self._files, entry.path)
                    todo.append((entry.path, (*ignored, *own)[-MOST_IN_FORCE:]))
                elif entry.kind != "special":
                    yield entry.path

    def _commit(self, change: Change) -> Committed:
        files = {project_path(path): content for path, content in change.files.items()}
        with self._writing() as opened:
            there = opened.find(change.trailers, change.since) if change.trailers else None
            if there is not None:
                opened.refresh_index(self._files, files)
                return Committed(there, again=True)
            return self._written(opened, files, change)

    def _written(self, opened: OpenedProject, files: Mapping[str, bytes | None], change: Change) -> Committed:
        """Commit edits made outside, write the files and commit them."""
        tree = opened.tree(opened.head.decode()) if opened.head else {}
        outside: dict[str, bytes | None] = {}
        to_write: dict[str, bytes | None] = {}
        moved: list[str] = []
        seen = {project_path(path): content for path, content in (change.seen or {}).items()}
        for path, content in files.items():
            on_disk, known = self._on_disk(path), tree.get(path)
            committed = opened.blob(known[1]) if known is not None else None
            if on_disk != content:
                if path in seen and on_disk != seen[path]:
                    moved.append(path)
                to_write[path] = content
                if not _same(on_disk, committed):
                    outside[path] = on_disk
        if moved:
            raise HistoryMoved(moved)
        for path in map(project_path, change.also):
            on_disk, known = self._on_disk(path), tree.get(path)
            if path not in files and not _same(on_disk, opened.blob(known[1]) if known is not None else None):
                outside[path] = on_disk
        kept = None
        at = self._clock.now() // 1_000_000
        # Before anything is written: a life that is killed leaves the names of all it may have touched.
        self._mark(opened.repository, sorted({*outside, *files, *map(project_path, change.untracked)}))
        if outside:
            kept = opened.commit(outside, self._modes(outside), change.outside, {}, at)
            opened.refresh_index(self._files, outside)
        # What goes, first: on some disks a new name in other capitals is the old file.
        for path, content in sorted(to_write.items(), key=lambda one: one[1] is not None):
            reach("git.file.before")
            if content is None:
                self._files.remove(path)
            else:
                self._files.write(path, content)
        reach("git.files.written")
        dropped = {path: None for path in map(project_path, change.untracked) if path in tree}
        committed_files: dict[str, bytes | None] = {**files, **dropped}
        new_commit = opened.commit(committed_files, self._modes(files), change.message, change.trailers, at)
        reach("git.committed")
        opened.refresh_index(self._files, committed_files)
        reach("git.index.written")
        return Committed(new_commit, kept, kept=tuple(sorted(outside)))

    def _modes(self, files: Mapping[str, bytes | None]) -> dict[str, int]:
        found = {path: self._files.stat(path) for path in files}
        return {
            path: _EXECUTABLE if one is not None and one.st_mode & 0o100 and os.name != "nt" else _FILE
            for path, one in found.items()
        }

    def _revert(self, sha: str, message: str, trailers: Mapping[str, str], leave: Sequence[str]) -> Committed:
        with self._writing() as opened:
            done = opened.find(trailers) if trailers else None
            before, after, now = opened.around(sha)
            left = set(map(project_path, leave))
            changed = [
                path
                for path in {**before, **after}
                if path not in left and before.get(path) != after.get(path)
            ]
            disk = {path: self._on_disk(path) for path in sorted(changed)}
            files = {
                path: with_ends_of(opened.blob(before[path][1]), there, b"\r\n") if path in before else None
                for path, there in disk.items()
            }
            if done is not None:
                opened.refresh_index(self._files, files)
                return Committed(done, again=True)
            conflicts = []
            for path, content in files.items():
                # A write that was cut short has left some of them as they will be.
                committed = opened.blob(now[path][1]) if path in now else None
                edited = not (_same(disk[path], content) or _same(disk[path], committed))
                if edited or now.get(path) != after.get(path):
                    conflicts.append(path)
            if conflicts:
                raise HistoryConflict(conflicts)
            return self._written(opened, files, Change(files, message, trailers))

    def _write_beside(self, files: Mapping[str, bytes]) -> None:
        named = {project_path(path): content for path, content in files.items()}
        with self._writing() as opened:
            exclude = opened.repository.git / "info" / "exclude"
            known = exclude.read_text(encoding="utf-8", errors="surrogateescape") if exclude.exists() else ""
            missing = [f"/{path}" for path in named if f"/{path}" not in known.splitlines()]
            if missing:
                start = known if not known or known.endswith("\n") else known + "\n"
                content = (start + "\n".join(missing) + "\n").encode("utf-8", "surrogateescape")
                Confined(opened.repository.git).write("info/exclude", content)
            self._mark(opened.repository, list(named))
            for path, content in named.items():
                self._files.write(path, content)

    # --- locks ------------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[OpenedProject]:
        """Take the lock, make the repository if there is none, and clear away what a crash of ours left."""
        repository = inspect(self.root)
        if repository is None:
            self._make()
            repository = inspect(self.root)
            assert repository is not None
        check_whole(self.root, repository)
        if self._take_lock(repository):
            self._clear_made()
        marker = repository.git / _MARKER
        locks = [repository.git / name for name in ("index.lock", f"{os.fsdecode(repository.branch)}.lock")]
        if marker.exists():
            _remove(repository.git, locks)
        unfinished = self._clear(repository)
        _wait_for(self.root, locks)
        self._open.append(OpenedProject(repository))
        self._mark(repository, unfinished)
        reach("git.marked")
        if unfinished:
            # Committed, perhaps, and not in the index yet.
            with letting_go_of_files():
                self._open[-1].refresh_index(self._files, dict.fromkeys(unfinished))
        try:
            yield self._open[-1]
        except OSError as error:
            # On a full disk a lock cannot even be given up. The mark stays: the index may be behind.
            let_go_of_files(error)
            _remove(repository.git, locks)
            raise
        except BaseException:
            marker.unlink(missing_ok=True)
            raise
        marker.unlink(missing_ok=True)

    @staticmethod
    def _mark(repository: Repository, paths: Sequence[str]) -> None:
        """Say that we are writing, and what: a kill can leave a temporary file beside each."""
        Confined(repository.git).write(_MARKER, "\n".join(paths).encode())

    def _clear(self, repository: Repository) -> list[str]:
        """Remove the temporary files of a write that was killed; return the files it named."""
        inner = Confined(repository.git)
        inner.clear(_MARKER)
        inner.clear("info/exclude")
        if inner.stat(_MARKER) is None:
            return []
        found = []
        # What strangers wrote into it names nothing of ours, and must not keep a person from going on.
        with suppress(InputError):
            for path in inner.read(_MARKER, _LARGEST_MARK).decode("utf-8", "replace").splitlines():
                self._files.clear(project_path(path))
                found.append(project_path(path))
        return found

    def _take_lock(self, repository: Repository) -> bool:
        """Take the lock; tell whether it was not held already."""
        if self._lock is not None:
            return False
        self._lock = take_lock(repository.git / "roundtable.lock", mode=0o644)
        if self._lock is None:
            raise StorageError(
                "locked",
                words(
                    "Another session, or another program, is working on the project {file}.", file=self.root
                ),
                words("Close it there, then go on."),
            )
        return True

    def _clear_made(self) -> None:
        """Remove what a kill left of the making of a repository."""
        for left in self.root.glob(".roundtable-init-*"):
            shutil.rmtree(left, ignore_errors=True)

    def _make(self) -> None:
        """Make a repository, whole or not at all."""
        self.root.mkdir(exist_ok=True)
        self._clear_made()
        beside = Path(tempfile.mkdtemp(prefix=".roundtable-init-", dir=self.root))
        try:
            with letting_go_of_files():
                Repo.init(str(beside), config=StackedConfig([]), default_branch=_FIRST_BRANCH).close()
            (beside / ".git").rename(self.root / ".git")
            reach("git.moved")
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        reach("git.made")


def project_path(path: str) -> str:
    """Return a path in a project in its plain form. Raises InputError for what leads out or into `.git`."""
    steps = steps_of(path)
    for step in steps:
        name = os.fsencode(step)
        hidden = step.casefold().rstrip(". ").partition(":")[0] in (".git", "git~1")
        fits = validate_path_element_hfs(name) and (os.name != "nt" or validate_path_element_ntfs(name))
        # Blanks of other widths are no mischief: “Chapitre 1 : la pluie” has one before its colon.
        shown = all(sign.isprintable() or unicodedata.category(sign) == "Zs" for sign in step)
        if hidden or not fits or not shown:
            raise InputError(
                words("“{file}” cannot be a file of the project.", file=path), words("Choose another name.")
            )
    return "/".join(steps)


def _same(on_disk: bytes | None, committed: bytes | None) -> bool:
    """Tell whether a file is as it was committed, but for line ends that git turns."""
    return on_disk == committed or (
        on_disk is not None and with_ends_of(on_disk, committed, b"\n") == committed
    )


def _remove(git: Path, locks: Sequence[Path]) -> None:
    """Remove git's locks that are ours: none was there when we began; git makes none for objects."""
    for lock in (*locks, *git.glob("objects/[0-9a-f][0-9a-f]/*.lock")):
        with suppress(OSError):
            lock.unlink(missing_ok=True)


def _wait_for(folder: Path, locks: Sequence[Path]) -> None:
    until = time.monotonic() + LOCK_SECONDS
    while there := [lock for lock in locks if lock.exists()]:
        if time.monotonic() > until:
            raise _at_work(folder, str(there[0]))
        time.sleep(0.05)


def _at_work(folder: Path, lock: str) -> StorageError:
    return StorageError(
        "locked",
        words("Another git program is at work in {file}.", file=folder),
        words("Wait until it is done. If none is, remove the file {lock} and go on.", lock=lock),
    )
