"""Every way in which a person can be asked something, each once: the gates of the kitchen."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from app.domain.fact_base import Fact
from app.domain.facts import GuidanceGiven, LimitChanged, SeatReplaced, TextDecided
from app.domain.gates import GateData, GateKind, Verb
from app.domain.i18n import words
from app.domain.payload import Payload, items_of


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


WISHES = GateKind(
    "wishes",
    words("The cooks have questions"),
    (
        # Data by a form of questions; the other verb has none and is sent at once.
        Verb("tell", words("Answer…"), Told, form="questions", done=words("Told")),
        Verb("skip", words("Cook what you like"), done=words("Let them choose")),
    ),
    short=words("cooks ask"),
    payload_lines=lambda payload: tuple(
        words("{id}: {text}", id=item["id"], text=item["text"])
        for item in payload["questions"]  # type: ignore[union-attr]
        if isinstance(item, dict)
    ),
    unattended="skip",
    events=_guidance_events,
)
TASTING = GateKind(
    "tasting",
    words("The course is ready to be tasted"),
    (
        # Which of the first two is recommended the payload says: the last course is closed with.
        Verb(
            "serve",
            words("Serve it"),
            Serve,
            asked="in the bar",
            form="texts",
            line="hint",
            pin="for_good",
            by_itself=True,
            action="approve",
            done=words("Served the course"),
        ),
        Verb(
            "close",
            words("Serve and close"),
            Serve,
            asked="in the bar",
            form="texts",
            line="hint",
            action="finish",
            done=words("Served the last course"),
        ),
        Verb(
            "again",
            words("Cook again…"),
            CookAgain,
            form="feedback",
            action="reject",
            done=words("Sent the course back"),
            example={"feedback": "More salt."},
        ),
        Verb(
            "bin",
            words("Throw it away"),
            destroys=True,
            primary=True,
            done=words("Threw it away"),
        ),
    ),
    short=words("course {n} to taste"),
    payload_lines=lambda payload: (words("{n} dishes are on the table.", n=payload["dishes"]),),
    events=_served,
)
PANTRY = GateKind(
    "pantry",
    words("Anything else before it goes on"),
    (
        Verb("on", words("On with it"), primary=True, done=words("Went on")),
        Verb("lay", words("Lay the table…"), Lay, done=words("Laid the table")),
        Verb("cooks", words("Change cooks…"), Cooks, form="models", done=words("Changed the cooks")),
        Verb("spend", words("Spend more…"), Spend, form="limit", done=words("Spent more")),
    ),
    short=words("pantry open"),
    events=_changed,
)
LEFTOVERS = GateKind(
    "leftovers",
    words("What becomes of the leftovers"),
    (
        Verb(
            "keep",
            words("Keep"),
            Leftovers,
            asked="at once",
            form="per call",
            primary=True,
            done=words("Kept leftovers"),
        ),
        Verb(
            "throw",
            words("Throw away"),
            Leftovers,
            asked="at once",
            form="per call",
            destroys=True,
            done=words("Threw leftovers away"),
        ),
        # Beside verbs that each dish has, one that has nothing to do with dishes.
        Verb("later", words("Leave it for later"), done=words("Left the leftovers")),
    ),
    short=words("leftovers"),
    payload_lines=lambda payload: tuple(
        words("{seat}: {text}", seat=item["seat"], text=item["partial"]) for item in items_of(payload)
    ),
)
RESTING = GateKind(
    "resting",
    words("The dough rests; nobody is needed"),
    (Verb("eat", words("Eat now"), primary=True, done=words("Sat down")),),
    short=words("the dough rests"),
)
GATES = {kind.name: kind for kind in (WISHES, TASTING, PANTRY, LEFTOVERS, RESTING)}
