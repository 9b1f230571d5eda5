"""Changes that are accepted or reverted one by one, the text any choice of them gives, and their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Literal

from app.diffing.alignment import Row, align
from app.diffing.spans import Kind, no_collections
from app.diffing.tokens import count_words
from app.diffing.units import Unit, breaks, heading_of

_HunkKind = Literal["changed", "inserted", "deleted", "moved", "spacing"]
Lines = tuple[int, int]
"""First and last line, from 1; where nothing stands the last is one below the first."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """One change: a piece changed, inserted, deleted or moved, or white space alone.

    `key` names the change by what it does, so that it is found again when the same texts are compared later.
    """

    index: int
    kind: _HunkKind
    rows: tuple[int, ...]
    old_lines: Lines
    new_lines: Lines
    heading: str
    key: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts in rows, with the changes between them; `of_row` gives each row's change, or -1."""

    rows: tuple[Row, ...]
    hunks: tuple[Hunk, ...]
    of_row: tuple[int, ...]

    def compose(self, accepted: Collection[int]) -> str:
        """Return the text in which these changes are made and the others are not.

        None gives the old text, all give the new one. A piece keeps the white space it has beside its
        neighbour; neighbours that neither text has beside each other are parted as one of them was.
        """
        return _composed(self, frozenset(accepted))

    def without(self, keys: Collection[str]) -> str:
        """Return the new text with the old one at the changes that these keys name."""
        return self.compose([hunk.index for hunk in self.hunks if hunk.key not in keys])


def compare(old: str, new: str, granularity: str = "word") -> Comparison:
    """Compare two texts: rows to show, changes to decide on."""
    with no_collections(len(old) + len(new)):
        rows = align(old, new, granularity)
        return Comparison(rows, *_hunks(rows))


# --- finding ----------------------------------------------------------------------------------


def _hunks(rows: tuple[Row, ...]) -> tuple[tuple[Hunk, ...], tuple[int, ...]]:
    groups: list[tuple[_HunkKind, list[int]]] = []
    of_row = [-1] * len(rows)
    for row_index, row in enumerate(rows):
        if row.moved is not None and row.moved < row_index:
            of_row[row_index] = of_row[row.moved]
            groups[of_row[row_index]][1].append(row_index)
            continue
        kind = _kind(rows, row_index)
        if kind is None:
            continue
        if row_index and of_row[row_index - 1] >= 0 and _goes_on(rows[row_index - 1], row):
            of_row[row_index] = of_row[row_index - 1]
            group = groups[of_row[row_index]]
            groups[of_row[row_index]] = (group[0] if group[0] == kind else "changed", [*group[1], row_index])
            continue
        of_row[row_index] = len(groups)
        groups.append((kind, [row_index]))
    lines = _lines(rows)
    headings = _headings(rows)
    seen: Counter[str] = Counter()
    found = []
    for index, (kind, row_indices) in enumerate(groups):
        key = _key(kind, [rows[row_index] for row_index in row_indices])
        seen[key] += 1
        old, new = (_span_of([side[row_index] for row_index in row_indices]) for side in lines)
        found.append(
            Hunk(index, kind, tuple(row_indices), old, new, headings[row_indices[-1]], f"{key}.{seen[key]}")
        )
    return tuple(found), tuple(of_row)


def _kind(rows: tuple[Row, ...], row_index: int) -> _HunkKind | None:
    row = rows[row_index]
    if row.moved is not None:
        return "moved"
    if row.kind == "unchanged":
        after = rows[row_index + 1] if row_index + 1 < len(rows) else None
        # Beside an insertion or deletion the white space goes with that.
        beside = after is None or (after.old is not None and after.new is not None)
        return "spacing" if row.spacing_changed and beside else None
    return row.kind


