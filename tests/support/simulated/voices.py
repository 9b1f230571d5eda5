"""The voice of simulated members: what `panel` decides, in the words and forms of a debate.

They read the prompt as it is sent, like every member; what they believe hangs on their seat, which is where
the call goes. Whoever asks the same again gets a further answer, as of a model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType

from app.domain.messages import ModelRequest
from app.engine.ports import Voice
from app.projections.answers import answer_of, is_right
from app.workflows.common.offline.prompt import as_json
from tests.support.asked import fences_of, read, shown, under
from tests.support.simulated.panel import (
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
_TURNED = re.compile(r"(.+) went from “(.*)” to “(.*)”: (.+)", re.DOTALL)
_BECAUSE: Mapping[str, Because] = MappingProxyType(
    {
        "a source or fact it had not weighed": "evidence",
        "an error found in its answer": "error",
        "the reasons of others alone": "persuaded",
    }
)


def _case(request: ModelRequest) -> tuple[Task, Member] | None:
    task = task_in(shown(request, "question"))
    told = "\n".join(message.text for message in request.messages)
    return (task, member_in(request.seat, told)) if task is not None else None


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
    for told in re.split(r"^Round \d+$", shown(request, "history"), flags=re.MULTILINE)[1:]:
        against = [line for line in told.splitlines() if line.startswith("- Against your answer")]
        said, _ = answered(task, member, said, [_objection(line) for line in against])
    return said


def _passed(request: ModelRequest, label: str) -> bool:
    """Tell whether a critic had nothing against a letter before; it cannot know one of this round alone."""
    history = shown(request, "history")
    of_this_round = label[-1:].isdigit()
    return bool(history) and not of_this_round and not re.search(rf"- You to {re.escape(label)}[,:]", history)


class _Proposals:
    """Counts what is asked, for whoever asks again wants a further answer."""

    def __init__(self) -> None:
        self._asked: Counter[tuple[str, str]] = Counter()

    def __call__(self, request: ModelRequest) -> str:
        case = _case(request)
        if case is None:
            return UNKNOWN
        key = (request.seat, request.messages[-1].text)
        self._asked[key] += 1
        return _written(first_said(*case, self._asked[key]))


def _criticise(request: ModelRequest) -> str:
    case = _case(request)
    if case is None:
        return as_json({"ranking": [], "items": []})
    task, critic = case
    mine = _own(request, task, critic)
    answers = {label: _read(text) for label, text in _answers(request).items()}
    items = []
    for label, said in answers.items():
        against = objection(task, critic, mine, said, passed=_passed(request, label))
        if against is not None:
            items.append({"target": label, **_claimed(against, said)})
    ranking = sorted(answers, key=lambda label: (answers[label].answer != mine.answer, label))
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
    case, text = _case(request), shown(request, "your answer")
    if case is None:
        return as_json({"text": text, "answers": []})
    points = read(request)["critiques"]
    given = [_objection(one["claim"]) for one in points]
    before = _read(text)
    after, because = answered(*case, before, given)
    return as_json(
        {
            "text": text if after == before else _written(after),
            "answers": [
                {
                    "id": point["id"],
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


def _answers(request: ModelRequest) -> dict[str, str]:
    return {one["label"]: one["text"] for one in read(request)["answers"]}


def _turns(request: ModelRequest) -> list[tuple[str, str, Because]]:
    return [
        (found[1], found[2], _BECAUSE.get(found[4], ""))
        for text in fences_of(request)
        if text.name == "another answer" and (found := _TURNED.fullmatch(text.text)) is not None
    ]


def _choose(request: ModelRequest) -> str:
    """Choose the text of what most members answer, as a chair would count it; of several the first."""
    given = {one["label"]: answer_of(one["text"]) for one in read(request)["drafts"]}
    left = {fence.name for fence in under(request, "their authors left these")}
    last = {label: given[label] for label in sorted(given) if label not in left}
    result = decided(last, _turns(request))
    best = next((label for label in (*last, *sorted(left)) if given[label] == result), min(last))
    return as_json({"best": best, "why": "Most answer so."})


def _conclude(request: ModelRequest) -> str:
    rounds = read(request)["rounds"]
    last = {one["seat"]: answer_of(one["text"]) for one in rounds[-1]["answers"]} if rounds else {}
    if not last:
        return as_json({"answer": UNKNOWN, "decision": "none"})
    result = decided(last, _turns(request))
    against = [
        {"seat": seat, "why": f"It answers {answer}."} for seat, answer in last.items() if answer != result
    ]
    return as_json({"answer": f"Answer: {result}", "decision": result, "dissent": against})


def _agreement(request: ModelRequest) -> str:
    """Return the share of pairs of answers that are alike; nobody simulated can tell how good they are."""
    given = [answer_of(text) for text in _answers(request).values()]
    pairs = list(combinations(given, 2))
    alike = sum(one == other for one, other in pairs)
    return as_json({"agreement": round(100 * alike / len(pairs)) if pairs else 0, "quality": 50})


def _grade(request: ModelRequest) -> str:
    said = {True: "right", False: "wrong", None: "partly"}
    rubric = shown(request, "rubric")
    grades = [
        {"label": label, "grade": said[is_right(rubric, text)], "why": "By its words."}
        for label, text in _answers(request).items()
    ]
    return as_json({"grades": grades})


def voices() -> Mapping[tuple[str, str], Voice]:
    """Return what simulated members answer, and a chair that counts as the debate asks it to."""
    return {
        (VOICE, "proposal"): _Proposals(),
        (VOICE, "critique"): _criticise,
        (VOICE, "refinement"): _refine,
        # Their words are compared by rules.
        (VOICE, "debate_check"): lambda request: as_json({"agreed": [], "disputed": []}),
        (VOICE, "evaluation"): _agreement,
        (VOICE, "drafts"): _choose,
        (VOICE, "synthesis"): _conclude,
        (VOICE, "grading"): _grade,
        (VOICE, "clarification"): lambda request: as_json({"questions": []}),
    }
