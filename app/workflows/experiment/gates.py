"""The data and the rules of the experiment's gates, which `gates.toml` describes (cli.md, Gates)."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, field_validator

from app.domain.asked_again import asked_again
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
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


def _not_by_itself(payload: Payload) -> Message | None:
    return asked_again(payload, words("You are asked again: the cycles you allowed are done."))


def _percent(share: JsonValue) -> object:
    return round(100 * share) if isinstance(share, int | float) else share


GATES = read_gates(
    Path(__file__).with_name("gates.toml"),
    (Note, OperatorAnswer, _cycle_events, _not_by_itself),
    {"similarity": _percent},
)
