"""Lists of Word: how each depth is marked, in Markdown and as Word shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import TypeVar

from app.domain.whole_numbers import whole_number

_DEEPEST = 8
Item = tuple[str, int]
"""The list that a paragraph is in, and how deep."""
NO_ITEM: Item = ("0", 0)
"""Of one that is in none."""
_MARKLESS = ("bullet", "none", "")
_LARGEST = 100_000
_OWN = "num:"
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_T = TypeVar("_T", int, str)


def item_of(before: Item, tag: str, given: Mapping[str, str]) -> Item:
    """Return the list that a paragraph is in, and how deep, with one more word (`numId`, `ilvl`) on it."""
    if tag == "numId":
        return given.get("val", NO_ITEM[0]), before[1]
    return before[0], min(whole_number(given.get("val", "0")) or 0, _DEEPEST)


class Numbering:
    """The lists of a document: a list names an abstract one, and that says how each depth is marked."""

    def __init__(self) -> None:
        self._marked: dict[tuple[str, int], str] = {}
        self._written: dict[tuple[str, int], str] = {}
        """What is written around the numbers: `Article %1`."""
        self._starts: dict[tuple[str, int], int] = {}
        self._begun_anew: dict[tuple[str, int], int] = {}
        """By list: with what it begins, whatever came before."""
        self._abstract: dict[str, str] = {}
        self._at = ("", 0)
        self._list = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in one element of the part that describes lists."""
        match tag:
            case "abstractNum":
                self._at, self._list = (given.get("abstractNumId", ""), 0), ""
            case "lvl" | "lvlOverride":
                self._at = (self._at[0], whole_number(given.get("ilvl", "0")) or 0)
            case "numFmt":
                self._marked[self._at] = given.get("val", "")
            case "lvlText":
                self._written[self._at] = given.get("val", "")
            case "start":
                self._starts[self._at] = _first(given)
            case "startOverride":
                self._begun_anew[self._list, self._at[1]] = _first(given)
            case "num":
                self._list = given.get("numId", "")
                # What it says otherwise than the abstract one is kept by its own name.
                self._at = (f"{_OWN}{self._list}", 0)
            case "abstractNumId" if self._list:
                self._abstract[self._list] = given.get("val", "")

    def numbered(self, of: str, deep: int) -> bool:
        """Tell whether items of a list are numbered at this depth."""
        return self._said(self._marked, of, deep, "") not in _MARKLESS

    def family(self, of: str) -> str:
        """Return the abstract list that a list is one of: they are counted on together."""
        return self._abstract.get(of, f"{_OWN}{of}")

    def start(self, of: str, deep: int) -> int:
        """Return the first number of a list at this depth."""
        return self._begun_anew.get((of, deep), self._said(self._starts, of, deep, 1))

    def begins_anew(self, of: str, deep: int) -> bool:
        """Tell whether a list is counted by itself, though others of its family came before."""
        return (of, deep) in self._begun_anew

    def label(self, of: str, deep: int, counts: Mapping[int, int]) -> str:
        """Return what Word shows before an item; `counts`: the numbers of its depth and those above."""
        kind = self._said(self._marked, of, deep, "decimal" if of in self._abstract else "")
        if kind in ("bullet", ""):
            return "-" if kind else ""

        def number(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            return number_as(self._said(self._marked, of, at, ""), counts.get(at, self.start(of, at)))

        return _PLACE.sub(number, self._said(self._written, of, deep, f"%{deep + 1}.")).strip()

    def _said(self, what: Mapping[tuple[str, int], _T], of: str, deep: int, otherwise: _T) -> _T:
        usual = what.get((self._abstract.get(of, ""), deep), otherwise)
        return what.get((f"{_OWN}{of}", deep), usual)


def _first(given: Mapping[str, str]) -> int:
    found = whole_number(given.get("val", "1"))
    return found if found is not None and 0 <= found < _LARGEST else 1


def number_as(kind: str, number: int) -> str:
    """Return a number as Word writes it in a list of a kind."""
    if kind == "none":
        return ""
    told = f"{number:02}" if kind == "decimalZero" else str(number)
    if kind in ("lowerRoman", "upperRoman"):
        told = roman(number)
    elif kind in ("lowerLetter", "upperLetter") and number:
        # z is followed by aa and bb.
        times, at = divmod(number - 1, len(ascii_lowercase))
        told = ascii_lowercase[at] * (times + 1)
    return told.upper() if kind.startswith("upper") else told


def roman(number: int) -> str:
    """Return a number in small Roman letters."""
    told, left = "", number
    for value, letters in _ROMAN:
        told += letters * (left // value)
        left %= value
    return told


class Labels:
    """What Word shows before the items of a document, one after the other as they stand in it."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._counts: dict[str, dict[int, int]] = {}
        """By family and depth, the number that was given last."""
        self._begun: set[tuple[str, int]] = set()

    def label(self, of: str, deep: int) -> str:
        """Return what stands before the next item of a list at a depth; empty: nothing does."""
        counts = self._counts.setdefault(self._numbering.family(of), {})
        anew = self._numbering.begins_anew(of, deep) and (of, deep) not in self._begun
        self._begun.add((of, deep))
        counts[deep] = self._numbering.start(of, deep) if anew or deep not in counts else counts[deep] + 1
        for below in [at for at in counts if at > deep]:
            del counts[below]
        label = self._numbering.label(of, deep, counts)
        return f"{'  ' * deep}-" if label == "-" else label


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
            begun = self._counts.get((of, deep), self._numbering.start(of, deep) - 1)
            self._counts[of, deep] = begun + 1
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
