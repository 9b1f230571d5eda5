"""The texts of a session for an editor outside: tracked changes, comments, and where they come from.

The session and its newest record are named in the document's properties; of several texts, each is
numbered by a bookmark at its title. Word and LibreOffice keep both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from app.diffing import compare
from app.diffing.tracking import Passage, passages
from app.documents.edited_file import plain
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import PERSON
from app.engine.exporting import CONTENTS, ExportRequest, ExportText
from app.export.marks import Names
from app.export.report_model import report_of
from app.export.rounds import PERSON as THE_PERSON
from app.export.rounds import Rounds
from app.export.word.frame import TITLE, MarginNote, word_file
from app.export.word.markup import Stamp, bookmark, paragraph, run
from app.export.word.tracked import Numbers, Remark, tracked_paragraphs
from app.projections.report import Report


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
        title = f"── {names.plain(text.title)}\n" if len(texts) > 1 else ""
        parts.append(title + "".join(map(_marked, passages(compare(plain(text.old), plain(text.new))))))
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
        self._numbers = Numbers()
        self.notes: list[MarginNote] = []
        self._times: Mapping[int, datetime] = {text.seq: text.at for text in report.texts}

    def text(self, number: int, text: ExportText, several: int) -> Iterator[str]:
        """Yield a text's paragraphs, under its title where there are several."""
        if several > 1:
            title = run(self.names.plain(text.title))
            yield paragraph(bookmark(f"roundtable_text_{number}", next(self._numbers.changes), title), TITLE)
        author = str(THE_PERSON) if text.seat == PERSON else self.names.plain(text.seat)
        # An edit of the person has the number of the text it is of.
        seq = text.names[1].removesuffix(".edit")
        at = self._times.get(int(seq) if seq else 0, self._report.changed_at)
        own = {hunk.key for hunk in compare(plain(text.old), plain(text.proposed)).hunks}
        stamp, person = Stamp(author, at), Stamp(str(THE_PERSON), self._report.changed_at)
        changes = compare(plain(text.old), plain(text.new)).hunks if text.new != text.proposed else ()
        by = {hunk.key: person for hunk in changes if hunk.key not in own}
        if text.old == text.proposed:
            stamp = person
        paragraphs, notes = tracked_paragraphs(
            text.old, text.new, stamp, self._numbers, self._remarks(text), by
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
