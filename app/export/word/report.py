"""The Word writer of a report, and of the texts of a session for an editor outside.

In both, comments stand at their words, and what changed is tracked. Where texts are sent, the session and its
newest record are named in the document's properties; of several texts, each is numbered by a bookmark at its
title. Word and LibreOffice keep both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app.diffing import compare
from app.diffing.hunks import Passage, passages
from app.diffing.quotations import quoted_spans
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import PERSON
from app.engine.exporting import CONTENTS, ExportRequest, ExportText
from app.export.composing import compose
from app.export.names import Names
from app.export.report_model import (
    Authored,
    Block,
    Changes,
    Comment,
    Foreign,
    Items,
    Prose,
    ReportDocument,
    Section,
    Table,
    report_of,
)
from app.export.rounds import PERSON as THE_PERSON
from app.export.rounds import Rounds
from app.export.word import prose
from app.export.word.drawing import Shown
from app.export.word.frame import TITLE, MarginNote, word_file
from app.export.word.markup import Look, Margin, Stamp, bookmark, paragraph, run
from app.export.word.prose import Place
from app.export.word.setting import lists_of
from app.export.word.tracked import Form, Numbers, Remark, tracked_paragraphs
from app.markup.visible import visible
from app.projections.report import Report

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t#]*$", re.MULTILINE)
_WRITER = "Roundtable"
"""Who a change is by where nobody else is known."""


def write(request: ExportRequest) -> bytes:
    """Return a report as a Word document."""
    return docx_of(compose(request, margin=True))


def typeset(request: ExportRequest, markdown: str) -> bytes:
    """Return a manuscript as a Word document: scenes, lines and footnotes as its writer set them."""
    report = report_of(request)
    text, notes = prose.notes_apart(markdown)
    writer = prose.Prose(notes=notes)
    body = writer.write(text, Place(below=0))
    headings = _HEADING.findall(text)
    # Chapters are no title of the whole.
    one = bool(headings) and headings[0][0] not in {sign for sign, _ in headings[1:]}
    title = headings[0][1] if one else " ".join(report.title.split())
    # It is its writer's, who is not known here, and not the program's.
    return word_file(body, title=title, at=report.changed_at, author="", footnotes=writer.footnotes)


def docx_of(document: ReportDocument) -> bytes:
    """Return a report as a DOCX; the same bytes for the same report."""
    writer = _Report(document)
    body = list(writer.body())
    return word_file(body, title=document.title, at=document.at, notes=writer.notes, shown=writer.shown)


class _Report:
    def __init__(self, document: ReportDocument) -> None:
        self._document = document
        self._numbers = Numbers()
        self.notes: list[MarginNote] = []
        self._bookmarks = {s.anchor: f"section_{n}" for n, s in enumerate(document.sections, 1)}
        self.shown = Shown(document.pictures)
        self._prose = prose.Prose(sections=self._bookmarks, shown=self.shown)
        self._own = Place(own=True)

    def body(self) -> Iterator[str]:
        """Yield the paragraphs and tables."""
        document = self._document
        if not document.head:
            # The answer alone: nothing of the report's own stands in it.
            for section in document.sections:
                for block in section.blocks:
                    if isinstance(block, Foreign):
                        yield from self._prose.write(block.text, Place(below=0))
            return
        yield paragraph(run(visible(document.title)), "Title")
        yield self._prose.line(document.head, replace(self._own, look=Look(muted=True)))
        for section in document.sections:
            yield self._heading(section)
            for block in section.blocks:
                yield from self._block(block, Place(below=section.level, taken=document.taken))

    def _heading(self, section: Section) -> str:
        name = self._bookmarks[section.anchor]
        marked = bookmark(name, next(self._numbers.changes), run(visible(section.title)))
        return paragraph(marked, f"Heading{min(6, section.level - 1)}")

    def _block(self, block: Block, place: Place, author: Stamp | None = None) -> Iterator[str]:
        match block:
            case Prose():
                yield from self._prose.write(block.markdown, replace(place, own=True))
            case Foreign():
                below = None if block.quoted else place.below
                if block.added:
                    yield from self._with_added(block, replace(place, quoted=block.quoted, below=below))
                    return
                yield from self._prose.write(block.text, replace(place, quoted=block.quoted, below=below))
            case Changes():
                yield from self._changes(block.old, block.new, author)
            case Table():
                yield self._table(block)
            case Authored():
                yield from self._authored(block, place)
            case Items():
                for item in block.items:
                    yield self._prose.item(item.markdown, replace(place, own=True))
                    for one in item.blocks:
                        yield from self._block(one, place.deeper(), author)

    def _changes(
        self, old: str, new: str, author: Stamp | None, remarks: Sequence[Remark] = ()
    ) -> Iterator[str]:
        stamp = author or Stamp(_WRITER, self._document.at)
        how: Form = "whole" if remarks or stamp.author == str(THE_PERSON) else "changes"
        paragraphs, notes = tracked_paragraphs(old, new, stamp, self._numbers, remarks, form=how)
        self.notes += notes
        yield from paragraphs

    def _authored(self, block: Authored, place: Place) -> Iterator[str]:
        own = replace(self._own, depth=place.depth)
        if block.comments and not block.blocks:
            # Of a text that stands elsewhere only the line that says so is there to be spoken of.
            yield from self._commented(block.lead, block.comments, own)
            return
        if block.lead:
            yield self._prose.line(block.lead, own, heads=True)
        stamp = Stamp(block.author, block.at)
        changed = next((one for one in block.blocks if isinstance(one, Changes)), None)
        if not block.comments:
            for one in block.blocks:
                yield from self._block(one, place, stamp)
        elif changed is not None:
            remarks = [Remark(_stamp(one), one.text, one.quote) for one in block.comments]
            yield from self._changes(changed.old, changed.new, stamp, remarks)
        else:
            shown = "\n\n".join(one.text for one in block.blocks if isinstance(one, Foreign))
            yield from self._commented(shown, block.comments, replace(place, quoted=True, below=None))

    def _with_added(self, block: Foreign, place: Place) -> Iterator[str]:
        """Yield a text in which what others put in is tracked, each by its author."""
        first = prose.Prose(sections=self._bookmarks)
        first.write(block.text, place)
        heard, margin = "".join(first.heard), Margin()
        for one in block.added:
            words = visible(one.text)
            at = heard.find(words)
            spans = quoted_spans(heard, words, whole_words=False) if at < 0 else ()
            begin, end = (spans[0].start, spans[-1].end) if spans else (at, at + len(words))
            if begin >= 0:
                margin.insert(begin, end, Stamp(one.author, self._document.at), next(self._numbers.changes))
        yield from prose.Prose(margin, self._bookmarks, shown=self.shown).write(block.text, place)

    def _commented(self, text: str, comments: Sequence[Comment], place: Place) -> Iterator[str]:
        first = prose.Prose(sections=self._bookmarks)
        first.write(text, place)
        heard = "".join(first.heard)
        margin = Margin()
        for comment in comments:
            note = MarginNote(next(self._numbers.notes), _stamp(comment), comment.text)
            spans = quoted_spans(heard, visible(comment.quote), whole_words=False)
            begin, end = (spans[0].start, spans[-1].end) if spans else (0, len("".join(first.heard[:1])))
            margin.put(note.number, begin, end)
            self.notes.append(note)
        if not heard:
            yield paragraph(margin.opening(0) + margin.closing(0))
            return
        yield from prose.Prose(margin, self._bookmarks, shown=self.shown).write(text, place)

    def _table(self, block: Table) -> str:
        head = replace(self._own, look=Look(bold=True))
        rows = [
            [self._prose.letters(_together(cell), head if not number else self._own) for cell in row]
            for number, row in enumerate((block.head, *block.rows))
        ]
        return prose.table(rows, block.figures)


def _together(cell: str) -> str:
    """Return a cell in which no line ends between a figure and its sign."""
    return cell.replace(" %", "\N{NO-BREAK SPACE}%")


def _stamp(comment: Comment) -> Stamp:
    return Stamp(comment.author, comment.at)


def tracked_file(request: ExportRequest) -> bytes:
    """Return a session's texts as a DOCX; raises InputError where there is none yet."""
    texts = request.texts()
    if not texts:
        raise InputError(
            words("This session has no text yet that somebody could edit."),
            words("Wait for the first one, or export the report."),
        )
    report = report_of(request)
    sender = _Sender(request, report)
    body = [block for number, text in enumerate(texts, 1) for block in sender.text(number, text, len(texts))]
    return word_file(
        body,
        title=sender.names.text(report.title),
        at=report.changed_at,
        notes=sender.notes,
        numbering=lists_of(sender.numbers.lists),
        properties={
            "Roundtable session": request.session,
            # With it the texts are found as they were sent, whatever becomes of them until they are back.
            "Roundtable record": str(request.records[-1].seq),
        },
    )


