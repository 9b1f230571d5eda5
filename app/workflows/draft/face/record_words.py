"""Record words of a draft: what was asked for, written, judged, accepted and taken back, a sentence each."""

from __future__ import annotations

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, words
from app.domain.ids import JUDGE
from app.domain.sentences import joined
from app.engine.plugin import RecordTable
from app.workflows.draft import facts as own
from app.workflows.draft.rules.checks import DraftContinuityChecked, DraftEffectsFound, DraftFindingDecided
from app.workflows.draft.rules.drift import DraftAimsChecked, how_it_stands
from app.workflows.draft.rules.levels import in_units, plural

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


def _verdict(fact: own.DraftVerdict) -> Message:
    verdict = words("approved") if fact.verdict == "approved" else words("needs revision")
    return words("The verdict on {who}’s text: {verdict}", who=fact.writer, verdict=verdict)


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


def _decided(fact: own.DraftDecided) -> Message:
    said = words("Accepted in parts: {many}") if fact.partial else words("Accepted: {many}")
    return said.filled(many=in_units(len(fact.files), "file"))


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
    own.DraftVerdict: _verdict,
    own.DraftRanked: lambda fact: words(
        "The texts, best first: {order}", order=", ".join(writer for writer, _ in fact.order)
    ),
    own.DraftChosen: _chosen,
    own.DraftExplained: _explained,
    own.DraftDecided: _decided,
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
