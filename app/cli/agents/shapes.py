"""What the tools take and return: models that are checked, and told to clients as JSON Schemas.

What comes in is a stranger's: nothing is converted, nothing unknown is passed over, every text has an end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.domain.errors import InputError
from app.domain.frozen import Frozen
from app.domain.i18n import Message
from app.engine.plugin import WorkflowPlugin

PAGE = 8_000
"""Characters of a page where the client asks for no other number."""
_LONGEST_PAGE = 20_000
_LONGEST_LIST = 50
_LONGEST_NOTE = 4_000
_LONGEST_VALUES = 500_000
"""Characters of a set-up, or of an answer's data, written as JSON."""


def _said(text: str, **limits: Any) -> Any:
    """Return a field with what a client's model is told of it; no screen shows these words."""
    return Field(json_schema_extra={"description": text}, **limits)


Id = Annotated[str, _said("The session's id, as start returned it.", min_length=1, max_length=64)]
_Offset = Annotated[
    int,
    _said("Where the page begins; take next_offset of the page before.", ge=0, le=10**9),
]
Limit = Annotated[int, _said("Characters of the page at most.", ge=1, le=_LONGEST_PAGE)]
Part = Literal["answer", "report"]


class _Taken(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class StartArguments(_Taken):
    """Arguments of start."""

    workflow: Annotated[str, _said("Which workflow; the description lists them.", max_length=64)]
    fields: Annotated[
        dict[str, JsonValue],
        _said("The workflow's set-up by field; the description lists the fields."),
    ]
    cost_limit: Annotated[
        float,
        _said("Dollars that the session may cost at most. Reaching it asks the person.", gt=0),
    ]
    team: Annotated[str, _said("A saved team's name; empty: the person's usual one.", max_length=100)] = ""
    title: Annotated[str, _said("A title; empty: made of the text.", max_length=200)] = ""


class SessionArguments(_Taken):
    """Arguments of status."""

    session: Id


class GatesArguments(_Taken):
    """Arguments of gates."""

    session: Id
    offset: _Offset = 0
    limit: Limit = PAGE


class ResultArguments(_Taken):
    """Arguments of result."""

    session: Id
    part: Annotated[
        Part,
        _said("answer: the final text alone. report: all rounds so far, with what was decided."),
    ] = "answer"
    offset: _Offset = 0
    limit: Limit = PAGE


class ListArguments(_Taken):
    """Arguments of list."""

    state: Annotated[
        Literal["", "running", "waiting", "paused", "stopped", "interrupted", "finished", "failed"],
        _said("Only sessions in this state; empty: all."),
    ] = ""
    offset: Annotated[int, _said("How many to pass over.", ge=0, le=10**6)] = 0
    limit: Annotated[int, _said("How many at most.", ge=1, le=_LONGEST_LIST)] = 20


class AnswerArguments(_Taken):
    """Arguments of answer."""

    session: Id
    gate: Annotated[str, _said("The gate's id, as gates returned it.", max_length=32)]
    verb: Annotated[str, _said("One of the gate's verbs.", max_length=64)]
    data: Annotated[dict[str, JsonValue], _said("What the verb takes, as its data_schema says.")] = Field(
        default_factory=dict
    )
    note: Annotated[str, _said("Why, in a sentence; kept in the record.", max_length=_LONGEST_NOTE)] = ""


class Waiting(Frozen):
    """The open gate, in short."""

    id: str
    kind: str
    round: int
    verbs: list[str]


class Standing(Frozen):
    """Where a session stands."""

    session: str
    workflow: str
    title: str
    state: Annotated[
        str,
        _said("running, waiting (at a gate), paused, stopped, interrupted, finished or failed."),
    ]
    reason: Annotated[str, _said("Why it ended, where it did.")] = ""
    gate: Waiting | None = None
    round: int = 0
    tokens: int = 0
    cost: Annotated[float | None, _said("Dollars spent; null: some price is unknown.")] = None
    cost_uncertain: Annotated[
        float, _said("Dollars that calls whose end nobody knows may have cost besides.")
    ] = 0.0
    cost_limit: float | None = None
    begun_by: Annotated[str, _said("The agent that began it; empty: the person.")] = ""
    you_may_answer: Annotated[bool, _said("Whether the person lets you answer its gates.")] = False
    at_work: Annotated[list[str], _said("Who is being asked now.")] = Field(default_factory=list)
    estimate: Annotated[str, _said("At the start: what the run may come to.")] = ""
    problem: Annotated[str, _said("Why it could not go on, where that is so.")] = ""
    next: Annotated[str, _said("What to do next.")] = ""


class Row(Frozen):
    """A session in the list."""

    session: str
    workflow: str
    title: str
    state: str
    gate: Annotated[str, _said("The kind of the gate it waits at.")] = ""
    cost: float | None = None
    begun_by: str = ""
    you_may_answer: bool = False
    changed: Annotated[str, _said("Time of the last record, UTC.")] = ""


class Rows(Frozen):
    """A page of the list, newest change first."""

    sessions: list[Row]
    total: int
    next_offset: int | None = None


class VerbShape(Frozen):
    """One way to answer a gate."""

    name: str
    label: str
    recommended: bool = False
    ends_the_run: bool = False
    data_schema: Annotated[dict[str, Any], _said("JSON Schema of data.")] = Field(default_factory=dict)
    example: Annotated[dict[str, Any] | None, _said("Data that would fit.")] = None


class GateShape(Frozen):
    """An open gate."""

    id: str
    kind: str
    title: str
    asks: str
    round: int
    text: Annotated[str, _said("What it lays before whoever decides; a page.")]
    total_characters: int
    next_offset: int | None = None
    verbs: list[VerbShape]


class Gates(Frozen):
    """The open gates of a session."""

    session: str
    gates: list[GateShape]
    you_may_answer: bool
    next: str = ""


class Page(Frozen):
    """A page of a text, in Markdown."""

    session: str
    state: str
    part: str
    text: str
    total_characters: int
    next_offset: Annotated[int | None, _said("null: this is the last page.")] = None
    next: str = ""


# --- refusals ----------------------------------------------------------------------------------------


class NoPlace(InputError):
    """What is asked for is sound and has no place now: too many runs, or too many sessions."""


class NotApprovedHere(InputError):
    """Seats name servers or programs that the person has not approved, and who asks here cannot."""

    kind = "not_approved"


class NoMoney(InputError):
    """What is asked for is sound, and the money that the person set is spent or held."""


# --- texts --------------------------------------------------------------------------------------------


def plain(source: str, **params: object) -> Message:
    """Return a sentence for a client's model: English, whatever the person's screen speaks."""
    return Message(source, params)


def page(text: str, offset: int, limit: int) -> tuple[str, int | None]:
    """Return a part of a text, and where the next one begins."""
    end = offset + limit
    return text[offset:end], end if end < len(text) else None


def check_size(name: str, values: Mapping[str, JsonValue]) -> None:
    """Raise InputError where values are larger than anybody would decide on."""
    size = len(json.dumps(values, ensure_ascii=False))
    if size > _LONGEST_VALUES:
        raise InputError(
            plain("{name} has {size} characters as JSON.", name=name, size=f"{size:,}"),
            plain("Send at most {most}.", most=f"{_LONGEST_VALUES:,}"),
        )


def fields_of(plugin: WorkflowPlugin) -> str:
    """Return the fields that an agent may set, a line each, as a description for a model."""
    lines = []
    schema = plugin.setup.model_json_schema()
    for name in plugin.agent_fields:
        info = plugin.setup.model_fields[name]
        kind = _kind(schema["properties"][name], schema.get("$defs", {}))
        how = "required" if info.is_required() else f"default {json.dumps(info.get_default(), default=str)}"
        lines.append(f"  {name} ({kind}; {how}): {info.title}. {info.description or ''}".rstrip())
    return "\n".join(lines)


def _kind(shape: Mapping[str, JsonValue], named: Mapping[str, Mapping[str, JsonValue]]) -> str:
    """Return what a field takes, in a few words."""
    if "enum" in shape and isinstance(shape["enum"], list):
        return " | ".join(map(str, shape["enum"]))
    several = shape.get("anyOf")
    if isinstance(several, list):
        return " or ".join(_kind(one, named) for one in several if isinstance(one, dict))
    items = shape.get("items")
    if isinstance(items, dict):
        return f"list of {_kind(items, named)}"
    reference = shape.get("$ref")
    if isinstance(reference, str):
        inner = named.get(reference.rpartition("/")[2], {}).get("properties")
        return "{" + ", ".join(inner) + "}" if isinstance(inner, dict) else "object"
    return str(shape.get("type", "any"))
