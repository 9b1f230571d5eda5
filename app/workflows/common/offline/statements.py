"""What a text states: sentences, list items, cells of tables and lines of code, each with its line.

A statement is word for word what stands there, white space folded: it is quoted with its place, and whoever
quotes it can be checked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Literal

from app.workflows.common import prose
from app.workflows.common.offline.language import Language, telling

_LINE = {"en": "line", "de": "Zeile"}
_MARKS = re.compile(r"[\s\"'“”„‚‘’«»*_`]+")
LONGEST = 400_000
"""Characters of one text that are read."""
_LONGEST_STATEMENT = 600
"""Characters of a statement; what is longer is a table dump or minified code and is no line to quote."""
Kind = Literal["sentence", "item", "row", "code", "heading"]
_END = re.compile(r"(?<=[.!?。！？])[\"'”’“»)*_]*\s+(?=[\"'“„»(\[*_]*[^\W_a-zß])|(?<=[。！？])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|z\. ?B|d\. ?h|u\. ?a|ca|Dr|Mr|Ms|Mrs|St|No|Nr|bzw|vs|approx|etc|Inc|Fig|Abb|[A-Z])\.|"
    r"\b\d{1,2}\.)\s*$"
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•–]|\(?(\d{1,3}|[a-zA-Z])[.)])\s+(?=\S)")
_QUOTED = re.compile(r"^\s*(?:>\s?)+")
_RULE = re.compile(r"^[\s|:+=_*-]{3,}$")
_FENCE = ("```", "~~~")
_CODE = frozenset(
    """
    .py .js .ts .tsx .go .rs .java .kt .c .h .cc .cpp .cs .rb .php .sh .sql .yaml .yml .toml .ini .json .tf
    """.split()  # noqa: SIM905  a list of endings
)
_FIGURE = re.compile(
    r"(?<![\w.,/-])(?:[€$£]\s?)?\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\w)|(?<![\w.,/-])(?:[€$£]\s?)?"
    r"\d+(?:[.,]\d+)?(?![\w/])"
)
_UNIT = re.compile(r"\s?(?:%|‰|°C|€|\$|£|(?:per\scent|[^\W\d_]{1,20}))", re.IGNORECASE)


@lru_cache(maxsize=64)
def statements_of(text: str, source: str = "", first_line: int = 1) -> tuple[Statement, ...]:
    """Return the statements of a text in their order; headings are some of their own kind."""
    code = PurePosixPath(source.casefold()).suffix in _CODE
    return tuple(_read(text[:LONGEST].split("\n"), source, first_line, code=code))


def _read(lines: list[str], source: str, first_line: int, *, code: bool) -> Iterator[Statement]:
    heading, columns, fenced = "", "", False
    block: list[tuple[int, str]] = []

    def ended() -> Iterator[Statement]:
        yield from _paragraph(block, source, heading)
        block.clear()

    for number, given in enumerate(lines, first_line):
        line = given if code or fenced else _QUOTED.sub("", given)
        bare = line.strip()
        if bare.startswith(_FENCE):
            yield from ended()
            fenced = not fenced
        elif fenced or code:
            yield from _statement(bare, source, number, heading, "code")
        elif (title := _HEADING.match(line)) is not None:
            yield from ended()
            heading = title[1]
            yield from _statement(heading, source, number, "", "heading")
        elif not bare or _RULE.match(bare):
            yield from ended()
            columns = columns if bare else ""
        elif bare.startswith("|") or source.casefold().endswith((".csv", ".tsv")):
            yield from ended()
            # A row is about what its columns are called, too.
            kind: Kind = "row" if columns else "heading"
            yield from _statement(bare, source, number, heading, kind, about=f"{columns} {bare}")
            columns = columns or bare
        else:
            columns = ""
            if _ITEM.match(line):
                yield from ended()
            block.append((number, line))
    yield from ended()


def _paragraph(block: list[tuple[int, str]], source: str, heading: str) -> Iterator[Statement]:
    if not block:
        return
    item = _ITEM.match(block[0][1])
    joined = "\n".join([block[0][1][item.end() if item else 0 :], *(line for _, line in block[1:])])
    starts = [0, *(match.end() for match in re.finditer("\n", joined))]
    for start, end in _sentences(joined):
        ends = start + len(joined[start:end].rstrip()) - 1
        first, last = (block[bisect_right(starts, at) - 1][0] for at in (start, ends))
        number = (item[1] or "") if item and not start else ""
        yield from _statement(
            joined[start:end], source, first, heading, "item" if item else "sentence", number, last
        )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Return where the sentences of a paragraph begin and end."""
    start = 0
    for gap in _END.finditer(text):
        if not _ABBREVIATION.search(text[max(start, gap.start() - 8) : gap.start() + 1]):
            yield start, gap.end()
            start = gap.end()
    if text[start:].strip():
        yield start, len(text)


def _statement(
    text: str,
    source: str,
    line: int,
    heading: str,
    kind: Kind,
    number: str = "",
    last: int = 0,
    about: str = "",
) -> Iterator[Statement]:
    said = " ".join(text.split())
    if 1 < len(said) <= _LONGEST_STATEMENT and re.search(r"\w", said):
        # `fooBar_baz` in code is about foo, bar and baz.
        words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", said) if kind == "code" else about or said
        yield Statement(said, source, line, heading, kind, telling(words), number, last or line)


def figures_of(text: str) -> tuple[str, ...]:
    """Return the figures of a text as they are written, with the word or sign behind them."""
    found: list[str] = []
    for match in _FIGURE.finditer(text):
        unit = None if match[0][0] in "€$£" else _UNIT.match(text, match.end())
        found.append(match[0] + (unit[0] if unit else ""))
    return tuple(found)


def quoted(text: str, language: Language) -> str:
    """Return a text in the quotation marks of a language."""
    return f"„{text}“" if language == "de" else f"“{text}”"


def cited(statement: Statement, language: Language) -> str:
    """Return a statement word for word with its place."""
    code = statement.kind == "code"
    shown = f"`` {statement.text} ``" if code else quoted(statement.plain, language)
    return f"{shown} ({statement.source}, {_LINE[language]} {statement.line})"


def folded(text: str) -> str:
    """Return a text as quotations are looked up in it: white space, marks and case apart."""
    return _MARKS.sub(" ", text).casefold().strip()


@lru_cache(maxsize=16_384)
def words_of(statement: Statement) -> str:
    """Return a statement as it is looked up; it is looked for in many texts."""
    return folded(statement.plain)


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a text says."""

    text: str
    source: str
    line: int
    """Where it begins, counted from 1."""
    heading: str
    """The heading that it stands under, empty where there is none."""
    kind: Kind
    keys: frozenset[str]
    number: str = ""
    """Of a numbered item: its number or letter."""
    last: int = 0
    """The line in which it ends."""

    @property
    def plain(self) -> str:
        """Return it without the marks of Markdown."""
        return prose.plain(self.text).strip("*_")
