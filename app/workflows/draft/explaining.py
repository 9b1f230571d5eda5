"""The semantic diff: what a model says of a change, rendered beside figures that are computed.

The reply tells what changed, how much it weighs and why it works. What it cannot be trusted with (files,
lines, words, what was deleted) stands beside it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, WithJsonSchema

from app.domain.live_text import folded
from app.markup.escaping import code, inline
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.facts import ExplainedChange
from app.workflows.draft.judging import Verdict
from app.workflows.draft.measuring import FileFigures, LevelFigures, percent_of_words
from app.workflows.draft.names import meant

Magnitude = Literal["major", "moderate", "minor"]
MOST_NAMED = 12
"""Files that a line names."""
STARS = {"major": "★★★", "moderate": "★★", "minor": "★"}
_WORDS = {
    "major": "major high large big complete rewrite critical significant 3 gross schwer majeur 重大 大",
    "moderate": "moderate medium mid some 2 mittel modere 中等 中",
    "minor": "minor low small little slight trivial 1 klein gering mineur 轻微 小",
}
_BY_WORD = {
    folded(word) or word: name for name, said in _WORDS.items() for word in said.split() if word != "★"
}


def _magnitude(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    stars = value.count("★") or value.count("*")
    if stars and not folded(value.replace("★", "").replace("*", "")):
        return {1: "minor", 2: "moderate"}.get(stars, "major")
    return next((_BY_WORD[part] for part in folded(value).split("_") if part in _BY_WORD), value)


class BeforeAfterReply(ReplyModel):
    """One place, as it was and as it is."""

    names: ClassVar[dict[str, str]] = {
        "where": "place scene section part name aspect field what title wo stelle",
        "before": "old was from previous vorher avant",
        "after": "new now to current nachher apres",
    }
    where: Text = ""
    before: Text = ""
    after: Text = ""


class FileChangeReply(ReplyModel):
    """What changed in one file, or in several in the same way."""

    main: ClassVar[str] = "summary"
    keyed: ClassVar[tuple[str, str]] = ("file", "summary")
    names: ClassVar[dict[str, str]] = {
        "file": "path chapter name files where datei fichier",
        "magnitude": "size weight level severity importance category impact gewicht",
        "summary": "title what change description headline text zusammenfassung",
        "details": "points changes bullets items notes list",
        "before_after": "comparisons before_and_after pairs key_changes scenes_changed",
        "scenes_added": "new_scenes added_scenes added new_sections sections_added",
        "tone_shift": "tone tone_change ton",
    }
    file: Text
    magnitude: Annotated[
        Magnitude,
        BeforeValidator(_magnitude),
        WithJsonSchema({"enum": ["major", "moderate", "minor"], "type": "string"}),
    ] = "moderate"
    summary: Written
    details: tuple[Text, ...] = ()
    before_after: tuple[BeforeAfterReply, ...] = ()
    scenes_added: tuple[Text, ...] = ()
    tone_shift: Text = ""


class ImpactReply(ReplyModel):
    """What the whole of it does."""

    names: ClassVar[dict[str, str]] = {
        "arc": "arc_impact story plot structure argument handlung bogen",
        "tone": "tone_shift mood voice ton",
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
        "changes": "files file_changes changed_files items anderungen changements",
        "impact": "overall_impact overall effect effects wirkung",
        "why": "why_it_works why_these_changes_work reasoning rationale explanation begrundung",
        "risks": "risk warnings inconsistencies concerns risiken",
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
) -> str:
    """Return the semantic diff as Markdown. `reply` None: no model could tell; the figures alone are told."""
    lines = ["## What changed", ""]
    if feedback.strip():
        lines += [f"**You asked:** “{inline(feedback)}”", ""]
    lines += [f"**Attempts:** {_attempts(attempts, verdict, stands)}", ""]
    if reply is None:
        lines += ["No model could explain this change; the figures and the text itself tell it.", ""]
    else:
        lines += _pairs("Foundation and metadata", reply.foundation)
        lines += _changes(reply, figures)
    lines += _gone(figures)
    lines += _impact(reply, figures)
    if reply is not None and reply.why.strip():
        lines += ["### Why it works", "", inline(reply.why), ""]
    if reasoning.strip():
        lines += ["### What the judge said", "", inline(reasoning), ""]
    if reply is not None and any(risk.strip() for risk in reply.risks):
        lines += ["### Risks", "", *(f"- {inline(risk)}" for risk in reply.risks if risk.strip()), ""]
    return "\n".join(lines).rstrip() + "\n"


def in_one_line(reply: ExplainReply | None, figures: LevelFigures) -> str:
    """Return the summary that the history keeps, and that later prompts are given."""
    told = (
        ""
        if reply is None
        else "; ".join(
            f"{change.magnitude}: {change.file}: {' '.join(change.summary.split())}"
            for magnitude in STARS
            for change in reply.changes
            if change.magnitude == magnitude
        )
    )
    named = ", ".join(f"{one.path} ({one.kind})" for one in figures.changed[:MOST_NAMED])
    more = figures.files_changed - MOST_NAMED
    named += f" and {more} more" if more > 0 else ""
    return told or (f"Files changed: {named}" if named else "Nothing changed")


def told_changes(reply: ExplainReply | None) -> tuple[ExplainedChange, ...]:
    """Return what a reply says of each file, what weighs most first."""
    changes = () if reply is None else reply.changes
    told = [
        ExplainedChange(file=one.file, magnitude=one.magnitude, summary=" ".join(one.summary.split()))
        for magnitude in STARS
        for one in changes
        if one.magnitude == magnitude
    ]
    return tuple(told)


def _attempts(attempts: int, verdict: Verdict, stands: Stands) -> str:
    if stands == "put together":
        return f"{attempts}, parts of several put together"
    if verdict == "approved":
        return "1, approved" if attempts == 1 else f"{attempts}, approved on attempt {attempts}"
    if stands == "looked at":
        return f"{attempts}, sent back by the judge"
    return f"{attempts}, accepted though the judge asked for a revision"


def _pairs(title: str, pairs: Sequence[BeforeAfterReply]) -> list[str]:
    shown = [_pair(pair) for pair in pairs if (pair.where + pair.before + pair.after).strip()]
    return [f"### {title}", "", *shown, ""] if shown else []


def _pair(pair: BeforeAfterReply, indent: str = "") -> str:
    where = f"{inline(pair.where)}: " if pair.where.strip() else ""
    if pair.before.strip() and pair.after.strip():
        return f"{indent}- {where}{inline(pair.before)} → {inline(pair.after)}"
    if pair.after.strip():
        return f"{indent}- {where}now: {inline(pair.after)}"
    return f"{indent}- {where}{'was: ' + inline(pair.before) if pair.before.strip() else ''}".rstrip()


def _changes(reply: ExplainReply, figures: LevelFigures) -> list[str]:
    paths = [one.path for one in figures.files]
    by_path = {one.path: one for one in figures.files}
    told: set[str] = set()
    lines: list[str] = []
    for magnitude, stars in STARS.items():
        group = [change for change in reply.changes if change.magnitude == magnitude]
        lines += [f"### {magnitude.capitalize()} changes {stars}", ""] if group else []
        for change in group:
            path = meant(change.file, paths)
            found = by_path.get(path) if path else None
            told |= {path} if path else set()
            lines += [*_change(change, found), ""]
    # Several files may be spoken of at once: “chapters 1, 5-7”.
    spoken = " ".join(change.file for change in reply.changes)
    rest = [one for one in figures.changed if one.path not in told and not _named(one.path, spoken)]
    if rest:
        lines += ["### Changed, and not spoken of above", ""]
        lines += [f"- {code(one.path)}: {_file_figures(one)}" for one in rest]
        lines.append("")
    return lines


def _named(path: str, spoken: str) -> bool:
    return path in spoken or path.rpartition("/")[2] in spoken


def _change(change: FileChangeReply, found: FileFigures | None) -> list[str]:
    title = code(found.path) if found is not None else inline(change.file)
    lines = [f"- **{title}**: {inline(change.summary)}"]
    lines += [_pair(pair, "  ") for pair in change.before_after if (pair.before + pair.after).strip()]
    lines += [f"  - New: {inline(scene)}" for scene in change.scenes_added if scene.strip()]
    lines += [f"  - {inline(detail)}" for detail in change.details if detail.strip()]
    if change.tone_shift.strip():
        lines.append(f"  - Tone: {inline(change.tone_shift)}")
    if found is not None:
        said = _file_figures(found) if found.kind != "unchanged" else "this file did not change"
        lines.append(f"  - Computed: {said}")
    return lines


def _file_figures(one: FileFigures) -> str:
    if one.kind == "added":
        return f"new, {one.words_after} words"
    if one.kind == "deleted":
        return f"deleted, it had {one.words_before} words"
    share = percent_of_words(one)
    words = f"{one.words_before} → {one.words_after} words" + (f" ({share})" if share else "")
    return f"lines +{one.lines_added} −{one.lines_removed}, {words}"


def _gone(figures: LevelFigures) -> list[str]:
    gone = [one for one in figures.files if one.kind == "deleted"]
    if not gone:
        return []
    shown = [f"- {code(one.path)} ({one.words_before} words)" for one in gone]
    return ["### Deleted files", "", *shown, ""]


def _impact(reply: ExplainReply | None, figures: LevelFigures) -> list[str]:
    share = percent_of_words(figures)
    lines = [
        "### Overall impact",
        "",
        f"- Files changed: {figures.files_changed} of {figures.files_total}",
        f"- Lines: +{figures.lines_added} −{figures.lines_removed}",
        f"- Words: {figures.words_before} → {figures.words_after}" + (f" ({share})" if share else ""),
    ]
    if reply is not None:
        told = (
            ("Arc", reply.impact.arc),
            ("Tone", reply.impact.tone),
            ("Consistency", reply.impact.consistency),
        )
        lines += [f"- {name}: {inline(text)}" for name, text in told if text.strip()]
    return [*lines, ""]
