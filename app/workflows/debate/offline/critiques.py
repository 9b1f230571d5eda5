"""What an answer leaves out, or says without a line: points that name the demand, the line or the figure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from app.domain.messages import ModelRequest
from app.workflows.common.offline.matching import Index, unsupported_figures
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.common.offline.statements import figures_of, statements_of
from app.workflows.debate.offline.answers import is_written_here
from app.workflows.debate.offline.case import MOST_LINES, Case, case_in
from app.workflows.debate.offline.lenses import Lens, weight_of
from app.workflows.debate.offline.phrases import say

MOST = 5
"""Points against one answer."""
_SAYS = 0.5
"""Share of a demand's words from which a sentence, whoever wrote it, speaks of the demand."""
_TELLING_FIGURE = re.compile(r"\d\D*\d|[%€$£]|per cent|percent|Prozent")
"""“2 ways” needs no source."""


def criticise(request: ModelRequest, lens: Lens | None) -> str:
    """Return the points of a member; no ranking, for rules do not tell which answer is better."""
    case, prompt = case_in(request)
    items = [
        {"target": answer.name, **point}
        for answer in prompt.under("Review these answers")
        for point in _points(case, answer.text, lens)
    ]
    return as_json({"ranking": [], "items": items})


def _points(case: Case, text: str, lens: Lens | None) -> list[dict[str, str]]:
    found = chain(_missing(case, text, lens), _figures(case, text), _unweighed(case, text, lens))
    rank = ("high", "medium", "low")
    return sorted(found, key=lambda point: rank.index(point["severity"]))[:MOST]


def _missing(case: Case, text: str, lens: Lens | None) -> Iterator[dict[str, str]]:
    """Yield the demands for which the texts have a line that the answer does not quote."""
    inside, says = case.quoted_in(text), Index(statements_of(text))
    language = case.language
    for demand in case.demands:
        left = [line for line in case.lines_for(demand, lens) if line not in inside]
        there = [line for line in case.all_for(demand) if line in inside]
        # One more line is worth a point to the member that weighs what it says.
        if there and lens is not None:
            left = [line for line in left if weight_of(line.plain, lens)]
        if not left or len(there) >= MOST_LINES:
            continue
        asked = quoted(demand.text, language)
        if not there and (is_written_here(case, text) or not says.near(demand.text, 1, least=_SAYS)):
            claim, severity = say(language, "c.no_line.there_is", asked, case.cite(left[0])), "high"
            lacks = demand.text
        else:
            claim, severity = say(language, "c.more", asked, case.cite(left[0])), "medium"
            lacks = left[0].plain
        yield {
            "claim": claim,
            "suggestion": say(language, "s.quote"),
            "severity": severity,
            "category": say(language, "k.missing"),
            "quote": "",
            "missing": lacks,
        }


def _figures(case: Case, text: str) -> Iterator[dict[str, str]]:
    """Yield the figures that stand in none of the given texts; what the council wrote only quotes."""
    if not case.names or is_written_here(case, text):
        return
    given = [one.text for one in (*case.index.statements, *case.own.statements)]
    given += [demand.text for demand in case.demands]
    unknown = {figure for figure in unsupported_figures(text, given) if _TELLING_FIGURE.search(figure)}
    for statement in statements_of(text) if unknown else ():
        for figure in figures_of(statement.text):
            if figure in unknown:
                yield {
                    "claim": say(case.language, "c.figure", quoted(figure, case.language)),
                    "suggestion": say(case.language, "s.figure"),
                    "severity": "medium",
                    "category": say(case.language, "k.figure"),
                    "quote": statement.text,
                }


def _unweighed(case: Case, text: str, lens: Lens | None) -> Iterator[dict[str, str]]:
    """Yield what a member weighs where an answer quotes nothing of it."""
    inside = case.quoted_in(text)
    if lens is None or any(weight_of(one.plain, lens) for one in inside):
        return
    matter = say(case.language, f"lens.{lens}")
    for line in case.weighed(lens, inside, 1):
        yield {
            "claim": say(case.language, "c.lens", matter, case.cite(line)),
            "suggestion": say(case.language, "s.quote"),
            "severity": "low",
            "category": matter,
            "quote": "",
            "missing": line.plain,
        }
