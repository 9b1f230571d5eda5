"""What the tools take and return: models that are checked, and told to clients as JSON Schemas.

What comes in is a stranger's: nothing is converted, nothing unknown is passed over, every text has an end.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

PAGE = 8_000
"""Characters of a page where the client asks for no other number."""
LONGEST_PAGE = 20_000
LONGEST_LIST = 50
LONGEST_NOTE = 4_000
LONGEST_VALUES = 500_000
"""Characters of a set-up, or of an answer's data, written as JSON."""

Id = Annotated[str, Field(min_length=1, max_length=64, description="The session's id, as start returned it.")]
Offset = Annotated[
    int,
    Field(ge=0, le=10**9, description="Where the page begins; take next_offset of the page before."),
]
Limit = Annotated[int, Field(ge=1, le=LONGEST_PAGE, description="Characters of the page at most.")]
Part = Literal["answer", "report"]


class _Taken(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class StartArguments(_Taken):
    """Arguments of start."""

    workflow: Annotated[str, Field(max_length=64, description="Which workflow; the description lists them.")]
    fields: Annotated[
        dict[str, JsonValue],
        Field(description="The workflow's set-up by field; the description lists the fields."),
    ]
    cost_limit: Annotated[
        float,
        Field(gt=0, description="Dollars that the session may cost at most. Reaching it asks the person."),
    ]
    team: Annotated[
        str, Field(max_length=100, description="A saved team's name; empty: the person's usual one.")
    ] = ""
    title: Annotated[str, Field(max_length=200, description="A title; empty: made of the text.")] = ""


class SessionArguments(_Taken):
    """Arguments of status."""

    session: Id


class GatesArguments(_Taken):
    """Arguments of gates."""

    session: Id
    offset: Offset = 0
    limit: Limit = PAGE


class ResultArguments(_Taken):
    """Arguments of result."""

    session: Id
    part: Annotated[
        Part,
        Field(description="answer: the final text alone. report: all rounds so far, with what was decided."),
    ] = "answer"
    offset: Offset = 0
    limit: Limit = PAGE


class ListArguments(_Taken):
    """Arguments of list."""

    state: Annotated[
        Literal["", "running", "waiting", "paused", "stopped", "interrupted", "finished", "failed"],
        Field(description="Only sessions in this state; empty: all."),
    ] = ""
    offset: Annotated[int, Field(ge=0, le=10**6, description="How many to pass over.")] = 0
    limit: Annotated[int, Field(ge=1, le=LONGEST_LIST, description="How many at most.")] = 20


class AnswerArguments(_Taken):
    """Arguments of answer."""

    session: Id
    gate: Annotated[str, Field(max_length=32, description="The gate's id, as gates returned it.")]
    verb: Annotated[str, Field(max_length=64, description="One of the gate's verbs.")]
    data: Annotated[
        dict[str, JsonValue], Field(description="What the verb takes, as its data_schema says.")
    ] = Field(default_factory=dict)
    note: Annotated[
        str, Field(max_length=LONGEST_NOTE, description="Why, in a sentence; kept in the record.")
    ] = ""


class _Given(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Waiting(_Given):
    """The open gate, in short."""

    id: str
    kind: str
    round: int
    verbs: list[str]


class Standing(_Given):
    """Where a session stands."""

    session: str
    workflow: str
    title: str
    state: Annotated[
        str,
        Field(description="running, waiting (at a gate), paused, stopped, interrupted, finished or failed."),
    ]
    reason: Annotated[str, Field(description="Why it ended, where it did.")] = ""
    gate: Waiting | None = None
    round: int = 0
    tokens: int = 0
    cost: Annotated[float | None, Field(description="Dollars spent; null: some price is unknown.")] = None
    cost_limit: float | None = None
    begun_by: Annotated[str, Field(description="The agent that began it; empty: the person.")] = ""
    you_may_answer: Annotated[bool, Field(description="Whether the person lets you answer its gates.")] = (
        False
    )
    at_work: Annotated[list[str], Field(description="Who is being asked now.")] = Field(default_factory=list)
    estimate: Annotated[str, Field(description="At the start: what the run may come to.")] = ""
    problem: Annotated[str, Field(description="Why it could not go on, where that is so.")] = ""
    next: Annotated[str, Field(description="What to do next.")] = ""


class Row(_Given):
    """A session in the list."""

    session: str
    workflow: str
    title: str
    state: str
    gate: Annotated[str, Field(description="The kind of the gate it waits at.")] = ""
    cost: float | None = None
    begun_by: str = ""
    you_may_answer: bool = False
    changed: Annotated[str, Field(description="Time of the last record, UTC.")] = ""


class Rows(_Given):
    """A page of the list, newest change first."""

    sessions: list[Row]
    total: int
    next_offset: int | None = None


class VerbShape(_Given):
    """One way to answer a gate."""

    name: str
    label: str
    recommended: bool = False
    ends_the_run: bool = False
    data_schema: Annotated[dict[str, Any], Field(description="JSON Schema of data.")] = Field(
        default_factory=dict
    )
    example: Annotated[dict[str, Any] | None, Field(description="Data that would fit.")] = None


class GateShape(_Given):
    """An open gate."""

    id: str
    kind: str
    title: str
    asks: str
    round: int
    text: Annotated[str, Field(description="What it lays before whoever decides; a page.")]
    total_characters: int
    next_offset: int | None = None
    verbs: list[VerbShape]


class Gates(_Given):
    """The open gates of a session."""

    session: str
    gates: list[GateShape]
    you_may_answer: bool
    next: str = ""


class Page(_Given):
    """A page of a text, in Markdown."""

    session: str
    state: str
    part: str
    text: str
    total_characters: int
    next_offset: Annotated[int | None, Field(description="null: this is the last page.")] = None
    next: str = ""
