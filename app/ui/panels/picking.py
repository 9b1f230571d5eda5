"""Choosing which two texts are compared, and what each is called: by round, attempt, edit, final answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QWidget

from app.diffing.tokens import count_words
from app.domain.ids import PERSON
from app.projections.texts import TextVersion
from app.services.change_review import name_of
from app.ui.kit.controls import Picture, combo_box, icon_button, offer_options
from app.ui.kit.layouts import in_row
from app.ui.kit.seat_dot import dot_icon
from app.ui.kit.texts import count, rescale, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.labels import round_text
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.engine.tabs import TextsBy

_HEADED = 20
"""Lines of a text among which its heading is sought."""


def title_of(view: SessionView, version: TextVersion) -> str:
    """Return in which round and attempt a text was written, and whether by the person."""
    title = round_text(view, version.round or 1)
    if version.attempt > 1:
        title += tr(", attempt {n}", n=version.attempt)
    return title + (tr(", your edit") if version.by_person else "")


def titles_of(view: SessionView, versions: Sequence[TextVersion]) -> list[str]:
    """Return titles of one member's texts, oldest first, no two of them alike."""
    alike = [(title_of(view, version), version.slot) for version in versions]
    if versions and versions[0].seat == PERSON:
        # It was not written here: it lay in the folder.
        alike[0] = tr("At the start"), versions[0].slot
    many, met, given = Counter(alike), set[tuple[str, str]](), Counter[str]()
    titles: list[str] = []
    for key in alike:
        title = key[0]
        if many[key] > 1:
            title += tr(", revised") if key in met else tr(", first")
        met.add(key)
        given[title] += 1
        titles.append(title if given[title] == 1 else f"{title} ({given[title]})")
    return titles


