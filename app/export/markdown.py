"""The Markdown writer of a report: one document to read and to hand on.

Rules: a model's text stands below the report's own headings or in a quotation, written anew, so that it can
neither open a section nor leave its own; an answer that is wanted alone stands as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from app.domain.pictures import Pictures
from app.engine.exporting import CONTENTS, ExportRequest, ReportPreview
from app.export.composing import compose
from app.export.html import html_piece
from app.export.report_model import (
    Authored,
    Block,
    Changes,
    Foreign,
    Items,
    Prose,
    ReportDocument,
    Table,
)
from app.markup.escaping import inline, quoted
from app.markup.quoting import MAX_CHARS, quote
from app.markup.visible import visible

_PICTURE = re.compile(r"\\?\[(picture(?: “[^”\[\]\\\n]{1,200}”)?, [\d,]{1,12} kB)\\?\]")
"""The mark of a picture, as it was written or escaped."""
_INSIDE = re.compile(r"(?<!\\)\[([^\[\]]+)\]\(#[^()\s]*\)")
"""A link of the report's own: in foreign text no bracket opens one."""


def write(request: ExportRequest) -> bytes:
    """Return a report as Markdown."""
    document = compose(request)
    return _with_pictures(markdown_of(document), document.pictures).encode()


def _with_pictures(markdown: str, pictures: Pictures) -> str:
    """Return a report whose marks show the pictures they stand for, which are kept at its end."""
    kept: dict[str, str] = {}

    def shown(mark: re.Match[str]) -> str:
        label = f"[{mark[1]}]"
        found = pictures.find(label)
        if found is None:
            return mark[0]
        kept[label] = found.address
        return f"!{label}"

    text = _PICTURE.sub(shown, markdown)
    return text + "".join(f"\n{label}: {address}\n" for label, address in kept.items())


def preview(request: ExportRequest) -> ReportPreview:
    """Return a report as it will read, and what it could hold; raises InputError as `compose` does."""
    whole = compose(replace(request, contents=None))
    document = compose(request) if request.contents is not None else whole
    markdown = markdown_of(document)
    return ReportPreview(
        markdown=markdown,
        reading=_INSIDE.sub(r"\1", markdown),
        html=html_piece(document),
        offered={
            name: tuple(dict.fromkeys(s.title for s in whole.sections if s.name == name))
            for name in CONTENTS
            if any(s.name == name for s in whole.sections)
        },
    )


def markdown_of(document: ReportDocument) -> str:
    """Return a report as Markdown, with a line end at its end."""
    # Each part marks what hides in it where it is made; one that forgot to would hide it from every reader.
    return visible("\n\n".join(_blocks(document))) + "\n"


def _blocks(document: ReportDocument) -> Iterator[str]:
    if not document.head:
        # Without anything of the report's own, nothing in it can be taken for the report's.
        answers = (b for s in document.sections for b in s.blocks if isinstance(b, Foreign))
        yield from (block.text.strip("\n") for block in answers)
        return
    yield f"# {inline(document.title)}"
    yield document.head
    for section in document.sections:
        yield f"{'#' * section.level} {inline(section.title)}"
        yield from (_block(block, section.level, document) for block in section.blocks)


def _block(block: Block, level: int, document: ReportDocument) -> str:
    match block:
        case Prose():
            return lowered(block.markdown, below=level)
        case Foreign(quoted=True):
            return quoted(quote(block.text))
        case Foreign():
            return quote(block.text, below=level, taken=document.taken)
        case Changes():
            return block.markdown
        case Table():
            return _table(block)
        case Authored():
            # A list or a quotation may follow a line without an empty one between them.
            inner = [_block(one, level, document) for one in block.blocks]
            return "\n".join(filter(None, (block.lead, *inner)))
        case Items():
            return "\n".join(_items(block, level, document))


def _table(table: Table) -> str:
    lines = (table.head, ("---",) * len(table.head), *table.rows)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _items(items: Items, level: int, document: ReportDocument) -> Iterator[str]:
    for item in items.items:
        yield f"- {item.markdown}"
        for block in item.blocks:
            yield from (f"  {line}" for line in _block(block, level, document).split("\n"))


_MARKS = re.compile(r"#{1,6}(?=[ \t]|$)")
_MAYBE = re.compile(r"^[ \t>*+\-\d.)]*(?:#|=+[ \t]*$|-[ \t]*$)", re.MULTILINE)
_DEEPEST = 6


def lowered(text: str, *, below: int) -> str:
    """Return Markdown whose own headings begin one level below `below`, as `render` and `quote` set them.

    A text that is too long or too deep to be read as Markdown is returned as it is.
    """
    if not _MAYBE.search(text) or len(text) > MAX_CHARS * 10:
        return text
    # Late for start-up cost, as in `render`.
    from app.markup.parser import TooDeep, parse

    try:
        tokens = parse(text)
    except (TooDeep, RecursionError):
        return text
    found = [
        (int(token.tag[1]), token.map, token.markup, inner.content)
        for token, inner in pairwise(tokens)
        # A sign alone is a break between scenes.
        if token.type == "heading_open" and token.map and inner.content.strip()
    ]
    shift = below + 1 - min((level for level, *_ in found), default=below + 1)
    if not shift:
        return text
    lines: list[str | None] = [*text.split("\n")]
    for level, (first, end), markup, words in found:
        marks = "#" * min(_DEEPEST, level + shift)
        heading = lines[first] or ""
        if markup.startswith("#"):
            lines[first] = _MARKS.sub(marks, heading, count=1)
        elif len(marks) <= 2:
            # Underlined headings have two levels.
            lines[end - 1] = (lines[end - 1] or "").replace(markup[0], "=-"[len(marks) - 1])
        else:
            before = heading.partition(words.split("\n")[0])[0]
            lines[first:end] = [f"{before}{marks} {' '.join(words.split())}", *[None] * (end - first - 1)]
    return "\n".join(_there(lines))


def _there(lines: list[str | None]) -> Iterator[str]:
    return (line for line in lines if line is not None)
