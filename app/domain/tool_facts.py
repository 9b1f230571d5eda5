"""Facts of effects: what a node does once, in a folder or with a tool of a server of the person's choice."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.frozen import Frozen


class EffectAsked(Fact):
    """An effect that may not be repeated is about to happen."""

    type: Literal["effect_asked"] = "effect_asked"
    purpose: str
    seat: str
    part: str
    identity: str


class EffectCompleted(Fact):
    """An effect happened, with its value."""

    type: Literal["effect_completed"] = "effect_completed"
    purpose: str
    seat: str
    part: str
    identity: str
    value: JsonValue = None


class ListedTool(Frozen):
    """A tool as its server describes it; `definition` is the digest of all that it said of it."""

    name: str
    description: str = ""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    definition: str


class ToolsListed(Fact):
    """The tools that a server offers in this round, or why it offers none."""

    type: Literal["tools_listed"] = "tools_listed"
    server: str
    where: str
    """Where it runs: its command line or address, without a secret."""
    tools: tuple[ListedTool, ...] = ()
    left_out: tuple[str, ...] = ()
    """Tools that no model can be offered."""
    problem: str = ""


class ToolAsked(Fact):
    """A tool is about to be called; its result is the EffectCompleted of the same key."""

    type: Literal["tool_asked"] = "tool_asked"
    seat: str
    part: str
    server: str
    tool: str
    where: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


ToolVerdict = Literal["allow_once", "allow_session", "refuse"]


class ToolDecided(Fact):
    """Whether a tool may be called: this once, or as it is now for as long as the session lasts."""

    type: Literal["tool_decided"] = "tool_decided"
    seat: str
    part: str
    server: str
    tool: str
    where: str
    definition: str
    verdict: ToolVerdict
    grant: str = ""
    """What this machine made up when the session was given its tools here; with another it does not count."""
