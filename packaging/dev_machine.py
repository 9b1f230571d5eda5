"""What the machine brings: venv, the shared libraries that Qt loads, and the display."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import dev_quick


class RefusedError(Exception):
    """Something is missing on this machine; the message is shown as it is, then exit 2."""


def say(text: str) -> None:
    """Print a line for the person, at once and apart from the output of what runs."""
    print(text, file=sys.stderr, flush=True)


class Library(NamedTuple):
    """A shared library that Qt loads, and the Debian package that carries it."""

    soname: str
    package: str


_EVERY_PLATFORM = (
    Library("libglib-2.0.so.0", "libglib2.0-0"),
    Library("libGL.so.1", "libgl1"),
    Library("libEGL.so.1", "libegl1"),
    Library("libxkbcommon.so.0", "libxkbcommon0"),
    Library("libdbus-1.so.3", "libdbus-1-3"),
    Library("libfontconfig.so.1", "libfontconfig1"),
    # The network part, by which a second start finds the first.
    Library("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
)
# What the platform plug-ins of Qt 6.11 link to (ldd), beyond what the C library and the above bring.
LIBRARIES: Mapping[str, Sequence[Library]] = {
    "offscreen": _EVERY_PLATFORM,
    "wayland": (
        *_EVERY_PLATFORM,
        Library("libwayland-client.so.0", "libwayland-client0"),
        Library("libwayland-cursor.so.0", "libwayland-cursor0"),
        Library("libwayland-egl.so.1", "libwayland-egl1"),
    ),
    "xcb": (
        *_EVERY_PLATFORM,
        Library("libX11-xcb.so.1", "libx11-xcb1"),
        Library("libxcb-cursor.so.0", "libxcb-cursor0"),
        Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        Library("libxcb-icccm.so.4", "libxcb-icccm4"),
        Library("libxcb-image.so.0", "libxcb-image0"),
        Library("libxcb-keysyms.so.1", "libxcb-keysyms1"),
        Library("libxcb-randr.so.0", "libxcb-randr0"),
        Library("libxcb-render-util.so.0", "libxcb-render-util0"),
        Library("libxcb-shape.so.0", "libxcb-shape0"),
    ),
}


def venv_problem(
    version: Sequence[int], find: Callable[[str], object] = importlib.util.find_spec, root: bool = False
) -> str | None:
    """Return the sentence that says how to get `venv` and `ensurepip`, or None if both are here.

    Debian and Ubuntu keep them in a package apart from Python.
    """
    lacking = [name for name in ("venv", "ensurepip") if find(name) is None]
    if not lacking:
        return None
    command = install_command(["python{}.{}-venv".format(*version[:2])], root)
    return "This Python comes without {}. Install it with:\n    {}".format(
        " and ".join(lacking), shlex.join(command)
    )


def missing_libraries(platform: str, load: Callable[[str], object] = ctypes.CDLL) -> list[Library]:
    """Return the libraries of a Qt platform that this machine cannot load.

    Each is really loaded: Qt's own message blames libxcb-cursor whichever one is missing.
    """
    missing = []
    for library in LIBRARIES.get(platform, ()):
        try:
            load(library.soname)
        except OSError:
            missing.append(library)
    return missing


def install_command(packages: Sequence[str], root: bool) -> list[str]:
    """Return the apt-get command that installs `packages`."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    return command if root else ["sudo", *command]


def missing_message(missing: Sequence[Library], root: bool, apt: bool) -> str:
    """Name the missing libraries and the command, or the next action, that brings them."""
    names = ", ".join(library.soname for library in missing)
    cause = "Qt cannot start without: {}.".format(names)
    if not apt:
        return cause + " Install what carries them with this system's package manager, then run this again."
    return "{} Install with:\n    {}".format(
        cause, shlex.join(install_command([library.package for library in missing], root))
    )


def ensure_libraries(platform: str) -> None:
    """Install the missing libraries of a platform; where we may not, raise RefusedError with the command."""
    missing = missing_libraries(platform) if sys.platform.startswith("linux") else []
    if not missing:
        return
    root, apt = is_root(), shutil.which("apt-get") is not None
    if apt and (root or _sudo_without_password()):
        say("Installing system libraries for Qt: {}".format(", ".join(m.package for m in missing)))
        command = install_command([library.package for library in missing], root)
        # Package lists may be absent (a fresh container) or old: then they are fetched and it is tried again.
        if _apt(command) != 0:
            _apt([*command[: command.index("install")], "update"])
            _apt(command)
        missing = missing_libraries(platform)
    if missing:
        raise RefusedError(missing_message(missing, root, apt))


def _apt(command: Sequence[str]) -> int:
    front = ["sudo", "-n"] if command[0] == "sudo" else []
    rest = list(command[1:] if front else command)
    env = ["env", "DEBIAN_FRONTEND=noninteractive"]
    return subprocess.call([*front, *env, rest[0], "-q", *rest[1:]], stdout=subprocess.DEVNULL)


def is_root() -> bool:
    return getattr(os, "geteuid", lambda: 1)() == 0


def _sudo_without_password() -> bool:
    if shutil.which("sudo") is None:
        return False
    return subprocess.call(["sudo", "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def qt_problem(platform: str) -> str | None:
    """Start Qt in a process of its own; return what it said if it cannot, else None."""
    env = dict(os.environ)
    if platform != "native":
        env["QT_QPA_PLATFORM"] = platform
    code = "import sys, PySide6.QtWidgets as w; w.QApplication(sys.argv[:1])"
    command = [dev_quick.PYTHON, "-c", code]
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return "Qt did not start within two minutes."
    return None if done.returncode == 0 else (done.stderr.strip() or "exit {}".format(done.returncode))
