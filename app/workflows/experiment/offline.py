"""The offline agent: rules, no AI. It looks into its memory, writes, searches, asks, and reflects on it.

It works from the messages alone, as a model would: what a tool returned stands there and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import Message, ModelRequest, Reply, ToolCall
from app.engine.ports import Voices
from app.workflows.common.prose import STOP, prose_sentences, words_of

KEPT = 12
"""Notes it keeps; older ones it deletes."""
ASKS_IN, ASKS_EVERY = 3, 25
"""The cycle in which it first writes to the operator, and how often after that."""
_NOTE = re.compile(r"\bcycle-(\d+)\b")
_ANGLES = (
    "what is known of {a}, and how far it bears on {b}",
    "where {a} and {b} pull against each other",
    "what would have to be measured before {a} says anything about {b}",
    "a small trial that could show whether {a} changes {b}",
    "who is touched first when {a} is altered, and what {b} costs them",
    "the strongest objection to treating {a} as the cause of {b}",
    "an order of steps that begins with {a} and leaves {b} for the end",
)
_LEFT_OPEN = (
    "Open: whether one of the two needs the other.",
    "To do: count cases by hand before arguing on.",
    "To do: sort what was noted earlier by what speaks for it and what against.",
    "Open: whether one observation is enough, or the time of the year matters.",
    "To do: first a list of exceptions, then a rule, then a test of the rule.",
    "To do: look for a counter-example before the average.",
    "Open: whether a narrower claim would stand where a wide one does not.",
)
"""What a note says of its matter: rules find nothing out, so it is no finding."""


def agent_voice(request: ModelRequest) -> Reply:
    """Answer one turn of a cycle: tool calls first, a reflection last."""
    given = request.inputs
    cycle = _int(given.get("cycle"))
    seen = _results(request.messages)
    steps = _steps(cycle, str(given.get("prompt", "")), seen) if given.get("tools") else []
    done = _turns(request.messages)
    if done < len(steps):
        calls = tuple(
            ToolCall(id=f"t{done}-{n}", name=name, arguments=dumps(arguments))
            for n, (name, arguments) in enumerate(steps[done]())
        )
        return Reply(text="", tool_calls=calls, finish="tool_calls")
    return Reply(text=_reflection(cycle, given, seen))


def summary_voice(request: ModelRequest) -> str:
    """Summarise messages by their first sentences."""
    messages = request.inputs.get("messages")
    firsts = [prose_sentences(str(text))[:1] for text in messages] if isinstance(messages, list) else []
    before = str(request.inputs.get("summary", ""))
    lines = [before, *(sentence for found in firsts for sentence in found)]
    return "\n".join(line for line in lines if line)[-2000:] or "Nothing was done so far."


# --- what it does -----------------------------------------------------------------------------------

Call = tuple[str, Mapping[str, JsonValue]]


def _steps(cycle: int, prompt: str, seen: Sequence[tuple[str, str]]) -> list[Callable[[], list[Call]]]:
    """Return the turns of a cycle, each made when it is its turn: later ones use earlier results."""
    topic, second = _topics(cycle, prompt)

    def look() -> list[Call]:
        return [("list", {}), ("pattern_search", {"pattern": topic})]

    def note() -> list[Call]:
        listed = next((text for name, text in seen if name == "list"), "")
        numbers = sorted(int(n) for n in _NOTE.findall(listed))
        calls: list[Call] = [("read", {"key": _key(numbers[-1])})] if numbers else []
        calls.append(("write", {"key": _key(cycle), "value": _thought(cycle, topic, second)}))
        calls += [("delete", {"key": _key(number)}) for number in numbers[: max(0, len(numbers) + 1 - KEPT)]]
        return calls

    def ask() -> list[Call]:
        message = f"I have looked at {topic} and {second}. Shall I keep to them in the next cycles?"
        return [("send_message_to_operator", {"message": message})]

    return [look, note, ask] if cycle % ASKS_EVERY == ASKS_IN else [look, note]


def _reflection(cycle: int, given: Mapping[str, JsonValue], seen: Sequence[tuple[str, str]]) -> str:
    topic, second = _topics(cycle, str(given.get("prompt", "")))
    following = _topics(cycle + 1, str(given.get("prompt", "")))[0]
    lines = [f"Cycle {cycle}: I asked {_angle(cycle).format(a=topic, b=second)}."]
    last = prose_sentences(str(given.get("last_reflection", "")))
    if last:
        lines.append(f"It goes on from my last reflection, which began “{last[0]}”")
    stored = next((text for name, text in seen if name == "write"), "")
    if stored:
        lines.append(f"In the memory I {stored}: “{_thought(cycle, topic, second)}”")
    read = next((text for name, text in seen if name == "read"), "")
    if read and not read.startswith("error"):
        lines.append(f"I read back what I had noted before: “{prose_sentences(read)[-1]}”")
    answer = next((text for name, text in seen if name == "send_message_to_operator"), "")
    if answer:
        lines.append(answer)
    notes = given.get("notes")
    lines += [
        f"The operator's note “{note}” is taken in." for note in (notes if isinstance(notes, list) else [])
    ]
    lines.append(f"Next I will look at {following}. Rules wrote this, no AI: nothing was found out.")
    return "\n\n".join(lines)


def _thought(cycle: int, topic: str, second: str) -> str:
    angle = _angle(cycle).format(a=topic, b=second)
    return f"{angle[:1].upper()}{angle[1:]}. {_LEFT_OPEN[(cycle * 3) % len(_LEFT_OPEN)]}"


def _angle(cycle: int) -> str:
    return _ANGLES[(cycle - 1) % len(_ANGLES)]


def _topics(cycle: int, prompt: str) -> tuple[str, str]:
    """Return this cycle's two words of the starting prompt; the pairs repeat late."""
    found = list(
        dict.fromkeys(w.casefold() for w in words_of(prompt) if len(w) > 3 and w.casefold() not in STOP)
    )
    found = found[:40] if len(found) > 1 else [*found, "the task", "its aim"]
    first = (cycle - 1) % len(found)
    step = 1 + ((cycle - 1) // len(found)) % (len(found) - 1)
    return found[first], found[(first + step) % len(found)]


def _key(cycle: int) -> str:
    return f"cycle-{cycle:04d}"


# --- what it sees -----------------------------------------------------------------------------------


def _this_cycle(messages: Sequence[Message]) -> Sequence[Message]:
    """Return the messages after this cycle's instructions."""
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if message.role == "user":
            return messages[index + 1 :]
    return messages


def _turns(messages: Sequence[Message]) -> int:
    return sum(1 for message in _this_cycle(messages) if message.role == "assistant")


def _results(messages: Sequence[Message]) -> list[tuple[str, str]]:
    """Return this cycle's tool results as (tool, text)."""
    names: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for message in _this_cycle(messages):
        names |= {call.id: call.name for call in message.tool_calls}
        if message.role == "tool":
            found.append((names.get(message.tool_call_id or "", ""), message.text))
    return found


def _int(value: Any) -> int:
    return value if isinstance(value, int) else 1


EXPERIMENT_VOICES: Voices = MappingProxyType({("*", "cycle"): agent_voice, ("*", "summary"): summary_voice})
