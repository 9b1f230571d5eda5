"""The experiment's gates: verbs, data and what an answer records (cli.md, Gates)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field, field_validator

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged
from app.domain.gates import GateData, GateKind, NoData, Payload
from app.domain.i18n import Words, words


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


def _number(payload: Payload, name: str) -> int:
    value = payload.get(name)
    return value if isinstance(value, int) else 0


def _cycle_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    cycle = _number(payload, "cycle")
    if verb == "continue" and cycle >= _number(payload, "cycle_count"):
        facts.append(LimitChanged(limit="rounds", value=cycle + 1))
    if verb == "continue" and isinstance(data, Note) and data.note.strip():
        facts.append(GuidanceGiven(text=data.note.strip(), pinned=False))
    return tuple(facts)


def _primary(payload: Payload) -> tuple[str, Mapping[str, JsonValue]]:
    return str(payload.get("primary", "finish")), {}


def _cycle_lines(payload: Payload) -> Sequence[Words]:
    return tuple(_of_cycle(payload))


def _of_cycle(payload: Payload) -> Iterator[Words]:
    yield words(
        "Cycle {n} of {count}, {calls} tool calls.",
        n=_number(payload, "cycle"),
        count=_number(payload, "cycle_count"),
        calls=_number(payload, "tool_calls"),
    )
    if payload.get("cap_reached"):
        yield words("It ended at its cap of tool calls, without a reflection.")
    if payload.get("reflection"):
        yield words("Reflection: {text}", text=payload["reflection"])
    similarity = payload.get("similarity")
    if payload.get("advice") and isinstance(similarity, float):
        yield words(
            "It is {part:.0f} % similar to cycle {n}; the next prompt asks for something new.",
            part=100 * similarity,
            n=payload.get("similar_to"),
        )


def _cycle_example(payload: Payload, verb: str) -> Mapping[str, JsonValue]:
    del payload
    return {"note": "Look at the other side."} if verb == "redo" else {}


def _operator_lines(payload: Payload) -> Sequence[Words]:
    asked = words("“{text}”", text=payload.get("message", ""))
    minutes = _number(payload, "minutes")
    waits = words("It waits {n} minutes for an answer, then it goes on without one.", n=minutes)
    return (asked, waits) if minutes else (asked,)


CYCLE = GateKind(
    "cycle",
    words("The cycle is over"),
    {"continue": Note, "redo": Note, "finish": NoData},
    unattended=_primary,
    events=_cycle_events,
    labels={
        "continue": words("Next cycle"),
        "redo": words("Redo this cycle…"),
        "finish": words("Finish"),
    },
    told=_cycle_lines,
    example=_cycle_example,
)
OPERATOR = GateKind(
    "operator",
    words("The agent writes to you"),
    {"reply": OperatorAnswer, "time_out": NoData},
    unattended=lambda payload: ("time_out", {}),
    labels={"reply": words("Reply…"), "time_out": words("No answer")},
    told=_operator_lines,
    example=lambda payload, verb: {"text": "Yes."} if verb == "reply" else {},
)
GATES = {kind.name: kind for kind in (CYCLE, OPERATOR)}
