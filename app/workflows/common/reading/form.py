"""The form that a prompt shows, and its words where a reply gives them back in place of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from app.domain.messages import ChatMessage

FORM = re.compile(r"^Reply with one JSON object and nothing else\b[^\n]*\n(\{[^\n]*\})$", re.MULTILINE)
"""The last line of a prompt that asks for fields."""
_FEWEST_WORDS = 3
"""Words of a place that cannot be a value: “eye colour” may be one."""
_NAMED = re.compile(r"(?:the|a|an) \w")
"""A place of fewer words that says what goes there: “the question”."""


def without_form_words(reply: str, messages: Sequence[ChatMessage]) -> str:
    """Return a reply with empty texts where it gives back what the prompt's form says of a place."""
    forms = [form for one in messages if one.role == "user" for form in FORM.findall(one.text)]
    said = [re.escape(json.dumps(words, ensure_ascii=False)[1:-1]) for words in _places(forms[-1:])]
    if not said:
        return reply
    return re.sub(rf'(?<=[:,\[])(\s*)"(?:{"|".join(said)})\.?"', r'\1""', reply)


def _places(forms: Sequence[str]) -> Iterator[str]:
    for form in forms:
        for words in re.findall(r'[:\[,]\s*"((?:[^"\\]|\\.)*)"(?!\s*:)', form):
            plain = json.loads(f'"{words}"')
            enough = len(plain.split()) >= _FEWEST_WORDS or _NAMED.match(plain)
            if enough and not any(map(str.isdigit, plain)):
                yield plain
