"""What a draft says of itself: a sentence for each record, and how it stands, for the column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, plural, words
from app.domain.ids import JUDGE
from app.domain.sentences import joined
from app.engine.plugin import RecordTable
from app.engine.status import Card, Quote, Remark, Section, Status
from app.engine.tabs import Part, TabPlace
from app.workflows.draft import facts as own
from app.workflows.draft.face.iteration_tabs import LOOKS, OURS, VERDICTS
from app.workflows.draft.rules.checks import DraftContinuityChecked, DraftEffectsFound, DraftFindingDecided
from app.workflows.draft.rules.drift import DraftAimsChecked, how_it_stands
from app.workflows.draft.rules.templates import in_units, titled
from app.workflows.draft.state import Attempt, DraftState, Iteration

_LONGEST = 160
_MOST_TOLD = 2
"""Changes of files that a line tells."""
_SAYS = {"approved": words("approves"), "needs_revision": words("asks for a revision")}
_BELOW = {
    "none": words("Nothing stands below"),
    "keep": words("What stands below is kept, and may no longer fit"),
    "cull": words("What stands below is deleted with the acceptance"),
}
_ENDED = {
    "accepted": words("The change was accepted"),
    "rejected": words("The change was rejected"),
    "cancelled": words("The change was given up"),
}
_FINDING = {
    "intended": words("Contradiction {n} is meant so: {why}"),
    "dismissed": words("Contradiction {n} is none"),
    "sent": words("Contradiction {n} was sent as feedback"),
}


def _short(text: str) -> str:
    return cut(excerpt(text), _LONGEST)


def _read(fact: own.DraftProjectRead) -> Message:
    left_out = edited = Message("")
    if fact.left_out:
        many = words("; {n} files were left out")
        left_out = plural(len(fact.left_out), words("; 1 file was left out"), many)
    if fact.edited and fact.project:
        many = words("; {n} were edited outside")
        edited = plural(len(fact.edited), words("; 1 was edited outside"), many)
    return words("The folder was read{left_out}{edited}", left_out=left_out, edited=edited)


def _begun(fact: own.DraftBegun) -> Message:
    asked = words("“{text}”", text=_short(fact.feedback)) if fact.feedback else words("to be written")
    return words("{level}: {asked}", level=fact.level, asked=asked)


def _attempted(fact: own.DraftAttempted) -> Message:
    files = ", ".join((*fact.paths, *fact.deleted))
    if not files and fact.barred:
        why = joined([*fact.barred, *fact.told], " ")
        return words("{who} changed nothing: {why}", who=fact.writer, why=why)
    if not files:
        return words("{who} changed nothing", who=fact.writer)
    return words("{who} changed {files}", who=fact.writer, files=files)


def _judged(fact: own.DraftJudged) -> Message:
    who = words("The judge") if fact.judge == JUDGE else words("{text}", text=fact.judge)
    return words("{who} {says}: {why}", who=who, says=_SAYS[fact.verdict], why=_short(fact.reasoning))


def _held(fact: own.DraftHeld) -> Message:
    if fact.used:
        return words("What came of {who}’s text is used as it was cut off", who=fact.writer)
    where = fact.path or words("the next file")
    return words("{who}’s writing stands still at {file}", who=fact.writer, file=where)


def _chosen(fact: own.DraftChosen) -> Message:
    over = words(", over the judge") if fact.over_judge else ""
    return words("The text of {who}, attempt {n}, goes on{over}", who=fact.writer, n=fact.attempt, over=over)


def _explained(fact: own.DraftExplained) -> Message:
    told = [
        words("{file}: {text}", file=one.file, text=cut(excerpt(one.summary), _LONGEST // 2))
        for one in fact.changes[:_MOST_TOLD]
    ]
    text = fact.line.params.get("text")
    if told:
        said = joined([*told, *["…"] * (len(fact.changes) > _MOST_TOLD)], "; ")
    elif fact.line.source == "{text}" and isinstance(text, str):
        said = words("{text}", text=_short(text))
    else:
        said = fact.line
    return words("What changed: {text}", text=said)


def _finalized(fact: own.DraftFinalized) -> Message:
    done = fact.iteration
    return words(
        "Committed {sha}: {many}, {lines}",
        sha=done.commit[:7],
        many=in_units(done.files_changed, "file"),
        lines=done.lines,
    )


def _ended(fact: own.DraftEnded) -> Message:
    said = _ENDED[fact.how]
    return words("{said}: {why}", said=said, why=fact.why) if str(fact.why).strip() else said


RECORD_WORDS: RecordTable = {
    own.DraftProjectRead: _read,
    own.DraftTargetSet: words("The work is on {level} from here on"),
    own.DraftStaleCleared: words("Found to fit still: {level}"),
    own.DraftBegun: _begun,
    own.DraftBelowDecided: lambda fact: _BELOW[fact.below],
    own.DraftPlanned: lambda fact: words("The plan: {text}", text=_short(fact.text)),
    own.DraftHistoryCondensed: words("The oldest requests of {level} were summed up"),
    own.DraftAttempted: _attempted,
    own.DraftHeld: _held,
    own.DraftJudged: _judged,
    own.DraftVerdict: lambda fact: words(
        "The verdict on {who}’s text: {verdict}", who=fact.writer, verdict=VERDICTS[fact.verdict]
    ),
    own.DraftRanked: lambda fact: words(
        "The texts, best first: {order}", order=", ".join(writer for writer, _ in fact.order)
    ),
    own.DraftChosen: _chosen,
    own.DraftExplained: _explained,
    own.DraftDecided: lambda fact: (
        words("Accepted in parts: {many}") if fact.partial else words("Accepted: {many}")
    ).filled(many=in_units(len(fact.files), "file")),
    own.DraftWrittenOver: words("Written over by hand: {files}"),
    own.DraftEditedOutside: words("Texts that were edited outside lie before you: {files}"),
    own.DraftMoved: words("Nothing was written: {files} changed outside"),
    own.DraftFinalized: _finalized,
    own.DraftUndoWanted: lambda fact: (
        words("Iteration {n} is to be taken back", n=fact.number)
        if fact.number
        else words("The newest iteration is to be taken back")
    ),
    own.DraftUndone: lambda fact: words("Taken back by commit {sha}", sha=fact.by[:7]),
    own.DraftUndoBegun: lambda fact: words(
        "Later changes stand in the way of taking it back: {files}",
        files=", ".join(fact.clashing or fact.files),
    ),
    own.DraftRefused: lambda fact: fact.why,
    own.DraftEnded: _ended,
    DraftContinuityChecked: lambda fact: words(
        "Continuity of {level}: {read} files read, {n} new contradictions",
        level=fact.level,
        read=len(fact.read),
        n=len(fact.found),
    ),
    DraftFindingDecided: lambda fact: _FINDING[fact.how].filled(n=fact.number, why=fact.reason),
    DraftAimsChecked: lambda fact: words(
        "Aims above {level}: {all} looked for, {n} lost or gone against",
        level=fact.level,
        all=len(fact.aims),
        n=sum(how_it_stands(one, fact) != "served" for one in fact.aims),
    ),
    DraftEffectsFound: lambda fact: words(
        "Of {below}, {n} places no longer fit", below=fact.below, n=len(fact.found)
    ),
}
"""What each fact says: a sentence whose places are its fields, or what makes one."""


# --- how it stands ------------------------------------------------------------------------------------

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
    now = state.iteration
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
    unasked = words("taken back as it was before") if now.undoes else words("the whole level, to be written")
    asked: Quote | Remark = Remark(titled(state.level(now.level).title), OURS.get(now.feedback) or unasked)
    if now.feedback and now.feedback not in OURS:
        asked = Quote(now.feedback)
    yield Section(words("You asked for"), (asked,), TabPlace("draft_history"))


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
    missing = tuple(Part(why, "doubtful") for why in (not one.words and one.made.barred) or verdict.issues)
    # What was found without a judge stands among what is missing, and is nobody's word.
    reasoning = verdict.reasoning if one.words else ""
    return Card(said, _which(state, one, versions=versions), reasoning, (*done, *missing), folded)


def _which(state: DraftState, one: Attempt, *, versions: bool) -> Message:
    number = words("attempt {n}", n=one.number)
    if versions:
        number = words("{attempt}, version {n}", attempt=number, n=one.version)
    return number if len(state.writers) == 1 else words("{attempt} · {who}", attempt=number, who=one.writer)


def _changes(told: own.DraftExplained | None) -> Iterator[Remark]:
    for change in told.changes[:_MOST_CHANGES] if told is not None else ():
        yield Remark(_MAGNITUDES[change.magnitude], change.summary)
