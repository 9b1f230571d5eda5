"""Where in a text something is said: its paragraphs, counted without headings. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"\w{4,}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_LINE_MARKS = re.compile(r"^\s*(?:[-*+>]|\d+[.)])\s+")
_LEAST_SHARE, _LEAST_WORDS = 0.34, 2
"""Of the telling words of what is said, so much has to stand in a paragraph that is to say it too."""


class Found(NamedTuple):
    """A place in a text: the number of the paragraph, from 1, and the words there."""

    paragraph: int
    passage: str


def paragraphs(text: str) -> list[str]:
    """Return a text's paragraphs; a heading is none."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text))
    bare = (
        "\n".join(line for line in part.split("\n") if not line.startswith("#")).strip() for part in parts
    )
    return [part for part in bare if part]


def paragraph_of(text: str, quote: str) -> int:
    """Return in which paragraph of a text some words stand, from 1; 0 where they do not."""
    sought = " ".join(quote.split()).casefold()
    if not sought:
        return 0
    found = enumerate((" ".join(part.split()).casefold() for part in paragraphs(text)), 1)
    return next((at for at, part in found if sought in part), 0)


def paragraph_like(text: str, said: str) -> Found | None:
    """Return the place of a text that says most of what is said, None where none says enough of it."""
    words = _words(said)
    if len(words) < _LEAST_WORDS:
        return None
    scored = [(len(words & _words(part)), -at, part) for at, part in enumerate(paragraphs(text), 1)]
    common, at, part = max(scored, default=(0, 0, ""))
    if common < max(_LEAST_WORDS, _LEAST_SHARE * len(words)):
        return None
    sentences = [_LINE_MARKS.sub("", one).strip() for one in _SENTENCE.split(part)]
    return Found(-at, max(filter(None, sentences), key=lambda one: len(words & _words(one))))


def _words(text: str) -> set[str]:
    # By their beginnings, so that one word in two forms is one.
    return {word.casefold()[:6] for word in _WORD.findall(text)}
