"""The semantic diff: what a model says of a change, rendered beside figures that are computed.

The reply tells what changed, how much it weighs and why it works. What it cannot be trusted with (files,
lines, words, what was deleted) stands beside it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator

from app.domain.i18n import NO_MESSAGE, Message, words
from app.domain.live_text import folded
from app.domain.sentences import joined
from app.markup.escaping import code, inline
from app.workflows.common import values
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import Verdict
from app.workflows.draft.facts import ExplainedChange
from app.workflows.draft.rules.changes import FileFigures, FileKind, LevelFigures, percent_of_words
from app.workflows.draft.rules.file_names import meant

_Magnitude = Literal["major", "moderate", "minor"]
MOST_NAMED = 12
"""Files that a line names."""
_STARS: Mapping[_Magnitude, str] = {"major": "★★★", "moderate": "★★", "minor": "★"}
Block = Message | Sequence[Message]
"""Of a page: a paragraph, or the lines of a list."""
_TITLES: Mapping[_Magnitude, Message] = {
    "major": words("Major changes"),
    "moderate": words("Moderate changes"),
    "minor": words("Minor changes"),
}
_IN_LINE: Mapping[_Magnitude, Message] = {
    "major": words("major"),
    "moderate": words("moderate"),
    "minor": words("minor"),
}
_KINDS: Mapping[FileKind, Message] = {
    "changed": words("changed"),
    "added": words("added"),
    "removed": words("deleted"),
    "unchanged": words("unchanged"),
}
_WORDS = {
    "major": "major high large big complete rewrite critical significant 3 gross schwer majeur 重大 大",
    "moderate": "moderate medium mid some 2 mittel modere 中等 中",
    "minor": "minor low small little slight trivial 1 klein gering mineur 轻微 小",
}
_worded = values.one_of(_WORDS)


def _magnitude(value: Any) -> Any:
    stars = value.count("★") or value.count("*") if isinstance(value, str) else 0
    if stars and not folded(value):
        return {1: "minor", 2: "moderate"}.get(stars, "major")
    return _worded(value)


class BeforeAfterReply(ReplyModel):
    """One place, as it was and as it is."""

    names: ClassVar[dict[str, str]] = {
        "where": "place scene section part name aspect field what title",
        "before": "old was from previous",
        "after": "new now to current",
    }
    where: Text = ""
    before: Text = ""
    after: Text = ""


class FileChangeReply(ReplyModel):
    """What changed in one file, or in several in the same way."""

    main: ClassVar[str] = "summary"
    keyed: ClassVar[tuple[str, str]] = ("file", "summary")
    names: ClassVar[dict[str, str]] = {
        "file": "path chapter name files where",
        "magnitude": "size weight level severity importance category impact",
        "summary": "title what change description headline text",
        "details": "points changes bullets items notes list",
        "before_after": "comparisons before_and_after pairs key_changes scenes_changed",
        "scenes_added": "new_scenes added_scenes added new_sections sections_added",
        "tone_shift": "tone tone_change",
    }
    file: Text
    magnitude: Annotated[_Magnitude, BeforeValidator(_magnitude)] = "moderate"
    summary: Written
    details: tuple[Text, ...] = ()
    before_after: tuple[BeforeAfterReply, ...] = ()
    scenes_added: tuple[Text, ...] = ()
    tone_shift: Text = ""


class ImpactReply(ReplyModel):
    """What the whole of it does."""

    names: ClassVar[dict[str, str]] = {
        "arc": "arc_impact story plot structure argument handlung bogen",
        "tone": "tone_shift mood voice",
        "consistency": "consistent coherence continuity konsistenz",
    }
    arc: Text = ""
    tone: Text = ""
    consistency: Text = ""


class ExplainReply(ReplyModel):
    """What changed, how much it weighs, what it does, why it works, what could go wrong."""

    main: ClassVar[str] = "changes"
    wrappers: ClassVar[tuple[str, ...]] = ("semantic_diff", "diff", "summary")
    names: ClassVar[dict[str, str]] = {
        "foundation": "metadata foundation_changes metadata_changes facts_changed",
        "changes": "files file_changes changed_files items",
        "impact": "overall_impact overall effect effects",
        "why": "why_it_works why_these_changes_work reasoning rationale explanation",
        "risks": "risk warnings inconsistencies concerns",
    }
    foundation: tuple[BeforeAfterReply, ...] = ()
    changes: tuple[FileChangeReply, ...] = ()
    impact: ImpactReply = ImpactReply()
    why: Text = ""
    risks: tuple[Text, ...] = ()


Stands = Literal["taken", "looked at", "put together"]
"""How a text stands that is explained: it goes on, nobody has decided yet, or it has parts of several."""

# --- rendering ----------------------------------------------------------------------------------------


def explained(
    reply: ExplainReply | None,
    figures: LevelFigures,
    *,
    feedback: str,
    attempts: int,
    verdict: Verdict,
    reasoning: str = "",
    stands: Stands = "taken",
) -> Message:
    """Return the semantic diff as Markdown, worded when it is shown: the program's words are sentences.

    `reply` None: no model could tell; the figures alone are told.
    """
    blocks: list[Block] = [_heading(words("What changed"), 2)]
    if feedback.strip():
        blocks.append(_named(words("You asked"), words("“{text}”", text=inline(feedback))))
    blocks.append(_named(words("Attempts"), _attempts(attempts, verdict, stands)))
    if reply is None:
        blocks.append(words("No model could explain this change; the figures and the text itself tell it."))
    else:
        whole = [_item(_pair(one)) for one in _saying(reply.foundation)]
        blocks += [_heading(words("Foundation and metadata")), whole] if whole else []
        blocks += _changes(reply, figures)
    gone = [one for one in figures.files if one.kind == "removed" and not one.other]
    if gone:
        shown = [_item(words("{path} ({n} words)", path=code(one.path), n=one.words_before)) for one in gone]
        blocks += [_heading(words("Deleted files")), shown]
    blocks += _impact(reply, figures)
    if reply is not None and reply.why.strip():
        blocks += [_heading(words("Why it works")), _said(reply.why)]
    if reasoning.strip():
        blocks += [_heading(words("What the judge said")), _said(reasoning)]
    if reply is not None and (risks := [_item(_said(risk)) for risk in reply.risks if risk.strip()]):
        blocks += [_heading(words("Risks")), risks]
    return page(blocks)


def page(blocks: Iterable[Block]) -> Message:
    """Return blocks of Markdown as one text, an empty line between two of them."""
    lines: list[Message] = []
    for block in blocks:
        lines += [*([NO_MESSAGE] if lines else []), *([block] if isinstance(block, Message) else block)]
    return joined([*lines, NO_MESSAGE], "\n")


def _heading(title: Message, depth: int = 3) -> Message:
    return Message("#" * depth + " {title}", {"title": title})


def _named(name: Message, text: Message) -> Message:
    return Message("**{name}:** {text}", {"name": name, "text": text})


def _item(text: Message, depth: int = 0) -> Message:
    return Message("  " * depth + "- {text}", {"text": text})


def _said(text: str) -> Message:
    return words("{text}", text=inline(text))


def line_of(
    changes: Sequence[ExplainedChange],
    figures: LevelFigures,
    foundation: Sequence[BeforeAfterReply] = (),
) -> Message:
    """Return the summary that the history keeps, and that later prompts are given.

    It is what was told of files and of the foundation; else what is counted of files.
    """
    told = [
        words("{how}: {file}: {text}", how=_IN_LINE[one.magnitude], file=one.file, text=one.summary)
        for one in changes
    ]
    told += [words("foundation: {text}", text=_pair(one)) for one in _saying(foundation)]
    if told:
        return joined(told, "; ")
    if not figures.changed:
        return words("Nothing changed")
    first = figures.changed[:MOST_NAMED]
    named = joined([words("{path} ({kind})", path=one.path, kind=_KINDS[one.kind]) for one in first], ", ")
    more = figures.files_changed - MOST_NAMED
    if more > 0:
        return words("Files changed: {files} and {n} more", files=named, n=more)
    return words("Files changed: {files}", files=named)


def told_changes(reply: ExplainReply | None) -> tuple[ExplainedChange, ...]:
    """Return what a reply says of each file, what weighs most first."""
    order = list(_STARS)
    changes = sorted(reply.changes, key=lambda one: order.index(one.magnitude)) if reply is not None else ()
    return tuple(
        ExplainedChange(file=one.file, magnitude=one.magnitude, summary=" ".join(one.summary.split()))
        for one in changes
    )


def _attempts(attempts: int, verdict: Verdict, stands: Stands) -> Message:
    if stands == "put together":
        return words("{n}, parts of several put together", n=attempts)
    if verdict == "approved" and attempts == 1:
        return words("1, approved")
    if verdict == "approved":
        return words("{n}, approved on attempt {n}", n=attempts)
    if stands == "looked at":
        return words("{n}, sent back by the judge", n=attempts)
    return words("{n}, accepted though the judge asked for a revision", n=attempts)


def _saying(pairs: Iterable[BeforeAfterReply]) -> list[BeforeAfterReply]:
    return [one for one in pairs if (one.where + one.before + one.after).strip()]


def _pair(pair: BeforeAfterReply) -> Message:
    where, before, after = inline(pair.where), inline(pair.before), inline(pair.after)
    if not (before or after):
        return _said(pair.where)
    said = words("now: {text}", text=after) if after else words("was: {text}", text=before)
    if before and after:
        said = words("{before} → {after}", before=before, after=after)
    return words("{where}: {text}", where=where, text=said) if where else said


def _changes(reply: ExplainReply, figures: LevelFigures) -> list[Block]:
    paths = [one.path for one in figures.files]
    by_path = {one.path: one for one in figures.files}
    told: set[str] = set()
    blocks: list[Block] = []
    for magnitude, stars in _STARS.items():
        group = [change for change in reply.changes if change.magnitude == magnitude]
        titled = Message("### {title} {stars}", {"title": _TITLES[magnitude], "stars": stars})
        blocks += [titled] if group else []
        for change in group:
            path = meant(change.file, paths)
            found = by_path.get(path) if path else None
            told |= {path} if path else set()
            blocks.append(_change(change, found))
    # Several files may be spoken of at once: “chapters 1, 5-7”.
    spoken = " ".join(change.file for change in reply.changes)
    rest = [
        one for one in figures.changed if one.path not in told and one.path.rpartition("/")[2] not in spoken
    ]
    if rest:
        listed = [_item(words("{path}: {said}", path=code(one.path), said=_counted(one))) for one in rest]
        blocks += [_heading(words("Changed, and not spoken of above")), listed]
    return blocks


def _change(change: FileChangeReply, found: FileFigures | None) -> list[Message]:
    title = code(found.path) if found is not None else inline(change.file)
    lines = [Message("- **{file}**: {text}", {"file": title, "text": inline(change.summary)})]
    pairs = (pair for pair in change.before_after if (pair.before + pair.after).strip())
    lines += [_item(_pair(pair), 1) for pair in pairs]
    new = (inline(scene) for scene in change.scenes_added if scene.strip())
    lines += [_item(words("New: {text}", text=scene), 1) for scene in new]
    lines += [_item(_said(detail), 1) for detail in change.details if detail.strip()]
    if change.tone_shift.strip():
        lines.append(_item(words("Tone: {text}", text=inline(change.tone_shift)), 1))
    if found is not None:
        said = _counted(found) if found.kind != "unchanged" else words("this file did not change")
        lines.append(_item(words("Computed: {text}", text=said), 1))
    return lines


def _counted(one: FileFigures) -> Message:
    if one.kind == "added" and one.other:
        return words("new, {n} words; in place of {file}", n=one.words_after, file=code(one.other))
    if one.kind == "added":
        return words("new, {n} words", n=one.words_after)
    if one.other:
        return words("deleted; {file} takes its place", file=code(one.other))
    if one.kind == "removed":
        return words("deleted, it had {n} words", n=one.words_before)
    figures = {
        "added": one.lines_added,
        "removed": one.lines_removed,
        "before": one.words_before,
        "after": one.words_after,
    }
    share = percent_of_words(one)
    if share:
        return words("+{added} −{removed} lines, {before} → {after} words ({share})", share=share, **figures)
    return words("+{added} −{removed} lines, {before} → {after} words", **figures)


def _impact(reply: ExplainReply | None, figures: LevelFigures) -> list[Block]:
    share = percent_of_words(figures)
    counted = (
        words("Words: {before} → {after} ({share})", share=share)
        if share
        else words("Words: {before} → {after}")
    )
    lines = [
        words("Files changed: {n} of {all}", n=figures.files_changed, all=figures.files_total),
        words("Changed: +{added} −{removed} lines", added=figures.lines_added, removed=figures.lines_removed),
        counted.filled(before=figures.words_before, after=figures.words_after),
    ]
    if reply is not None:
        told = (
            (words("Arc: {text}"), reply.impact.arc),
            (words("Tone: {text}"), reply.impact.tone),
            (words("Consistency: {text}"), reply.impact.consistency),
        )
        lines += [said.filled(text=inline(text)) for said, text in told if text.strip()]
    return [_heading(words("Overall impact")), [*map(_item, lines)]]
