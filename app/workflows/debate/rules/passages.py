"""Whether a point shows what it is about: its passage stands in the answer, or it says what is missing. Pure.

Rule: nobody judges whether a point is right. A passage that does not stand in the answer shows nothing of it;
a point that quotes none is no worse than before anybody looked, and goes its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, TypedDict

from app.diffing.quotations import quoted_spans
from app.domain.live_text import folded
from app.workflows.common import prose
from app.workflows.common.offline.language import telling
from app.workflows.common.quotes import FoldedText
from app.workflows.common.reading.coercion import NO_WORDS
from app.workflows.common.replies import ShownPointReply

_WITHIN = re.compile(r"[“„«\"]([^“”„«»\"]{2,})[”“»\"]")
_MOST_AROUND = 4
"""Words that may lead to each of several passages of one quotation: “a” as well as “b”."""
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]+)(?<=[^\s*_])\1(?![\w*])")
_LACKS = re.compile(r"miss|omi[ts]|lack|gap\b|incomplet|fehl|unvollst|lücke|manqu|falt", re.IGNORECASE)
"""What a critic's word for the kind of a point says of one that something is missing."""
_ASKS = telling(
    "add adding append cite clarify consider cover discuss explicitly give include insert justify mention "
    "note provide quote specify state support write "
    "ergänzen hinzufügen erwähnen angeben aufnehmen nennen schreiben"
)
"""Words that ask for something to be said, and tell nothing of what."""
_NOT = re.compile(
    r"\b(?:no|not|never|none|without|cannot|nicht|kein\w*|nie|niemals|ohne)\b|n[’']t\b", re.IGNORECASE
)
_FEWEST = 3
"""Telling words of a suggestion of which anything is claimed."""


Passage = Literal["stands", "absent", "missing", "none", ""]


class LookedUp(TypedDict):
    """What `CritiqueFiled` holds of a look for a point's passage."""

    missing: str
    passage: Passage
    met: bool


NOBODY_LOOKED = LookedUp(missing="", passage="", met=False)


def looked_up(point: ShownPointReply, shown: Mapping[str, str]) -> LookedUp:
    """Return whether a point's passage stands in the answer it is about; `shown`: texts by label.

    A point about all of them has to quote any of them.
    """
    texts = [shown[point.target]] if point.target in shown else list(shown.values())
    quote, missing = _said(point.quote), _said(point.missing)
    if quote and missing and folded(quote) == folded(missing):
        # The words that are missing, in both places.
        quote = ""
    passage: Passage
    if quote:
        passage = "stands" if any(stands(quote, text, point.target) for text in texts) else "absent"
    else:
        passage = "missing" if missing or _LACKS.search(point.category) else "none"
    met = passage != "absent" and any(
        _says_already(text, said, quote) for text in texts for said in (missing, point.suggestion)
    )
    return LookedUp(missing=missing if passage == "missing" else "", passage=passage, met=met)


def _said(words: str) -> str:
    return "" if folded(words) in NO_WORDS else words.strip()


def stands(quote: str, text: str, label: str = "") -> bool:
    """Tell whether quoted words stand in a text, as research looks them up, case apart.

    Its label before them, or words between several passages of one quotation, are the critic's.
    """
    whole = _whole(text)
    bare = quote.removeprefix(label).lstrip(" :–—-")
    if any(_stands(one, whole, text) for one in dict.fromkeys((quote, bare))):
        return True
    within = _WITHIN.findall(bare)
    around = prose.words_of(_WITHIN.sub(" ", bare))
    return (
        bool(within)
        and len(around) <= _MOST_AROUND * len(within)
        and all(_stands(one, whole, text) for one in within)
    )


@lru_cache(maxsize=8)
def _whole(text: str) -> FoldedText:
    """Return a text to look in: several quotations are looked for in one."""
    return FoldedText(_plain(text), markdown=True)


def _stands(quote: str, whole: FoldedText, text: str) -> bool:
    found = whole.look(_plain(quote))
    # Of few letters a source proves nothing; here they only have to be there.
    return found.place is not None or (found.problem == "too_short" and bool(quoted_spans(text, quote)))


def _plain(text: str) -> str:
    """Return a text in one case, without the emphasis that research takes for signs of a source."""
    return _EMPHASIS.sub(r"\2", text.casefold())


def _says_already(text: str, suggestion: str, quote: str = "") -> bool:
    """Tell whether a sentence beside the quoted one has all that a suggestion asks for, by its words."""
    wanted, figures = telling(suggestion) - _ASKS, _figures(suggestion)
    if len(wanted) < _FEWEST:
        return False
    return any(
        wanted <= telling(sentence)
        and figures <= _figures(sentence)
        and bool(_NOT.search(sentence)) == bool(_NOT.search(suggestion))
        for sentence in _others(text, quote)
    )


def _others(text: str, quote: str) -> Iterator[str]:
    """Yield the sentences of a text that the quotation is not from."""
    of_quote = telling(quote)
    for sentence in prose.sentences(text):
        own = telling(sentence)
        if not (of_quote and (of_quote <= own or own <= of_quote)):
            yield sentence


def _figures(text: str) -> frozenset[str]:
    return frozenset(word for word in prose.words_of(text) if any(map(str.isdigit, word)))
