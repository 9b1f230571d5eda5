"""Whether a folder's repository can be worked with, looked at before anything of it is opened.

What strangers left in a `.git` must neither run nor read anything: links, pipes, object folders elsewhere, a
work tree elsewhere. Configuration is read without its includes; hooks and filters are never looked at. What
git itself would refuse is refused, too: another owner, an unknown form, rubbish in its index or packs.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dulwich.config import ConfigFile
from dulwich.index import Index
from dulwich.refs import Ref, check_ref_format

from app.domain.errors import InputError
from app.domain.i18n import Message, words

_MOST_ENTRIES = 300_000
"""Files of `.git` that are looked at: about half a second."""
_DEEPEST = 100
_LONGEST_STEP = 240
"""Bytes of a step of a branch's name: its lock must have room on the disk beside it."""
_LARGEST_CONFIG, _LARGEST_INDEX = 2**20, 2**26
_SYSTEM = Path("/etc/gitconfig")
_EXTENSIONS = frozenset(
    {
        *(b"noop", b"noop-v1", b"preciousobjects", b"partialclone", b"worktreeconfig", b"objectformat"),
        *(b"refstorage", b"compatobjectformat", b"relativeworktrees"),
    }
)
"""What a repository may need of git; one of another kind git itself refuses."""
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
    if (found := inspect(folder)) is not None:
        check_whole(folder, found)


def check_whole(folder: Path, repository: Repository) -> None:
    """Raise InputError where a commit could not be made, or could not be read again by git."""
    _check_index(folder, repository.git)
    _check_packs(folder, repository.git)


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
    _check_owner(folder, git)
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
    if (_value(config, b"core", b"bare") or "").lower() in ("true", "yes", "on", "1"):
        raise _refused(folder, words("it is a bare repository, without files"))
    if _value(config, b"core", b"worktree"):
        raise _refused(folder, words("its files are said to lie elsewhere (core.worktree)"))
    version = _value(config, b"core", b"repositoryformatversion") or "0"
    if version not in ("0", "1") or (version == "1" and not _extensions(config) <= _EXTENSIONS):
        raise _refused(folder, words("it has a form that is not known here"))
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
    _check_branch(folder, git, head[1])
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


def _check_branch(folder: Path, git: Path, branch: bytes) -> None:
    """Refuse a branch that git could not move: a later commit would fail behind files that are written."""
    shown = branch.decode("utf-8", "replace")
    steps = branch.split(b"/")
    if not check_ref_format(Ref(branch)) or max(map(len, steps)) > _LONGEST_STEP:
        raise _refused(
            folder,
            words("its .git/HEAD names a branch “{name}”, which git does not take", name=shown[:200]),
            words("Check out a branch with git, then go on."),
        )
    path = git / os.fsdecode(branch)
    above = {b"/".join(steps[:depth]) for depth in range(3, len(steps))}
    packed = _packed(git)
    if (
        path.is_dir()
        or any(name in above or name.startswith(branch + b"/") for name in packed)
        or any((git / os.fsdecode(name)).is_file() for name in above)
    ):
        raise _refused(
            folder,
            words("a branch and a folder of branches both have the name {name}", name=shown),
            words("Check out another branch with git, then go on."),
        )
    if not path.exists():
        return
    with path.open("rb") as stream:
        content = stream.read(1000)
    if content.startswith(b"ref:"):
        raise _refused(
            folder,
            words("its branch {name} is another name of a branch (a symbolic ref)", name=shown),
            words("Check out the other branch itself with git, then go on."),
        )
    if not content.strip():
        raise leads_nowhere(branch)


def _packed(git: Path) -> set[bytes]:
    """Return the names of refs that have no file of their own."""
    path = git / "packed-refs"
    if not path.exists():
        return set()
    return {line.split(b" ")[-1] for line in path.read_bytes().split(b"\n") if b" refs/" in line}


def leads_nowhere(branch: bytes) -> InputError:
    """Return the error of a branch without a commit at its end."""
    return InputError(
        words("The branch {name} leads to no commit.", name=branch.decode("utf-8", "replace")),
        words("Look at the repository with “git fsck”."),
    )


def _check_links(folder: Path, git: Path) -> None:
    number = 0
    for name in ("objects", "refs", "info"):
        if not os.path.lexists(git / name):
            continue
        if not stat.S_ISDIR((git / name).lstat().st_mode):
            raise _refused(folder, words("its {file} is a link or no folder", file=f".git/{name}"))
        for entry, depth in _walk(git / name):
            number += 1
            if depth > _DEEPEST:
                raise _refused(folder, words("its {file} is nested too deeply", file=f".git/{name}"))
            if not (entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)):
                where = Path(entry.path).relative_to(folder).as_posix()
                raise _refused(folder, words("its {file} is a link or no regular file", file=where))
            if number > _MOST_ENTRIES:
                raise _refused(
                    folder,
                    words("it has more than {n} loose objects", n=_MOST_ENTRIES),
                    words("Pack it with “git gc”, then go on."),
                )


def _walk(folder: Path) -> Iterator[tuple[os.DirEntry[str], int]]:
    """Yield what lies in a folder, and how deep."""
    todo = [(str(folder), 1)]
    while todo:
        inside, depth = todo.pop()
        with os.scandir(inside) as found:
            entries = list(found)
        for entry in entries:
            yield entry, depth
            if entry.is_dir(follow_symlinks=False):
                todo.append((entry.path, depth + 1))


