"""The experiment's gates: verbs, data and what an answer records (cli.md, Gates)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field, field_validator

from app.domain.asked_again import asked_again
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged
from app.domain.gates import GateData, GateKind, GatePlace, Verb
from app.domain.i18n import Message, words
from app.domain.payload import Payload, number_of


class Note(GateData):
    """Words for the next prompt."""

    note: str = Field(default="", title="Note for the next prompt")


class OperatorAnswer(GateData):
    """What the operator answers."""

    text: str = Field(title="Your answer")

    @field_validator("text")
    @classmethod
    def _text_is_not_blank(cls, text: str) -> str:
        if not text.strip():
            raise ValueError(words("write an answer"))
        return text


def _cycle_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    cycle = number_of(payload, "cycle")
    if verb == "continue" and cycle >= number_of(payload, "cycle_count"):
        facts.append(LimitChanged(limit="rounds", value=cycle + 1))
    if verb == "continue" and isinstance(data, Note) and data.note.strip():
        facts.append(GuidanceGiven(text=data.note.strip(), pinned=False))
    return tuple(facts)


def _cycle_lines(payload: Payload) -> Sequence[Message]:
    return tuple(_of_cycle(payload))


def _of_cycle(payload: Payload) -> Iterator[Message]:
    yield words(
        "Cycle {n} of {count}, {calls} tool calls.",
        n=number_of(payload, "cycle"),
        count=number_of(payload, "cycle_count"),
        calls=number_of(payload, "tool_calls"),
    )
    if payload.get("cap_reached"):
        yield words("It reached its limit of tool calls and wrote no reflection.")
    if payload.get("reflection"):
        yield words("Reflection: {text}", text=payload["reflection"])
    similarity = payload.get("similarity")
    if payload.get("advice") and isinstance(similarity, float):
        yield words(
            "It is {part:.0f} % similar to cycle {n}; the next prompt asks for something new.",
            part=100 * similarity,
            n=payload.get("similar_to"),
        )


def _cycle_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return what the cycle came to; its reflection can be read above the bar."""
    del wording
    lines: list[Message] = []
    reflection = payload.get("reflection")
    if isinstance(reflection, str) and reflection.strip():
        lines.append(words("“{text}”", text=cut(excerpt(reflection), 160)))
    if payload.get("cap_reached"):
        calls = payload.get("tool_calls")
        lines.append(words("It reached its limit of {n} tool calls and wrote no reflection.", n=calls))
    similarity = payload.get("similarity")
    if payload.get("advice") and isinstance(similarity, float):
        lines.append(
            words(
                "{part} % similar to cycle {n}; the next prompt asks for something new.",
                part=round(100 * similarity),
                n=payload.get("similar_to"),
            )
        )
    return lines[:2]


def _operator_lines(payload: Payload) -> Sequence[Message]:
    asked = words("“{text}”", text=payload.get("message", ""))
    minutes = number_of(payload, "minutes")
    waits = words("It waits {n} minutes for an answer, then it goes on without one.", n=minutes)
    return (asked, waits) if minutes else (asked,)


def _operator_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    del wording
    return (words("“{text}”", text=cut(excerpt(str(payload.get("message", ""))), 300)),)


CYCLE = GateKind(
    "cycle",
    words("The cycle is over"),
    (
        Verb(
            "continue",
            words("Next cycle"),
            Note,
            by_itself=True,
            action="approve",
            done=words("Let the next cycle begin"),
        ),
        Verb(
            "redo",
            words("Redo this cycle…"),
            Note,
            asked="in a form",
            action="reject",
            done=words("Had the cycle done again"),
            example={"note": "Look at the other side."},
        ),
        Verb(
            "finish",
            words("Finish"),
            action="finish",
            done=words("Ended the run"),
        ),
    ),
    short=words("cycle {n} to decide"),
    headline=lambda payload, wording: words("{word} {n} is done.", word=wording.word, n=wording.round),
    brief=_cycle_brief,
    not_by_itself=lambda payload: asked_again(
        payload, words("You are asked again: the cycles you allowed are done.")
    ),
    payload_lines=_cycle_lines,
    unattended=lambda payload: (str(payload.get("primary", "finish")), {}),
    events=_cycle_events,
)
OPERATOR = GateKind(
    "operator",
    words("The agent writes to you"),
    (
        Verb(
            "reply",
            words("Reply…"),
            OperatorAnswer,
            primary=True,
            done=words("Answered the agent"),
            example={"text": "Yes."},
        ),
        Verb("time_out", words("No answer"), done=words("Left the agent's message without an answer")),
    ),
    short=words("the agent asks you"),
    headline=lambda payload, wording: words("The agent writes:"),
    brief=_operator_brief,
    payload_lines=_operator_lines,
    unattended="time_out",
)
GATES = {kind.name: kind for kind in (CYCLE, OPERATOR)}
