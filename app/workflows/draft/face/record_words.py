"""Record words of a draft: what was asked for, written, judged, accepted and taken back, a sentence each."""

from __future__ import annotations

from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.ids import JUDGE
from app.domain.sentences import joined
from app.workflows.draft import facts as own
from app.workflows.draft.rules.checks import DraftContinuityChecked, DraftEffectsFound, DraftFindingDecided
from app.workflows.draft.rules.levels import in_units

_LONGEST = 160
MOST_TOLD = 2
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


def log_line(fact: Fact) -> Message | None:
    """Return a fact of a draft as a line of the log; None for one of another kind."""
    return _of_check(fact) or _of_writing(fact) or _of_folder(fact)


def _of_folder(fact: Fact) -> Message | None:  # noqa: C901  one case a fact
    match fact:
        case own.DraftProjectRead():
            left_out = words("; {n} files were left out", n=len(fact.left_out)) if fact.left_out else ""
            edited = (
                words("; {n} were edited outside", n=len(fact.edited)) if fact.edited and fact.project else ""
            )
            return words("The folder was read{left_out}{edited}", left_out=left_out, edited=edited)
        case own.DraftTargetSet():
            return words("The work is on {level} from here on", level=fact.level)
        case own.DraftStaleCleared():
            return words("Found to fit still: {level}", level=fact.level)
        case own.DraftDecided():
            many = in_units(len(fact.files), "file")
            return (
                words("Accepted in parts: {many}", many=many)
                if fact.partial
                else words("Accepted: {many}", many=many)
            )
        case own.DraftWrittenOver():
            return words("Written over by hand: {files}", files=", ".join(fact.files))
        case own.DraftEditedOutside():
            return words(
                "Texts that were edited outside lie before you: {files}", files=", ".join(fact.files)
            )
        case own.DraftMoved():
            return words("Nothing was written: {files} changed outside", files=", ".join(fact.files))
        case own.DraftFinalized():
            done = fact.iteration
            return words(
                "Committed {sha}: {many}, {lines} lines changed",
                sha=done.commit[:7],
                many=in_units(done.files_changed, "file"),
                lines=done.lines_changed,
            )
        case own.DraftUndoWanted():
            return (
                words("Iteration {n} is to be taken back", n=fact.number)
                if fact.number
                else words("The newest iteration is to be taken back")
            )
        case own.DraftUndone():
            return words("Taken back by commit {sha}", sha=fact.by[:7])
        case own.DraftUndoBegun():
            return words(
                "Later changes stand in the way of taking it back: {files}",
                files=", ".join(fact.clashing or fact.files),
            )
        case own.DraftRefused():
            return fact.why
        case own.DraftEnded():
            return _with_reason(_ENDED[fact.how], fact.why)
        case _:
            return None


def _with_reason(said: Message, why: Message) -> Message:
    return words("{said}: {why}", said=said, why=why) if str(why).strip() else said


def _of_writing(fact: Fact) -> Message | None:
    match fact:
        case own.DraftBegun():
            asked = words("“{text}”", text=cut(excerpt(fact.feedback), _LONGEST))
            return words(
                "{level}: {asked}", level=fact.level, asked=asked if fact.feedback else words("to be written")
            )
        case own.DraftBelowDecided():
            return _BELOW[fact.below]
        case own.DraftPlanned():
            return words("The plan: {text}", text=cut(excerpt(fact.text), _LONGEST))
        case own.DraftHistoryCondensed():
            return words("The oldest requests of {level} were summed up", level=fact.level)
        case own.DraftAttempted():
            files = ", ".join((*fact.paths, *fact.deleted))
            return (
                words("{who} changed {files}", who=fact.writer, files=files)
                if files
                else words("{who} changed nothing", who=fact.writer)
            )
        case own.DraftHeld():
            return words(
                "{who}’s writing stands still at {file}",
                who=fact.writer,
                file=fact.path or words("the next file"),
            )
        case own.DraftJudged():
            why = cut(excerpt(fact.reasoning), _LONGEST)
            return words("{who} {says}: {why}", who=_judge(fact.judge), says=_SAYS[fact.verdict], why=why)
        case own.DraftVerdict():
            verdict = words("approved") if fact.verdict == "approved" else words("needs revision")
            return words("The verdict on {who}’s text: {verdict}", who=fact.writer, verdict=verdict)
        case own.DraftRanked():
            order = ", ".join(writer for writer, _ in fact.order)
            return words("The texts, best first: {order}", order=order)
        case own.DraftChosen():
            over = words(", over the judge") if fact.over_judge else ""
            return words(
                "The text of {who}, attempt {n}, goes on{over}", who=fact.writer, n=fact.attempt, over=over
            )
        case own.DraftExplained():
            return words("What changed: {text}", text=_told(fact))
        case _:
            return None


def _told(fact: own.DraftExplained) -> Message:
    told = [
        words("{file}: {text}", file=one.file, text=cut(excerpt(one.summary), _LONGEST // 2))
        for one in fact.changes[:MOST_TOLD]
    ]
    if told:
        return joined([*told, *["…"] * (len(fact.changes) > MOST_TOLD)], "; ")
    text = fact.line.params.get("text")
    plain = fact.line.source == "{text}" and isinstance(text, str)
    return words("{text}", text=cut(excerpt(str(text)), _LONGEST)) if plain else fact.line


def _judge(seat: str) -> Message:
    return words("The judge") if seat == JUDGE else words("{text}", text=seat)


def _of_check(fact: Fact) -> Message | None:
    match fact:
        case DraftContinuityChecked():
            return words(
                "Continuity of {level}: {read} files read, {n} new contradictions",
                level=fact.level,
                read=len(fact.read),
                n=len(fact.found),
            )
        case DraftFindingDecided():
            return _FINDING[fact.how].filled(n=fact.number, why=fact.reason)
        case DraftEffectsFound():
            return words("Of {below}, {n} places no longer fit", below=fact.below, n=len(fact.found))
        case _:
            return None
