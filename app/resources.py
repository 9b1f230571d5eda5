"""The one door to resources/: the same in the source tree, in a wheel and in a frozen program."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """Return the folder of the resources; raises FileNotFoundError naming where it was looked for."""
    frozen = getattr(sys, "_MEIPASS", None)
    here = Path(__file__).resolve().parent
    places = ([Path(frozen) / "resources"] if frozen else []) + [
        here / "_resources",
        here.parent / "resources",
    ]
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError("resources not found in " + ", ".join(map(str, places)))


def path(relative: str) -> Path:
    """Return a resource's path."""
    return root() / relative


def text(relative: str) -> str:
    """Return a resource's text."""
    return path(relative).read_text(encoding="utf-8")


def names(folder: str, suffix: str = "") -> list[str]:
    """List the files of a resource folder that end in `suffix`, sorted."""
    place = path(folder)
    return sorted(p.name for p in place.iterdir() if p.name.endswith(suffix)) if place.is_dir() else []
