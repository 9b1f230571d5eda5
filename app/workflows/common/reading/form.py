"""The form that a prompt shows, and its words where a reply gives them back in place of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from app.domain.messages import ChatMessage

FORM = re.compile(r"^Reply with one JSON object and nothing else\b[^\n]*\n(\{[^\n]*\})$", re.MULTILINE)
"""The last line of a prompt that asks for fields."""
_FEWEST_WORDS = 3
"""Words of a place that cannot be a value: “eye colour” may be one."""
_LONG_PLACE, _ALIKE = 8, 0.75
"""Words of a place that a model may give back with others in between, and the share that stays."""
_SENTENCE = 5
"""Words of a place from which on another one in the place of one of them makes no answer of it."""
_VALUE = re.compile(r'(?<=[:,\[])(\s*)"((?:[^"\\]|\\.){1,300})"(?!\s*:)')
"""A text in a reply that is no field's name."""
_DOTS = re.compile(r"[.…{}\s]+")
"""What a form has where any text may stand."""
_NAMED = re.compile(r"(?:the|a|an) \w")
"""A place of fewer words that says what goes there: “the question”."""


def without_form_words(reply: str, messages: Sequence[ChatMessage]) -> str:
    """Return a reply with empty texts where it gives back what the prompt's form says of a place."""
    forms = [form for one in messages if one.role == "user" for form in FORM.findall(one.text)]
    places = [_words(one) for one in _places(forms[-1:])]
    if not places:
        return reply

    def left(value: re.Match[str]) -> str:
        said = _words(value[2])
        nothing = _DOTS.fullmatch(value[2]) or any(_alike(said, one) for one in places)
        return f'{value[1]}""' if nothing else value[0]

    return _VALUE.sub(left, reply)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _alike(said: Sequence[str], place: Sequence[str]) -> bool:
    """Tell whether a value is a place's words, also with one replaced, or of long ones with others."""
    if len(said) == len(place):
        others = sum(mine != theirs for mine, theirs in zip(said, place, strict=True))
        if others == 0 or (others == 1 and len(place) >= _SENTENCE):
            return True
    near = len(place) >= _LONG_PLACE and abs(len(said) - len(place)) <= len(place) // 4
    return near and SequenceMatcher(None, said, place, autojunk=False).ratio() >= _ALIKE


def _places(forms: Sequence[str]) -> Iterator[str]:
    for form in forms:
        for words in re.findall(r'[:\[,]\s*"((?:[^"\\]|\\.)*)"(?!\s*:)', form):
            plain = json.loads(f'"{words}"')
            enough = len(plain.split()) >= _FEWEST_WORDS or _NAMED.match(plain)
            if enough and not any(map(str.isdigit, plain)):
                yield plain
