"""Parts of several texts put together: changes of one version and of another, made in the accepted text.

Rules:
- A change is taken as its version has it, or not at all; two that touch the same lines are never merged by
  guess: the person is told which, and chooses.
- What nobody chose stays as it was, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from app.diffing import compare
from app.diffing.patches import carry_over
from app.domain.canonical import JsonValue
from app.domain.gate_lines import items_of
from app.domain.gates import Payload
from app.domain.i18n import Message, words

Lines = tuple[int, int]


@dataclass(frozen=True, slots=True)
class VersionOfFile:
    """One version's form of one file, and what both are called together; None: the file is not there."""

    label: str
    path: str
    old: str | None
    new: str | None


def chosen_text(one: VersionOfFile, whole: bool, numbers: Sequence[int]) -> str | None:
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
        part = chosen_text(one, one.label in files, hunks.get(one.label, ()))
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
            ranges = [_lines(part) for part in parts] or [(1, 1 << 30)]
        else:
            ranges = [_lines(part) for part in parts if part.get("number") in hunks.get(label, ())]
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


def _lines(part: Mapping[str, JsonValue]) -> Lines:
    found = part.get("lines")
    first, last = found if isinstance(found, list) and len(found) == 2 else (1, 1 << 30)
    return (first, last) if isinstance(first, int) and isinstance(last, int) else (1, 1 << 30)


def _overlap(one: Lines, other: Lines) -> bool:
    """Tell whether two changes touch the same lines of the old text; one that puts in has none."""
    (a, b), (x, y) = sorted((one, other), key=lambda lines: lines[1] < lines[0])
    if y >= x:
        return a <= y and x <= b
    return a == x if b < a else a < x <= b
