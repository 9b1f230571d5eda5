"""The answers file: what to answer at which gate, in order per kind."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue
from app.services.unattended import FileAnswer
from app.settings.toml_files import read_model


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    gate: str
    verb: str
    round: int | None = None
    note: str = ""
    data: dict[str, JsonValue] = Field(default_factory=dict)


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str
    answer: str


class _Answers(BaseModel):
    model_config = ConfigDict(extra="forbid")

    answer: list[_Answer] = Field(default_factory=list)
    known: list[_Known] = Field(default_factory=list)
    """Questions settled beforehand: they go into the setup of a new session and are not asked again."""


def read_answers(path: Path) -> list[FileAnswer]:
    """Return the answers of a TOML file; raises InputError naming the place."""
    return [FileAnswer(a.gate, a.verb, a.data, a.note, a.round) for a in read_model(path, _Answers).answer]


def read_known(path: Path) -> list[dict[str, JsonValue]]:
    """Return the questions that an answers file settles beforehand (`[[known]]`)."""
    return [{"question": one.question, "answer": one.answer} for one in read_model(path, _Answers).known]
