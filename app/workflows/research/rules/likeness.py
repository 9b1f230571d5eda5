"""What two statements have in common: words, names, figures, negations, cited lines.."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from app.domain.numbers import mark_of, normal, pieces, spelled
from app.domain.vectors import frequencies
from app.workflows.common.prose import STOP, root
from app.workflows.research.model import Citation

K = TypeVar("K")
_Span = tuple[str, int, int]
"""A file (its origin), and lines of it from and to."""

_LONGEST = 2_000
"""Characters of a statement that are looked through for names; nobody says more in one."""
_NAMED = re.compile(
    r"`([^`\n]{2,80})`"
    r"|\b([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+)\b"
    r"|\b(\w*[a-z][A-Z]\w*|\w+_\w+|[A-Z]{2,}[A-Z0-9]*)\b"
    r"|([\w./-]+/[\w.-]+)"
)
_CAPITALISED = re.compile(r"(?<![.!?:]\s)(?<!^)\b([A-ZÄÖÜÉÀ][\w'’-]+(?:\s+[A-ZÄÖÜÉÀ][\w'’-]+)*)")
_COUNTED = re.compile(r"(?<=\d)\s?(?:[A-Z]{1,4}|[kMGT]?[A-Z][a-z]?)\b")
"""Capitals behind a figure are what it counts: `MB` is no name."""
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)(?=,? \d)"
    r"|(?<=\d )(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|nothing|nobody|hardly|nicht|kein\w*|nie|niemals|ohne"
    r"|pas|jamais|aucun\w*|sans|sin|nunca|non)\b|n['’]t\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=50_000)
def words_of(text: str) -> Mapping[str, int]:
    """Return how often each term of a text occurs; shared, so nobody may change it."""
    return frequencies(text)


def cosine(a: str, b: str) -> float:
    """Return how alike the words of two texts are, 0 to 1; the size of each is worked out once.

    Each of some hundreds of findings is compared with all others: half of the time goes into the sizes.
    """
    first, second = words_of(a), words_of(b)
    if len(second) < len(first):
        first, second = second, first
    dot = sum(count * second[term] for term, count in first.items() if term in second)
    if not dot:
        return 0.0
    return min(1.0, dot / math.sqrt(_square(a) * _square(b)))


@lru_cache(maxsize=50_000)
def _square(text: str) -> int:
    return sum(count * count for count in words_of(text).values())


@lru_cache(maxsize=50_000)
def entities(text: str) -> frozenset[str]:
    """Return what a text names: identifiers, paths, names in capitals inside a sentence, figures; folded."""
    text = _MONTH.sub("", _COUNTED.sub("", text[:_LONGEST]))
    found: set[str] = set()
    for match in _NAMED.finditer(text):
        found.add(next(group for group in match.groups() if group).strip("./").casefold())
    found.update(match.group(1).casefold() for match in _CAPITALISED.finditer(text))
    found.update(figures(text))
    return frozenset(name for name in found if len(name) > 1)


@lru_cache(maxsize=50_000)
def figures(text: str) -> frozenset[str]:
    """Return the figures of a text with their signs, each in one spelling; a word for a number is none."""
    found: set[str] = set()
    for piece in pieces(normal(text), mark_of(text)):
        if piece.number is None:
            found.update([piece.text] if piece.text[0].isdecimal() and not piece.text[-1].isalpha() else ())
        elif any(map(str.isdecimal, piece.text)):
            ends = (piece.number.amount, piece.number.high)
            found.update(spelled(end) for end in ends if end is not None)
    return frozenset(found)


@lru_cache(maxsize=50_000)
def negated(text: str) -> bool:
    """Return whether an odd number of negations stands in a text."""
    return len(_NEGATION.findall(text)) % 2 == 1


@lru_cache(maxsize=50_000)
def matter(text: str) -> Mapping[str, int]:
    """Return the stems that tell what a text is about, and how often each occurs; nobody may change it.

    Figures and negations are none: what speaks against a statement differs in these and in little else.
    """
    found: Counter[str] = Counter()
    for term, count in words_of(_NEGATION.sub(" ", text)).items():
        if term not in STOP and not term.isnumeric():
            found[root(term)] += count
    return found


def differ(a: str, b: str) -> bool:
    """Tell whether one of two texts denies and the other does not, or each gives a figure of its own."""
    mine, theirs = figures(a), figures(b)
    return bool(mine - theirs and theirs - mine) or negated(a) != negated(b)


def same_words(text: str) -> str:
    """Return a text as it is compared word for word: white space, case and the last point do not matter."""
    return " ".join(text.split()).strip(" .;!").casefold()


def spans(citations: Iterable[Citation]) -> list[_Span]:
    """Return the lines that citations of files name, by origin, each once."""
    found = {
        (citation.origin or citation.file, *citation.lines)
        for citation in citations
        if citation.check != "refused" and (citation.first or citation.found_first)
    }
    return sorted(found)


def overlapping(items: Iterable[tuple[K, Sequence[_Span]]], most: int) -> Iterator[tuple[K, K]]:
    """Yield pairs whose lines overlap, at most `most` partners of each per span; some twice.

    Items come in their order, the younger behind the older; the pairs are the same for every run.
    """
    by_file: dict[str, list[tuple[int, int, int, K]]] = {}
    for number, (key, places) in enumerate(items):
        for file, first, last in places:
            by_file.setdefault(file, []).append((first, last, number, key))
    for file in sorted(by_file):
        open_spans: list[tuple[int, int, int, K]] = []
        for span in sorted(by_file[file], key=lambda one: one[:3]):
            open_spans = [one for one in open_spans if one[1] >= span[0]]
            for other in open_spans[-most:]:
                if other[2] != span[2]:
                    older, younger = sorted((other, span), key=lambda one: one[2])
                    yield older[3], younger[3]
            open_spans.append(span)
            # One that reaches far stays; of very many the newest are enough.
            if len(open_spans) > 4 * most:
                del open_spans[: -2 * most]
