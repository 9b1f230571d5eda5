"""Frames on a pipe: a 4-byte big-endian length, then so many bytes. What the bytes mean is the caller's.

Not lines: answers of several megabytes must pass, and a document is not text.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator
from typing import IO

LARGEST = 256 * 2**20
"""Bytes of one frame; a longer one is a broken pipe, not a message."""
READ_SIZE = 2**16
"""What a pipe holds; a larger buffer is made and given back for every frame."""
_HEAD = struct.Struct(">I")


class BrokenFrames(Exception):
    """What came over the pipe is no frame of ours."""


def pack(body: bytes) -> bytes:
    """Return a frame's bytes."""
    return _HEAD.pack(len(body)) + body


class FrameReader:
    """Cuts a stream of bytes into frames of at most `largest` bytes."""

    def __init__(self, largest: int = LARGEST) -> None:
        self._buffer = bytearray()
        self._largest = largest

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes; yield the body of every frame that is whole. Raises BrokenFrames."""
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._buffer)
            if length > self._largest:
                raise BrokenFrames(f"a frame of {length} bytes")
            if len(self._buffer) < _HEAD.size + length:
                return
            body = bytes(self._buffer[_HEAD.size : _HEAD.size + length])
            del self._buffer[: _HEAD.size + length]
            yield body


def read_frames(descriptor: int, take: Callable[[bytes], None], largest: int = LARGEST) -> None:
    """Hand on the body of each frame until the pipe ends. Raises BrokenFrames, OSError."""
    reader = FrameReader(largest)
    while data := os.read(descriptor, READ_SIZE):
        for body in reader.feed(data):
            take(body)


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """Return the body of the next frame, None at the end of the pipe. Raises BrokenFrames, OSError."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (length,) = _HEAD.unpack(head)
    if length > LARGEST:
        raise BrokenFrames(f"a frame of {length} bytes")
    body = pipe.read(length)
    return body if len(body) == length else None


def take_pipes() -> tuple[int, int]:
    """Return a child's descriptors for frames in and out; 0 and 1 then lead elsewhere for everybody else.

    What a library prints goes to standard error.
    """
    frames_in, frames_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt  # exists there alone

        msvcrt.setmode(frames_in, os.O_BINARY)
        msvcrt.setmode(frames_out, os.O_BINARY)
    return frames_in, frames_out
