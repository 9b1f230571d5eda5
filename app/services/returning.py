"""Taking a document back in that somebody outside worked on: what it says first, then the facts of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from app.diffing import compare
from app.diffing.patches import carry_over
from app.documents.edited_file import EditedComment, EditedFile, EditedText
from app.documents.places import LARGEST_DOCUMENT
from app.documents.reader import DocumentReader
from app.domain.canonical import JsonValue
from app.domain.errors import InputError, RoundtableError
from app.domain.fact_base import Fact, Record
from app.domain.facts import ChangesReviewed, CritiqueDecided, NoteAdded, TextDecided
from app.domain.i18n import Message, words
from app.domain.ids import PERSON, SessionId
from app.domain.marks import LONGEST_COMMENT, LONGEST_QUOTE, mark_point
from app.domain.reporting import WorkflowReport
from app.domain.untrusted_files import read_untrusted
from app.domain.whole_numbers import whole_number
from app.engine.exporting import ExportText
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin, report_of
from app.markup.visible import visible
from app.projections.base import moment
from app.projections.folding import Projections, fold_session
from app.projections.texts import RESULT_SLOTS
from app.services.live import fold_of, read_stored
from app.services.returned_texts import Returned, returned
from app.services.review_texts import open_kind, texts_under_review
from app.services.sessions import Sessions

_SESSION, _RECORD = "Roundtable session", "Roundtable record"
_ALIKE = 0.15
"""Share of its rows of three words that a text has in common with one of the session's to be taken for it."""
_READS_LIKE, _MOST_LOOKED_AT = 0.5, 30
"""The share from which on a document may be of a session that it does not name, and how many are read."""
_WORD = re.compile(r"\w+")
_LONGEST_NAMES = 200
"""Characters of the names of who worked on a document."""


@dataclass(frozen=True, slots=True)
class ReturnedText:
    """One text as it comes back; `to`: the facts that take it in, `given`: what goes with an answer.

    `refused`: why it cannot be taken in; None: it can, or nothing was done to it.
    """

    text: ExportText
    back: Returned
    to: tuple[Fact, ...] = ()
    given: str | None = None
    refused: Message | None = None
    lost: tuple[str, ...] = ()
    """Words of the editor that found no place in what the text is by now."""


@dataclass(frozen=True, slots=True)
class ReturnedComment:
    """A comment at its words; `known`: it was taken in before."""

    author: str
    text: str
    quote: str
    slot: str
    seat: str
    base: int
    known: bool = False


@dataclass(frozen=True, slots=True)
class ReturnedFile:
    """What a document brings, before anything of it is taken in."""

    session: SessionId
    title: str
    texts: tuple[ReturnedText, ...]
    comments: tuple[ReturnedComment, ...]
    authors: tuple[str, ...]
    """Who worked on it, as the document names them."""
    not_read: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    """Titles of texts that went out and do not stand in it any more."""
    marks: bool = False
    """Whether comments become marks, which somebody answers; else they become notes."""
    gate: str = ""
    verb: str = ""
    """What edits of texts that were accepted already are given to."""

    @property
    def new_comments(self) -> tuple[ReturnedComment, ...]:
        """The comments that were not taken in before."""
        return tuple(one for one in self.comments if not one.known)

    @property
    def brings(self) -> bool:
        """Whether anything is taken in with it."""
        return bool(self.new_comments or any(one.to or one.given is not None for one in self.texts))

    @property
    def answer(self) -> Mapping[str, JsonValue] | None:
        """What the gate's verb is given; None: nothing goes to it."""
        edits: dict[str, JsonValue] = {
            text.text.slot: text.given for text in self.texts if text.given is not None
        }
        return {"edits": edits, "by": ", ".join(self.authors)[:_LONGEST_NAMES]} if edits else None


