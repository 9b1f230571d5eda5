"""Finding the JSON in a reply: where each object or list begins and ends, strings respected. Linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST_FOUND = 40
"""Objects of a reply that are looked at; one that holds more is not an answer in the format asked for."""
_MOST_BROKEN = 4
"""Beginnings without an end that are followed to the end of the reply: each costs its whole length."""
_OPENING = re.compile(r"""\{(?=\s*+(?:["'“”‘`{}/#]|[^\W\d][\w .-]{0,40}+["']?\s{0,8}+:))|\[(?=\s*+[{\["“])""")
_TOKEN = re.compile(
    r'"""[^"]*+(?:"(?!"")[^"]*+)*"""|"[^"\\]*+(?:\\.[^"\\]*+)*"|“[^”“"]*+”|[{}\[\]]|(?<=[{\[,:\s])\'[^\'\\\n]*+(?:\\.[^\'\\\n]*+)*\'(?=\s{0,8}+[,:}\]])|"',
    re.DOTALL,
)
_FENCE = re.compile(r"^[ \t]{0,8}(?:`{3,}|~{3,})[ \t]*([\w+-]{0,20})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Found:
    """One JSON value as it stands in a reply."""

    source: str
    start: int
    end: int
    cut: bool = False
    """The reply ends before the value does."""


def found(text: str) -> Iterator[Found]:
    """Yield the JSON values of a text that lie in no other; a broken one reaches as far as it may."""
    offset, seen, broken = 0, 0, 0
    while seen < MOST_FOUND and broken < _MOST_BROKEN:
        opening = _OPENING.search(text, offset)
        if opening is None:
            return
        start = opening.start()
        seen += 1
        end = _closing(text, start)
        if end is not None:
            yield Found(text[start:end], start, end)
            offset = end
            continue
        broken += 1
        last = max(text.rfind("}", start), text.rfind("]", start))
        rest = text[last + 1 :]
        if last > start and _only_wrapping(rest) and not rest.lstrip().startswith(","):
            # Its brackets do not add up, or a quotation mark is missing: all of it is one value.
            yield Found(text[start : last + 1], start, len(text), cut=False)
            return
        yield Found(_without_fence(text[start:]), start, len(text), cut=True)
        return


def outside(text: str, values: list[Found]) -> tuple[str, str]:
    """Return what is said before the first and behind the last value, fences left out."""
    if not values:
        return text, ""
    before = _without_labels(text[: values[0].start])
    return before, _without_labels(text[values[-1].end :])


def fenced(text: str, value: Found) -> bool:
    """Tell whether a value stands in a code fence."""
    lines = text[max(0, value.start - 60) : value.start].rsplit("\n", 3)[-3:]
    return any(line.strip().startswith(("```", "~~~")) for line in lines)


def _closing(text: str, start: int) -> int | None:
    """Return where the value that begins at `start` ends, None where it does not."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        sign = token.group()
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
        elif sign == '"':
            return None
    return None


def _only_wrapping(rest: str) -> bool:
    """Tell whether nothing but the end of a fence and a short word follows."""
    return len(rest.strip(" \t\r\n`~")) < 200


def _without_fence(text: str) -> str:
    bare = text.rstrip()
    for mark in ("```", "~~~"):
        if bare.endswith(mark):
            return bare[: -len(mark)].rstrip("`~ \n\t")
    return bare


def _without_labels(text: str) -> str:
    return _FENCE.sub("", text).strip()
