"""What becomes of files: an old and a new form of each, taken whole, in parts, or not at all.

Rules:
- A file that the new form does not have is a deletion, shown as one and never made unseen.
- A text that comes from a model is fitted to the file it replaces: its line ends, its byte order mark, and
  whether its last line ends. So a hunk that nobody chose leaves every byte where it was.
- An edit made outside while a draft was written is a third side: it is shown, and never written over unseen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.diffing import compare
from app.diffing.alignment import Row
from app.diffing.matching import matching_blocks
from app.diffing.patches import carry_over
from app.diffing.tokens import count_words
from app.diffing.units import Unit
from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of
from app.domain.sentences import recorded, sentence_of

MARK = "\ufeff"
"""The byte order mark that some editors begin a file with."""
_LINE_ENDS = re.compile(r"\r\n|\n|\r")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")


def fitted(new: str, old: str | None) -> str:
    """Return a text with the line ends, the byte order mark and the end of the file as the old form has them.

    Without an old form: plain line ends, and a last line that ends. Lines that stay keep their own end.
    """
    text = plain(new).removeprefix(MARK).rstrip("\n")
    if not old:
        return text + "\n" if text else text
    bare = old.removeprefix(MARK)
    if text:
        text += "\n" * (len(plain(bare)) - len(plain(bare).rstrip("\n")))
    if plain(bare) == text:
        return old
    return (MARK if old.startswith(MARK) else "") + _with_ends(text, bare)


def _with_ends(text: str, old: str) -> str:
    """Give plain lines the ends that they had, new ones that of most."""
    usual = line_end(old)
    if set(_LINE_ENDS.findall(old)) <= {usual}:
        return text.replace("\n", usual)
    before, after = _LINES.findall(old), text.split("\n")
    bare = [line.rstrip("\r\n") for line in before]
    result = [line + usual for line in after[:-1]] + after[-1:]
    for _, a0, a1, b0, b1 in SequenceMatcher(None, bare, after, autojunk=False).get_opcodes():
        # A line in place of one is that line, written otherwise.
        for old_at, new_at in zip(range(a0, a1), range(b0, b1), strict=False) if a1 - a0 == b1 - b0 else ():
            if new_at < len(after) - 1:
                result[new_at] = after[new_at] + (before[old_at][len(bare[old_at]) :] or usual)
    for index in range(1, len(result)):
        # An empty line behind an end of `\r` would make one end of the two.
        if result[index] == "\n" and result[index - 1].endswith("\r"):
            result[index] = "\r"
    return "".join(result)


def line_end(text: str) -> str:
    r"""Return how most lines of a text end: `\n`, `\r\n` or `\r`."""
    return next((end for end, _ in Counter(_LINE_ENDS.findall(text)).most_common(1)), "\n")


def plain(text: str) -> str:
    """Return a text with plain line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


# --- edits made outside --------------------------------------------------------------------------


class ThirdSide(BaseModel):
    """A file that somebody else changed while a new form of it was made.

    `outside` is what lies there now; `merged` holds both, where every edit made outside found its place.
    """

    model_config = ConfigDict(frozen=True)

    path: str
    outside: str | None
    merged: str | None = None


def third_sides(
    base: Mapping[str, str | None], outside: Mapping[str, str | None], ours: Mapping[str, str | None]
) -> list[ThirdSide]:
    """Return the files among `ours` that were changed outside since, in another way than ours."""
    found = []
    for path, new in ours.items():
        old, now = base.get(path), outside.get(path)
        if now in (old, new):
            continue
        merged = None
        if old is not None and now is not None and new is not None:
            carried = carry_over(old, now, new)
            merged = carried.text if carried.whole else None
        found.append(ThirdSide(path=path, outside=now, merged=merged))
    return found


# --- figures -------------------------------------------------------------------------------------


FileKind = Literal["changed", "added", "removed", "unchanged"]


@dataclass(frozen=True, slots=True)
class FileFigures:
    """What became of one file."""

    path: str
    kind: FileKind
    lines_added: int
    lines_removed: int
    words_before: int
    words_after: int
    other: str = ""
    """The file that it takes the place of, or that takes its place."""


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """What became of a level; `files` in the document's order, deleted ones where they stood."""

    files: tuple[FileFigures, ...]
    changed: tuple[FileFigures, ...]
    files_changed: int
    files_total: int
    lines_added: int
    lines_removed: int
    lines_changed: int
    """Lines that are new or gone."""
    words_before: int
    words_after: int


def lines_told(added: int, removed: int) -> Message:
    """Return how many lines a change has, as every place tells it: “+12 −9 lines”."""
    return words("+{added} −{removed} lines", added=added, removed=removed)


