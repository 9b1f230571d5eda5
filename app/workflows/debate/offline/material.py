"""Reading material into claims: sentences, cells of tables and lines of code, each with its source and line.

A claim's text is word for word what stands there: whoever quotes it can be checked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from app.workflows.common import prose
from app.workflows.debate.offline.figures import Figure, figures_of
from app.workflows.debate.offline.words import Language, Lens, lean_of, lenses_of, telling

LONGEST = 400_000
"""Characters of one text that are read; what was left out is said."""
_SHORTEST, _MOST_WORDS = 3, 70
"""Words of a sentence that is read at all: others are headings, or no prose."""
_END = re.compile(r"(?<=[.!?。！？])[\"'”’“)]*\s+(?=[\"'“„(\[*_]*[^\W_a-zß])|(?<=[。！？])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|z\. ?B|d\. ?h|ca|Dr|Mr|Ms|Mrs|St|No|Nr|bzw|vs|approx|etc|Inc|[A-Z])\.|"
    r"\b\d{1,2}\.)\s*$"
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}")
_FENCE = ("```", "~~~")
_CODE_NAMES = (
    ".py", ".js", ".ts", ".tsx", ".go", ".rs", ".java", ".kt", ".c", ".h", ".cpp", ".cs", ".rb", ".php",
    ".sh", ".sql", ".yaml", ".yml", ".toml", ".ini", ".json", ".tf",
)  # fmt: skip
LEFT_OPEN = re.compile(r"\bTO(?:DO)\b|\bFIX(?:ME)\b")
"""How programmers mark what is left to do."""
_TELLING_CODE = re.compile(
    r"#|//|--\s|\d|\b(?:def|class|func|fn|import|raise|except|lock|async|retry|timeout)\b"
)


_YES, _NO = ("yes", "ja", "✓", "included", "inklusive"), ("no", "nein", "✗", "none", "not", "keine", "nicht")


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing the material says, word for word, and where."""

    text: str
    source: str
    line: int
    heading: str
    keys: frozenset[str]
    figures: tuple[Figure, ...]
    lenses: frozenset[Lens]
    leans: int
    row: str = ""
    """Of a cell of a table: its row's name; `text` is then the cell, `column` its column's name."""
    column: str = ""
    code: bool = False
    item: bool = False

    @property
    def location(self) -> tuple[str, int]:
        """Return where it stands."""
        return self.source, self.line


@lru_cache(maxsize=24)
def read(text: str, source: str, language: Language) -> tuple[Claim, ...]:
    """Return the claims of a text in their order."""
    lines = text[:LONGEST].split("\n")
    code = source.casefold().endswith(_CODE_NAMES)
    return tuple(_read(lines, source, language, code=code))


def _read(lines: list[str], source: str, language: Language, *, code: bool) -> Iterator[Claim]:
    heading, fenced = "", False
    block: list[tuple[int, str]] = []
    header: list[str] = []
    csv = source.casefold().endswith(".csv")

    def ended() -> Iterator[Claim]:
        yield from _prose(block, source, heading, language)
        block.clear()

    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if bare.startswith(_FENCE):
            yield from ended()
            fenced = not fenced
        elif fenced or code:
            if _TELLING_CODE.search(line) and 3 < len(bare) < 200:
                yield _claim(bare, source, number, heading, language, code=True)
        elif bare.startswith("|") or (csv and bare):
            yield from ended()
            cells = (
                [c.strip().strip('"') for c in re.split(r"[;,](?=\S)", bare)]
                if csv
                else [prose.plain(c) for c in bare.strip("|").split("|")]
            )
            if not header:
                header = cells
            elif not _RULE.match(bare):
                yield from _row(cells, header, source, number, heading, language)
        else:
            header = []
            if (title := _HEADING.match(line)) is not None:
                yield from ended()
                heading = prose.plain(title[1])
            elif not bare:
                yield from ended()
            else:
                if _ITEM.match(line):
                    yield from ended()
                block.append((number, line))
    yield from ended()


def _row(
    cells: list[str], header: list[str], source: str, line: int, heading: str, language: Language
) -> Iterator[Claim]:
    for column, cell in list(zip(header, cells, strict=False))[1:]:
        if cell and cell not in ("-", "–", "?") and len(cell) < 200:
            yield _claim(cell, source, line, heading, language, row=cells[0], column=column)


def _prose(block: list[tuple[int, str]], source: str, heading: str, language: Language) -> Iterator[Claim]:
    if not block:
        return
    item = _ITEM.match(block[0][1]) is not None
    starts, length = [], 0
    for _, line in block:
        starts.append(length)
        length += len(line) + 1
    joined = "\n".join(line for _, line in block)
    for start, end in spans(joined):
        text = prose.plain(joined[start:end])
        if (
            _SHORTEST <= len(prose.words_of(text)) <= _MOST_WORDS
            or (text and (item or text.endswith(":")))
            or (not text.isascii() and text)
        ):
            number = block[bisect_right(starts, start) - 1][0]
            yield _claim(text, source, number, heading, language, item=item)


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Return where the sentences of a paragraph begin and end."""
    start = 0
    for gap in _END.finditer(text):
        if _ABBREVIATION.search(text[max(start, gap.start() - 8) : gap.start() + 1]):
            continue
        yield start, gap.end()
        start = gap.end()
    if text[start:].strip():
        yield start, len(text)


def _claim(
    text: str,
    source: str,
    line: int,
    heading: str,
    language: Language,
    *,
    row: str = "",
    column: str = "",
    code: bool = False,
    item: bool = False,
) -> Claim:
    words = f"{row} {column} {text}" if row else re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text) if code else text
    leans = _yes_or_no(text) if row else 0 if code else lean_of(text)
    lenses = lenses_of(f"{column} {text}" if row else text)
    return Claim(
        text=text,
        source=source,
        line=line,
        heading=heading,
        keys=telling(words),
        figures=figures_of(text if not row else _cell_figure(text, column), language),
        # What leans and is about nothing else is evidence.
        lenses=lenses or frozenset[Lens]({"risk"} if leans else ()),
        leans=leans,
        row=row,
        column=column,
        code=code,
        item=item,
    )


def _yes_or_no(cell: str) -> int:
    """Return 1 for a cell that says yes, -1 for one that says no."""
    first = cell.casefold().split()[:1]
    return 1 if first and first[0].strip(",.") in _YES else -1 if first and first[0].strip(",.") in _NO else 0


def _cell_figure(cell: str, column: str) -> str:
    """Return a cell with the unit that stands in its column's name: `Price (€ per year)`."""
    if re.fullmatch(r"[\d.,' ]+", cell) and (
        unit := re.search(r"[(\[,]\s*(?:in\s)?([^)\]]+)[)\]]?$", column)
    ):
        return f"{cell} {unit[1]}"
    return cell
