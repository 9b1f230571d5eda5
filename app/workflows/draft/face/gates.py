"""A draft's gates, which `gates.toml` describes: what answers carry, what does not fit, what is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut
from app.domain.fact_base import Fact
from app.domain.facts import TextDecided
from app.domain.gate_files import read_gates
from app.domain.gates import Data, GateData, GatePlace, Way
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, texts_of
from app.domain.sentences import joined, lines_of, sentence_of, sentences_in
from app.markup.quoting import plain_words
from app.workflows.draft.face import slash_commands
from app.workflows.draft.face.slash_commands import (
    level_of,
    levels_in,
    nothing_in,
    status_lines,
    unknown_level,
)
from app.workflows.draft.facts import DraftStaleCleared, DraftTargetSet
from app.workflows.draft.rules.changes import clash, file_lines
from app.workflows.draft.rules.checks import DraftFindingDecided, FindingEnd
from app.workflows.draft.rules.templates import titled

# --- what answers carry, by verb ----------------------------------------------------------------------


class Feedback(GateData):
    """What should change, and in which level where it is not the target. An empty text does nothing."""

    text: str = Field(default="", title="What should change?")
    target: str = Field(default="", title="Level, where it is not the target")


class Cascade(GateData):
    """What should change in every level, from the topmost down, each accepted on its own."""

    text: str = Field(title="What should change in all levels?", min_length=1)


class OnlyThis(GateData):
    """A change of some words of a file alone: nothing else of it can change."""

    path: str = Field(title="File", json_schema_extra={"one_line": True})
    quote: str = Field(title="The words that may change", min_length=1)
    text: str = Field(title="What should change in them", min_length=1)
    alternatives: int = Field(default=1, ge=1, le=3, title="Versions to choose from")


class OfLevel(GateData):
    """A level, by its name."""

    level: str = Field(title="Level")


class Undo(GateData):
    """Which iteration is taken back: by its number on screen, or its commit; neither: the newest."""

    iteration: int = Field(default=0, ge=0, title="Number of the iteration (0: the newest)")
    commit: str = Field(default="", title="Its commit, where it was accepted in another session")
    number: int = Field(default=0, ge=0, title="Number of the acceptance, as commits count them")


class EditedOutside(GateData):
    """Accepted texts as somebody edited them outside, by their paths, and who did."""

    edits: dict[str, str] = Field(title="Files as they were edited")
    by: str = Field(default="", title="Who edited them", max_length=200)


class EditedByHand(GateData):
    """A file in the person's own words."""

    path: str = Field(title="File", json_schema_extra={"one_line": True})
    text: str = Field(title="Its new text", min_length=1, json_schema_extra={"from_file": True})


class OfFinding(GateData):
    """A contradiction, or an effect, by its number."""

    number: int = Field(ge=1, title="Number")


class Intended(OfFinding):
    """Why a contradiction is meant so."""

    reason: str = Field(title="Why it is meant so", min_length=1)


class PlanText(GateData):
    """The plan as the person wrote it."""

    text: str = Field(title="The plan", min_length=1)


class AcceptAttempt(GateData):
    """Which attempt goes on though the judge sent it back; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")
    version: int = Field(default=1, ge=1, title="Version, where there are several")


class Pick(GateData):
    """Whose text goes on."""

    writer: str = Field(title="Writer")
    version: int = Field(default=1, ge=1, title="Version")


class Combine(GateData):
    """What of several texts goes on: files of one, changes by number of another, named as in the gate."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole, with whose they are")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of others, by number")


