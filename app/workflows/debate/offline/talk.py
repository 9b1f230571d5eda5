"""What members say beside answers: questions to the person, summaries, and what they alone were given."""

from __future__ import annotations

import re

from app.domain.messages import ModelRequest
from app.workflows.common.offline.prompt import Prompt, as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.debate.offline.case import case_in
from app.workflows.debate.offline.phrases import say

_MOST = 3
"""Questions at once: more are a form to fill in."""


def clarify(request: ModelRequest) -> str:
    """Ask what the person knows of the demands for which the given texts have no line."""
    case, prompt = case_in(request)
    missing = [] if case.empty else [d for d in case.counted if not d.decides and not case.all_for(d)]
    questions = [
        {
            "question": say(case.language, "q.missing", quoted(demand.text, case.language)),
            "options": [],
            "why": say(case.language, "q.why"),
        }
        for demand in missing[: min(_MOST, _limit(prompt, r"at most (\d+) questions", _MOST))]
    ]
    return as_json({"questions": questions})


def summarise(request: ModelRequest) -> str:
    """Return the first lines of a history that fit, word for word."""
    _, prompt = case_in(request)
    room = _limit(prompt, r"at most (\d+) characters", 2500)
    kept: list[str] = []
    for line in prompt.first("This is your history").splitlines():
        if line.strip() and len(line) + 1 <= room:
            kept.append(line)
            room -= len(line) + 1
    return "\n".join(kept)


def tell_alone(request: ModelRequest) -> str:
    """Tell the lines of the files that a member alone was given and that bear on a demand, nearest first."""
    case, prompt = case_in(request)
    words = " ".join((prompt.closing, *(section.words for section in prompt.sections)))
    alone = re.findall(r"You (?:alone|and some others, but not all,) were given: ([^\n]+)", words)
    mine = {name for name in case.names if any(name in listed for listed in alone)}
    found = [
        m.statement for d in case.demands for m in case.index.near(d.text, 4) if m.statement.source in mine
    ]
    lines = list(dict.fromkeys(found))[: _limit(prompt, r"at most (\d+),", 20)]
    known = [{"says": one.plain, "file": one.source, "quote": one.text} for one in lines]
    return as_json({"known": known})


def _limit(prompt: Prompt, pattern: str, otherwise: int) -> int:
    found = re.search(pattern, prompt.closing)
    return int(found[1]) if found else otherwise
