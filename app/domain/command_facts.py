"""The shared facts of what a person asks for beside the run, without answering a gate, and lets agents do."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Sentence
from app.domain.i18n import Message

NO_TEXT = Message("")
AFTER_END = "end"
"""In place of a gate: it is asked for once the session has its final answer."""


class CommandAsked(Fact):
    """A person asked for something, without answering a gate. Its seq is what names it."""

    type: Literal["command_asked"] = "command_asked"
    command: str
    gate: str
    """The open gate at which it was asked for, or `AFTER_END`."""
    data: dict[str, JsonValue] = Field(default_factory=dict)


class CommandHeld(Fact):
    """Something stands in its way; what may be done about it is described as an interruption's gate is."""

    type: Literal["command_held"] = "command_held"
    asked: int
    """Seq of the CommandAsked."""
    kind: str
    payload: dict[str, JsonValue]
    verbs: tuple[str, ...]


class CommandResumed(Fact):
    """The person decided about what stood in its way."""

    type: Literal["command_resumed"] = "command_resumed"
    asked: int
    verb: str


class CommandEnded(Fact):
    """It is over; what came of it lies in the same transaction, and `text` is how a person reads that."""

    type: Literal["command_ended"] = "command_ended"
    schema_version: ClassVar[int] = 2
    """2: the text may be a sentence."""
    asked: int
    outcome: Literal["done", "failed", "stopped", "left"]
    """failed: it could not be done. stopped: ended while it ran. left: given up where something held it."""
    text: Sentence = NO_TEXT
    message: str = ""
    """Why it failed."""


class AgentPermissionChanged(Fact):
    """A person let an agent decide at this session's gates, or does so no more; a fork begins without."""

    type: Literal["agent_permission_changed"] = "agent_permission_changed"
    agent: str
    """The name its client goes by."""
    allowed: bool
