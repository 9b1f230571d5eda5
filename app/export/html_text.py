"""A report as HTML: its own words, those of others, what changed in a text, and the page around it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final

from app.diffing import diff_texts
from app.diffing.alignment import Row, align
from app.diffing.units import Unit
from app.domain.i18n import language_in_use, ngettext, translate
from app.domain.pictures import Pictures
from app.export.changes import outdented, told_words
from app.markup.render import render
from app.markup.rendered import Image
from app.markup.sheet import DARK, LIGHT, Tints
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


# --- the page around it ------------------------------------------------------------------------------------


def _tints(tints: Tints, ground: str, quoted: str, new: str, gone: str) -> str:
    names = {field.replace("_", "-"): value for field, value in tints._asdict().items()}
    names |= {"ground": ground, "quoted": quoted, "new": new, "gone": gone}
    return " ".join(f"--{name}: {value};" for name, value in names.items())


SHEET: Final = f"""
:root {{ color-scheme: light dark; {_tints(LIGHT, "#ffffff", "#f7f8fa", "#d9f2df", "#fbe1e1")} }}
@media (prefers-color-scheme: dark) {{
:root {{ {_tints(DARK, "#15181d", "#1b1f25", "#17402a", "#4b2024")} }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-feature-settings: "calt" 0; }}
main {{ max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; overflow-wrap: break-word; }}
h1 {{ font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.3rem; margin: 2.5rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); }}
h3 {{ font-size: 1.08rem; margin: 1.6rem 0 .4rem; }}
h4, h5, h6 {{ font-size: 1rem; margin: 1.2rem 0 .3rem; }}
p {{ margin: 0 0 .7rem; }}
ul, ol {{ margin: 0 0 .8rem; padding-left: 1.4rem; }}
li {{ margin: .15rem 0; }} li > p {{ margin: .15rem 0; }} li > blockquote {{ margin-top: .4rem; }}
a {{ color: var(--link); text-underline-offset: .15em; }}
hr {{ border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }}
.head {{ color: var(--muted); }}
nav {{ margin: 1.5rem 0 0; padding: .8rem 1rem; background: var(--quoted); border-radius: .5rem; }}
nav ul {{ columns: 2 16rem; list-style: none; padding: 0; margin: 0; }}
nav a {{ text-decoration: none; }} nav a:hover {{ text-decoration: underline; }}
blockquote, .changes {{ margin: .3rem 0 1rem; padding: .7rem 1rem; background: var(--quoted);
  border-left: 3px solid var(--line); border-radius: 0 .4rem .4rem 0; }}
blockquote blockquote {{ background: none; padding: 0 0 0 .8rem; }}
blockquote > :first-child, .changes > :first-child {{ margin-top: 0; }}
blockquote > :last-child, .changes > :last-child {{ margin-bottom: 0; }}
article {{ margin: 0 0 1.2rem; }} .lead {{ margin-bottom: .3rem; }}
code, pre, .math {{ font: .875em/1.5 "JetBrains Mono NL", ui-monospace, Menlo, Consolas, monospace;
  background: var(--code-ground); border-radius: .25rem; }}
code {{ padding: .1em .25em; }}
pre {{ padding: .7rem .9rem; margin: .3rem 0 .9rem; white-space: pre-wrap; }} pre code {{ padding: 0; }}
.table, table {{ overflow-x: auto; }} .table {{ margin: .4rem 0 1rem; }}
table {{ border-collapse: collapse; font-size: .92em; margin: .4rem 0 1rem; }} .table > table {{ margin: 0; }}
.wide td:first-child {{ min-width: 10rem; }} .wide td:last-child {{ overflow-wrap: anywhere; }}
th, td {{ border: 1px solid var(--line); padding: .3rem .55rem; text-align: left; vertical-align: top; }}
th {{ background: var(--quoted); font-weight: 600; hyphens: auto; }}
[align=right] {{ text-align: right; font-variant-numeric: tabular-nums; }}
[align=center] {{ text-align: center; }}
ins {{ background: var(--new); text-decoration: underline; text-decoration-thickness: 1px; }}
del {{ background: var(--gone); text-decoration: line-through; }}
ins.block, del.block {{ display: block; margin: .3rem 0; padding: .4rem .7rem; border-radius: .3rem; }}
ins.block {{ text-decoration: none; border-left: 3px solid #2e9e57; }}
ins.block > :last-child, del.block > :last-child, .near > :last-child {{ margin-bottom: 0; }}
.near {{ color: var(--muted); margin: .3rem 0; }}
.stayed, .moved {{ color: var(--muted); font-size: .88em; margin: .4rem 0; }}
pre.changed {{ margin: 0; }}
math[display=block] {{ margin: .6rem 0 1rem; overflow-x: auto; }}
.address, .image, .info {{ color: var(--muted); font-size: .9em; }} .info {{ margin: 0; }}
img {{ max-width: 100%; height: auto; }}
.k {{ color: var(--keyword); }} .s {{ color: var(--string); }} .m {{ color: var(--number); }}
.c {{ color: var(--comment); font-style: italic; }} .n {{ color: var(--name); }}
@page {{ margin: 20mm 18mm; }}
@media print {{
:root {{ color-scheme: light; {_tints(LIGHT, "#ffffff", "#ffffff", "#e3f4e7", "#fae6e6")} }}
body {{ font-size: 10.5pt; line-height: 1.45; }} main {{ max-width: none; padding: 0; }}
h1, h2, h3, h4, h5, h6, .lead {{ break-after: avoid; }}
p:has(+ h3, + h4) {{ break-after: avoid; }} p, li {{ orphans: 3; widows: 3; }}
ul, ol, .table, blockquote, .changes, pre {{ break-before: avoid; }}
.table {{ overflow: visible; }} .lead, .table, tr, pre {{ break-inside: avoid; }}
.table.wide {{ break-inside: auto; }}
thead {{ display: table-header-group; }}
nav {{ border: 1px solid var(--line); }} a {{ color: inherit; }}
ins, del {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
ins.block {{ border-left-width: 2pt; }}
}}
"""


def page(title: str, body: str, sheet: str) -> str:
    """Return a whole HTML file; `title` and `body` are HTML, `sheet` its one style sheet."""
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    pictures = " img-src data:;" if "<img " in body else ""
    policy = f"default-src 'none';{pictures} style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f"""<!DOCTYPE html>
<html lang="{language_in_use().code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Roundtable">
<title>{title}</title>
<style>{sheet}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}</main>
</body>
</html>
"""
