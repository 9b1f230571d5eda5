"""The lists that no workflow describes: the log of every record, and texts by their slot.

Of a record the body is decoded where it is looked at: of a hundred thousand records a filter by kind or round
asks the envelopes alone, and a search goes on in short turns.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from app.domain.fact_base import Record
from app.domain.i18n import Message, words
from app.domain.ids import PERSON
from app.engine.plugin import POSTS
from app.engine.record_words import RecordWords
from app.engine.tabs import Below, Choice, Column, Copy, Detail, Follow, ListTab, Member, Option, Search
from app.projections.texts import TextVersion
from app.ui.kit.texts import figure, in_words_shown, single_line, tr
from app.ui.panels.listing.panel import ListPanel
from app.ui.view.session_view import SessionView

MOST_ROUNDS = 500
"""Rounds offered one by one in the filter; of more the newest."""
_REMEMBERED = 2000
"""Lines that are kept once made; a screen shows some fifty."""
_LONGEST = 200
"""Characters of a line; the chosen record is shown in full."""
_OF_THE_PERSON = (
    *("gate_", "text_decided", "critique_decided", "guidance_", "note_", "decision_", "limit_", "auto_"),
    "agent_",
    *("tags_", "result_judged", "result_graded", "stop_"),
)
KINDS: dict[str, tuple[Message, tuple[str, ...]]] = {
    "calls": (words("Calls"), ("call_", "seat_", "effect_", "tool_", "tools_")),
    "texts": (words("Texts"), ("text_proposed", "text_assessed")),
    "critiques": (words("Critiques"), ("critique_filed", "critique_answered")),
    "person": (words("Decisions"), _OF_THE_PERSON),
    "figures": (words("Figures"), ("criterion_",)),
    "run": (words("Run"), ("node_", "round_", "run_", "session_")),
    "other": (words("Other"), ()),
}
"""Filter by kind: its words, and how the types begin that it shows."""
_YOU = words("you")


@cache
def kind_of(type: str, by_person: bool = False) -> str:
    """Return the filter a record's type belongs to, `other` where it is none.

    `by_person`: a workflow says so of a fact of its own.
    """
    if by_person:
        return "person"
    return next((kind for kind, (_, begins) in KINDS.items() if type.startswith(begins)), "other")


class LogLines:
    """What the records of the session in sight say, each in a line."""

    def __init__(self) -> None:
        self._view: SessionView | None = None
        self._words: RecordWords | None = None
        self._lines: OrderedDict[int, str] = OrderedDict()
        self._by_person: frozenset[str] = frozenset()
        """Types of facts that a workflow says a person decides by."""

    def of(self, view: SessionView) -> SessionView:
        """Turn to a session."""
        if view is not self._view:
            self._lines.clear()
            facts = view.catalogue.classes().items()
            self._by_person = frozenset(tag for tag, cls in facts if cls.by_person)
            posts = {PERSON: words("You"), **POSTS, **view.vocabulary.seats}
            called = {seat: tr(title) for seat, title in posts.items()}
            with in_words_shown():
                self._words = RecordWords(
                    view.workflow,
                    view,
                    view.catalogue,
                    view.fold,
                    lambda seat: called.get(seat) or single_line(seat, 40),
                )
        self._view = view
        return view

    def admits(self, record: Record, kind: str) -> bool:
        """Tell whether a record is of a kind."""
        return kind_of(record.type, record.type in self._by_person) == kind

    def line(self, record: Record) -> str:
        """Return what a record says in one line, names as they are."""
        line = self._lines.get(record.seq)
        if line is None and self._words is not None:
            with in_words_shown():
                line = single_line(self._words.sentence(record), _LONGEST)
            self._lines[record.seq] = line
            if len(self._lines) > _REMEMBERED:
                self._lines.popitem(last=False)
        return line or ""

    def searched(self, record: Record) -> Iterator[str]:
        """Yield where words are looked for, the body before what has to be made of it."""
        yield record.type.replace("_", " ")
        yield record.packed
        yield self.line(record)


def _rounds(view: SessionView) -> list[Option]:
    word = tr(view.round_word)
    return [Option(n, f"{word} {n}") for n in list(view.fold.timeline.rounds)[-MOST_ROUNDS:]]


def _round(record: Record) -> str:
    attempt = f".{record.attempt}" if record.attempt > 1 else ""
    return f"{record.round}{attempt}" if record.round else ""


def _whole(record: Record) -> str:
    head = {"seq": record.seq, "type": record.type}
    return json.dumps({**head, **record.body()}, ensure_ascii=False, indent=2)


def log_panel() -> ListPanel:
    """Return the list of a session's records."""
    lines = LogLines()
    kinds = [Option(name, title) for name, (title, _) in KINDS.items()]
    described: ListTab[SessionView, Record] = ListTab(
        name=words("Log"),
        columns=(
            Column(words("#"), lambda record: str(record.seq), 56),
            Column(
                words("Time"),
                lambda record: f"{datetime.fromtimestamp(record.at / 1e6).astimezone():%H:%M:%S}",
                70,
            ),
            Column(words("Round"), _round, 52),
            Column(words("What happened"), lines.line),
        ),
        rows=lambda view: view.log,
        key=lambda record: record.seq,
        record=lambda record: record.seq,
        detail=lambda _view, record: Detail("", _whole(record)),
        detail_name=words("The chosen record"),
        filters=(
            Choice(
                words("Show only this kind"),
                words("Everything"),
                lambda _view: kinds,
                lines.admits,
                stamp=lambda _view: True,
            ),
            Choice(
                words("Show only this round"),
                words("All rounds"),
                _rounds,
                lambda record, number: record.round == number,
                stamp=lambda view: len(view.fold.timeline.rounds),
            ),
            Search(words("Search the log"), lines.searched, slow=True),
        ),
        tally=(words("{n} record"), words("{n} records")),
        hint=words("Choose a record to see all of it."),
        follow=Follow(words("Follow the newest record"), words("Keep the newest record in sight")),
        copy=Copy(
            words("Copy record"), words("Copy the record as JSON"), lambda _view, record: _whole(record)
        ),
        widths=(520, 300),
    )
    return ListPanel(described, lines.of)


