"""Lines out of bytes that come in pieces of any size."""

from __future__ import annotations

from app.domain import fault_messages
from app.gateway.host.dialects.stream_state import BadStream

_LARGEST_EVENT = 16 * 2**20
"""Bytes of one event; a longer one is no answer of a model."""


class Lines:
    """Cuts bytes into lines ended by CR, LF or both; a byte order mark at the start is no text."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._fresh = True
        self._seen = 0

    def feed(self, data: bytes) -> list[str]:
        """Take bytes; return the lines that are whole. Raises BadStream."""
        self._buffer += data
        if self._fresh:
            if len(self._buffer) < 3 and b"\xef\xbb\xbf".startswith(self._buffer):
                return []
            if self._buffer.startswith(b"\xef\xbb\xbf"):
                del self._buffer[:3]
            self._fresh = False
        # Only what is new is searched: one-byte pieces of a long event must not take quadratic time.
        end = self._buffer.rfind(b"\n", self._seen)
        cr = self._buffer.rfind(b"\r", self._seen, max(self._seen, len(self._buffer) - 1))
        end = max(end, cr)
        if end < 0:
            self._seen = max(0, len(self._buffer) - 1)
            if len(self._buffer) > _LARGEST_EVENT:
                raise BadStream(fault_messages.EVENT_TOO_LONG)
            return []
        if self._buffer[end : end + 2] == b"\r\n":
            end += 1
        whole, self._buffer = self._buffer[: end + 1], self._buffer[end + 1 :]
        self._seen = 0
        return _split(whole)

    def rest(self) -> list[str]:
        """Return what is left at the end."""
        rest, self._buffer = self._buffer, bytearray()
        return _split(rest)


def _split(data: bytearray) -> list[str]:
    text = data.decode("utf-8", "replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return lines[:-1] if text.endswith("\n") or not text else lines
