"""The environment `.venv`: made, brought in line with the locks, and made anew where it cannot be trusted.

A stamp inside it is written last and removed first: without one nothing in it is believed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from dev_machine import RefusedError, say
from dev_quick import LEVELS, PYTHON, ROOT, STAMP, VENV, fingerprint, is_ready, read_stamp, venv_version

LOCKS = Path(ROOT, "packaging", "locks")

# Put there by `venv` itself and by installing the project: they stay, whatever the locks name.
SEEDED = frozenset({"pip", "roundtable-desk"})

NEEDED = {"run": 600, "dev": 950}
"""Megabytes of a new environment, by its level."""
TEMPORARY = 400
"""Megabytes that pip unpacks beside it while it works."""
FULL = 20
"""Megabytes: with less than these free a failure is the disk's."""
UNREACHED = re.compile(
    r"NewConnectionError|NameResolution|ConnectTimeout|ReadTimeout|ProxyError|Max retries exceeded|"
    r"Connection (?:refused|reset|aborted|broken)|Network is unreachable|"
    # Since pip 26.
    r"error: (?:connection-failed|connection-timeout|proxy-connection-failed|incomplete-download)"
)
"""How pip says that it reached no package index."""
WITHOUT_WHEEL = re.compile(r"(?<=No matching distribution found for )([\w.-]+)==([^\s;]+)")
"""How pip says that no file fits this system, or that no package index was reached."""
AGAIN = "then run the same command again"
PIP_FAILED = (
    "pip could not install the locked packages; its message is above and nothing else was run.\n"
    "Check the connection (or the mirror pip is set to), then run the same command again."
)


