"""The styles of a Word document, by their ids: programs name ids as they like, and a name is English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from app.documents.numbering import NO_ITEM, Item, item_of
from app.documents.packed import OFF
from app.domain.whole_numbers import whole_number

_HEADING = re.compile(r"(?:heading|title|überschrift)\s*(?:([1-6])|\d*)", re.IGNORECASE)
_DEEPEST = 12
"""Parents of a style that are looked at."""
_T = TypeVar("_T")


class Styles:
    """What styles say that matters to whoever reads the text; a style says what it is made from, too."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._levels: dict[str, int] = {}
        self._lists: dict[str, Item] = {}
        self._hidden: dict[str, bool] = {}
        self._parents: dict[str, str] = {}
        self._style = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in one element of the part that describes styles."""
        style, value = self._style, given.get("val", "")
        if tag == "style":
            self._style = given.get("styleId", "")
        elif tag == "basedOn":
            self._parents[style] = value
        elif tag in ("numId", "ilvl"):
            self._lists[style] = item_of(self.list_of(style), tag, given)
        elif tag == "outlineLvl":
            self._levels.setdefault(style, level_of(given))
        elif tag == "vanish":
            self._hidden[style] = value not in OFF
        elif tag == "name":
            self.names[style] = value
            if (heading := _HEADING.fullmatch(value)) is not None and heading[1]:
                self._levels[style] = int(heading[1])

    def level(self, style: str) -> int:
        """Return the level of a heading that a style sets; 0: none."""
        return self._said(self._levels, style, 0)

    def is_heading(self, style: str) -> bool:
        """Tell whether what is set in a style stands above others, such as a title."""
        return self.level(style) > 0 or _HEADING.fullmatch(self.names.get(style, "")) is not None

    def list_of(self, style: str) -> Item:
        """Return the list that paragraphs of a style are in, and how deep."""
        return self._said(self._lists, style, NO_ITEM)

    def hides(self, style: str) -> bool:
        """Tell whether what is set in a style is not shown."""
        return self._said(self._hidden, style, False)

    def _said(self, table: Mapping[str, _T], style: str, otherwise: _T) -> _T:
        for _ in range(_DEEPEST):
            if style in table:
                return table[style]
            style = self._parents.get(style, "")
        return otherwise


def level_of(given: Mapping[str, str]) -> int:
    """Return the level of a heading at a place of an outline; 0: it is none of the six."""
    place = whole_number(given.get("val", ""))
    return place + 1 if place is not None and place < 6 else 0
