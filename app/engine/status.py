"""How the work stands, for the column beside the tabs: described by a workflow as data, drawn by the house.

Texts that are `str` are data and shown as they are; what is `Message` is the program's and is translated.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.i18n import NO_MESSAGE, Message
from app.engine.tabs import Cell, Opens, Part, PartLook, StripStep


@dataclass(frozen=True, slots=True)
class Tile:
    """A criterion: its value, what is needed in words, and whether it holds."""

    title: Message
    value: Message
    needed: Message
    holds: bool


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something that is to be taken up next, what it is in few words, and what a press opens."""

    text: Message
    said: Message
    opens: Opens
    look: PartLook = ""
    """How urgent it is, or what kind of thing."""


@dataclass(frozen=True, slots=True)
class Card:
    """Somebody's word on the work: the verdict on a ground of its colour, what was said, and point by point.

    `beside` tells which it is: “attempt 2”. `folded`: only that line, until it is opened.
    """

    verdict: Part
    beside: Message
    text: str = ""
    points: tuple[Part, ...] = ()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence behind a word that stands out: “Major”, and what that is."""

    head: Message
    text: Cell


@dataclass(frozen=True, slots=True)
class Quote:
    """Somebody's own words."""

    text: str


Standpoint = Tile | DueRow | Card | Remark | Quote


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading. `opens`: what a press beside it shows whole.

    `counted`: the heading says how many parts there are. `of`: of so many, where there are others that stand
    elsewhere.
    """

    title: Message
    parts: tuple[Standpoint, ...]
    opens: Opens | None = None
    counted: bool = False
    of: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """How the work stands: sections, the most telling one first.

    `steps` stand in place of the round's under `title`; then the sections come after the figures.
    """

    sections: tuple[Section, ...]
    title: Message = NO_MESSAGE
    steps: tuple[StripStep, ...] = ()
