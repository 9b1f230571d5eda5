"""The members: the lines that bear on each demand, what an answer leaves out, and that added to it.

Beside answers they ask the person, sum up, and tell what they alone were given. What rules cannot weigh is
said to be held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from app.domain.messages import ModelRequest
from app.workflows.common.offline.demands import Demand
from app.workflows.common.offline.matching import Index, unsupported_figures
from app.workflows.common.offline.prompt import Prompt, as_json
from app.workflows.common.offline.statements import Statement, figures_of, quoted, statements_of
from app.workflows.debate.offline.case import (
    MOST_LINES,
    Case,
    Lens,
    case_in,
    lines_in_words,
    say,
    wanted_in,
    weight_of,
)

_MOST_QUESTIONS = 3
"""Questions at once: more are a form to fill in."""
_WEIGHED = 3
"""Lines on what a member weighs, beside those for the demands."""
_MOST_POINTS = 5
"""Points against one answer."""
_SAYS = 0.5
"""Share of a demand's words from which a sentence, whoever wrote it, speaks of the demand."""
_TELLING_FIGURE = re.compile(r"\d\D*\d|[%€$£]|per cent|percent|Prozent")
"""“2 ways” needs no source."""
_FIELD = re.compile(r"^(severity|point|suggestion|quote): ", re.MULTILINE)


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
        for demand in missing[
            : min(_MOST_QUESTIONS, _limit(prompt, r"at most (\d+) questions", _MOST_QUESTIONS))
        ]
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


def write(case: Case, lens: Lens) -> str:
    """Return a member's first answer: for each demand the line that is nearest by what the member weighs."""
    language = case.language
    if case.empty:
        return say(language, "nothing")
    matter = say(language, f"lens.{lens}")
    parts = [say(language, "rules")]
    used: list[Statement] = []
    for number, demand in enumerate(case.demands, 1):
        lines = case.lines_for(demand, lens, most=1)
        used += lines
        parts.append("\n".join((_opening(case, number, demand), *_items(case, lines, empty=True))))
    if weighed := case.weighed(lens, used, _WEIGHED):
        parts.append(f"## {say(language, 'weighed', matter)}\n\n" + "\n".join(_items(case, weighed)))
    return "\n\n".join(parts) + "\n"


def is_written_here(case: Case, text: str) -> bool:
    """Tell whether an answer is one of the council's own: then all that it says is quoted."""
    return say(case.language, "rules") in text or say(case.language, "nothing") in text


def _add(case: Case, text: str, line: Statement, demand: Demand | None) -> str:
    """Return an answer with a line added to what it has for a demand, else at its end."""
    item = _items(case, [line])[0]
    opening = _opening_of(case, text, demand) if demand is not None else ""
    if not opening:
        heading = f"## {say(case.language, 'added')}"
        head = "" if heading in text.splitlines() else f"\n{heading}\n\n"
        return f"{text.rstrip()}\n{head}{item}\n"
    before, _, behind = text.partition(opening)
    block, gap, rest = behind.partition("\n\n")
    kept = [old for old in block.split("\n") if old.strip() != f"- {say(case.language, 'no_line')}"]
    whole = "\n".join(kept).rstrip()
    return f"{before}{opening}{whole}\n   {item}{gap or chr(10)}{rest}"


def _lines_for(case: Case, text: str, demand: Demand) -> int:
    """Return how many lines an answer of the council quotes for a demand."""
    opening = _opening_of(case, text, demand)
    block = text.partition(opening)[2].partition("\n\n")[0] if opening else ""
    return sum(1 for line in block.splitlines() if line.strip().startswith("- ")) - (
        say(case.language, "no_line") in block
    )


def _opening(case: Case, number: int, demand: Demand) -> str:
    return f"{number}. {quoted(demand.text, case.language)}"


def _opening_of(case: Case, text: str, demand: Demand) -> str:
    said = quoted(demand.text, case.language)
    return next((line for line in text.splitlines() if line.partition(". ")[2] == said), "")


def _items(case: Case, lines: Sequence[Statement], *, empty: bool = False) -> list[str]:
    indent = "   " if empty else ""
    said = [case.cite(line) for line in lines] or ([say(case.language, "no_line")] if empty else [])
    return [f"{indent}- {one}" for one in said]


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
    return sorted(found, key=lambda point: rank.index(point["severity"]))[:_MOST_POINTS]


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


@dataclass(frozen=True, slots=True)
class Point:
    """A point as its author is shown it."""

    id: str
    claim: str


def _points_in(prompt: Prompt) -> Iterator[Point]:
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
        refined, fixed, why = _answer_to(case, text, point)
        added += refined != text
        text = refined
        answers.append({"id": point.id, "answer": "fixed" if fixed else "held", "justification": why})
    for line, demand in _wished(case, prompt, text, lens):
        text = _add(case, text, line, demand)
        added += 1
    summary = say(case.language, "r.summary", lines_in_words(case.language, added)) if added else ""
    return as_json({"text": text, "answers": answers, "summary": summary})


def _answer_to(case: Case, text: str, point: Point) -> tuple[str, bool, str]:
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
    if demand is not None and (quoted_lines := _lines_for(case, text, demand)) >= MOST_LINES:
        return text, False, say(language, "r.full", quoted_lines)
    return _add(case, text, line, demand), True, say(language, "r.added")


def _wished(case: Case, prompt: Prompt, text: str, lens: Lens) -> Iterator[tuple[Statement, Demand]]:
    """Yield lines for what the person asked for in guidance or feedback and the text has none for."""
    wanted = {one.plain for one in statements_of(wanted_in(prompt))}
    inside = case.quoted_in(text)
    for demand in case.demands:
        if demand.text in wanted:
            lines = case.lines_for(demand, lens, most=1)
            yield from ((line, demand) for line in lines if line not in inside)
