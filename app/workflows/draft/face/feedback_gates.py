"""What a person says next to a draft that waits: what should change, where, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData, GateKind, GatePlace, Verb, Way
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of
from app.domain.sentences import sentences_in
from app.workflows.draft.face.slash_commands import (
    level_of,
    levels_in,
    line_offers,
    nothing_in,
    read_line,
    status_lines,
    unknown_level,
)
from app.workflows.draft.facts import DraftStaleCleared, DraftTargetSet
from app.workflows.draft.rules.checks import DraftFindingDecided, FindingEnd
from app.workflows.draft.rules.levels import titled


class Feedback(GateData):
    """What should change, and in which level where it is not the target. An empty text does nothing."""

    text: str = Field(default="", title="What should change?")
    target: str = Field(default="", title="Level, where it is not the target")


class OnlyThis(GateData):
    """A change of some words of a file alone: nothing else of it can change."""

    path: str = Field(title="File")
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

    path: str = Field(title="File")
    text: str = Field(title="Its new text", min_length=1, json_schema_extra={"from_file": True})


class OfFinding(GateData):
    """A contradiction, or an effect, by its number."""

    number: int = Field(ge=1, title="Number")


class Intended(OfFinding):
    """Why a contradiction is meant so."""

    reason: str = Field(title="Why it is meant so", min_length=1)


def _wanted_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    match data:
        case Feedback(text=text) if not text.strip():
            return None
        case Feedback():
            return _no_content(payload, data.target or str(payload.get("target") or ""))
        case OnlyThis() | EditedByHand():
            known = payload.get("paths")
            if not isinstance(known, list) or data.path in known:
                return None
            return words("There is no file “{file}” in the levels of this project.", file=data.path)
        case EditedOutside():
            return _not_there(payload, data)
        case OfLevel():
            found = level_of(payload, data.level)
            if found is None:
                return unknown_level(payload, data.level)
            if verb == "generate" and found.get("lacks"):
                return _lacks(payload, found)
            return _no_content(payload, data.level) if verb in ("target", "settle", "rewrite") else None
        case OfFinding():
            return _no_such(payload, "effects" if verb == "follow" else "findings", data.number)
        case Undo() if "undoable" in payload:
            return _not_undoable(items_of(payload, "undoable"), data)
    return None


def taken_back(
    rows: Sequence[Mapping[str, JsonValue]], iteration: int, commit: str, number: int
) -> Mapping[str, JsonValue] | None:
    """Return the row of what is to be taken back; None where there is none such."""
    if commit:
        return next((row for row in rows if str(row.get("commit")).startswith(commit.casefold())), None)
    if iteration:
        return next((row for row in rows if row.get("iteration") == iteration), None)
    return next((row for row in rows if number in (0, row.get("number"))), None)


def _not_undoable(rows: Sequence[Mapping[str, JsonValue]], data: Undo) -> Message | None:
    if not rows:
        return words("There is no accepted iteration to take back.")
    if taken_back(rows, data.iteration, data.commit, data.number) is not None:
        return None
    # Those of other sessions have no number on this screen.
    listed = ", ".join(str(row.get("iteration") or str(row.get("commit"))[:7]) for row in rows)
    which = data.commit or str(data.iteration or data.number)
    return words("Iteration {n} cannot be taken back; these can: {l}.", n=which, l=listed)


def _paths(payload: Payload) -> list[str]:
    found = payload.get("paths")
    return [str(path) for path in found] if isinstance(found, list) else []


def _not_there(payload: Payload, data: EditedOutside) -> Message | None:
    others = [path for path in data.edits if path not in _paths(payload)]
    if others and "paths" in payload:
        return words("There is no file “{file}” in the levels of this project.", file=others[0])
    return None if data.edits else words("No file is named that was edited.")


def _no_such(payload: Payload, kind: str, number: int) -> Message | None:
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
    """Return that what a level is written from is not there yet."""
    above = level_of(payload, str(level.get("lacks"))) or {}
    return words(
        "{title} is written from {above}, and there is nothing in that yet. Write it first: /generate {name}",
        title=titled(level.get("title")),
        above=titled(above.get("title")),
        name=above.get("name"),
    )


_FINDINGS: dict[str, FindingEnd] = {
    "intended": "intended",
    "dismiss": "dismissed",
    "mend": "sent",
}


def _wanted_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
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


def _wanted_headline(payload: Payload, wording: GatePlace) -> Message:
    del wording
    found = level_of(payload, str(payload.get("target") or ""))
    if found is None:
        return words("What should be written first?")
    return words("{title}: what should change?", title=titled(found.get("title")))


def _about(payload: Payload) -> Message:
    found = level_of(payload, str(payload.get("target") or ""))
    return words("Target: {title}", title=titled(found.get("title"))) if found is not None else Message("")


def _wanted_lines(payload: Payload) -> Sequence[Message]:
    said = [*sentences_in(payload.get("closing")), *sentences_in(payload.get("notes"))]
    return tuple(said) or tuple(status_lines(payload))


def _for_levels(
    verb: str, label: Message, admits: Callable[[Payload, Mapping[str, JsonValue]], object]
) -> Callable[[Payload], Sequence[Way]]:
    """Return a way of a verb for each level that it makes sense for."""
    return lambda payload: [
        Way(f"{verb}-{level['name']}", label.filled(title=titled(level["title"])), {"level": level["name"]})
        for level in levels_in(payload)
        if admits(payload, level)
    ]


def _for_numbers(verb: str, label: Message, field: str, said: str) -> Callable[[Payload], Sequence[Way]]:
    """Return a way of a verb for each of a payload's numbered things; `said`: what is told of one."""
    return lambda payload: [
        Way(
            f"{verb}-{item.get('number')}",
            label.filled(n=item.get("number"), **{said: item.get(said)}),
            {"number": item.get("number")},
        )
        for item in items_of(payload, field)
    ]


