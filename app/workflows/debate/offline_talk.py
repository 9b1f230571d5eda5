"""What the offline council says around its answers: questions, summaries, which draft is best."""

from __future__ import annotations

import re

from app.domain.messages import ModelRequest
from app.workflows.common import prose
from app.workflows.debate.offline_inputs import Inputs, as_json, list_of, pairs, short, text_of, wanted_of

_OPEN = ("tbd", "???", "[…]", "[...]", "not yet known")
"""How a text marks a thing as open itself."""
_CHOICE = re.compile(r"\b(?:either\s+)?([^\W_][\w.-]*(?: [\w.-]+)?)\s+or\s+([^\W_][\w.-]*(?: [\w.-]+)?)")
_VAGUE = re.compile(
    r"(?i)\b(it depends|depends on|some(?:time|how|thing)?|later|soon|a few|several|about|roughly)\b"
)
_WORDS_QUOTED = 25
LONGEST_CHOICE = 500
"""Characters of a sentence that is looked through for two things to choose from."""


def clarify(request: ModelRequest) -> str:
    """Ask about what question and answers mark as open themselves; nothing out of politeness."""
    inputs = request.inputs
    asked = " ".join(q for q, _ in pairs(inputs, "qa", "question", "answer"))
    questions = [
        {
            "question": f"What holds here: “{short(sentence, _WORDS_QUOTED)}”?",
            "options": _options(sentence),
            "why": "the question itself marks this as open",
        }
        for sentence in prose.sentences(text_of(inputs, "question"))
        if any(mark in sentence.casefold() for mark in _OPEN) and not _known(sentence, asked)
    ]
    questions += [
        {
            "question": f"You answered “{short(answer, _WORDS_QUOTED)}”: what exactly should be assumed?",
            "options": _options(answer),
            "why": "the answer leaves it open",
        }
        for answer in _loose(inputs)
        if not _known(answer, asked)
    ]
    limit = inputs.get("limit")
    return as_json({"questions": questions[: limit if isinstance(limit, int) else 5]})


def _known(text: str, asked: str) -> bool:
    return prose.keys(text) <= prose.keys(asked)


def _loose(inputs: Inputs) -> list[str]:
    """Return the person's answers that leave the matter open; who is not sure is not asked again."""
    found = []
    for item in list_of(inputs, "qa"):
        if isinstance(item, dict) and item.get("status") == "answered":
            answer = str(item.get("answer", ""))
            marked = any(mark in answer.casefold() for mark in _OPEN)
            if marked or prose.hedges(answer) or _VAGUE.search(answer):
                found.append(answer)
    return found


def _options(text: str) -> list[str]:
    found = _CHOICE.search(text[:LONGEST_CHOICE])
    return [found.group(1), found.group(2)] if found else []


def choose_draft(request: ModelRequest) -> str:
    """Choose the draft that covers most of what was asked."""
    inputs = request.inputs
    wanted = wanted_of(inputs)
    scores = {
        label: sum(prose.coverage(r, prose.keys(text)) for r in wanted)
        for label, text in pairs(inputs, "drafts", "label", "text")
    }
    best = max(sorted(scores), key=lambda label: scores[label], default="Draft 1")
    return as_json({"best": best, "why": f"covers {scores.get(best, 0):.1f} of {len(wanted)} requirements"})


def summarise(request: ModelRequest) -> str:
    """Keep the lines that bind, in their order: rounds, points with their ends, sentences with figures."""
    inputs = request.inputs
    target = inputs.get("target")
    most = target if isinstance(target, int) else 2500
    lines = [line for line in text_of(inputs, "history").splitlines() if line.strip()]
    kept: set[int] = set()
    length = 0
    for place in sorted(range(len(lines)), key=lambda at: (_weight(lines[at]), at)):
        if length + len(lines[place]) + 1 <= most:
            kept.add(place)
            length += len(lines[place]) + 1
    return "\n".join(lines[place] for place in sorted(kept)) or text_of(inputs, "history")[:most]


def _weight(line: str) -> int:
    if line.startswith("Round "):
        return 0
    if line.startswith(("- Against your answer", "- You to")):
        return 1
    return 2 if prose.has_number(line) else 3
