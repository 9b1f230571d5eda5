"""What levels and their files are called on the screen: the shipped templates are data, and in English."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

TITLES: Mapping[str, Message] = {
    str(one): one
    for one in (
        words("Premise"),
        words("Treatment"),
        words("Chapters"),
        words("Prose"),
        words("Outline"),
        words("Sections"),
        words("Full text"),
        words("Document"),
        words("Novel"),
        words("Report"),
        words("Single document"),
    )
}
UNITS: Mapping[str, tuple[Message, Message]] = {
    "file": (words("1 file"), words("{n} files")),
    "chapter": (words("1 chapter"), words("{n} chapters")),
    "section": (words("1 section"), words("{n} sections")),
}


def titled(title: object) -> Message:
    """Return the title of a level or of a template as the program says it; one it does not know as it is."""
    return TITLES.get(str(title)) or words("{text}", text=title)


def in_units(number: int, unit: str) -> Message:
    """Return how many files a level has, by what it calls one."""
    one, more = UNITS.get(unit, UNITS["file"])
    return one if number == 1 else more.filled(n=number)
