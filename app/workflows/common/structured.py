"""Reading a structured reply: exact JSON, else repaired where that is unambiguous, else a problem to name."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL | re.IGNORECASE)
_BLOCK = re.compile(
    r"^[ \t]*```(?:json)?[ \t]*\n(.*?)\n[ \t]*```[ \t]*$", re.DOTALL | re.IGNORECASE | re.MULTILINE
)
_MARK = re.compile(r"^\s*```", re.MULTILINE)
_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL | re.IGNORECASE)
"""What some local models put in front of their answer."""


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why a reply could not be read, in words for the model that is asked again."""

    why: str


def _body(text: str) -> str:
    """Return the part of a reply that is to be the object: the whole, or the one fenced block in prose."""
    said = _THOUGHT.sub("", text, count=1)
    fenced = _FENCE.match(said)
    if fenced and not _MARK.search(fenced.group(1)):
        return fenced.group(1).strip()
    blocks = [] if said.lstrip().startswith("{") else _BLOCK.findall(said)
    return (blocks[0] if len(blocks) == 1 else said).strip()


def parse_reply(text: str, model: type[M]) -> M | ParseProblem:
    """Return the reply as its model, or what is wrong with it."""
    body = _body(text)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        # A repair is unambiguous only where the text is one object with a slip in it, not prose around one.
        if not (body.startswith("{") and body.endswith("}")):
            return ParseProblem("the reply is not one JSON object")
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
