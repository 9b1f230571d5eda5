"""Pictures in few bytes: 256 colours do for a window."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from PySide6.QtGui import QImage


def save_small(image: QImage, path: Path) -> None:
    """Write an image with 256 colours. Raises OSError."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    few = whole.convertToFormat(QImage.Format.Format_Indexed8, _palette(whole))
    if not few.save(str(path), quality=0):
        raise OSError(f"{path} could not be written")


def _palette(image: QImage) -> list[int]:
    """Return the 256 colours that stand for most of an image: Qt's own table has none of the theme's."""
    groups: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for colour, times in Counter(memoryview(image.constBits()).cast("I")).items():
        groups[colour & 0xF8F8F8][colour] += times
    # A member's dot has few pixels of a strong colour; shades of grey are many, and any will do.
    wanted = sorted(groups, key=lambda kept: groups[kept].total() * (1 + _strength(kept)), reverse=True)
    return [groups[kept].most_common(1)[0][0] for kept in wanted[:256]]


def _strength(colour: int) -> int:
    parts = colour.to_bytes(4, "big")[1:]
    return max(parts) - min(parts)
