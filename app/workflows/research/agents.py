"""The agents of a session as they are at work: their tasks, what they were shown, how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from app.domain.canonical import JsonValue
from app.workflows.research.facts import AgentAssigned, AgentEnded, Shown

ShownLines = tuple[int, Sequence[tuple[int, int]]]
"""How many lines a file has, and which were shown, from and to."""


@dataclass(slots=True)
class Agent:
    """One agent: its task, and what is known of its work by now."""

    task: AgentAssigned
    ended: AgentEnded | None = None
    files: dict[str, tuple[int, list[tuple[int, int]]]] = field(default_factory=dict)
    """What it was shown so far, as tools returned it."""
    calls: int = 0
    seconds: dict[int, float] = field(default_factory=dict)
    """How long each of its turns took: its calls, failed ones too, and the tools they asked for."""

    @property
    def name(self) -> str:
        """What it is called: its role, and a number in the session."""
        return self.task.agent

    @property
    def state(self) -> Literal["working", "done", "failed"]:
        """Whether it is done."""
        if self.ended is None:
            return "working"
        return "failed" if self.ended.failed else "done"

    def time_up_to(self, turn: int) -> float:
        """Return the seconds its turns before this one took."""
        return sum(seconds for number, seconds in self.seconds.items() if number < turn)

    def worked(self, turn: int, seconds: float) -> None:
        """Add what a call or a tool of a turn took."""
        self.seconds[turn] = self.seconds.get(turn, 0.0) + max(0.0, seconds)

    def took(self, value: JsonValue) -> None:
        """Take in the result of a tool."""
        self.calls += 1
        data = value.get("data") if isinstance(value, dict) else None
        if not isinstance(data, dict):
            return
        path, first, last, total = (data.get(name) for name in ("path", "first", "last", "total"))
        if isinstance(path, str) and isinstance(first, int) and isinstance(last, int):
            lines, spans = self.files.get(path, (0, []))
            self.files[path] = (total if isinstance(total, int) else lines, [*spans, (first, last)])


def shown_by_file(passages: Iterable[Iterable[Shown]]) -> Mapping[str, ShownLines]:
    """Return what agents were shown, by file; the newest length of a file holds."""
    found: dict[str, tuple[int, list[tuple[int, int]]]] = {}
    for passage in chain.from_iterable(passages):
        spans = found.get(passage.path, (0, []))[1]
        found[passage.path] = (passage.total, [*spans, (passage.first, passage.last)])
    return found
