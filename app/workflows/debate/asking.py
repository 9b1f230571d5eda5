"""How the debate's nodes put their questions: prompts, inputs, and structured replies with one re-ask."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.ids import RESERVED_SEATS
from app.domain.messages import Message, Missing, Reply
from app.engine.plugin import Ask, Context
from app.workflows.common.structured import ParseProblem, parse_reply
from app.workflows.debate.ledger import Question
from app.workflows.debate.state import DebateState

M = TypeVar("M", bound=BaseModel)
TEMPLATES = (
    "debate/system",
    "debate/clarification",
    "debate/summarization",
    "debate/proposal",
    "debate/drafts",
    "debate/critique",
    "debate/refinement",
    "debate/evaluation",
    "debate/synthesis",
    "debate/compare",
    "debate/reask",
)


def question_inputs(state: DebateState) -> dict[str, JsonValue]:
    """Return what every prompt is given: the question, must-haves, context and answered questions."""
    return {
        "question": state.setup.question,
        "must_haves": list[JsonValue](state.setup.must_haves),
        "context": [{"name": item.name, "text": item.text} for item in state.setup.material()],
        "qa": answered(state),
    }


def answered(state: DebateState) -> list[JsonValue]:
    """Return the clarifying questions that have ended, with their answers in words."""
    return [
        {
            "question": question.fact.text,
            "answer": answer_words(question),
            "status": question.answer.status,
        }
        for question in state.questions.values()
        if question.answer is not None
    ]


def answer_words(question: Question) -> str:
    """Return an ended question's answer as the members are told it."""
    if question.answer is None:
        return ""
    words = {
        "answered": "",
        "assume": "Not sure: assume something sensible and say so.",
        "none_fits": "None of the options fits.",
        "not_answered": "Not answered.",
    }[question.answer.status]
    return " ".join(part for part in (question.answer.option, question.answer.note, words) if part)


def pinned(state: DebateState) -> dict[str, JsonValue]:
    """Return the person's guidance and the feedback of a rejected attempt."""
    return {"guidance": state.pinned_guidance, "feedback": state.feedback}


def make_ask(
    context: Context,
    purpose: str,
    seat: str,
    inputs: Mapping[str, JsonValue],
    *,
    part: str = "",
    schema: type[BaseModel] | None = None,
) -> Ask:
    """Render a purpose's prompt for a seat."""
    place = context.seat(seat)
    system = context.render(
        "debate/system",
        {
            "name": place.name,
            "place": seat if seat in RESERVED_SEATS else "member",
            "role": place.role,
            "own": place.system_prompt or "",
        },
    )
    user = context.render(f"debate/{purpose}", inputs)
    return Ask(
        purpose=purpose,
        seat=seat,
        part=part,
        messages=(Message(role="system", text=system), Message(role="user", text=user)),
        inputs=inputs,
        reply_schema=_schema(schema) if schema else None,
    )


@cache
def _schema(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return a reply's schema, made once: it takes longer than rendering the prompt."""
    return model.model_json_schema()


async def ask_structured(
    context: Context, ask: Ask, model: type[M], *, tolerate: bool = False
) -> tuple[M | None, Reply | Missing]:
    """Ask for a structured reply, once more with the mistake named; return it (None: unstructured).

    With `tolerate` a failed call comes back as Missing.
    """
    outcome = await context.ask(ask, tolerate=tolerate)
    if isinstance(outcome, Missing):
        return None, outcome
    parsed = parse_reply(outcome.text, model)
    if not isinstance(parsed, ParseProblem):
        return parsed, outcome
    again = Ask(
        purpose=ask.purpose,
        seat=ask.seat,
        part=f"{ask.part}-reask" if ask.part else "reask",
        messages=(
            *ask.messages,
            Message(role="assistant", text=outcome.text),
            Message(role="user", text=context.render("debate/reask", {"why": parsed.why})),
        ),
        inputs=ask.inputs,
        reply_schema=ask.reply_schema,
    )
    second = await context.ask(again, tolerate=tolerate)
    if isinstance(second, Missing):
        return None, outcome
    reparsed = parse_reply(second.text, model)
    return (None, second) if isinstance(reparsed, ParseProblem) else (reparsed, second)
