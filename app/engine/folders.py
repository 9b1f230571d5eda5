"""What nodes see of folders that a person chose: one that is only read, and a project with its history.

Both are asyncio over threads. What they return is plain, so that an effect can hand it to the journal. A node
reaches them through its context and inside an effect alone: what it was given is then found again by its key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from app.documents.places import PageImage, SourcePlace
from app.domain.errors import Bug, InputError
from app.domain.i18n import Message, words
from app.domain.ids import SessionId
from app.domain.untrusted_files import is_folder, is_there

if TYPE_CHECKING:
    from collections.abc import Iterator


PortName = Literal["sources", "history"]
PORT_NAMES: tuple[PortName, ...] = ("sources", "history")
READ_FOLDER: PortName = "sources"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PortUse:
    """A port that a workflow's nodes may use, and the field of the setup that holds its folder.

    `commits`: of a history: the trailers of the commit, from the workflow's state, that a folder must hold
    which a person chooses for a session that worked in another one; none: any folder will do.
    `alone`: the field that holds the name of a file, where a person named one of the folder in place of the
    folder; empty: only a folder can be named. A name with one of `endings` is a file's, though it is not
    there yet.
    """

    name: PortName
    field: str
    commits: Callable[[Any], Mapping[str, str]] | None = None
    alone: str = ""
    endings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenedFolder:
    """A folder as it was when a person named it: what its name leads to later need not be the same.

    `path`: whole, with no link in it; `number`: what the disk calls it (its inode), None: it was not there
    yet, or a version that noted none kept the choice.
    """

    path: Path
    number: int | None = None


STAYS = words("The folder it works in stays as it is."), words("The folders they work in stay as they are.")
"""What is said of folders where sessions over them are deleted: of one session, and of several."""


# --- a folder that is read ----------------------------------------------------------------------

LeftOut = Literal["hidden", "secret", "ignored", "link", "special", "too_large", "unnamed", "by_rule"]
"""Why a file of the folder is not offered: `unnamed` is a name that is no text."""


@dataclass(frozen=True, slots=True)
class SourceRules:
    """What a person decided: files allowed though they are left out by themselves, and patterns left out.

    Patterns are written as in a .gitignore. A pattern is stronger than an allowed name.
    """

    allowed: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file by its path in the folder, with `/`; its size in bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class SourceListing:
    """What the folder holds; `whole` False: there is more than was looked at."""

    files: tuple[SourceFile, ...]
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a file, counted from 1; `digest` is the sha256 of all its bytes.

    `cut`: more lines were asked for than are shown at once, or the last one is longer than that.
    `places`: of a document, the one its first line stands in and those that begin behind it. `cut_off`: what
    of the document could not be read as text.
    """

    path: str
    first: int
    last: int
    total: int
    text: str
    digest: str
    cut: bool = False
    places: tuple[SourcePlace, ...] = ()
    cut_off: Message | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """All the text of a file; `digest` is the sha256 of its bytes. `places`, `cut_off`: of a document."""

    path: str
    text: str
    digest: str
    places: tuple[SourcePlace, ...] = ()
    cut_off: Message | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A line in which a text was found, and the place of the document it stands in."""

    path: str
    line: int
    text: str
    place: SourcePlace | None = None


@dataclass(frozen=True, slots=True)
class Hits:
    """Where a text stands; `whole` False: there is more, or not everything was looked through."""

    hits: tuple[Hit, ...]
    files: int
    """How many were looked through."""
    whole: bool = True


class SourceFolder(Protocol):
    """Confined reading: no link, no `..` and no special file leads out, and nothing is ever written."""

    def by_rules(self, rules: SourceRules) -> SourceFolder:
        """Return the same folder under a person's rules."""
        ...

    async def files(self, pattern: str = "") -> SourceListing:
        """List readable files, sorted; `pattern` is matched against the path or the name, `*` as in a shell.

        Raises InputError where the folder cannot be read.
        """
        ...

    async def read(self, path: str, first: int = 1, last: int | None = None) -> Passage:
        """Return lines of a file; raises InputError for what is outside, left out, too large or no text."""
        ...

    async def text(self, path: str) -> SourceText:
        """Return all the text of a file, for a check that is no model's; raises as `read` does."""
        ...

    async def page(self, path: str, number: int, quote: str) -> PageImage:
        """Return a page of a PDF, from 1, as it is printed, for a person; raises as `read` does."""
        ...

    async def search(self, text: str, pattern: str = "") -> Hits:
        """Return the lines that contain a text, whatever its case; raises InputError for an empty one."""
        ...

    async def close(self) -> None:
        """Let go of what reads documents; may be called twice, and reading goes on afterwards."""
        ...


