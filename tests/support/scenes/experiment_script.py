"""What the agent of the sample experiment does when it is asked: the turns of the story, in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, ToolCall
from app.domain.usage import Usage
from app.engine.ports import Completed
from tests.support.lab import cycle_asked
from tests.support.scenes import experiment_story as story

CYCLES = 8
CAP = sum(len(uses) for _, uses in story.CYCLES[3].turns)
"""Tool calls at which a cycle ends: as many as the one that looks for everything makes."""
EMBEDDING = "openai/text-embedding-3-small"
_BEFORE = "Before I plan the frames I have to know this."


def _completed(text: str, uses: Sequence[story.Use] = ()) -> Completed:
    calls = tuple(
        ToolCall(id=f"t{at}", name=use.tool, arguments=dumps(cast("JsonValue", use.given)))
        for at, use in enumerate(uses)
    )
    size = len(text) + sum(len(call.arguments) for call in calls)
    usage = Usage(tokens_in=1400, tokens_out=size // 4, source="provider", cost=0.0042 + size / 4e5)
    return Completed(text, tool_calls=calls, finish="tool_calls" if calls else "stop", usage=usage)


def says(request: ModelRequest) -> Completed:
    """Return the agent's next turn in its cycle."""
    cycle, attempt, turn = cycle_asked(request)
    if cycle > len(story.CYCLES):
        asking = story.Use("send_message_to_operator", {"message": story.QUESTION}, "")
        return _completed(_BEFORE, (asking,)) if turn == 1 else _completed(story.WRITING)
    cycle_story = story.CYCLES[cycle - 1]
    if turn <= len(cycle_story.turns):
        return _completed(*cycle_story.turns[turn - 1])
    return _completed(story.REDONE if cycle == 2 and attempt == 1 else cycle_story.reflection)


def _vectors() -> dict[str, list[float]]:
    """Return a vector of every reflection, as near to the one it is told to be near to."""
    size, found = 8, dict[str, list[float]]()
    by_cycle: dict[int, list[float]] = {}
    for at, cycle_story in enumerate(story.CYCLES):
        own = [1.0 if axis == at else 0.0 for axis in range(size)]
        near, part = by_cycle.get(cycle_story.similar_to or 0), cycle_story.similarity or 0.0
        if near is not None:
            own = [part * a + math.sqrt(1 - part * part) * b for a, b in zip(near, own, strict=True)]
        by_cycle[at + 1] = found[cycle_story.reflection] = own
    first = by_cycle[1]
    found[story.REDONE] = [
        0.35 * a + (math.sqrt(1 - 0.35**2) if n == 7 else 0.0) for n, a in enumerate(first)
    ]
    return found


_VECTORS = _vectors()


def embeds(text: str) -> Sequence[float]:
    """Return the vector of a reflection; of what is none of the story's, one like no other."""
    return _VECTORS.get(text.strip(), [0.0] * 6 + [1.0, 0.0])
