"""The offline judge: how two statements stand to each other, and whether lines support a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from app.workflows.common.prose import STOP, words_of
from app.workflows.research.offline.features import (
    DATES,
    NUMBER_WORDS,
    Features,
    features,
    meaning,
    opposite,
    telling,
)

Relation = Literal["same", "enhances", "contradicts", "qualifies", "qualified", "unrelated"]
Support = Literal["full", "partly", "no", "against"]
_OF_ONE_MATTER = 0.45
"""Share of the telling words of the shorter statement that both must have to speak of one thing."""
_NEARLY_ALL = 0.8
_SUBJECT = re.compile(r"`([^`]+)`")
"""A definition or setting that a statement begins with."""
_COUNTED = re.compile(
    rf"(?:\d|\b(?:{'|'.join(NUMBER_WORDS)})\b)[ %]*([^\W\d_]+)[’']?s?(?: ([^\W\d_]+))?", re.IGNORECASE
)
"""What a figure counts: the two words behind it."""
_QUOTED = re.compile(r"“(.*)”\s*$", re.DOTALL)


def relation(a: str, b: str) -> tuple[Relation, str]:
    """Return how `b` stands to `a`, and why in a few words; qualified: it is `a` that is narrower."""
    left, right = features(_statement(a)), features(_statement(b))
    of, other = _SUBJECT.match(a.strip()), _SUBJECT.match(b.strip())
    if of and other and of[1] != other[1]:
        return "unrelated", "they speak of different definitions"
    if other_things(left, right):
        return "unrelated", "they name different things"
    shared = _shared(left, right)
    if shared >= 0.6 and _other_name(a, b, left, right):
        return "contradicts", "they name something else in the same place"
    if _own_names(left, right) and _own_names(right, left):
        return "unrelated", "they name different things"
    if shared < _OF_ONE_MATTER:
        return "unrelated", "they speak of different matters"
    narrower = _narrower(left, right)
    if narrower:
        return narrower, "one holds under a condition that the other does not name"
    if opposite(left, right) or (left.negations % 2 != right.negations % 2 and shared >= 0.6):
        return "contradicts", "one says the opposite of the other"
    differing = _differing_figures(left, right)
    if differing and not _of_one_thing(a, b, left, right):
        return "unrelated", "they measure different things"
    if differing:
        return "contradicts", f"the figures differ: {differing}"
    if left.words == right.words or (shared >= _NEARLY_ALL and left.numbers == right.numbers):
        longer = len(right.words) > len(left.words) + 2
        return ("enhances", "it says more of the same") if longer else ("same", "they say the same")
    if shared >= 0.6 and len(left.words & right.words) >= 0.4 * max(len(left.words), len(right.words)):
        return "enhances", "it adds to the same matter"
    return "unrelated", "they have words in common and no more"


def support(claim: str, quotes: list[str]) -> tuple[Support, str]:
    """Return whether quoted lines support a claim, and why in a few words."""
    text = " ".join(_words_of_quote(quote) for quote in quotes)
    stated, shown = features(_statement(claim)), features(text)
    if not stated.words:
        return "partly", "the claim has no words of its own"
    held = len(stated.words & shown.words) / len(stated.words)
    if held >= 0.5 and _differing_figures(stated, shown):
        return "against", "the lines give other figures"
    if (
        held >= 0.6
        and stated.negations % 2 != shown.negations % 2
        and not stated.conditions ^ shown.conditions
    ):
        return "against", "the lines say the opposite"
    if held >= 0.6 and stated.numbers <= shown.numbers:
        return "full", "the lines say so"
    if held >= 0.4:
        return "partly", "the lines say a part of it"
    return "no", "the lines speak of something else"


def other_things(a: Features, b: Features) -> bool:
    """Tell whether each names something that the other does not, and they name nothing in common.

    The word a sentence begins with may be a name.
    """
    mine, theirs = (a.names | _first(a)) - b.plain, (b.names | _first(b)) - a.plain
    shared = ((a.names | _first(a)) & b.plain) | ((b.names | _first(b)) & a.plain)
    return bool(mine and theirs) and not shared


def _own_names(one: Features, other: Features) -> frozenset[str]:
    """Return what one names and the other does not speak of; the subject of a sentence may be a name."""
    own = one.names - other.plain
    if one.subject and one.subject not in other.plain and meaning(one.subject) not in other.words:
        own |= {one.subject}
    return own


def _first(one: Features) -> frozenset[str]:
    return frozenset() if one.first in STOP else frozenset({one.first})


def _other_name(a: str, b: str, left: Features, right: Features) -> bool:
    """Tell whether both say the same of one thing, and name something else in one and the same place."""
    mine, theirs = left.names - right.plain, right.names - left.plain
    if len(mine) != 1 or len(theirs) != 1:
        return False
    if _locates(a, next(iter(mine))) or _locates(b, next(iter(theirs))):
        return False
    return len(_content(left) & _content(right)) >= 2


_WHERE = ("at", "in", "of", "for", "near", "on", "from", "to")
_BE = ("is", "are", "was", "were", "be", "been", "being", "became", "becomes", "named", "called", "as")
_ARTICLES = ("a", "an", "the")


def _locates(text: str, name: str) -> bool:
    """Tell whether a name says where, or of what: two things may have all else in common.

    “X is led by Ann”, “Ann leads X” and “the head is Ann” say of X who leads it: of another one, another may.
    """
    words = [word.casefold() for word in words_of(text)]
    if name not in words:
        return False
    at = words.index(name)
    before = [word for word in words[:at] if word not in _ARTICLES][-1:]
    if before and before[0] in _WHERE:
        return True
    if "by" in words:
        # Who stands behind the word does it, and what stands before it is what it is done to.
        return at < words.index("by")
    return at > 1 and before[0] not in _BE and not any(word in _BE for word in words)


def _content(one: Features) -> frozenset[str]:
    """Return the words of a statement without the names in it."""
    return one.words - {meaning(name) for name in one.names}


def _words_of_quote(quote: str) -> str:
    """Return a quotation without the place before it."""
    found = _QUOTED.search(quote)
    return found[1] if found else quote


def _statement(text: str) -> str:
    return " ".join(text.split())


def _shared(a: Features, b: Features) -> float:
    mine, theirs = _content(a), _content(b)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def _narrower(a: Features, b: Features) -> Relation | None:
    mine, theirs = _added(a, b), _added(b, a)
    if theirs and not mine:
        return "qualifies"
    if mine and not theirs:
        return "qualified"
    # Each under a condition of its own: neither speaks against the other.
    return "unrelated" if mine and theirs else None


def _added(a: Features, b: Features) -> frozenset[str]:
    """Return the conditions of one statement that the other does not speak of in any words."""
    return frozenset(
        condition for condition in a.conditions - b.conditions if not telling(condition) & b.words
    )


def _differing_figures(a: Features, b: Features) -> str:
    units = [unit for unit in a.figures if unit in b.figures and a.figures[unit].isdisjoint(b.figures[unit])]
    if not units and a.figures and b.figures and not a.figures.keys() & b.figures.keys():
        return ""
    return ", ".join(
        f"{_written(unit, a.figures[unit])} and {_written(unit, b.figures[unit])}" for unit in sorted(units)
    )


def _of_one_thing(a: str, b: str, left: Features, right: Features) -> bool:
    """Tell whether two statements share more than what their figures count: “three months' rent”."""
    counted = frozenset(meaning(word) for text in (a, b) for pair in _COUNTED.findall(text) for word in pair)
    return bool((left.words & right.words) - counted or left.names & right.names)


def _written(unit: str, figures: Iterable[str]) -> str:
    found = sorted(figures)
    if unit == DATES:
        found = [f"{one[:4]}-{one[4:6]}-{one[6:]}" for one in found]
    return "/".join(found)
