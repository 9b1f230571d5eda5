"""A system library that Qt needs and this machine lacks: named with its package, by us and not by Qt.

Nothing is looked for before Qt has failed: a start that goes well pays nothing.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.i18n import Message, translate, words

if TYPE_CHECKING:
    # For start-up cost, and since this is read where Qt cannot be imported.
    from PySide6.QtCore import QtMsgType

CANNOT = 1
"""Exit status where there is no window on this machine."""
_NAME = re.compile(r"(lib[\w.+-]+?\.so[\d.]*): cannot open shared object file")
_PLUGIN = re.compile(r'platform plugin "(\w+)"')
_OTHERWISE = {"libglib-2.0.so.0": "libglib2.0-0"}
"""Packages that are not called as Debian calls them by its rule."""


def library_in(text: str) -> str:
    """Return the library that an error says cannot be loaded, empty where it says something else."""
    found = _NAME.search(text)
    return found[1] if found else ""


def package_of(library: str) -> str:
    """Return the Debian package of a library: its name and the number behind it."""
    if library in _OTHERWISE:
        return _OTHERWISE[library]
    name, _, number = library.lower().replace("_", "-").partition(".so")
    apart = "-" if name[-1:].isdigit() and number else ""
    return f"{name}{apart}{number.lstrip('.')}"


def _missing_words(library: str) -> Message:
    """Return what is missing and what brings it."""
    return words(
        "The window needs the system library {library}, which this machine lacks. Install it, then start "
        "Roundtable again. On Debian and Ubuntu: sudo apt install {package}",
        library=library,
        package=package_of(library),
    )


def lacks(plugin: Path) -> str:
    """Return the library that a plug-in of Qt cannot be loaded without, empty where it can be."""
    import ctypes  # late: start-up cost

    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return library_in(str(error))
    return ""


@contextmanager
def telling_what_is_missing() -> Iterator[None]:
    """Say in place of Qt why it cannot show a window, and end; what else Qt says comes after."""
    from PySide6.QtCore import QLibraryInfo, QtMsgType, qInstallMessageHandler

    held: list[str] = []

    def hear(kind: QtMsgType, context: Any, text: str) -> None:
        del context
        if kind != QtMsgType.QtFatalMsg or "platform plugin" not in text:
            held.append(text)
            if kind == QtMsgType.QtFatalMsg:
                sys.stderr.write(f"{text}\n")
            return
        plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
        _say(_why("\n".join(held), plugins))
        # Qt would abort now, and leave a core dump.
        os._exit(CANNOT)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for text in held:
            sys.stderr.write(f"{text}\n")


def _why(told: str, plugins: Path) -> Message:
    """Return why there is no window, from what Qt told before it gave up."""
    for name in _PLUGIN.findall(told):
        if library := lacks(plugins / f"libq{name}.so"):
            return _missing_words(library)
    return words(
        "There is no display here that a window could be shown on. Start Roundtable on a desktop, or use "
        "its commands: roundtable --help"
    )


def _say(message: Message) -> None:
    sys.stderr.write(f"{translate(message)}\n")
    sys.stderr.flush()


@contextmanager
def naming_what_is_missing() -> Iterator[None]:
    """End with the name of a library that Qt cannot even be imported without; other errors go on."""
    try:
        yield
    except ImportError as error:
        library = library_in(str(error))
        if not library:
            raise
        _say(_missing_words(library))
        raise SystemExit(CANNOT) from None
