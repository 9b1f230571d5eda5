"""Lay pictures of the window beside drawn ones: `python -m tests.support.scenes.beside DRAWN OURS FOLDER`.

DRAWN holds `<view>-<theme>.png` (1366×768) and `<view>-860x600-<theme>.png` or `<view>-860-<theme>.png`,
OURS what `dev.py pictures` made.
A view is the scene that is named for it, else the long one (`look-<view>`), else the one of its name.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from tests.support.scenes.small import save_small

GAP = 12
HEAD = 24
NAMES = {
    "models": "models-key-works",
    "review-guidance": "look-guidance",
    "draft": "draft-acceptance",
    "research": "research-second",
    "summary": "look-result",
    "failure": "cut",
    "new-without-model": "new-unconnected",
    "new-with-models": "look-new-session",
    "compare-agree": "look-agree",
    "finished-best": "look-best",
    "table-and-math": "look-table-and-math",
    "streaming": "look-streaming",
    "six-members": "look-six",
    "batch-form": "batch-chosen",
    "batch": "batch-waiting",
    "team-editor": "team-many",
    "popups": "popup-choice",
}
"""Scenes that are called otherwise than what is drawn."""
_DRAWN = re.compile(r"(?P<view>.+?)(-(?P<width>\d+)(x\d+)?)?-(?P<theme>light|dark)")


def scene_picture(drawn: Path, ours: Path) -> Path | None:
    """Return our picture of what is drawn, None where there is none."""
    found = _DRAWN.fullmatch(drawn.stem)
    if found is None:
        return None
    view = found["view"]
    names = (NAMES.get(view, f"look-{view}"), view)
    files = [ours / f"{name}-{found['theme']}-{found['width'] or 1366}.png" for name in names]
    return next((file for file in files if file.exists()), None)


def pair(drawn: Path, ours: Path, out: Path) -> None:
    """Write both pictures side by side, each under its name."""
    pictures = [QImage(str(drawn)), QImage(str(ours))]
    width = sum(picture.width() for picture in pictures) + GAP
    sheet = QImage(width, max(picture.height() for picture in pictures) + HEAD, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    painter.setPen(QColor("white"))
    left = 0
    for picture, words in zip(pictures, (f"drawn: {drawn.name}", f"ours: {ours.name}"), strict=True):
        painter.drawText(QRect(left + 8, 0, picture.width(), HEAD), Qt.AlignmentFlag.AlignVCenter, words)
        painter.drawImage(left, HEAD, picture)
        left += picture.width() + GAP
    painter.end()
    save_small(sheet, out)


def main() -> int:
    """Write a pair for each drawn picture of which there is one of ours; name the others."""
    parser = argparse.ArgumentParser(prog="beside", description="Lay pictures beside the drawn ones.")
    for name in ("drawn", "ours", "folder"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication([])
    given.folder.mkdir(parents=True, exist_ok=True)
    for drawn in sorted(given.drawn.glob("*.png")):
        ours = scene_picture(drawn, given.ours)
        if ours is None:
            sys.stdout.write(f"{drawn.name}: no picture of ours\n")
            continue
        pair(drawn, ours, given.folder / drawn.name)
        sys.stdout.write(f"{given.folder / drawn.name}\n")
        # The other theme and the other size, of which nothing is drawn.
        scene = ours.stem.rsplit("-", 2)[0]
        for other in sorted(given.ours.glob(f"{scene}-*-*.png")):
            save_small(QImage(str(other)), given.folder / other.name)
    del app
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
