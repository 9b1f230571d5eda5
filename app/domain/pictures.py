"""Pictures that stand in a text as data addresses: marks with sizes for models, the pictures for a person."""

from __future__ import annotations

import base64
import binascii
import re
from typing import NamedTuple

LARGEST_LEFT = 20_000
"""Characters up to which an address is left as it is: a sign in a file that a model writes is part of it."""
_ADDRESS = re.compile(r"data:image/([a-zA-Z0-9.+-]{1,20})((?:;[a-zA-Z0-9=.-]{1,40})*),([A-Za-z0-9+/=_%-]*)")
_SHOWN = re.compile(rf"!\[([^\]\n]{{0,200}})\]\(\s*({_ADDRESS.pattern})[^)\n]{{0,200}}\)")
_SUFFIXES = {"jpeg": "jpg", "svg+xml": "svg", "x-icon": "ico", "vnd.microsoft.icon": "ico"}


class Picture(NamedTuple):
    """A picture of a text; `suffix` as of its file."""

    suffix: str
    data: bytes


def without_pictures(text: str) -> str:
    """Return a text with a mark in the place of each large picture: `[picture “plan”, 450 kB]`."""
    if len(text) <= LARGEST_LEFT or "data:image/" not in text:
        return text

    def shown(found: re.Match[str]) -> str:
        return found[0] if len(found[2]) <= LARGEST_LEFT else _mark(len(found[5]), found[1].strip())

    def bare(found: re.Match[str]) -> str:
        return found[0] if len(found[0]) <= LARGEST_LEFT else _mark(len(found[3]), "")

    return _ADDRESS.sub(bare, _SHOWN.sub(shown, text))


def _mark(characters: int, name: str) -> str:
    called = f" “{name}”" if name else ""
    return f"[picture{called}, {max(1, characters * 3 // 4000):,} kB]"


def pictures_in(text: str) -> list[Picture]:
    """Return the pictures of a text in their order, those that cannot be read left out."""
    found = []
    for address in _ADDRESS.finditer(text) if "data:image/" in text else ():
        kind, how, data = address[1].lower(), address[2], address[3]
        try:
            content = base64.b64decode(data, validate=False) if "base64" in how else b""
        except (binascii.Error, ValueError):
            continue
        if content:
            found.append(Picture(_SUFFIXES.get(kind, re.sub(r"\W.*", "", kind) or "bin"), content))
    return found
