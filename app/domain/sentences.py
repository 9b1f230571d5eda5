"""Sentences in records: the source with what goes into it, so that a face says it in its own language.

Rules:
- A node that has something to say puts `Message` into a fact (`Sentence`) or a payload (`recorded`); what is
  written is no finished English.
- A record may come from anywhere: a source whose places are more than names is shown as it stands, and never
  used as a format.
- Older records hold plain texts in the same places; they are read as what they say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from app.domain.i18n import Message, words

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

SAY, WITH = "say", "with"
DEEPEST = 4
"""Sentences within sentences that are read; more is no sentence of ours."""
_PLACES = re.compile(r"\{([a-z_]\w*)\}")


def recorded(sentence: Message | str) -> JsonValue:
    """Return a sentence as a record holds it; a text without places is itself."""
    if isinstance(sentence, str):
        return sentence
    if sentence.source == "{text}" and isinstance(text := sentence.params.get("text"), str):
        return text
    filled = {name: _plain(value) for name, value in sentence.params.items()}
    return {SAY: sentence.source, WITH: filled}


def _plain(value: object) -> JsonValue:
    if isinstance(value, Message):
        return recorded(value)
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def sentence_of(value: object) -> Message:
    """Return the sentence that a record holds, or the text that it is."""
    return _read(value, 0)


def _read(value: object, depth: int) -> Message:
    if isinstance(value, Message):
        value = recorded(value)
    if isinstance(value, Mapping) and isinstance(source := value.get(SAY), str) and depth < DEEPEST:
        given = value.get(WITH)
        filled = {
            str(name): _read(one, depth + 1) if isinstance(one, Mapping) else one
            for name, one in (given.items() if isinstance(given, Mapping) else ())
        }
        return Message(source, filled) if _is_sound(source, filled) else words("{text}", text=source)
    return words("{text}", text="" if value is None else value)


def _is_sound(source: str, filled: Mapping[str, object]) -> bool:
    """Tell whether a source's places are names that are filled, and nothing else is in braces."""
    places = set(_PLACES.findall(source))
    if not filled:
        # Such a sentence is never formatted.
        return True
    return places <= set(filled) and not set("{}") & set(_PLACES.sub("", source))


def told(value: object) -> JsonValue:
    """Return a record's value with its sentences said in plain English, for a program that reads it."""
    if isinstance(value, Mapping):
        if set(value) == {SAY, WITH}:
            return str(sentence_of(value))
        return {str(name): told(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [told(one) for one in value]
    return _plain(value)


def sentences_in(value: object) -> list[Message]:
    """Return the sentences of a payload's list."""
    return [sentence_of(one) for one in value] if isinstance(value, list | tuple) else []


def joined(sentences: Sequence[Message | str], between: str = "\n\n") -> Message:
    """Return several sentences as one, with something between them."""
    filled = {f"s{number}": one for number, one in enumerate(sentences)}
    return Message(between.join(f"{{{name}}}" for name in filled), filled)


def lines_of(sentence: Message) -> list[Message]:
    """Return the lines of what `joined` put together, each a sentence; of a plain text, its lines."""
    text = sentence.params.get("text")
    if sentence.source == "{text}" and isinstance(text, str):
        return [words("{text}", text=line) for line in text.splitlines()]
    found = []
    for line in sentence.source.split("\n"):
        alone = _PLACES.fullmatch(line)
        one = sentence.params.get(alone[1]) if alone else None
        found.append(one if isinstance(one, Message) else Message(line, sentence.params, sentence.context))
    return found
