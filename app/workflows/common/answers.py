"""How questions of models end that a person is asked: the data of a verb with that form."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.domain.gates import GateData


class QuestionAnswer(GateData):
    """How one question ends."""

    status: Literal["answered", "assume", "none_fits", "not_answered"]
    option: str = ""
    note: str = ""


class Answers(GateData):
    """Answers by question; how the rest ends is the workflow's."""

    answers: dict[str, QuestionAnswer] = Field(default_factory=dict)
