"""An agent's task as its request carries it: plain data, read leniently."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, field_validator

from app.domain.canonical import JsonValue

_NUMBERS = re.compile(r"\d+")


class Told(BaseModel):
    """Plain data of a request; what a voice does not know is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class CitationTold(Told):
    """A place that a finding stands on."""

    file: str
    lines: str = ""
    quote: str = ""

    @field_validator("lines", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> str:
        return str(value)

    @property
    def first(self) -> int:
        """The first line, 1 where none is named."""
        return int(_NUMBERS.findall(self.lines)[0]) if _NUMBERS.search(self.lines) else 1

    @property
    def last(self) -> int:
        """The last line."""
        found = _NUMBERS.findall(self.lines)
        return int(found[-1]) if found else 1


class FindingTold(Told):
    """A finding that is known."""

    id: str
    description: str
    category: str = "important"
    confidence: float = 0.0
    status: str = "open"
    verified: int = 0
    questions: tuple[str, ...] = ()
    citations: tuple[CitationTold, ...] = ()


class QuestionTold(Told):
    """A question of the brief."""

    id: str
    text: str
    kind: str = "other"
    state: str = "open"


class GapTold(Told):
    """What an agent is to close."""

    type: str = ""
    reason: str = ""
    focus: str = ""
    finding_ids: tuple[str, ...] = ()
    question_ids: tuple[str, ...] = ()
    independent: bool = False


class Task(Told):
    """What an agent is told."""

    brief: str = ""
    role: str = "explore"
    focus: str = ""
    files: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    again: bool = False
    questions: tuple[QuestionTold, ...] = ()
    findings: tuple[FindingTold, ...] = ()
    gap: GapTold | None = None
    counter: bool = False
    tool_cap: int = 40


class PairTold(Told):
    """Two findings that are to be compared."""

    id: str
    a: str
    b: str


class ClaimTold(Told):
    """A claim, and the lines that are said to show it."""

    id: str
    claim: str
    quotes: tuple[str, ...] = ()


class Leading(Told):
    """What the lead model is told."""

    brief: str = ""
    questions: tuple[QuestionTold, ...] = ()
    findings: tuple[FindingTold, ...] = ()
    searched: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()


class Pairs(Told):
    """What the judge is told."""

    pairs: tuple[PairTold, ...] = ()


class Claims(Told):
    """What is to be weighed."""

    claims: tuple[ClaimTold, ...] = ()


def task_of(inputs: Mapping[str, JsonValue]) -> Task:
    """Return an agent's task."""
    return Task.model_validate(dict(inputs))
