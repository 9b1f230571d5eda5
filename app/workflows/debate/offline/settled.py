"""What the person has settled: by answers to the council's questions, by feedback and by guidance."""

from __future__ import annotations

from dataclasses import dataclass

from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.case import (
    Case,
    Check,
    Conflict,
    EndedQuestion,
    case_of,
    conflicts,
    first_check,
    summed_check,
)
from app.workflows.debate.offline.inputs import Inputs, text_of
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.quoting import cited, quoted
from app.workflows.debate.offline.words import LENSES, Lens


@dataclass(frozen=True, slots=True)
class Settled:
    """What holds because the person said so."""

    weight: Lens | None = None
    """What counts most."""
    sums: bool | None = None
    """Whether costs come on top of each other; None where nobody said."""
    wrong: frozenset[Claim] = frozenset()
    """Lines that do not hold, because another one does."""
    right: tuple[tuple[Conflict, Claim], ...] = ()
    used: frozenset[str] = frozenset()
    """Questions whose answers a rule could use."""


def before_answers(inputs: Inputs) -> Case:
    """Return the case as it was before anything was answered: questions are recognised by it."""
    return case_of({key: value for key, value in inputs.items() if key != "qa"})


def sum_question(case: Case) -> tuple[str, Check] | None:
    """Return the question whether costs add up, where one alone keeps a limit and all together may not."""
    for limit in case.brief.limits:
        first, total = first_check(case, limit), summed_check(case, limit)
        if first is not None and total is not None and first.kept and not total.kept:
            return say(case.language, "q.sum", *(cited(case, c) for c in total.claims[:2])), total
    return None


def conflict_question(case: Case, conflict: Conflict) -> str:
    """Return the question which of two figures holds."""
    return say(case.language, "q.conflict", cited(case, conflict.first), cited(case, conflict.second))


def weight_question(case: Case) -> str:
    """Return the question what counts most."""
    return say(case.language, "q.weight")


def settled_by(inputs: Inputs) -> Settled:
    """Return what the person settled so far."""
    case, before = case_of(inputs), before_answers(inputs)
    weight = next((lens for wish in wishes_of(inputs) if (lens := weight_in(wish)) is not None), None)
    sums: bool | None = None
    wrong: set[Claim] = set()
    right: list[tuple[Conflict, Claim]] = []
    used: set[str] = set()
    asked_sum = sum_question(before)
    for item in (a for a in case.answered if a.status == "answered"):
        if item.question == weight_question(case):
            lens = _lens_named(case, item)
            weight, used = weight or lens, used | ({item.question} if lens else set())
        elif asked_sum is not None and item.question == asked_sum[0]:
            yes = item.answer.startswith(say(case.language, "q.sum.yes"))
            if yes or item.answer.startswith(say(case.language, "q.sum.no")):
                sums, used = yes, used | {item.question}
        else:
            for conflict in conflicts(before):
                holds = (
                    _holding(item, conflict) if item.question == conflict_question(before, conflict) else None
                )
                if holds is not None:
                    right.append((conflict, holds))
                    wrong.add(conflict.second if holds == conflict.first else conflict.first)
                    used.add(item.question)
    return Settled(weight, sums, frozenset(wrong), tuple(right), frozenset(used))


def _lens_named(case: Case, item: EndedQuestion) -> Lens | None:
    return next(
        (lens for lens in LENSES if item.answer.startswith(say(case.language, f"q.weight.{lens}"))), None
    )


def _holding(item: EndedQuestion, conflict: Conflict) -> Claim | None:
    first, second = (f.text in item.answer for f in (conflict.first_figure, conflict.second_figure))
    return None if first == second else conflict.first if first else conflict.second


def wishes_of(inputs: Inputs) -> list[str]:
    """Return what the person asked for by feedback or guidance, sentence by sentence."""
    texts = [text_of(inputs, "feedback"), text_of(inputs, "guidance")]
    return list(dict.fromkeys(s for text in texts for s in prose.sentences(text[:4000])))[:8]


def weight_in(wish: str) -> Lens | None:
    """Return the lens that a wish puts first: “Weigh the people most”."""
    if not words.PEOPLE_FIRST.search(wish) or len(wish.split()) > 14:
        return None
    found = [lens for lens in LENSES if words.TOPICS[lens].search(wish)]
    return found[0] if len(found) == 1 else None


def told_answers(case: Case, settled: Settled, quoted_claims: str) -> list[str]:
    """Return a line for every clarifying question: how its answer was used, or that nothing rests on it."""
    return [_answer_line(case, settled, item, quoted_claims) for item in case.answered]


def _answer_line(case: Case, settled: Settled, item: EndedQuestion, written: str) -> str:
    language, question = case.language, quoted(case, item.question)
    total = sum_question(case) if item.status in ("not_answered", "assume") else None
    if total is not None and item.question == total[0] and " + " in written:
        return say(language, "a.open_sum", question)
    if item.status == "not_answered":
        return say(language, "a.open", question)
    if item.status == "assume":
        return say(language, "a.assume", question)
    answer = (
        item.answer.removesuffix(" None of the options fits.") if item.status == "none_fits" else item.answer
    )
    given = say(language, "a.given", question, quoted(case, answer))
    if item.status == "none_fits":
        none = say(language, "a.none_fits", question)
        return f"{none} {given}" if answer and answer != item.answer else none
    if (
        item.question == weight_question(case)
        and settled.weight is not None
        and item.question in settled.used
    ):
        if _lens_named(case, item) != settled.weight:
            return f"{given} {say(language, 'a.over')}"
        return f"{given} {say(language, 'a.weight', say(language, f'lens.{settled.weight}'))}"
    if item.question in settled.used and settled.sums is not None and not settled.right:
        return f"{given} {say(language, 'a.sum' if settled.sums else 'a.no_sum')}"
    used = item.question in settled.used or item.answer in written
    return f"{given} {say(language, 'a.used' if used else 'a.unused')}"
