"""The model of a report, before it is a file: sections of blocks, the same for every form of file.

Rules: names and costs that are to be left out are left out here already; no writer looks at the records. Two
kinds of words, never mixed: `markdown` is the report's own, made safe, in which alone links lead to sections
(`#anchor`); `text` is a model's or a person's own Markdown, as it was written, and every writer makes it safe
in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.domain.pictures import Pictures
from app.engine.exporting import ExportRequest
from app.markup.quoting import anchor
from app.projections.report import Report
from app.projections.reporting import build_report


def report_of(request: ExportRequest) -> Report:
    """Return the values of a session's report, before any of them is put into words."""
    catalogue = request.catalogue or FactCatalogue(SHARED_FACTS)
    return build_report(catalogue, request.records, request.workflow_report)


@dataclass(frozen=True, slots=True)
class Prose:
    """The report's own words: paragraphs or a list, as safe Markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Added:
    """Words that somebody put into another one's text."""

    text: str
    author: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A text of somebody's, as it was written; `quoted` sets it apart from the report's own words."""

    text: str
    quoted: bool = True
    added: tuple[Added, ...] = ()
    """What others put into it, for a writer that shows whose words they are."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A text as what changed in it: both texts whole, for a writer that shows or tracks changes itself.

    `markdown` is the same told in a list, for one that cannot.
    """

    old: str
    new: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of safe Markdown on one line each; `figures` are the columns that hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody says of a text: plain words, at the words of `quote`; empty: of the whole text."""

    id: str
    author: str
    text: str
    at: datetime
    quote: str = ""
    markdown: str = ""
    """The same as a report tells it, with what became of it."""


@dataclass(frozen=True, slots=True)
class Authored:
    """A text of a seat or a person under a line that says whose it is and what became of it.

    `blocks` tell it as briefly as may be: as changes, or as what stands nowhere else; `text` is all of it,
    `base` the text it was made from where there is one.
    """

    lead: str
    """Safe Markdown on one line."""
    author: str
    at: datetime
    text: str
    blocks: tuple[Block, ...] = ()
    base: str | None = None
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A line of safe Markdown, and what belongs under it."""

    markdown: str
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Item, ...]


Block = Prose | Foreign | Changes | Table | Authored | Items


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading; `level` 2 stands below the title, 3 below a section of 2.

    `name` is one of `engine.exporting.CONTENTS`, which a person may leave out, or `rounds`: the heading of
    an attempt, which stands while anything of it does.
    """

    name: str
    level: int
    title: str
    blocks: tuple[Block, ...] = ()

    @property
    def anchor(self) -> str:
        """The name that links lead to."""
        return anchor(self.title)


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """A report in whole. `head` is safe Markdown on one line, empty where only the answer is wanted."""

    title: str
    """Plain words."""
    head: str
    sections: tuple[Section, ...]
    at: datetime
    """When the session last changed: the only time that a file may carry."""
    taken: frozenset[str] = field(default=frozenset(), repr=False)
    """Anchors of the report's own, which no heading of a model may have."""
    pictures: Pictures = field(default_factory=Pictures, repr=False, compare=False)
    """The pictures of the answers, which stand in texts as marks."""