class Picker(QWidget):
    """A member, whose last two texts are offered, and any older and newer text."""

    picked = Signal()
    """Another pair was chosen."""

    def __init__(self, slot: str = "", by: TextsBy = "seat") -> None:
        """`by`: whose texts are compared, a member's or a slot's; `slot` is then how its name begins."""
        super().__init__()
        self._slot, self._by = slot or None, by
        self._view: SessionView | None = None
        self._known: tuple[object, ...] = ()
        self._texts: dict[str, list[TextVersion]] = {}
        """Of each member, or slot, oldest first."""
        self._by_name: dict[str, TextVersion] = {}
        """All of them by what facts call them, the final answer last."""
        self._titles: dict[str, tuple[str, str]] = {}
        self._counted: dict[str, tuple[str, int]] = {}
        """The words of the texts that were shown, by name."""
        """What each is called: without and with whose it is."""
        # A long title is cut: all of it is read in the list that opens, and at the head of its text.
        self.member = combo_box(tr("Member") if by == "seat" else tr("Text"), wide=7 if by == "seat" else 13)
        self.old, self.new = combo_box(tr("Older text"), wide=11), combo_box(tr("Newer text"), wide=11)
        for box in (self.member, self.old, self.new):
            box.setIconSize(QSize(10, 10))
            rescale(box, CAPTION)
        self.swap = icon_button("arrow-left-right", tr("Swap the two texts"))
        arrow = Picture("arrow-right", "muted")
        self.setLayout(in_row(self.member, self.old, arrow, self.new, self.swap, spacing=8))
        self.member.currentIndexChanged.connect(self._on_member_changed)
        self.old.currentIndexChanged.connect(lambda _index: self.picked.emit())
        self.new.currentIndexChanged.connect(lambda _index: self.picked.emit())
        self.swap.clicked.connect(self._on_swap_clicked)

    @property
    def pair(self) -> tuple[TextVersion, TextVersion] | None:
        old, new = (self._by_name.get(str(box.currentData())) for box in (self.old, self.new))
        return (old, new) if old and new else None

    @property
    def texts(self) -> int:
        """How many texts there are to choose from."""
        return len(self._by_name)

    def refresh(self, view: SessionView, typed: Mapping[str, str] | None = None) -> bool:
        """Offer the texts there are; return whether others were offered before.

        What the person chose is kept; a pair that was offered gives way to the newest one. `typed`: what
        the person wrote over members' newest texts and has not sent.
        """
        self._view, final = view, view.final()
        if self._by == "slot":
            texts = view.slots(self._slot or "")
        else:
            texts = {seat: view.fold.texts.of_seat(seat, self._slot) for seat in view.members()}
        for seat, words in (typed or {}).items():
            if self._by == "seat" and texts.get(seat):
                texts[seat] = _with_typed(texts[seat], words)
        if final is not None:
            result = str(final.seq)
            texts = {whose: [v for v in mine if name_of(v) != result] for whose, mine in texts.items()}
        by_name = {name_of(version): version for mine in texts.values() for version in mine}
        if final is not None:
            when = (final.round, final.attempt)
            by_name[str(final.seq)] = TextVersion(final.seq, final.slot, final.seat, final.text, *when)
        known = (view.session_id, view.names, *((name, version.text) for name, version in by_name.items()))
        if known == self._known:
            return False
        same = self._known[:1] == known[:1]
        chosen = self.pair if same else None
        offered = chosen is not None and chosen == self._offer()
        member = self.member.currentData() if same else None
        newest = _newest(self._texts)
        self._known, self._texts, self._by_name = known, texts, by_name
        if self._by == "slot" and _newest(texts) > newest and member not in self._newly_changed():
            # What the newest attempt left alone gives way to what it changed.
            member, offered = None, True
        self._counted = {name: found for name, found in self._counted.items() if name in by_name}
        if self._by == "seat":
            called = {seat: view.names.of(seat) for seat in texts}
        else:
            called = _by_heading({slot: mine[-1].text for slot, mine in texts.items() if mine})
        self._titles = {
            name_of(version): (title, f"{called[whose]} · {title}")
            for whose, mine in texts.items()
            for version, title in zip(mine, titles_of(view, mine), strict=True)
        }
        if final is not None:
            self._titles[str(final.seq)] = (tr("Final answer"), tr("Final answer"))
        # Beside texts of several rounds no letter stands that another round has.
        apart = view.fold.session.names_hidden or bool(view.live_calls.letters_of_round)
        letters = {} if apart else view.live_calls.letters
        with QSignalBlocker(self.member):
            lettered = {
                whose: " · ".join(filter(None, (called[whose], letters.get(whose)))) for whose in called
            }
            offer_options(self.member, [(words, whose) for whose, words in lettered.items()])
            for at in range(len(called) if self._by == "seat" else 0):
                self.member.setItemIcon(at, dot_icon(at))
            first = next(iter(self._newly_changed()), next(iter(self._texts), ""))
            self.member.setCurrentIndex(self.member.findData(member if member in texts else first))
        self._fill(None if offered else chosen)
        return True

    def _newly_changed(self) -> list[str]:
        """Return whose last two texts differ, of those of the newest attempt that changed any."""
        found: dict[str, tuple[int, int]] = {}
        for whose, mine in self._texts.items():
            pair = self._last_two(mine)
            if pair is not None and pair[0].text != pair[1].text:
                found[whose] = pair[1].round, pair[1].attempt
        newest = max(found.values(), default=None)
        return [whose for whose, place in found.items() if place == newest]

    def _mine(self) -> list[TextVersion]:
        return self.of_seat(str(self.member.currentData()))

    def _offer(self) -> tuple[TextVersion, TextVersion] | None:
        return self._last_two(self._mine())

    def _last_two(self, mine: list[TextVersion]) -> tuple[TextVersion, TextVersion] | None:
        """Return a member's last text, the person's own edit of it left aside, and the one it refines."""
        own = [v for v in mine if not v.by_person] or mine
        return (self.older(own[-1]), own[-1]) if own else None

    def older(self, version: TextVersion) -> TextVersion:
        """Return the text that a version refines, of a slot the one before; itself where there is none."""
        before = self._view.fold.texts.refined_from(version) if self._view is not None else None
        if before is None and self._by == "slot":
            earlier = [v for v in self.of_seat(version.slot) if v.seq < version.seq]
            before = earlier[-1] if earlier else None
        return before if before is not None and name_of(before) in self._by_name else version

    def _fill(self, chosen: tuple[TextVersion, TextVersion] | None) -> None:
        pair = chosen or self._offer()
        mine = dict.fromkeys(name_of(version) for version in self._mine())
        others = [name for name in self._by_name if name not in mine]
        for box, version in ((self.old, pair and pair[0]), (self.new, pair and pair[1])):
            with QSignalBlocker(box):
                box.clear()
                for name in mine:
                    box.addItem(self._titles[name][0], name)
                if mine and others:
                    box.insertSeparator(box.count())
                for name in others:
                    box.addItem(self._titles[name][1], name)
                box.setCurrentIndex(box.findData(name_of(version)) if version else -1)
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + 2 * box.iconSize().width())

    def _on_member_changed(self) -> None:
        self._fill(None)
        self.picked.emit()

    def _on_swap_clicked(self) -> None:
        old, new = self.old.currentIndex(), self.new.currentIndex()
        with QSignalBlocker(self.old):
            self.old.setCurrentIndex(new)
        self.new.setCurrentIndex(old)
        if old == new:
            self.picked.emit()

    def of_seat(self, seat: str) -> list[TextVersion]:
        """Return a member's texts, oldest first."""
        return self._texts.get(seat, [])

    def choose_member(self, seat: str) -> None:
        """Turn to a member without comparing yet."""
        if seat in self._texts:
            with QSignalBlocker(self.member):
                self.member.setCurrentIndex(self.member.findData(seat))
            self._fill(None)

    def choose(self, old: TextVersion, new: TextVersion) -> None:
        self._fill((old, new))
        self.picked.emit()

    def title(self, version: TextVersion) -> str:
        """Return what a text is called, with whose it is."""
        return self._titles[name_of(version)][1]

    def caption(self, version: TextVersion) -> str:
        """Return what stands at the head of a text: what it is called, and how long it is."""
        pair = self.pair
        alike = pair is not None and pair[0].seat == pair[1].seat
        name = name_of(version)
        if name not in self._counted or self._counted[name][0] is not version.text:
            # Told anew with every change that is gone to; to count takes milliseconds of a long text.
            self._counted[name] = (version.text, count_words(version.text))
        words = count(self._counted[name][1], "{n} word", "{n} words")
        return f"{self._titles[name_of(version)][0 if alike else 1]} · {words}"


