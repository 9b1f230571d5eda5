"""The messages of a mail file, or of many in one: what was written, and the names of what was attached."""

from __future__ import annotations

import re
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default

from app.documents.encodings import NotText, decoded
from app.documents.html import write_html
from app.documents.lines import Lines

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_BEGINS = re.compile(rb"(?:\A|\r?\n\r?\n)From [^\r\n]*\r?\n")
"""Between messages of one file: a line that begins so, behind an empty one."""
_DEEPEST = 20


def read_mail(content: bytes, lines: Lines) -> None:
    """Write messages, numbered from 1 in their order; a message within a message counts as one."""
    writer = _Writer(lines)
    with lines.as_far_as_read():
        for part in _split(content):
            message = message_from_bytes(part, policy=default)
            writer.message(message, 0)


def _split(content: bytes) -> list[bytes]:
    found = list(_BEGINS.finditer(content))
    if not content.startswith(b"From ") or not found:
        return [content]
    ends = [*(one.start() for one in found[1:]), len(content)]
    parts = (content[one.end() : end] for one, end in zip(found, ends, strict=True))
    return [part.replace(b"\n>From ", b"\nFrom ") for part in parts]


class _Writer:
    def __init__(self, lines: Lines) -> None:
        self._lines, self._number = lines, 0

    def message(self, message: Message, depth: int) -> None:
        """Write a message's headers, its text, and the names of what is attached."""
        self._number += 1
        self._lines.gap()
        self._lines.place("message", str(self._number))
        for name in _HEADERS:
            value = _header(message, name)
            if value:
                self._lines.add(f"{name}: {value}")
        self._lines.gap()
        self._part(message, depth)

    def _part(self, part: Message, depth: int) -> None:
        if depth > _DEEPEST:
            self._lines.add("[Nested too deep, not read]")
            return
        kind = part.get_content_type()
        parts = list(part.iter_parts()) if isinstance(part, EmailMessage) else []
        if kind == "message/rfc822":
            for inner in parts:
                self.message(inner, depth + 1)
        elif kind == "multipart/alternative":
            plain = [one for one in parts if one.get_content_type() == "text/plain" and _text(one).strip()]
            # Some programs write an empty plain text beside the one that is read.
            for one in plain[:1] or parts[-1:]:
                self._part(one, depth + 1)
        elif part.is_multipart():
            for one in parts:
                self._part(one, depth + 1)
        elif part.get_content_disposition() == "attachment" or not kind.startswith(("text/", "multipart/")):
            self._lines.gap()
            self._lines.add(f"[Attached, not read: {_name(part)}]")
        else:
            text = _text(part)
            if kind == "text/html":
                write_html(text, self._lines)
            else:
                self._lines.add(text)
            self._lines.gap()


def _header(message: Message, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except Exception:  # noqa: BLE001  a crooked header makes the library fail in ways of its own
        return ""


def _name(part: Message) -> str:
    try:
        return " ".join(str(part.get_filename() or part.get_content_type()).split())[:200]
    except Exception:  # noqa: BLE001  as above
        return part.get_content_type()


def _text(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    try:
        # Without a word on it, it may be of an encoding that would pass for UTF-8.
        return content.decode(part.get_content_charset() or "none")
    except (LookupError, ValueError):
        # It names no encoding, one that nobody knows, or another than it has.
        with suppress(NotText):
            return decoded(content)[0]
        return content.decode("utf-8", "replace")
