"""What a person decides on the changes, as the facts that say it. No widgets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.diffing.patches import carry_over
from app.domain.fact_base import Fact
from app.domain.facts import ChangesReviewed, TextDecided
from app.projections.texts import Version
from app.ui.kit.diff.rows import Prepared
from app.ui.view.session_view import SessionView, TextVersion


def name_of(version: TextVersion) -> str:
    """Return what facts call a text."""
    return f"{version.seq}.edit" if version.by_person else str(version.seq)


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


def standing(view: SessionView, old: TextVersion, new: TextVersion) -> Standing:
    """Read from the projections what was decided on two texts."""
    found = view.fold.reviews.of(name_of(old), name_of(new))
    times = view.fold.reviews.times[name_of(old), name_of(new)]
    version = view.fold.texts.versions.get(new.seq)
    plain = Standing(old, new, frozenset(found.reverted), frozenset(found.reviewed), new.text, times=times)
    if version is None or new.by_person:
        return plain
    return replace(
        plain,
        text=view.fold.texts.standing_text(version),
        base=view.fold.texts.base_text(version),
        decided=version.decided,
        decidable=_decidable(view, version),
    )


def _decidable(view: SessionView, version: Version) -> bool:
    """Tell whether a choice of this text's changes can still go on: it is the one under review."""
    return (
        view.asks("texts")
        and (version.round, version.attempt) == (view.round, view.attempt)
        and view.fold.texts.current(version.slot, version.seat) is version
        and version.slot == view.slot
        and version.seat in view.active_members()
    )


def indices(prepared: Prepared, keys: Iterable[str]) -> frozenset[int]:
    """Return the changes that these keys name."""
    wanted = frozenset(keys)
    return frozenset(hunk.index for hunk in prepared.comparison.hunks if hunk.key in wanted)


def composed(prepared: Prepared, reverted: Iterable[str]) -> str:
    """Return the text that goes on when these changes are not taken."""
    gone = indices(prepared, reverted)
    return prepared.comparison.compose([place for place in range(prepared.changes) if place not in gone])


def ticked(before: Standing, reviewed: frozenset[str], words: str) -> tuple[Standing, Decision]:
    """Tick changes as reviewed, or take ticks away."""
    after = replace(before, reviewed=reviewed)
    return after, Decision((after.review,), (before.review,), words)


def kept(
    before: Standing, prepared: Prepared, reverted: frozenset[str], words: str
) -> tuple[Standing, Decision] | None:
    """Keep the old text of these changes and take all others; None where the person's own edit forbids it.

    What the person wrote over the text besides is carried over.
    """
    # Where nothing was decided the composed text is the newer one itself: long texts take a while.
    was = composed(prepared, before.reverted) if before.reverted else prepared.new
    wanted = composed(prepared, reverted) if reverted else prepared.new
    if before.text != was:
        carried = carry_over(was, before.text, wanted)
        if not carried.whole:
            return None
        wanted = carried.text
    after = replace(before, reverted=reverted, text=wanted)
    after = replace(after, decided=decision_for(after, wanted))
    facts: tuple[Fact, ...] = (after.review, decision_for(after, wanted))
    return after, Decision(facts, (before.review, before.decided or _taken(before)), words)


def carried_edit(
    before: Standing, written_over: str, edit: str, words: str
) -> tuple[Standing, Decision] | None:
    """Make the person's edit of an earlier text in the one under review; None where a part finds no place."""
    carried = carry_over(written_over, edit, before.text)
    if not carried.whole or carried.text == before.text:
        return None
    after = replace(before, text=carried.text, decided=decision_for(before, carried.text))
    facts: tuple[Fact, ...] = (after.review, decision_for(before, carried.text))
    return after, Decision(facts, (before.review, before.decided or _taken(before)), words)


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
