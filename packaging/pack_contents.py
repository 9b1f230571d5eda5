"""What belongs into the frozen program, and what a build must not be let through with.

Used by the spec inside PyInstaller and by `dev.py package` on what it made; of the standard library alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

EXCLUDED = (
    *("PySide6.QtTest", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtDesigner"),
    # Of Python.
    *("tkinter", "_tkinter", "lib2to3", "ensurepip", "idlelib", "turtledemo", "test"),
    *("pip", "setuptools", "pkg_resources", "_distutils_hack", "IPython", "matplotlib", "scipy", "pandas"),
    # Of litellm: how the models of a hub are fetched.
    "hf_xet",
)
"""Modules that are not looked for."""

AWS_SERVICES = ("bedrock*", "sagemaker-runtime", "sso", "sso-oidc", "sts", "signin")
"""The services of Amazon whose descriptions are taken along: models, and signing in."""

QT_LIBRARIES = frozenset(
    {"Core", "DBus", "Gui", "Network", "OpenGL", "Svg", "WaylandClient", "Widgets", "XcbQpa"}
)
QT_PLUGINS = (
    *("platforms/*xcb*", "platforms/*wayland*", "platforms/*offscreen*", "platforms/*windows*"),
    *("platforms/*cocoa*", "platformthemes/*xdgdesktopportal*", "platforminputcontexts/*compose*"),
    *("platforminputcontexts/*ibus*", "iconengines/*svg*", "imageformats/*svg*", "imageformats/*jpeg*"),
    *("wayland-shell-integration/*xdg-shell*", "wayland-decoration-client/*", "xcbglintegrations/*"),
    *("wayland-graphics-integration-client/*qt-plugin-wayland-egl*", "styles/*"),
)
"""Plugins of Qt that are used, below its folder of plugins."""
QT_WORDS = ("qtbase_*.qm",)
"""Qt's own words: dialogs and menus of text fields."""

FROM_THE_SYSTEM = (
    # As old as the builder's they would stand before those that the graphics drivers were built with.
    *("libstdc++.so.*", "libgcc_s.so.*", "libz.so.*", "libexpat.so.*", "libuuid.so.*"),
    # Every desktop has them, and they read its configuration.
    *("libX11.so.*", "libX11-xcb.so.*", "libXau.so.*", "libXdmcp.so.*", "libfontconfig.so.*"),
    *("libfreetype.so.*",),
)
"""Libraries that are never taken from the builder, besides those that PyInstaller leaves out itself."""

DROPPED = (
    *("libgtk-*", "libgdk-*", "libgdk_pixbuf-*", "libpango*", "libcairo*", "libatk*", "libepoxy*"),
    *("libharfbuzz*", "libgraphite2*", "libthai*", "libdatrie*", "libfribidi*", "librsvg*"),
)
"""Libraries that only an unused plugin needs: of the desktop theme of GTK."""

LARGE = 5_000_000
"""Bytes from which a file has to be one that is known to be needed."""
LARGE_AND_NEEDED = (
    *("libicudata.so.*", "libQt6Gui.so.*", "libQt6Widgets.so.*", "libQt6Core.so.*"),
    *("libpython3.*.so*", "libcrypto.so.*"),
    # The engine of cryptography, with its own OpenSSL; the bindings of Qt.
    *("_rust.abi3.so", "QtWidgets.abi3.so", "QtGui.abi3.so", "QtCore.abi3.so"),
    # How Word files and models' answers are read.
    *("etree.*.so", "_pydantic_core.*.so"),
    # How pages of PDF files are drawn; how litellm counts tokens where a server does not.
    *("libpdfium.so", "tokenizers.abi3.so"),
)

_MISSING = re.compile(r"could not resolve '(?P<library>[^']+)', dependency of '(?P<of>[^']+)'")
_HIDDEN = re.compile(r"(?:Hidden import|hidden import) ['\"](?P<module>[^'\"]+)['\"] not found")


def kept(name: str) -> bool:
    """Tell whether a file that PyInstaller would take along belongs into the program; `name`: inside it."""
    path = name.replace("\\", "/")
    file = path.rpartition("/")[2]
    if any(fnmatch(file, pattern) for pattern in (*FROM_THE_SYSTEM, *DROPPED)):
        return False
    if "PySide6/" in path or file.startswith("libQt6"):
        return _of_qt(path, file)
    if path.startswith("litellm/"):
        return _of_litellm(path, file)
    if path.startswith("botocore/data/"):
        service, nested, _ = path.removeprefix("botocore/data/").partition("/")
        return not nested or any(fnmatch(service, pattern) for pattern in AWS_SERVICES)
    return not fnmatch(path, "*/tests/*") and not fnmatch(path, "lxml/isoschematron/*")


def _of_litellm(path: str, file: str) -> bool:
    # Calls import modules of its own server, whose pages nobody looks at here.
    if path.startswith("litellm/proxy/"):
        return file.endswith(".pyc")
    # It does without its compiled half, which has 37 MB.
    return not file.startswith("_native.") and not file.endswith(".md")


def _of_qt(path: str, file: str) -> bool:
    if "/plugins/" in path:
        inside = path.rpartition("/plugins/")[2]
        return any(fnmatch(inside, pattern) for pattern in QT_PLUGINS)
    if "/translations/" in path:
        return any(fnmatch(file, pattern) for pattern in QT_WORDS)
    library = re.match(r"(?:lib)?Qt6(\w+?)(?:\.so|\.dll|\.dylib|$)", file)
    if library is not None:
        return library[1] in QT_LIBRARIES
    return "/qml/" not in path and "/metatypes/" not in path


def missing_libraries(log: str) -> list[str]:
    """Return what a build's log says is missing, a sentence each: PyInstaller only warns.

    A library that only an unused plugin needs is none.
    """
    found = []
    for match in _MISSING.finditer(log):
        of = match["of"].replace("\\", "/")
        inside = of.rpartition("site-packages/")[2]
        if kept(inside) and kept(match["library"]):
            found.append("{} is missing on this machine; {} needs it".format(match["library"], inside))
    absent = "the module {} was to be taken along and was not found"
    found += [absent.format(match["module"]) for match in _HIDDEN.finditer(log)]
    return sorted(set(found))


def too_large(program: Path) -> list[str]:
    """Return the files over 5 MB that nobody said are needed, with their megabytes."""
    found = []
    for path in sorted(program.rglob("*")):
        size = path.lstat().st_size if path.is_file() else 0
        if size > LARGE and not any(fnmatch(path.name, pattern) for pattern in LARGE_AND_NEEDED):
            found.append("{} ({:.1f} MB)".format(path.relative_to(program).as_posix(), size / 1e6))
    return found


def unwanted(program: Path) -> list[str]:
    """Return what has no business in a frozen program: distributions left out, and Qt that is not used."""
    inside = program / "_internal"
    names = {name.partition(".")[0] for name in EXCLUDED if "." not in name}
    found = [path.name for path in sorted(inside.glob("*")) if path.name.partition("-")[0] in names]
    files = (path.relative_to(inside).as_posix() for path in sorted(inside.rglob("*")) if path.is_file())
    return found + [name for name in files if not kept(name)]


def modules(package: Path) -> Iterator[str]:
    """Yield the modules below a package's folder that go along: one imported by name is not found else."""
    for path in sorted(package.rglob("*.py")):
        parts = (package.name, *path.relative_to(package).with_suffix("").parts)
        if not kept("/".join(parts) + ".pyc"):
            continue
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
