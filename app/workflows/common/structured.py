"""Reading a structured reply: exact JSON, else repaired where that is unambiguous, else a problem to name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)
LARGEST_MENDED = 50_000
"""Characters of a reply that is mended at all: longer ones would hold the window up, and are asked again."""
_FENCE = "```"
_THOUGHT = ("<think>", "</think>")
"""What some local models put around their thoughts, in front of the answer."""


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why a reply could not be read, in words for the model that is asked again."""

    why: str


def _body(text: str) -> str:
    """Return the part of a reply that is to be the object: the whole, or the one fenced block in it.

    Without patterns: a model may answer with a million line breaks, and the window waits.
    """
    said = text.strip()
    opened, closed = _THOUGHT
    end = said.find(closed) if said.startswith(opened) else -1
    said = said[end + len(closed) :].strip() if end >= 0 else said
    if said.startswith("{"):
        return said
    # Not splitlines: a line separator may stand in a JSON text.
    lines = said.split("\n")
    marks = [place for place, line in enumerate(lines) if line.strip().startswith(_FENCE)]
    if not marks or lines[marks[0]].strip().casefold() not in (_FENCE, f"{_FENCE}json"):
        return said
    inner = lines[marks[0] + 1 :]
    if len(marks) == 1 and said.endswith(_FENCE):
        return "\n".join(inner)[: -len(_FENCE)].strip()
    if len(marks) == 2 and lines[marks[1]].strip() == _FENCE:
        return "\n".join(lines[marks[0] + 1 : marks[1]]).strip()
    return said


def parse_reply(text: str, model: type[M]) -> M | ParseProblem:
    """Return the reply as its model, or what is wrong with it."""
    body = _body(text)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        # A repair is unambiguous only where the text is one object with a slip in it, not prose around one.
        if not (body.startswith("{") and body.endswith("}")):
            return ParseProblem("the reply is not one JSON object")
        if len(body) > LARGEST_MENDED:
            return ParseProblem("the reply is not valid JSON")
        try:
            # Late for start-up cost: few replies need mending.
            import json_repair

            value = json_repair.loads(body)
        except (ValueError, RecursionError):
            return ParseProblem("the reply is not valid JSON")
    if not isinstance(value, dict):
        return ParseProblem("the reply is not one JSON object")
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the reply"
        return ParseProblem(f"{where}: {first['msg']}")
