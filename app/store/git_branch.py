"""The objects, the one branch and the index of an opened repository. Nothing here runs or follows any."""

from __future__ import annotations

import heapq
import os
import re
import stat
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from traceback import clear_frames

from dulwich.index import Index, index_entry_from_stat
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Blob, ObjectID, Tree
from dulwich.objects import Commit as GitCommit
from dulwich.refs import DiskRefsContainer, Ref

from app.domain.errors import InputError
from app.domain.i18n import words
from app.engine.folders import Commit
from app.store.confined import Confined
from app.store.git_checks import Repository, leads_nowhere

LARGEST = 50 * 2**20
"""Bytes of one file of a project."""
MOST_FILES = 20_000
_MOST_COMMITS = 50_000
"""Commits that are looked through for one."""
_Entry = tuple[bytes, int | None, ObjectID | None]
"""A path, and its mode and blob; None: it is taken away."""
_SHA = re.compile(r"[0-9a-f]{40}")
_END = re.compile(rb"\r?\n")
_TRAILER = re.compile(r"([A-Za-z][A-Za-z0-9-]*): (.*)")


class OpenedProject:
    """A repository for as long as one piece of work takes: others may have changed it since the last."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._store = DiskObjectStore(
            str(repository.git / "objects"), fsync_object_files=True, loose_object_size_limit=LARGEST
        )
        self._refs = DiskRefsContainer(str(repository.git))
        self.head = self._head()

    def close(self) -> None:
        """Let go of the packs."""
        self._store.close()

    def _head(self) -> bytes | None:
        found = self._refs.read_ref(Ref(self.repository.branch))
        if found is not None and not (
            _SHA.fullmatch(found.decode("ascii", "replace"))
            and ObjectID(found) in self._store
            and isinstance(self._store[ObjectID(found)], GitCommit)
        ):
            raise leads_nowhere(self.repository.branch)
        return found

    def blob(self, sha: bytes) -> bytes:
        """Return a file's content."""
        found = self._store[ObjectID(sha)]
        if not isinstance(found, Blob):
            raise ValueError("no blob")
        return found.data

    def tree(self, sha: str) -> dict[str, tuple[int, bytes]]:
        """Return the files of a commit with their mode and blob. Raises InputError for what is none."""
        found: dict[str, tuple[int, bytes]] = {}
        todo = [("", self._commit_of(sha).tree, 0)]
        while todo:
            above, tree_sha, depth = todo.pop()
            tree = self._store[tree_sha]
            if not isinstance(tree, Tree) or depth > 100 or len(found) > MOST_FILES:
                raise ValueError("no sound tree")
            for entry in tree.items():
                path = os.fsdecode(entry.path)
                path = f"{above}/{path}" if above else path
                if stat.S_ISDIR(entry.mode):
                    todo.append((path, entry.sha, depth + 1))
                else:
                    found[path] = (entry.mode, entry.sha)
        return found

    def around(self, sha: str) -> tuple[dict[str, tuple[int, bytes]], ...]:
        """Return the files before a commit, after it, and now."""
        commit = self._commit_of(sha)
        before = self.tree(commit.parents[0].decode()) if commit.parents else {}
        return before, self.tree(sha), self.tree(self.head.decode()) if self.head else {}

    def _commit_of(self, sha: str) -> GitCommit:
        found = None
        if _SHA.fullmatch(sha):
            with suppress(KeyError):
                found = self._store[ObjectID(sha.encode())]
        if not isinstance(found, GitCommit):
            raise InputError(
                words("There is no commit {sha} in this project.", sha=sha[:12]), words("Choose another one.")
            )
        return found

    def walk(self) -> Iterator[Commit]:
        """Yield the commits of the branch, newest first."""
        todo: list[tuple[int, bytes]] = []
        seen: set[bytes] = set()

        def add(sha: bytes) -> None:
            if sha not in seen:
                seen.add(sha)
                try:
                    commit = self._commit_of(sha.decode())
                except InputError as error:
                    raise InputError(
                        words("The history is not whole: commit {sha} is missing.", sha=sha[:12].decode()),
                        words("Look at the repository with “git fsck”, or restore it from a copy."),
                    ) from error
                heapq.heappush(todo, (-commit.commit_time, sha))

        if self.head:
            add(self.head)
        for _ in range(_MOST_COMMITS):
            if not todo:
                return
            _, sha = heapq.heappop(todo)
            commit = self._commit_of(sha.decode())
            yield _plain(sha, commit)
            for parent in commit.parents:
                add(parent)

    def find(self, trailers: Mapping[str, str], since: str = "") -> Commit | None:
        """Return the newest commit that carries all these trailers."""
        wanted = {name: _line(value) for name, value in trailers.items()}
        for commit in self.walk():
            if wanted.items() <= commit.trailers.items():
                return commit
            if commit.sha == since:
                return None
        return None

    def commit(
        self,
        files: Mapping[str, bytes | None],
        modes: Mapping[str, int],
        message: str,
        trailers: Mapping[str, str],
        at: int,
    ) -> Commit:
        """Commit these files on the branch."""
        old = self.tree(self.head.decode()) if self.head else {}
        changes: list[_Entry] = []
        for path, content in files.items():
            if content is not None:
                known = self.blob(old[path][1]) if path in old else None
                blob = Blob.from_string(with_ends_of(content, known, b"\n"))
                self._store.add_object(blob)
                changes.append((os.fsencode(path), modes[path], blob.id))
            elif path in old:
                changes.append((os.fsencode(path), None, None))
        base = self._tree_of(self._commit_of(self.head.decode()).tree) if self.head else Tree()
        new_commit = GitCommit()
        new_commit.tree = self._changed(base, changes).id
        new_commit.parents = [ObjectID(self.head)] if self.head else []
        new_commit.author = new_commit.committer = self.repository.author.encode("utf-8", "replace")
        new_commit.author_time = new_commit.commit_time = at
        new_commit.author_timezone = new_commit.commit_timezone = 0
        new_commit.encoding = b"UTF-8"
        new_commit.message = _message(message, trailers)
        self._store.add_object(new_commit)
        branch = Ref(self.repository.branch)
        if self.head:
            moved = self._refs.set_if_equals(branch, ObjectID(self.head), new_commit.id)
        else:
            moved = self._refs.add_if_new(branch, new_commit.id)
        if not moved:
            raise InputError(
                words("Somebody else committed in the same moment."), words("Go on: it is tried again.")
            )
        self.head = new_commit.id
        return _plain(new_commit.id, new_commit)

    def _changed(self, tree: Tree, changes: Iterable[_Entry], depth: int = 0) -> Tree:
        """Store a folder with these changes made; one that becomes empty is stored for the whole alone."""
        below: dict[bytes, list[_Entry]] = {}
        for path, mode, sha in changes:
            name, _, rest = path.partition(b"/")
            if rest:
                below.setdefault(name, []).append((rest, mode, sha))
            elif mode is None or sha is None:
                del tree[name]
            else:
                tree[name] = (mode, sha)
        for name, inner in below.items():
            known = tree[name] if name in tree else None  # noqa: SIM401  a tree has no `get`
            is_folder = known is not None and stat.S_ISDIR(known[0])
            folder = self._changed(
                self._tree_of(known[1]) if known and is_folder else Tree(), inner, depth + 1
            )
            if len(folder):
                tree[name] = (stat.S_IFDIR, folder.id)
            elif known is not None:
                del tree[name]
        if len(tree) or not depth:
            self._store.add_object(tree)
        return tree

    def _tree_of(self, sha: ObjectID) -> Tree:
        found = self._store[sha]
        if not isinstance(found, Tree):
            raise ValueError("no sound tree")
        return found

    def refresh_index(self, files: Confined, named: Mapping[str, object]) -> None:
        """Bring the index up to the newest commit for these files; what else is staged stays so."""
        tree = self.tree(self.head.decode()) if self.head else {}
        index = Index(str(self.repository.git / "index"))
        for path in named:
            key, there = os.fsencode(path), files.stat(path)
            known = tree.get(path)
            if known is None:
                if key in index:
                    del index[key]
            elif there is not None:
                index[key] = index_entry_from_stat(there, known[1], mode=known[0])
        index.write()


