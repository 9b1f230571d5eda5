"""The HTML writer of a report: one file that holds all it needs, for any browser and for paper.

Rules: no script, no address that is loaded, and a policy that forbids both; all text of others passes
`markup.render`; the same session gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import translate
from app.engine.exporting import ExportRequest
from app.export.composing import compose
from app.export.html_text import SHEET, changes, foreign, own, own_line, page, plain
from app.export.report_model import (
    Authored,
    Block,
    Changes,
    Foreign,
    Items,
    Prose,
    ReportDocument,
    Section,
    Table,
)

CONTENTS_FROM = 4
"""Sections from which on a report has a table of contents."""


def write(request: ExportRequest) -> bytes:
    """Return a report as one HTML file."""
    return html_of(compose(request)).encode()


def html_of(document: ReportDocument) -> str:
    """Return a report as a whole HTML file."""
    body = HtmlBody(document)
    parts = (*body.head(), *body.contents(), *body.sections())
    return page(plain(document.title), "".join(parts), SHEET)


def html_piece(document: ReportDocument) -> str:
    """Return a report as one piece of HTML to paste elsewhere."""
    body = HtmlBody(document)
    title = f"<h1>{plain(document.title)}</h1>\n" if document.head else ""
    return "".join((title, *body.head(), *body.sections()))


class HtmlBody:
    """The parts of a report as HTML; each heading of the report's own has a name that links lead to."""

    def __init__(self, document: ReportDocument, *, every_heading: bool = False) -> None:
        """`every_heading`: each is named `mark-` and its number, for a writer that looks for them."""
        self._document, self._every = document, every_heading
        # Links lead to sections of the first level alone; the others may have names that come again.
        self._tops = [section for section in document.sections if section.level == 2]
        self._anchors = frozenset(section.anchor for section in self._tops)

    def head(self) -> Iterator[str]:
        """Yield the line under the title."""
        if self._document.head:
            yield f'<p class="head">{own_line(self._document.head, self._anchors)}</p>\n'

    def contents(self) -> Iterator[str]:
        """Yield the table of contents, of a report that is long enough for one."""
        if len(self._tops) < CONTENTS_FROM:
            return
        yield f'<nav aria-label="{plain(translate("Contents"))}">\n<ul>\n'
        for section in self._tops:
            yield f'<li><a href="#{plain(section.anchor)}">{plain(section.title)}</a></li>\n'
        yield "</ul>\n</nav>\n"

    def sections(self) -> Iterator[str]:
        """Yield the sections, each whole."""
        given = set[str]()
        for index, section in enumerate(self._document.sections):
            yield from self._section(index, section, given)

    def _section(self, index: int, section: Section, given: set[str]) -> Iterator[str]:
        level = section.level
        # The answer alone stands right under the title.
        if self._document.head:
            name = section.anchor if level == 2 and section.anchor not in given else ""
            given.add(name)
            title, place = plain(section.title), f' id="{plain(name)}"' if name else ""
            if self._every:
                name = f'<a name="{plain(name)}"></a>' if name else ""
                title, place = f'{name}<a class="name" name="mark-{index}">{title}</a>', ""
            yield f"<h{level}{place}>{title}</h{level}>\n"
        else:
            level = 1
        for block in section.blocks:
            yield self.block(block, level)

    def block(self, block: Block, level: int) -> str:
        """Return one block under a heading of this level."""
        match block:
            case Prose():
                return own(block.markdown, self._anchors, below=level)
            case Foreign(quoted=True):
                return f"<blockquote>\n{self._foreign(block, level)}</blockquote>\n"
            case Foreign():
                return f'<div class="answer">\n{self._foreign(block, level)}</div>\n'
            case Changes():
                return f'<div class="changes">\n{changes(block.old, block.new, below=level)}</div>\n'
            case Table():
                return self._table(block)
            case Authored():
                inner = "".join(self.block(one, level) for one in block.blocks)
                lead = f'<p class="lead">{own_line(block.lead, self._anchors)}</p>\n' if block.lead else ""
                return f"<article>\n{lead}{inner}</article>\n"
            case Items():
                items = "".join(
                    f"<li>{own_line(item.markdown, self._anchors)}"
                    f"{''.join(self.block(one, level) for one in item.blocks)}</li>\n"
                    for item in block.items
                )
                return f"<ul>\n{items}</ul>\n"

    def _foreign(self, block: Foreign, level: int) -> str:
        return foreign(block.text, below=level, pictures=self._document.pictures)

    def _table(self, table: Table) -> str:
        def cells(tag: str, row: tuple[str, ...]) -> str:
            marks = (' align="right"' if at in table.figures else "" for at in range(len(row)))
            pairs = zip(row, marks, strict=True)
            return "".join(f"<{tag}{mark}>{own_line(cell, self._anchors)}</{tag}>" for cell, mark in pairs)

        head = f"<thead><tr>{cells('th', table.head)}</tr></thead>"
        rows = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in table.rows)
        return f'<div class="table"><table>{head}\n<tbody>\n{rows}</tbody></table></div>\n'
