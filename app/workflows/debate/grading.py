"""The judge's grades by the rubric: of the final answer, and of those that members gave before any critique.

Only the judge is shown the rubric, and only once the answer is written: nobody can write towards it. It does
not know which text is the final one, nor who wrote any; a text that stands there twice is graded once.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.i18n import ngettext, translate, words
from app.domain.ids import JUDGE
from app.domain.reporting import Graded, Remark
from app.engine.node import Context
from app.workflows.common.replies import GradingReply
from app.workflows.debate.asking import ask_structured, make_ask, question_inputs
from app.workflows.debate.facts import AnswersGraded, Grade
from app.workflows.debate.state import DebateState

FINAL = ""
"""The seat that the final answer goes by."""
_SAID = {
    "right": words("The judge holds the final answer to be right by the rubric."),
    "partly": words("The judge holds the final answer to be partly right by the rubric."),
    "wrong": words("The judge holds the final answer to be wrong by the rubric."),
}


async def grade(state: DebateState, context: Context, final: str) -> tuple[Fact, ...]:
    """Ask the judge to grade the final and the first answers; nothing where there is no rubric.

    It is an extra: its failure never stands in the way of the answer.
    """
    rubric = state.setup.rubric.strip()
    if not rubric or not final.strip():
        return ()
    of_seat = {FINAL: final, **dict(_first(state))}
    texts = list(dict.fromkeys(text.strip() for text in of_seat.values()))
    context.rng("grading").shuffle(texts)
    labels = {text: f"Answer {number}" for number, text in enumerate(texts, 1)}
    shown: list[JsonValue] = [{"label": label, "text": text} for text, label in labels.items()]
    inputs = {**question_inputs(state), "rubric": rubric, "answers": shown}
    ask = make_ask(state, context, "grading", JUDGE, inputs, schema=GradingReply)
    names = {"answer": labels.values()}
    answered = await ask_structured(state, context, ask, GradingReply, tolerate=True, shown=names)
    if answered.reply is None:
        return answered.mended
    given = {one.label: one for one in answered.reply.grades}
    found = {seat: given.get(labels[text.strip()]) for seat, text in of_seat.items()}
    grades = tuple(Grade(seat=s, grade=one.grade, why=one.why) for s, one in found.items() if one is not None)
    if not grades:
        return answered.mended
    return (*answered.mended, AnswersGraded(grades=grades))


def _first(state: DebateState) -> Iterator[tuple[str, str]]:
    """Yield each member's answer before any critique."""
    first = state.first_round
    for seat in state.members if first is not None else ():
        version = first.base.get(seat) if first is not None else None
        if version is not None:
            yield seat, version.text


def graded(state: DebateState) -> tuple[Graded, ...]:
    """Return the grades for whoever counts over many sessions."""
    return tuple(
        Graded(seat=one.seat, right=one.grade == "right", partly=one.grade == "partly")
        for one in (state.graded.grades if state.graded is not None else ())
    )


def grade_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what a reader is told of the grades."""
    grades = state.graded.grades if state.graded is not None else ()
    final = next((one for one in grades if one.seat == FINAL), None)
    if final is not None:
        yield Remark(text=f"{_SAID[final.grade]} {final.why}".strip())
    first = [one for one in grades if one.seat != FINAL]
    right = tuple(one.seat for one in first if one.grade == "right")
    if first:
        text = ngettext(
            len(right),
            "{n} of {all} first answers was right by it",
            "{n} of {all} first answers were right by it",
            all=len(first),
        )
        yield Remark(text=translate("{text}.", text=text), who=right)
