"""Takes the key out of what a provider says: some repeat it, and everything that is said is kept on disk."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from app.domain.i18n import Message

HIDDEN = "•••"
SHORTEST = 8
"""Characters; what is shorter is no key, and would tear holes into ordinary text."""


def redact(text: str, *keys: str | None) -> str:
    """Return a text without the keys."""
    for key in _spellings(keys):
        text = text.replace(key, HIDDEN)
    return text


def _spellings(keys: Sequence[str | None]) -> list[str]:
    """Return keys as somebody repeats them: as they are, and in base64, wherever in it they begin."""
    sound = [key for key in keys if key and len(key) >= SHORTEST]
    coded = [(b64encode(b"\0" * at + key.encode()), at) for key in sound for at in range(3)]
    # Without the letters at both ends that hold a part of what stands beside the key.
    return sound + [one.rstrip(b"=")[at + (at > 0) : -1].decode() for one, at in coded]


def redact_cut(text: str, *keys: str | None) -> str:
    """Return a text that may break off within a key without it, and without the longest beginning of it."""
    text = redact(text, *keys)
    for key in filter(None, keys):
        sizes = range(len(key) - 1, SHORTEST - 1, -1)
        begun = next((key[:size] for size in sizes if key[:size] in text), "")
        text = text.replace(begun, HIDDEN) if begun else text
    return text


def redact_message(message: Message, *keys: str | None) -> Message:
    """Return a message without the keys in what is filled in, as `redact_cut` does."""
    given = {name: _redact_value(value, keys) for name, value in message.params.items()}
    return Message(message.source, given, message.context)


def _redact_value(value: object, keys: Sequence[str | None]) -> object:
    if isinstance(value, Message):
        return redact_message(value, *keys)
    return redact_cut(value, *keys) if isinstance(value, str) else value


class Redactor:
    """Does the same to a text that comes in pieces: what may be a key's beginning is held back."""

    def __init__(self, *keys: str | None) -> None:
        self._keys = _spellings(keys)
        self._held = [""] * len(self._keys)

    def feed(self, piece: str) -> str:
        """Take a piece; return what may be shown of it."""
        for at, key in enumerate(self._keys):
            text = (self._held[at] + piece).replace(key, HIDDEN)
            size = min(len(key) - 1, len(text))
            while size and not text.endswith(key[:size]):
                size -= 1
            self._held[at], piece = text[len(text) - size :], text[: len(text) - size]
        return piece

    def rest(self) -> str:
        """Return what was held back: nothing follows any more."""
        text = ""
        for held, key in zip(self._held, self._keys, strict=True):
            text = (held + text).replace(key, HIDDEN)
        return text
