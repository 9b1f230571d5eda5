"""Quotes from a model, held against the text: found whatever their white space and marks, or not believed."""

from __future__ import annotations

import re
from dataclasses import dataclass

LEAST = 8
"""Characters of a quote; fewer stand in every text."""
_SAME = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " "}
)
_BETWEEN = 800
"""Characters within which the next piece of a quote has to end."""
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\uff00-\uffef]")
"""Signs of scripts that write words without a space between them."""
_MARKS = "\"'“”„‘’«» "
_PIECE = re.compile(r"\s*(?:\[?\.\.\.\]?|\[?…\]?)\s*")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Where a quote stands: characters and the line, from 1, and the words as the text has them."""

    start: int
    end: int
    line: int
    text: str


def find_quote(text: str, quote: str) -> Quoted | None:
    """Return where a quote stands in a text; None where it does not, or is too short to tell.

    Marks of quotation and dashes may differ, and so may white space and case. Words left out are shown by
    an ellipsis; their pieces then have to come in this order, within a paragraph's length.
    """
    folded = text.translate(_SAME)
    bare = quote.strip()
    # As it is first: marks at its ends may be the text's own.
    for words in dict.fromkeys((bare, bare.strip(_MARKS))):
        found = _searched(folded, words.translate(_SAME))
        if found is not None:
            start, end = found
            return Quoted(start, end, text.count("\n", 0, start) + 1, text[start:end])
    return None


def _searched(folded: str, quote: str) -> tuple[int, int] | None:
    pieces = [piece for piece in _PIECE.split(quote) if len(piece) >= 3]
    if sum(map(len, pieces)) < LEAST:
        return None
    first, *rest = (_expression(piece) for piece in pieces)
    for found in first.finditer(folded):
        end: int | None = found.end()
        for piece in rest:
            after = piece.search(folded, end, end + _BETWEEN) if end is not None else None
            end = after.end() if after is not None else None
        if end is not None:
            return found.start(), end
    return None


def _expression(piece: str) -> re.Pattern[str]:
    """Return what finds a piece whatever parts its words; it begins and ends where words do."""
    inside = r"[\s>*_]+".join(re.escape(word) for word in piece.split())
    begins = r"(?<![^\W_])" if _parted(piece[0]) else ""
    ends = r"(?![^\W_])" if _parted(piece[-1]) else ""
    return re.compile(f"{begins}{inside}{ends}", re.IGNORECASE)


def _parted(sign: str) -> bool:
    """Tell whether a sign is of a script that parts its words."""
    return sign.isalnum() and _UNSPACED.match(sign) is None


def around(text: str, quoted: Quoted, chars: int = 240) -> str:
    """Return a quote with what stands beside it, cut at words, on one line."""
    start, end = max(0, quoted.start - chars), min(len(text), quoted.end + chars)
    before = text[start : quoted.start].partition(" ")[2] if start else text[: quoted.start]
    behind = text[quoted.end : end].rpartition(" ")[0] if end < len(text) else text[quoted.end :]
    return " ".join(f"{before}{quoted.text}{behind}".split())


def alike(one: str, other: str) -> bool:
    """Tell whether two quotes are of the same words: the same, or one within the other."""
    a, b = (" ".join(part.translate(_SAME).casefold().strip(" .\"'").split()) for part in (one, other))
    return bool(a and b) and (a in b or b in a)
