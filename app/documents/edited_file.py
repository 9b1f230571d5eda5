"""What a document holds that others worked on: letters with who brought and took them, and comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, defer_build=True)


class EditedComment(_Plain):
    """A comment; `begin` and `end` count letters over all pieces, -1: it stands nowhere.

    `parent`: the place of the comment that it answers, -1: none. `done`: somebody settled it.
    """

    author: str = ""
    at: str = ""
    text: str = ""
    begin: int = -1
    end: int = -1
    parent: int = -1
    done: bool = False


_FEWEST_TITLES = 2
"""One line that is called like a text may be of its words."""
NEAR = 400
"""Letters on each side of a place that are looked at for its line."""


class Letters(NamedTuple):
    """A stretch of letters: whether they were brought, by whom and when; and whether they were taken."""

    text: str
    brought: bool = False
    brought_by: str = ""
    brought_at: str = ""
    taken: bool = False
    taken_by: str = ""
    taken_at: str = ""


@dataclass(frozen=True, slots=True)
class EditedText:
    """One of a document's texts; `start` counts letters over the whole document.

    `number` and `title` as the document has them; 0 and empty where it holds one text alone.
    """

    letters: tuple[Letters, ...]
    start: int = 0
    number: int = 0
    title: str = ""
    _known: list[int] = field(default_factory=list, repr=False, compare=False)
    """Where each stretch begins, once it was asked for."""

    @property
    def accepted(self) -> str:
        """The text with all its tracked changes made."""
        return "".join(one.text for one in self.letters if not one.taken)

    @property
    def rejected(self) -> str:
        """The text with none of them made."""
        return "".join(one.text for one in self.letters if not one.brought)

    def words(self, begin: int, end: int) -> str:
        """Return the letters between two places of the document: as they stay, else as they were."""
        stays = was = ""
        starts = self._starts()
        first = max(0, bisect_right(starts, begin) - 1)
        for one, at in zip(self.letters[first:], starts[first:], strict=True):
            if at >= end:
                break
            piece = one.text[max(0, begin - at) : max(0, end - at)]
            was += piece
            stays += "" if one.taken else piece
        return stays if stays.strip() else was

    def line_at(self, place: int) -> str:
        """Return the line that a place of the document is in, as much of it as is near."""
        near = self.words(place - NEAR, place + NEAR)
        at = min(NEAR, max(0, place - self.start), len(near))
        begin, end = near.rfind("\n", 0, at) + 1, near.find("\n", at)
        return near[begin : end if end >= 0 else len(near)].strip()

    def _starts(self) -> list[int]:
        if not self._known:
            self._known.extend(accumulate((len(one.text) for one in self.letters), initial=self.start))
            self._known.pop()
        return self._known


class EditedFile(_Plain):
    """A whole document."""

    pieces: tuple[Letters, ...]
    titles: tuple[tuple[int, int, str], ...] = ()
    """Where each of several texts begins, its number (0: unknown), and what it is called there."""
    comments: tuple[EditedComment, ...] = ()
    properties: Mapping[str, str] = {}
    not_read: tuple[str, ...] = ()
    """What an editor put in that no text can hold: tables, pictures, footnotes."""

    def texts(self) -> tuple[EditedText, ...]:
        """Return the document's texts, cut at their titles; what stands above the first one is of none."""
        if not self.titles:
            return (EditedText(self.pieces),)
        ends = [begin for begin, _, _ in self.titles[1:]] + [sum(len(one.text) for one in self.pieces)]
        return self._cut(self.titles, ends)

    def cut_at(self, titles: Sequence[str]) -> tuple[EditedText, ...]:
        """Return the texts behind lines that are such titles, where a program kept no mark of them.

        None where fewer than two of the titles stand there.
        """
        found: list[tuple[int, int, str]] = []
        ends: list[int] = []
        begin = 0
        for line in "".join(one.text for one in self.pieces).split("\n"):
            if (title := line.strip()) in titles:
                found.append((begin + len(line) + 1, titles.index(title) + 1, title))
                # The end of the line before a title is of the title.
                ends.append(begin - 1)
            begin += len(line) + 1
        return self._cut(found, [*ends[1:], begin]) if len(found) >= _FEWEST_TITLES else ()

    def _cut(self, titles: Sequence[tuple[int, int, str]], ends: Sequence[int]) -> tuple[EditedText, ...]:
        starts = list(accumulate((len(one.text) for one in self.pieces), initial=0))
        return tuple(
            EditedText(tuple(self._between(starts, begin, end)), begin, number, title)
            for (begin, number, title), end in zip(titles, ends, strict=True)
        )

    def _between(self, starts: Sequence[int], begin: int, end: int) -> Iterator[Letters]:
        first = max(0, bisect_right(starts, begin) - 1)
        for one, at in zip(self.pieces[first:], starts[first:], strict=False):
            if at >= end:
                return
            if text := one.text[max(0, begin - at) : max(0, end - at)]:
                yield one._replace(text=text)
