"""Lists of Word as Markdown marks them: which list is numbered, and the mark of each item, by its depth."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.whole_numbers import whole_number

_DEEPEST = 8
_MARKLESS = ("bullet", "none", "")


class Numbering:
    """The lists of a document: a list names an abstract one, and that says how each depth is marked."""

    def __init__(self) -> None:
        self._marked: dict[tuple[str, int], str] = {}
        self._abstract: dict[str, str] = {}
        self._at = ("", 0)
        self._list = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in one element of the part that describes lists."""
        match tag:
            case "abstractNum":
                self._at, self._list = (given.get("abstractNumId", ""), 0), ""
            case "lvl":
                self._at = (self._at[0], whole_number(given.get("ilvl", "0")) or 0)
            case "numFmt" if not self._list:
                self._marked[self._at] = given.get("val", "")
            case "num":
                self._list = given.get("numId", "")
            case "abstractNumId" if self._list:
                self._abstract[self._list] = given.get("val", "")

    def numbered(self, of: str, deep: int) -> bool:
        """Tell whether items of a list are numbered at this depth."""
        return self._marked.get((self._abstract.get(of, ""), deep), "") not in _MARKLESS


class Lists:
    """The marks of items, one after the other as they stand in a document."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._counts: dict[tuple[str, int], int] = {}
        self._marks: list[str] = []
        """Of the item that is open at each depth."""

    def mark(self, of: str, deep: int) -> str:
        """Return what stands before an item of this list: indented below the item that it belongs to."""
        deep = min(deep, _DEEPEST, len(self._marks))
        for key in [key for key in self._counts if key[0] == of and key[1] > deep]:
            del self._counts[key]
        mark = "- "
        if self._numbering.numbered(of, deep):
            self._counts[of, deep] = self._counts.get((of, deep), 0) + 1
            mark = f"{self._counts[of, deep]}. "
        self._marks = [*self._marks[:deep], mark]
        return " " * sum(map(len, self._marks[:deep])) + mark

    def copy(self) -> Lists:
        """Return lists that go on from here by themselves."""
        other = Lists(self._numbering)
        other._counts, other._marks = dict(self._counts), list(self._marks)
        return other

    def end(self) -> None:
        """Note that a line which is no item follows: the next item stands under none."""
        self._marks = []
