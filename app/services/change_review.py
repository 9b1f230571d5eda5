"""What a person decides on the changes between two texts, as the facts that say it. Pure.

A face tells the facts by `Review.tell`, and those that take them back where that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from app.diffing import Comparison
from app.diffing.patches import carry_over
from app.domain.fact_base import Fact
from app.domain.facts import ChangesReviewed, TextDecided
from app.projections.folding import Projections


class StoodText(Protocol):
    """A text that stood at some time: as it was proposed, or as the person wrote it over."""

    seq: int
    slot: str
    seat: str
    text: str
    by_person: bool


def name_of(text: StoodText) -> str:
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

    old: StoodText
    new: StoodText
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


def standing(fold: Projections, old: StoodText, new: StoodText) -> Standing:
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


def composed(comparison: Comparison, reverted: Iterable[str]) -> str:
    """Return the text that goes on when these changes are not taken."""
    gone = indices(comparison, reverted)
    return comparison.compose([place for place in range(len(comparison.hunks)) if place not in gone])


def ticked(before: Standing, reviewed: frozenset[str], words: str) -> tuple[Standing, Decision]:
    """Tick changes as reviewed, or take ticks away."""
    after = replace(before, reviewed=reviewed)
    return after, Decision((after.review,), (before.review,), words)


def kept(
    before: Standing, comparison: Comparison, reverted: frozenset[str], words: str
) -> tuple[Standing, Decision] | None:
    """Keep the old text of these changes and take all others; None where the person's own edit forbids it.

    What the person wrote over the text besides is carried over.
    """
    # Where nothing was decided the composed text is the newer one itself: long texts take a while.
    was = composed(comparison, before.reverted) if before.reverted else before.new.text
    wanted = composed(comparison, reverted) if reverted else before.new.text
    if before.text != was:
        carried = carry_over(was, before.text, wanted)
        if not carried.whole:
            return None
        wanted = carried.text
    return _going_on(before, reverted, wanted, words)


def carried_edit(
    before: Standing, written_over: str, edit: str, words: str
) -> tuple[Standing, Decision] | None:
    """Make the person's edit of an earlier text in the one under review; None where a part finds no place."""
    carried = carry_over(written_over, edit, before.text)
    if not carried.whole or carried.text == before.text:
        return None
    return _going_on(before, before.reverted, carried.text, words)


def _going_on(before: Standing, reverted: frozenset[str], text: str, words: str) -> tuple[Standing, Decision]:
    """Let a text go on in place of the one that did."""
    going = decision_for(before, text)
    after = replace(before, reverted=reverted, text=text, decided=going)
    return after, Decision((after.review, going), (before.review, before.decided or _taken(before)), words)


def decision_for(standing: Standing, text: str) -> TextDecided:
    """Return the fact by which a text goes on."""
    new = standing.new
    if text == new.text:
        return _taken(standing)
    if text == standing.base:
        return TextDecided(slot=new.slot, seat=new.seat, choice="previous")
    return TextDecided(slot=new.slot, seat=new.seat, choice="edit", edit=text)


def _taken(standing: Standing) -> TextDecided:
    return TextDecided(slot=standing.new.slot, seat=standing.new.seat, choice="refined")
