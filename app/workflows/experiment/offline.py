"""The offline agent: rules, no AI. It notes the task a sentence a cycle, and tells what it did, no more.

It reads the messages and the tools it is offered, as a model would, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten
from types import MappingProxyType

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.engine.ports import Voices
from app.prompts.fences import read_fences
from app.workflows.common.offline.language import language_of, sentence, telling
from app.workflows.common.offline.prompt import tool_results, turn_of
from app.workflows.common.offline.statements import quoted
from app.workflows.common.prose import sentences, words_of
from app.workflows.experiment.tools import OPERATOR_ANSWERS, OPERATOR_TOOL

KEPT = 12
"""Notes of cycles it keeps; older ones it deletes."""
ASKS_IN, ASKS_EVERY = 3, 25
"""The cycle in which it first writes to the operator, and how often after that."""
_CYCLE = re.compile(r"\bCycle (\d+)\b")
_NOTE = re.compile(r"^cycle-(\d+)\b", re.MULTILINE)
_TASK = "Your task, the same in every cycle:"
_OF_THE_PROGRAM = (
    *("A summary of the earlier", "Your reflections of earlier"),
    *("Cycle ", "Build on your last", "Your last ", "The operator's notes"),
)
"""How the paragraphs begin that the program puts around the task."""
Call = tuple[str, Mapping[str, JsonValue]]


@dataclass(frozen=True)
class _Cycle:
    """A cycle as its messages show it."""

    request: ModelRequest

    @cached_property
    def opening(self) -> str:
        """The instructions of this cycle."""
        return next((one.text for one in reversed(self.request.messages) if one.role == "user"), "")

    @cached_property
    def number(self) -> int:
        found = _CYCLE.search(self.opening)
        return int(found[1]) if found else 1

    @cached_property
    def task(self) -> list[str]:
        """The sentences of the task, without what the program says around it."""
        messages = self.request.messages
        told = next((_words(one.text) for one in messages if one.role == "system"), "").partition(_TASK)[2]
        # In a run of an earlier version it stands in the instructions.
        said = told or next((_words(one.text) for one in messages if one.role == "user"), "")
        paragraphs = re.split(r"\n\s*\n", said)
        own = [text for text in paragraphs if not text.strip().startswith(_OF_THE_PROGRAM)]
        return sentences("\n\n".join(own)) or ["…"]

    def result(self, tool: str) -> str:
        return next(
            (one.text for one in tool_results(turn_of(self.request.messages)) if one.tool == tool), ""
        )

    def say(self, name: str, **values: object) -> str:
        language = language_of(" ".join(self.task))
        at = {"n": self.number, "at": self.place + 1, "all": len(self.task)}
        texts = {place: quoted(str(value), language) for place, value in values.items()}
        return sentence("experiment", name, language, **at, **texts)

    @property
    def place(self) -> int:
        return (self.number - 1) % len(self.task)

    def calls(self, turn: int) -> list[Call]:
        """Return what is done in a turn: look, note, ask the operator, keep the answer."""
        key, asks = f"cycle-{self.number:04d}", self.number % ASKS_EVERY == ASKS_IN % ASKS_EVERY
        if turn == 0:
            return [("list", {}), ("pattern_search", {"pattern": self._word()})]
        if turn == 1:
            there = sorted(int(number) for number in _NOTE.findall(self.result("list")))
            gone = there[: max(0, len(there) + 1 - KEPT)]
            last: list[Call] = [("read", {"key": f"cycle-{there[-1]:04d}"})] if there else []
            note: Call = ("write", {"key": key, "value": self.task[self.place]})
            return [*last, note, *(("delete", {"key": f"cycle-{number:04d}"}) for number in gone)]
        if turn == 2 and asks:
            return [(OPERATOR_TOOL, {"message": self.say("ask")})]
        answer = self.result(OPERATOR_TOOL)
        if turn == 3 and answer.startswith(OPERATOR_ANSWERS):
            value = answer.removeprefix(OPERATOR_ANSWERS)
            return [("write", {"key": f"operator-{self.number:04d}", "value": value})]
        return []

    def _word(self) -> str:
        """Return a word of this cycle's sentence; another one each time the task is gone through again."""
        found = [word for word in words_of(self.task[self.place]) if telling(word)] or [self.task[self.place]]
        return found[(self.number - 1) // len(self.task) % len(found)]

    def reflection(self) -> str:
        results = tool_results(turn_of(self.request.messages))
        lines = [self.say("taken", text=self.task[self.place])]
        lines += [self.say("note", text=fence.text) for fence in read_fences(self.opening)[0]]
        lines += [f"`{one.tool}` → {one.text}" for one in results if one.tool != "list"]
        lines += [] if results else [self.say("none")]
        done = "\n".join(f"- {shorten(line, 300, placeholder=' …')}" for line in lines)
        following = self.say("next", text=self.task[self.number % len(self.task)])
        return f"{self.say('done')}\n\n{done}\n\n{following}"


def _words(text: str) -> str:
    """Return what a message says in its own words, without the texts that it shows."""
    fences, rest = read_fences(text)
    return "\n\n".join([*(fence.before for fence in fences), rest])


def _agent_voice(request: ModelRequest) -> Reply:
    """Answer one turn of a cycle: tool calls first, at last what was done."""
    cycle = _Cycle(request)
    offered = {tool.name for tool in request.tools}
    turn = sum(message.role == "assistant" for message in turn_of(request.messages))
    made = tuple(
        ToolCall(id=f"t{turn}-{n}", name=name, arguments=dumps(given))
        for n, (name, given) in enumerate(cycle.calls(turn))
        if name in offered
    )
    return Reply(text="", tool_calls=made, finish="tool_calls") if made else Reply(text=cycle.reflection())


def _summary_voice(request: ModelRequest) -> str:
    """Keep the first sentence of each message that is to be summarised, the newest ones."""
    lines = [
        fence.text if fence.name.startswith("summary") else f"- {fence.name}: {first}"
        for fence in read_fences(request.messages[-1].text)[0]
        for first in sentences(fence.text)[:1]
    ]
    return "\n".join(lines)[-2000:] or "–"


EXPERIMENT_VOICES: Voices = MappingProxyType({("*", "cycle"): _agent_voice, ("*", "summary"): _summary_voice})
