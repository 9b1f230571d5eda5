"""Every way in which a person can be asked something, each once: the gates of the kitchen."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged, SeatReplaced, TextDecided
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
from app.domain.payload import Payload


class TableLaid(Fact):
    """The person said for how many, and what the cards say."""

    by_person: ClassVar[bool] = True
    type: Literal["table_laid"] = "table_laid"
    guests: int
    motto: str = ""


class Told(GateData):
    """Answers by question: status, option and note, as the form of questions gives them."""

    answers: dict[str, dict[str, str]] = Field(default_factory=dict)


class Serve(GateData):
    """Whose dish goes on in which form, and words for the next course."""

    texts: dict[str, Literal["refined", "previous"] | dict[str, str]] = Field(default_factory=dict)
    hint: str = ""
    for_good: bool = False


class CookAgain(GateData):
    """What should change, and by whom (none: by all)."""

    feedback: str
    seats: tuple[str, ...] = ()


class Lay(GateData):
    """A form of plain fields: a figure that is needed, and words that may be left out."""

    guests: int = Field(ge=1, le=99, title="Guests")
    motto: str = Field(default="", title="Motto")


class Cooks(GateData):
    """Another model by seat."""

    replace: dict[str, str | None] = Field(default_factory=dict)


class Spend(GateData):
    """What all may cost, in dollars; null for no limit."""

    limit: float | None = Field(ge=0)


class Leftovers(GateData):
    """What becomes of each dish, where it is not the same for all."""

    items: dict[str, str] = Field(default_factory=dict)


def _guidance_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    """Take answers in as guidance: the question with what was said to it."""
    given = data.answers if isinstance(data, Told) else {}
    answer_lines = [
        f"{question}: {words}"
        for question, answer in given.items()
        if (words := " – ".join(filter(None, (answer.get("option"), answer.get("note")))))
    ]
    return (GuidanceGiven(text="; ".join(answer_lines), pinned=False),) if answer_lines else ()


def _served(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    if not isinstance(data, Serve):
        return ()
    facts: list[Fact] = [
        TextDecided(slot="dish", seat=seat, choice="edit", edit=choice["edit"])
        if isinstance(choice, dict)
        else TextDecided(slot="dish", seat=seat, choice=choice)
        for seat, choice in data.texts.items()
    ]
    if data.hint:
        facts.append(GuidanceGiven(text=data.hint, pinned=data.for_good))
    return tuple(facts)


def _changed(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    match data:
        case Lay():
            return (TableLaid(guests=data.guests, motto=data.motto),)
        case Cooks():
            return tuple(SeatReplaced(seat=s, model=model) for s, model in data.replace.items() if model)
        case Spend():
            return (LimitChanged(limit="cost", value=data.limit),)
        case _:
            return ()


GATES = read_gates(Path(__file__).with_name("kitchen_gates.toml"), globals())
WISHES, TASTING, PANTRY, LEFTOVERS, _RESTING = GATES.values()
