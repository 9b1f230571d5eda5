"""The experiment's gates: verbs, data and what an answer records (cli.md, Gates)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field, field_validator

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged
from app.domain.gates import GateData, GateKind, NoData, Payload
from app.domain.i18n import words


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
        facts.append(GuidanceGiven(text=data.note.strip()))
    return tuple(facts)


def _primary(payload: Payload) -> tuple[str, Mapping[str, JsonValue]]:
    return str(payload.get("primary", "finish")), {}


CYCLE = GateKind(
    "cycle",
    words("The cycle is over"),
    {"continue": Note, "redo": Note, "finish": NoData},
    unattended=_primary,
    events=_cycle_events,
)
OPERATOR = GateKind(
    "operator",
    words("The agent writes to you"),
    {"reply": OperatorAnswer, "time_out": NoData},
    unattended=lambda payload: ("time_out", {}),
)
GATES = {kind.name: kind for kind in (CYCLE, OPERATOR)}