def measure(old: Mapping[str, str], new: Mapping[str, str]) -> LevelFigures:
    """Compare two forms of a level, file by file."""
    paths = [*new]
    for index, path in enumerate(old):
        if path not in new:
            before = next((one for one in reversed(list(old)[:index]) if one in paths), None)
            paths.insert(paths.index(before) + 1 if before is not None else 0, path)
    other = _renamed(old, new)
    files = tuple(_file(path, old.get(path), new.get(path), other.get(path, "")) for path in paths)
    changed = tuple(one for one in files if one.kind != "unchanged")
    added, removed = sum(one.lines_added for one in files), sum(one.lines_removed for one in files)
    return LevelFigures(
        files,
        changed,
        files_changed=len(changed),
        files_total=len(files),
        lines_added=added,
        lines_removed=removed,
        lines_changed=added + removed,
        words_before=sum(one.words_before for one in files),
        words_after=sum(one.words_after for one in files),
    )


def _renamed(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return both names of files that have another one: in other capitals, or over the same text."""
    gone = [path for path in old if path not in new]
    found: dict[str, str] = {}
    for path in (path for path in new if path not in old):
        same = [one for one in gone if one.casefold() == path.casefold()]
        same = same or [one for one in gone if plain(old[one]) == plain(new[path])]
        if len(same) == 1 and same[0] not in found:
            found |= {path: same[0], same[0]: path}
    return found


def _file(path: str, old: str | None, new: str | None, other: str) -> FileFigures:
    kind: FileKind = "added" if old is None else "removed" if new is None else "changed"
    before, after = plain(old or "").splitlines(), plain(new or "").splitlines()
    if old == new:
        kind, before, after = "unchanged", [], []
    same = sum(length for _, _, length in matching_blocks(before, after))
    counted = count_words(old or ""), count_words(new or "")
    return FileFigures(path, kind, len(after) - same, len(before) - same, *counted, other)


def percent_of_words(figures: FileFigures | LevelFigures) -> str:
    """Return the change in words as a share, “+15 %”; empty where there is none to tell."""
    if not figures.words_before or figures.words_before == figures.words_after:
        return ""
    share = 100 * (figures.words_after - figures.words_before) / figures.words_before
    shown = f"{abs(share):.0f}" if abs(share) >= 1 else "<1"
    return f"{'+' if share > 0 else '−'}{shown} %"


# --- what gates tell of them: how many lines, and each change with its place and its words ---------

_SIDES: tuple[Callable[[Row], Unit | None], ...] = (lambda row: row.old, lambda row: row.new)
_BEGINNING = 300
"""Characters of a new file that are told."""
_SHOWN, _CONTEXT = 120, 24
"""Characters of a changed passage that are told, and of what stands unchanged before its difference."""
KINDS = {"added": words("new"), "removed": words("deleted"), "changed": words("changed")}


def shown_files(
    accepted: Mapping[str, str | None], files: Mapping[str, str | None]
) -> list[dict[str, JsonValue]]:
    """Return the files that differ from the accepted ones, each with what is told of it and its changes."""
    old, new = ({p: t for p in files if (t := side.get(p)) is not None} for side in (accepted, files))
    found: list[dict[str, JsonValue]] = []
    for one in sorted(measure(old, new).changed, key=lambda one: one.path):
        lines = lines_told(one.lines_added, one.lines_removed)
        said = words("{kind}, {lines}", kind=KINDS[one.kind], lines=lines)
        if one.other:
            place = words("in place of {file}") if one.kind == "added" else words("{file} takes its place")
            said = words("{said}; {place}", said=said, place=place.filled(file=one.other))
        row: dict[str, JsonValue] = {"path": one.path, "kind": one.kind, "said": recorded(said), "hunks": []}
        if one.kind == "added":
            row["begins"] = cut(excerpt(new[one.path]), _BEGINNING)
        elif one.kind == "changed":
            row["hunks"] = _hunks(old[one.path], new[one.path])
        found.append(row)
    return found


def changes_in(shown: Sequence[Payload]) -> int:
    """Return how many changes shown files have; a file that is new or gone has none that is decided alone."""
    return sum(len(items_of(one, "hunks")) for one in shown)


def file_lines(files: Sequence[Payload]) -> Iterator[Message]:
    """Return what a payload tells of changed files, a line each and one for each change."""
    for item in files:
        yield words("{path}: {said}", path=item.get("path"), said=sentence_of(item.get("said")))
        if item.get("begins"):
            yield words("  It begins: “{text}”", text=item["begins"])
        for number, hunk in enumerate(items_of(item, "hunks"), 1):
            where, said = (sentence_of(hunk.get(name)) for name in ("where", "said"))
            yield words("  {n}  {where}: {said}", n=number, where=where, said=said)


def _hunks(old: str, new: str) -> list[JsonValue]:
    """Return the changes of a file in its order: where, below which heading, and their words."""
    found: list[JsonValue] = []
    compared = compare(old, new)
    for hunk in compared.hunks:
        rows = [compared.rows[row] for row in hunk.rows]
        sides = [" ".join(unit.text for row in rows if (unit := side(row)) is not None) for side in _SIDES]
        first, last = hunk.new_lines if hunk.kind != "deleted" else hunk.old_lines
        where = words("line {n}", n=first)
        if last > first:
            where = words("lines {n}–{last}", n=first, last=last)
        if hunk.heading:
            where = words("{lines}, {heading}", lines=where, heading=hunk.heading)
        before, after = _where_they_part(*(excerpt(text) for text in sides))
        if hunk.kind == "spacing":
            said = words("white space")
        elif before and before == after:
            said = words("moved: “{text}”", text=cut(excerpt(sides[1]), _SHOWN))
        elif before and after:
            said = words("“{before}” → “{after}”", before=before, after=after)
        else:
            said = words("new: “{text}”", text=after) if after else words("gone: “{text}”", text=before)
        shown = {"where": recorded(where), "said": recorded(said)}
        found.append({"number": hunk.index + 1, "key": hunk.key, "lines": [*hunk.old_lines], **shown})
    return found


def _where_they_part(before: str, after: str) -> tuple[str, str]:
    """Return two passages from shortly before their first difference on, cut to what is told of one."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = before.rfind(" ", 0, max(0, same - _CONTEXT)) + 1 if same > _CONTEXT and before and after else 0
    mark = "… " if start else ""
    return cut(f"{mark}{before[start:]}", _SHOWN), cut(f"{mark}{after[start:]}", _SHOWN)


# --- parts of several versions --------------------------------------------------------------------

Lines = tuple[int, int]


@dataclass(frozen=True, slots=True)
class VersionOfFile:
    """One version's form of one file, and what both are called together; None: the file is not there."""

    label: str
    path: str
    old: str | None
    new: str | None


def _chosen_text(one: VersionOfFile, whole: bool, numbers: Sequence[int]) -> str | None:
    """Return a file with what was chosen of one version, by the numbers of its changes."""
    if whole or one.old is None or one.new is None:
        return one.new
    return compare(one.old, one.new).compose([number - 1 for number in numbers])


def put_together(
    versions: Sequence[VersionOfFile], files: Sequence[str], hunks: Mapping[str, Sequence[int]]
) -> dict[str, str | None] | str:
    """Return the files that the chosen parts come to, by path; or the path in which they cannot be joined."""
    found: dict[str, str | None] = {}
    for one in versions:
        if one.label not in files and not hunks.get(one.label):
            continue
        part = _chosen_text(one, one.label in files, hunks.get(one.label, ()))
        if one.path not in found:
            found[one.path] = part
            continue
        before = found[one.path]
        if one.old is None or before is None or part is None:
            return one.path
        carried = carry_over(one.old, part, before)
        if not carried.whole:
            return one.path
        found[one.path] = carried.text
    return found


def clash(payload: Payload, files: Sequence[str], hunks: Mapping[str, Sequence[int]]) -> Message | None:
    """Return why chosen parts do not go together: two of them change the same lines of a file."""
    taken: dict[str, list[tuple[str, Lines]]] = {}
    for item in items_of(payload, "files"):
        label, path = str(item.get("path")), str(item.get("file"))
        parts = items_of(item, "hunks")
        if label in files:
            ranges = [_line_range(part) for part in parts] or [(1, 1 << 30)]
        else:
            ranges = [_line_range(part) for part in parts if part.get("number") in hunks.get(label, ())]
        taken.setdefault(path, []).extend((label, lines) for lines in ranges)
    for path, parts_of_file in taken.items():
        for (one, a), (other, b) in combinations(parts_of_file, 2):
            if one != other and _overlap(a, b):
                return words(
                    "“{one}” and “{other}” change the same place of {file}: take one of them.",
                    one=one,
                    other=other,
                    file=path,
                )
    return None


def _line_range(part: Mapping[str, JsonValue]) -> Lines:
    found = part.get("lines")
    first, last = found if isinstance(found, list) and len(found) == 2 else (1, 1 << 30)
    return (first, last) if isinstance(first, int) and isinstance(last, int) else (1, 1 << 30)


def _overlap(one: Lines, other: Lines) -> bool:
    """Tell whether two changes touch the same lines of the old text; one that puts in has none."""
    (a, b), (x, y) = sorted((one, other), key=lambda lines: lines[1] < lines[0])
    if y >= x:
        return a <= y and x <= b
    return a == x if b < a else a < x <= b
