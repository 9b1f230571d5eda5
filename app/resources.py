"""The one door to resources/: in the source tree, a wheel, or frozen."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """Return the folder of the resources; raises FileNotFoundError naming where it was looked for."""
    frozen = getattr(sys, "_MEIPASS", None)
    here = Path(__file__).resolve().parent
    candidates = ([Path(frozen) / "resources"] if frozen else []) + [
        here / "_resources",
        here.parent / "resources",
    ]
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError("resources not found in " + ", ".join(map(str, candidates)))


def path(relative: str) -> Path:
    """Return a resource's path."""
    return root() / relative


def text(relative: str) -> str:
    """Return a resource's text."""
    return path(relative).read_text(encoding="utf-8")


def in_language(relative: str, language: str = "") -> Path:
    """Return the path of a resource in a language, of the English one where there is none of it."""
    name, _, suffix = relative.rpartition(".")
    own = path(f"{name}.{language}.{suffix}")
    return own if language.isalpha() and own.is_file() else path(relative)


def how_to(language: str = "") -> str:
    """Return the page on what can be done, as Markdown."""
    return in_language("guide/how-to.md", language).read_text(encoding="utf-8")


def names(folder: str, suffix: str = "") -> list[str]:
    """List the files of a resource folder that end in `suffix`, sorted."""
    directory = path(folder)
    if not directory.is_dir():
        return []
    return sorted(file.name for file in directory.iterdir() if file.name.endswith(suffix))