def _goes_on(before: Row, row: Row) -> bool:
    """Tell whether two changed rows are lines of one run, as in code."""
    if before.moved is not None or row.moved is not None or "unchanged" in (before.kind, row.kind):
        return False
    for one, other in ((before.old, row.old), (before.new, row.new)):
        if one and other and (not (one.line and other.line) or _blank(one.gap)):
            return False
    here, there = before.old or before.new, row.old or row.new
    assert here is not None
    assert there is not None
    return here.line and there.line and not _blank(here.gap)


def _blank(gap: str) -> bool:
    return breaks(gap) > 1


def _key(kind: str, rows: list[Row]) -> str:
    digest = sha256(kind.encode())
    for row in rows:
        for side in (row.old, row.new):
            digest.update(b"\0" if side is None else b"\1" + side.text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def _lines(rows: tuple[Row, ...]) -> tuple[list[Lines], list[Lines]]:
    found: tuple[list[Lines], list[Lines]] = ([], [])
    at = [1, 1]
    for row in rows:
        for side, unit in enumerate((row.old, row.new)):
            if unit is None:
                found[side].append((at[side], at[side] - 1))
                continue
            last = at[side] + breaks(unit.text)
            found[side].append((at[side], last))
            at[side] = last + breaks(unit.gap)
    return found


def _span_of(lines: list[Lines]) -> Lines:
    there = [pair for pair in lines if pair[1] >= pair[0]]
    return (min(a for a, _ in there), max(b for _, b in there)) if there else lines[0]


def _headings(rows: tuple[Row, ...]) -> list[str]:
    found, current = [], ["", ""]
    for row in rows:
        for side, unit in enumerate((row.old, row.new)):
            if unit is not None:
                current[side] = heading_of(unit.text) or current[side]
        found.append(current[0] if row.new is None else current[1])
    return found


# --- composing --------------------------------------------------------------------------------


def _composed(found: Comparison, accepted: frozenset[int]) -> str:
    rows = found.rows
    chosen = [found.of_row[row_index] in accepted for row_index in range(len(rows))]
    kept: list[tuple[int, str]] = []
    for row_index, row in enumerate(rows):
        unit = row.new if chosen[row_index] else row.old
        if row.kind == "unchanged":
            unit = row.old
        if unit is not None:
            kept.append((row_index, unit.text))
    if not kept:
        return ""
    follow_old, follow_new = _followers(rows, "old"), _followers(rows, "new")
    parts: list[str] = []
    for (row_index, text), (after, _) in zip(kept, [*kept[1:], (len(rows), "")], strict=True):
        parts.append(text)
        row = rows[row_index]
        on_old = row.old if follow_old.get(row_index) == after else None
        on_new = row.new if follow_new.get(row_index) == after else None
        if on_old and on_new:
            parts.append((on_new if chosen[row_index] else on_old).gap)
        elif on_old or on_new:
            parts.append((on_new or on_old or _NONE).gap)
        elif after == len(rows):
            last = next(unit for row in reversed(rows) if (unit := row.old or row.new))
            parts.append(last.gap)
        else:
            parts.append(_parting(rows, row_index, after))
    return "".join(parts)


_NONE = Unit(0, "", "")


def _followers(rows: tuple[Row, ...], side: Literal["old", "new"]) -> dict[int, int]:
    """Return for each row of one side the next of that side; the last is followed by the end."""
    row_indices = [row_index for row_index, row in enumerate(rows) if getattr(row, side) is not None]
    return dict(pairwise([*row_indices, len(rows)]))


def _parting(rows: tuple[Row, ...], row_index: int, after: int) -> str:
    """Return white space between two pieces that neither text has beside each other: the widest at hand."""
    near = [unit for unit in (rows[row_index].new, rows[row_index].old) if unit]
    sides: tuple[Literal["old", "new"], ...] = ("new", "old")
    for side in sides:
        if getattr(rows[after], side):
            before = (getattr(rows[at], side) for at in range(after - 1, -1, -1))
            near += [unit for unit in (next(filter(None, before), None),) if unit]
    wide = max((unit.gap for unit in near), key=breaks, default="")
    if not breaks(wide):
        gaps = (unit.gap for row in rows for unit in (row.new, row.old) if unit)
        wide = next(filter(breaks, gaps), "\n\n")
    return wide


# --- both texts in one line of passages, as a document with tracked changes holds them ----------


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that stays, goes or comes; `change`: the index of its change, -1 where it stays."""

    kind: Kind
    text: str
    change: int = -1


def passages(compared: Comparison) -> list[Passage]:
    """Return both texts as one: without what comes it is the old one, without what goes the new one."""
    found: list[Passage] = []
    for piece in _pieces(compared):
        if found and (found[-1].kind, found[-1].change) == (piece.kind, piece.change):
            piece = Passage(piece.kind, found.pop().text + piece.text, piece.change)
        if piece.text:
            found.append(piece)
    return found


def _pieces(compared: Comparison) -> Iterator[Passage]:
    rows = compared.rows
    for index, (row, change) in enumerate(zip(rows, compared.of_row, strict=True)):
        old, new = row.old, row.new
        after = rows[index + 1] if index + 1 < len(rows) else None
        alone = after is not None and (after.old is None or after.new is None)
        if old is not None and new is not None:
            if row.kind == "changed":
                for span in row.spans:
                    yield Passage(span.kind, span.text, -1 if span.kind == "equal" else change)
            else:
                yield Passage("equal", old.text)
            # Beside a piece that comes or goes the white space goes with that.
            yield from _gap(old.gap, new.gap, compared.of_row[index + 1] if alone else change)
        elif old is not None:
            yield Passage("delete", old.text + old.gap, change)
        elif new is not None:
            yield Passage("insert", new.text + new.gap, change)


def _gap(old: str, new: str, change: int) -> Iterator[Passage]:
    """Yield white space that stays as far as it begins alike, and what of the rest goes and comes."""
    same = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    yield Passage("equal", old[:same])
    yield Passage("delete", old[same:], change)
    yield Passage("insert", new[same:], change)


# --- figures --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of changes by kind, of words on both sides, and the ratio of changed characters (0 to 1)."""

    changes: int
    changed: int
    inserted: int
    deleted: int
    moved: int
    words_inserted: int
    words_deleted: int
    words_old: int
    words_new: int
    ratio: float


def figures(found: Comparison) -> Figures:
    """Count what a comparison holds. A moved piece counts as moved, its words as neither."""
    kinds = [hunk.kind for hunk in found.hunks]
    inserted = deleted = old = new = same = longest_old = longest_new = 0
    for row in found.rows:
        before = count_words(row.old.text) if row.old else 0
        same_text = row.kind == "unchanged"
        after = before if same_text else count_words(row.new.text) if row.new else 0
        old, new = old + before, new + after
        longest_old += len(row.old.text + row.old.gap) if row.old else 0
        longest_new += len(row.new.text + row.new.gap) if row.new else 0
        if row.old and row.new and row.kind == "unchanged":
            same += len(row.old.text) + min(len(row.old.gap), len(row.new.gap))
        elif row.spans and (row.moved is None or row.kind == "deleted"):
            same += sum(len(span.text) for span in row.spans if span.kind == "equal")
            deleted += sum(count_words(span.text) for span in row.spans if span.kind == "delete")
            inserted += sum(count_words(span.text) for span in row.spans if span.kind == "insert")
            if row.old and row.new:
                same += min(len(row.old.gap), len(row.new.gap))
        elif row.moved is None:
            deleted, inserted = deleted + before, inserted + after
    longest = max(longest_old, longest_new)
    return Figures(
        changes=len(kinds),
        changed=kinds.count("changed"),
        inserted=kinds.count("inserted"),
        deleted=kinds.count("deleted"),
        moved=kinds.count("moved"),
        # Parts of words joined by signs may be counted apart.
        words_inserted=min(inserted, new),
        words_deleted=min(deleted, old),
        words_old=old,
        words_new=new,
        ratio=1 - min(same, longest) / longest if longest else 0.0,
    )