# --- a project with its history -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the project: `trailers` are the `Name: value` lines at its end."""

    sha: str
    message: str
    trailers: Mapping[str, str]
    at: int
    """Seconds since 1970 UTC."""
    parent: str = ""
    """The commit before it, on the branch; empty: it is the first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A file that differs from the newest commit. `kind`: what became of it on the disk."""

    path: str
    kind: Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class HistoryState:
    """Where a project stands. `head` empty: nothing is committed; `repository` False: there is none yet.

    `outer`: the work tree of another repository that the folder lies in; a person is asked before a new one
    is made there.
    """

    repository: bool
    branch: str = ""
    head: str = ""
    outer: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A project at one moment. `files`: as they lie on the disk; `left_out`: why others could not be read.

    `edits`: what differs from the newest commit; `commits`: the newest ones, newest first.
    """

    state: HistoryState
    files: Mapping[str, bytes]
    left_out: Mapping[str, Message] = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()
    commits: tuple[Commit, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Files to be written (None: deleted) and committed as one; paths are inside the project, with `/`.

    `trailers` name the commit: where one with all of them is there already, nothing is committed again.
    `outside`: the message of the commit that keeps what others did to these files, and to those of `also`,
    before. `untracked`: files that git keeps no longer and that stay on the disk. `seen`: what the person
    saw of these files who decided; where one is another now, nothing is done. `since`: a commit behind which
    the look-up need not go.
    """

    files: Mapping[str, bytes | None]
    message: str
    trailers: Mapping[str, str]
    outside: str = "Edits made outside"
    also: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()
    seen: Mapping[str, bytes | None] | None = None
    since: str = ""


@dataclass(frozen=True, slots=True)
class Committed:
    """What a change came to. `outside`: the commit that kept edits made outside, where there was one.

    `kept`: the files whose edits it kept. `again`: the commit was there already.
    """

    commit: Commit
    outside: Commit | None = None
    again: bool = False
    kept: tuple[str, ...] = ()


class HistoryConflict(InputError):
    """A commit cannot be taken back: later ones, or edits, touched the same files."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = tuple(paths)
        super().__init__(
            words(
                "It cannot be taken back by itself: {files} changed since.",
                files=_few(paths),
            ),
            words("Undo the later changes first, or edit these files."),
        )


class HistoryMoved(InputError):
    """Somebody changed files between a person's decision and its writing: nothing was written."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = tuple(paths)
        super().__init__(
            words("{files} changed since you looked at it.", files=_few(paths)),
            words("Look at the changes again, and decide anew."),
        )


def _few(paths: Sequence[str]) -> str:
    return ", ".join(paths[:5]) + (" …" if len(paths) > 5 else "")


class ProjectHistory(Protocol):
    """A project folder under git. No hook, filter or other program of its configuration is ever run.

    Every method raises InputError for a repository that is not safe to work with, in words, and StorageError
    for the disk. Who writes holds a lock beside the repository until `close`; a second program only reads.
    """

    async def state(self) -> HistoryState:
        """Return where the project stands."""
        ...

    async def read(self, path: str, at: str = "") -> bytes | None:
        """Return a file as it is on the disk, or in the commit `at`; None: there is none."""
        ...

    async def files(self, at: str) -> Sequence[str]:
        """List the files of a commit."""
        ...

    async def snapshot(self, wanted: Callable[[str], bool], most: int, commits: int = 0) -> Snapshot:
        """Return the project at one moment, with the files whose paths are wanted.

        Raises InputError where they are more than `most` bytes together.
        """
        ...

    async def find(self, trailers: Mapping[str, str], since: str = "") -> Commit | None:
        """Return the newest commit of the branch that carries all these trailers."""
        ...

    async def log(self, limit: int = 100) -> Sequence[Commit]:
        """Return the newest commits of the branch, newest first."""
        ...

    async def commit(self, change: Change) -> Committed:
        """Write and commit; safe to repeat after a crash at any point. Makes the repository if there is none.

        What others did to its files meanwhile is committed first, on its own, and never overwritten unseen.
        Raises HistoryMoved where they are not what was seen.
        """
        ...

    async def revert(
        self, sha: str, message: str, trailers: Mapping[str, str], leave: Sequence[str] = ()
    ) -> Committed:
        """Commit the opposite of a commit; raises HistoryConflict where its files changed since.

        `leave`: files that stay as they are.
        """
        ...

    async def write_beside(self, files: Mapping[str, bytes]) -> None:
        """Write files that git is told to leave alone."""
        ...

    async def close(self) -> None:
        """Let go of the lock. May be called twice."""
        ...


# --- which folder, and who may use it -----------------------------------------------------------


