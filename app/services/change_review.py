"""Which texts lie before a person, and what is decided on the changes between two, as facts. Pure.

A face tells the facts by `Review.tell`, and those that take them back where that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.diffing import Comparison
from app.diffing.patches import carry_over
from app.domain.fact_base import Fact
from app.domain.facts import ChangesReviewed, TextDecided
from app.domain.gates import GateKind
from app.domain.ids import PERSON, SeatName
from app.domain.reporting import ChosenText
from app.engine.exporting import ExportText
from app.engine.plugin import WorkflowPlugin
from app.projections.folding import Projections
from app.projections.texts import RESULT_SLOTS, Texts, TextVersion, Version


def name_of(text: TextVersion) -> str:
    """Return what facts call a text."""
    return f"{text.seq}.edit" if text.by_person else str(text.seq)


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts to tell, those that take them back, and what to call it in Undo."""

    facts: tuple[Fact, ...]
    back: tuple[Fact, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What was decided so far on one pair of texts: keys of changes, and the text that goes on now."""

    old: TextVersion
    new: TextVersion
    reverted: frozenset[str] = frozenset()
    reviewed: frozenset[str] = frozenset()
    text: str = ""
    base: str | None = None
    """The text the newer one refines, where it is known."""
    decided: TextDecided | None = None
    decidable: bool = False
    """Whether a choice of the newer text's changes can still go on; who shows it knows."""
    times: int = 0
    """How many words on this pair the records hold."""

    @property
    def review(self) -> ChangesReviewed:
        """Return it as the fact that says it."""
        return ChangesReviewed(
            old=name_of(self.old),
            new=name_of(self.new),
            reviewed=tuple(sorted(self.reviewed)),
            reverted=tuple(sorted(self.reverted)),
        )

    def ticked(self, reviewed: frozenset[str], words: str) -> tuple[Standing, Decision]:
        """Tick these changes as reviewed, and no other."""
        after = replace(self, reviewed=reviewed)
        return after, Decision((after.review,), (self.review,), words)

    def keeping(
        self,
        comparison: Comparison,
        reverted: frozenset[str],
        words: str,
        reviewed: frozenset[str] | None = None,
    ) -> tuple[Standing, Decision] | None:
        """Keep the old text of these changes, take all others; None where the person's own edit forbids it.

        What the person wrote over the text besides is carried over. `reviewed`: the changes that count as
        looked at from then on, None: those that did.
        """
        # Where nothing was decided the composed text is the newer one itself: long texts take a while.
        was = comparison.without(self.reverted) if self.reverted else self.new.text
        wanted = comparison.without(reverted) if reverted else self.new.text
        if self.text != was:
            carried = carry_over(was, self.text, wanted)
            if not carried.whole:
                return None
            wanted = carried.text
        return self._going_on(reverted, wanted, words, reviewed)

    def carrying(self, written_over: str, edit: str, words: str) -> tuple[Standing, Decision] | None:
        """Make the person's edit of an earlier text in this one; None where a part finds no place."""
        carried = carry_over(written_over, edit, self.text)
        if not carried.whole or carried.text == self.text:
            return None
        return self._going_on(self.reverted, carried.text, words)

    def _going_on(
        self, reverted: frozenset[str], text: str, words: str, reviewed: frozenset[str] | None = None
    ) -> tuple[Standing, Decision]:
        """Let a text go on in place of the one that did."""
        going, seen = self._choice_of(text), self.reviewed if reviewed is None else reviewed
        after = replace(self, reverted=reverted, reviewed=seen, text=text, decided=going)
        back = (self.review, self.decided or self._choice_of(self.new.text))
        return after, Decision((after.review, going), back, words)

    def _choice_of(self, text: str) -> TextDecided:
        """Return the fact by which a text goes on."""
        slot, seat = self.new.slot, self.new.seat
        if text == self.new.text:
            return TextDecided(slot=slot, seat=seat, choice="refined")
        if text == self.base:
            return TextDecided(slot=slot, seat=seat, choice="previous")
        return TextDecided(slot=slot, seat=seat, choice="edit", edit=text)


def standing(fold: Projections, old: TextVersion, new: TextVersion) -> Standing:
    """Read from the projections what was decided on two texts."""
    names = name_of(old), name_of(new)
    found, times = fold.reviews.of(*names), fold.reviews.times[names]
    version = fold.texts.versions.get(new.seq)
    plain = Standing(old, new, frozenset(found.reverted), frozenset(found.reviewed), new.text, times=times)
    if version is None or new.by_person:
        return plain
    return replace(
        plain,
        text=fold.texts.standing_text(version),
        base=fold.texts.base_text(version),
        decided=version.decided,
    )


def indices(comparison: Comparison, keys: Iterable[str]) -> frozenset[int]:
    """Return the changes that these keys name."""
    wanted = frozenset(keys)
    return frozenset(hunk.index for hunk in comparison.hunks if hunk.key in wanted)


ANSWER = "The answer"


def open_kind(plugin: WorkflowPlugin, fold: Projections) -> GateKind | None:
    """Return what the open gate says of itself, None where none is open."""
    gate = fold.gates.open_gate()
    return plugin.gates.get(gate.fact.kind) if gate is not None else None


def texts_under_review(plugin: WorkflowPlugin, state: Any, fold: Projections) -> Sequence[ExportText]:
    """Return the texts that an open gate asks about; else what was accepted last, or the answer.

    Where there is none of these: the newest text of each member.
    """
    texts, kind = fold.texts, open_kind(plugin, fold)
    if kind is not None and kind.slots:
        return [_of(texts, row, by_slot=True) for row in _proposed(fold)]
    if kind is not None and kind.asks("texts"):
        return [_of(texts, row) for row in _of_members(fold)]
    manuscript = plugin.manuscript(state)
    if manuscript is not None:
        return list(_accepted(texts, manuscript))
    result = texts.result()
    if result is not None:
        return [_result(_of(texts, result, title=ANSWER), plugin.report(state).chosen)]
    return [_of(texts, row) for row in _of_members(fold)]


def _current(fold: Projections) -> tuple[int, int]:
    number = max(fold.timeline.rounds, default=0)
    row = fold.timeline.rounds.get(number)
    return (number, row.current.number) if row is not None else (0, 1)


def _proposed(fold: Projections) -> list[Version]:
    """Return the newest text of each slot in this attempt, in the order they were proposed in."""
    here = _current(fold)
    found: dict[str, Version] = {}
    for row in fold.texts.versions.values():
        if (row.round, row.attempt) == here and row.slot not in RESULT_SLOTS:
            found[row.slot] = row
    return list(found.values())


def _of_members(fold: Projections) -> list[Version]:
    """Return the newest text of each seat that is at the table."""
    gone = set(fold.session.absent) | fold.session.dropped
    found: dict[tuple[str, str], Version] = {}
    for row in fold.texts.versions.values():
        if row.slot not in RESULT_SLOTS and row.seat not in gone:
            found[row.slot, row.seat] = row
    newest = max((row.round for row in found.values()), default=0)
    return [row for row in found.values() if row.round == newest]


def _of(texts: Texts, row: Version, *, by_slot: bool = False, title: str = "") -> ExportText:
    version = TextVersion(row.seq, row.slot, row.seat, row.text, row.round, row.attempt)
    new = texts.standing_text(row)
    if title:
        # A result is made from nothing; what a person made of it is a change of it.
        older, old = version, row.text
    else:
        fresh = by_slot and row.base is None and row.seat != PERSON
        found = None if fresh else texts.refined_from(version)
        older, old = found or version, found.text if found is not None else ""
    names = (name_of(older) if older is not version or title else "", name_of(version))
    return ExportText(
        row.slot, row.seat, title or (row.slot if by_slot else row.seat), old, row.text, new, names
    )


def _result(text: ExportText, chosen: ChosenText | None) -> ExportText:
    """Return the answer; of a member's, what others add to it is a change of theirs."""
    taken = [one for one in (chosen.insertions if chosen is not None else ()) if one.taken]
    added = tuple((one.text, SeatName(one.seat)) for one in taken if one.text in text.proposed)
    return replace(text, old=chosen.own, added=added) if chosen is not None and added else text


def _accepted(texts: Texts, manuscript: Mapping[str, str]) -> Iterator[ExportText]:
    """Yield the texts that stand, with what the newest acceptance changed in them."""
    rows: dict[str, list[Version]] = {slot: [] for slot in manuscript}
    for row in texts.versions.values():
        if row.slot in rows:
            rows[row.slot].append(row)
    standing = {
        slot: next((row for row in reversed(rows[slot]) if texts.standing_text(row) == text), None)
        for slot, text in manuscript.items()
    }
    newest = max((row.round for row in standing.values() if row is not None), default=0)
    for slot, text in manuscript.items():
        found = standing[slot]
        old, name = text, ""
        if found is not None and found.round == newest:
            # What was written is told as the person's; what it was made from is known of the writer's.
            begun = next((row for row in rows[slot] if row.round == newest and row.base is not None), None)
            base = texts.base_text(begun) if begun is not None else None
            old = "" if begun is None and found.seat != PERSON else base if base is not None else text
            name = str(begun.base or "") if begun is not None else ""
        seat = found.seat if found is not None else PERSON
        seq = str(found.seq) if found is not None else ""
        yield ExportText(slot, seat, slot, old, text, text, (name, seq))
