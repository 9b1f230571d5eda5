"""Message lookup: finds the template of a sentence that is stored as English text.

A journal holds what failed in English, and stands for ever. A text that no template fits stands as it is, and
so do the parts of it that others wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from types import ModuleType

from app.domain import fault_hints, fault_messages
from app.domain.i18n import Message, verbatim, without_stop, words

_PLACE = re.compile(r"\\\{(\w+)\\\}")
_END = re.compile(r"(?<=[.!?…”]) (?=[A-Z])")


class MessageLookup:
    """The templates by which sentences are known; their places take any text."""

    def __init__(self, templates: Iterable[Message]) -> None:
        self._templates = templates

    def find(self, text: str) -> Message | None:
        """Return a whole sentence as a message, None where it is none of these."""
        for form, source in self._forms:
            found = form.fullmatch(text)
            if found is not None:
                # A reason in brackets is a sentence of its own.
                given = {name: self.find(part) or part for name, part in found.groupdict().items()}
                return Message(source, given)
        return None

    @cached_property
    def _forms(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """How each sentence is known; one that says more goes before what it begins with."""
        sources = sorted({one.source for one in self._templates}, key=lambda source: (-len(source), source))
        patterns = (_PLACE.sub(r"(?P<\1>.*?)", re.escape(source)) for source in sources)
        return tuple(zip((re.compile(one, re.DOTALL) for one in patterns), sources, strict=True))


def _messages_of(module: ModuleType) -> Iterator[Message]:
    """Yield the messages that are a module's constants, or stand in its tables."""
    for value in vars(module).values():
        if isinstance(value, Message):
            yield value
        elif isinstance(value, Mapping):
            yield from (one for one in value.values() if isinstance(one, Message))


_HINTS = MessageLookup(_messages_of(fault_hints))
_SENTENCES = MessageLookup(chain(_messages_of(fault_messages), _messages_of(fault_hints)))


def read_sentence(text: str) -> Message:
    """Return a sentence, or one with hints behind it, as a message; as it stands where it is not known."""
    for end in reversed(list(_END.finditer(text))):
        hint = _HINTS.find(text[end.end() :])
        if hint is not None:
            return words("{told} {hint}", told=read_sentence(text[: end.start()]), hint=hint)
    return _SENTENCES.find(text) or verbatim(text)


def read_clause(text: str) -> Message:
    """Return what `read_sentence` does, to stand within a sentence."""
    return without_stop(read_sentence(text))
