"""Unpacking what a server packed although it was asked not to: gzip and deflate, once, a piece at a time.

What comes out is handed on before more is unpacked: a few kilobytes that unfold to gigabytes meet the limit
of bytes and not the end of the memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

PIECE = 2**20
"""Bytes that are unpacked at once."""
_GZIP = 16 + zlib.MAX_WBITS
_AS_IT_IS = ("", "identity", "none", "utf-8")
"""The last two are none of HTTP's, and some proxies'."""
_MAGIC = b"\x1f\x8b"
"""What begins a further part of what is packed in several."""


class BadPacking(Exception):
    """It is packed in a way that is not known, or broken."""


class Unpacker:
    """Unpacks a body by its Content-Encoding; raises BadPacking."""

    def __init__(self, encoding: str) -> None:
        how = [one for one in map(str.strip, encoding.lower().split(",")) if one not in _AS_IT_IS]
        self._how = ",".join(how)
        if self._how not in ("", "gzip", "x-gzip", "deflate"):
            raise BadPacking
        self._work: zlib._Decompress | None = None
        self._parts = 0
        """Those that have come to their end."""
        self._held = b""
        """Too little to tell how it begins."""

    @property
    def over(self) -> bool:
        """Tell whether what was packed has come to its end."""
        return not self._how or (self._parts > 0 and self._work is None)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes; yield what they unfold to, in pieces."""
        if not self._how:
            yield data
            return
        data, self._held = self._held + data, b""
        while True:
            if self._work is None:
                if len(data) < len(_MAGIC):
                    self._held = data
                    return
                self._work = self._begun(data)
                if self._work is None:
                    return
            try:
                piece = self._work.decompress(data, PIECE)
            except zlib.error:
                raise BadPacking from None
            data = self._work.unconsumed_tail
            if self._work.eof:
                data, self._work = self._work.unused_data, None
                self._parts += 1
            if piece:
                yield piece
            if not data and len(piece) < PIECE:
                return

    def _begun(self, data: bytes) -> zlib._Decompress | None:
        """Return what unpacks a part that begins so; None for padding behind the last one."""
        if self._how.endswith("gzip") and data.startswith(_MAGIC):
            return zlib.decompressobj(_GZIP)
        if self._parts:
            return None
        if self._how != "deflate":
            raise BadPacking
        # Some servers leave the head of it out.
        headed = data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
        return zlib.decompressobj(zlib.MAX_WBITS if headed else -zlib.MAX_WBITS)
