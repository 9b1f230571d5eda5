"""Tracing every sentence of a final answer of the offline council to what the person gave.

A line is taken apart: its quotations must stand word for word where they say they do, its sums must add up,
its comparisons must be true, its counts must count, and what is left must be one of the fixed sentences of
`tests/data/offline/sentences.txt`. Nothing of this uses the council's own code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

SENTENCES = Path(__file__).resolve().parents[1] / "data" / "offline" / "sentences.txt"
BRIEF_NAMES = ("the brief", "Auftrag")
_LOCATION = r"(?: \(([^()]+?), (?:line|Zeile) (\d+)\)| \((?:your answer|Ihre Antwort)\))?"
_QUOTE = re.compile(r"(?:“([^“”„]*)”|„([^“”„]*)“)" + _LOCATION)
_CODE = re.compile(r"`([^`]+)`(?: \(([^()]+?), (?:line|Zeile) (\d+)\))")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_FIGURE = (
    r"(?:[€$£]\s?)?\d[\d.,]*(?:–\d[\d.,]*)?(?: (?:%|[^\W\d_]+(?: cent)?))?"
    r"|(?:two|three|four|five|six|zwei|drei) (?:per cent|\w+)"
)
_FACT = re.compile(
    rf"(?P<a>{_FIGURE})(?:(?: or| oder) (?P<b>{_FIGURE}))?"
    rf"(?P<sum>(?: \+ (?:{_FIGURE}))+ = (?P<total>{_FIGURE}),[^,]+,)? "
    r"(?P<verb>is within|is beyond|may be beyond|is no less than|is less than|liegt innerhalb von|liegt über|"
    rf"kann über|ist weniger als|ist nicht weniger als) (?P<limit>{_FIGURE})(?P<end> liegen)?"
)
_AGAINST = re.compile(rf"({_FIGURE}) (?:against|gegen) ({_FIGURE})")
_WORD_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "zwei": "2", "drei": "3"}
MEMBERS = ("Ada", "Bram", "Cleo")


def folded(text: str) -> str:
    """Return a text without Markdown marks, white space folded."""
    bare = re.sub(r"\*\*|__|`", "", text)
    return " ".join(re.sub(r"(?m)^\s*(?:[-*+>]|\d+[.)]|#{1,6})(?=\s)", "", bare).split())


@dataclass
class Sources:
    """All that the person gave, and who sat at the table."""

    question: str
    context: dict[str, str]
    person_texts: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    german: bool = False
    _whole: str = field(default="", init=False)

    def __post_init__(self) -> None:
        texts = (self.question, *self.context.values(), *self.person_texts)
        # Cells of tables are quoted one by one.
        self._whole = " \n ".join(folded(t).replace(" | ", " \n ").replace("| ", "") for t in texts)

    def anywhere(self, words: str) -> bool:
        """Tell whether words stand in any text that was given."""
        return words != "" and words in self._whole

    def at(self, words: str, name: str, line: int) -> bool:
        """Tell whether words begin in the paragraph of a line of a text."""
        text = self.question if name in BRIEF_NAMES else self.context.get(name)
        if text is None or not words:
            return False
        lines = text.split("\n")[line - 1 :]
        end = next((n for n, each in enumerate(lines) if n and not each.strip()), len(lines))
        return words in folded("\n".join(lines[:end]))


class Untraced(AssertionError):
    """A sentence that nothing bears."""


@dataclass
class Line:
    """One line of an answer while it is taken apart."""

    sources: Sources
    rest: str
    quoted: list[str] = field(default_factory=list)

    def skeleton(self) -> str:
        """Return what is left when all that can be traced is taken out."""
        self.rest = re.sub(r"\*\*|\*(?=\S)|(?<=\S)\*", "", re.sub(r"^\s*(?:- |\d+\. |#+ )", "", self.rest))
        self.rest = _CODE.sub(self._code, self.rest)
        while True:
            rest = _QUOTE.sub(self._quote, self.rest)
            if rest == self.rest:
                break
            self.rest = rest
        self.rest = _FACT.sub(self._fact, self.rest)
        self.rest = _AGAINST.sub(self._against, self.rest)
        self.rest = self._counted(self.rest)
        self.rest = re.sub(rf"\b(?:{'|'.join(MEMBERS)})\b(?:, (?:{'|'.join(MEMBERS)})\b)*", "@", self.rest)
        return re.sub(r"Q(?:,? Q)*(?:: Q)?(?:; Q, \w+ Q)*(?:, Q)*", "Q", self.rest).strip()

    def _code(self, hit: re.Match[str]) -> str:
        lines = self.sources.context.get(hit[2], "").split("\n")
        if hit[1].strip() not in "".join(lines[int(hit[3]) - 1 : int(hit[3])]):
            raise Untraced(f"no such code at {hit[2]}:{hit[3]}: {hit[1]}")
        self.quoted.append(hit[1])
        return "Q"

    def _quote(self, hit: re.Match[str]) -> str:
        words = (hit[1] if hit[1] is not None else hit[2]).removesuffix(" …")
        name, line = hit[3], hit[4]
        if "Q" in words.split() or words.startswith("Q") or " Q" in words:
            if not any(self._same(words, asked) for asked in self.sources.asked):
                raise Untraced(f"no such question was asked: {words}")
            return "Q"
        if name is None:
            if not (self.sources.anywhere(words) or words in self.sources.asked):
                raise Untraced(f"nobody gave the words: {words}")
        elif not self.sources.at(words, name, int(line)):
            raise Untraced(f"not at {name}, line {line}: {words}")
        self.quoted.append(self._sentence(words))
        return "Q"

    def _same(self, words: str, asked: str) -> bool:
        plain = Line(self.sources, asked)
        while (rest := _QUOTE.sub(plain._quote, plain.rest)) != plain.rest:
            plain.rest = rest
        return plain.rest == words

    def _sentence(self, words: str) -> str:
        """Return the whole sentence that an opening stands for."""
        whole = self.sources._whole
        start = whole.find(words)
        return whole[start : start + 600] if start >= 0 and words.count(" ") >= 4 else words

    def _borne(self, figure: str) -> None:
        for number in _NUMBER.findall(figure):
            if not any(
                number in _NUMBER.findall(text) for text in (*self.quoted, *self.sources.person_texts)
            ):
                raise Untraced(f"no quoted line holds the figure {figure!r}")

    def _value(self, figure: str) -> tuple[float, float]:
        first = figure.split()[0]
        figure = figure.replace(first, _WORD_NUMBERS.get(first, first), 1)
        values = []
        for number in _NUMBER.findall(figure):
            swapped = number.translate(str.maketrans(",.", ".,")) if self.sources.german else number
            values.append(float(swapped.replace(",", "")))
        return min(values), max(values)

    def _fact(self, hit: re.Match[str]) -> str:
        parts = [hit["a"], *([hit["b"]] if hit["b"] else [])]
        low, high = self._value(hit["a"])
        if hit["b"]:
            other = self._value(hit["b"])
            low, high = min(low, other[0]), max(high, other[1])
        if hit["sum"]:
            more = re.findall(rf"\+ ({_FIGURE})", hit["sum"])
            parts += more
            low += sum(self._value(m)[0] for m in more)
            high += sum(self._value(m)[1] for m in more)
            if tuple(round(v, 2) for v in (low, high)) != self._value(hit["total"]):
                raise Untraced(f"the sum is wrong: {hit[0]}")
        for part in parts:
            self._borne(part)
        if not self.sources.anywhere(hit["limit"]):
            raise Untraced(f"nobody set the limit {hit['limit']!r}")
        limit = self._value(hit["limit"])[0]
        true = {
            "is within": high <= limit,
            "liegt innerhalb von": high <= limit,
            "is beyond": low > limit,
            "liegt über": low > limit,
            "may be beyond": high > limit,
            "kann über": high > limit,
            "is no less than": low >= limit,
            "ist nicht weniger als": low >= limit,
            "is less than": high < limit,
            "ist weniger als": high < limit,
        }[hit["verb"]]
        if not true:
            raise Untraced(f"the comparison is not true: {hit[0]}")
        return f"F {hit['verb']} F{hit['end'] or ''}"

    def _against(self, hit: re.Match[str]) -> str:
        self._borne(hit[1])
        self._borne(hit[2])
        return "F against F"

    def _counted(self, rest: str) -> str:
        for count, total, names in re.findall(r"^(\d) (?:of|von) (\d) [^:]+: ([^.]+)\.", rest):
            if int(count) != len(re.split(r", | and | und ", names)) or int(total) != len(MEMBERS):
                raise Untraced(f"the count is wrong: {rest}")
        if (every := re.match(r"(?:All|Alle) (\d) ", rest)) and int(every[1]) != len(MEMBERS):
            raise Untraced(f"the count is wrong: {rest}")
        return re.sub(r"(?<![\w.,])\d(?![\w.,]*\d)", "#", rest)


@cache
def fixed() -> frozenset[str]:
    """Return the sentences that the council may say of itself."""
    return frozenset(SENTENCES.read_text(encoding="utf-8").splitlines())


def trace(answer: str, sources: Sources) -> list[str]:
    """Return what is wrong with an answer: a line for everything that nothing bears."""
    wrong = []
    for line in filter(str.strip, answer.splitlines()):
        try:
            skeleton = Line(sources, line).skeleton()
        except Untraced as problem:
            wrong.append(f"{problem} in: {line}")
            continue
        wrong += [
            f"not a fixed sentence: {part!r} in: {line}" for part in parts_of(skeleton) if part not in fixed()
        ]
    return wrong


def parts_of(skeleton: str) -> list[str]:
    """Return the sentences of a skeleton."""
    return [
        part
        for part in re.split(r"(?<=[.!?])\s+|(?<=Q)\s+(?=[A-ZÄÖÜ][a-z])|(?<=said:)\s|(?<=sagte:)\s", skeleton)
        if part
    ]


def texts_of(final: dict[str, Any]) -> list[str]:
    """Return every text of a final reply that a person reads, must-haves aside: those are the person's."""
    found = [
        final["answer"],
        final.get("decision", ""),
        *final.get("agreed", []),
        *final.get("open_questions", []),
    ]
    found += final.get("what_changed", [])
    found += [d["why"] for d in final.get("dissent", [])]
    found += [one["says"] for one in final.get("only_one_says", [])]
    for dispute in final.get("disputed", []):
        found += [dispute["issue"], *(t for s in dispute["sides"] for t in (s["says"], s.get("assumes", "")))]
    return [text for text in found if text]
