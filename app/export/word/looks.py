"""A text's lines and letters as they look in a document: marks in grey, and between them what they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.diffing.hunks import Passage
from app.export.word.markup import PLAIN, Look

FENCE = re.compile(r" {0,3}(```|~~~)")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]+?)(?<=[^\s*_])\1(?![\w*])")
_CODE = re.compile(r"(`+)([^`\n]+)\1")


@dataclass(slots=True)
class Line:
    """A paragraph as it is gathered: its runs, the texts it has on both sides, what becomes of its end."""

    runs: list[tuple[Passage, int]] = field(default_factory=list)
    """Each with where it begins in all passages."""
    end: Passage | None = None

    @property
    def changes(self) -> bool:
        """Whether any of its letters come or go."""
        return any(one.kind != "equal" for one, _ in self.runs)

    @property
    def text(self) -> str:
        """The line as it will be; of one that goes, as it was."""
        stays = "".join(one.text for one, _ in self.runs if one.kind != "delete")
        return stays or "".join(one.text for one, _ in self.runs)


class Looks:
    """How the letters of a text look."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = [0]
        self._looks: list[Look] = [PLAIN]
        at = 0
        fenced = False
        for line in text.split("\n"):
            fence = FENCE.match(line) is not None
            if not fenced and not fence:
                self._line(line, at)
            fenced = fenced != fence
            at += len(line) + 1

    def _line(self, line: str, at: int) -> None:
        looks = [PLAIN] * len(line)
        heading = _HEADING.match(line)
        if heading is not None:
            looks = [Look(bold=True)] * len(line)
            looks[: heading.end()] = [Look(muted=True)] * heading.end()
        for pattern, look in (
            (_CODE, Look(code=True)),
            (_STRONG, Look(bold=True)),
            (_EMPHASIS, Look(italic=True)),
        ):
            for found in pattern.finditer(line):
                self._put(looks, found, look)
        for offset, look in enumerate(looks):
            if look != self._looks[-1]:
                self._starts.append(at + offset)
                self._looks.append(look)
        if self._looks[-1] != PLAIN:
            self._starts.append(at + len(line))
            self._looks.append(PLAIN)

    @staticmethod
    def _put(looks: list[Look], found: re.Match[str], look: Look) -> None:
        begin, end = found.span()
        if any(looks[at].code for at in range(begin, end)):
            return
        mark = len(found[1])
        for at in (*range(begin, begin + mark), *range(end - mark, end)):
            looks[at] = Look(muted=True)
        for at in range(begin + mark, end - mark):
            known = looks[at]
            looks[at] = (
                known
                if known.muted
                else Look(known.bold or look.bold, known.italic or look.italic, code=look.code)
            )

    def between(self, begin: int, end: int) -> Iterator[tuple[int, int, Look]]:
        """Yield stretches that look the same."""
        at = bisect_right(self._starts, begin) - 1
        while begin < end:
            stop = min(end, self._starts[at + 1]) if at + 1 < len(self._starts) else end
            if stop > begin:
                yield begin, stop, self._looks[at]
            begin, at = max(begin, stop), at + 1


class BothLooks:
    """How letters look that stand in two texts, of which one is made of the other."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = Looks(old), Looks(new)

    def of(self, one: Passage, text: str, at_old: int, at_new: int) -> Iterator[tuple[str, Look]]:
        """Yield letters of a passage that begin at these places, by how they look.

        What stays and looks otherwise on each side is plain: its marks come and go, and its look would not.
        """
        if one.kind == "delete":
            yield from (
                (text[a - at_old : b - at_old], look)
                for a, b, look in self._old.between(at_old, at_old + len(text))
            )
            return
        for begin, end, look in self._new.between(at_new, at_new + len(text)):
            first, last = begin - at_new, end - at_new
            if one.kind == "insert":
                yield text[first:last], look
                continue
            for a, b, was in self._old.between(at_old + first, at_old + last):
                yield text[a - at_old : b - at_old], look if look == was else PLAIN
