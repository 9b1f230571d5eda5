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
_MAGIC = b"\x1f\x8b"
"""What begins a further part of what is packed in several."""


class BadPacking(Exception):
    """It is packed in a way that is not known, or broken."""


class Unpacker:
    """Unpacks a body by its Content-Encoding; raises BadPacking."""

    def __init__(self, encoding: str) -> None:
        self._how = encoding.strip().lower()
        if self._how not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise BadPacking
        self._packed = self._how not in ("", "identity")
        self._gzip = self._how.endswith("gzip")
        self._work = zlib.decompressobj(_GZIP if self._gzip else zlib.MAX_WBITS)
        self._fresh = True

    @property
    def over(self) -> bool:
        """Tell whether what was packed has come to its end."""
        return not self._packed or self._work.eof

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes; yield what they unfold to, in pieces."""
        if not self._packed:
            yield data
            return
        while True:
            if self._work.eof:
                if not (self._gzip and data.startswith(_MAGIC)):
                    # Padding, or something else that is none of the answer's.
                    return
                self._work = zlib.decompressobj(_GZIP)
            try:
                piece = self._work.decompress(data, PIECE)
            except zlib.error:
                if not (self._fresh and self._how == "deflate"):
                    raise BadPacking from None
                # Some servers leave the head of it out.
                self._work, self._fresh = zlib.decompressobj(-zlib.MAX_WBITS), False
                continue
            self._fresh = False
            data = self._work.unused_data if self._work.eof else self._work.unconsumed_tail
            if piece:
                yield piece
            if not data and len(piece) < PIECE:
                return
