"""Pictures that stand in a text as data addresses: marks with sizes for models, the pictures for a person.

Rule: what a picture is, its own bytes say, and never the address. Only whole pictures of four kinds that hold
nothing but dots are shown, up to a size; all else stays a mark.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

LARGEST_LEFT = 20_000
"""Characters up to which an address is left as it is: a sign in a file that a model writes is part of it."""
LARGEST_SHOWN, _MOST_DOTS, _LONGEST_SIDE = 16_000_000, 40_000_000, 16_000
"""Bytes, dots, and dots of one side, up to which a picture is shown."""
_ADDRESS = re.compile(r"data:image/([a-zA-Z0-9.+-]{1,20})((?:;[a-zA-Z0-9=.-]{1,40})*),([A-Za-z0-9+/=_%-]*)")
_SHOWN = re.compile(rf"!\[([^\]\n]{{0,200}})\]\(\s*({_ADDRESS.pattern})[^)\n]{{0,200}}\)")
_SUFFIXES = {"jpeg": "jpg", "svg+xml": "svg", "x-icon": "ico", "vnd.microsoft.icon": "ico"}
BEGIN = "data:image/"
"""What the address of a picture begins with that stands in the text itself."""
_PNG, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
_NO_FRAME = frozenset((0xC4, 0xC8, 0xCC))
"""Marks of a JPEG among those of frames that are none; source: ITU T.81, table B.1."""


class Picture(NamedTuple):
    """A picture of a text; `suffix` as of its file."""

    suffix: str
    data: bytes


class Raster(NamedTuple):
    """A whole picture of dots; `kind` is png, jpeg, gif or webp."""

    kind: str
    width: int
    height: int
    data: bytes

    @property
    def address(self) -> str:
        """Return its data address."""
        return f"data:image/{self.kind};base64,{base64.b64encode(self.data).decode('ascii')}"


UNSEEN = (
    "You are not shown pictures: those that are named above were not sent to you. Do not guess what they "
    "show; where the answer depends on one, say that you have not seen it."
)
"""Told behind a prompt whose pictures a model is not sent."""
FindPicture = Callable[[str], Raster | None]
"""Returns the picture of a mark or of a data address; None: it cannot be shown, or nobody knows it."""


def without_pictures(text: str) -> str:
    """Return a text with a mark in the place of each large picture: `[picture “plan”, 450 kB]`."""
    return _marked(text, {})


def mark_of(letters: int, name: str = "") -> str:
    """Return the mark of a picture by the number of letters that it is written with."""
    called = f" “{name}”" if name else ""
    return f"[picture{called}, {max(1, letters * 3 // 4000):,} kB]"


def _marked(text: str, found: dict[str, list[str]]) -> str:
    """Return a text with marks, and note in `found` which data addresses each of them stands for."""
    if len(text) <= LARGEST_LEFT or BEGIN not in text:
        return text

    def marked(address: str, letters: int, name: str) -> str:
        mark = mark_of(letters, name)
        found.setdefault(mark, []).append(address)
        return mark

    def shown(match: re.Match[str]) -> str:
        return (
            match[0] if len(match[2]) <= LARGEST_LEFT else marked(match[2], len(match[5]), match[1].strip())
        )

    def bare(match: re.Match[str]) -> str:
        return match[0] if len(match[0]) <= LARGEST_LEFT else marked(match[0], len(match[3]), "")

    return _ADDRESS.sub(bare, _SHOWN.sub(shown, text))


class Pictures:
    """The pictures of texts by the marks that stand for them; a mark of two different ones is nobody's."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._by_mark: dict[str, Raster | None] = {}
        for text in texts:
            self.add(text)

    def add(self, text: str) -> str:
        """Take in the pictures of one text more, and return it with its marks."""
        found: dict[str, list[str]] = {}
        marked = _marked(text, found)
        for mark, addresses in found.items():
            for one in (raster_at(address) for address in addresses):
                self._by_mark[mark] = one if self._by_mark.get(mark, one) == one else None
        return marked

    def find(self, name: str) -> Raster | None:
        """Return the picture of a mark, or of a data address."""
        return raster_at(name) if name.startswith(BEGIN) else self._by_mark.get(name)


def pictures_in(text: str) -> list[Picture]:
    """Return the pictures of a text in their order, those that cannot be read left out."""
    found = []
    for address in _ADDRESS.finditer(text) if BEGIN in text else ():
        kind, content = address[1].lower(), _content(address)
        if content:
            found.append(Picture(_SUFFIXES.get(kind, re.sub(r"\W.*", "", kind) or "bin"), content))
    return found


def raster_at(address: str) -> Raster | None:
    """Return the picture of a data address; None where it is none that is shown."""
    found = _ADDRESS.fullmatch(address) if len(address) < 2 * LARGEST_SHOWN else None
    return raster_of(_content(found)) if found is not None else None


def raster_of(data: bytes) -> Raster | None:
    """Return the picture that a file is, by its own bytes; None where it is none that is shown."""
    size = _size(data) if 0 < len(data) <= LARGEST_SHOWN else None
    if size is None:
        return None
    kind, width, height = size
    fits = min(width, height) > 0 and max(width, height) <= _LONGEST_SIDE and width * height <= _MOST_DOTS
    return Raster(kind, width, height, data) if fits else None


def _content(address: re.Match[str]) -> bytes:
    try:
        return base64.b64decode(address[3], validate=False) if "base64" in address[2] else b""
    except (binascii.Error, ValueError):
        return b""


def kind_of(data: bytes) -> str | None:
    """Return the kind of picture that a file begins as; None: as none."""
    if data.startswith(_PNG):
        return "png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    return "webp" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else None


def _size(data: bytes) -> tuple[str, int, int] | None:
    """Return the kind, width and height of a picture that is whole, by its first and last bytes."""
    if data.startswith(_PNG):
        whole = data[12:16] == b"IHDR" and data.rstrip(b"\0").endswith(_PNG_END)
        return ("png", _big(data[16:20]), _big(data[20:24])) if whole else None
    if data.startswith((b"GIF87a", b"GIF89a")):
        whole = data.rstrip(b"\0").endswith(b";")
        return ("gif", _little(data[6:8]), _little(data[8:10])) if whole else None
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data) if data.rstrip(b"\0").endswith(b"\xff\xd9") else None
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp_size(data) if len(data) >= _little(data[4:8]) + 8 else None
    return None


def _jpeg_size(data: bytes) -> tuple[str, int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        mark = data[at + 1]
        if 0xC0 <= mark <= 0xCF and mark not in _NO_FRAME:
            return "jpeg", _big(data[at + 7 : at + 9]), _big(data[at + 5 : at + 7])
        # Some pad what lies between two segments.
        at += 1 if mark == 0xFF else 2 + _big(data[at + 2 : at + 4])
    return None


def _webp_size(data: bytes) -> tuple[str, int, int] | None:
    match data[12:16]:
        case b"VP8X":
            return "webp", _little(data[24:27]) + 1, _little(data[27:30]) + 1
        case b"VP8L":
            bits = _little(data[21:25])
            return "webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return "webp", _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
        case _:
            return None


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")
