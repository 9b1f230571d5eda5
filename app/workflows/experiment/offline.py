"""The offline agent: rules, no AI. It notes the task a sentence a cycle, and tells what it did, no more.

It reads the messages and the tools it is offered, as a model would, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten
from types import MappingProxyType

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.engine.ports import Voices
from app.prompts.fences import read_fences
from app.workflows.common.prose import STOP, sentences, words_of
from app.workflows.experiment.tools import OPERATOR_ANSWERS, OPERATOR_TOOL

KEPT = 12
"""Notes of cycles it keeps; older ones it deletes."""
ASKS_IN, ASKS_EVERY = 3, 25
"""The cycle in which it first writes to the operator, and how often after that."""
_CYCLE = re.compile(r"\bCycle (\d+)\b")
_NOTE = re.compile(r"^cycle-(\d+)\b", re.MULTILINE)
_OF_THE_PROGRAM = (
    "Cycle ",
    "Build on your last reflection",
    "Your last ",
    "The operator's notes for this cycle",
)
"""How the paragraphs begin that the program puts around the task."""
Call = tuple[str, Mapping[str, JsonValue]]


@dataclass(frozen=True)
class _Cycle:
    """A cycle as its messages show it."""

    request: ModelRequest

    @cached_property
    def at(self) -> int:
        """Where this cycle's instructions stand among the messages."""
        return max(n for n, message in enumerate(self.request.messages) if message.role == "user")

    @cached_property
    def number(self) -> int:
        found = _CYCLE.search(self.request.messages[self.at].text)
        return int(found[1]) if found else 1

    @cached_property
    def task(self) -> list[str]:
        """The sentences of the task, without what the program says around it."""
        fences, rest = read_fences(self.request.messages[self.at].text)
        said = "\n\n".join([*(fence.before for fence in fences), rest])
        told = [text for text in re.split(r"\n\s*\n", said) if not text.strip().startswith(_OF_THE_PROGRAM)]
        return sentences("\n\n".join(told)) or ["(the task is empty)"]

    @property
    def notes(self) -> list[str]:
        """What the operator noted for this cycle."""
        return [fence.text for fence in read_fences(self.request.messages[self.at].text)[0]]

    @property
    def place(self) -> int:
        return (self.number - 1) % len(self.task)

    @property
    def word(self) -> str:
        """A word of this cycle's sentence; another one each time the task is gone through again."""
        sentence = self.task[self.place]
        found = [word for word in words_of(sentence) if len(word) > 3 and word.casefold() not in STOP]
        return found[(self.number - 1) // len(self.task) % len(found)] if found else sentence[:20]

    @cached_property
    def results(self) -> list[tuple[ToolCall, str]]:
        """The calls of this cycle and what came of each."""
        calls = {call.id: call for message in self.request.messages[self.at :] for call in message.tool_calls}
        told = [(message.tool_call_id, message.text) for message in self.request.messages[self.at :]]
        return [(calls[name], text) for name, text in told if name in calls]

    def result(self, tool: str) -> str:
        return next((text for call, text in self.results if call.name == tool), "")

    # --- what it does ---------------------------------------------------------------------------

    def look(self) -> list[Call]:
        return [("list", {}), ("pattern_search", {"pattern": self.word})]

    def keep(self) -> list[Call]:
        there = sorted(int(number) for number in _NOTE.findall(self.result("list")))
        calls: list[Call] = [("read", {"key": _key(there[-1])})] if there else []
        calls.append(("write", {"key": _key(self.number), "value": self.task[self.place]}))
        return calls + [
            ("delete", {"key": _key(number)}) for number in there[: max(0, len(there) + 1 - KEPT)]
        ]

    def ask(self) -> list[Call]:
        if self.number % ASKS_EVERY != ASKS_IN % ASKS_EVERY:
            return []
        what = (
            f"This agent is made of rules, no AI: it notes the task sentence by sentence, and is at sentence "
            f"{self.place + 1} of {len(self.task)}. Write what it is to keep as a note of yours."
        )
        return [(OPERATOR_TOOL, {"message": what})]

    def take_in(self) -> list[Call]:
        answer = self.result(OPERATOR_TOOL)
        if not answer.startswith(OPERATOR_ANSWERS):
            return []
        value = answer.removeprefix(OPERATOR_ANSWERS)
        return [("write", {"key": f"operator-{self.number:04d}", "value": value})]

    # --- what it tells --------------------------------------------------------------------------

    def reflection(self) -> str:
        lines = [f"Taken up: sentence {self.place + 1} of {len(self.task)}: “{self.task[self.place]}”"]
        lines += [f"The operator's note for this cycle: “{note}”" for note in self.notes]
        lines += [f"`{call.name}` → {text}" for call, text in self.results]
        if not self.results:
            lines.append("No tool was called.")
        following = self.task[self.number % len(self.task)]
        done = "\n".join(f"- {shorten(line, 300, placeholder=' …')}" for line in lines)
        return (
            f"Cycle {self.number}: rules, no AI. This was done, and nothing was concluded from it:\n\n{done}"
            f"\n\nNext: “{following}”"
        )


def _key(cycle: int) -> str:
    return f"cycle-{cycle:04d}"


def agent_voice(request: ModelRequest) -> Reply:
    """Answer one turn of a cycle: tool calls first, at last what was done."""
    cycle = _Cycle(request)
    offered = {tool.name for tool in request.tools}
    turns = sum(message.role == "assistant" for message in request.messages[cycle.at :])
    steps: list[Callable[[], list[Call]]] = [cycle.look, cycle.keep, cycle.ask, cycle.take_in]
    calls = steps[turns]() if turns < len(steps) else []
    made = tuple(
        ToolCall(id=f"t{turns}-{n}", name=name, arguments=dumps(given))
        for n, (name, given) in enumerate(calls)
        if name in offered
    )
    if made:
        return Reply(text="", tool_calls=made, finish="tool_calls")
    return Reply(text=cycle.reflection())


def summary_voice(request: ModelRequest) -> str:
    """Keep the first sentence of each message that is to be summarised, the newest ones."""
    fences, _ = read_fences(request.messages[-1].text)
    lines = [
        fence.text if fence.name.startswith("summary") else f"- {fence.name}: {first}"
        for fence in fences
        for first in sentences(fence.text)[:1]
    ]
    return "\n".join(lines)[-2000:] or "Nothing was done so far."


EXPERIMENT_VOICES: Voices = MappingProxyType({("*", "cycle"): agent_voice, ("*", "summary"): summary_voice})
