"""What was done to a model's reply so that it could be read, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from app.domain.i18n import Words, words

Mend = Literal[
    "thoughts",
    "fence",
    "around",
    "several",
    "list",
    "envelope",
    "names",
    "string",
    "quotes",
    "commas",
    "comments",
    "python",
    "line_breaks",
    "slips",
    "cut",
    "values",
    "left_out",
    "outline",
    "tags",
    "prose",
    "readable",
    "asked_again",
]

_WORDS: dict[str, Words] = {
    "thoughts": words("its thoughts were left out"),
    "fence": words("read out of a code fence"),
    "around": words("words around the answer were left out"),
    "several": words("of several answers the last was read"),
    "list": words("it came as a list"),
    "envelope": words("it was wrapped in another object"),
    "names": words("fields had other names"),
    "string": words("it was JSON within a text"),
    "quotes": words("repaired: quotation marks"),
    "commas": words("repaired: a comma too many"),
    "comments": words("comments were left out"),
    "python": words("repaired: Python words in place of JSON’s"),
    "line_breaks": words("repaired: line breaks within a text"),
    "slips": words("repaired: slips in its JSON, such as a missing bracket or comma"),
    "cut": words("it broke off: what was whole was read"),
    "values": words("figures or words were given in another form"),
    "left_out": words("parts that could not be read were left out"),
    "outline": words("read from its headings and lines, for it was no JSON"),
    "tags": words("read from its tags, for it was no JSON"),
    "prose": words("taken as it was written, without fields"),
    "readable": words("it had no known form and was put into words"),
    "asked_again": words("it was asked a second time, for the first reply could not be read"),
}


def mended(how: Iterable[str]) -> str:
    """Return what was done in one line, untranslated, for reports and logs."""
    return "; ".join(str(one) for one in mend_words(how))


def mend_words(how: Iterable[str]) -> list[Words]:
    """Return what was done in words; what a later version may have written is passed over."""
    return [_WORDS[one] for one in dict.fromkeys(how) if one in _WORDS]
