"""The agent's tools: a key-value memory scoped by run, and messages to the operator.

Rules:
- A tool is pure: it reads the memory and says what it would change; the journal makes it so.
- Whatever a model writes, the outcome is a result that the model can read, never an error of the run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.messages import ToolCall, ToolSpec
from app.workflows.common.tools import FAILED, Parameters, Refused, Text, Tool, ToolFailed, understood

OPERATOR_TOOL = "send_message_to_operator"
MOST_LISTED = 200
MOST_FOUND = 50
_LONGEST_KEY = 200
_EXCERPT = 160

Memory = Mapping[str, str]
_log = logging.getLogger(__name__)


def remember(memory: dict[str, str], changed: Mapping[str, str | None]) -> None:
    """Change a memory as a tool said (None: the key goes)."""
    for key, value in changed.items():
        if value is None:
            memory.pop(key, None)
        else:
            memory[key] = value


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What a tool said and what it changes in the memory (None: the key goes)."""

    output: str
    changed: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one call; `parameters` as they were understood."""

    tool_name: str
    parameters: JsonValue
    output: str
    ok: bool
    changed: Mapping[str, str | None] = field(default_factory=dict)


class _Nothing(Parameters):
    """A tool that takes none."""


class _Key(Parameters):
    key: Annotated[Text, Field(min_length=1, max_length=_LONGEST_KEY, description="The note's name.")]


class _Note(_Key):
    value: Annotated[Text, Field(description="The note's text; an older one under the key is replaced.")]


class _Pattern(Parameters):
    pattern: Annotated[
        Text, Field(min_length=1, description="Text to look for in keys and notes; * stands for anything.")
    ]


class _Message(Parameters):
    message: Annotated[Text, Field(min_length=1, description="What the operator should read.")]


OPERATOR_ANSWERS = "The operator answers: "
"""How an answer of the person begins in the result of the tool."""


@dataclass(frozen=True, slots=True)
class MemoryTool(Tool):
    """One tool: what the model is told of it, and what it does."""

    run: Callable[[Memory, Any], MemoryChange]


def _write(memory: Memory, given: _Note) -> MemoryChange:
    verb = "replaced" if given.key in memory else "stored"
    return MemoryChange(f"{verb} “{given.key}” ({len(given.value)} characters)", {given.key: given.value})


def _read(memory: Memory, given: _Key) -> MemoryChange:
    if given.key not in memory:
        raise ToolFailed(f"there is no note “{given.key}”; list shows the keys")
    return MemoryChange(memory[given.key] or "(the note is empty)")


def _list(memory: Memory, given: _Nothing) -> MemoryChange:
    if not memory:
        return MemoryChange("The memory is empty.")
    keys = sorted(memory)
    lines = [f"{key} ({len(memory[key])} characters)" for key in keys[:MOST_LISTED]]
    if len(keys) > MOST_LISTED:
        lines.append(f"and {len(keys) - MOST_LISTED} more; pattern_search finds them")
    return MemoryChange("\n".join(lines))


def _delete(memory: Memory, given: _Key) -> MemoryChange:
    if given.key not in memory:
        raise ToolFailed(f"there is no note “{given.key}”; list shows the keys")
    return MemoryChange(f"deleted “{given.key}”", {given.key: None})


def _pattern_search(memory: Memory, given: _Pattern) -> MemoryChange:
    # Models write “.*” out of habit; real expressions could take for ever on their own texts.
    pieces = [piece for piece in given.pattern.casefold().replace(".*", "*").split("*") if piece]
    if not pieces:
        return _list(memory, _Nothing())
    hits = []
    for key in sorted(memory):
        offset = _find(pieces, memory[key].casefold())
        if offset is not None or _find(pieces, key.casefold()) is not None:
            begin = max(0, (offset or 0) - _EXCERPT // 4)
            excerpt = " ".join(memory[key][begin : begin + _EXCERPT].split())
            hits.append(f"{key}: {excerpt}")
    if not hits:
        return MemoryChange(f"Nothing contains “{given.pattern}”.")
    more = [f"and {len(hits) - MOST_FOUND} more"] if len(hits) > MOST_FOUND else []
    return MemoryChange("\n".join(hits[:MOST_FOUND] + more))


def _find(pieces: list[str], text: str) -> int | None:
    """Return where the pieces begin to stand one behind the other in a text."""
    first = at = -1
    for piece in pieces:
        at = text.find(piece, at + 1 if first < 0 else at)
        if at < 0:
            return None
        first = at if first < 0 else first
        at += len(piece)
    return first


def _to_operator(memory: Memory, given: _Message) -> MemoryChange:
    raise AssertionError("the operator is asked at a gate, not here")


TOOLS: Mapping[str, MemoryTool] = {
    tool.name: tool
    for tool in (
        MemoryTool("write", "Store a note in your memory. It is there in every later cycle.", _Note, _write),
        MemoryTool("read", "Return the note under a key of your memory.", _Key, _read),
        MemoryTool("list", "Return all keys of your memory.", _Nothing, _list),
        MemoryTool("delete", "Remove the note under a key of your memory.", _Key, _delete),
        MemoryTool(
            "pattern_search", "Return the notes whose key or text contains a text.", _Pattern, _pattern_search
        ),
        MemoryTool(
            OPERATOR_TOOL,
            "Write to the person who runs this experiment. They may answer or not.",
            _Message,
            _to_operator,
        ),
    )
}
MEMORY_TOOLS = frozenset(TOOLS) - {OPERATOR_TOOL}


@cache
def specs() -> tuple[ToolSpec, ...]:
    """Return what a model is offered."""
    return tuple(tool.spec() for tool in TOOLS.values())


def _understood(call: ToolCall, *, offered: bool) -> Parameters | Refused:
    return understood(call, TOOLS if offered else {}, "there are no tools in this experiment")


def asks_operator(call: ToolCall, *, offered: bool = True) -> str | None:
    """Return a call's message to the operator, None where it is none (or none that can be read)."""
    if call.name != OPERATOR_TOOL:
        return None
    parsed = _understood(call, offered=offered)
    return parsed.message if isinstance(parsed, _Message) else None


def run(call: ToolCall, memory: Memory, *, offered: bool = True) -> Result:
    """Run one call of a memory tool over a memory; whatever goes wrong is its result."""
    parsed = _understood(call, offered=offered)
    name = call.name
    if isinstance(parsed, Refused):
        return Result(name, parsed.parameters, parsed.output, ok=False)
    parameters: JsonValue = parsed.model_dump(mode="json")
    try:
        ran = TOOLS[name].run(memory, parsed)
    except ToolFailed as failed:
        return Result(name, parameters, f"error: {failed}", ok=False)
    except Exception:  # noqa: BLE001  a failing tool is a result, not the end of the run
        _log.exception("the tool %s failed", name)
        return Result(name, parameters, f"error: {name} {FAILED}", ok=False)
    return Result(name, parameters, ran.output, ok=True, changed=ran.changed)
