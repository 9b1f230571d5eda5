"""Accepted iterations: how a commit says one, how it is read again, and the history file kept beside.

Rules:
- The journal is the truth. A history file is a projection of it, newest first, and may be thrown away; where
  there is no journal, as on another machine, the commits say the same.
- In a commit's message what the program says stands at the beginning of a line, and every text of a person or
  a model is set in: nothing that they wrote can pass for a field.
- Entries of a history file that nobody here knows, as another tool leaves them, are kept where they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.domain.canonical import JsonValue, sound_text
from app.domain.i18n import Message, words
from app.domain.whole_numbers import whole_number
from app.engine.folders import Commit
from app.workflows.draft.rules.changes import lines_told, plain
from app.workflows.draft.rules.templates import Level, ProjectTemplate

SESSION, ITERATION, UNDOES, FILE, STALE = (
    "Roundtable-Session",
    "Roundtable-Iteration",
    "Roundtable-Undoes",
    "Roundtable-File",
    "Stale",
)
_LONGEST_SUBJECT = 120
_MOST_DEEP = 50
_SUBJECT = re.compile(r"\[([^\]]+)\] (.*)", re.DOTALL)
_STALE = re.compile(r"(\S+) since (\d+)")
_INDENT = "  "

Verdict = Literal["approved", "needs_revision", ""]


class AcceptedIteration(BaseModel):
    """An iteration that was accepted and committed. `feedback` empty: the level's generation.

    `number` counts the acceptances of a project. `timestamp`: of the commit, in seconds since 1970 UTC.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    level: str
    timestamp: int
    commit: str
    session: str = ""
    file: str = ""
    """The one file that it was confined to; empty: the whole folder."""
    feedback: str = ""
    attempts: int = 1
    verdict: Verdict = ""
    reasoning: str = ""
    summary: str = ""
    files_changed: int = 0
    lines_changed: int = 0
    lines_added: int | None = None
    """Of the lines changed those that are new; None in sessions of before."""
    over_judge: bool = False
    partial: bool = False
    stale: dict[str, int] = {}
    """Levels that no longer fit what stands above them after it, and since which iteration."""
    undone_at: int | None = None

    @property
    def lines(self) -> Message:
        """How many lines it changed, in words."""
        if self.lines_added is None:
            n = self.lines_changed
            return words("1 line changed") if n == 1 else words("{n} lines changed", n=n)
        return lines_told(self.lines_added, self.lines_changed - self.lines_added)

    @property
    def generated(self) -> bool:
        """Tell whether it is the generation of a level: it has no history entry."""
        return not self.feedback


def with_undone(past: Sequence[AcceptedIteration], commit: str, at: int) -> list[AcceptedIteration]:
    """Return what was accepted, with the iteration of a commit marked as taken back."""
    return [one.model_copy(update={"undone_at": at}) if one.commit == commit else one for one in past]


# --- commits ----------------------------------------------------------------------------------------


def subject(level: str, feedback: str) -> str:
    """Return the first line of an iteration's commit."""
    line = " ".join(feedback.split()) or "Generate"
    return (
        f"[{level}] {line if len(line) <= _LONGEST_SUBJECT else line[: _LONGEST_SUBJECT - 1].rstrip() + '…'}"
    )


def message(iteration: AcceptedIteration) -> str:
    """Return the message of an iteration's commit, without its trailers."""
    fields = [f"Attempts: {iteration.attempts}"]
    if iteration.verdict:
        fields.append(f"Verdict: {iteration.verdict.replace('_', ' ')}")
    taken = ["over the judge"] * iteration.over_judge + ["in parts"] * iteration.partial
    if taken:
        fields.append(f"Accepted: {', '.join(taken)}")
    fields += [f"Files: {iteration.files_changed}", f"Lines: {iteration.lines_changed}"]
    fields += [f"Added: {iteration.lines_added}"] if iteration.lines_added is not None else []
    parts = [subject(iteration.level, iteration.feedback), "\n".join(fields)]
    texts = {"Feedback": iteration.feedback, "Reasoning": iteration.reasoning, "Summary": iteration.summary}
    for name, text in ((name, text) for name, text in texts.items() if text.strip()):
        lines = sound_text(plain(text).replace("\0", ""))[0].strip("\n").split("\n")
        parts.append("\n".join([f"{name}:", *(_INDENT + line if line.strip() else "" for line in lines)]))
    return "\n\n".join(parts)


