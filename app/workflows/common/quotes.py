"""Looking for a quote in a text, fairly: what copying changes is folded, what changes the meaning is not.

Folded on both sides: white space, quotation marks, dashes, ligatures, invisible characters, escapes of a
string, words broken at the end of a line; in Markdown, emphasis. Never folded: letters, figures, signs,
hyphens inside a word, and where a word or a figure begins and ends: "able" does not stand in "unable", nor
"5" in "1.5".
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from itertools import islice
from typing import Literal, NamedTuple

from app.documents.signs import composed

_NEAR = 3
"""Lines around the cited ones in which a quote may stand (spec, Beyond the source)."""
_LONGEST = 8_000
"""Characters of a quote; nobody quotes more, and looking for more takes long."""
_MOST_TRIED = 2_000
FEWEST, FEWEST_TELLING, FEWEST_ELSEWHERE = 8, 4, 12
"""Letters that a quote needs to be one: at its place, with a figure or an identifier in it, and elsewhere."""
_MOST_PARTS = 12
_MOST_APART = 100
"""Parts of a quote with an ellipsis, and lines between two of them: more, and nobody reads them as one."""
_FARTHEST_UNPLACED = 12
"""The same where no lines were named."""

_Mark = Literal["hyphen", "dash", "broken"]
"""What stood between two letters or figures: a hyphen, a dash, a hyphen at the end of a line."""

_MARKS = '"“”„‟«»″＂‘’‚‛‹›′'
_INVISIBLE = (
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_TABLE = str.maketrans(
    {
        **dict.fromkeys(_MARKS, "'"),
        **dict.fromkeys(_INVISIBLE, ""),
        **dict.fromkeys("‐‑﹣－", "-"),
        **dict.fromkeys("‒–—―", "–"),
        "−": "-",
        "…": "...",
        **{chr(0x2080 + figure): str(figure) for figure in range(10)},
    }
)
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\uff00-\uffef\u3000-\u303f"
_DASH_AS_MINUS = re.compile(r"(?<=\s)–(?=\d)")
_AT_SIGN = re.compile(r"(?<=\d) (?=[%‰°€£$])|(?<=[€£$]) (?=\d)")
"""A blank that is set or left out as a house's style has it: “5 %”, “€ 20”."""
_FRACTION = re.compile(r"(\d?)([¼½¾⅐-⅞])")
_ESCAPED = re.compile(r"\\([nrt])|\\(?=[\"'\\%&$#_*])")
_RAISED = re.compile("[⁰¹²³⁴-⁹⁺⁻]+")
_EMPHASIS = re.compile(
    r"(?<!\d)\*\*|\*\*(?!\d)|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"
    r"|__(?=\w)|(?<=\w)__|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)|`|^\s*>+\s?|\[\^\w{1,40}\](?!:)",
    re.MULTILINE,
)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)")
_ADDED_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_SIC = re.compile(r"\s?\[sic!?\]|(?<!\w)\[(\w)\](?=\w)")
"""What whoever quotes adds by custom: a doubt, and a letter in another case."""
_SPACED_DASH = re.compile(r"\s*–+\s*|(?<=\S)\s-{1,3}\s(?=\S)|(?<=\w)-{2,3}(?=\w)")
_NEGATIONS = "不未非無无没"
"""What stands before a word without a space and turns it round."""
_TURNS = re.compile(
    r"(?s)(?=.{0,60}$)(?:n't|\W*(?:\w+ ){0,2}(?:not?|never|without|nicht|nie|keine?[mnrs]?|ohne|pas)\b)"
    r"\W*(?:\w+\W*){0,2}$"
)
"""What may not be left out: a few words that turn round what is told."""
_SPACE = re.compile(r"\s+")
_RUN = re.compile(r"[\s\x1c-\x1f]+")
_ELLIPSES = ("[...]", "[…]", "(...)", "(…)", "…")
_BETWEEN_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}])\s+(?=[{_UNSPACED}])")
_JOINT = re.compile(r"(?<=[^\W_])[-–](?=[^\W_])")
_BROKEN_IN_LINE = re.compile(r"(?<=[^\W_])- (?=[^\W_])")
_ELLIPSIS = re.compile(r"\s*[\[(<]?\s*\.\s?\.\s?\.+\s*[\])>]?\s*")
_GUTTER = re.compile(r"^[ \t]*(?:lines? |L|\S+:)?(\d{1,7})(?:[:|\t→]| \|)[ \t]?", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-–—•*+]{1,3}\s+|[–—](?=[^\W\d]))")
_LEADING_DASH = re.compile(r"^(?:-{1,3} |–)")
_TRAILING_DASH = re.compile(r"(?: -{1,3}|–)$")
_WORD = re.compile(r"[^\W_]+")
_PAIRS = {'"': '"', "“": "”", "„": "“”", "«": "»", "‘": "’", "'": "'", "`": "`"}
_TELLING = re.compile(r"\d|\w_\w|[a-z][A-Z]")
_ONE_UNSPACED = re.compile(rf"[{_UNSPACED}]")


