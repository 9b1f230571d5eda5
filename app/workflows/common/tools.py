"""Tools that models are offered: what they are told of one, and how a call of theirs is understood.

Whatever a model writes, the outcome is a result that it can read, never an error of the run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from app.domain.canonical import JsonValue
from app.domain.messages import ToolCall, ToolSpec
from app.domain.refusals import refusal
from app.workflows.common.calls import UNREADABLE, read_object

FAILED = "failed by an error of the program; go on without it"
"""What a model is told of a tool that broke; why stands in the program's log."""


class ToolFailed(Exception):
    """A tool could not do it; the text goes back to the model."""


def _text(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


Text = Annotated[str, BeforeValidator(_text)]
"""A text, also where a model gives a number or a list."""


class Parameters(BaseModel):
    """What a tool takes; fields that it does not know are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """What a model is told of a tool."""

    name: str
    description: str
    takes: type[Parameters]

    def spec(self) -> ToolSpec:
        """Return what a model is offered."""
        schema = self.takes.model_json_schema()
        properties: dict[str, JsonValue] = {
            name: {
                "type": str(info.get("type", "string")),
                "description": str(info.get("description", "")),
            }
            for name, info in schema.get("properties", {}).items()
        }
        parameters: dict[str, JsonValue] = {"type": "object", "properties": properties}
        if schema.get("required"):
            parameters["required"] = list(schema["required"])
        return ToolSpec(name=self.name, description=self.description, parameters=parameters)


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that cannot be run, and the words that tell its model why; `parameters` as it wrote them."""

    parameters: JsonValue
    output: str


def understood(call: ToolCall, tools: Mapping[str, Tool], none: str) -> Parameters | Refused:
    """Return a call's parameters, or what is wrong with it; `none`: what is said where there are no tools."""
    given = read_object(call.arguments) or {}
    tool = tools.get(call.name)
    if tool is None:
        known = f"the tools are: {', '.join(tools)}" if tools else none
        return Refused(given, f"error: there is no tool “{call.name}”; {known}")
    takes = ", ".join(tool.takes.model_fields) or "nothing"
    wanted = f"{call.name} takes one JSON object with: {takes}"
    if set(given) == {UNREADABLE}:
        return Refused(given[UNREADABLE], f"error: the arguments are not one JSON object; {wanted}")
    try:
        return tool.takes.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return Refused(given, f"error: {where}: {refusal(first)}; {wanted}")