def trailers(session: str, number: int, stale: Mapping[str, int]) -> dict[str, str]:
    """Return the trailers of an iteration's commit: by them it is found again after a crash."""
    found = {SESSION: session, ITERATION: str(number)}
    if stale:
        found[STALE] = stale_line(stale)
    return found


def stale_line(stale: Mapping[str, int]) -> str:
    """Return stale levels in one line: “prose since 4”."""
    return ", ".join(f"{level} since {since}" for level, since in stale.items())


def from_commits(commits: Iterable[Commit], template: ProjectTemplate) -> list[AcceptedIteration]:
    """Return the iterations that commits tell of, oldest first; what else was committed is passed over.

    `commits` come newest first, as the log gives them.
    """
    found: list[AcceptedIteration] = []
    undone: dict[str, int] = {}
    for commit in commits:
        session, number = commit.trailers.get(SESSION, ""), commit.trailers.get(ITERATION, "")
        taken_back = commit.trailers.get(UNDOES, "")
        if taken_back:
            undone.setdefault(taken_back, commit.at)
        elif session and whole_number(number) is not None:
            one = _from_commit(commit, template)
            if one is not None:
                found.append(one.model_copy(update={"undone_at": undone.get(one.commit)}))
    return found[::-1]


def stale_marks(commits: Iterable[Commit]) -> dict[str, int]:
    """Return the stale levels that the newest commit of ours tells of; `commits` come newest first."""
    for commit in commits:
        if SESSION in commit.trailers:
            return {level: int(since) for level, since in _STALE.findall(commit.trailers.get(STALE, ""))}
    return {}


def _from_commit(commit: Commit, template: ProjectTemplate) -> AcceptedIteration | None:
    head, _, body = commit.message.partition("\n")
    named = _SUBJECT.fullmatch(head)
    if named is None or named[1] not in [level.name for level in template.levels]:
        return None
    fields, texts = _parts(body)
    verdict = fields.get("Verdict", "")
    accepted = fields.get("Accepted", "")
    return AcceptedIteration(
        number=int(commit.trailers[ITERATION]),
        level=named[1],
        timestamp=commit.at,
        commit=commit.sha,
        session=commit.trailers[SESSION],
        file=commit.trailers.get(FILE, ""),
        feedback=texts.get("Feedback", ""),
        attempts=whole_number(fields.get("Attempts", "1")) or 0,
        verdict="approved" if verdict == "approved" else "needs_revision" if verdict else "",
        reasoning=texts.get("Reasoning", ""),
        summary=texts.get("Summary", ""),
        files_changed=whole_number(fields.get("Files", "")) or 0,
        lines_changed=whole_number(fields.get("Lines", "")) or 0,
        lines_added=whole_number(fields.get("Added", "")),
        over_judge="over the judge" in accepted,
        partial="in parts" in accepted,
        stale={level: int(since) for level, since in _STALE.findall(commit.trailers.get(STALE, ""))},
    )


