"""What the judge's voice tells: how many demands have a line. It judges neither agreement nor quality."""

from __future__ import annotations

import re

from app.domain.messages import ModelRequest
from app.projections.answers import answer_of, is_right, key_of
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.values import NOT_JUDGED
from app.workflows.debate.offline.case import case_in
from app.workflows.debate.offline.phrases import say


def evaluate(request: ModelRequest) -> str:
    """Return no figures, for rules have none, and the coverage of the fullest answer in words."""
    case, prompt = case_in(request)
    covered = {
        answer.name: len(case.covered_in(answer.text)) for answer in prompt.under("Judge these answers")
    }
    if case.empty or not covered:
        said = say(case.language, "j.nothing")
    else:
        best = max(sorted(covered), key=lambda name: covered[name])
        said = say(case.language, "j.coverage", best, covered[best], len(case.counted))
    note = say(case.language, "j.note", said)
    return as_json({"agreement": NOT_JUDGED, "quality": NOT_JUDGED, "must_haves": [], "note": note})


def choose_draft(request: ModelRequest) -> str:
    """Choose the text that has lines for most demands, of several the first."""
    case, prompt = case_in(request)
    shown = (*prompt.under("One member wrote these drafts"), *prompt.under("These answers were written"))
    covered = {text.name: len(case.covered_in(text.text)) for text in shown}
    best = max(sorted(covered, key=_number), key=lambda name: covered[name], default="")
    most = covered.get(best, 0)
    name = "j.same" if len(covered) > 1 and set(covered.values()) == {most} else "j.best"
    return as_json({"best": best, "why": say(case.language, name, most, len(case.counted))})


def _number(label: str) -> tuple[int, str]:
    digits = re.findall(r"\d+", label)
    return (int(digits[-1]) if digits else 0, label)


def compare(request: ModelRequest) -> str:
    """Say that rules do not tell which of two texts is better."""
    case, _ = case_in(request)
    return as_json({"winner": NOT_JUDGED, "why": say(case.language, "j.tie")})


def check(request: ModelRequest) -> str:
    """Name nothing on which answers agree or differ: rules compare their words, and do so without a voice."""
    del request
    return as_json({"agreed": [], "disputed": []})


def group(request: ModelRequest) -> str:
    """Put answers together that answer in the same words."""
    _, prompt = case_in(request)
    groups: dict[str, tuple[str, list[str]]] = {}
    for text in prompt.under("These answers were written independently"):
        groups.setdefault(key_of(text.text), (answer_of(text.text), []))[1].append(text.name)
    return as_json({"alike": [{"answer": said, "labels": labels} for said, labels in groups.values()]})


def grade(request: ModelRequest) -> str:
    """Grade the answers in which the rubric's words stand, or short ones in which they do not.

    The others are not graded: rules cannot tell what they mean.
    """
    case, prompt = case_in(request)
    rubric = prompt.first("holds a right answer")
    grades = []
    for text in prompt.under("These are answers"):
        if (right := is_right(rubric, text.text)) is not None:
            said = "right" if right else "wrong"
            grades.append({"label": text.name, "grade": said, "why": say(case.language, f"j.{said}")})
    return as_json({"grades": grades})
