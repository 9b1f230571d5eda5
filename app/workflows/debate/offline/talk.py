"""What the offline council says around its answers: clarifying questions, and summaries of the history."""

from __future__ import annotations

import re

from app.domain.messages import ModelRequest
from app.workflows.common import prose
from app.workflows.debate.offline.answers import Draft, measured, position_of
from app.workflows.debate.offline.case import Case, case_of, conflicts
from app.workflows.debate.offline.inputs import Inputs, as_json, list_of, pairs, rows_of, short, text_of
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.positions import comparisons
from app.workflows.debate.offline.quoting import named, quoted
from app.workflows.debate.offline.settled import (
    Settled,
    conflict_question,
    sum_question,
    weight_question,
)
from app.workflows.debate.offline.words import LENSES, Lens

_OPEN = ("tbd", "???", "[…]", "[...]", "not yet known", "noch offen", "noch nicht bekannt")
"""How a text marks a thing as open itself."""
_CHOICE = re.compile(
    r"\b(?:either\s+|entweder\s+)?([^\W_][\w.-]*(?: [\w.-]+)?)\s+(?:or|oder)\s+([^\W_][\w.-]*(?: [\w.-]+)?)"
)
_VAGUE = re.compile(
    r"(?i)\b(it depends|depends on|some(?:time|how|thing)?|later|soon|a few|several|about|roughly|kommt "
    r"darauf an|später|"
    r"ungefähr|irgendwann|vielleicht|bald)\b"
)
_UNMEASURED = re.compile(
    r"(?i)\b(fast|quick(?:ly)?|cheap|affordable|low cost|soon|scalable|reasonable|schnell|günstig|"
    r"bezahlbar|zügig|bald|angemessen)\b"
)
_WORDS_QUOTED = 25
LONGEST_CHOICE = 500
"""Characters of a sentence that is looked through for two things to choose from."""
Question = dict[str, object]


def clarify(request: ModelRequest, lens: Lens | None) -> str:
    """Ask what would change the answer: a gap the brief marks itself, else one matter of the own lens."""
    inputs = request.inputs
    case = case_of(inputs)
    asked = {q for q, _ in pairs(inputs, "qa", "question", "answer")}
    questions = [q for q in _open_ones(case, inputs) if q["question"] not in asked]
    if not questions and not asked and case.language != "other":
        questions = [q for one in ((lens,) if lens else LENSES) for q in _of_lens(case, one)[:1]]
    limit = inputs.get("limit")
    return as_json({"questions": questions[: limit if isinstance(limit, int) else 5]})


def _open_ones(case: Case, inputs: Inputs) -> list[Question]:
    """Return what question and answers mark as open themselves."""
    asked = " ".join(q for q, _ in pairs(inputs, "qa", "question", "answer"))
    language = case.language
    found: list[Question] = [
        {
            "question": say(language, "q.open", quoted(case, short(sentence, _WORDS_QUOTED))),
            "options": _options(sentence),
            "why": say(language, "q.open.why"),
        }
        for sentence in prose.sentences(text_of(inputs, "question"))
        if any(mark in sentence.casefold() for mark in _OPEN) and not _known(sentence, asked)
    ]
    return found + [
        {
            "question": say(language, "q.loose", quoted(case, short(answer, _WORDS_QUOTED))),
            "options": _options(answer),
            "why": say(language, "q.loose.why"),
        }
        for answer in _loose(inputs)
        if not _known(answer, asked)
    ]


def _known(text: str, asked: str) -> bool:
    return prose.keys(text) <= prose.keys(asked)


def _loose(inputs: Inputs) -> list[str]:
    """Return the person's answers that leave the matter open; who is not sure is not asked again.

    An option that was offered is an answer, whatever words it has.
    """
    found = []
    case = case_of(inputs)
    fixed = (
        say(case.language, k) for k in ("q.sum.yes", "q.sum.no", *(f"q.weight.{lens}" for lens in LENSES))
    )
    offered = tuple(fixed)
    for item in rows_of(inputs, "qa"):
        answer = str(item.get("answer", ""))
        if item.get("status") != "answered" or answer in offered or "“" in answer or "„" in answer:
            continue
        marked = any(mark in answer.casefold() for mark in _OPEN)
        if marked or prose.hedges(answer) or _VAGUE.search(answer):
            found.append(answer)
    return found


