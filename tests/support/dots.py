"""Small pictures of each kind, made of bytes."""

from __future__ import annotations

import base64
import struct
import zlib


def data_address(data: bytes, kind: str = "image/png") -> str:
    """Return the address that holds a picture itself."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def png(width: int, height: int, more: bytes = b"") -> bytes:
    """Return a PNG of this size, its dots too where they are few; `more`: what a reader passes over."""
    rows = (b"\0" + b"\x40\x80\xc0" * width) * height if 0 < width * height < 1_000_000 else b""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), *([(b"zzZz", more)] if more else []), (b"IDAT", zlib.compress(rows))]
    body = b"".join(_chunk(name, data) for name, data in (*chunks, (b"IEND", b"")))
    return b"\x89PNG\r\n\x1a\n" + body


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def gif() -> bytes:
    """Return a GIF of one dot."""
    return base64.b64decode("R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=")


def jpeg() -> bytes:
    """Return the frame of a JPEG of 8 × 16 dots, without what stands in it."""
    frame = b"\xff\xc0\x00\x0b\x08\x00\x10\x00\x08\x01\x01\x11\x00"
    return b"\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x01\x00\x00\x01\x00\x01\x00\x00" + frame + b"\xff\xd9"


def webp() -> bytes:
    """Return a WebP of one dot."""
    return base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
