"""Every text of every seat, what became of it, and what a person said of the changes between two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    NO_BASE,
    ChangesReviewed,
    DecisionWithdrawn,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.projections.base import wanted

RESULT_SLOTS = ("result", "final")
"""Slots that hold a session's final text."""


@dataclass(slots=True)
class Version:
    """One text of a seat as it was proposed, assessed and decided on."""

    seq: int
    slot: str
    seat: str
    round: int
    attempt: int
    text: str
    base: int | None
    asked: int | None
    assessed: TextAssessed | None = None
    decided: TextDecided | None = None


@dataclass(slots=True)
class TextVersion:
    """One text of a seat that stood at some time: as proposed, or as the person wrote it over."""

    seq: int
    slot: str
    seat: str
    text: str
    round: int
    attempt: int
    by_person: bool = False


@dataclass(slots=True)
class Texts:
    """Fold of texts by slot, seat, round and attempt."""

    versions: dict[int, Version] = field(default_factory=dict)
    """By the seq of the TextProposed."""
    _newest: dict[tuple[str, str], int] = field(default_factory=dict)
    _decisions: dict[int, tuple[int, TextDecided | None]] = field(default_factory=dict)
    _by_seat: dict[str, list[TextVersion]] | None = field(default=None, compare=False, repr=False)
    """What `_written` returns, None where a record came since."""
    _told: dict[tuple[str, str | None], list[TextVersion]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What was answered for a seat and a slot since the last record: one look at a round asks six times."""

    wants = wanted(DecisionWithdrawn, TextAssessed, TextDecided, TextProposed)

    def apply(self, record: Record, fact: Fact | None) -> None:
        self._by_seat = None
        self._told.clear()
        match fact:
            case TextProposed():
                self.versions[record.seq] = Version(
                    record.seq,
                    fact.slot,
                    fact.seat,
                    record.round,
                    record.attempt,
                    fact.text,
                    fact.base,
                    fact.asked,
                )
                self._newest[fact.slot, fact.seat] = record.seq
            case TextAssessed() | TextDecided():
                version = self.current(fact.slot, fact.seat)
                if version is None:
                    return
                if isinstance(fact, TextAssessed):
                    version.assessed = fact
                else:
                    self._decisions[record.seq] = (version.seq, version.decided)
                    version.decided = fact
            case DecisionWithdrawn() if fact.seq in self._decisions:
                seq, before = self._decisions[fact.seq]
                self.versions[seq].decided = before

    def current(self, slot: str, seat: str) -> Version | None:
        """Return a seat's newest version."""
        seq = self._newest.get((slot, seat))
        return None if seq is None else self.versions[seq]

    def at(self, slot: str, seat: str, round: int, attempt: int) -> Version | None:
        """Return a seat's last version of one attempt."""
        for version in reversed(self.versions.values()):
            if (version.slot, version.seat, version.round, version.attempt) == (slot, seat, round, attempt):
                return version
        return None

    def base_text(self, version: Version) -> str | None:
        """Return the text a version refines, None for a fresh one or a base that is not older.

        A version that stands against nothing refines an empty text.
        """
        if version.base == NO_BASE:
            return ""
        if version.base is None or version.base >= version.seq:
            return None
        base = self.versions.get(version.base)
        if base is not None:
            return base.text
        decision = self._decisions.get(version.base)
        return self.standing_text(self.versions[decision[0]]) if decision else None

    def standing_text(self, version: Version) -> str:
        """Return the text that goes on: the person's edit, the one kept, or the version itself."""
        if version.decided is not None and version.decided.choice == "edit":
            return version.decided.edit or ""
        if version.decided is not None and version.decided.choice == "previous":
            base = self.base_text(version)
            return version.text if base is None else base
        return version.text

    def of_seat(self, seat: str, slot: str | None = None) -> list[TextVersion]:
        """Return a seat's texts, oldest first; texts carried over unchanged are left out."""
        told = self._told.get((seat, slot))
        if told is not None:
            return list(told)
        found: list[TextVersion] = []
        for version in self._written().get(seat, ()):
            if slot is not None and version.slot != slot:
                continue
            if found and found[-1].text == version.text:
                continue
            found.append(version)
        self._told[seat, slot] = found
        return list(found)

    def by_slot(self, start: str = "", upto: int = 0) -> dict[str, list[TextVersion]]:
        """Return the texts of each slot whose name begins so, oldest first; `upto`: the last round or 0."""
        found: dict[str, list[TextVersion]] = {}
        for version in chain.from_iterable(self._written().values()):
            late = upto and version.round > upto
            if version.slot.startswith(start) and version.slot not in RESULT_SLOTS and not late:
                found.setdefault(version.slot, []).append(version)
        for texts in found.values():
            texts.sort(key=lambda version: (version.seq, version.by_person))
        return found

    def refined_from(self, version: TextVersion) -> TextVersion | None:
        """Return the text that a version refines; where the record does not say, the one before it."""
        row = self.versions.get(version.seq)
        if row is not None and not version.by_person and row.base == NO_BASE:
            return None
        if row is not None and not version.by_person and (other := self._of_another(row)) is not None:
            return other
        mine = self.of_seat(version.seat, version.slot)
        # From the end: it is new as a rule, and there may be hundreds before it.
        at = next((at for at in range(len(mine) - 1, -1, -1) if mine[at] == version), None)
        older = mine[:at] if at is not None else [v for v in mine if v.seq < version.seq]
        base = self.base_text(row) if row is not None and not version.by_person else None
        same = next((v for v in reversed(older) if v.text == base), None)
        return same or (older[-1] if older else None)

    def _of_another(self, row: Version) -> TextVersion | None:
        """Return the text of another seat that a version names as its base: a file as it lay there before."""
        base = self.versions.get(row.base) if row.base is not None and row.base < row.seq else None
        if base is None or base.slot != row.slot or base.seat == row.seat:
            return None
        return TextVersion(base.seq, base.slot, base.seat, base.text, base.round, base.attempt)

    def stands(self, version: TextVersion) -> TextVersion:
        """Return the text that goes on from a version: the one it refines where the person kept that."""
        row = self.versions.get(version.seq)
        if row is None or row.decided is None or row.decided.choice != "previous":
            return version
        return self.refined_from(version) or version

    def _written(self) -> Mapping[str, list[TextVersion]]:
        """Return every text that stood at some time, by its seat."""
        if self._by_seat is None:
            self._by_seat = {}
            for v in self.versions.values():
                mine = self._by_seat.setdefault(v.seat, [])
                mine.append(TextVersion(v.seq, v.slot, v.seat, v.text, v.round, v.attempt))
                if v.decided is not None and v.decided.choice == "edit":
                    edit = v.decided.edit or ""
                    mine.append(TextVersion(v.seq, v.slot, v.seat, edit, v.round, v.attempt, True))
        return self._by_seat

    def result(self) -> Version | None:
        """Return the newest final text."""
        return next((v for v in reversed(self.versions.values()) if v.slot in RESULT_SLOTS), None)


@dataclass(slots=True)
class Reviews:
    """Fold of the newest word on each pair of texts, by (older, newer)."""

    by_pair: dict[tuple[str, str], ChangesReviewed] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a word came."""

    wants = wanted(ChangesReviewed)

    def apply(self, record: Record, fact: Fact | None) -> None:
        assert isinstance(fact, ChangesReviewed)
        self.by_pair[fact.old, fact.new] = fact
        self.times[fact.old, fact.new] += 1

    def of(self, old: str, new: str) -> ChangesReviewed:
        """Return what was said of a pair; nothing yet is an empty word."""
        return self.by_pair.get((old, new)) or ChangesReviewed(old=old, new=new)