class Place(NamedTuple):
    """Lines, from and to, counted from 1."""

    first: int
    last: int


class _Folded(NamedTuple):
    """A text in the form in which it is compared: its characters, and what stood between some of them."""

    text: str
    marks: dict[int, _Mark]
    starts: Sequence[int]
    """For every line the index at which it begins."""
    numbered: int = 0
    """The number that stood before its first line, copied along; 0: none did."""
    lines: int = 1
    breaks: bool = False
    """Whether it ends, with its hyphen, in the middle of a word that the line's end breaks."""


@dataclass(frozen=True, slots=True)
class Look:
    """What became of a look for a quote. `near`: it touches the lines that were named."""

    place: Place | None
    near: bool = False
    problem: Literal["", "not_found", "too_short", "too_long"] = ""


class FoldedText:
    """A file's text, folded once for all quotes that are looked for in it."""

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        lines = text.split("\n")
        if lines[-1] == "":
            # An end behind the last line begins none.
            lines.pop()
        self.lines = lines
        self._markdown = markdown

    @property
    def total(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @cached_property
    def _folded(self) -> _Folded:
        return _fold(self.lines, markdown=self._markdown)

    @cached_property
    def _whole_lines(self) -> frozenset[str]:
        return frozenset(_fold([line], markdown=self._markdown).text for line in self.lines)

    @cached_property
    def _marked(self) -> list[int]:
        return sorted(self._folded.marks)

    def look(self, quote: str, first: int = 0, last: int = 0) -> Look:
        """Look for a quote, nearest to the lines that were named; `first` 0: none were."""
        if len(quote) > _LONGEST:
            return Look(None, problem="too_long")
        problem: Literal["not_found", "too_short"] = "not_found"
        for wanted in _readings(quote, markdown=self._markdown):
            substance = _substance(wanted.text)
            if not _telling(wanted.text, substance) and (
                not substance or wanted.text not in self._whole_lines
            ):
                problem = "too_short"
                continue
            if wanted.numbered:
                found = self._numbered(wanted, first, last)
            else:
                found = self._nearest(wanted, first, last)
            if found is not None and (found.near or first == 0 or substance >= FEWEST_ELSEWHERE):
                return found
        parts = _parts(quote, markdown=self._markdown)
        if 1 < len(parts) <= _MOST_PARTS:
            if any(_substance(one.text) < 6 and len(_WORD.findall(one.text)) < 2 for one in parts):
                # One says too little to be looked for alone.
                return Look(None, problem="too_short")
            place = self._in_order(parts, first, last)
            if place is not None:
                return Look(place, near=first > 0)
            problem = "not_found"
        return Look(None, problem=problem)

    # --- within -----------------------------------------------------------------------------------

    def _nearest(self, wanted: _Folded, first: int, last: int) -> Look | None:
        if first:
            low, high = self._window(first, last)
            # A quote may begin before the window or end behind it, and still be of these lines.
            room = len(wanted.text)
            touching = [
                place
                for place in self._places(wanted, max(0, low - room), high + room)
                if place.last >= first - _NEAR and place.first <= last + _NEAR
            ]
            if touching:
                return Look(min(touching, key=lambda place: abs(place.first - first)), near=True)
        places = list(self._places(wanted, 0, len(self._folded.text)))
        if not places:
            return None
        return Look(min(places, key=lambda place: (abs(place.first - first) if first else 0, place.first)))

    def _numbered(self, wanted: _Folded, first: int, last: int) -> Look | None:
        """Look for a quote at the line whose number was copied along: it begins there."""
        number = wanted.numbered
        if number > self.total:
            return None
        begin, end = self._folded.starts[number - 1], self._window(number, number + wanted.lines)[1]
        for at in self._matches(wanted, begin, end):
            # Where a line begins with a number of its own, it is not one that was copied along.
            if at == begin or not _GUTTER.match(self.lines[number - 1]):
                place = Place(number, self._line(at + len(wanted.text) - 1))
                return Look(place, near=number <= last + _NEAR and place.last >= first - _NEAR)
        return None

    def _in_order(self, parts: Sequence[_Folded], first: int, last: int) -> Place | None:
        if first:
            low, high = self._window(first, last)
            return self._chain(parts, low, high, _MOST_APART)
        text = self._folded.text
        begins = islice(self._matches(parts[0], 0, len(text)), 50)
        chains = (self._chain(parts, at, len(text), _FARTHEST_UNPLACED) for at in begins)
        return next(filter(None, chains), None)

    def _chain(self, parts: Sequence[_Folded], low: int, high: int, apart: int) -> Place | None:
        begin, at = -1, low
        for part in parts:
            found = next(self._matches(part, at, high), -1)
            if found < 0:
                return None
            if begin < 0:
                begin = found
            elif self._line(found) - self._line(at - 1) > apart or _TURNS.match(self._folded.text[at:found]):
                return None
            at = found + len(part.text)
        return Place(self._line(begin), self._line(at - 1))

    def _places(self, wanted: _Folded, low: int, high: int) -> Iterator[Place]:
        for at in self._matches(wanted, low, high):
            yield Place(self._line(at), self._line(at + len(wanted.text) - 1))

    def _matches(self, wanted: _Folded, low: int, high: int) -> Iterator[int]:
        """Yield where a folded quote stands; the case of its first letter is not looked at."""
        text, needle = self._folded.text, wanted.text
        if not needle:
            return
        head, rest = needle[0], needle[1:]
        heads = {head, head.lower(), head.upper()}
        tried = 0
        # The rest is looked for, so that both cases of the first letter are met in their order.
        at = text.find(rest, low + 1, high) if rest else -1
        while at >= 0 and tried < _MOST_TRIED:
            tried += 1
            if text[at - 1] in heads and self._stands(wanted, at - 1):
                yield at - 1
            at = text.find(rest, at + 1, high)

    def _stands(self, wanted: _Folded, at: int) -> bool:
        folded, end = self._folded, at + len(wanted.text)
        broken = wanted.breaks and folded.marks.get(end) in ("broken", "hyphen")
        if not _begins(folded, at) or not (broken or _ends(folded, end)):
            return False
        between = self._marked[bisect_right(self._marked, at) : bisect_left(self._marked, end)]
        if not between and not wanted.marks:
            return True
        mine = {position - at: folded.marks[position] for position in between}
        return all(
            mine.get(position) == "broken"
            or wanted.marks.get(position) == "broken"
            or (position in mine) == (position in wanted.marks)
            for position in {*mine, *wanted.marks}
        )

    def _window(self, first: int, last: int) -> tuple[int, int]:
        starts, text = self._folded.starts, self._folded.text
        low = min(max(0, first - 1 - _NEAR), len(starts))
        high = min(max(0, last + _NEAR), len(starts))
        return (starts[low] if low < len(starts) else len(text)), (
            starts[high] if high < len(starts) else len(text)
        )

    def _line(self, index: int) -> int:
        return max(1, bisect_right(self._folded.starts, index))


def _fold(lines: Sequence[str], *, markdown: bool) -> _Folded:
    """Return lines as one text in the form in which it is compared."""
    pieces: list[str] = []
    marks: dict[int, _Mark] = {}
    starts: list[int] = []
    length, tail = 0, ""
    for raw in lines:
        line = _characters(raw, markdown=markdown)
        joint: _Mark | None = None
        if line[:1] == "–" and raw.lstrip()[1:2].isdigit() and not tail[-1:].isdigit():
            # No bullet, and no range that goes on: the figure is below zero.
            line = "-" + line[1:]
        if tail and line:
            dash = _TRAILING_DASH.search(tail)
            bare = line if dash else _LEADING_DASH.sub("", line)
            if dash or bare != line:
                # A dash at the end of a line, or a bullet: the same in one line is a dash between spaces.
                kept = tail[: dash.start()] if dash else tail
                length -= len(tail) - len(kept)
                pieces[-1] = pieces[-1][: len(pieces[-1]) - (len(tail) - len(kept))]
                line = bare
                if kept[-1:].isalnum() and line[:1].isalnum():
                    joint = "dash"
                else:
                    pieces.append("–")
                    length += 1
            elif len(tail) > 1 and tail[-1] == "-" and tail[-2].isalnum() and line[0].isalnum():
                letters = tail[-2].isalpha() and line[0].isalpha()
                joint = "broken" if letters and not line[0].isupper() else "hyphen"
                pieces[-1] = pieces[-1][:-1]
                length -= 1
            elif not (
                (_ONE_UNSPACED.match(tail[-1]) and _ONE_UNSPACED.match(line[0]))
                or _AT_SIGN.search(f"{tail[-1]} {line[0]}")
            ):
                pieces.append(" ")
                length += 1
        starts.append(length)
        if not line:
            continue
        if joint is not None:
            marks[length] = joint
        line, inner = _without_joints(line)
        marks.update((length + position, mark) for position, mark in inner)
        pieces.append(line)
        length += len(line)
        tail = line
    return _Folded("".join(pieces), marks, starts)


def _characters(line: str, *, markdown: bool) -> str:
    if not line.isascii():
        if line.rstrip().endswith("\u00ad"):
            line = line.rstrip()[:-1] + "-"
        line = _FRACTION.sub(_in_figures, line)
        line = _RAISED.sub(lambda found: "^" + unicodedata.normalize("NFKC", found[0]), line)
        whole = composed(unicodedata.normalize("NFC", line))
        line = _DASH_AS_MINUS.sub("-", whole.translate(_TABLE))
    else:
        line = line.replace('"', "'")
    if markdown:
        line = _EMPHASIS.sub("", _LINK.sub(r"\1", line))
    if "\\" in line:
        line = _ESCAPED.sub(lambda found: " " if found.group(1) else "", line)
    line = _AT_SIGN.sub("", _SPACE.sub(" ", line).strip())
    if not line.isascii():
        line = _BETWEEN_UNSPACED.sub("", line)
    return _SPACED_DASH.sub("–", line) if "-" in line or "–" in line else line


def _in_figures(found: re.Match[str]) -> str:
    whole, part = found[1], unicodedata.normalize("NFKC", found[2]).replace("\u2044", "/")
    return f"{whole} {part}" if whole else part


def _without_joints(line: str) -> tuple[str, list[tuple[int, _Mark]]]:
    """Take out what stands between two letters or figures, and keep where it stood."""
    if "-" not in line and "–" not in line:
        return line, []
    marks: list[tuple[int, _Mark]] = []
    pieces: list[str] = []
    begin, length = 0, 0
    for found in _JOINT.finditer(line):
        piece = line[begin : found.start()]
        pieces.append(piece)
        length += len(piece)
        figures = line[found.start() - 1].isdigit() and line[found.end()].isdigit()
        marks.append((length, "dash" if found.group() == "–" and not figures else "hyphen"))
        begin = found.end()
    pieces.append(line[begin:])
    return "".join(pieces), marks


def _begins(folded: _Folded, at: int) -> bool:
    """Return whether a word or figure may begin at an index."""
    text = folded.text
    if at == 0 or not (text[at].isalnum() or text[at] == "_"):
        return True
    before = text[at - 1]
    if _ONE_UNSPACED.match(text[at]) or _ONE_UNSPACED.match(before):
        return before not in _NEGATIONS
    if before.isalnum() or before == "_":
        return folded.marks.get(at) == "dash"
    if not text[at].isdigit():
        return True
    if before in ".,'" and at > 1 and text[at - 2].isdigit():
        return False
    if before in "+-" and (at < 2 or not text[at - 2].isalnum()):
        return at >= 2 and text[at - 2] not in " ([{=:<>'"
    return not (before == " " and not _begins_line(folded, at) and _grouped(text, at))


def _ends(folded: _Folded, end: int) -> bool:
    """Return whether a word or figure may end before an index."""
    text = folded.text
    if end >= len(text) or not (text[end - 1].isalnum() or text[end - 1] == "_"):
        return True
    after = text[end]
    if _ONE_UNSPACED.match(after) or _ONE_UNSPACED.match(text[end - 1]):
        return True
    if after.isalnum() or after == "_":
        return folded.marks.get(end) == "dash"
    if not text[end - 1].isdigit():
        return True
    if after in ".,'" and end + 1 < len(text) and text[end + 1].isdigit():
        return False
    return not (after == " " and not _begins_line(folded, end + 1) and _grouped(text, end + 1))


def _begins_line(folded: _Folded, at: int) -> bool:
    """Return whether a line begins at an index: two numbers below each other are not one."""
    found = bisect_left(folded.starts, at)
    return found < len(folded.starts) and folded.starts[found] == at


def _grouped(text: str, at: int) -> bool:
    """Return whether three figures at an index go on a number before the space, as in 10 000."""
    if not text[at : at + 3].isdigit() or text[at + 3 : at + 4].isdigit() or len(text) < at + 3:
        return False
    head = re.search(r"(?<!\d)\d{1,3}$", text[max(0, at - 5) : at - 1])
    return head is not None


def _readings(quote: str, *, markdown: bool) -> Iterator[_Folded]:
    """Yield a quote as it may have been meant: as it is, without what was copied along, with joined words."""
    bare = _bare(quote)
    lines = bare.split("\n")
    forms = [(lines, 0)]
    written = [line for line in lines if line.strip()]
    gutters = [found for line in written if (found := _GUTTER.match(line))]
    if written and len(gutters) == len(written):
        number_of_first = next((int(found[1]) for found in gutters if found.string[found.end() :].strip()), 0)
        forms.append(([_GUTTER.sub("", line) for line in lines], number_of_first))
    if bare.startswith("|"):
        # Rows of a workbook are quoted as those of Markdown.
        forms.append(([line.strip(" |") for line in written if line.strip(" |:-")], 0))
    if len(bare) > 2 and bare[-1] in _PAIRS.get(bare[0], ""):
        forms.append((bare[1:-1].split("\n"), 0))
    meant = unescape(_SIC.sub(r"\1", bare if markdown else _ADDED_EMPHASIS.sub(r"\2", bare)))
    if meant != bare:
        forms.append((meant.split("\n"), 0))
    tried: set[str] = set()
    for form, number in forms:
        for joined in (form, [_BROKEN_IN_LINE.sub("-\n", line) for line in form]):
            text = _BULLET.sub("", "\n".join(joined).strip())
            if text in tried:
                continue
            tried.add(text)
            split = text.split("\n")
            folded = _fold(split, markdown=markdown)._replace(numbered=number, lines=len(split))
            yield folded
            # A model ends a sentence where its source goes on, or where a line of it breaks a word.
            cut = folded.text.rstrip(".,;:-– ")
            if cut != folded.text:
                yield folded._replace(text=cut, breaks=folded.text.endswith("-"))


def _parts(quote: str, *, markdown: bool) -> list[_Folded]:
    """Return the parts of a quote with an ellipsis, each as one reading."""
    pieces = _ELLIPSIS.split(_bare(quote).replace("…", "..."))
    found: list[_Folded] = []
    for piece in pieces:
        if piece.strip():
            folded = _fold(_bare(piece).split("\n"), markdown=markdown)
            found.append(folded._replace(text=folded.text.rstrip(".,;: ")))
    return found


def _bare(quote: str) -> str:
    """Return a quote without the marks and fences around it, and without an ellipsis at its ends."""
    # Long runs of white space are what patterns take long over.
    text = _RUN.sub(lambda found: "\n" if "\n" in found.group() else " ", quote).strip()
    fenced = re.fullmatch(r"```[^\n]*\n(.*?)\n?```", text, re.DOTALL)
    if fenced:
        text = fenced.group(1).strip()
    if len(text) > 2 and text[-1] in _PAIRS.get(text[0], "") and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return _unframed(text)


def _unframed(text: str) -> str:
    """Return a text without an ellipsis at its beginning and its end."""
    while True:
        shorter = text.strip()
        for ellipsis in _ELLIPSES:
            shorter = shorter.removeprefix(ellipsis).removesuffix(ellipsis)
        shorter = shorter.lstrip(".") if shorter.startswith("...") else shorter
        shorter = shorter.rstrip(".") if shorter.endswith("...") else shorter
        if shorter == text:
            return text
        text = shorter


def _substance(text: str) -> int:
    """Return how much a quote holds, in letters and figures; a sign of a script without spaces is three."""
    return sum(3 if _ONE_UNSPACED.match(sign) else 1 for sign in text if sign.isalnum())


def _telling(text: str, substance: int) -> bool:
    """Return whether a quote says enough to be looked for at its place."""
    return substance >= FEWEST or (substance >= FEWEST_TELLING and _TELLING.search(text) is not None)
