"""The frames between the program and a tool host: 4-byte big-endian length, then one JSON object.

Rules: the first frame names the server with its secrets, which travel nowhere else; a host answers each
request by its `id` exactly once; no frame is ever logged.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

LARGEST = 16 * 2**20
"""Bytes of one frame; a longer one is a broken pipe, not a message."""
HEAD = struct.Struct(">I")


class BrokenFrames(Exception):
    """What came over the pipe is no frame of ours."""


def encode(frame: dict[str, Any]) -> bytes:
    """Return a frame as it is written."""
    body = json.dumps(frame, ensure_ascii=True).encode("ascii")
    return HEAD.pack(len(body)) + body


class FrameReader:
    """Cuts bytes as they come into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """Yield the frames that are whole now. Raises BrokenFrames."""
        self._buffer += data
        while len(self._buffer) >= HEAD.size:
            (length,) = HEAD.unpack_from(self._buffer)
            if length > LARGEST:
                raise BrokenFrames(f"a frame of {length} bytes")
            if len(self._buffer) < HEAD.size + length:
                return
            body = bytes(self._buffer[HEAD.size : HEAD.size + length])
            del self._buffer[: HEAD.size + length]
            try:
                frame = json.loads(body)
            except (ValueError, RecursionError) as error:
                raise BrokenFrames("no JSON") from error
            if not isinstance(frame, dict):
                raise BrokenFrames("no object")
            yield frame
