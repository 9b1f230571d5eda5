"""The data and the rules of a research's gates, which `gates.toml` describes (cli.md, Gates)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from pydantic import Field

from app.domain.fact_base import Fact
from app.domain.facts import LimitChanged
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, number_of, texts_of
from app.domain.whole_numbers import whole_number
from app.workflows.common.answers import Answers
from app.workflows.common.rounds import guidance
from app.workflows.common.setups import Lines
from app.workflows.research.face import telling
from app.workflows.research.facts import (
    AnswerGiven,
    ConflictDecided,
    FindingDecided,
    GapDecided,
    PlanChanged,
    ScopeConfirmed,
)
from app.workflows.research.model import Question, Resolution, Role
from app.workflows.research.rules.integration import Decision
from app.workflows.research.rules.questions import QuestionMark, kind_of

Taken = Literal[
    "take", "dismiss", "keep_a", "keep_b", "keep_both", "verify", "leave", "confirm", "drop", "reopen"
]


# --- data -----------------------------------------------------------------------------------------


class Scope(GateData):
    """The questions, one per line, the files that matter, and patterns that are left out; empty: as shown."""

    questions: Lines = Field(default=(), title="Questions, one per line")
    files: Lines = Field(
        default=(), title="Files that matter", description="Paths, folders or patterns, one per line."
    )
    folder: str = Field(
        default="", title="Only this folder", description="A folder inside the one that is studied."
    )
    left_out: Lines = Field(
        default=(),
        title="Leave out",
        description="No model is shown these; patterns as in a .gitignore, one per line.",
    )


class Word(GateData):
    """A person's word on a gap, by its id: dismissed for a reason, or another focus or agent."""

    dismiss: str = ""
    focus: str = ""
    agent: Role | None = None


class GoOn(GateData):
    """Words for the next iteration, and decisions on gaps, conflicts and questions."""

    note: str = Field(default="", title="Note for the next iteration")
    gaps: dict[str, Word] = Field(default_factory=dict)
    conflicts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By conflict: the findings that stand."""
    answers: dict[str, str] = Field(default_factory=dict)
    """By question: what the person answers."""


class Decide(GateData):
    """What becomes of each gap, conflict and finding, and why."""

    items: dict[str, Taken] = Field(default_factory=dict)
    reasons: dict[str, str] = Field(default_factory=dict)
    """By the same keys: what the person said of it."""


class Plan(GateData):
    """The questions and files from now on, and patterns left out besides; empty: as they are."""

    questions: Lines = Field(default=(), title="Questions, one per line")
    files: Lines = Field(default=(), title="Files that matter")
    left_out: Lines = Field(default=(), title="Leave out besides")


# --- what an answer records -----------------------------------------------------------------------


def planned(payload: Payload, lines: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the questions of a plan: those that were there keep their ids and kinds, others are new."""
    known = [Question.model_validate(item) for item in items_of(payload, "plan")]
    if not lines:
        return tuple(known)
    by_text = {question.text.casefold(): question for question in known}
    number = max((whole_number(q.id[1:]) or 0 for q in known), default=0)
    found: list[Question] = []
    for line in lines:
        text = " ".join(line.split())
        same = by_text.get(text.casefold())
        if same is None:
            number += 1
            same = Question(id=f"q{number}", text=text, kind=kind_of(text))
        if same.id not in {question.id for question in found}:
            found.append(same)
    return tuple(found)