def _newest(texts: Mapping[str, list[TextVersion]]) -> int:
    """Return the record of the newest text that is no person's edit of one; 0: there is none."""
    return max((one.seq for mine in texts.values() for one in mine if not one.by_person), default=0)


def _by_heading(texts: Mapping[str, str]) -> dict[str, str]:
    """Return what the texts of slots are called: by first headings, with the folder where two have one."""
    found = {
        slot: next((line for line in text.split("\n", _HEADED) if line.startswith("#")), "").strip("# \r")
        for slot, text in texts.items()
    }
    times = Counter(found.values())
    own = {
        slot: head if times[head] == 1 else f"{head} · {slot.rpartition('/')[0]}"
        for slot, head in found.items()
        if head
    }
    times = Counter(own.values())
    return {slot: single_line(own[slot] if times[own.get(slot, "")] == 1 else slot, 60) for slot in texts}


def _with_typed(texts: list[TextVersion], words: str) -> list[TextVersion]:
    """Return a member's texts with what was typed over the newest one in place of an edit of it."""
    newest = [version for version in texts if not version.by_person][-1:]
    if not newest or newest[0].text == words:
        return texts
    own = replace(newest[0], text=words, by_person=True)
    return [version for version in texts if name_of(version) != name_of(own)] + [own]
