"""The figures of a debate, and what a follow-up begins with."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.i18n import translate
from app.workflows.debate.asking import answer_words
from app.workflows.debate.iteration import get_iteration_summary
from app.workflows.debate.record import iteration_of
from app.workflows.debate.setup import KnownAnswer
from app.workflows.debate.state import DebateState


def summary(state: DebateState) -> dict[str, JsonValue]:
    """Return the summary of the iteration state: rounds, refinements, reason, tokens."""
    return get_iteration_summary(iteration_of(state))


def follow_up(state: DebateState) -> dict[str, JsonValue]:
    """Return the setup of a follow-up: the same but for question and rubric, with what is known by now."""
    setup = state.setup
    paragraphs = [translate("An earlier debate asked: {question}", question=setup.question)]
    if state.result is not None:
        paragraphs.append(f"{translate('Its final answer:')}\n\n{state.result.text.strip()}")
    background = "\n\n".join(filter(None, (setup.context_text.strip(), *paragraphs)))
    known: list[JsonValue] = [
        KnownAnswer(question=q.fact.text, answer=answer_words(q)).model_dump(mode="json")
        for q in state.questions.values()
        if q.answer is not None and q.answer.status != "not_answered" and answer_words(q)
    ]
    values: dict[str, JsonValue] = setup.model_dump(mode="json", exclude={"question", "rubric", "judge_all"})
    return {**values, "context_text": background, "known_answers": known}
