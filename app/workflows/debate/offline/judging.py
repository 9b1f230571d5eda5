"""Judging by rules: do the answers recommend the same, and how many must-haves does the best one answer."""

from __future__ import annotations

from itertools import combinations

from app.diffing import similarity
from app.domain.messages import ModelRequest
from app.projections.answers import answer_of, is_right, key_of
from app.workflows.common import prose
from app.workflows.debate.offline.answers import ReadAnswer, read_answer
from app.workflows.debate.offline.brief import demand_of
from app.workflows.debate.offline.case import Case, case_of
from app.workflows.debate.offline.demands import answered_in, met_in
from app.workflows.debate.offline.inputs import as_json, list_of, pairs, text_of
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.quoting import cited, named
from app.workflows.debate.offline.settled import settled_by

SAME = 80
"""Agreement of two answers that recommend the same; the rest is the share of lines that both rest on."""


def evaluate(request: ModelRequest) -> str:
    """Give agreement from what is recommended, quality from the must-haves that the best answer meets."""
    inputs = request.inputs
    case, settled = case_of(inputs), settled_by(inputs)
    answers = pairs(inputs, "answers", "label", "text")
    reads = [read_answer(case, settled, text) for _, text in answers]
    shares = [agreement(case, a, b) for a, b in combinations(reads, 2)]
    texts = [text for _, text in answers]
    best = max(texts, key=lambda text: quality(case, text), default="")
    marks = [
        {"text": str(d), "met": met_in(case, demand_of(str(d)), best)} for d in list_of(inputs, "must_haves")
    ]
    return as_json(
        {
            "agreement": round(sum(shares) / len(shares), 1) if shares else 100.0,
            "quality": round(quality(case, best), 1),
            "must_haves": marks,
            "note": _note(case, answers, reads, best),
        }
    )


def agreement(case: Case, first: ReadAnswer, second: ReadAnswer) -> float:
    """Return how far two answers agree, 0 to 100: in what they recommend, then in the lines they rest on."""
    if not (first.chooses and second.chooses):
        return 100.0 * _words(first.text, second.text)
    lines = [{c for c in case.claims if cited(case, c) in read.text} for read in (first, second)]
    shared = len(lines[0] & lines[1]) / max(1, len(lines[0] | lines[1]))
    return (SAME if first.option == second.option else 0) + (100 - SAME) * shared


def _words(first: str, second: str) -> float:
    one, other = prose.keys(first[:50_000]), prose.keys(second[:50_000])
    overlap = len(one & other) / max(1, len(one | other))
    return 0.5 * overlap + 0.5 * similarity([first, second])


def quality(case: Case, text: str) -> float:
    """Return the share of must-haves that a text meets; of none whether it chooses and quotes, 0 to 100."""
    demands = case.brief.demands
    if demands:
        return 100.0 * sum(met_in(case, d, text) for d in demands) / len(demands)
    quotes = any(c.text in text for c in case.material())
    chooses = any(say(case.language, "recommends", named(case, o)) in text for o in case.brief.options)
    return 50.0 * quotes + 50.0 * chooses


def _note(case: Case, answers: list[tuple[str, str]], reads: list[ReadAnswer], best: str) -> str:
    language = case.language
    options = {read.option for read in reads}
    if not any(read.chooses for read in reads):
        shares = [_words(a.text, b.text) for a, b in combinations(reads, 2)]
        sentences = [say(language, "j.words", round(100 * sum(shares) / len(shares)))] if shares else []
    elif len(options) == 1:
        sentences = [say(language, "j.agree", named(case, reads[0].option))]
    else:
        each = (
            say(language, "j.who", label, named(case, r.option))
            for (label, _), r in zip(answers, reads, strict=True)
        )
        sentences = [say(language, "j.differ", ", ".join(each))]
    demands = case.brief.demands
    if demands:
        sentences.append(say(language, "j.met", sum(met_in(case, d, best) for d in demands), len(demands)))
    return " ".join(sentences)


def compare(request: ModelRequest) -> str:
    """Say which of two texts answers more must-haves with a reason, else which weighs more lines."""
    inputs = request.inputs
    case = case_of(inputs)
    first, second = (text_of(inputs, name) for name in ("first", "second"))
    texts = (first, second)
    answer_counts = [sum(answered_in(case, d, text) for d in case.brief.demands) for text in texts]
    lines = [sum(c.text in text for c in case.material()) for text in texts]
    if (answer_counts[0], lines[0]) == (answer_counts[1], lines[1]):
        return as_json({"winner": "tie", "why": say(case.language, "j.tie")})
    winner = "first" if (answer_counts[0], lines[0]) > (answer_counts[1], lines[1]) else "second"
    if answer_counts[0] != answer_counts[1]:
        why = say(case.language, "j.more", max(answer_counts), len(case.brief.demands), min(answer_counts))
    else:
        why = say(case.language, "j.lines", max(lines), min(lines))
    return as_json({"winner": winner, "why": why})


def choose_draft(request: ModelRequest) -> str:
    """Choose the draft that answers most must-haves, then the one that chooses and rests on most lines."""
    inputs = request.inputs
    case = case_of(inputs)
    scores = {
        label: (quality(case, text), sum(cited(case, c) in text for c in case.claims))
        for label, text in pairs(inputs, "drafts", "label", "text")
    }
    best = max(sorted(scores), key=lambda label: scores[label], default="1")
    demands = len(case.brief.demands)
    text = dict(pairs(inputs, "drafts", "label", "text")).get(best, "")
    met = sum(met_in(case, d, text) for d in case.brief.demands)
    return as_json({"best": best, "why": say(case.language, "j.met", met, demands)})


def group(request: ModelRequest) -> str:
    """Put answers together that answer in the same words."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for label, text in pairs(request.inputs, "answers", "label", "text"):
        groups.setdefault(key_of(text), (answer_of(text), []))[1].append(label)
    return as_json({"alike": [{"answer": said, "labels": labels} for said, labels in groups.values()]})


def grade(request: ModelRequest) -> str:
    """Grade each answer by whether it says the rubric, or one of its forms, in those words."""
    inputs, rubric = request.inputs, text_of(request.inputs, "rubric")
    language = case_of(inputs).language
    grades = []
    for label, text in pairs(inputs, "answers", "label", "text"):
        right = is_right(rubric, text)
        said = {True: "right", False: "wrong", None: "partly"}[right]
        grades.append({"label": label, "grade": said, "why": say(language, f"j.grade.{said}")})
    return as_json({"grades": grades})