class Returning:
    """Documents that come back."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def read(self, path: Path, session: SessionId | None = None) -> ReturnedFile:
        """Return what a document brings; raises InputError where it is none, or of no session here.

        `session`: the one it is of, where the document itself does not say.
        """
        content = await asyncio.to_thread(read_untrusted, path, LARGEST_DOCUMENT)
        edited = await asyncio.to_thread(_read, path.name, content)
        named = edited.properties.get(_SESSION, "")
        if session is None:
            session = await self._named(path, named, edited)
        elif named and named != session:
            raise InputError(
                words("{file} is of another session: {session}.", file=path.name, session=named),
                words("Leave the session out, or name that one."),
            )
        fold, records = await read_stored(self._sessions.parts, session)
        return await asyncio.to_thread(_reading, fold, records, edited, path.name)

    async def _named(self, path: Path, named: str, edited: EditedFile) -> SessionId:
        if not named:
            like, title = await self._like(edited)
            if like:
                raise InputError(
                    words(
                        "{file} does not say which session it is of; it reads like “{title}”.",
                        file=path.name,
                        title=title,
                    ),
                    words("If that is so: roundtable import FILE --session {session}", session=like),
                )
            raise InputError(
                words("{file} does not say which session it is of.", file=path.name),
                words("Name the session: roundtable import FILE --session SESSION"),
            )
        if SessionId(named) not in await self._sessions.parts.store.ids():
            raise InputError(
                words("{file} is of a session that is not here: {session}.", file=path.name, session=named),
                words("Import that session first, or name the one it belongs to."),
            )
        return SessionId(named)

    async def _like(self, edited: EditedFile) -> tuple[str, str]:
        """Return which of the newest sessions a document reads like, and its title; empty: none."""
        parts, whole = self._sessions.parts, "".join(one.accepted for one in edited.texts())
        best, found = _READS_LIKE, ("", "")
        for session in sorted(await parts.store.ids(), reverse=True)[:_MOST_LOOKED_AT]:
            try:
                fold, records = await read_stored(parts, session)
            except RoundtableError:
                # A session that cannot be opened is no reason to tell nothing of the others.
                continue
            shown = fold_session(fold.catalogue, records)
            texts = "\n".join(one.new for one in texts_under_review(fold.plugin, fold.state, shown))
            if (likeness := _likeness(texts, whole)) > best:
                best, found = likeness, (session, shown.session.title)
        return found

    async def take_in(self, found: ReturnedFile) -> None:
        """Record what a document brings, in one transaction.

        What goes to a gate (`ReturnedFile.answer`) is given there by whoever moves the session.
        """

        def facts(head: int) -> Sequence[Fact]:
            made: list[Fact] = [fact for text in found.texts for fact in text.to]
            for comment in found.new_comments:
                answered = found.marks and comment.quote and comment.slot not in RESULT_SLOTS
                if not answered:
                    made.append(NoteAdded(text=_note_of(comment)))
                    continue
                id = f"m{head + len(made) + 1}"
                point = mark_point(
                    id,
                    comment.seat,
                    comment.base,
                    "comment",
                    comment.quote,
                    comment.text,
                    author=comment.author,
                )
                made += [point, CritiqueDecided(critique=id, verdict="accept")]
            return made

        if any(text.to for text in found.texts) or found.new_comments:
            async with self._sessions.opened(found.session) as live:
                await live.writer.decide(facts)


def _note_of(comment: ReturnedComment) -> str:
    who = f"{comment.author}: " if comment.author else ""
    return f"{who}{comment.text}\n\n“{comment.quote}”" if comment.quote else f"{who}{comment.text}"


def as_feedback(comments: Sequence[ReturnedComment]) -> str:
    """Return comments as numbered points, each with its words, for a line that takes feedback."""
    lines = []
    for number, comment in enumerate(comments, 1):
        mark = f"{number}. " if len(comments) > 1 else ""
        quote = f"“{' '.join(comment.quote.split())}”: " if comment.quote.strip() else ""
        lines.append(f"{mark}{quote}{' '.join(comment.text.split())}")
    return "\n".join(lines)


def _read(name: str, content: bytes) -> EditedFile:
    with DocumentReader() as reader:
        return reader.read_edited(name, content)


# --- finding the texts --------------------------------------------------------------------------------


def _reading(fold: SessionFold, records: Sequence[Record], edited: EditedFile, name: str) -> ReturnedFile:
    plugin, catalogue = fold.plugin, fold.catalogue
    shown = fold_session(catalogue, records)
    now = texts_under_review(plugin, fold.state, shown)
    sent = now
    head = whole_number(edited.properties.get(_RECORD, "")) or 0
    known = [record for record in records if record.seq <= head]
    if known and len(known) < len(records):
        then = fold_of(plugin, catalogue, known, str(shown.session.session))
        sent = texts_under_review(plugin, then.state, fold_session(catalogue, known))
    report = report_of(plugin, fold.state)
    return _Reader(plugin, shown, records, known or records, report, edited, name, sent, now).found()


def _renamed(text: str, names: Mapping[str, str]) -> str:
    if not names:
        return text
    longest_first = sorted(names, key=len, reverse=True)
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.sub(pattern, lambda match: names[match.group()], text)


class _Reader:
    """Compares a document with the texts it was made from, and with what became of them since."""

    def __init__(
        self,
        plugin: WorkflowPlugin,
        fold: Projections,
        records: Sequence[Record],
        known: Sequence[Record],
        report: WorkflowReport,
        edited: EditedFile,
        name: str,
        sent: Sequence[ExportText],
        now: Sequence[ExportText],
    ) -> None:
        """`known`: the records there were when it was sent; `report`: has what critics call members."""
        letters = report.letters
        self._plugin, self._fold, self._edited, self._name = plugin, fold, edited, name
        # Names not to be seen yet are not in the document either: its texts are told by the titles it has.
        hidden = letters if fold.session.names_hidden else {}
        self._sent = [replace(one, title=hidden.get(one.title, one.title)) for one in sent]
        self._title = fold.session.title
        self._run_on: dict[tuple[str, str], str] = {}
        self._now = {(one.slot, one.seat): one for one in now}
        self._known_notes = {
            str(record.body().get("text")) for record in records if record.type == NoteAdded.tag()
        }
        self._times = {f"{moment(record.at):%Y-%m-%dT%H:%M:%S}" for record in known}
        points = fold.critiques.points.values()
        self._claims = {_first_line(point.filed.claim) for point in points}
        seats = fold.session.seats
        of_letter = report.later_letters | {letter: seat for seat, letter in letters.items()}
        # It went out with what members are called in place of the letters that critics know them by; in a
        # later round with letters of its own those of the first are left.
        for labels in (of_letter, report.later_letters):
            for called in ({}, hidden):
                names = {letter: called.get(seat, seat) for letter, seat in labels.items()}
                self._claims |= {_renamed(claim, names) for claim in self._claims}
        numbered = (f"Member {n + 1}" for n in range(len(seats)))
        self._authors_here = {PERSON.capitalize(), *seats, *numbered, *of_letter}
        self._kind = open_kind(plugin, fold)
        gate = fold.gates.open_gate()
        self._gate = gate.id if gate is not None else ""

    def found(self) -> ReturnedFile:
        """Return what the document brings."""
        pairs = list(self._pairs())
        if not pairs:
            raise InputError(
                words("{file} holds none of the texts of “{title}”.", file=self._name, title=self._title),
                words("Choose the document that was exported from it, or name the session it is of."),
            )
        self._find_run_on(pairs)
        texts = tuple(self._returned(text, edited) for text, edited in pairs)
        session = self._fold.session
        open_session = session.state not in ("finished", "failed")
        comments = tuple(self._comments(pairs))
        there = {(text.slot, text.seat) for text, _ in pairs}
        return ReturnedFile(
            session=SessionId(session.session),
            title=session.title,
            texts=texts,
            comments=comments,
            authors=tuple(self._authors()),
            not_read=self._edited.not_read,
            lacking=tuple(one.title for one in self._sent if (one.slot, one.seat) not in there),
            marks=self._plugin.takes_marks and open_session,
            gate=self._gate,
            verb=self._kind.edited if self._kind is not None else "",
        )

    def _pairs(self) -> Iterator[tuple[ExportText, EditedText]]:
        """Yield each text with what the document has of it."""
        sent, there = self._sent, self._edited.texts()
        if len(sent) > 1 and not self._edited.titles:
            there = self._edited.cut_at([visible(one.title) for one in sent]) or there
        if len(sent) == 1 and len(there) == 1:
            if there[0].accepted.strip() and self._alike(sent[0], there[0]):
                yield sent[0], there[0]
            return
        for edited in there:
            text = sent[edited.number - 1] if 0 < edited.number <= len(sent) else None
            text = text or next((one for one in sent if visible(one.title) == visible(edited.title)), None)
            if text is None:
                alike = max(sent, key=lambda one: _likeness(one.new, edited.accepted), default=None)
                text = alike if alike is not None and self._alike(alike, edited) else None
            if text is not None:
                yield text, edited

    def _find_run_on(self, pairs: Sequence[tuple[ExportText, EditedText]]) -> None:
        """Note the texts whose neighbour lost its title, so that it runs on with them."""
        there = {(text.slot, text.seat) for text, _ in pairs}
        for one, after in pairwise(self._sent):
            if (after.slot, after.seat) not in there:
                self._run_on[one.slot, one.seat] = after.title

    @staticmethod
    def _alike(text: ExportText, edited: EditedText) -> bool:
        back = edited.accepted
        return max(_likeness(one, back) for one in (text.new, text.old)) >= _ALIKE or not text.new

    # --- taking in ----------------------------------------------------------------------------

    def _returned(self, text: ExportText, edited: EditedText) -> ReturnedText:
        back = returned(text.old, text.new, edited)
        found = ReturnedText(text, back)
        if back.untouched:
            return found
        if (run_on := self._run_on.get((text.slot, text.seat))) is not None:
            why = words("The title “{title}” is gone behind it: nobody knows where it ends.", title=run_on)
            return replace(found, refused=why)
        here = self._now.get((text.slot, text.seat)) or next(
            (one for one in self._now.values() if one.slot == text.slot and text.slot not in RESULT_SLOTS),
            None,
        )
        if here is None or not self._decidable(here):
            return replace(found, refused=words("It was decided on since, and nothing asks about it now."))
        wanted = back.text
        lost: tuple[str, ...] = ()
        if here.new != text.new:
            carried = carry_over(text.new, back.text, here.new)
            wanted = carried.text
            lost = tuple(new or old for old, new in carried.unplaced)
        if self._kind is not None and self._kind.edited and here.slot not in RESULT_SLOTS:
            given = wanted if wanted != here.new else None
            return replace(found, given=given, lost=lost)
        return replace(found, to=tuple(self._facts(here, text, back, wanted)), lost=lost)

    def _decidable(self, here: ExportText) -> bool:
        if here.slot in RESULT_SLOTS:
            return True
        kind = self._kind
        return kind is not None and bool(kind.slots or kind.asks("texts") or kind.edited)

    def _facts(self, here: ExportText, sent: ExportText, back: Returned, wanted: str) -> Iterator[Fact]:
        """Yield what was decided on a text, and which one goes on."""
        if all(sent.names) and sent.names == here.names and here.slot not in RESULT_SLOTS:
            compared = compare(sent.old, sent.new)
            prior = self._fold.reviews.of(*sent.names)
            if len(compared.hunks) == len(back.changes):
                named = [(hunk.key, what) for hunk, what in zip(compared.hunks, back.changes, strict=True)]
                looked = {key for key, what in named if what != "open"}
                gone = {key for key, what in named if what == "not_taken"}
                review = ChangesReviewed(
                    old=sent.names[0],
                    new=sent.names[1],
                    reviewed=tuple(sorted({*prior.reviewed, *looked})),
                    reverted=tuple(sorted((set(prior.reverted) - looked) | gone)),
                )
                if review != prior:
                    yield review
        if wanted == here.new:
            return
        if wanted == here.proposed:
            yield TextDecided(slot=here.slot, seat=here.seat, choice="refined")
        elif wanted == here.old and here.slot not in RESULT_SLOTS:
            yield TextDecided(slot=here.slot, seat=here.seat, choice="previous")
        else:
            yield TextDecided(slot=here.slot, seat=here.seat, choice="edit", edit=wanted)

    # --- comments -----------------------------------------------------------------------------

    def _authors(self) -> Iterator[str]:
        """Yield who worked on the document since it was sent."""
        found: dict[str, None] = {}
        for one in self._edited.pieces:
            for by, at, changed in (
                (one.brought_by, one.brought_at, one.brought),
                (one.taken_by, one.taken_at, one.taken),
            ):
                if changed and by and not self._ours(by, at):
                    found[by] = None
        for comment in self._edited.comments:
            if comment.author and not self._ours(comment.author, comment.at):
                found[comment.author] = None
        yield from found

    def _ours(self, author: str, at: str) -> bool:
        """Tell whether a change or a comment went out with the document: by whom it is, and its time."""
        return at[:19] in self._times and author in self._authors_here

    def _went_out(self, comment: EditedComment) -> bool:
        """Tell whether a comment went out with the document; who and when may have been taken out of it."""
        return self._ours(comment.author, comment.at) or (
            not comment.at and _first_line(comment.text) in self._claims
        )

    def _comments(self, pairs: Sequence[tuple[ExportText, EditedText]]) -> Iterator[ReturnedComment]:
        for comment in self._edited.comments:
            if self._went_out(comment) or not comment.text.strip():
                continue
            place = self._place(pairs, comment)
            if place is None:
                continue
            text, edited = place
            quote = _quote(edited, comment)
            said = self._said(comment)
            seq = text.names[1].removesuffix(".edit")
            found = ReturnedComment(comment.author, said, quote, text.slot, text.seat, whole_number(seq) or 0)
            yield replace(found, known=self._known(found))

    def _said(self, comment: EditedComment) -> str:
        """Return what a comment says; of one that answers another, to what."""
        said = comment.text.strip()
        if 0 <= comment.parent < len(self._edited.comments):
            parent = self._edited.comments[comment.parent]
            first = _first_line(parent.text)
            said = f"{said} (to {parent.author}: “{first}”)" if first else said
        return said[:LONGEST_COMMENT]

    @staticmethod
    def _place(
        pairs: Sequence[tuple[ExportText, EditedText]], comment: EditedComment
    ) -> tuple[ExportText, EditedText] | None:
        before = [pair for pair in pairs if pair[1].start <= max(comment.begin, 0)]
        return before[-1] if before else pairs[0] if pairs else None

    def _known(self, comment: ReturnedComment) -> bool:
        same = (comment.author, comment.text, comment.quote)
        filed = (point.filed for point in self._fold.critiques.points.values())
        return _note_of(comment) in self._known_notes or any(
            (one.author, one.claim, one.quote) == same for one in filed
        )


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0].strip()


def _likeness(text: str, other: str) -> float:
    """Return the share of rows of three words that two texts have in common, 0 to 1; short ones by words."""
    found = []
    for one in (text, other):
        listed = [word.casefold() for word in _WORD.findall(one)]
        rows = set(zip(listed, listed[1:], listed[2:], strict=False)) if len(listed) > 8 else set(listed)
        found.append(rows)
    least = min(map(len, found))
    return len(found[0] & found[1]) / least if least else 0.0


def _quote(edited: EditedText, comment: EditedComment) -> str:
    """Return the words of a comment; where it has none, its line."""
    end = min(comment.end, comment.begin + 2 * LONGEST_QUOTE)
    quote = edited.words(comment.begin, end).strip() if comment.begin >= 0 else ""
    return (quote or edited.line_at(max(comment.begin, edited.start)))[:LONGEST_QUOTE]
