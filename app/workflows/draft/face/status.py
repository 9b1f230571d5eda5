"""How a draft stands, for the column: the judge's words, what changed, what was asked. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.engine.status import Card, Quote, Remark, Section, Status
from app.engine.tabs import Part, TabPlace
from app.workflows.draft.face.iteration_tabs import LOOKS, OURS, VERDICTS
from app.workflows.draft.facts import DraftExplained
from app.workflows.draft.rules.levels import in_units, plural, titled
from app.workflows.draft.state import Attempt, DraftState, Iteration

_MAGNITUDES: Mapping[Literal["major", "moderate", "minor"], Message] = {
    "major": words("Major"),
    "moderate": words("Moderate"),
    "minor": words("Minor"),
}
_MOST_CHANGES = 5


def standing(state: DraftState) -> Status | None:
    """Return how the newest iteration stands; None before the first."""
    now = state.iterations[-1] if state.iterations else None
    if now is None:
        return None
    return Status(tuple(_sections(state, now)))


def given(state: DraftState) -> Message:
    """Return what goes into an attempt beside the request, in a line."""
    now = state.now
    assert now is not None
    level = state.level(now.level)
    said: list[Message] = []
    if state.template.settings in state.files:
        said.append(words("{text}", text=state.template.settings))
    for one in (*state.template.above(level.name), level):
        files = state.level_files(one.name)
        if len(files) > 1:
            said.append(
                words("{title} ({files})", title=titled(one.title), files=in_units(len(files), "file"))
            )
        elif files:
            said.append(titled(one.title))
    earlier, notes = len(state.history(level.name)), len(now.notes)
    if earlier:
        said.append(plural(earlier, words("1 earlier request"), words("{n} earlier requests")))
    if notes:
        said.append(plural(notes, words("the judge’s words"), words("the judge’s words on {n} attempts")))
    return words("Given: {what}.", what=joined(said, ", ")) if said else words("Given: your request alone.")


def _sections(state: DraftState, now: Iteration) -> Iterator[Section]:
    cards = tuple(_cards(state, now))
    if cards:
        yield Section(words("Judge"), cards, TabPlace("draft_judged"))
    changes = tuple(_changes(now.explained))
    if changes:
        yield Section(words("What changed"), changes, TabPlace("draft_explained"))
    below = tuple(_below(state, now)) if now.how is None else ()
    if below:
        yield Section(words("Below this level"), below)
    ours = OURS.get(now.feedback)
    asked: Quote | Remark = Remark(_title(state, now), ours or _without_words(now))
    if now.feedback and ours is None:
        asked = Quote(now.feedback)
    yield Section(words("You asked for"), (asked,), TabPlace("draft_history"))


def _title(state: DraftState, now: Iteration) -> Message:
    return titled(state.level(now.level).title)


def _without_words(now: Iteration) -> Message:
    return words("taken back as it was before") if now.undoes else words("the whole level, to be written")


def _below(state: DraftState, now: Iteration) -> Iterator[Remark]:
    """Yield what becomes of each level below, once that is decided."""
    for level in state.template.levels:
        files = level.files(state.files)
        if now.below == "cull" and (gone := sum(1 for path in files if path in now.culled)):
            one = words("1 file will be deleted; it stays in History.")
            many = words("{n} files will be deleted; they stay in History.")
            yield Remark(titled(level.title), plural(gone, one, many))
        elif now.below == "keep" and level.name in now.below_levels and files:
            one = words("1 file stays as it is and is marked out of date.")
            many = words("{n} files stay as they are and are marked out of date.")
            yield Remark(titled(level.title), plural(len(files), one, many))


def _cards(state: DraftState, now: Iteration) -> Iterator[Card]:
    """Return a card for each judged text, the newest first; one of them is open."""
    judged = [one for one in reversed(now.attempts) if one.verdict is not None]
    first = next((one for one in judged if one is now.taken), judged[0] if judged else None)
    for one in [first, *(other for other in judged if other is not first)] if first is not None else []:
        yield _card(state, one, folded=one is not first, versions=any(other.version > 1 for other in judged))


def _card(state: DraftState, one: Attempt, *, folded: bool, versions: bool) -> Card:
    verdict = one.verdict
    assert verdict is not None
    if not one.words:
        said = Part(words("not judged"))
    else:
        said = Part(VERDICTS[verdict.verdict], LOOKS[verdict.verdict])
    points = {str(point.get("point")): bool(point.get("done")) for word in one.words for point in word.points}
    done = tuple(Part(point, "good") for point, is_done in points.items() if is_done)
    missing = tuple(Part(issue, "doubtful") for issue in verdict.issues)
    # What was found without a judge stands among what is missing, and is nobody's word.
    reasoning = verdict.reasoning if one.words else ""
    return Card(said, _which(state, one, versions=versions), reasoning, (*done, *missing), folded)


def _which(state: DraftState, one: Attempt, *, versions: bool) -> Message:
    number = words("attempt {n}", n=one.number)
    if versions:
        number = words("{attempt}, version {n}", attempt=number, n=one.version)
    return number if len(state.writers) == 1 else words("{attempt} · {who}", attempt=number, who=one.writer)


def _changes(told: DraftExplained | None) -> Iterator[Remark]:
    for change in told.changes[:_MOST_CHANGES] if told is not None else ():
        yield Remark(_MAGNITUDES[change.magnitude], change.summary)
