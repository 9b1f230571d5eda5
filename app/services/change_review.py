"""What a person decides on the changes between two texts, as the facts that say it. Pure.

A face tells the facts by `Review.tell`, and those that take them back where that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.diffing import Comparison
from app.diffing.patches import carry_over
from app.domain.fact_base import Fact
from app.domain.facts import ChangesReviewed, TextDecided
from app.projections.folding import Projections
from app.projections.texts import TextVersion


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
