"""Who sits at the table, and what may stand between a seat and the server of its model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    field_validator,
    model_serializer,
    model_validator,
)

from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, RESERVED_SEATS, SeatName

COMMAND = "command/"
"""What the models begin with for which a program of the person's own answers."""
_CHAIR_TEMPERATURE = 0.3
"""Of chair and judge where the team names none: they weigh, they do not invent."""

_LONGEST_NAME = 60
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=_LONGEST_NAME)]

LONGEST_MODEL = 200
"""Characters of a model's name: some providers put a path of their own behind the slash."""
ModelName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_MODEL)]
"""`provider/model`."""

_OFFERED: Mapping[str, Message] = {
    "generalist": words("generalist"),
    "architect": words("architect"),
    "security": words("security", "role"),
    "performance": words("performance", "role"),
    "testing": words("testing"),
    "simplicity": words("simplicity"),
    "data modelling": words("data modelling"),
}
ROLE_WORDS: Mapping[str, Message] = {
    **_OFFERED,
    "cost and performance": words("cost and performance"),
    "risk and evidence": words("risk and evidence"),
    "the people affected": words("the people affected"),
    "agent": words("agent", "role"),
    "judge": words("judge", "role"),
    "fast": words("searching", "role"),
    "deep": words("verifying", "role"),
}
"""What the program's own roles are called where a person reads them; models are told the names."""
ROLES = tuple(_OFFERED)
"""Roles offered; free text is allowed beside them."""


def role_said(role: str) -> Message:
    """Return what a role is called; one of a person's own words is said in them."""
    return ROLE_WORDS.get(role) or words("{text}", text=role)


class Seat(BaseModel):
    """A place at the table: a named model with a role. No secret is ever part of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    name: Name
    model: ModelName
    role: str = "generalist"
    temperature: float | None = Field(default=None, ge=0, le=2)
    system_prompt: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    drafts: int = Field(default=1, ge=1, le=3)
    enabled: bool = True
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)
    context_length: int | None = Field(default=None, ge=256)
    """Tokens that the model takes in; None: as its server tells."""
    vision: bool | None = Field(default=None, exclude_if=lambda vision: vision is None)
    """Whether the model takes pictures; None: as the table of models or its server tells."""
    web_search: bool = Field(default=False, exclude_if=lambda on: not on)
    """Its provider's own search may be used where it answers in prose."""

    @model_serializer(mode="wrap")
    def _as_it_was_asked(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out a length that nobody set: such a seat is written as earlier versions write it."""
        found: dict[str, Any] = handler(self)
        if self.context_length is None:
            found.pop("context_length", None)
        return found

    @property
    def names_server(self) -> bool:
        """Whether it names who is asked: a server, a variable for it, or a program, and not a model alone."""
        return self.base_url is not None or bool(self.api_key_env) or self.model.startswith(COMMAND)

    def with_model(self, model: str, others: Iterable[Seat]) -> Seat:
        """Return the place with another model, reached as where it sits already; else by its name alone.

        The old model's server, key and rates are not the new one's.
        """
        if model == self.model:
            return self
        there = next((other for other in others if other.model == model), None)
        kept = ("base_url", "api_key_env", "price_in", "price_out", "context_length", "vision")
        found = {name: getattr(there, name) if there is not None else None for name in kept}
        return self.model_copy(update={"model": model, "web_search": False, **found})

    def embedder(self, model: str) -> Seat:
        """Return the place of an embedding model that works for this seat.

        The seat's own server and key serve it only where they are the same provider's; its rates never do.
        """
        same = model.partition("/")[0] == self.model.partition("/")[0]
        kept = {} if same else {"base_url": None, "api_key_env": None}
        rates = {"price_in": None, "price_out": None}
        own = {"model": model, **rates, "context_length": None, "vision": None, "web_search": False}
        return self.model_copy(update={**own, **kept})


def _name_taken(name: str, taken: Collection[str]) -> Message | None:
    """Return why a place at a table may not have this name, None where it may; `taken`: case folded."""
    folded = name.casefold()
    if folded in RESERVED_SEATS:
        return words("the name “{name}” is reserved; give the member another one", name=name)
    if folded in taken:
        return words("two members are called “{name}”; names must differ", name=name)
    if "/" in name:
        return words("the name “{name}” contains “/”; leave it out", name=name)
    return None


class Team(BaseModel):
    """1 to 8 enabled members with unique names, a chair, and a judge where the chair is not the judge."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    name: Name = "Team"
    members: tuple[Seat, ...] = Field(alias="member", min_length=1)
    chair: Seat
    judge: Seat | None = None

    @field_validator("members")
    @classmethod
    def _names_are_unique_and_free(cls, members: tuple[Seat, ...]) -> tuple[Seat, ...]:
        taken = set[str]()
        for member in members:
            wrong = _name_taken(member.name, taken)
            if wrong is not None:
                raise ValueError(wrong)
            taken.add(member.name.casefold())
        return members

    @model_validator(mode="after")
    def _one_to_eight_are_enabled(self) -> Self:
        if not 1 <= len(self.enabled) <= 8:
            raise ValueError(words("{n} members are enabled; 1 to 8 must be", n=len(self.enabled)))
        return self

    @property
    def enabled(self) -> tuple[Seat, ...]:
        """The members that take part, in the order of the file."""
        return tuple(member for member in self.members if member.enabled)

    def table(self) -> Mapping[SeatName, Seat]:
        """Return every place by its name: the enabled members, `chair` and `judge`."""
        seats = {member.name: member for member in self.enabled}
        return seats | {CHAIR: _steady(self.chair), JUDGE: _steady(self.judge or self.chair)}

    def with_model(self, model: str) -> Team:
        """Return the team with `model` in every seat."""
        update = {"model": model}
        return self.model_copy(
            update={
                # Its own name tells who sat there before.
                "name": model[:_LONGEST_NAME],
                "members": tuple(member.model_copy(update=update) for member in self.members),
                "chair": self.chair.model_copy(update=update),
                "judge": self.judge.model_copy(update=update) if self.judge else None,
            }
        )


def _steady(seat: Seat) -> Seat:
    return (
        seat if seat.temperature is not None else seat.model_copy(update={"temperature": _CHAIR_TEMPERATURE})
    )


def team_of(table: Mapping[SeatName, Seat]) -> Team | None:
    """Return a team of those who sit at a table, None where no team can be made of them."""
    members = tuple(seat for name, seat in table.items() if name not in RESERVED_SEATS)
    chair = table.get(CHAIR) or next(iter(members), None)
    if chair is None or not members:
        return None
    judge = table.get(JUDGE)
    return Team(members=members, chair=chair, judge=None if judge == chair else judge)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why the models of some seats cannot be asked, and what to do about it."""

    message: Message
    hint: Message
    seats: tuple[SeatName, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A server that seats name and the person has not approved, or not with this variable; or a program."""

    origin: str
    """scheme://host:port; of a program, the model's name."""
    variable: str = ""
    """The environment variable whose value it would be sent, empty where none is named."""
    seats: tuple[SeatName, ...] = ()
    line: str = ""
    """The whole command line of a program; empty: it is a server."""