class Parts(GateData):
    """What of a change is accepted: whole files, hunks of others by number, and files in one's own words."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of other files, by number")
    edits: dict[str, str] = Field(default_factory=dict, title="Files in your own words")


class Reject(GateData):
    """Why it is rejected: the next text of the level is written with it in mind."""

    why: str = Field(default="", title="What is wrong with it?")


_LONGEST_PASSAGE = 1500
"""Characters that are told of a version of a passage."""
_RETRIES_ALONE = 3
"""Attempts after which an unattended run accepts what the judge sends back."""


# --- between iterations -------------------------------------------------------------------------------


def _feedback_headline(payload: Payload, place: GatePlace) -> Message:
    found = level_of(payload, str(payload.get("target") or ""))
    if found is None:
        return words("What should be written first?")
    if not found.get("files"):
        return words("{title}: what should be written?", title=titled(found.get("title")))
    return words("{title}: what should change?", title=titled(found.get("title")))


def _target_line(payload: Payload) -> Message:
    found = level_of(payload, str(payload.get("target") or ""))
    return words("Target: {title}", title=titled(found.get("title"))) if found is not None else Message("")


def _feedback_lines(payload: Payload) -> Sequence[Message]:
    said = [*sentences_in(payload.get("closing")), *sentences_in(payload.get("notes"))]
    return said or status_lines(payload)


def _feedback_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    match data:
        case Feedback(text=text) if not text.strip():
            return None
        case Feedback():
            return _no_content(payload, data.target or str(payload.get("target") or ""))
        case OnlyThis() | EditedByHand():
            return _no_such_file(payload, [data.path], _NONE_OF_PROJECT)
        case EditedOutside():
            named = None if data.edits else words("No file is named that was edited.")
            return named or _no_such_file(payload, data.edits, _NONE_OF_PROJECT)
        case OfLevel():
            found = level_of(payload, data.level)
            if found is None:
                return unknown_level(payload, data.level)
            if verb == "generate" and found.get("lacks"):
                return _lacks(payload, found)
            return _no_content(payload, data.level) if verb in ("target", "settle", "rewrite") else None
        case OfFinding():
            return _no_such_finding(payload, "effects" if verb == "follow" else "findings", data.number)
        case Undo() if "undoable" in payload:
            return _not_undoable(items_of(payload, "undoable"), data)
    return None


def taken_back(rows: Sequence[Mapping[str, JsonValue]], wanted: Undo) -> Mapping[str, JsonValue] | None:
    """Return the row of what is to be taken back; None where there is none such."""
    if wanted.commit:
        begins = wanted.commit.casefold()
        return next((row for row in rows if str(row.get("commit")).startswith(begins)), None)
    if wanted.iteration:
        return next((row for row in rows if row.get("iteration") == wanted.iteration), None)
    return next((row for row in rows if wanted.number in (0, row.get("number"))), None)


def _not_undoable(rows: Sequence[Mapping[str, JsonValue]], wanted: Undo) -> Message | None:
    if not rows:
        return words("There is no accepted iteration to take back.")
    if taken_back(rows, wanted) is not None:
        return None
    # Those of other sessions have no number on this screen.
    listed = ", ".join(str(row.get("iteration") or str(row.get("commit"))[:7]) for row in rows)
    which = wanted.commit or str(wanted.iteration or wanted.number)
    return words("Iteration {n} cannot be taken back; these can: {l}.", n=which, l=listed)


def _no_such_file(payload: Payload, paths: Iterable[str], said: Message) -> Message | None:
    known = texts_of(payload, "paths")
    other = next((path for path in paths if path not in known), None)
    return None if other is None or "paths" not in payload else said.filled(file=other)


_NONE_OF_PROJECT = words("There is no file “{file}” in the levels of this project.")
_NONE_OF_LEVEL = words("There is no file “{file}” in this level.")


def _no_such_finding(payload: Payload, kind: str, number: int) -> Message | None:
    known = [item.get("number") for item in items_of(payload, kind)]
    found = payload.get("found")
    # A check at this gate may have found more than there was when it opened: the node knows of those.
    since = kind == "findings" and isinstance(found, int) and number > found
    if kind not in payload or number in known or since:
        return None
    listed = ", ".join(map(str, known)) or "–"
    if kind == "effects":
        return words("There is no open place {n} below; these are open: {list}.", n=number, list=listed)
    return words("There is no open contradiction {n}; these are open: {list}.", n=number, list=listed)


def _no_content(payload: Payload, name: str) -> Message | None:
    if not name:
        first = levels_in(payload)[0]["name"] if levels_in(payload) else ""
        return words("No level is chosen yet. Generate one first: /generate {level}", level=first)
    found = level_of(payload, name)
    if found is None:
        return unknown_level(payload, name)
    return None if found.get("files") else nothing_in(found)


def _lacks(payload: Payload, level: Mapping[str, JsonValue]) -> Message:
    above = level_of(payload, str(level.get("lacks"))) or {}
    return words(
        "{title} is written from {above}, and there is nothing in that yet. Write it first: /generate {name}",
        title=titled(level.get("title")),
        above=titled(above.get("title")),
        name=above.get("name"),
    )


_FINDINGS: dict[str, FindingEnd] = {"intended": "intended", "dismiss": "dismissed", "mend": "sent"}


def _feedback_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    if isinstance(data, OfFinding) and verb in _FINDINGS:
        reason = data.reason if isinstance(data, Intended) else ""
        return (DraftFindingDecided(number=data.number, how=_FINDINGS[verb], reason=reason),)
    if not isinstance(data, OfLevel):
        return ()
    found = level_of(payload, data.level)
    name = str(found["name"]) if found is not None else data.level
    if verb == "target":
        return (DraftTargetSet(level=name),)
    return (DraftStaleCleared(level=name),) if verb == "settle" else ()


# --- the plan and the judge ---------------------------------------------------------------------------


def _plan_lines(payload: Payload) -> Sequence[Message]:
    lines = str(payload.get("text", "")).splitlines()
    return [words("{text}", text=_without_marks(line)) for line in lines if line.strip()]


def _attempt_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if not isinstance(data, AcceptAttempt) or not data.attempt:
        return None
    found = {item.get("attempt") for item in items_of(payload, "attempts")}
    numbers = sorted(number for number in found if isinstance(number, int))
    if data.attempt in numbers:
        return None
    listed = ", ".join(map(str, numbers))
    return words("There is no attempt {n}; there are: {list}.", n=data.attempt, list=listed)


def _attempt_ways(payload: Payload) -> Iterator[Way]:
    """Yield the ways to take an attempt anyway: of several texts of the newest, one is chosen first."""
    several = bool(payload.get("several"))
    if several:
        yield Way("accept-choose", words("Choose one of them"), {})
    for item in reversed(items_of(payload, "attempts")):
        if several and item.get("attempt") == payload.get("attempt"):
            continue
        taken = {name: item.get(name) for name in ("attempt", "writer", "version")}
        name = sentence_of(item.get("name") or str(item.get("attempt")))
        label = words("Accept attempt {n} anyway", n=name)
        yield Way("-".join(["accept", *map(str, taken.values())]), label, taken)


def _judge_unattended(payload: Payload) -> tuple[str, Data]:
    attempt = payload.get("attempt")
    # Without a word of a judge another attempt has nothing to be better by.
    done = payload.get("unread") is True or (isinstance(attempt, int) and attempt >= _RETRIES_ALONE)
    given_up = "accept" if payload.get("attempts") and not payload.get("barred") else "cancel"
    return (given_up if done else "continue"), {}


def _cut_unattended(payload: Payload) -> tuple[str, Data]:
    # Who breaks off again and again, as small models do, would do so for ever.
    given_up = "use" if payload.get("usable") else "cancel"
    return (given_up if payload.get("stuck") else "go_on"), {}


# --- the choice among several texts -------------------------------------------------------------------


def _pick_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if isinstance(data, Combine):
        parts = Parts(files=data.files, hunks=data.hunks)
        return _parts_objection(payload, verb, parts) or clash(payload, data.files, data.hunks)
    candidates = items_of(payload, "candidates")
    if not isinstance(data, Pick) or (data.writer, data.version) in map(_whose, candidates):
        return None
    names = joined([sentence_of(item.get("name")) for item in candidates], ", ")
    return words("There is no such text; there are: {names}.", names=names)


def _whose(item: Payload) -> tuple[JsonValue, JsonValue]:
    return item.get("writer"), item.get("version")


def _pick_ways(payload: Payload) -> Sequence[Way]:
    # Versions in the order of their numbers: “2” must not take version 3.
    candidates = items_of(payload, "candidates")
    return [
        Way(
            f"pick-{item.get('writer')}-{item.get('version')}",
            words("Take {name}", name=sentence_of(item.get("name"))),
            {"writer": item.get("writer"), "version": item.get("version")},
            best=item is candidates[0],
        )
        for item in sorted(candidates, key=lambda item: str(item.get("version")))
    ]


def _first_pick(payload: Payload) -> Data:
    first = next(iter(items_of(payload, "candidates")), {})
    return {"writer": first.get("writer"), "version": first.get("version")}


def _pick_unattended(payload: Payload) -> tuple[str, Data]:
    return "pick", _first_pick(payload)


def _pick_safest(payload: Payload) -> str | None:
    """Return what shows all texts before one is taken, where the judge sends each of them back."""
    return "combine" if payload.get("refused") else None


def _pick_lines(payload: Payload) -> Iterator[Message]:
    yield from sentences_in(payload.get("notes"))
    if payload.get("refused"):
        yield words("The judge asks for a revision of each of them.")
    if payload.get("passage"):
        yield words("The passage was: “{text}”", text=cut(str(payload["passage"]), _LONGEST_PASSAGE))
    yield from sentences_in(payload.get("why"))
    rows = items_of(payload, "files")
    for item in items_of(payload, "candidates"):
        yield words("{name}: {said}", name=sentence_of(item.get("name")), said=sentence_of(item.get("said")))
        if item.get("same"):
            continue
        if item.get("judge"):
            yield words("  The judge: “{text}”", text=item["judge"])
        if isinstance(item.get("passage"), str):
            yield words("  The passage: “{text}”", text=cut(str(item["passage"]), _LONGEST_PASSAGE))
            continue
        mine = [{**row, "path": row.get("file")} for row in rows if _whose(row) == _whose(item)]
        for line in file_lines(mine):
            yield words("  {line}", line=line)


# --- acceptance ---------------------------------------------------------------------------------------


def _first_file(payload: Payload) -> Data:
    return {"path": str(next(iter(items_of(payload, "files")), {}).get("path", "")), "text": "…"}


def _parts_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if isinstance(data, EditedByHand):
        return _no_such_file(payload, [data.path], _NONE_OF_LEVEL)
    if not isinstance(data, Parts):
        return None
    changed = {str(item.get("path")): item for item in items_of(payload, "files")}
    for path in (*data.files, *data.hunks):
        if path not in changed:
            listed = ", ".join(changed)
            return words("“{file}” is not among the changed files: {known}.", file=path, known=listed)
    for path, numbers in data.hunks.items():
        there = len(items_of(changed[path], "hunks"))
        for number in numbers:
            if not 1 <= number <= there:
                return words("“{file}” has no change {n}; it has {there}.", file=path, n=number, there=there)
    if not (data.files or any(data.hunks.values()) or data.edits):
        return words("Nothing is chosen. Name files or changes, or reject it.")
    return _no_such_file(payload, data.edits, _NONE_OF_LEVEL)


def _acceptance_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    writer = str(payload.get("writer", ""))
    edits = data.edits.items() if isinstance(data, Parts) else ()
    return tuple(TextDecided(slot=path, seat=writer, choice="edit", edit=text) for path, text in edits)


def _acceptance_lines(payload: Payload) -> Iterator[Message]:
    then = joined([titled(title) for title in texts_of(payload, "then")], ", ")
    if str(then):
        yield words("Accepted, the same request goes on to {levels}.", levels=then)
    for line in lines_of(sentence_of(payload.get("told") or "")):
        if str(line).strip():
            yield _unmarked(line)
    yield sentence_of(payload.get("figures", ""))
    yield from sentences_in(payload.get("warnings"))
    by_hand, outside = items_of(payload, "by_hand"), items_of(payload, "outside")
    if by_hand:
        yield words("What you wrote over changes:")
        yield from file_lines(by_hand)
        yield words("With it, these are proposed:")
    yield from file_lines(items_of(payload, "files"))
    if outside:
        yield words("Edited outside since the newest commit, and committed first, on its own:")
        yield from file_lines(outside)


def _unmarked(line: Message) -> Message:
    """Return a line of the explanation without its markup; its indentation and a list's sign stay."""
    filled = {
        name: _unmarked(one)
        if isinstance(one, Message)
        else plain_words(one)
        if isinstance(one, str)
        else one
        for name, one in line.params.items()
        if name != "text" or line.source != "{text}" or not isinstance(one, str)
    }
    if not filled and (text := line.params.get("text")) is not None:
        return words("{text}", text=_without_marks(str(text)))
    return Message(_without_marks(line.source), filled, line.context)


def _without_marks(line: str) -> str:
    rest = line.lstrip(" ")
    item = rest.startswith("- ")
    return " " * (len(line) - len(rest)) + "- " * item + plain_words(rest[2 * item :])


def _acceptance_safest(payload: Payload) -> str | None:
    """Return the choice of parts where the answer would delete files of which it says nothing."""
    return "accept_parts" if payload.get("unsaid") else None


def _acceptance_unattended(payload: Payload) -> tuple[str, Data]:
    """Return what is answered where nobody is asked: no file is deleted of which the answer says nothing."""
    missing = set(texts_of(payload, "unsaid"))
    if not missing:
        return "accept", {}
    paths = [str(item.get("path")) for item in items_of(payload, "files")]
    kept: list[JsonValue] = [path for path in paths if path not in missing]
    return ("accept_parts", {"files": kept}) if kept else ("reject", {})


GATES = read_gates(
    Path(__file__).with_name("gates.toml"), {**vars(slash_commands), **globals()}, {"title": titled}
)