@dataclass(frozen=True, slots=True)
class SlotText:
    """One version of a slot's text, and when it was written; of those in the list, the newest."""

    version: TextVersion
    written_in: Message


@dataclass(frozen=True, slots=True)
class Slots:
    """The texts of a session whose slots begin alike."""

    view: SessionView
    start: str

    def newest(self) -> Sequence[SlotText]:
        """Return each slot's text as it stands, in the order in which they came first."""
        found = self.view.slots(self.start)
        order = sorted(found, key=lambda slot: found[slot][0].seq)
        return [self._row(found[slot][-1]) for slot in order]

    def history(self, row: SlotText) -> Sequence[SlotText]:
        """Return every version of a slot's text, the newest first."""
        slot = row.version.slot
        return [self._row(version) for version in reversed(self.view.slots(slot).get(slot, []))]

    def _row(self, version: TextVersion) -> SlotText:
        word, number = self.view.round_word, version.round or 1
        written_in = words("{round} {n}", round=word, n=number)
        if version.attempt > 1:
            written_in = words("{round} {n}, attempt {a}", round=word, n=number, a=version.attempt)
        return SlotText(version, written_in)


def _size(row: SlotText) -> str:
    return figure(f"{len(row.version.text.split()):,}")


def _in_full(_texts: Slots, row: SlotText) -> Detail:
    head = words("{slot} · {place}", slot=row.version.slot, place=row.written_in)
    return Detail(head, row.version.text, prose=True)


_BY: Column[SlotText] = Column(
    words("By"), lambda row: _YOU if row.version.by_person else Member(row.version.seat), 90
)
_WRITTEN: Column[SlotText] = Column(words("Written in"), lambda row: row.written_in, 110)
_SLOTS: ListTab[Slots, SlotText] = ListTab(
    name=words("Texts"),
    columns=(
        Column(words("Text"), lambda row: row.version.slot),
        _BY,
        _WRITTEN,
        Column(words("Words"), _size, 64),
    ),
    rows=Slots.newest,
    # A text is another one after its decision, too.
    stamp=lambda texts: (texts.view.head, texts.view.looking_at),
    key=lambda row: row.version.slot,
    detail=_in_full,
    detail_name=words("The chosen text"),
    filters=(Search(words("Search the texts"), lambda row: (row.version.slot, row.version.text)),),
    tally=(words("{n} text"), words("{n} texts")),
    empty=words("No text yet"),
    missing=words("No text contains that."),
    hint=words("Choose a text to read it."),
    below=Below(
        words("Versions of the chosen text"),
        (_WRITTEN, _BY, Column(words("Words"), _size)),
        rows=Slots.history,
        detail=_in_full,
    ),
)


def slots_panel(start: str) -> ListPanel:
    """Return a list of the texts whose slots begin so."""
    return ListPanel(_SLOTS, lambda view: Slots(view, start))
