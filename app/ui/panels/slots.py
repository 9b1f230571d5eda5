"""Texts by their slot: files, findings or levels in a list, each as it stands, with its earlier versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.i18n import Message, words
from app.engine.tabs import Below, Column, Detail, ListTab, Member, Search
from app.projections.texts import TextVersion
from app.ui.kit.texts import figure
from app.ui.panels.listing.panel import ListPanel
from app.ui.view.session_view import SessionView


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


_YOU = words("you")


def _by(row: SlotText) -> Member | Message:
    return _YOU if row.version.by_person else Member(row.version.seat)


def _size(row: SlotText) -> str:
    return figure(f"{len(row.version.text.split()):,}")


def _whole(_texts: Slots, row: SlotText) -> Detail:
    head = words("{slot} · {place}", slot=row.version.slot, place=row.written_in)
    return Detail(head, row.version.text, prose=True)


BY: Column[SlotText] = Column(words("By"), _by, 90)
WRITTEN: Column[SlotText] = Column(words("Written in"), lambda row: row.written_in, 110)
SLOTS: ListTab[Slots, SlotText] = ListTab(
    name=words("Texts"),
    columns=(
        Column(words("Text"), lambda row: row.version.slot),
        BY,
        WRITTEN,
        Column(words("Words"), _size, 64),
    ),
    rows=Slots.newest,
    # A text is another one after its decision, too.
    stamp=lambda texts: (texts.view.head, texts.view.looking_at),
    key=lambda row: row.version.slot,
    detail=_whole,
    detail_name=words("The chosen text"),
    filters=(Search(words("Search the texts"), lambda row: (row.version.slot, row.version.text)),),
    tally=(words("{n} text"), words("{n} texts")),
    empty=words("No text yet"),
    missing=words("No text contains that."),
    hint=words("Choose a text to read it."),
    first=True,
    below=Below(
        words("Versions of the chosen text"),
        (WRITTEN, BY, Column(words("Words"), _size)),
        rows=Slots.history,
        detail=_whole,
    ),
)


def slots_panel(start: str) -> ListPanel:
    """Return a list of the texts whose slots begin so."""
    return ListPanel(SLOTS, lambda view: Slots(view, start))
