"""Make the guide's pictures of scenes: `python -m tests.support.scenes.guide FOLDER [LANGUAGE]`.

FOLDER is what `dev.py pictures FOLDER look-review look-new-session models-key-works look-palette` wrote, for
another language than English with `--language LANGUAGE`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage

from app import resources
from tests.support.scenes.pictures import THEMES
from tests.support.scenes.small import save_small


class Cut(NamedTuple):
    """A part of a scene's picture, and how wide it is in the guide."""

    page: str
    scene: str
    window: int
    """Its width."""
    part: tuple[int, int, int, int]
    """Left, top, width, height."""
    width: int


CUTS = (
    Cut("what", "look-review", 1366, (0, 0, 1366, 768), 700),
    Cut("ask", "look-new-session", 1366, (193, 34, 980, 700), 700),
    Cut("review", "look-review", 860, (0, 107, 860, 469), 700),
    Cut("models", "models-key-works", 1366, (223, 54, 920, 456), 700),
    Cut("keys", "look-palette", 1366, (333, 40, 700, 187), 700),
)


def make(pictures: Path, target: Path, language: str = "") -> list[Path]:
    """Cut every page's picture out, with few colours and so in few bytes; return the files.

    `language`: of the window in the pictures, empty for English.
    """
    written: list[Path] = []
    for cut in CUTS:
        for theme in THEMES:
            whole = QImage(str(pictures / f"{cut.scene}-{theme}-{cut.window}.png"))
            if whole.isNull():
                raise FileNotFoundError(f"there is no picture of “{cut.scene}” in {pictures}")
            part = whole.copy(QRect(*cut.part))
            part = part.scaledToWidth(cut.width, Qt.TransformationMode.SmoothTransformation)
            path = target / f"{cut.page}-{theme}{language and f'.{language}'}.png"
            save_small(part, path)
            written.append(path)
    return written


if __name__ == "__main__":
    for file in make(Path(sys.argv[1]), resources.path("guide"), "".join(sys.argv[2:3])):
        sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")
