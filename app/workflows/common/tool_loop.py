"""Asking a model with tools until it answers without one.

Every turn is a call of its own (`turn-1`, `turn-2`, …) and every tool's result an effect of its own: a loop
that is run again sees what it saw, and goes on behind it. Loops of several seats may run at once
(`Context.gather`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import Bug, RoundtableError
from app.domain.fact_base import Fact
from app.domain.messages import ChatMessage, Missing, Outcome, Reply, ToolCall
from app.engine.cut_answers import LEAST_GAIN
from app.engine.node import Ask, Context
from app.engine.tool_source import ServedTool
from app.workflows.common.asking_twice import mended_facts
from app.workflows.common.calls import read_calls
from app.workflows.common.effects import as_recorded
from app.workflows.common.tools import FAILED, Refused, Tool, ToolFailed, run_served, understood

_NOT_RUN = "not run: no tool call is left; give your answer now"
_ANSWER_NOW = "No tool call is left. Give your answer now."
_LEFT_OUT = "not run: left out by the person"
_MORE_ROOM = 2
"""How many times the room an answer is given that came to the limit of its length, once."""
_LONGEST_OUTPUT = 80_000
"""Characters of one result that go to the model."""
_NO_ROOM = "not run: nothing more fits into what you take in; give your answer now"
_LEAST_OUTPUT = 400
"""Characters of a result below which it says too little."""
_FOR_MORE = 0.125
"""Share of the model's window that a result leaves free, for the turns behind it."""
_NONE_SERVED: Mapping[str, ServedTool] = {}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool says to the model, and plain data that the workflow wants to know of it."""

    output: str
    data: JsonValue = None


@dataclass(frozen=True, slots=True)
class LoopTool(Tool):
    """A tool of a loop. `harmless`: one that did not end is simply run again, such as reading."""

    run: Callable[[Any], Awaitable[ToolResult]]
    harmless: bool = True


@dataclass(frozen=True, slots=True)
class ToolRun:
    """One call and its result; `ran` False: it was refused before anything was done."""

    tool: str
    arguments: str
    output: str
    ok: bool
    ran: bool
    data: JsonValue = None


@dataclass(frozen=True, slots=True)
class LoopEnd:
    """How a loop ended: with the answer, at its cap without one, or with a seat that gave none.

    `facts`: what was done to read its replies.
    """

    ended: Literal["answered", "capped", "missing"]
    text: str
    turns: int
    runs: tuple[ToolRun, ...] = ()
    missing: Missing | None = None
    facts: tuple[Fact, ...] = field(default=())
    reply: Reply | None = None
    """The reply that the text is of."""


async def ask_with_tools(
    context: Context,
    ask: Ask,
    tools: Sequence[LoopTool],
    *,
    most_calls: int,
    tolerate: bool = False,
    over: Callable[[int], bool] = lambda turn: False,
    seconds: Callable[[int], float | None] = lambda turn: None,
    served: Mapping[str, ServedTool] = _NONE_SERVED,
    called: Callable[[ToolRun], str] = lambda run: "",
) -> LoopEnd:
    """Ask until the model answers without a call, handing it the result of each.

    After `most_calls` it is told that none is left, and asked once more. Models without tool calling write
    calls as blocks of text; both are read. `tolerate`: as in `Context.ask`. `over`: whether its time is up
    before a turn, told from the journal alone; it then answers without another call, also where a call was
    ended after the `seconds` it had (`Ask.timeout`, by turn). `served`: tools of servers, by the names under
    which they are offered beside the others. `called`: what a result is called, said before it where it is
    one.
    """
    known = {tool.name: tool for tool in tools}
    offered = (*(tool.spec() for tool in tools), *(tool.spec() for tool in served.values()))
    messages, runs, facts = list(ask.messages), list[ToolRun](), list[Fact]()
    turn, left = 0, most_calls
    while True:
        turn += 1
        last = left <= 0 or over(turn)
        if last and turn > 1:
            messages.append(ChatMessage(role="user", text=_ANSWER_NOW))
        this = replace(ask, messages=tuple(messages), part=_part(ask, f"turn-{turn}"), tools=offered)
        this = replace(this, timeout=seconds(turn))
        outcome = await context.ask(this, tolerate=tolerate)
        if tolerate:
            outcome = await _with_more_room(context, this, outcome)
        if isinstance(outcome, Missing) and outcome.kind == "timeout" and not last and over(turn + 1):
            continue
        if isinstance(outcome, Missing):
            return LoopEnd("missing", "", turn, tuple(runs), outcome, tuple(facts))
        before = runs[-1].tool if runs else ""
        text, calls, mends = read_calls(outcome, (context.entry, 0, turn), (*known, *served), before=before)
        facts += mended_facts(this, outcome, mends)
        if not calls or last:
            ended: Literal["answered", "capped"] = "capped" if calls and not text.strip() else "answered"
            return LoopEnd(ended, text, turn, tuple(runs), None, tuple(facts), outcome)
        messages.append(ChatMessage(role="assistant", text=text, tool_calls=calls))
        for number, call in enumerate(calls, 1):
            done = ToolRun(call.name, call.arguments, _NOT_RUN, ok=False, ran=False)
            if left > 0:
                behind = replace(this, messages=tuple(messages))
                ran = await _run_outside(context, behind, served, call, number)
                done = ran or await _run(context, behind, known, call, number)
                left = 0 if done.output == _NO_ROOM else left - 1
            runs.append(done)
            name = called(done) if done.ok and done.ran else ""
            text = f"{name}\n{done.output}" if name else done.output
            messages.append(ChatMessage(role="tool", text=text, tool_call_id=call.id))


async def _with_more_room(context: Context, ask: Ask, outcome: Outcome) -> Outcome:
    """Ask once again with twice the room where an answer came to the limit of its length; the longer counts.

    Nothing is asked where the model's window has hardly more.
    """
    if not outcome.room:
        return outcome
    asked, room = await context.estimate(ask), _MORE_ROOM * outcome.room
    if asked.context_limit is not None:
        room = min(room, asked.context_limit - asked.tokens_in)
    if room < LEAST_GAIN * outcome.room:
        return outcome
    again = await context.ask(replace(ask, part=f"{ask.part}-longer", room=room), tolerate=True)
    if isinstance(outcome, Missing):
        return again
    shorter = isinstance(again, Reply) and len(again.text) < len(outcome.text)
    return outcome if isinstance(again, Missing) or (shorter and again.partial) else again


async def _run_outside(
    context: Context, ask: Ask, served: Mapping[str, ServedTool], call: ToolCall, number: int
) -> ToolRun | None:
    """Run a call of a server's tool, None where it is no such call."""
    part = f"{ask.purpose}-{ask.part}-{number}"
    ran = await run_served(context, served, call, ask.seat, part)
    if ran is None:
        return None
    output = await _fitting(context, ask, ran.output)
    return ToolRun(call.name, call.arguments, output, ok=ran.ok, ran=ran.ran)