def _check_owner(folder: Path, git: Path) -> None:
    """Refuse what belongs to somebody else, as git does where the user did not name it safe."""
    if not hasattr(os, "geteuid"):
        return
    me, sudo = {os.geteuid()}, os.environ.get("SUDO_UID", "")
    if me == {0} and sudo.isdecimal():
        me.add(int(sudo))
    if {folder.stat().st_uid, git.lstat().st_uid} <= me or _named_safe(folder):
        return
    raise _refused(
        folder,
        words("it belongs to somebody else, and git refuses it, too"),
        words("Make it yours, or name it safe: git config --global --add safe.directory {file}", file=folder),
    )


def _named_safe(folder: Path) -> bool:
    safe: list[str] = []
    for config in filter(None, (_parsed(path) for path in (_SYSTEM, *_of_the_user()) if path.is_file())):
        with suppress(KeyError):
            safe += [one.decode("utf-8", "replace") for one in config.get_multivar((b"safe",), b"directory")]
    if "" in safe:
        # An empty one takes back those before it.
        safe = safe[len(safe) - safe[::-1].index("") :]
    return any(
        one == "*"
        or str(folder) == one.rstrip("/")
        or (one.endswith("/*") and str(folder).startswith(one[:-1]))
        for one in safe
    )


def _check_index(folder: Path, git: Path) -> None:
    path = git / "index"
    if not path.exists():
        return
    if path.stat().st_size > _LARGEST_INDEX:
        raise _refused(folder, words("its index is too large"))
    try:
        torn = Index(str(path)).has_conflicts()
    except OSError:
        raise
    except Exception as error:  # what a reader of rubbish stumbles over is no matter
        if _is_split_or_sparse(git):
            raise _refused(
                folder,
                words("its index is split or sparse, which is not known here"),
                words("Make it whole: “git update-index --no-split-index”, “git sparse-checkout disable”."),
            ) from error
        raise _refused(
            folder,
            words("its index is damaged"),
            words("Remove {file} and make it anew with “git reset”, then go on.", file=path),
        ) from error
    if torn:
        raise _refused(
            folder,
            words("files of it are not merged yet"),
            words("Resolve them with git, then go on."),
        )


def _is_split_or_sparse(git: Path) -> bool:
    content = (git / "index").read_bytes()
    split = b"link\0" in content and any(git.glob("sharedindex.*"))
    return split or (b"sdir\0\0\0\0" in content and (git / "info" / "sparse-checkout").exists())


def _check_packs(folder: Path, git: Path) -> None:
    for pack in sorted((git / "objects" / "pack").glob("*.pack")):
        index = pack.with_suffix(".idx")
        if index.exists() and _count_of_pack(pack) != _count_of_index(index):
            raise _refused(
                folder,
                words("its pack {file} is damaged", file=pack.name),
                words("Look at it with “git fsck”, or restore it from a copy."),
            )


def _count_of_pack(pack: Path) -> int:
    """Return how many objects a pack says it holds, -1 for what is none."""
    with pack.open("rb") as stream:
        head = stream.read(12)
    sound = head[:4] == b"PACK" and head[4:8] in (b"\0\0\0\2", b"\0\0\0\3") and len(head) == 12
    return int.from_bytes(head[8:]) if sound else -1


def _count_of_index(index: Path) -> int:
    """Return how many objects the index of a pack lists, -2 for what is none."""
    with index.open("rb") as stream:
        head = stream.read(8 + 1024)
    steps = head[8:] if head[:8] == b"\xfftOc\0\0\0\2" else head[:1024]
    counts = [int.from_bytes(steps[at : at + 4]) for at in range(0, len(steps), 4)]
    return counts[-1] if len(steps) == 1024 and counts == sorted(counts) else -2


def _config(folder: Path, git: Path) -> ConfigFile:
    path = git / "config"
    if not path.exists():
        return ConfigFile()
    if path.stat().st_size > _LARGEST_CONFIG:
        raise _refused(folder, words("its configuration is too large"))
    found = _parsed(path)
    if found is None:
        raise _refused(
            folder, words("its configuration cannot be read"), words("Correct {file}, then go on.", file=path)
        )
    return found


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


def _extensions(config: ConfigFile) -> set[bytes]:
    try:
        return {name.lower() for name, _ in config.items((b"extensions",))}
    except KeyError:
        return set()


def _author(config: ConfigFile) -> str:
    """Return who commits: by the repository's configuration, else the user's, else the program."""
    for found in (config, *(_parsed(path) for path in reversed(_of_the_user()) if path.is_file())):
        if found is None:
            continue
        name, mail = _value(found, b"user", b"name"), _value(found, b"user", b"email")
        if name and mail and _TEXT.fullmatch(name) and _TEXT.fullmatch(mail):
            return f"{name} <{mail}>"
    return PROGRAM


def _of_the_user() -> Sequence[Path]:
    """Return the user's own configuration of git; what the later one says holds."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")  # noqa: PTH111, PTH118  no home is no error
    return Path(home) / "git" / "config", Path(os.path.expanduser("~")) / ".gitconfig"  # noqa: PTH111


def _refused(folder: Path, why: Message, next: Message | None = None) -> InputError:
    return InputError(
        words("The project {file} cannot be used: {why}.", file=folder, why=why),
        next or words("Use a folder with a repository of its own, or one without."),
    )
