"""The token diff: what is equal, deleted and inserted between two texts, exact and readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import fast_diff_match_patch

from app.diffing.anchors import anchors
from app.diffing.tokens import tokenize

Kind = Literal["equal", "delete", "insert"]
SMALL_EQUALITY = 4
"""Characters of an equality between two edits up to which it is merged into them: islands of one short word
make a diff unreadable."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text of one kind; `old` and `new` are the character offsets where it begins."""

    kind: Kind
    text: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class TextDiff:
    """The spans from one text to another, in order."""

    spans: tuple[Span, ...]

    @property
    def old_text(self) -> str:
        """Rebuild the old text."""
        return "".join(span.text for span in self.spans if span.kind != "insert")

    @property
    def new_text(self) -> str:
        """Rebuild the new text."""
        return "".join(span.text for span in self.spans if span.kind != "delete")


def diff_texts(old: str, new: str, granularity: str = "word") -> TextDiff:
    """Return the diff of two texts by word, sentence or line."""
    if old == new:
        return TextDiff((Span("equal", old, 0, 0),) if old else ())
    edits = _merged(_edits(tokenize(old, granularity), tokenize(new, granularity)))
    spans, at_old, at_new = [], 0, 0
    for kind, text in edits:
        spans.append(Span(kind, text, at_old, at_new))
        at_old += len(text) if kind != "insert" else 0
        at_new += len(text) if kind != "delete" else 0
    return TextDiff(tuple(spans))


Edit = tuple[Kind, list[str]]


def _edits(old: Sequence[str], new: Sequence[str]) -> list[Edit]:
    """Diff two token lists: unique common trigrams hold, the gaps between them go to the C++ diff."""
    edits: list[Edit] = []
    at_old = at_new = 0
    for i, j, length in [*anchors(old, new), (len(old), len(new), 0)]:
        edits += _gap(old[at_old:i], new[at_new:j])
        if length:
            edits.append(("equal", list(old[i : i + length])))
        at_old, at_new = i + length, j + length
    return edits


def _gap(old: Sequence[str], new: Sequence[str]) -> list[Edit]:
    if not old or not new:
        return [*([("delete", list(old))] if old else []), *([("insert", list(new))] if new else [])]  # type: ignore[list-item]
    codes: dict[str, str] = {}
    for token in (*old, *new):
        if token not in codes:
            number = len(codes) + 1
            # The surrogate block is no place for a character of its own.
            codes[token] = chr(number if number < 0xD800 else number + 0x800)
    words = {code: token for token, code in codes.items()}
    found = fast_diff_match_patch.diff(
        "".join(codes[t] for t in old),
        "".join(codes[t] for t in new),
        counts_only=False,
        cleanup="No",
        timelimit=0,
    )
    kinds: dict[str, Kind] = {"=": "equal", "-": "delete", "+": "insert"}
    return [(kinds[op], [words[code] for code in text]) for op, text in found]


def _merged(edits: list[Edit]) -> list[tuple[Kind, str]]:
    """Join runs of one kind, swallow tiny equalities between edits, put deletions before insertions."""
    out: list[tuple[Kind, str]] = []
    deleted: list[str] = []
    inserted: list[str] = []

    def flush() -> None:
        gone, come = "".join(deleted), "".join(inserted)
        if gone:
            out.append(("delete", gone))
        if come:
            out.append(("insert", come))
        deleted.clear()
        inserted.clear()

    for index, (kind, tokens) in enumerate(edits):
        if kind == "delete":
            deleted += tokens
        elif kind == "insert":
            inserted += tokens
        else:
            text = "".join(tokens)
            inside = (deleted or inserted) and any(k != "equal" for k, _ in edits[index + 1 : index + 2])
            if inside and len(text) <= SMALL_EQUALITY and "\n" not in text:
                deleted += tokens
                inserted += tokens
                continue
            flush()
            if out and out[-1][0] == "equal":
                out[-1] = ("equal", out[-1][1] + text)
            else:
                out.append(("equal", text))
    flush()
    return out
