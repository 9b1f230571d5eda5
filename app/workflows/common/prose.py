"""Reading prose by rules: sentences, requirements, key words, evidence. Pure; no model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

_CLOSING = "\"'”’“»)"
"""Marks that close a sentence behind its end; “ closes a German quotation."""
_SENTENCE = re.compile(
    r"(?:(?<=[.!?。！？])|(?<=[.!?。！？][\"'”’“»)])|(?<=[.!?。！？][\"'”’“»)]{2}))\s+"
    r"|\n\s*\n|\n(?=\s*(?:[-*#>|]|\d+[.)]))"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_REQUIRED = re.compile(r"\b(must|shall|should|needs? to|has to|have to|required?|may not)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(perhaps|maybe|possibly|probably|somewhat|arguably|it seems(?: that)?|it could be that|might|rather|"
    r"quite|in some cases|to some extent)\b",
    re.IGNORECASE,
)
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


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a context file that speaks to something."""

    text: str
    source: str
    score: float


def words_of(text: str) -> list[str]:
    """Return the words of a text."""
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


def keys(text: str) -> set[str]:
    """Return the stems of a text's telling words."""
    return {stem(w) for w in words_of(text) if w.casefold() not in STOP and (len(w) > 2 or not w.isascii())}


def requirements(question: str, must_haves: Iterable[str] = ()) -> list[str]:
    """Return what an answer must cover: must-haves, then requirement sentences and questions."""
    found = [plain(text) for text in must_haves]
    found += [s for s in prose_sentences(question) if demands(s)]
    found = found or sentences(question)[:3]
    return list(dict.fromkeys(found))[:12]


def demands(sentence: str) -> bool:
    """Tell whether a sentence asks or demands something."""
    return _REQUIRED.search(sentence) is not None or sentence.rstrip(_CLOSING).endswith(("?", "？"))


@lru_cache(maxsize=4)
def _telling(text: str) -> Sequence[tuple[str, frozenset[str], float]]:
    """Return the sentences that may speak to something, each with its key words and what a figure adds.

    Kept, for the same context is looked through for every requirement and by every member.
    """
    return tuple(
        (sentence, frozenset(keys(sentence)), 0.5 if has_number(sentence) else 0.0)
        for sentence in prose_sentences(text)
        if 4 <= len(words_of(sentence)) <= 60
    )


def evidence(about: str, context: Sequence[tuple[str, str]], most: int = 2, skip: str = "") -> list[Evidence]:
    """Return the context's sentences that share most telling words with `about`, best first."""
    wanted = keys(about)
    found: list[Evidence] = []
    for source, text in context:
        for sentence, sentence_keys, extra in _telling(text):
            if sentence in skip:
                continue
            shared = len(wanted & sentence_keys)
            if shared >= 2 or (shared and len(wanted) <= 2):
                found.append(Evidence(sentence, source, shared + extra))
    found.sort(key=lambda item: (-item.score, item.source, item.text))
    return list({item.text: item for item in found}.values())[:most]


def has_number(text: str) -> bool:
    """Tell whether a text holds a figure."""
    return re.search(r"\d", text) is not None


def hedges(text: str) -> list[str]:
    """Return the hedging words of a text."""
    return [match.group(0) for match in _HEDGE.finditer(text)]


_REASON = re.compile(
    r"\b(because|since|therefore|hence|so that|according to|as .{0,40} shows?|weil|denn|daher|deshalb|damit|"
    r"laut|gemäß)\b",
    re.IGNORECASE,
)


def gives_reason(text: str) -> bool:
    """Tell whether a text names a reason for what it says."""
    return _REASON.search(text) is not None