def _where_found(label: Message) -> Callable[[Payload], Sequence[Way]]:
    """Return the one way of a verb, where something was found when the gate opened."""
    return lambda payload: [Way("one", label)] if items_of(payload, "findings") else []


FEEDBACK = GateKind(
    "draft_feedback",
    words("What should change?"),
    (
        Verb(
            "feedback",
            words("Send"),
            Feedback,
            asked="in the bar",
            line="text",
            action="approve",
            done=words("Asked for a change"),
            example=lambda payload: {"text": "Make chapter 3 darker."},
        ),
        Verb(
            "passage",
            words("Only a passage…"),
            OnlyThis,
            rare=True,
            asked="in a form",
            done=words("Asked for a change of some words alone"),
            example=lambda payload: {
                "path": "…",
                "quote": "words of the file",
                "text": "What should change.",
            },
        ),
        Verb(
            "edit",
            words("Edit by hand…"),
            EditedByHand,
            rare=True,
            asked="in a form",
            tip=words("Write a file over; you see what that changes before you accept it"),
            done=words("Wrote a file over"),
            example=lambda payload: {"path": next(iter(_paths(payload)), ""), "text": "…"},
        ),
        Verb(
            "reread",
            words("Look at the folder again"),
            rare=True,
            tip=words("See what was edited outside, with figures and words, before it is committed"),
            done=words("Had the folder read again"),
        ),
        Verb(
            "generate",
            words("Write…"),
            OfLevel,
            asked="in a form",
            done=words("Had a level generated"),
            ways=_for_levels(
                "generate",
                words("Write {title}"),
                lambda payload, level: level.get("ready") and not level.get("files"),
            ),
            example=lambda payload: {"level": str(payload.get("next") or "premise")},
        ),
        Verb(
            "rewrite",
            words("Write anew…"),
            OfLevel,
            rare=True,
            asked="in a form",
            done=words("Had a level written anew"),
            ways=_for_levels(
                "rewrite", words("Write {title} anew"), lambda payload, level: level.get("files")
            ),
            example=lambda payload: {"level": str(payload.get("target") or "premise")},
        ),
        Verb(
            "target",
            words("Work on…"),
            OfLevel,
            rare=True,
            turns=True,
            asked="in a form",
            done=words("Chose another level"),
            ways=_for_levels(
                "target",
                words("Work on {title}"),
                lambda payload, level: level.get("files") and level["name"] != payload.get("target"),
            ),
            example=lambda payload: {"level": str(payload.get("target") or "premise")},
        ),
        Verb(
            "settle",
            words("It still fits…"),
            OfLevel,
            rare=True,
            asked="in a form",
            tip=words("Take the mark of a level away that it may no longer fit what stands above it"),
            done=words("Said that a level still fits"),
            ways=_for_levels(
                "settle", words("{title} still fits"), lambda payload, level: level.get("stale")
            ),
            example=lambda payload: {"level": str(payload.get("target") or "premise")},
        ),
        Verb(
            "mend",
            words("Have a contradiction mended…"),
            OfFinding,
            rare=True,
            asked="in a form",
            ways=_for_numbers("mend", words("Mend {n}: {about}"), "findings", "about"),
            done=words("Sent a contradiction as feedback"),
            example={"number": 1},
        ),
        Verb(
            "intended",
            words("A contradiction is meant so…"),
            Intended,
            rare=True,
            asked="in a form",
            ways=_where_found(words("A contradiction is meant so…")),
            tip=words("It is not reported again"),
            done=words("Said that a contradiction is meant so"),
            example={"number": 1, "reason": "He lies there."},
        ),
        Verb(
            "dismiss",
            words("It is no contradiction…"),
            OfFinding,
            rare=True,
            asked="in a form",
            ways=_where_found(words("It is no contradiction…")),
            done=words("Dismissed a contradiction"),
            example={"number": 1},
        ),
        Verb(
            "follow",
            words("Change what is affected…"),
            OfFinding,
            rare=True,
            asked="in a form",
            ways=_for_numbers("follow", words("Change {n}: {path}"), "effects", "path"),
            done=words("Sent an effect as feedback"),
            example={"number": 1},
        ),
        Verb(
            "undo",
            words("Undo"),
            Undo,
            asked="at once",
            tip=words("Take the newest accepted iteration back, by a commit of its own"),
            done=words("Took an iteration back"),
        ),
        Verb(
            "edited",
            words("Take in an editor's text"),
            EditedOutside,
            # It comes with a document that is imported.
            in_bar=False,
            done=words("Took in what was edited outside"),
            example=lambda payload: {"edits": dict.fromkeys(_paths(payload)[:1], "…")},
        ),
        Verb(
            "close",
            words("Close the draft"),
            rare=True,
            halts=True,
            tip=words("End this session; the folder stays as it is"),
            done=words("Closed the draft"),
        ),
    ),
    short=words("ready for feedback"),
    headline=_wanted_headline,
    payload_lines=_wanted_lines,
    hint=(words("What should change?"), words("/ for commands")),
    unattended="close",
    events=_wanted_events,
    objection=_wanted_objection,
    reads=read_line,
    edited="edited",
    offers=lambda payload: tuple(line_offers(payload)),
    about=_about,
)

PLACE = GateKind(
    "draft_place",
    words("The folder lies in another repository"),
    (
        Verb(
            "agree",
            words("Keep a history here"),
            primary=True,
            done=words("Agreed to the place"),
        ),
        Verb("cancel", words("Leave it"), halts=True, done=words("Left the folder alone")),
    ),
    short=words("a repository inside another one?"),
    payload_lines=lambda payload: (
        words("It is part of the repository {outer}.", outer=payload.get("outer")),
        words("With the first acceptance it gets a repository of its own, inside that one."),
    ),
    unattended="cancel",
)