class ChosenFolders(Protocol):
    """The folders that a person chose for sessions on this machine, and the ports to them.

    A session that was imported names folders of another machine: none of them is opened.
    """

    ports: frozenset[str]
    """The names of the ports there are."""

    def check(self, port: PortName, folder: Path, *, new: bool = False) -> OpenedFolder:
        """Return a folder, writing nothing; InputError where it cannot be used, by a `new` session or not."""
        ...

    def choose(self, session: SessionId, folders: Mapping[PortName, OpenedFolder]) -> None:
        """Keep what a person chose for a session. Raises StorageError."""
        ...

    def chosen(self, session: SessionId) -> Mapping[PortName, OpenedFolder]:
        """Return what was chosen here, nothing for a session from elsewhere."""
        ...

    def sources(self, folder: OpenedFolder) -> SourceFolder:
        """Return the reading of a folder; InputError where another one lies in its place."""
        ...

    def history(self, folder: OpenedFolder) -> ProjectHistory:
        """Return a project's history; raises as `sources` does."""
        ...


_in_effect: ContextVar[bool] = ContextVar("in_effect", default=False)


@contextmanager
def effect() -> Iterator[None]:
    """Open the ports for what is done inside: its value goes into the journal."""
    token = _in_effect.set(True)
    try:
        yield
    finally:
        _in_effect.reset(token)


async def in_thread(work: Callable[..., T], *given: object) -> T:
    """Do plain work that takes a while in a thread, inside an effect alone: what came of it is recorded."""
    if not _in_effect.get():
        raise Bug("work is done in a thread inside `context.once` alone")
    return await asyncio.to_thread(work, *given)


class SessionPorts:
    """The ports that a workflow named, of one open session: each is made when it is first used.

    Each is open inside an effect alone (`Context.once`).
    """

    def __init__(
        self, workflow: str, uses: Sequence[PortUse], session: SessionId, folders: ChosenFolders | None
    ) -> None:
        self._workflow, self._session, self._folders = workflow, session, folders
        self._named = {use.name: use.field for use in uses}
        # By folder: a person may choose another one while the session is open.
        self._sources: dict[OpenedFolder, SourceFolder] = {}
        self._history: dict[OpenedFolder, ProjectHistory] = {}

    @property
    def sources(self) -> SourceFolder:
        """The folder of sources. Raises Bug outside an effect, InputError where none was chosen here."""
        folders, folder = self._open("sources")
        if folder not in self._sources:
            self._sources[folder] = folders.sources(folder)
        return self._sources[folder]

    @property
    def history(self) -> ProjectHistory:
        """The project's history. Raises as `sources` does."""
        folders, folder = self._open("history")
        if folder not in self._history:
            self._history[folder] = folders.history(folder)
        return self._history[folder]

    async def close(self) -> None:
        """Let go of what was opened."""
        for sources in self._sources.values():
            await sources.close()
        for history in self._history.values():
            await history.close()

    def _open(self, port: PortName) -> tuple[ChosenFolders, OpenedFolder]:
        if port not in self._named:
            raise Bug(f"{self._workflow}: its nodes use the port {port!r}; name it in its `ports`")
        if not _in_effect.get():
            raise Bug(f"{self._workflow}: the port {port!r} is open inside `context.once` alone")
        if self._folders is None:
            raise Bug(f"{self._workflow}: nobody gave the port {port!r}; `bootstrap` names those there are")
        folder = self._folders.chosen(self._session).get(port)
        if folder is None:
            raise InputError(
                words("This session comes from elsewhere: no folder was chosen for it on this machine."),
                words(
                    "Choose one: Resume asks for it in the window; in a terminal it is "
                    "roundtable resume {session} --folder {name}=FOLDER",
                    session=self._session,
                    name=self._named[port],
                ),
            )
        return self._folders, folder


def named_alone(
    uses: Sequence[PortUse], setup: Mapping[str, object], expand: Callable[[str], Path]
) -> dict[str, object]:
    """Return a setup in which a file that was named in place of its folder is that folder's, by its name."""
    found = dict(setup)
    for use in uses:
        value = found.get(use.field)
        if not use.alone or not isinstance(value, str) or not value.strip():
            continue
        path = expand(value)
        there = is_there(path)
        if (there and not is_folder(path)) or (not there and path.suffix.lower() in use.endings):
            found.update({use.field: str(path.parent), use.alone: path.name})
    return found


def folders_of(
    uses: Sequence[PortUse], setup: Mapping[str, object], expand: Callable[[str], Path]
) -> dict[PortName, Path]:
    """Return the folders that a setup names, by port. Raises InputError for an empty one."""
    found: dict[PortName, Path] = {}
    for use in uses:
        value = setup.get(use.field)
        if not isinstance(value, str) or not value.strip():
            raise InputError(
                words("No folder is named ({name}).", name=use.field),
                words("Name one and start again."),
            )
        found[use.name] = expand(value)
    return found
