"""What can be worked out of a text away from the screen: its HTML, and which of its words are new. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from app.diffing import diff_texts
from app.domain.pictures import FindPicture, Pictures, Raster, without_pictures
from app.markup.render import render
from app.markup.rendered import Image, Rendered
from app.markup.unbroken import JOINER, unglued
from app.markup.visible import SOFTENER, soften

BLOCK = 8_000
"""Characters in one paragraph of plain text; the text engine lays out whole paragraphs."""
_MOST_TINTED = 2_000
"""Tinted runs in one text; a text with more is another text."""
BORDERS = ("\u2029", "\ufdd0", "\ufdd1")
"""What Qt has in its texts between paragraphs and between the cells of a table."""


PICTURE = "picture"
"""The scheme of addresses that lead to nothing but a picture of the text itself."""
OBJECT = "\ufffc"
"""What Qt has in its texts where a picture stands; no text of a model holds one (`visible`)."""
NUMBER = OBJECT + "\u00a0"
"""What a number takes that stands before a passage, with what keeps it beside its first word."""
_PUT_IN = re.compile(f"[{SOFTENER}{OBJECT}{JOINER}]")
IN_THREAD_FROM = 6_000
"""Characters from which a text is prepared in a thread; it stands there plain meanwhile."""
_MOST_BRACKETS = 500
"""Brackets from which a text is prepared in a thread, too: pairing them costs a parser most."""
NOTES = {
    "long": "Shown as plain text: it is very long.",
    "deep": "Shown as plain text: it is nested very deeply.",
    "dense": "Shown as plain text: it has too many marks to format.",
    "lossy": "Shown as plain text, because formatting would have left a part of it out.",
}
"""What is said of a text that is shown plain."""


class RenderedText(NamedTuple):
    """A text ready to be shown; `fresh` are runs of new words, counted in signs that are no white space.

    `gone`: before which of these signs words were taken away and none put in their place.
    """

    rendered: Rendered
    fresh: tuple[tuple[int, int], ...] = ()
    pictures: Mapping[str, Raster] = {}
    """By the addresses that the HTML has for them."""
    gone: tuple[int, ...] = ()


def prepared_at_once(text: str) -> bool:
    """Return whether a text is prepared in less time than anybody sees."""
    return len(text) < IN_THREAD_FROM and text.count("[") < _MOST_BRACKETS


def no_picture(name: str) -> None:
    """Know no picture."""
    del name


def render_text(
    text: str, before: str | None = None, find: FindPicture = no_picture, *, as_book: bool = False
) -> RenderedText:
    """Render a text, and find the words that `before` has not; `find` knows the pictures of its marks.

    `as_book`: its lines end where they were ended, and where words are gone without others is found, too.
    """
    own = Pictures()
    marked = own.add(text)
    shown: dict[str, Raster] = {}

    def find_image(name: str) -> Image | None:
        found = own.find(name) or find(name)
        if found is None:
            return None
        address = f"{PICTURE}:{len(shown)}"
        shown[address] = found
        return Image(address, found.width, found.height)

    rendered = render(marked, find_image=find_image, keep_lines=as_book)
    if before is None or before == text:
        return RenderedText(rendered, (), shown)
    old = render(without_pictures(before), keep_lines=as_book)
    fresh, gone = _changed(old.text, rendered.text)
    return RenderedText(rendered, fresh, shown, gone if as_book else ())


def _changed(old: str, new: str) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the runs of new words, and the places of those that are gone without any."""
    runs: list[tuple[int, int]] = []
    gone: list[int] = []
    at = 0
    for span in diff_texts(old, new):
        length = len(squeezed(span.text))
        if span.kind == "delete":
            gone += [at] if length else []
            continue
        if span.kind == "insert" and length:
            runs.append((at, at + length))
        at += length
    if len(runs) + len(gone) > _MOST_TINTED:
        return (), ()
    replaced = {place for run in runs for place in run}
    return tuple(runs), tuple(place for place in dict.fromkeys(gone) if place not in replaced)


def squeezed(text: str) -> str:
    """Return a text without white space, pictures and what was put into words where it is laid out."""
    return "".join(_PUT_IN.sub("", text).split())


def sign_positions(text: str) -> list[int]:
    """Return where each sign that is no white space stands, in Qt's positions (UTF-16 units)."""
    found: list[int] = []
    at = 0
    for letter in text:
        if letter not in (SOFTENER, OBJECT, JOINER) and not letter.isspace():
            found.append(at)
        at += 2 if letter > "\uffff" else 1
    return found


def passage_in(text: str, quote: str) -> tuple[int, int] | None:
    """Return where a passage stands, in Qt's positions, whatever its spaces and marks; None: nowhere."""
    whole, words = squeezed(text), squeezed(quote)
    for wanted in filter(None, (words, words.strip("…."), re.sub("[*_`#~>|]", "", words))):
        start = whole.find(wanted)
        if start < 0:
            start = whole.casefold().find(wanted.casefold())
        if start >= 0:
            at = sign_positions(text)
            return at[start], at[start + len(wanted) - 1] + 1
    return None


def paragraphs(text: str, run: int = 0, filled: int = 0) -> tuple[list[str], int, int]:
    """Cut text into paragraphs of bounded length; one that ends with a SOFTENER goes on in the next.

    `run` is the length of the word and `filled` that of the paragraph that go on; both are returned anew.
    """
    found: list[str] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            run = filled = 0
        while True:
            part, line = _cut(line, BLOCK - filled)
            softened, run = soften(part, run)
            if not line:
                break
            found.append(softened + SOFTENER)
            filled = 0
        found.append(softened)
        filled += len(part)
    return found, run, filled


def _cut(line: str, room: int) -> tuple[str, str]:
    if len(line) <= room:
        return line, ""
    at = line.rfind(" ", max(0, room - 200), room) + 1
    at = at or max(0, room)
    return line[:at], line[at:]


def as_written(raw: str) -> str:
    """Return a text of Qt's as it was before it was cut into paragraphs and its long words were softened."""
    # A picture stands in a line above its caption.
    text = raw.replace(SOFTENER + "\u2029", "").replace(SOFTENER, "").replace(OBJECT + "\u2028", "")
    text = text.replace(NUMBER, "")
    for border in ("\u2028", *BORDERS):
        text = text.replace(border, "\n")
    return unglued(text)
