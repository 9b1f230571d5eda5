"""The lines of an experiment's log, one per event, made of its records (spec, Log)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.facts import CallAsked, CallCompleted, CallFailed, RoundOpened
from app.domain.i18n import words
from app.engine.line_files import Line, LinePlace
from app.engine.plugin import RunLog
from app.projections.base import moment
from app.workflows.experiment.diversity import PURPOSE as COMPARISON
from app.workflows.experiment.facts import CycleEnded, ToolCalled
from app.workflows.experiment.prompting import PURPOSE
from app.workflows.experiment.setup import is_slug

EVENTS: Mapping[str, str] = {
    RoundOpened.tag(): "CYCLE_START",
    CallCompleted.tag(): "LLM_INVOCATION",
    CallFailed.tag(): "LLM_INVOCATION",
    ToolCalled.tag(): "TOOL_CALL",
    CycleEnded.tag(): "CYCLE_END",
}
"""The type of a line by the type of its record."""


def _log_location(setup: Mapping[str, JsonValue]) -> LinePlace | None:
    """Return where a run's log lies; None for a name that is no slug: it must not lead out of the folder."""
    run = str(setup.get("run_id", ""))
    return LinePlace(run, str(setup.get("run_folder") or "")) if is_slug(run) else None


def has_line(fact: Fact) -> bool:
    """Tell whether a fact of the log's types has a line: what was not run has none, nor has a comparison."""
    if isinstance(fact, CallCompleted):
        return not fact.vectors
    if isinstance(fact, CallFailed):
        # A reply that was paid for is one, also where it is empty or broken off.
        return fact.usage is not None
    return fact.ran if isinstance(fact, ToolCalled) else True


def line(
    setup: Mapping[str, JsonValue], record: Record, fact: Fact, find: Callable[[int], Record]
) -> Line | None:
    """Return the line of a record, None where it has none."""
    if not has_line(fact):
        return None
    payload = _payload(fact, find)
    if payload is None:
        return None
    at = moment(record.at)
    return {
        "timestamp": at.isoformat(timespec="microseconds"),
        "run_id": setup["run_id"],
        "cycle_number": record.round,
        "event_type": EVENTS[record.type],
        "payload": payload,
    }


def _payload(fact: Fact, find: Callable[[int], Record]) -> dict[str, JsonValue] | None:
    match fact:
        case RoundOpened():
            return {"attempt": fact.attempt} if fact.attempt > 1 else {}
        case CallCompleted():
            return _invocation(fact, find(fact.asked).body())
        case CallFailed():
            asked = find(fact.asked).body()
            if asked["purpose"] == COMPARISON:
                return None
            return {**_invocation(fact, asked), "failed": {"kind": fact.kind, "message": fact.message}}
        case ToolCalled():
            return {"tool_name": fact.tool_name, "parameters": fact.parameters, "output": fact.output}
        case CycleEnded():
            ended: dict[str, JsonValue] = {
                "final_reflection": fact.final_reflection,
                "metrics": fact.metrics.model_dump(mode="json"),
            }
            return {**ended, "cap_reached": True} if fact.cap_reached else ended
        case _:
            return None


def _invocation(fact: CallCompleted | CallFailed, asked: Mapping[str, Any]) -> dict[str, JsonValue]:
    text = fact.text if isinstance(fact, CallCompleted) else fact.partial
    response: dict[str, JsonValue] = {"role": "assistant", "content": text}
    if isinstance(fact, CallCompleted) and fact.tool_calls:
        response["tool_calls"] = _calls([call.model_dump() for call in fact.tool_calls])
    if isinstance(fact, CallCompleted) and fact.reasoning:
        response["reasoning_content"] = fact.reasoning
    payload: dict[str, JsonValue] = {
        "prompt_messages": [_message(message) for message in asked["messages"]],
        "response_message": response,
        "model_options": {"model": asked["model"], **asked.get("options", {})},
    }
    if asked["purpose"] != PURPOSE:
        payload["purpose"] = asked["purpose"]
    return payload


def _message(message: Mapping[str, Any]) -> dict[str, JsonValue]:
    logged_message: dict[str, JsonValue] = {"role": message["role"], "content": message.get("text", "")}
    if message.get("tool_calls"):
        logged_message["tool_calls"] = _calls(message["tool_calls"])
    if message.get("tool_call_id"):
        logged_message["tool_call_id"] = message["tool_call_id"]
    return logged_message


def _calls(calls: list[Any]) -> list[JsonValue]:
    return [
        {
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": call["arguments"]},
        }
        for call in calls
    ]


LOG = RunLog(
    tags=frozenset(EVENTS),
    refers=frozenset({CallAsked.tag()}),
    location=_log_location,
    line=line,
    notice=words("There is a log of the run “{run}” already: the new lines will be appended to it."),
)
