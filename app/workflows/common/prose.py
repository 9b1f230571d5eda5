"""Reading prose by rules: sentences, words and their stems. Pure; no model."""

from __future__ import annotations

import re
from functools import lru_cache

_SENTENCE = re.compile(
    r"(?:(?<=[.!?。！？])|(?<=[.!?。！？][\"'”’“»)])|(?<=[.!?。！？][\"'”’“»)]{2}))\s+"
    r"|\n\s*\n|\n(?=\s*(?:[-*#>|]|\d+[.)]))"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MARKUP = re.compile(r"^\s*(?:(?:[-*+>]|\d+[.)])(?=\s|$)|#{1,6})\s*|\*\*|__|`")
STOP = frozenset(
    """
    a an and any are as at be been but by can could do does each either every for from had has have how
    if in into is it its may might more most must need needs no nor not of on one or our out over own
    shall should so some such than that the their them then there these they this those to under until
    up was we were what when where which while who whom why will with would you your also only both all
    other another about after before between because required answer question
    """.split()  # noqa: SIM905  a list of ninety quoted words is no easier to read
)
"""Words that tell nothing of what a text is about."""


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def plain(text: str) -> str:
    """Return a line without Markdown marks, white space folded."""
    return " ".join(_MARKUP.sub("", text).split())


def sentences(text: str) -> list[str]:
    """Return the sentences of a text without Markdown marks; headings and list items count as ones."""
    found = (plain(part) for part in _SENTENCE.split(text))
    return [sentence for sentence in found if len(sentence) > 1]


def prose_sentences(text: str) -> list[str]:
    """Return the sentences that are neither headings nor quotations."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("#", ">", "|")))
    return sentences(kept)


_ENDINGS = (
    ("ations", 4), ("ation", 4), ("ungen", 4), ("ings", 4), ("ing", 3), ("ies", 4), ("ung", 4),
    ("ern", 4), ("ed", 3),
    ("en", 4), ("er", 4), ("es", 4), ("em", 4), ("e", 4), ("s", 4), ("n", 4), ("t", 4),
)  # fmt: skip
"""Endings of English and German words, and how long a stem they must leave."""


_IRREGULAR = {
    "led": "lead", "left": "leave", "kept": "keep", "lost": "lose", "sold": "sell", "bought": "buy",
    "paid": "pay", "held": "hold", "met": "meet", "ran": "run", "spent": "spend", "threw": "throw",
    "thrown": "throw", "built": "build", "grew": "grow",
}  # fmt: skip


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a rough stem, so that plurals and simple forms meet; a text repeats its words."""
    folded = word.casefold()
    folded = _IRREGULAR.get(folded, folded)
    for ending, least in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= least:
            return folded[: -len(ending)]
    return folded


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return a rough stem that is none of another word: endings are taken off until nothing changes."""
    before, found = "", stem(word)
    while found != before:
        before, found = found, stem(found)
    return found[:-1] if len(found) == 4 and found.endswith("s") and not found.endswith("ss") else found
