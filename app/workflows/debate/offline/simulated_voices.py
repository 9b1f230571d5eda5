"""The voice of simulated members: what `simulated` decides, in the words and forms of a debate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from app.domain.messages import ModelRequest
from app.engine.ports import Voice
from app.projections.answers import answer_of
from app.workflows.debate.offline.inputs import as_json, pairs, rows_of, text_of
from app.workflows.debate.offline.simulated import (
    Because,
    Member,
    Objection,
    Said,
    Task,
    answered,
    decided,
    first_said,
    member_in,
    objection,
    task_in,
)

VOICE = "simulated"
UNKNOWN = (
    "Answer: none\n\nI am simulated and know simulated tasks only: “Simulated task 7: one of A, B, C, D?”"
)
_ERROR = "Error: the task rules {} out."
_LACKS = "Not weighed: the clues of {}."
_ASIDE = "The heading could be shorter."
_CLUES = re.compile(r"(?:clues of|Clues of) ([^\n]+?)\.(?:\s|$)")
_INSTEAD = re.compile(r"I come to ([^\n]+?)\.(?:\s|$)")
_BECAUSE: Mapping[str, Because] = {"evidence": "evidence", "error": "error", "persuaded": "persuaded"}


def _case(request: ModelRequest) -> tuple[Task, Member] | None:
    task = task_in(text_of(request.inputs, "question"))
    system = request.messages[0].text if request.messages else ""
    return (task, member_in(request.seat, system)) if task is not None else None


def _written(said: Said) -> str:
    clues = f"\n\nClues of {' and '.join(sorted(said.clues))}." if said.clues else ""
    return f"Answer: {said.answer}{clues}\n"


def _read(text: str) -> Said:
    return Said(answer_of(text), _clues(text))


def _clues(text: str) -> frozenset[str]:
    found = _CLUES.search(text)
    return frozenset(found[1].split(" and ")) if found else frozenset()


def _objection(claim: str) -> Objection:
    instead = _INSTEAD.search(claim)
    return Objection(instead[1] if instead else "", "Error: the task" in claim, _clues(claim))


def _own(request: ModelRequest, task: Task, member: Member) -> Said:
    """Return a critic's own answer: it is shown the others' only, and recalls what it was told so far."""
    said = first_said(task, member)
    for told in re.split(r"^Round \d+$", text_of(request.inputs, "history"), flags=re.MULTILINE)[1:]:
        against = [line for line in told.splitlines() if line.startswith("- Against your answer")]
        said, _ = answered(task, member, said, [_objection(line) for line in against])
    return said


def _passed(request: ModelRequest, label: str) -> bool:
    """Tell whether a critic had nothing against a letter before; it cannot know one of this round alone."""
    history = text_of(request.inputs, "history")
    of_this_round = label[-1:].isdigit()
    return bool(history) and not of_this_round and f"- You to {label}," not in history


def _propose(request: ModelRequest) -> str:
    case, number = _case(request), request.inputs.get("draft")
    if case is None:
        return UNKNOWN
    return _written(first_said(*case, number if isinstance(number, int) else 1))


def _criticise(request: ModelRequest) -> str:
    case = _case(request)
    if case is None:
        return as_json({"ranking": [], "items": []})
    task, critic = case
    mine = _own(request, task, critic)
    shown = {label: _read(text) for label, text in pairs(request.inputs, "answers", "label", "text")}
    items = []
    for label, said in shown.items():
        against = objection(task, critic, mine, said, passed=_passed(request, label))
        if against is not None:
            items.append({"target": label, **_claimed(against, said)})
    ranking = sorted(shown, key=lambda label: (shown[label].answer != mine.answer, label))
    return as_json({"ranking": ranking, "items": items})


def _claimed(against: Objection, said: Said) -> dict[str, str]:
    said_so = [_ERROR.format(said.answer)] if against.error else []
    said_so += [_LACKS.format(" and ".join(sorted(against.clues)))] if against.clues else []
    said_so += [f"I come to {against.instead}."] if against.instead else []
    return {
        "claim": " ".join(said_so) or _ASIDE,
        "suggestion": against.instead,
        "severity": "high" if against.error else "medium",
        "category": "correctness",
    }


def _refine(request: ModelRequest) -> str:
    case, text = _case(request), text_of(request.inputs, "text")
    if case is None:
        return as_json({"text": text, "answers": []})
    points = rows_of(request.inputs, "critiques")
    given = [_objection(text_of(one, "claim")) for one in points]
    before = _read(text)
    after, because = answered(*case, before, given)
    return as_json(
        {
            "text": text if after == before else _written(after),
            "answers": [
                {
                    "id": text_of(point, "id"),
                    "answer": "fixed"
                    if one.instead == after.answer != before.answer or one.clues
                    else "held",
                    "justification": "",
                }
                for point, one in zip(points, given, strict=True)
            ],
            "summary": "" if after == before else f"From {before.answer} to {after.answer}.",
            "changed_because": because,
        }
    )


def _conclude(request: ModelRequest) -> str:
    rounds = rows_of(request.inputs, "rounds")
    last = (
        {seat: answer_of(text) for seat, text in pairs(rounds[-1], "answers", "seat", "text")}
        if rounds
        else {}
    )
    if not last:
        return as_json({"answer": UNKNOWN, "decision": "none"})
    turns = tuple(_turns(rows_of(request.inputs, "turned")))
    result = decided(last, turns)
    against = [
        {"seat": seat, "why": f"It answers {answer}."} for seat, answer in last.items() if answer != result
    ]
    return as_json({"answer": f"Answer: {result}", "decision": result, "dissent": against})


def _turns(rows: Sequence[Mapping[str, object]]) -> list[tuple[str, str, Because]]:
    return [(str(row["seat"]), str(row["before"]), _BECAUSE.get(str(row["because"]), "")) for row in rows]


SIMULATED: Mapping[tuple[str, str], Voice] = {
    (VOICE, "proposal"): _propose,
    (VOICE, "critique"): _criticise,
    (VOICE, "refinement"): _refine,
    (VOICE, "synthesis"): _conclude,
    (VOICE, "clarification"): lambda request: as_json({"questions": []}),
}
"""What simulated members answer, and a chair that counts as the debate asks it to."""
