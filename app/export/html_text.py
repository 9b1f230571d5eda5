"""The words of a report as HTML: its own, those of others, and what changed in a text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from html import escape

from app.diffing import diff_texts
from app.diffing.alignment import Row, align
from app.diffing.units import Unit
from app.domain.i18n import ngettext, translate
from app.domain.pictures import Pictures
from app.export.changes import outdented, told_words
from app.markup.render import render
from app.markup.rendered import Image
from app.markup.visible import soften, visible

NEAR = 1
"""Passages shown before and after a change, so that it can be placed."""
_ITEM = re.compile(r"\s*(?:[-*+•]|(\d{1,9})[.)])\s+\S")
_TAGS = {"equal": "", "insert": "ins", "delete": "del"}


def plain(text: str) -> str:
    """Return plain words as HTML."""
    return escape(soften(visible(text))[0])


def own(markdown: str, anchors: Collection[str], *, below: int | None = None) -> str:
    """Return the report's own safe Markdown as HTML: in it links may lead to places of the report."""
    return _with_room(render(markdown, below=below, anchors=anchors).html)


def own_line(markdown: str, anchors: Collection[str]) -> str:
    """Return the report's own words on one line, without the paragraph around them."""
    html = own(markdown, anchors).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return inner if html.startswith("<p>") and "<p>" not in inner else html


def foreign(text: str, *, below: int, pictures: Pictures | None = None) -> str:
    """Return a text of somebody's as HTML, its headings below the report's; `pictures` of the answers."""

    def find(name: str) -> Image | None:
        found = pictures.find(name) if pictures is not None else None
        return Image(found.address, found.width, found.height) if found is not None else None

    return _with_room(render(text, below=below, find_image=find).html)


def _with_room(html: str) -> str:
    """Return HTML in which a table that is wider than the page is moved from side to side, not all of it."""
    return html.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")


def changes(old: str, new: str, *, below: int) -> str:
    """Return the new text by what changed in it: passages that stayed are told where a change is near."""
    rows = align(old, new)
    return "".join(_told(rows, below))


def _told(rows: Sequence[Row], below: int) -> Iterator[str]:
    """Yield changes, and what stands between them."""
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and _kind(rows[end]) == _kind(rows[at]):
            end += 1
        together = rows[at:end]
        match _kind(rows[at]):
            case "stays":
                yield from _stayed(together, below, first=at == 0, last=end == len(rows))
            case "new":
                yield _block("ins", [row.new for row in together if row.new is not None], below)
            case "gone":
                yield _block("del", [row.old for row in together if row.old is not None], below)
            case "moved":
                yield from (_moved(rows, row, below) for row in together)
            case "changed":
                yield from (_marked(row.old, row.new) for row in together if row.old and row.new)
            case _:
                pass  # where a passage went to, it is told
        at = end


def _kind(row: Row) -> str:
    match row.kind:
        case "unchanged":
            return "stays"
        case "changed":
            return "changed"
        case "inserted":
            return "new" if row.moved is None else "moved"
        case _:
            return "gone" if row.moved is None else "left"


def _stayed(rows: Sequence[Row], below: int, *, first: bool, last: bool) -> Iterator[str]:
    before = () if first else rows[:NEAR]
    after = () if last else rows[max(len(before), len(rows) - NEAR) :]
    hidden = len(rows) - len(before) - len(after)
    if hidden == 1:
        # Told, it takes no more room than the line that stands for it.
        before, after, hidden = rows, (), 0
    yield _context(before, below)
    if hidden:
        told = ngettext(hidden, "… {n} passage as before …", "… {n} passages as before …")
        yield f'<p class="stayed">{plain(told)}</p>\n'
    yield _context(after, below)


def _context(rows: Sequence[Row], below: int) -> str:
    text = "".join(row.new.text + row.new.gap for row in rows if row.new is not None)
    return f'<div class="near">{foreign(outdented(text), below=below)}</div>\n' if text.strip() else ""


def _block(tag: str, found: Sequence[Unit], below: int) -> str:
    text = "".join(unit.text + unit.gap for unit in found)
    return f'<{tag} class="block">{foreign(outdented(text), below=below)}</{tag}>\n'


def _moved(rows: Sequence[Row], row: Row, below: int) -> str:
    assert row.new is not None
    earlier = rows[row.moved].old if row.moved is not None else None
    told = _context([row], below) if earlier is None or earlier.text == row.new.text else ""
    words = translate("Moved here") if told else translate("Moved here and changed")
    return f'<p class="moved">{words}:</p>\n{told or _marked(earlier, row.new)}'


def _marked(old: Unit | None, new: Unit | None) -> str:
    """Return a changed passage, its deleted and inserted words marked; without its markup."""
    assert old is not None
    assert new is not None
    before, after = (old.text, new.text) if new.line else told_words(old.text, new.text)
    pieces = []
    for span in diff_texts(before, after):
        tag, words = _TAGS[span.kind], plain(span.text)
        pieces.append(f"<{tag}>{words}</{tag}>" if tag and words else words)
    inner = "".join(pieces)
    if new.line:
        return f'<pre class="changed">{inner}</pre>\n'
    return _as(new.text, inner.strip().replace("\n", "<br>"))


def _as(text: str, inner: str) -> str:
    """Return marked words as what they are: a heading, an item with its number, or a paragraph."""
    if text.lstrip().startswith("#"):
        return f'<p class="changed"><strong>{inner}</strong></p>\n'
    item = _ITEM.match(text)
    if item is None:
        return f'<p class="changed">{inner}</p>\n'
    number = item.group(1)
    begin, end = (f'<ol start="{number}">', "</ol>") if number else ("<ul>", "</ul>")
    return f"{begin}<li>{inner}</li>{end}\n"