def locked_names(lock: str) -> set[str]:
    """Return the normalised names of all distributions a lock file holds, whatever their markers."""
    found = re.findall(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", lock, re.MULTILINE)
    return {normalise(name) for name in found}


def normalise(name: str) -> str:
    """Return a distribution's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def ensure_environment(level: str) -> bool:
    """Make or update `.venv` for a level; return whether anything was changed. Raises RefusedError."""
    if is_ready(level):
        return False
    try:
        with _only_one():
            # Another start may have made it meanwhile.
            if is_ready(level):
                return False
            _make_ready(level)
    except OSError as error:
        raise RefusedError(disk_message(error, _full())) from None
    return True


def _make_ready(level: str) -> None:
    begun = time.monotonic()
    version = tuple(sys.version_info[:2])
    anew = why_anew(read_stamp(), Path(VENV).exists(), venv_version() == version)
    short = _short_of_room(NEEDED[level] if anew else FULL, TEMPORARY)
    if short:
        raise RefusedError(short)
    if anew and Path(VENV).is_symlink():
        # It leads to the environment of another folder, which must not be emptied.
        Path(VENV).unlink()
    # Gone until all is done: an interrupted change is made again from the start.
    Path(STAMP).unlink(missing_ok=True)
    if anew:
        say(anew)
        _make_venv()
    else:
        say("Bringing .venv in line with packaging/locks …")
    for name in LEVELS[level]:
        # Nothing is compiled here: that takes tools which the machine may lack, and ends in their logs.
        _pip("--require-hashes", "--only-binary=:all:", "-r", str(LOCKS / name))
    # Before the project is put there: one of an earlier name takes the command of the same name along.
    _remove_strangers(level)
    _pip("--no-index", "-e", ROOT)
    _find_project_from_there()
    stamp = "{}\n{}\n".format(fingerprint(level, version), ROOT)
    Path(STAMP).write_text(stamp, encoding="utf-8", errors="surrogateescape")
    say("The environment is ready ({:.0f} s).".format(time.monotonic() - begun))


def _find_project_from_there() -> None:
    """Name the project by its place relative to the environment, in letters that every locale has.

    Before 3.13 a start reads this file in the locale's letters: below “Rundtisch ü”, no Python would start
    where LC_ALL is C.
    """
    for packages in ("lib/python*/site-packages", "Lib/site-packages"):
        for file in Path(VENV).glob(packages + "/*roundtable*.pth"):
            file.write_text(os.path.relpath(ROOT, file.parent) + "\n", encoding="ascii")


def why_anew(stamp: tuple[str, str], there: bool, fits: bool) -> str:
    """Return why `.venv` is made from nothing, as a sentence; empty where it can be brought in line."""
    known, folder = stamp
    if there and known and folder not in ("", ROOT):
        return "This folder was moved or copied: making .venv anew (a minute or two) …"
    if there and not known:
        return "An earlier start did not finish .venv: making it anew (a minute or two) …"
    if not there or not fits:
        return "Making .venv (several hundred megabytes; a minute or two) …"
    return ""


def _short_of_room(wanted: int, temporary: int) -> str:
    """Return the sentence that names a folder with too little room, or nothing; megabytes."""
    needs: dict[str, int] = {ROOT: wanted}
    scratch = tempfile.gettempdir()
    if Path(scratch).stat().st_dev == Path(ROOT).stat().st_dev:
        needs[ROOT] = max(wanted, wanted + temporary if wanted > FULL else wanted)
    else:
        needs[scratch] = temporary
    return room_message(
        {folder: (shutil.disk_usage(folder).free // 10**6, mb) for folder, mb in needs.items()}
    )


def _full() -> str:
    """Return the sentence that names a folder on a disk that is full, or nothing."""
    for folder in (ROOT, tempfile.gettempdir()):
        if shutil.disk_usage(folder).free < FULL * 10**6:
            # How much is needed the next start knows: what is there by now is made anew.
            return "The disk of {} became full while .venv was made. Make room there, {}.".format(
                folder, AGAIN
            )
    return ""


def room_message(folders: dict[str, tuple[int, int]]) -> str:
    """Say which folder has too little room, of free and wanted megabytes by folder; empty where none has."""
    for folder, (free, wanted) in folders.items():
        if free < wanted:
            hint = (
                "Make room there" if folder == ROOT else "Make room there (or set TMPDIR to another folder)"
            )
            template = "There is too little room in {}: {} MB are free, about {} MB are needed. {}, {}."
            return template.format(folder, free, wanted, hint, AGAIN)
    return ""


def disk_message(error: OSError, full: str) -> str:
    """Say what to do where the system refused a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full or "The disk is full: {}. Make room, {}.".format(error.filename or ROOT, AGAIN)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        template = "{} may not be written to, and .venv is made there. Copy the project elsewhere, {}."
        return template.format(error.filename or ROOT, AGAIN)
    return "{}: {}. Nothing was started; {}.".format(error.filename or ROOT, error.strerror, AGAIN[5:])


def _make_venv() -> None:
    # Started from inside an environment, sys.executable may be the very one that is replaced.
    python = getattr(sys, "_base_executable", None) or sys.executable
    done = _quiet([python, "-m", "venv", "--clear", VENV])
    if done.returncode != 0:
        refuse(done.stdout, lambda: "python -m venv could not make {}; its message is above.".format(VENV))


def _pip(*arguments: str) -> None:
    # Neither dependencies nor build tools are fetched beside the locks. Python compiles a module when it is
    # first used: all ten thousand took longer than fetching them, and few are ever used.
    flags = ("--no-deps", "--no-build-isolation", "--no-compile")
    done = _quiet([*_quiet_pip("install"), *flags, *arguments])
    if done.returncode != 0:
        refuse(done.stdout, lambda: PIP_FAILED)


def _is_offered(requirement: str) -> bool:
    """Tell whether a package index has files of a distribution: pip says the same of none that fits."""
    flags = ["-vv", "--dry-run", "--no-deps", "--only-binary=:all:"]
    said = _quiet([PYTHON, "-m", "pip", "install", *flags, requirement]).stdout
    return re.search("Skipping link: (?:none of the wheel|No sources permitted)", said) is not None


def wheel_message(name: str, version: str) -> str:
    """Say that a distribution has no file for this Python on this system; two lines."""
    system = " ".join([sysconfig.get_platform(), *filter(None, platform.libc_ver())])
    cause = "{} {} has no ready-made build for Python {}.{} on {}, and nothing is compiled here.\n"
    action = "Use another Python (3.11 to 3.14) or system: README.md, “From source”, says which are served."
    return cause.format(name, version, *sys.version_info[:2], system) + action


def _quiet(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says is kept for the case that it fails."""
    env = dict(os.environ, PIP_ROOT_USER_ACTION="ignore")
    output = subprocess.PIPE
    return subprocess.run(
        command, stdout=output, stderr=subprocess.STDOUT, env=env, text=True, errors="replace", check=False
    )


def refuse(output: str, otherwise: Callable[[], str]) -> NoReturn:
    """Raise RefusedError with the cause, where what a program said lets one know it; else show that too."""
    full = _full()
    if full or "No space left on device" in output:
        raise RefusedError(full or "The disk became full while .venv was made. Make room, {}.".format(AGAIN))
    lacking = WITHOUT_WHEEL.search(output)
    unreached = UNREACHED.search(output)
    if lacking and not unreached and ("(from versions: none)" not in output or _is_offered(lacking[0])):
        raise RefusedError(wheel_message(*lacking.groups()))
    if lacking or unreached:
        raise RefusedError(
            "The packages could not be fetched: no package index was reached. "
            "Check the connection (or the mirror pip is set to), {}.".format(AGAIN)
        )
    say(output.strip())
    raise RefusedError(otherwise())


def _quiet_pip(verb: str) -> list[str]:
    return [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", verb]


def _remove_strangers(level: str) -> None:
    """Remove what no lock names, so that the environment is what the locks say and no more."""
    allowed = set(SEEDED)
    for lock in LEVELS[level]:
        allowed |= locked_names((LOCKS / lock).read_text(encoding="utf-8"))
    code = "import importlib.metadata as m; print(*(d.metadata['Name'] for d in m.distributions()))"
    command = [PYTHON, "-c", code]
    out = subprocess.run(command, cwd=VENV, capture_output=True, text=True, check=True)
    strangers = sorted(name for name in out.stdout.split() if normalise(name) not in allowed)
    if strangers:
        subprocess.call([*_quiet_pip("uninstall"), "-y", *strangers])


@contextlib.contextmanager
def _only_one() -> Iterator[None]:
    """Let one process at a time change `.venv`; another one waits. Without fcntl (Windows) nobody waits."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with Path(ROOT, ".venv.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is making .venv: waiting until it is done …")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