def _options(text: str) -> list[str]:
    found = _CHOICE.search(text[:LONGEST_CHOICE])
    return [found.group(1), found.group(2)] if found else []


# --- a question of each lens ------------------------------------------------------------------


def _of_lens(case: Case, lens: Lens) -> list[Question]:
    return {"cost": _cost, "risk": _risk, "people": _weight}[lens](case)


def _cost(case: Case) -> list[Question]:
    language = case.language
    found: list[Question] = []
    total = sum_question(case)
    if total is not None:
        limit = total[1].limit.figure.text
        options = [say(language, "q.sum.yes"), say(language, "q.sum.no")]
        found.append(
            {"question": total[0], "options": options, "why": say(language, "q.sum.why", quoted(case, limit))}
        )
    for comparison in comparisons(case):
        there = {option for option, _, _ in comparison.cells}
        absent = [o for o in case.brief.options if o not in there]
        if comparison.lens == "cost" and len(absent) == 1:
            asked = say(language, "q.missing", named(case, absent[0]), measured(comparison))
            found.append({"question": asked, "options": [], "why": say(language, "q.missing.why")})
    return found


def _risk(case: Case) -> list[Question]:
    language = case.language
    found: list[Question] = [
        {
            "question": conflict_question(case, conflict),
            "options": [conflict.first_figure.text, conflict.second_figure.text],
            "why": say(language, "q.conflict.why"),
        }
        for conflict in conflicts(case)
    ]
    for demand in case.brief.demands:
        if _UNMEASURED.search(demand) and not prose.has_number(demand):
            asked = say(language, "q.vague", quoted(case, demand))
            found.append({"question": asked, "options": [], "why": say(language, "q.vague.why")})
    return found


def _weight(case: Case) -> list[Question]:
    """Ask what counts most where the lenses point to different options, or where there is nothing to go
    by."""
    if case.brief.kind == "open":
        return []
    language = case.language
    options = [say(language, f"q.weight.{lens}") for lens in LENSES]
    stands = {lens: position_of(case, Settled(), Draft(lens)).option for lens in LENSES}
    chosen = {option for option in stands.values() if option is not None}
    if len(chosen) < 2:
        return []
    each = (
        f"{say(language, f'lens.{lens}')}: {named(case, option)}" for lens, option in stands.items() if option
    )
    return [
        {
            "question": weight_question(case),
            "options": options,
            "why": say(language, "q.weight.why", ", ".join(each)),
        }
    ]


# --- summaries --------------------------------------------------------------------------------


def tell_alone(request: ModelRequest) -> str:
    """Tell the others each line of the files that this member alone was given, those with figures first."""
    inputs = request.inputs
    alone, most = {str(name) for name in list_of(inputs, "alone")}, inputs.get("limit")
    lines = [claim for claim in case_of(inputs).material() if claim.source in alone]
    lines.sort(key=lambda claim: not prose.has_number(claim.text))
    told = lines[: most if isinstance(most, int) else None]
    return as_json({"known": [{"says": c.text, "file": c.source, "quote": c.text} for c in told]})


def summarise(request: ModelRequest) -> str:
    """Keep the lines that bind, in their order: rounds, points with their ends, sentences with figures."""
    inputs = request.inputs
    target = inputs.get("target")
    most = target if isinstance(target, int) else 2500
    lines = [line for line in text_of(inputs, "history").splitlines() if line.strip()]
    kept: set[int] = set()
    length = 0
    for index in sorted(range(len(lines)), key=lambda at: (_weight_of(lines[at]), at)):
        if length + len(lines[index]) + 1 <= most:
            kept.add(index)
            length += len(lines[index]) + 1
    return "\n".join(lines[n] for n in sorted(kept)) or text_of(inputs, "history")[:most]


def _weight_of(line: str) -> int:
    if line.startswith("Round "):
        return 0
    if line.startswith(("- Against your answer", "- You to")):
        return 1
    return 2 if prose.has_number(line) else 3