async def _fitting(context: Context, ask: Ask, output: str) -> str:
    """Return as much of a result as the model takes in behind what was said; NO_ROOM where that is little."""
    kept = output[:_LONGEST_OUTPUT]
    while kept:
        said = ChatMessage(role="tool", text=kept, tool_call_id="")
        found = await context.estimate(replace(ask, messages=(*ask.messages, said)))
        limit = found.context_limit
        if limit is None or found.tokens_in + found.tokens_out_max <= limit * (1 - _FOR_MORE):
            break
        kept = kept[: len(kept) // 2]
    if len(kept) < min(_LEAST_OUTPUT, len(output)):
        return _NO_ROOM
    return kept if kept == output else kept + "\n[cut: ask for less at once]"


async def _run(
    context: Context, ask: Ask, known: Mapping[str, LoopTool], call: ToolCall, number: int
) -> ToolRun:
    parsed = understood(call, known, "there are no tools")
    if isinstance(parsed, Refused):
        return ToolRun(call.name, call.arguments, parsed.output, ok=False, ran=False)
    tool = known[call.name]

    async def effect() -> JsonValue:
        try:
            ran = await tool.run(parsed)
        except Bug:
            raise
        except ToolFailed as failed:
            return {"output": f"error: {failed}", "ok": False, "data": None}
        except RoundtableError as refused:
            return {"output": f"error: {refused.message} {refused.next}".strip(), "ok": False, "data": None}
        except Exception:  # noqa: BLE001  a failing tool is a result, not the end of the run
            _log.exception("the tool %s failed", tool.name)
            return {"output": f"error: {tool.name} {FAILED}", "ok": False, "data": None}
        # Recorded as it was cut: a loop that is run again sees what it saw.
        output = await _fitting(context, ask, ran.output)
        whole = output == ran.output
        # What a tool says of its result holds for the whole: nobody was shown more than there was room for.
        return {"output": output, "ok": output != _NO_ROOM, "data": ran.data if whole else None}

    value = await context.once(
        "tool",
        ask.seat,
        f"{ask.purpose}-{ask.part}-{number}",
        digest(dumps([call.name, call.arguments])),
        effect,
        harmless=tool.harmless,
    )
    if not isinstance(value, dict):
        return ToolRun(call.name, call.arguments, _LEFT_OUT, ok=False, ran=False)
    with as_recorded():
        said, ok, data = str(value["output"]), value["ok"] is True, value["data"]
    return ToolRun(call.name, call.arguments, said, ok=ok, ran=True, data=data)


def _part(ask: Ask, turn: str) -> str:
    return f"{ask.part}-{turn}" if ask.part else turn
