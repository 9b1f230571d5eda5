"""The text of a level as a report prints it: its breaks between scenes, its lines and its footnotes kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from app.markup.quoting import RAISED

_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:[ \t]*", re.MULTILINE)
_MARK = re.compile(r"\[\^([^\]\s]+)\]")
_HELD = ("  ", "\\")
"""What a line ends with whose end is kept already."""


def printed(text: str) -> str:
    """Return Markdown in which every form of a report shows what a manuscript means.

    A sign alone is a break between scenes and no empty heading, the lines of a poem or a dialogue end where
    the writer ended them, and footnotes have raised numbers: several files of a report may each have a first
    one. A text that is too deep to be read as Markdown is returned as it is.
    """
    # Late for start-up cost.
    from app.markup.parser import TooDeep, parse

    text = _with_raised_notes(text.strip())
    try:
        tokens = parse(text)
    except (TooDeep, RecursionError):
        return text
    lines = text.split("\n")
    for token, inner in pairwise(tokens):
        if token.map is None:
            continue
        first, end = token.map
        if token.type == "heading_open" and not inner.content.strip():
            lines[first] = lines[first].replace(token.markup, "* * *", 1)
        elif token.type == "paragraph_open":
            for at in range(first, end - 1):
                lines[at] += "" if lines[at].endswith(_HELD) else "  "
    return "\n".join(lines)


def _with_raised_notes(text: str) -> str:
    labels = list(dict.fromkeys(_NOTE.findall(text)))
    known = [label for label in _met(text) if label in labels]
    numbers = {label: str(number).translate(RAISED) for number, label in enumerate(known, 1)}
    text = _NOTE.sub(lambda found: f"{numbers[found[1]]} " if found[1] in numbers else found[0], text)
    return _MARK.sub(lambda found: numbers.get(found[1], found[0]), text)


def _met(text: str) -> Iterator[str]:
    """Yield the labels in the order in which a reader meets them."""
    yield from dict.fromkeys(_MARK.findall(_NOTE.sub("", text)))
