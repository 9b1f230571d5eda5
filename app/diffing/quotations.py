"""Quotations: where quoted words stand in a text, whatever white space, marks and emphasis lie between them.

Whether a source bears a citation is judged more strictly, line by line, by the rules of research; here a
quotation is placed, so that it can be marked, shown, or replaced.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

NEAR = 3
"""Lines around the named ones in which a quotation is looked for first."""
MOST_WORDS = 400
_SAME = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " "}
)
"""Sign for sign, so that a place in the folded text is one in the text."""
_QUOTATION_MARKS = "\"'“”„‘’«» "
_ELLIPSIS = re.compile(r"\s*[\[(]?(?:…|\.\.\.+)[\])]?\s*")
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\uff00-\uffef]")
"""Signs of scripts that write words without a space between them."""
LEAST, _LEAST_PART = 8, 3
"""Characters of a quotation and of each of its parts; fewer stand in every text."""
_FARTHEST = 800
"""Characters within which the next part of a quotation with an ellipsis has to end."""
_LONGEST_WITH_MARKS = 4000
"""Characters of a quotation within whose words marks of Markdown are looked for."""
_MARKUP = r"[*_`~]{0,3}"
_BETWEEN = rf"{_MARKUP}[\s>]+(?:(?:[-*+>]|#{{1,6}}|\d{{1,4}}[.)])\s+)?{_MARKUP}"
"""What may part two words: white space, emphasis, and what begins a line of Markdown."""


class Span(NamedTuple):
    """A range of characters."""

    start: int
    end: int


def line_of(text: str, position: int) -> int:
    """Return the number of the line, from 1, that a position lies in."""
    return text.count("\n", 0, position) + 1


def find_words(text: str, quote: str) -> Span | None:
    """Return where quoted words stand first, with the emphasis that belongs to them.

    Nothing but white space and the marks of Markdown may differ: what is found is going to be replaced.
    """
    parts = quote.split()
    if not parts:
        return None
    places = [Span(*found.span()) for found in re.finditer(r"\s+".join(map(re.escape, parts)), text)]
    if not places and len(quote) <= _LONGEST_WITH_MARKS:
        pattern = _BETWEEN.join(_MARKUP.join(map(re.escape, part)) for part in parts)
        places = [_balanced(text, *found.span()) for found in re.finditer(pattern, text)]
    return min(places, key=lambda span: span.start, default=None)


def find_quotation(text: str, quote: str) -> Span | None:
    """Return from where to where a quotation stands; None where it does not, or is too short to tell.

    Marks of quotation, dashes and case may differ. Words left out are shown by an ellipsis; their parts then
    have to come in this order, within a paragraph's length.
    """
    folded, bare = text.translate(_SAME), quote.strip().translate(_SAME)
    # As it is first: marks at its ends may be the text's own.
    for words in dict.fromkeys((bare, bare.strip(_QUOTATION_MARKS))):
        parts = [part for part in _ELLIPSIS.split(words) if len(part) >= _LEAST_PART]
        patterns = [_bounded(part.split(), r"[\s>*_]+") for part in parts]
        if sum(map(len, parts)) >= LEAST and (found := _in_order(folded, patterns, apart=_FARTHEST)):
            return Span(found[0].start, found[-1].end)
    return None


def quoted_spans(
    text: str, quote: str, first: int = 0, last: int = 0, *, whole_words: bool = True
) -> list[Span]:
    """Return from where to where the parts of a quotation stand: near the lines named, else anywhere.

    White space, punctuation and what begins a line are passed over; empty where a part is not found.
    `whole_words` False: the text has no sign between two of its paragraphs.
    """
    bare = quote.strip()
    parts = [found[:MOST_WORDS] for part in _ELLIPSIS.split(bare) if (found := _WORD.findall(part))]
    if not parts:
        return []
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    begin = starts[max(0, min(len(starts) - 1, first - 1 - NEAR))]
    behind = max(first, last) + NEAR
    end = starts[behind] if first and behind < len(starts) else len(text)
    # Sign for sign first: then its punctuation belongs to it.
    as_it_is, by_words = (
        [_bounded([bare], "", whole_words)],
        [_bounded(part, r"[\W_]+", whole_words) for part in parts],
    )
    ranges = dict.fromkeys(((begin, end), (0, len(text))))
    tries = ((patterns, place) for place in ranges for patterns in (as_it_is, by_words))
    return next(filter(None, (_in_order(text, patterns, *place) for patterns, place in tries)), [])


def same_words(one: str, other: str) -> bool:
    """Tell whether two quotations are of the same words: the same, or one within the other."""
    a, b = (" ".join(part.translate(_SAME).casefold().strip(" .\"'").split()) for part in (one, other))
    return bool(a and b) and (a in b or b in a)


def around(text: str, span: Span, chars: int = 240) -> str:
    """Return a quotation with what stands beside it, cut at words, on one line."""
    start, end = max(0, span.start - chars), min(len(text), span.end + chars)
    before = text[start : span.start].partition(" ")[2] if start else text[: span.start]
    behind = text[span.end : end].rpartition(" ")[0] if end < len(text) else text[span.end :]
    return " ".join(f"{before}{text[span.start : span.end]}{behind}".split())


# --- within ---------------------------------------------------------------------------------------------


def _bounded(words: Sequence[str], between: str, whole: bool = True) -> re.Pattern[str]:
    """Return what finds words whatever parts them; it begins and ends where words do."""
    begins = r"(?<![^\W_])" if whole and _spaced(words[0][0]) else ""
    ends = r"(?![^\W_])" if whole and _spaced(words[-1][-1]) else ""
    return re.compile(f"{begins}{between.join(map(re.escape, words))}{ends}", re.IGNORECASE)


def _spaced(sign: str) -> bool:
    return sign.isalnum() and _UNSPACED.match(sign) is None


def _in_order(
    text: str, patterns: Sequence[re.Pattern[str]], begin: int = 0, end: int = sys.maxsize, *, apart: int = 0
) -> list[Span]:
    """Return where the first chain of matches stands; `apart`: characters within which each next one ends."""
    if not patterns:
        return []
    for found in patterns[0].finditer(text, begin, end):
        chain = [Span(*found.span())]
        for pattern in patterns[1:]:
            at = chain[-1].end
            after = pattern.search(text, at, min(end, at + apart) if apart else end)
            if after is None:
                break
            chain.append(Span(*after.span()))
        else:
            return chain
    return []


def _balanced(text: str, start: int, end: int) -> Span:
    """Return a place with the marks at its edges that belong to marks within it."""
    for mark in ("**", "__", "`", "*", "_"):
        if text.count(mark, start, end) % 2:
            if text[:start].endswith(mark):
                start -= len(mark)
            elif text[end:].startswith(mark):
                end += len(mark)
    return Span(start, end)
