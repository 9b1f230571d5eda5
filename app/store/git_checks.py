"""Whether a folder's repository can be worked with, looked at before anything of it is opened.

What strangers left in a `.git` must neither run nor read anything: links, pipes, object folders elsewhere, a
work tree elsewhere. Configuration is read without its includes; hooks and filters are never looked at.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dulwich.config import ConfigFile

from app.domain.errors import InputError
from app.domain.i18n import Message, words

_MOST_ENTRIES = 300_000
"""Files of `.git` that are looked at: about half a second."""
_LARGEST_CONFIG = 2**20
PROGRAM = "Roundtable <roundtable@localhost>"
_UNDER_WAY = (
    *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG"),
    "sequencer",
)
_SINGLE = ("HEAD", "config", "index", "packed-refs", "roundtable.lock", "roundtable.writing")
_BRANCH = re.compile(rb"ref: (refs/heads/[^\s]+)\s*\Z")
_TEXT = re.compile(r"[^<>\n\0]+")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository that can be worked with: its folder `.git`, and the full name of its branch."""

    git: Path
    branch: bytes
    author: str


def check_project(folder: Path) -> None:
    """Raise InputError where a project's repository cannot be worked with; none at all is no obstacle."""
    inspect(folder)


def inspect(folder: Path) -> Repository | None:
    """Return a folder's repository, None where there is none. Raises InputError, in words, or OSError."""
    git = folder / ".git"
    try:
        found = git.lstat()
    except (FileNotFoundError, NotADirectoryError):
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir():
            raise _refused(folder, words("it is a bare repository, without files")) from None
        return None
    if not stat.S_ISDIR(found.st_mode):
        raise _refused(folder, words("its .git leads elsewhere: a linked work tree, a submodule or a link"))
    _check_files(folder, git)
    _check_links(folder, git)
    for name in _UNDER_WAY:
        if os.path.lexists(git / name):
            raise _refused(
                folder,
                words("a merge, rebase or similar is under way"),
                words("Finish it or abort it with git, then go on."),
            )
    config = _config(folder, git)
    if _flag(config, b"core", b"bare"):
        raise _refused(folder, words("it is a bare repository, without files"))
    if _value(config, b"core", b"worktree"):
        raise _refused(folder, words("its files are said to lie elsewhere (core.worktree)"))
    if (_value(config, b"extensions", b"objectformat") or "sha1").lower() != "sha1":
        raise _refused(folder, words("it keeps its objects by another kind of hash"))
    if (_value(config, b"extensions", b"refstorage") or "files").lower() != "files":
        raise _refused(folder, words("it keeps its branches in another form"))
    head = _BRANCH.match((git / "HEAD").read_bytes()[:1000])
    if head is None:
        raise _refused(
            folder,
            words("no branch is checked out (a detached HEAD)"),
            words("Check out a branch with git, then go on."),
        )
    return Repository(git, head[1], _author(config))


def outer(folder: Path) -> str:
    """Return the work tree of a repository around a folder, empty where there is none."""
    for above in folder.parents:
        if os.path.lexists(above / ".git"):
            return str(above)
    return ""


def _check_files(folder: Path, git: Path) -> None:
    for name in ("commondir", "shallow", "objects/info/alternates", "objects/info/http-alternates"):
        if os.path.lexists(git / name):
            why = words("it is shallow") if name == "shallow" else words("its history lies elsewhere")
            raise _refused(folder, why)
    for name in _SINGLE:
        if os.path.lexists(git / name) and not stat.S_ISREG((git / name).lstat().st_mode):
            raise _refused(folder, words("its {file} is a link or no regular file", file=f".git/{name}"))
    for name in ("HEAD", "objects", "refs"):
        if not os.path.lexists(git / name):
            raise _refused(folder, words("it is not whole: there is no {file}", file=f".git/{name}"))


def _check_links(folder: Path, git: Path) -> None:
    number = 0
    for name in ("objects", "refs", "info"):
        if not os.path.lexists(git / name):
            continue
        if not stat.S_ISDIR((git / name).lstat().st_mode):
            raise _refused(folder, words("its {file} is a link or no folder", file=f".git/{name}"))
        for entry in _walk(git / name):
            number += 1
            if not (entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)):
                where = Path(entry.path).relative_to(folder).as_posix()
                raise _refused(folder, words("its {file} is a link or no regular file", file=where))
            if number > _MOST_ENTRIES:
                raise _refused(
                    folder,
                    words("it has more than {n} loose objects", n=_MOST_ENTRIES),
                    words("Pack it with “git gc”, then go on."),
                )


def _walk(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        entries = list(found)
    for entry in entries:
        yield entry
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path))


def _config(folder: Path, git: Path) -> ConfigFile:
    path = git / "config"
    if not path.exists():
        return ConfigFile()
    if path.stat().st_size > _LARGEST_CONFIG:
        raise _refused(folder, words("its configuration is too large"))
    return _parsed(path) or ConfigFile()


def _parsed(path: Path) -> ConfigFile | None:
    try:
        with path.open("rb") as stream:
            return ConfigFile.from_file(stream, expand_includes=False)
    except (OSError, ValueError, KeyError):
        return None


def _value(config: ConfigFile, section: bytes, name: bytes) -> str | None:
    try:
        return config.get((section,), name).decode("utf-8", "replace").strip()
    except KeyError:
        return None


def _flag(config: ConfigFile, section: bytes, name: bytes) -> bool:
    return (_value(config, section, name) or "").lower() in ("true", "yes", "on", "1")


def _author(config: ConfigFile) -> str:
    """Return who commits: by the repository's configuration, else the user's, else the program."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")  # noqa: PTH111, PTH118  no home is no error
    user = [Path(os.path.expanduser("~")) / ".gitconfig", Path(home) / "git" / "config"]  # noqa: PTH111
    for found in (config, *(_parsed(path) for path in user if path.is_file())):
        if found is None:
            continue
        name, mail = _value(found, b"user", b"name"), _value(found, b"user", b"email")
        if name and mail and _TEXT.fullmatch(name) and _TEXT.fullmatch(mail):
            return f"{name} <{mail}>"
    return PROGRAM


def _refused(folder: Path, why: Message, next: Message | None = None) -> InputError:
    return InputError(
        words("The project {file} cannot be used: {why}.", file=folder, why=why),
        next or words("Use a folder with a repository of its own, or one without."),
    )
