"""A structured reply as its model, or the problem with it: what tests ask of a text written by hand."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from app.workflows.common.reading.reader import ParseProblem, Reading, read_reply

__all__ = ["ParseProblem", "parse_reply"]
M = TypeVar("M", bound=BaseModel)


def parse_reply(text: str, model: type[M]) -> M | ParseProblem:
    """Return the reply as its model, or what is wrong with it."""
    read = read_reply(text, model)
    return read.value if isinstance(read, Reading) else read
