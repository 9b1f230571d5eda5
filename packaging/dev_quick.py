"""What a start that has nothing to make does: few imports, no other process, then the program itself."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
LOCKS = os.path.join(ROOT, "packaging", "locks")
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python" + (".exe" * (os.name == "nt")))
STAMP = os.path.join(VENV, "roundtable-locks")
"""Written when all is made: the fingerprint, then the folder it was made in."""
DISPLAYS = os.path.join(VENV, "roundtable-displays")
"""The displays on which Qt has started, one a line."""

# What each level of the environment holds; `run` and `build` are subsets of `dev`, with equal versions.
# The build tools install the project itself.
LEVELS = {"run": ("build.txt", "run.txt"), "dev": ("build.txt", "dev.txt")}


def fingerprint(
    level: str,
    version: Sequence[int],
    locks: str | os.PathLike[str] = LOCKS,
    root: str | os.PathLike[str] = ROOT,
) -> str:
    """Return what the environment depends on, as one line: level, Python, hash of locks and metadata."""
    digest = hashlib.sha256()
    for name in LEVELS[level]:
        with open(os.path.join(locks, name), "rb") as file:
            digest.update(file.read())
    with open(os.path.join(root, "pyproject.toml"), encoding="utf-8") as project:
        # Settings of tools come after [tool.: they change nothing that is installed.
        digest.update(project.read().split("\n[tool.")[0].encode())
    return f"{level} {version[0]}.{version[1]} {digest.hexdigest()}"


def is_current(stamp: str, level: str, fingerprints: Mapping[str, str]) -> bool:
    """Say whether a stamped environment serves a level: `dev` holds all that `run` does."""
    serving = ("run", "dev") if level == "run" else ("dev",)
    return any(stamp.strip() == fingerprints[name] for name in serving)


def read_stamp(path: str = STAMP) -> tuple[str, str]:
    """Return the fingerprint and the folder of a finished environment; both empty where there is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = [*file.read().splitlines(), "", ""]
    except OSError:
        return "", ""
    return lines[0], lines[1]


def venv_version(venv: str = VENV, python: str = PYTHON) -> tuple[int, ...] | None:
    """Return major and minor of the environment's Python, or None where it cannot be started."""
    if not os.access(python, os.X_OK):
        return None
    try:
        with open(os.path.join(venv, "pyvenv.cfg"), encoding="utf-8", errors="replace") as file:
            fields = dict(line.partition("=")[::2] for line in file.read().replace(" ", "").splitlines())
        return tuple(int(part) for part in fields["version"].split(".")[:2])
    except (OSError, KeyError, ValueError):
        return None


def is_ready(level: str) -> bool:
    """Tell whether the environment is whole, of this Python, of these locks, and made in this folder."""
    stamp, folder = read_stamp()
    if folder not in ("", ROOT) or venv_version() != tuple(sys.version_info[:2]):
        return False
    return is_current(stamp, level, {name: fingerprint(name, sys.version_info[:2]) for name in LEVELS})


def choose_platform(env: Mapping[str, str], system: str) -> str | None:
    """Return the Qt platform a window would open on, or None if there is no display."""
    if env.get("QT_QPA_PLATFORM"):
        return env["QT_QPA_PLATFORM"].split(":")[0].split(";")[0]
    if not system.startswith("linux"):
        return "native"
    if env.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if env.get("DISPLAY") else None


def display_of(env: Mapping[str, str], system: str) -> str | None:
    """Return the display a window would open on, in one line; None where there is none."""
    platform = choose_platform(env, system)
    names = ("XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY")
    return None if platform is None else " ".join([platform, *(env.get(name, "-") for name in names)])


def has_answered(display: str, env: Mapping[str, str]) -> bool:
    """Tell whether Qt has started on a display before and the display is still there."""
    try:
        with open(DISPLAYS, encoding="utf-8", errors="surrogateescape") as file:
            known = display in file.read().splitlines()
    except OSError:
        return False
    return known and _is_there(display.split()[0], env)


def remember(display: str) -> None:
    """Note that Qt has started on a display."""
    try:
        with open(DISPLAYS, "a", encoding="utf-8", errors="surrogateescape") as file:
            file.write(display + "\n")
    except OSError:
        # A folder that may only be read: then it is tried again every time.
        return


def _is_there(platform: str, env: Mapping[str, str]) -> bool:
    if platform == "xcb":
        name = env.get("DISPLAY", "")
        # Another machine's is asked by Qt itself.
        address = "/tmp/.X11-unix/X" + name[1:].split(".")[0] if name.startswith(":") else ""
    elif platform == "wayland":
        address = os.path.join(env.get("XDG_RUNTIME_DIR", ""), env.get("WAYLAND_DISPLAY", ""))
    else:
        return True
    import socket  # late: most starts are without

    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(address)
        except OSError:
            return False
    return True


def run_at_once(arguments: Sequence[str]) -> None:
    """Become the program where nothing is to be made or looked at; else return."""
    if os.name != "posix" or not is_ready("run"):
        return
    if not arguments:
        display = display_of(os.environ, sys.platform)
        if display is None or not has_answered(display, os.environ):
            return
    sys.stdout.flush()
    os.execve(PYTHON, [PYTHON, "-m", "app", *arguments], dict(os.environ, PYTHONUNBUFFERED="1"))