def glance(request: ExportRequest) -> str:
    """Return the texts as plain text, with what goes as [−so−] and what comes as [+so+]."""
    names = Names.of(request, report_of(request))
    texts = request.texts()
    parts = []
    for text in texts:
        title = f"── {visible(names.plain(text.title))}\n" if len(texts) > 1 else ""
        parts.append(title + "".join(map(_marked, passages(compare(visible(text.old), visible(text.new))))))
    return "\n\n".join(parts)


def _marked(one: Passage) -> str:
    words_ = one.text.strip("\n")
    if one.kind == "equal" or not words_:
        return one.text
    sign = "−" if one.kind == "delete" else "+"
    before, after = one.text.split(words_, 1)
    return f"{before}[{sign}{words_}{sign}]{after}"


class _Sender:
    def __init__(self, request: ExportRequest, report: Report) -> None:
        self._report = report
        self.names = Names.of(request, report)
        self._rounds = Rounds(
            report,
            self.names,
            request,
            contents=frozenset(CONTENTS),
            costs=False,
        )
        self.numbers = Numbers()
        self.notes: list[MarginNote] = []
        self._times: Mapping[int, datetime] = {text.seq: text.at for text in report.texts}

    def text(self, number: int, text: ExportText, several: int) -> Iterator[str]:
        """Yield a text's paragraphs, under its title where there are several."""
        if several > 1:
            title = run(visible(self.names.plain(text.title)))
            yield paragraph(bookmark(f"roundtable_text_{number}", next(self.numbers.changes), title), TITLE)
        author = str(THE_PERSON) if text.seat == PERSON else self.names.plain(text.seat)
        # An edit of the person has the number of the text it is of.
        seq = text.names[1].removesuffix(".edit")
        at = self._times.get(int(seq) if seq else 0, self._report.changed_at)
        own = {hunk.key for hunk in compare(visible(text.old), visible(text.proposed)).hunks}
        stamp, person = Stamp(author, at), Stamp(str(THE_PERSON), self._report.changed_at)
        changes = compare(visible(text.old), visible(text.new)).hunks if text.new != text.proposed else ()
        by = {hunk.key: person for hunk in changes if hunk.key not in own}
        if text.old == text.proposed:
            stamp = person
        added = [(visible(words), Stamp(self.names.plain(seat), at)) for words, seat in text.added]
        paragraphs, notes = tracked_paragraphs(
            text.old, text.new, stamp, self.numbers, self._remarks(text), by, added
        )
        self.notes += notes
        yield from paragraphs

    def _remarks(self, text: ExportText) -> list[Remark]:
        """Return what was said of a text in its attempt: before it was refined, and since."""
        seq = text.names[1].removesuffix(".edit")
        version = next((one for one in self._report.texts if str(one.seq) == seq), None)
        if version is None:
            return []
        here = (version.round, version.attempt)
        found = [
            self._rounds.comment(point)
            for point in self._report.critiques
            if point.target == text.seat and (point.round, point.attempt) == here
        ]
        return [Remark(Stamp(one.author, one.at), one.text, one.quote) for one in found]
