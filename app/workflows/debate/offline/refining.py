"""A revision: the lines that points name are added, and what rules cannot weigh is said to be held."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.messages import ModelRequest
from app.workflows.common.offline.demands import Demand
from app.workflows.common.offline.prompt import Prompt, as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.common.offline.statements import Statement, statements_of
from app.workflows.debate.offline.answers import add, lines_for
from app.workflows.debate.offline.case import MOST_LINES, Case, case_in, wanted_in
from app.workflows.debate.offline.lenses import Lens
from app.workflows.debate.offline.phrases import lines_in_words, say

_FIELD = re.compile(r"^(severity|point|suggestion|quote): ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Point:
    """A point as its author is shown it."""

    id: str
    claim: str


def _points_in(prompt: Prompt) -> Iterator[Point]:
    """Yield the points that a prompt shows."""
    for text in prompt.under("These points were made against it"):
        parts = _FIELD.split(text.text)[1:]
        fields = dict(zip(reversed(parts[::2]), reversed(parts[1::2]), strict=True))
        yield Point(text.name.removeprefix("point "), fields.get("point", "").strip())


def refine(request: ModelRequest, lens: Lens) -> str:
    """Return the answer with the lines added that its points and the person's wishes ask for."""
    case, prompt = case_in(request)
    text = prompt.first("This is your answer so far")
    answers, added = [], 0
    for point in _points_in(prompt):
        refined, fixed, why = _answered(case, text, point)
        added += refined != text
        text = refined
        answers.append({"id": point.id, "answer": "fixed" if fixed else "held", "justification": why})
    for line, demand in _wished(case, prompt, text, lens):
        text = add(case, text, line, demand)
        added += 1
    summary = say(case.language, "r.summary", lines_in_words(case.language, added)) if added else ""
    return as_json({"text": text, "answers": answers, "summary": summary})


def _answered(case: Case, text: str, point: Point) -> tuple[str, bool, str]:
    """Return the text after a point, whether that mends it, and what was done."""
    language = case.language
    demand = next((d for d in case.demands if quoted(d.text, language) in point.claim), None)
    named = sorted(case.quoted_in(point.claim), key=lambda one: -len(one.text))
    named = [one for one in named if case.cite(one) in point.claim]
    if not named:
        return text, False, say(language, "r.none")
    line = named[0]
    if line in case.quoted_in(text):
        return text, True, say(language, "r.there")
    if demand is not None and (quoted_lines := lines_for(case, text, demand)) >= MOST_LINES:
        return text, False, say(language, "r.full", quoted_lines)
    return add(case, text, line, demand), True, say(language, "r.added")


def _wished(case: Case, prompt: Prompt, text: str, lens: Lens) -> Iterator[tuple[Statement, Demand]]:
    """Yield lines for what the person asked for in guidance or feedback and the text has none for."""
    wanted = {one.plain for one in statements_of(wanted_in(prompt))}
    inside = case.quoted_in(text)
    for demand in case.demands:
        if demand.text in wanted:
            lines = case.lines_for(demand, lens, most=1)
            yield from ((line, demand) for line in lines if line not in inside)
