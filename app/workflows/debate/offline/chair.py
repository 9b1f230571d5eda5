"""The judge, who tells only how many demands have a line, and the chair.

It says what was found for each demand, what all quote, where figures differ, and what nobody found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from app.domain.messages import ModelRequest
from app.projections.answers import answer_of, is_right, key_of
from app.workflows.common.offline.demands import Demand
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.matching import Index
from app.workflows.common.offline.prompt import Prompt, as_json
from app.workflows.common.offline.statements import Statement, figures_of, quoted, statements_of
from app.workflows.common.values import NOT_JUDGED
from app.workflows.debate.offline.case import Case, case_in, say
from app.workflows.debate.offline.members import is_written_here

_SHOWN, _MOST = 14, 2
"""Words by which a demand is named again, and lines that are quoted for it."""
_LISTED = 3
"""Things that all quote, that one alone quotes, and that are disputed."""
_ALIKE = 2
"""Telling words that two lines share which give figures on the same thing."""
_UNITS = telling(
    "euro euros dollar year month week day hour jahr monat woche tag stunde rise raise cost kosten"
)
"""Words that lines with figures share whatever they are about."""
_ROUND = re.compile(r"round (\d+), (.+)", re.DOTALL)


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
    shown = (*prompt.under("One member wrote these drafts"), *prompt.under("becomes the final answer"))
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


@dataclass(frozen=True, slots=True)
class Said:
    """An answer of an accepted round."""

    round: int
    seat: str
    text: str


def synthesize(request: ModelRequest) -> str:
    """Return what was found and what was not; nothing is decided, weighed or agreed by rules."""
    case, prompt = case_in(request)
    said = list(_answers(prompt))
    last = [one for one in said if one.round == max(each.round for each in said)]
    if case.empty and all(is_written_here(case, one.text) for one in last):
        nothing = say(case.language, "nothing")
        return as_json({"answer": nothing, "decision": say(case.language, "d.nothing")})
    found = {demand: list(_found(case, demand, last)) for demand in case.demands}
    lines = {one.seat: case.quoted_in(one.text) for one in last}
    having = [demand for demand in case.counted if found[demand]]
    if any(found.values()):
        decision = say(case.language, "d.found", len(having), len(case.counted))
    else:
        decision = say(case.language, "d.none")
    missing = {demand.text for demand in case.demands if not found[demand]}
    must_haves = [text.text for text in prompt.under("The answer must cover each")]
    return as_json(
        {
            "answer": _answer(case, found, len(having)),
            "decision": decision,
            "agreed": _agreed(case, lines),
            "disputed": list(_disputed(case))[:_LISTED],
            "only_one_says": list(_alone(case, lines)),
            "unmet_must_haves": [text for text in must_haves if " ".join(text.split()) in missing],
        }
    )


def _answers(prompt: Prompt) -> Iterator[Said]:
    for section in prompt.sections:
        if "accepted rounds" in section.words or re.fullmatch(r"Round \d+", section.words):
            for text in section.texts:
                if (match := _ROUND.fullmatch(text.name)) is not None:
                    yield Said(int(match[1]), match[2], text.text)


def _found(case: Case, demand: Demand, last: Sequence[Said]) -> Iterator[str]:
    """Yield what was said for a demand: the lines that members quote, else their own sentences."""
    near = case.all_for(demand)
    inside = [case.quoted_in(one.text) for one in last]
    # Without an accepted round the chair answers from the material alone.
    quoted_lines = [line for line in near if not last or any(line in each for each in inside)]
    if quoted_lines:
        yield from (case.cite(line) for line in quoted_lines[:_MOST])
        return
    for one in last:
        if not is_written_here(case, one.text):
            for match in Index(statements_of(one.text)).near(demand.text, 1):
                yield f"{quoted(match.statement.plain, case.language)} ({one.seat})"


def _answer(case: Case, found: dict[Demand, list[str]], having: int) -> str:
    language = case.language
    parts = [say(language, "f.head", having, len(case.counted), say(language, "rules"))]
    items = [
        f"- {say(language, said, quoted(_short(d.text), language), '; '.join(lines))}"
        for d, lines in found.items()
        if lines
        for said in ("f.says" if d in case.counted else "f.asked",)
    ]
    if items:
        parts.append("\n".join(items))
    if missing := [f"- {quoted(d.text, language)}" for d, lines in found.items() if not lines]:
        parts.append(say(language, "f.missing") + "\n\n" + "\n".join(missing))
    return "\n\n".join(parts)


def _short(text: str) -> str:
    words = text.split()
    return text if len(words) <= _SHOWN else " ".join(words[:_SHOWN]).rstrip(",;:") + " …"


def _agreed(case: Case, lines: dict[str, frozenset[Statement]]) -> list[str]:
    """Return the lines that all quote: the same line, which is no common conclusion."""
    if len(lines) < 2:
        return []
    common = frozenset.intersection(*lines.values())
    ordered = [one for one in case.index.statements if one in common]
    return [say(case.language, "f.all", case.cite(line)) for line in ordered[:_LISTED]]


def _alone(case: Case, lines: dict[str, frozenset[Statement]]) -> Iterator[dict[str, str]]:
    """Yield a line that one member alone quotes."""
    counts = Counter(line for inside in lines.values() for line in inside)
    for seat, inside in lines.items():
        own = [one for one in case.index.statements if one in inside and counts[one] == 1]
        if own and len(lines) > 1:
            yield {"who": seat, "says": case.cite(own[0])}


def _disputed(case: Case) -> Iterator[dict[str, object]]:
    """Yield the demands for which lines about the same thing have different figures."""
    for demand in case.counted:
        near = [line for line in case.all_for(demand) if figures_of(line.plain)]
        for first, second in combinations(near, 2):
            differ = not set(figures_of(first.plain)) & set(figures_of(second.plain))
            if differ and len((first.keys & second.keys & demand.keys) - _UNITS) >= _ALIKE:
                sides = [
                    {
                        "who": say(case.language, "f.place", one.line, one.source),
                        "says": quoted(one.plain, case.language),
                    }
                    for one in (first, second)
                ]
                issue = say(case.language, "f.figures", quoted(_short(demand.text), case.language))
                yield {"issue": issue, "sides": sides}
                break
