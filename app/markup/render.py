"""The one way from model text to HTML.

Guards (each has its test): raw HTML is text; an image is a note with its address, but for those that the
caller has the picture of; a link keeps its address in
sight and carries it only for http, https and mailto; mathematics stays source; hidden characters are marked;
limits lead to plain text; and a last look makes sure that every letter of the source is still there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape

from app.markup.rendered import FindImage, Reason, Rendered
from app.markup.visible import soften, visible

MAX_CHARS = 200_000
"""Longer texts are shown plain (source: measured layout times of the text engine)."""
_MAX_LINES = 10_000
"""Lines a parser is asked to sort into lists, tables and paragraphs."""
_MAX_MARKS = 20_000
"""Brackets, emphasis marks and back-ticks a parser is asked to pair; more are shown plain."""

_MARKS = re.compile(r"[\[\]*_`~!<$\\]")
_ENTITY = re.compile(r"&(?:#[0-9a-z]{1,8}|[a-z][a-z0-9]{1,31});", re.IGNORECASE)
_SIGNS = re.compile(r"[\s!-/:-@\[-`{-~\ufffd]+")


def render(
    text: str,
    *,
    below: int | None = None,
    anchors: Collection[str] = (),
    find_image: FindImage | None = None,
    keep_lines: bool = False,
) -> Rendered:
    """Render model text (Markdown) to safe HTML; pure, and never raises for any text.

    `below`: the level of the heading it stands under, its own begin one deeper; None: as they are.
    `anchors`: places of the document around it to which links may lead. `find_image`: which pictures it has.
    `keep_lines`: a line within a paragraph ends where it was ended, as in a poem, and is not filled up.
    """
    source = visible(text)
    if len(source) > MAX_CHARS or source.count("\n") > _MAX_LINES:
        return _plain(source, "long")
    if sum(1 for _ in _MARKS.finditer(source)) > _MAX_MARKS:
        return _plain(source, "dense")
    # Late for start-up cost: parser and sanitiser take 90 ms to import.
    from app.markup.parser import TooDeep, parse, shift_below
    from app.markup.writer import Writer

    try:
        tokens = parse(source)
    except (TooDeep, RecursionError):
        return _plain(source, "deep")
    shift = 0 if below is None else shift_below(tokens, below)
    writer = Writer(shift=shift, anchors=anchors, find_image=find_image, keep_lines=keep_lines)
    blocks = writer.write(tokens)
    if not _holds("".join(writer.kept), source):
        return _plain(source, "lossy")
    shown = re.sub(r"\n{3,}", "\n\n", "".join(writer.shown)).strip()
    return Rendered(tuple(blocks), shown, "", writer.images, tuple(writer.links))


def render_parts(parts: Sequence[tuple[str, str]]) -> Rendered:
    """Render several texts, each on its own under its heading: no mark in one reaches the next."""
    # Late as above.
    from app.markup.writer import PIECE

    pieces: list[str] = []
    words: list[str] = []
    links: dict[str, None] = {}
    images = 0
    for heading, text in parts:
        rendered = render(text)
        blocks: list[str] = []
        if heading:
            blocks.append(f"<h4>{_softened(visible(heading))}</h4>")
            words.append(heading)
        blocks += rendered.blocks or (f"<p>{_softened(rendered.text)}</p>".replace("\n", "<br>"),)
        for block in blocks:
            # Put in together where they are short: where one piece meets the next, their spacing is lost.
            if pieces and len(pieces[-1]) + len(block) <= PIECE:
                pieces[-1] += block
            else:
                pieces.append(block)
        words.append(rendered.text)
        images += rendered.images
        links |= dict.fromkeys(rendered.links)
    return Rendered(tuple(pieces), "\n\n".join(words), "", images, tuple(links))


def _softened(text: str) -> str:
    return escape(soften(text)[0], quote=False)


def _plain(source: str, reason: Reason) -> Rendered:
    return Rendered((), source, reason)


def _holds(kept: str, source: str) -> bool:
    """Tell whether every letter, digit and symbol of the source is in the kept text, in order."""
    wanted, found = _squeezed(source), _squeezed(kept)
    if wanted == found:
        return True
    rest = iter(found)
    return all(letter in rest for letter in wanted)


def _squeezed(text: str) -> str:
    return _SIGNS.sub("", _ENTITY.sub("", text))