def _parts(body: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the fields of a message's body, and its texts by name."""
    fields: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in body.split("\n"):
        if line.startswith(_INDENT) or not line:
            if current is not None:
                current.append(line.removeprefix(_INDENT))
            continue
        name, colon, value = line.partition(":")
        current = None
        if colon and value.strip():
            fields.setdefault(name, value.strip())
        elif colon:
            current = texts.setdefault(name, [])
    return fields, {name: "\n".join(lines).strip("\n") for name, lines in texts.items()}


# --- which levels no longer fit ----------------------------------------------------------------------


def stale_after(
    template: ProjectTemplate, stale: Mapping[str, int], level: str, number: int, kept: Collection[str]
) -> dict[str, int]:
    """Return the stale marks after an iteration of a level; `kept`: levels below it that stay as they are."""
    below = {one.name for one in template.below(level)}
    marks = {name: since for name, since in stale.items() if name != level and name not in below}
    marks |= {name: stale.get(name, number) for name in kept if name in below}
    return {one.name: marks[one.name] for one in template.levels if one.name in marks}


def stale_undone(
    template: ProjectTemplate,
    stale: Mapping[str, int],
    target: AcceptedIteration,
    past: Sequence[AcceptedIteration],
) -> dict[str, int]:
    """Return the stale marks after an iteration was taken back: those it made go, those it cleared return.

    What was written below it since then was written from what is no longer there.
    """
    found = {name: since for name, since in stale.items() if since != target.number}
    before = [one for one in past if one.number and one.number < target.number]
    if before and target.level in before[-1].stale:
        found.setdefault(target.level, before[-1].stale[target.level])
    below = {one.name for one in template.below(target.level)} if template.known(target.level) else set()
    for one in past:
        if one.number > target.number and one.undone_at is None and one.level in below:
            found.setdefault(one.level, target.number)
    return found


# --- the history file ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _KeptHistory:
    """What a history file on the disk holds; `damage`: why it cannot be read."""

    entries: tuple[Mapping[str, JsonValue], ...] = ()
    damage: Message | None = None


def read_kept(content: bytes) -> _KeptHistory:
    """Read a history file as it lies there; never raises."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _KeptHistory(damage=words("it is no UTF-8 text"))
    except json.JSONDecodeError as error:
        return _KeptHistory(damage=words("it is no JSON from line {n} on", n=error.lineno))
    except (ValueError, RecursionError):
        return _KeptHistory(damage=words("it is no JSON that can be read"))
    entries = found.get("iterations") if isinstance(found, dict) else None
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        return _KeptHistory(damage=words("it has no list “iterations” of entries"))
    if any(_depth(one) > _MOST_DEEP for one in entries):
        return _KeptHistory(damage=words("it is nested too deeply"))
    return _KeptHistory(tuple(entries))


def written(past: Sequence[AcceptedIteration], level: Level, kept: _KeptHistory) -> bytes:
    """Return the history file of a level: what was accepted, newest first, and the entries of others."""
    # Those without a number were read from this file.
    ours = [_entry(one) for one in past if one.number and one.level == level.name and not one.generated]
    known = {one.commit for one in past if one.number}
    # An entry of ours that was cut short by a crash has the feedback and the time of one that is there.
    told = {(entry["timestamp"], entry["feedback"]) for entry in ours}
    foreign = [
        dict(entry)
        for entry in kept.entries
        if str(entry.get("commit_sha", "")) not in known
        and (entry.get("timestamp"), entry.get("feedback")) not in told
    ]
    entries = sorted([*ours[::-1], *foreign], key=lambda entry: str(entry.get("timestamp", "")), reverse=True)
    return (json.dumps({"iterations": entries}, ensure_ascii=False, indent=2) + "\n").encode(
        "utf-8", "replace"
    )


def foreign_iterations(kept: _KeptHistory, level: Level) -> list[AcceptedIteration]:
    """Return the entries of a history file that another tool wrote, oldest first, for prompts."""
    found = []
    for entry in reversed(kept.entries):
        feedback = entry.get("feedback")
        if not isinstance(feedback, str) or not feedback.strip() or entry.get("undone_at"):
            continue
        summary = entry.get("semantic_summary")
        found.append(
            AcceptedIteration(
                number=0,
                level=level.name,
                timestamp=0,
                commit=str(entry.get("commit_sha", "")),
                feedback=feedback,
                summary=summary if isinstance(summary, str) else "",
            )
        )
    return found


def _entry(one: AcceptedIteration) -> dict[str, JsonValue]:
    entry: dict[str, JsonValue] = {
        "timestamp": _time(one.timestamp),
        "feedback": one.feedback,
        "judge_attempts": one.attempts,
        "judge_verdict": one.verdict,
        "judge_reasoning": one.reasoning,
        "semantic_summary": one.summary,
        "commit_sha": one.commit,
        "files_changed": one.files_changed,
        "lines_changed": one.lines_changed,
    }
    if one.over_judge:
        entry["accepted_over_judge"] = True
    if one.partial:
        entry["partial"] = True
    if one.undone_at is not None:
        entry["undone_at"] = _time(one.undone_at)
    return entry


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _depth(value: object) -> int:
    """Return how deep a value is nested, counted no further than what is too deep."""
    level, depth = [value], 0
    while level and depth <= _MOST_DEEP:
        depth += 1
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth
