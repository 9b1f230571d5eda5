"""Facts of effects: what a node does once, in a folder or with a tool."""

from __future__ import annotations

from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact


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