def narrowed(
    files: tuple[str, ...], wanted: tuple[str, ...], folder: str, left_out: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the estimate as a person left it; a path they name stays though nobody proposed it."""
    found: list[str] = []
    for name in wanted or files:
        path = name.strip().removeprefix("./")
        inside = [one for one in files if one == path or one.startswith(path.rstrip("/") + "/")]
        inside = inside or [one for one in files if fnmatchcase(one, path)]
        found += inside or ([path] if "*" not in path and not path.endswith("/") else [])
    under = folder.strip().strip("/")
    return tuple(
        path
        for path in dict.fromkeys(found)
        if (not under or path.startswith(under + "/"))
        and not any(fnmatchcase(path, p) or path.startswith(p.rstrip("/") + "/") for p in left_out)
    )


def _scope_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    given = data if isinstance(data, Scope) else Scope()
    files = narrowed(texts_of(payload, "files"), given.files, given.folder, given.left_out)
    asked = planned(payload, given.questions)
    return (ScopeConfirmed(questions=asked, estimate=files, left_out=given.left_out),)


def _iteration_safest(payload: Payload) -> str | None:
    # What brought nothing new will hardly do so the next time: the person may still let it go on.
    return "finish" if payload.get("new_findings") == 0 and payload.get("findings") else None


def _iteration_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    number = number_of(payload, "iteration")
    match data:
        case GoOn():
            return tuple(_going_on(payload, verb, data, number))
        case Decide():
            return tuple(_decisions(payload, data, number))
        case Answers():
            return tuple(_answers(data, number))
        case Plan():
            files = narrowed(texts_of(payload, "files"), data.files, "", data.left_out)
            return (
                PlanChanged(
                    questions=planned(payload, data.questions) if data.questions else None,
                    left_out=data.left_out,
                    estimate=files if data.files or data.left_out else None,
                ),
            )
        case _:
            return ()


def _going_on(payload: Payload, verb: str, data: GoOn, number: int) -> Iterator[Fact]:
    if verb == "continue" and number >= number_of(payload, "max_iterations"):
        yield LimitChanged(limit="rounds", value=number + 1)
    for gap, word in data.gaps.items():
        yield GapDecided(
            gap=gap, dismissed=bool(word.dismiss), reason=word.dismiss, focus=word.focus, role=word.agent
        )
    for conflict, keeps in data.conflicts.items():
        yield ConflictDecided(
            resolution=Resolution(conflict=conflict, keeps=keeps, by="person", iteration=number)
        )
    for question, text in data.answers.items():
        yield _answer(question, text, number)
    yield from guidance(data.note)


def _decisions(payload: Payload, data: Decide, number: int) -> Iterator[Fact]:
    items = {str(item.get("key")): item for item in items_of(payload)}
    # Sessions of before told no such number: there one decision of an iteration was as late as another.
    turn = number_of(payload, "next_decision") or number
    for key, taken in data.items.items():
        item = items.get(key, {})
        reason = data.reasons.get(key, "").strip()
        sides = [str(item.get("a", "")), str(item.get("b", ""))]
        match taken:
            case "dismiss":
                yield GapDecided(gap=key, dismissed=True, reason=reason)
            case "take" if item.get("dismissed", key in texts_of(payload, "more_gaps")):
                yield GapDecided(gap=key)
            case "keep_a" | "keep_b" | "keep_both":
                keeps = sides[:1] if taken == "keep_a" else sides[1:] if taken == "keep_b" else sides
                yield ConflictDecided(
                    resolution=Resolution(
                        conflict=key,
                        keeps=tuple(keeps),
                        by="person",
                        iteration=number,
                        number=turn,
                        resolution=reason,
                    )
                )
            case "reopen" if key in texts_of(payload, "settled"):
                yield ConflictDecided(
                    resolution=Resolution(conflict=key, open=True, by="person", iteration=number, number=turn)
                )
            case "confirm" | "drop" | "reopen":
                yield FindingDecided(
                    decision=Decision(finding=key, kind=_KINDS[taken], number=turn, reason=reason)
                )
            case _:
                pass


_KINDS: dict[str, Literal["confirm", "dismiss", "reopen"]] = {
    "confirm": "confirm",
    "drop": "dismiss",
    "reopen": "reopen",
}


def _answers(data: Answers, number: int) -> Iterator[Fact]:
    for question, answer in data.answers.items():
        if answer.status == "none_fits":
            yield _answer(question, answer.note, number, absent=True)
        elif answer.status == "answered":
            yield _answer(question, " – ".join(filter(None, (answer.option, answer.note.strip()))), number)


def _answer(question: str, text: str, number: int, *, absent: bool = False) -> AnswerGiven:
    state: Literal["absent", "answered"] = "absent" if absent else "answered"
    mark = QuestionMark(question=question, state=state, note=text.strip(), by="person", iteration=number)
    return AnswerGiven(mark=mark)


# --- what does not fit ----------------------------------------------------------------------------


def _scope_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if not isinstance(data, Scope) or not (data.files or data.folder or data.left_out):
        return None
    left = narrowed(texts_of(payload, "files"), data.files, data.folder, data.left_out)
    return None if left else words("No file is left to study. Name files, or leave out less.")


def _iteration_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    match data:
        case GoOn():
            return _objection_to_going_on(payload, data)
        case Decide():
            return _objection_to_decisions(payload, data)
        case Answers():
            for name, answer in data.answers.items():
                if answer.status == "assume":
                    return words(
                        "Write what is to be assumed of {question}, or leave it open.", question=name
                    )
                if answer.status == "answered" and not (answer.note.strip() or answer.option.strip()):
                    return words("Write what answers {question}.", question=name)
            return _unknown_question(payload, data.answers)
        case _:
            return None


def _unknown_question(payload: Payload, named: Iterable[str]) -> Message | None:
    known = {str(item.get("id")) for item in items_of(payload, "plan")}
    for name in sorted(set(named) - known):
        return words("There is no question “{question}” in the plan.", question=name)
    return None


def _objection_to_going_on(payload: Payload, data: GoOn) -> Message | None:
    items = {str(item.get("key")): item for item in items_of(payload)}
    gaps = {key for key, item in items.items() if item.get("kind") == "gap"}
    for name in sorted(set(data.gaps) - gaps - set(texts_of(payload, "more_gaps"))):
        return words("There is no gap “{gap}” now.", gap=name)
    for name, keeps in data.conflicts.items():
        item = items.get(name)
        if item is None or item.get("kind") != "conflict":
            return words("There is no open conflict “{conflict}”.", conflict=name)
        for finding in keeps:
            if finding not in (item.get("a"), item.get("b")):
                return words("“{finding}” is no side of {conflict}.", finding=finding, conflict=name)
    return _unknown_question(payload, data.answers)


def _objection_to_decisions(payload: Payload, data: Decide) -> Message | None:
    items = {str(item.get("key")): item.get("verbs") for item in items_of(payload)}
    for key, taken in data.items.items():
        verbs = items.get(key) or _verbs_beyond(payload, key)
        if not isinstance(verbs, list | tuple):
            return words("There is nothing called “{key}” to decide.", key=key)
        if taken not in verbs:
            return words("“{verb}” does not fit {key}.", verb=taken, key=key)
    for key in sorted(data.reasons.keys() - data.items.keys()):
        return words("A reason is given for {key}, and nothing is decided of it.", key=key)
    return None


def _verbs_beyond(payload: Payload, key: str) -> tuple[str, ...] | None:
    """Return what can be done about something that the gate does not list, for there is too much of it."""
    if key in texts_of(payload, "settled"):
        return ("reopen",)
    if key in texts_of(payload, "more_gaps"):
        return ("take", "dismiss")
    if re.fullmatch(r"f[1-9]\d{0,6}", key) and int(key[1:]) <= number_of(payload, "last_finding"):
        return ("leave", "confirm", "drop", "reopen")
    return None


# --- the gates ------------------------------------------------------------------------------------

GATES = read_gates(Path(__file__).with_name("gates.toml"), {**vars(telling), **globals()})