def with_ends_of(content: bytes, other: bytes | None, end: bytes) -> bytes:
    """Return a text with this line end, where another form of it has no other one.

    Git may keep lines with other ends in its commits than on the disk (`core.autocrlf`, `.gitattributes`).
    """
    ends = [_END.findall(text) for text in (content, other or b"")]
    was, wanted = (set(found) for found in ends)
    return content.replace(was.pop(), end) if wanted == {end} and len(was) == 1 else content


def _message(text: str, trailers: Mapping[str, str]) -> bytes:
    clean_text = text.replace("\0", "").replace("\r\n", "\n").strip() or "Change"
    lines = [f"{name}: {_line(value)}" for name, value in trailers.items()]
    # A paragraph of their own: nothing that a model wrote can be taken for one of them.
    return "\n".join([clean_text, *(["", *lines] if lines else []), ""]).encode("utf-8", "replace")


def _line(value: str) -> str:
    return " ".join(value.replace("\0", "").split())


def _plain(sha: bytes, commit: GitCommit) -> Commit:
    message = commit.message.decode("utf-8", "replace").strip("\n")
    body, _, last = message.rpartition("\n\n")
    found = [_TRAILER.fullmatch(line) for line in last.split("\n")]
    parent = commit.parents[0].decode() if commit.parents else ""
    if not body or not all(found):
        return Commit(sha.decode(), message, {}, commit.commit_time, parent)
    return Commit(sha.decode(), body, {one[1]: one[2] for one in found if one}, commit.commit_time, parent)


@contextmanager
def letting_go_of_files() -> Iterator[None]:
    """Do what may fail on a full disk, and then let go of what it left open."""
    try:
        yield
    except OSError as error:
        let_go_of_files(error)
        raise


def let_go_of_files(error: BaseException) -> None:
    """Close what the calls that led to an error left open, without a word on what fails in that, too.

    WORKAROUND for dulwich: a file it could not write stays open in its frames and is closed when they are
    forgotten. On a full disk that fails once more, and Python would print it as a mistake of the program.
    """
    said, sys.unraisablehook = sys.unraisablehook, lambda unraisable: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            one: BaseException | None = error
            while one is not None:
                clear_frames(one.__traceback__)
                one = one.__cause__ or one.__context__
    finally:
        sys.unraisablehook = said
