"""Choosing which two texts are compared: any of a seat, a round, an attempt, an edit, the final answer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.ui.kit.controls import combo_box
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.texts import button, label, shown, tr
from app.ui.panels.choosing import name_of
from app.ui.view.session_view import SessionView, TextVersion

if TYPE_CHECKING:
    from app.engine.tabs import TextsBy

_Place = tuple[str, str, int, int]
"""A seat, what it wrote, and the round and attempt."""


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
        self._members: list[str] = []
        self._by_name: dict[str, TextVersion] = {}
        self._by_seat: dict[str, list[TextVersion]] = {}
        self._siblings: dict[_Place, list[TextVersion]] = {}
        """What each member wrote in one attempt at a round."""
        self._final = ""
        self.member = _combo(tr("Member") if by == "seat" else tr("Text"))
        self.old = _combo(tr("Older text"))
        self.new = _combo(tr("Newer text"))
        self.swap = button("⇄", tip=tr("Swap the two texts"), name=tr("Swap the two texts"))
        self.swap.setMaximumWidth(40)
        self.setLayout(in_row(self.member, self.old, label("→"), self.new, self.swap, SPACE))
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

    def refresh(self, view: SessionView) -> bool:
        """Offer the texts there are; return whether others were offered before.

        What the person chose is kept; a pair that was offered gives way to the newest one.
        """
        self._view = view
        final = view.final()
        if self._by == "slot":
            slots = view.slots(self._slot or "")
            members = list(slots)
            versions = [version for texts in slots.values() for version in texts]
        else:
            members = view.members()
            versions = [version for seat in members for version in view.versions(seat, self._slot)]
        if final is not None:
            versions.append(
                TextVersion(final.seq, final.slot, final.seat, final.text, final.round, final.attempt)
            )
        told = view.fold.session
        known = (told.session, told.names_hidden, *((name_of(v), v.text) for v in versions))
        if known == self._known:
            return False
        same = bool(self._known) and self._known[0] == known[0]
        chosen = self.pair if same else None
        offered = chosen is not None and chosen == self._offer()
        member = self.member.currentIndex() if same else -1
        self._known, self._members = known, members
        self._by_name = {name_of(version): version for version in versions}
        self._final = name_of(versions[-1]) if final is not None else ""
        self._sort()
        with QSignalBlocker(self.member):
            self.member.clear()
            self.member.addItems([self._called(name) for name in members])
            if member < 0:
                member = self._first_changed()
            self.member.setCurrentIndex(min(member, self.member.count() - 1))
        self._fill(None if offered or chosen is None else chosen)
        return True

    def _sort(self) -> None:
        """Note who wrote what: with many rounds it is asked for each text."""
        self._by_seat, self._siblings = {}, {}
        for name, version in self._by_name.items():
            if name == self._final:
                continue
            self._by_seat.setdefault(self._whose(version), []).append(version)
            if not version.by_person:
                self._siblings.setdefault(_place(version), []).append(version)

    def _whose(self, version: TextVersion) -> str:
        return version.seat if self._by == "seat" else version.slot

    def _called(self, whose: str) -> str:
        assert self._view is not None
        return self._view.names.of(whose) if self._by == "seat" else shown(whose, 60)

    def _first_changed(self) -> int:
        """Return the place of the first member whose last two texts differ, else of the first of all."""
        for place, seat in enumerate(self._members):
            pair = self._last_two(self.of_seat(seat))
            if pair is not None and pair[0].text != pair[1].text:
                return place
        return 0

    def _mine(self) -> list[TextVersion]:
        place = self.member.currentIndex()
        if self._view is None or not 0 <= place < len(self._members):
            return []
        return self.of_seat(self._members[place])

    def _offer(self) -> tuple[TextVersion, TextVersion] | None:
        return self._last_two(self._mine())

    def _last_two(self, mine: list[TextVersion]) -> tuple[TextVersion, TextVersion] | None:
        """Return a member's last text, the person's own edit of it left aside, and the one it refines."""
        own = [v for v in mine if not v.by_person] or mine
        return (self.older(own[-1]), own[-1]) if own else None

    def older(self, version: TextVersion) -> TextVersion:
        """Return the text that a version refines, of a slot the one before; itself where there is none."""
        before = self._view.refined_from(version) if self._view is not None else None
        if before is None and self._by == "slot":
            earlier = [v for v in self.of_seat(version.slot) if v.seq < version.seq]
            before = earlier[-1] if earlier else None
        return before if before is not None and name_of(before) in self._by_name else version

    def _fill(self, chosen: tuple[TextVersion, TextVersion] | None) -> None:
        pair = chosen or self._offer()
        mine = {name_of(one): one for one in self._mine()}
        titles: Counter[str] = Counter()
        offered: list[tuple[str, str]] = []
        for name, one in mine.items():
            title = self.title(one)
            titles[title] += 1
            again = titles[title]
            offered.append((title if again == 1 else f"{title} ({again})", name))
        others = [
            (self.title(one, named=True), name) for name, one in self._by_name.items() if name not in mine
        ]
        for box, version in ((self.old, pair and pair[0]), (self.new, pair and pair[1])):
            with QSignalBlocker(box):
                box.clear()
                for title, name in offered:
                    box.addItem(title, name)
                if offered and others:
                    box.insertSeparator(box.count())
                for title, name in others:
                    box.addItem(title, name)
                box.setCurrentIndex(box.findData(name_of(version)) if version else -1)

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
        return self._by_seat.get(seat, [])

    def choose_member(self, seat: str) -> None:
        """Turn to a member without comparing yet."""
        if seat in self._members:
            with QSignalBlocker(self.member):
                self.member.setCurrentIndex(self._members.index(seat))
            self._fill(None)

    def choose(self, old: TextVersion, new: TextVersion) -> None:
        for box, version in ((self.old, old), (self.new, new)):
            with QSignalBlocker(box):
                box.setCurrentIndex(box.findData(name_of(version)))
        self.picked.emit()

    def title(self, version: TextVersion, *, named: bool = False) -> str:
        """Return what a text is called, with its member's name or without."""
        if name_of(version) == self._final:
            return tr("Final answer")
        assert self._view is not None
        text = f"{tr(self._view.round_word)} {version.round or 1}"
        if version.attempt > 1:
            text += tr(", attempt {n}", n=version.attempt)
        if version.by_person:
            text += tr(", your edit")
        else:
            same = self._siblings.get(_place(version), [])
            if len(same) > 1:
                text += tr(", first") if version == same[0] else tr(", revised")
        return f"{self._called(self._whose(version))} · {text}" if named else text


def _place(version: TextVersion) -> _Place:
    """Return who wrote a text, and in which attempt at which round."""
    return (version.seat, version.slot, version.round or 1, version.attempt)


def _combo(name: str) -> QComboBox:
    made = combo_box(name)
    made.setMinimumContentsLength(9)
    return made
