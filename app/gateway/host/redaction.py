"""Takes the key out of what a provider says: some repeat it, and everything that is said is kept on disk."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.i18n import Message

HIDDEN = "•••"
SHORTEST = 8
"""Characters; what is shorter is no key, and would tear holes into ordinary text."""


def redact(text: str, *keys: str | None) -> str:
    """Return a text without the keys."""
    for key in keys:
        text = text.replace(key, HIDDEN) if key and len(key) >= SHORTEST else text
    return text


def redact_cut(text: str, *keys: str | None) -> str:
    """Return a text that may break off within a key without it, and without the longest beginning of it."""
    text = redact(text, *keys)
    for key in filter(None, keys):
        for size in range(len(key) - 1, SHORTEST - 1, -1):
            if key[:size] in text:
                text = text.replace(key[:size], HIDDEN)
                break
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

    def __init__(self, key: str | None, *more: str | None) -> None:
        self._key = key if key and len(key) >= SHORTEST else ""
        self._held = ""
        self._next = Redactor(*more) if more else None

    def feed(self, piece: str) -> str:
        """Take a piece; return what may be shown of it."""
        shown = self._shown(piece)
        return shown if self._next is None else self._next.feed(shown)

    def _shown(self, piece: str) -> str:
        if not self._key:
            return piece
        text = (self._held + piece).replace(self._key, HIDDEN)
        size = min(len(self._key) - 1, len(text))
        while size and not text.endswith(self._key[:size]):
            size -= 1
        self._held = text[len(text) - size :]
        return text[: len(text) - size]

    def rest(self) -> str:
        """Return what was held back: nothing follows any more."""
        held, self._held = self._held, ""
        return held if self._next is None else self._next.feed(held) + self._next.rest()
